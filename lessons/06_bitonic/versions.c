// All that sorts on the GPU, and its dispatches: a step for each version, and for the variants that
// are broken on the C side.
#include "parts.h"

enum { KEYS = 0, VALUES = 1, GIVEN_KEYS = 2, GIVEN_VALUES = 3 }; // storage block bindings
enum { PADDED = 0, BEGIN_COUNT = 1, BEGIN_TYPE = 2 };            // uniform locations: begin.comp
enum { END_COUNT = 0, END_TYPE = 1 };                            // end.comp
enum { COUNT = 0, K = 1, J = 2 };                                // pass.comp and the like
enum { FIRST_K = 1, LAST_K = 2 };                                // span.comp

/* ---- What all versions have in common ---- */

static void bind_sorted(void)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, KEYS, bitonic.sorted_keys.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VALUES, bitonic.sorted_values.id);
}

// Copies what is given to where it is sorted, as uint32 keys, with padding behind it.
static void begin_sort(void)
{
    wb_pass_begin("begin");
    glUseProgram(bitonic.begin);
    glUniform1ui(PADDED, bitonic.given.room);
    glUniform1ui(BEGIN_COUNT, bitonic.given.count);
    glUniform1i(BEGIN_TYPE, (GLint)(compared_type() == WB_U32 ? bitonic.given.type : WB_U32));
    bind_sorted();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GIVEN_KEYS, bitonic.given_keys.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GIVEN_VALUES, bitonic.given_values.id);
    glDispatchCompute(groups(bitonic.given.room, GROUP), 1, 1);
    // The first pass reads and overwrites the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    bitonic.is_sorting = true;
    bitonic.passes_done = 0;
}

// Gives keys of another type than uint32 their type back.
static void end_sort(void)
{
    bitonic.is_sorting = false;
    if (bitonic.given.type == compared_type()) return;
    wb_pass_begin("end");
    glUseProgram(bitonic.end);
    glUniform1ui(END_COUNT, bitonic.given.count);
    glUniform1i(END_TYPE, (GLint)bitonic.given.type);
    bind_sorted();
    glDispatchCompute(groups(bitonic.given.count, GROUP), 1, 1);
    // The picture reads the keys, and the next sort overwrites them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// Whether the picture wants the keys after this pass. After the last one it reads them where they
// are.
static bool keeps_history(void)
{
    return bitonic.history.id != 0 && bitonic.passes_done < count_passes();
}

static void copy_to_history(GLuint keys)
{
    GLsizeiptr bytes = (GLsizeiptr)bitonic.given.count * 4;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the copy reads what the pass wrote
    glBindBuffer(GL_COPY_READ_BUFFER, keys);
    glBindBuffer(GL_COPY_WRITE_BUFFER, bitonic.history.id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, bitonic.passes_done * bytes,
                        bytes);
}

/* ---- Version 1: one dispatch for each (k, j) ---- */

static void dispatch_pass(uint32_t k, uint32_t j)
{
    glUseProgram(bitonic.compare);
    glUniform1ui(COUNT, bitonic.given.room);
    glUniform1ui(K, k < run_length() ? k : 0); // the last merge goes upwards everywhere
    glUniform1ui(J, j);
    bind_sorted();
    glDispatchCompute(groups(bitonic.given.room, 2 * GROUP), 1, 1);
    bitonic.passes_done++;
}

static void run_pass(uint32_t k, uint32_t j)
{
    wb_pass_begin("pass");
    dispatch_pass(k, j);
    if (keeps_history()) copy_to_history(bitonic.sorted_keys.id);
    // The next pass reads and overwrites the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_global(void)
{
    begin_sort();
    for (uint32_t k = 2; k <= power_of_two_from(run_length()); k *= 2)
        for (uint32_t j = k / 2; j > 0; j /= 2) run_pass(k, j);
    end_sort();
}

void step_no_barrier(void)
{
    begin_sort();
    for (uint32_t k = 2; k <= run_length(); k *= 2) {
        for (uint32_t j = k / 2; j > 0; j /= 2) {
            wb_pass_begin("pass");
            dispatch_pass(k, j); // BROKEN: nothing orders this pass before the next
            if (keeps_history()) copy_to_history(bitonic.sorted_keys.id);
            wb_pass_end();
        }
    }
    end_sort();
}

/* ---- Version 2: what stays within a span, in shared memory ---- */

static void run_spans(uint32_t first_k, uint32_t last_k)
{
    wb_pass_begin("spans");
    glUseProgram(bitonic.span);
    glUniform1ui(COUNT, bitonic.given.room);
    glUniform1ui(FIRST_K, first_k);
    glUniform1ui(LAST_K, last_k);
    bind_sorted();
    glDispatchCompute(groups(bitonic.given.room, SPAN), 1, 1);
    // The next merge, or the picture, reads the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_shared(void)
{
    begin_sort();
    run_spans(2, SPAN);
    for (uint32_t k = 2 * SPAN; k <= bitonic.given.room; k *= 2) {
        for (uint32_t j = k / 2; j >= SPAN; j /= 2) run_pass(k, j);
        run_spans(k, k);
    }
    bitonic.passes_done = 1;
    end_sort();
}

/* ---- Versions 3 and 4: the building block ---- */

// Sorted straight from where they are given, if the keys are uint32.
static wb_pairs pairs_to_sort(void)
{
    bitonic.passes_done = 0;
    bitonic.is_sorting = true;
    if (bitonic.given.type == WB_U32)
        return (wb_pairs){bitonic.given_keys.id, bitonic.given_values.id};
    begin_sort();
    return (wb_pairs){bitonic.sorted_keys.id, bitonic.sorted_values.id};
}

void step_bitonic(void)
{
    wb_pairs sorted = {bitonic.sorted_keys.id, bitonic.sorted_values.id};
    wb_sort_bitonic_pairs(&bitonic.sort, pairs_to_sort(), sorted, bitonic.given.count);
    bitonic.passes_done = 1;
    end_sort();
}

void step_radix(void)
{
    wb_pairs between = {bitonic.sort.keys.id, bitonic.sort.values.id};
    wb_pairs sorted = {bitonic.sorted_keys.id, bitonic.sorted_values.id};
    wb_pairs from = pairs_to_sort();
    for (int shift = 0; shift < 32; shift += WB_SORT_DIGIT_BITS) {
        wb_pairs to = bitonic.passes_done % 2 == 0 ? between : sorted;
        wb_sort_radix_pass(&bitonic.sort, from, to, bitonic.given.count, shift);
        bitonic.passes_done++;
        if (keeps_history()) copy_to_history(to.keys);
        from = to;
    }
    end_sort();
}
