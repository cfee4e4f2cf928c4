// All that sorts, and its dispatches: a step for each version, for the variants that are broken on
// the C side, and for the peers.
#include "steps.h"
#include "06_bitonic/slots.h"
#include "state.h"

#include <stdlib.h>

/* ---- What all versions have in common ---- */

static void bind_sorted(void)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, KEYS, lesson.sorted_keys.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VALUES, lesson.sorted_values.id);
}

// Copies what is given to where it is sorted, as uint32 keys, with padding behind it.
static void begin_sort(void)
{
    wb_pass_begin("begin");
    glUseProgram(lesson.begin);
    glUniform1ui(PADDED, lesson.given.room);
    glUniform1ui(COUNT, lesson.given.count);
    glUniform1i(TYPE, (GLint)(traits()->compares == WB_U32 ? lesson.given.type : WB_U32));
    bind_sorted();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GIVEN_KEYS, lesson.given_keys.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GIVEN_VALUES, lesson.given_values.id);
    glDispatchCompute(wb_groups_for(lesson.given.room, GROUP), 1, 1);
    // The first pass reads and overwrites the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    lesson.is_sorting = true;
    lesson.passes_done = lesson.dispatches = 0;
}

// Gives keys of another type than uint32 their type back.
static void end_sort(void)
{
    lesson.is_sorting = false;
    if (lesson.given.type == traits()->compares) return;
    wb_pass_begin("end");
    glUseProgram(lesson.end);
    glUniform1ui(COUNT, lesson.given.count);
    glUniform1i(TYPE, (GLint)lesson.given.type);
    bind_sorted();
    glDispatchCompute(wb_groups_for(lesson.given.count, GROUP), 1, 1);
    // The picture reads the keys, and the next sort overwrites them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// Whether the picture wants the keys after this pass. After the last one it reads them where they
// are.
static bool keeps_history(void)
{
    return lesson.history.id != 0 && lesson.passes_done < count_passes();
}

static void copy_to_history(GLuint keys)
{
    GLsizeiptr bytes = (GLsizeiptr)lesson.given.count * 4;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the copy reads what the pass wrote
    glBindBuffer(GL_COPY_READ_BUFFER, keys);
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.history.id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, lesson.passes_done * bytes,
                        bytes);
}

/* ---- Version 1: one dispatch for each (k, j) ---- */

static void dispatch_pass(uint32_t k, uint32_t j)
{
    glUseProgram(lesson.compare);
    glUniform1ui(COUNT, lesson.given.room);
    glUniform1ui(K, k < lesson.run ? k : 0); // the last merge goes upwards everywhere
    glUniform1ui(J, j);
    bind_sorted();
    glDispatchCompute(wb_groups_for(lesson.given.room, traits()->is_each ? GROUP : 2 * GROUP), 1,
                      1);
    lesson.passes_done++;
    lesson.dispatches++;
}

