/* The rows of table_kernels.c. */
#ifndef WB_TESTS_KERNELS_TABLE_KERNELS_H
#define WB_TESTS_KERNELS_TABLE_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct table_row {
    const char *name; // of the class
    const char *body;
    const char *code; // of the fault, in the first line or in that which ends in //!; NULL: none
} table_row;

typedef struct table_change {
    const char *body;
    int binding;
    bool sets;      // the word becomes `value`; otherwise that is added to it
    uint32_t value; // for a float: how many ulp
    bool differs;   // GLSL does not leave that open
} table_change;

extern const table_row table_rows[];
extern const table_change table_changes[];
extern const int table_row_count, table_change_count;

#endif
