#include "oracle.h"
#include "base/text.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

typedef struct ranked_pair {
    uint32_t order, second; // what decides, and what decides between equals
    uint32_t key, value;
} ranked_pair;

static int compare_ranked(const void *a, const void *b)
{
    const ranked_pair *x = a, *y = b;
    if (x->order != y->order) return x->order < y->order ? -1 : 1;
    return (x->second > y->second) - (x->second < y->second);
}

// The place of a float32 among scores: the largest first, 0 and -0 equal, all NaN behind the rest.
static uint32_t order_of_score(uint32_t bits)
{
    uint32_t magnitude = bits & 0x7FFFFFFF;
    if (magnitude > 0x7F800000) return UINT32_MAX; // NaN; no number has this place
    return ~order_of(magnitude > 0 ? bits : 0, WB_F32);
}

// Bitonic sort and qsort() order equal keys by their values; radix sort leaves them as they were.
static void sort_run(const uint32_t *keys, const uint32_t *values, uint32_t count,
                     ranked_pair *ranked)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t order =
            traits()->has_scores ? order_of_score(keys[i]) : order_of(keys[i], lesson.given.type);
        ranked[i] = (ranked_pair){.order = order,
                                  .second = traits()->is_stable ? i : values[i],
                                  .key = keys[i],
                                  .value = values[i]};
    }
    qsort(ranked, count, sizeof *ranked, compare_ranked);
}

wb_answer oracle_expect(const char *buffer, int64_t steps, void *expected)
{
    const uint32_t *keys = wb_start_state("keys"), *values = wb_start_state("values");
    uint32_t count = lesson.given.count, *sorted = expected;
    bool is_keys = strcmp(buffer, "keys") == 0, is_values = strcmp(buffer, "values") == 0;
    if ((!is_keys && !is_values) || keys == NULL || values == NULL || steps < 1)
        return WB_NO_ANSWER;
    uint32_t run = lesson.run < count ? lesson.run : count;
    ranked_pair *ranked = malloc(run * sizeof *ranked);
    if (ranked == NULL) {
        wb_error("no memory to sort %u pairs on the CPU", run);
        return WB_ANSWER_FAILED;
    }
    for (uint32_t first = 0; first < count; first += run) {
        uint32_t length = count - first < run ? count - first : run;
        sort_run(keys + first, values + first, length, ranked);
        for (uint32_t i = 0; i < length; i++)
            sorted[first + i] = is_keys ? ranked[i].key : ranked[i].value;
    }
    free(ranked);
    return WB_ANSWERED;
}

// Compares bits, whatever the keys' type is: sorting moves NaN and -0 too, and changes none.
static wb_result verify_buffer(const wb_buffer *buffer)
{
    size_t bytes = (size_t)buffer->size_bytes;
    uint32_t *got = malloc(bytes), *expected = malloc(bytes);
    wb_result result = WB_NOT_RUN;
    if (got == NULL || expected == NULL) {
        wb_error("no memory for two copies of buffer %s", buffer->name);
    } else if (oracle_expect(buffer->name, wb_frame(), expected) == WB_ANSWERED &&
               wb_buffer_read(buffer, got)) {
        wb_array array = wb_buffer_array(buffer, got);
        result = wb_result_of(wb_check_bits(buffer->name, &array, expected));
    }
    free(got);
    free(expected);
    return result;
}

// Few keys as they were given, and as they came out, beside the message about one of them.
static void tell_keys(void)
{
    enum { FEW = 16 };
    uint32_t got[FEW];
    char given_text[400] = "", got_text[400] = "";
    const uint32_t *given = wb_start_state("keys");
    if (given == NULL || lesson.given.count > FEW || lesson.given.type != WB_U32 ||
        !wb_buffer_read(&lesson.sorted_keys, got))
        return;
    for (uint32_t i = 0; i < lesson.given.count; i++) {
        wb_text_append(given_text, sizeof given_text, " %u", given[i]);
        wb_text_append(got_text, sizeof got_text, " %u", got[i]);
    }
    wb_note("given:   %s\n  came out:%s", given_text, got_text);
}

wb_result oracle_verify(void)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_result keys = verify_buffer(&lesson.sorted_keys);
    if (keys == WB_WRONG) tell_keys();
    return wb_result_and(keys, verify_buffer(&lesson.sorted_values));
}
