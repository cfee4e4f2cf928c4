/* The part about prefix sums: naive, and by the building block of common/compute. */
#ifndef REDUCTION_SCANS_H
#define REDUCTION_SCANS_H

#include "compute/scan.h"
#include "lesson/lesson.h"

typedef struct scans_part {
    int count;
    wb_buffer prefix; // of each number: the sum of all before it
    wb_buffer other;  // naive: the other buffer of the two
    wb_scan scan;     // three dispatches, or a single pass
    GLuint kernel;    // naive
    GLuint picture;
} scans_part;

typedef enum scans_way { SCANS_NAIVE, SCANS_THREE, SCANS_SINGLE } scans_way;

bool scans_create(scans_part *part, int count, scans_way way);
void scans_delete(scans_part *part);

/* Scans the buffer `values` of `count` numbers. */
void scans_step_naive(scans_part *part, const wb_buffer *values);
void scans_step_block(scans_part *part, const wb_buffer *values);

void scans_draw(const scans_part *part, const wb_buffer *values, const wb_view *view);

#endif
