/* What becomes of values, by the instructions of a module alone: the race detector asks what a
 * program makes of a word that it has read. */
#ifndef WB_MACHINE_FLOW_H
#define WB_MACHINE_FLOW_H

#include "machine/module.h"
#include "machine/operations.h"

enum { WB_MOST_READS = 2 + WB_SAMPLE_ROWS };

/* What an instruction reads, in stretches of rows, and what it writes. */
typedef struct wb_row_use {
    uint32_t reads[WB_MOST_READS], counts[WB_MOST_READS];
    int read_count;
    uint32_t written, written_count;
} wb_row_use;

wb_row_use wb_flow_rows(const wb_module *module, const wb_instruction *i);

/* What becomes of what a load reads. */
typedef struct wb_flow {
    uint8_t *rows;         // of each row: whether its value depends on it
    uint8_t *instructions; // of each instruction: whether such a value decides that it runs
    uint8_t *variables;    // of each variable in shared memory: whether such a value gets there
} wb_flow;

/* With the decisions that depend on it, or `data_only`. False if memory runs out. */
bool wb_flow_from(wb_flow *flow, const wb_module *module, uint32_t load, bool data_only);
void wb_flow_free(wb_flow *flow);

/* Marks the rows on which it depends where lanes go, what they load, and what their atomic
 * operations do. */
void wb_flow_decisive(const wb_module *module, uint8_t *rows);

/* Whether a load's value decides whether the loop around it reads again. */
bool wb_flow_polls(const wb_module *module, uint32_t load);
/* Whether a load's value is only a guess for an atomic operation on the same variable, which looks
 * again: what it is compared with, or the condition under which it is done. */
bool wb_flow_guesses(const wb_module *module, uint32_t load);
/* Whether what a store writes is computed from what a load has read. */
bool wb_flow_reaches(const wb_module *module, uint32_t load, uint32_t store);

#endif
