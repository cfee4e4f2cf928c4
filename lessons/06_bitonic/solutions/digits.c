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
enum { COUNT = 0, SHIFT = 1 };                               // uniform locations
enum { FROM_KEYS, FROM_VALUES, TO_KEYS, TO_VALUES, COUNTS }; // storage block bindings

static void use(GLuint program, wb_pairs from, uint32_t count, uint32_t shift)
{
    glUseProgram(program);
    glUniform1ui(COUNT, count);
    glUniform1ui(SHIFT, shift);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM_KEYS, from.keys);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COUNTS, lesson.digits.counts.id);
}

static void sort_by_digit(wb_pairs from, wb_pairs to, uint32_t count, uint32_t shift)
{
    GLuint groups = wb_groups_for(count, GROUP), counts = lesson.digits.counts.id;

    wb_pass_begin("count");
    use(lesson.digits.count, from, count, shift);
    glDispatchCompute(groups, 1, 1);
    // The scan reads and overwrites the counts.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_scan_exclusive(&lesson.digits.scan, counts, counts, DIGITS * groups);

    wb_pass_begin("place");
    use(lesson.digits.place, from, count, shift);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM_VALUES, from.values);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO_KEYS, to.keys);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO_VALUES, to.values);
    glDispatchCompute(groups, 1, 1);
    // The next pass, or the reader of the sorted pairs, reads them, and overwrites the counts.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void task_sort(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    // Eight passes: the last one ends in `to`.
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        sort_by_digit(from, between, count, shift);
        sort_by_digit(between, to, count, shift + 4);
        from = to;
    }
}
// --- to here ---

// --- as shipped ---
// void task_sort(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
// {
//     (void)from, (void)between, (void)to, (void)count;
// }