static void run_pass(uint32_t k, uint32_t j)
{
    wb_pass_begin("pass");
    dispatch_pass(k, j);
    if (keeps_history()) copy_to_history(lesson.sorted_keys.id);
    // The next pass reads and overwrites the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_global(void)
{
    begin_sort();
    for (uint32_t k = 2; k <= power_of_two_from(lesson.run); k *= 2)
        for (uint32_t j = k / 2; j > 0; j /= 2) run_pass(k, j);
    end_sort();
}

void step_no_barrier(void)
{
    begin_sort();
    for (uint32_t k = 2; k <= lesson.run; k *= 2) {
        for (uint32_t j = k / 2; j > 0; j /= 2) {
            wb_pass_begin("pass");
            dispatch_pass(k, j); // BROKEN: nothing orders this pass before the next
            if (keeps_history()) copy_to_history(lesson.sorted_keys.id);
            wb_pass_end();
        }
    }
    end_sort();
}

/* ---- Two tasks: the network with mirrored first passes, for any count ---- */

static void run_mirrored_pass(uint32_t k, uint32_t j)
{
    uint32_t comparisons = power_of_two_from(lesson.given.count) / 2; // as if it were padded
    wb_pass_begin("pass");
    glUseProgram(lesson.compare);
    glUniform1ui(COUNT, lesson.given.count);
    glUniform1ui(K, k);
    glUniform1ui(J, j);
    bind_sorted();
    glDispatchCompute(wb_groups_for(comparisons, GROUP), 1, 1);
    lesson.passes_done++;
    if (keeps_history()) copy_to_history(lesson.sorted_keys.id);
    // The next pass reads and overwrites the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_mirrored(void)
{
    begin_sort();
    for (uint32_t k = 2; k <= power_of_two_from(lesson.given.count); k *= 2)
        for (uint32_t j = k / 2; j > 0; j /= 2) run_mirrored_pass(k, j);
    end_sort();
}

/* ---- Version 2: what stays within a span, in shared memory ---- */

static void run_spans(uint32_t first_k, uint32_t last_k)
{
    wb_pass_begin("spans");
    glUseProgram(lesson.span);
    glUniform1ui(COUNT, lesson.given.room);
    glUniform1ui(FIRST_K, first_k);
    glUniform1ui(LAST_K, last_k);
    bind_sorted();
    glDispatchCompute(wb_groups_for(lesson.given.room, SPAN), 1, 1);
    lesson.dispatches++;
    // The next merge, or the picture, reads the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_shared(void)
{
    begin_sort();
    run_spans(2, SPAN);
    for (uint32_t k = 2 * SPAN; k <= lesson.given.room; k *= 2) {
        for (uint32_t j = k / 2; j >= SPAN; j /= 2) run_pass(k, j);
        run_spans(k, k);
    }
    lesson.passes_done = 1;
    end_sort();
}

/* ---- Versions 3 and 4: the building block ---- */

// Sorted straight from where they are given, if the keys are uint32.
static wb_pairs pairs_to_sort(void)
{
    lesson.passes_done = 0;
    lesson.is_sorting = true;
    if (lesson.given.type == WB_U32)
        return (wb_pairs){lesson.given_keys.id, lesson.given_values.id};
    begin_sort();
    return (wb_pairs){lesson.sorted_keys.id, lesson.sorted_values.id};
}

void step_bitonic(void)
{
    wb_pairs sorted = {lesson.sorted_keys.id, lesson.sorted_values.id};
    wb_sort_bitonic_pairs(&lesson.sort, pairs_to_sort(), sorted, lesson.given.count);
    lesson.passes_done = 1;
    end_sort();
}

void step_radix(void)
{
    wb_pairs between = {lesson.sort.keys.id, lesson.sort.values.id};
    wb_pairs sorted = {lesson.sorted_keys.id, lesson.sorted_values.id};
    wb_pairs from = pairs_to_sort();
    for (int shift = 0; shift < 32; shift += WB_SORT_DIGIT_BITS) {
        wb_pairs to = lesson.passes_done % 2 == 0 ? between : sorted;
        wb_sort_radix_pass(&lesson.sort, from, to, lesson.given.count, shift);
        lesson.passes_done++;
        if (keeps_history()) copy_to_history(to.keys);
        from = to;
    }
    end_sort();
}

/* ---- A task: radix sort by digits of four bits ---- */

void step_digits(void)
{
    wb_pairs between = {lesson.digits.keys.id, lesson.digits.values.id};
    wb_pairs sorted = {lesson.sorted_keys.id, lesson.sorted_values.id};
    task_sort(pairs_to_sort(), between, sorted, lesson.given.count);
    lesson.passes_done = 1;
    end_sort();
}

/* ---- The peers: the same sorts on one core of the CPU, and then to the GPU ---- */

// Ascending by key, then by value.
static int compare_pairs(const void *a, const void *b)
{
    const sort_pair *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

enum { PEER_DIGITS = 4, DIGIT_VALUES = 256 };

static uint32_t digit_of(uint32_t key, int digit)
{
    return key >> 8 * digit & (DIGIT_VALUES - 1);
}

// Ascending by key, and stable: by digits of eight bits. One reading counts all digits.
static void sort_by_digits(sort_pair *pairs, sort_pair *scratch, size_t count)
{
    size_t places[PEER_DIGITS][DIGIT_VALUES] = {0};
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < PEER_DIGITS; d++) places[d][digit_of(pairs[i].key, d)]++;
    for (int d = 0; d < PEER_DIGITS; d++) {
        size_t sum = 0;
        for (int r = 0; r < DIGIT_VALUES; r++) {
            size_t here = places[d][r];
            places[d][r] = sum;
            sum += here;
        }
    }
    for (int d = 0; d < PEER_DIGITS; d++) { // an even number: ends in `pairs`
        for (size_t i = 0; i < count; i++)
            scratch[places[d][digit_of(pairs[i].key, d)]++] = pairs[i];
        sort_pair *swapped = pairs;
        pairs = scratch;
        scratch = swapped;
    }
}

// The given pairs, with keys as uint32 of the same order.
static sort_pair *take_pairs(void)
{
    const input_pairs *given = &lesson.given;
    for (uint32_t i = 0; i < given->count; i++)
        lesson.cpu_pairs[i] = (sort_pair){order_of(given->keys[i], given->type), given->values[i]};
    return lesson.cpu_pairs;
}

// Behind the pairs there is room for as much again.
static void upload_pairs(const sort_pair *pairs)
{
    uint32_t count = lesson.given.count;
    uint32_t *keys = (uint32_t *)(lesson.cpu_pairs + count), *values = keys + count;
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = from_order(pairs[i].key, lesson.given.type);
        values[i] = pairs[i].value;
    }
    // What commands write needs no barrier.
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.sorted_keys.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, lesson.sorted_keys.size_bytes, keys);
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.sorted_values.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, lesson.sorted_values.size_bytes, values);
    lesson.passes_done = 1;
}

void step_cpu_qsort(void)
{
    wb_pass_begin("sort on the CPU");
    sort_pair *pairs = take_pairs();
    qsort(pairs, lesson.given.count, sizeof *pairs, compare_pairs);
    upload_pairs(pairs);
    wb_pass_end();
}

void step_cpu_radix(void)
{
    wb_pass_begin("sort on the CPU");
    sort_pair *pairs = take_pairs();
    sort_by_digits(pairs, pairs + lesson.given.count, lesson.given.count);
    upload_pairs(pairs);
    wb_pass_end();
}
