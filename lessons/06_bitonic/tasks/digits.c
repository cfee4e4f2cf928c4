// Task: radix sort by digits of four bits, from blank pages. This is one of them: all passes of
// a sort, and their dispatches. The other is shaders/06_bitonic/tasks/digits.comp, the kernel.
//
// There are: two programs from that file, lesson.digits.count and lesson.digits.place; the buffer
// lesson.digits.counts.id, with room for DIGITS counts for each GROUP keys; and wb_scan_exclusive()
// with &lesson.digits.scan, for as many: compute/scan.h says what it wants and leaves.
// The pairs are visible to shaders when task_sort() begins. When it ends they stand sorted in
// `to`, visible to shaders, and the next frame's sort may overwrite all of these buffers.
// Build and check by: ./wb check 6.digits
#include "steps.h"

#include "state.h"

// --- your lines from here ---
void task_sort(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    (void)from, (void)between, (void)to, (void)count;
}
// --- to here ---
