// Lesson 06: sorting keys and their values on the GPU, by a network of comparisons that are the
// same whatever the keys are (bitonic sort), and by the keys' digits (radix sort).
#include "lesson/lesson.h"
#include "compute/sort.h"
#include "input.h"
#include "picture.h"
#include "sorting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum {
    GROUP = 512,       // invocations in a work group, each of which compares two pairs
    SPAN = 2 * GROUP,  // pairs that a work group of version 2 holds in shared memory
    NETWORK = 16,      // keys of the network that meets all zeros and ones
    FRAMES_A_PASS = 6, // for which the picture shows each pass; the last one,
    PAUSE = 12,        // as long as so many more
};
enum { KEYS = 0, VALUES = 1, GIVEN_KEYS = 2, GIVEN_VALUES = 3 }; // storage block bindings
enum { PADDED = 0, BEGIN_COUNT = 1, BEGIN_TYPE = 2 };            // uniform locations: begin.comp
enum { END_COUNT = 0, END_TYPE = 1 };                            // end.comp
enum { COUNT = 0, K = 1, J = 2 };                                // pass.comp and the like
enum { FIRST_K = 1, LAST_K = 2 };                                // span.comp

enum {
    GLOBAL,
    SHARED,
    BITONIC,
    RADIX,
    CPU_QSORT,
    CPU_RADIX,
    UNPADDED,
    NO_DIRECTION,
    NO_BARRIER,
    EXERCISE,
    ZEROS_AND_ONES,
};

// The pass (k, j).
static const char *const kernels[] = {
    [GLOBAL] = "06_bitonic/pass.comp",         [SHARED] = "06_bitonic/pass.comp",
    [BITONIC] = "06_bitonic/pass.comp",        [RADIX] = "06_bitonic/pass.comp",
    [CPU_QSORT] = "06_bitonic/pass.comp",      [CPU_RADIX] = "06_bitonic/pass.comp",
    [UNPADDED] = "06_bitonic/unpadded.comp",   [NO_DIRECTION] = "06_bitonic/no_direction.comp",
    [NO_BARRIER] = "06_bitonic/pass.comp",     [EXERCISE] = "06_bitonic/exercise_descending.comp",
    [ZEROS_AND_ONES] = "06_bitonic/pass.comp",
};

/* ---- State ---- */

static struct {
    int keys, input, type, pass, rows; // parameters

    input_pairs given; // on the CPU; its room is the power of two that the network works on
    wb_buffer given_keys, given_values;   // what is sorted, again in every step
    wb_buffer sorted_keys, sorted_values; // the result
    wb_buffer history;                    // for the picture: the keys after every pass, if few
    bool is_sorting;                      // between the first dispatch of a step and its last
    int passes_done;                      // of the step
    GLuint begin, compare, span, end;
    picture_programs picture;
    wb_sort sort;         // BITONIC, RADIX
    sort_pair *cpu_pairs; // CPU_QSORT, CPU_RADIX: twice as many as there are keys
} bitonic = {.keys = 256, .rows = 1};

static bool is_one_of(int first, int last)
{
    return wb_variant_index() >= first && wb_variant_index() <= last;
}

static bool is_network(void)
{
    return wb_variant_index() == GLOBAL || is_one_of(UNPADDED, ZEROS_AND_ONES);
}

// The type in which the keys are compared. The exercise is about float32; all others turn them into
// uint32 with the same order first.
static wb_type compared_type(void)
{
    return wb_variant_index() == EXERCISE ? WB_F32 : WB_U32;
}

// The length of the runs that the network sorts, each for itself.
static uint32_t run_length(void)
{
    return wb_variant_index() == ZEROS_AND_ONES ? NETWORK : bitonic.given.room;
}

static uint32_t power_of_two_from(uint32_t count)
{
    uint32_t power = 1;
    while (power < count) power *= 2;
    return power;
}

static int count_passes(void)
{
    if (wb_variant_index() == RADIX) return 32 / WB_SORT_DIGIT_BITS;
    if (!is_network()) return 1;
    int merges = 0; // with 1, 2, 3, ... passes
    while (1u << merges < run_length()) merges++;
    return merges * (merges + 1) / 2;
}

// So many groups of `size` that they cover `count`: the quotient, rounded up.
static GLuint groups(uint32_t count, uint32_t size)
{
    return count / size + (count % size != 0);
}

/* ---- Start and end ---- */

static bool fits_dispatch(uint32_t padded)
{
    GLint most = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most);
    if (groups(padded, GROUP) <= (GLuint)most) return true;
    wb_error("%u keys, padded to %u, need %u work groups; this driver dispatches at most %d\n"
             "what to do: sort fewer keys",
             bitonic.given.count, padded, groups(padded, GROUP), most);
    return false;
}

static bool make_input(void)
{
    wb_type type = compared_type() == WB_U32 ? (wb_type)bitonic.type : compared_type();
    if (!input_find(&bitonic.given, (uint32_t)bitonic.keys, type)) return false;
    uint32_t count = bitonic.given.count;
    bitonic.keys = (int)count;
    bool pads = (is_network() && wb_variant_index() != UNPADDED) || wb_variant_index() == SHARED;
    uint32_t padded = pads ? power_of_two_from(count) : count;
    input_kind kind =
        wb_variant_index() == ZEROS_AND_ONES ? INPUT_ZEROS_AND_ONES : (input_kind)bitonic.input;
    return fits_dispatch(padded) && input_make(&bitonic.given, padded, kind, wb_seed());
}

// A buffer of `words` words, of which those behind the last pair have no name: files, messages and
// hash know nothing of the padding.
static bool create_buffer(wb_buffer *buffer, const char *name, wb_type type, uint32_t words,
                          const uint32_t *data, bool state)
{
    wb_buffer_desc desc = {
        .name = name, .type = type, .shape = {words}, .data = data, .state = state};
    if (!wb_buffer_create(buffer, &desc)) return false;
    buffer->shape[0] = bitonic.given.count;
    buffer->size_bytes = (GLsizeiptr)bitonic.given.count * 4;
    return true;
}

static bool create_buffers(void)
{
    const input_pairs *g = &bitonic.given;
    return create_buffer(&bitonic.sorted_keys, "keys", g->type, g->room, g->keys, true) &&
           create_buffer(&bitonic.sorted_values, "values", WB_U32, g->room, g->values, true) &&
           create_buffer(&bitonic.given_keys, "given_keys", g->type, g->count, g->keys, false) &&
           create_buffer(&bitonic.given_values, "given_values", WB_U32, g->count, g->values, false);
}

// Its first row is written here, the others by the passes.
static bool create_history(void)
{
    uint32_t first[PICTURE_ROW_KEYS], count = bitonic.given.count;
    if (count > PICTURE_ROW_KEYS || !bitonic.rows) return true;
    for (uint32_t i = 0; i < count; i++) {
        first[i] = bitonic.given.keys[i];
        if (compared_type() == WB_U32) first[i] = sorting_order(first[i], bitonic.given.type);
    }
    size_t rows = (size_t)count_passes() + 1;
    if (!wb_buffer_create(
            &bitonic.history,
            &(wb_buffer_desc){.name = "history", .type = compared_type(), .shape = {rows, count}}))
        return false;
    glBindBuffer(GL_COPY_WRITE_BUFFER, bitonic.history.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)count * 4, first);
    return true;
}

static bool create_programs(void)
{
    const wb_define *constants = WB_DEFINES({"GROUP", GROUP}, {"SPAN", SPAN});
    bitonic.begin = wb_program_compute("06_bitonic/begin.comp", constants);
    bitonic.end = wb_program_compute("06_bitonic/end.comp", constants);
    bitonic.compare = wb_program_compute(kernels[wb_variant_index()], constants);
    bitonic.span = wb_program_compute("06_bitonic/span.comp", constants);
    return bitonic.begin != 0 && bitonic.end != 0 && bitonic.compare != 0 && bitonic.span != 0;
}

static bool init(void)
{
    bitonic.is_sorting = false;
    bitonic.passes_done = 0;
    if (!make_input() || !create_buffers() || !create_history() || !create_programs()) return false;
    if (!picture_create(&bitonic.picture)) return false;
    if (is_one_of(BITONIC, RADIX)) return wb_sort_create(&bitonic.sort, bitonic.given.count);
    if (!is_one_of(CPU_QSORT, CPU_RADIX)) return true;
    bitonic.cpu_pairs = malloc(2 * sizeof *bitonic.cpu_pairs * bitonic.given.count);
    if (bitonic.cpu_pairs == NULL) wb_error("there is no memory for %d pairs", 2 * bitonic.keys);
    return bitonic.cpu_pairs != NULL;
}

static void quit(void)
{
    wb_buffer *buffers[] = {&bitonic.given_keys, &bitonic.given_values, &bitonic.sorted_keys,
                            &bitonic.sorted_values, &bitonic.history};
    for (int i = 0; i < 5; i++) wb_buffer_delete(buffers[i]);
    GLuint *programs[] = {&bitonic.begin, &bitonic.compare, &bitonic.span, &bitonic.end};
    for (int i = 0; i < 4; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
    picture_delete(&bitonic.picture);
    wb_sort_delete(&bitonic.sort);
    input_free(&bitonic.given);
    free(bitonic.cpu_pairs);
    bitonic.cpu_pairs = NULL;
}

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

static void step_global(void)
{
    begin_sort();
    for (uint32_t k = 2; k <= power_of_two_from(run_length()); k *= 2)
        for (uint32_t j = k / 2; j > 0; j /= 2) run_pass(k, j);
    end_sort();
}

static void step_no_barrier(void)
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

static void step_shared(void)
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

static void step_bitonic(void)
{
    wb_pairs sorted = {bitonic.sorted_keys.id, bitonic.sorted_values.id};
    wb_sort_bitonic_pairs(&bitonic.sort, pairs_to_sort(), sorted, bitonic.given.count);
    bitonic.passes_done = 1;
    end_sort();
}

static void step_radix(void)
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

/* ---- The peers: the same on the CPU, and then to the GPU ---- */

static void step_cpu(void)
{
    const input_pairs *given = &bitonic.given;
    sort_pair *pairs = bitonic.cpu_pairs, *spare = pairs + given->count;
    wb_pass_begin("sort on the CPU");
    for (uint32_t i = 0; i < given->count; i++)
        pairs[i] = (sort_pair){sorting_order(given->keys[i], given->type), given->values[i]};
    if (wb_variant_index() == CPU_QSORT)
        sorting_qsort(pairs, given->count);
    else
        sorting_radix(pairs, spare, given->count);
    uint32_t *keys = (uint32_t *)spare, *values = keys + given->count;
    for (uint32_t i = 0; i < given->count; i++) {
        keys[i] = sorting_from_order(pairs[i].key, given->type);
        values[i] = pairs[i].value;
    }
    // What commands write needs no barrier.
    glBindBuffer(GL_COPY_WRITE_BUFFER, bitonic.sorted_keys.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, bitonic.sorted_keys.size_bytes, keys);
    glBindBuffer(GL_COPY_WRITE_BUFFER, bitonic.sorted_values.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, bitonic.sorted_values.size_bytes, values);
    wb_pass_end();
    bitonic.passes_done = 1;
}

/* ---- The picture ---- */

// The pass that the picture shows: where the step has stopped, or else the parameter's, or else one
// after the other. Of many keys it can only show what is now.
static int shown_pass(void)
{
    int passes = count_passes();
    if (bitonic.is_sorting || bitonic.history.id == 0) return bitonic.passes_done;
    int shown =
        bitonic.pass > 0 ? bitonic.pass : (int)(wb_frame() / FRAMES_A_PASS % (passes + 1 + PAUSE));
    return shown < passes ? shown : passes;
}

static void write_subtitle(char *text, size_t size, int shown)
{
    uint32_t k, j;
    picture_find_pass(shown, &k, &j);
    if (shown == 0)
        snprintf(text, size, "before the first of %d passes", count_passes());
    else if (is_network())
        snprintf(text, size, "pass %d of %d:  k = %u, j = %u", shown, count_passes(), k, j);
    else if (count_passes() > 1)
        snprintf(text, size, "pass %d of %d:  by bits %d to %d", shown, count_passes(),
                 (shown - 1) * WB_SORT_DIGIT_BITS, shown * WB_SORT_DIGIT_BITS - 1);
    else
        snprintf(text, size, "sorted");
}

// Whether the next sort's first dispatch overwrites the keys that the picture reads. Radix sort
// puts them elsewhere first, and what the CPU uploads waits by itself.
static bool overwrites_at_once(void)
{
    if (is_one_of(CPU_QSORT, CPU_RADIX)) return false;
    return wb_variant_index() != RADIX || bitonic.given.type != WB_U32;
}

static void draw(const wb_view *view)
{
    static const char *const types[] = {"uint32", "int32", "float32"};
    const input_pairs *given = &bitonic.given;
    char title[120], subtitle[120];
    int shown = shown_pass();
    bool in_order = bitonic.is_sorting && compared_type() == WB_U32; // not yet of their own type
    snprintf(title, sizeof title, "%u %s %s keys", given->count,
             given->is_from_file ? "given" : input_name((input_kind)bitonic.input),
             types[given->type]);
    write_subtitle(subtitle, sizeof subtitle, shown);
    picture_draw(&bitonic.picture,
                 &(picture_scene){.keys = bitonic.sorted_keys.id,
                                  .given = bitonic.given_keys.id,
                                  .history = bitonic.history.id,
                                  .type = in_order ? WB_U32 : given->type,
                                  .given_type = given->type,
                                  .history_type = compared_type(),
                                  .count = given->count,
                                  .low = given->low,
                                  .high = given->high,
                                  .passes = count_passes(),
                                  .shown = shown,
                                  .is_network = is_network(),
                                  .title = title,
                                  .subtitle = subtitle},
                 view->width, view->height);
    // The next sort overwrites the keys.
    if (overwrites_at_once()) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

static void status(char *text, size_t size)
{
    int length = snprintf(text, size, "%u keys, ", bitonic.given.count);
    if (length > 0 && (size_t)length < size)
        write_subtitle(text + length, size - (size_t)length, shown_pass());
}

/* ---- The oracle ---- */

// Bitonic sort and qsort() order equal keys by their values; radix sort leaves them as they were.
static bool expect(const char *buffer, int64_t steps, void *expected)
{
    const uint32_t *keys = wb_start_state("keys"), *values = wb_start_state("values");
    uint32_t count = bitonic.given.count, run = count;
    bool is_keys = strcmp(buffer, "keys") == 0, is_values = strcmp(buffer, "values") == 0;
    if ((!is_keys && !is_values) || keys == NULL || values == NULL || steps < 1) return false;
    sorting_rule rule = {.type = bitonic.given.type,
                         .descending = wb_variant_index() == EXERCISE,
                         .by_value =
                             wb_variant_index() != RADIX && wb_variant_index() != CPU_RADIX};
    if (wb_variant_index() == ZEROS_AND_ONES) run = NETWORK;
    uint32_t *other = malloc((size_t)count * 4);
    bool good = other != NULL;
    for (uint32_t i = 0; good && i < count; i += run) {
        uint32_t length = count - i < run ? count - i : run;
        uint32_t *sorted = expected;
        good = sorting_expect(keys + i, values + i, is_keys ? sorted + i : other,
                              is_keys ? other : sorted + i, length, rule);
    }
    free(other);
    return good;
}

// Compares bits, whatever the keys' type is: sorting moves NaN and -0 too, and changes none.
static bool verify_buffer(const wb_buffer *buffer)
{
    uint32_t *got = malloc((size_t)buffer->size_bytes),
             *expected = malloc((size_t)buffer->size_bytes);
    bool good = got != NULL && expected != NULL && expect(buffer->name, wb_frame(), expected);
    if (good) {
        wb_buffer_read(buffer, got);
        wb_array array = {
            .type = WB_U32, .dimensions = 1, .shape = {buffer->shape[0]}, .data = got};
        good = wb_check_equal(buffer->name, &array, expected);
    }
    free(got);
    free(expected);
    return good;
}

static bool verify(void)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    bool keys_are_good = verify_buffer(&bitonic.sorted_keys);
    return verify_buffer(&bitonic.sorted_values) && keys_are_good;
}

static wb_cost cost(void)
{
    double bytes = 8.0 * bitonic.given.count; // a key and its value
    return (wb_cost){
        .read_bytes = bytes, .written_bytes = bytes, .items = bitonic.given.count, .item = "keys"};
}

/* ---- The description ---- */

static const wb_exercise descending = {
    .task = "Sort float32 keys so that the largest comes first: say which of two keys comes before "
            "the other.",
    .kernel = "06_bitonic/exercise_descending.comp",
    .solution = "06_bitonic/solution_descending.comp",
    .hints = {"First turn the bits into a uint that has the same order, then compare the uints the "
              "other way round.",
              "The sign is bit 31. Without it: a ^ 0x80000000u puts the number above all negative "
              "ones. With it: ~a turns the order of the negative ones round."},
};

static const wb_variant variants[] = {
    {.name = "global",
     .part = "sort",
     .shows = "bitonic, one dispatch for each (k, j): 136 for 65,536 keys",
     .limit = "every comparison reads its two pairs from memory",
     .step = step_global},
    {.name = "shared",
     .part = "sort",
     .shows = "bitonic, all passes within 1,024 pairs in shared memory",
     .limit = "a barrier after every comparison, and a dispatch for each longer pass",
     .step = step_shared},
    {.name = "bitonic",
     .part = "sort",
     .shows = "bitonic, three passes at a time on eight pairs in registers; common/compute/sort.h",
     .limit = "the comparisons themselves: n log(n)^2 / 4 of them",
     .step = step_bitonic},
    {.name = "radix",
     .part = "sort",
     .shows = "by digits of eight bits: count, scan, place, four times; common/compute/sort.h",
     .limit = "reads the keys twice and writes every pair once for each digit",
     .step = step_radix},
    {.name = "cpu_qsort",
     .part = "sort",
     .shows = "the C library's qsort() on one core of the CPU, then an upload",
     .limit = "n log(n) comparisons, one after the other, by calls through a pointer",
     .on_cpu = true,
     .step = step_cpu},
    {.name = "cpu_radix",
     .part = "sort",
     .shows = "a radix sort on one core of the CPU, then an upload",
     .limit = "one core's access to memory",
     .on_cpu = true,
     .step = step_cpu},
    {.name = "unpadded",
     .part = "sort",
     .shows = "as global, on just as many keys as there are",
     .broken = "keys that are not sorted, unless their number is a power of two",
     .step = step_global},
    {.name = "no_direction",
     .part = "sort",
     .shows = "as global, with all comparisons upwards",
     .broken = "a pattern of sorted pieces, but no order",
     .step = step_global},
    {.name = "no_barrier",
     .part = "sort",
     .shows = "as global, without glMemoryBarrier between the passes",
     .broken = "nothing, on most drivers: only the barrier checker sees it",
     .step = step_no_barrier},
    {.name = "exercise",
     .part = "sort",
     .shows = "your comparison: float32, the largest first",
     .exercise = &descending,
     .step = step_global},
    {.name = "zeros_and_ones",
     .part = "proof",
     .shows = "a network of 16 on runs of zeros and ones: with keys=1048576, on all there are",
     .limit = "it is a proof, not a sort",
     .step = step_global},
    {0},
};

static const wb_param params[] = {
    {.name = "keys",
     .i = &bitonic.keys,
     .min = 1,
     .max = 1 << 27,
     .unit = "keys",
     .help = "how many, if no file gives them",
     .restarts = true},
    {.name = "input",
     .i = &bitonic.input,
     .min = INPUT_RANDOM,
     .max = INPUT_LARGEST,
     .help = "0 random, 1 sorted, 2 reversed, 3 equal, 4 few, 5 organ pipe, 6 mostly the largest",
     .restarts = true},
    {.name = "type",
     .i = &bitonic.type,
     .min = WB_U32,
     .max = WB_F32,
     .help = "of the keys: 0 uint32, 1 int32, 2 float32",
     .restarts = true},
    {.name = "pass",
     .i = &bitonic.pass,
     .min = 0,
     .max = 78,
     .help = "the pass that the picture shows; 0: one after the other"},
    {.name = "rows",
     .i = &bitonic.rows,
     .min = 0,
     .max = 1,
     .help =
         "1: keeps up to 4,096 keys after every pass, for the picture; 0: takes no time for that",
     .restarts = true},
    {0},
};

static const char *const cases[] = {
    "sort: keys=4096 type=2", // the first has all passes that there are
    "sort: keys=1",
    "sort: keys=2",
    "sort: keys=3 input=2",
    "sort: keys=61",
    "sort: keys=255 type=1",
    "sort: keys=256 input=3",
    "sort: keys=257 input=2",
    "sort: keys=1000 type=2",
    "sort: keys=1023",
    "sort: keys=1024 input=4",
    "sort: keys=1025 input=6",
    "sort: keys=2047 input=5",
    "sort: keys=2049",
    "sort: keys=4097 input=6",
    "sort: keys=8191 type=2 input=4",
    "sort: keys=16411 input=1",
    "sort: keys=65536",
    "proof: keys=16",
    "proof: keys=1048576",
    NULL,
};

static const char *const bench_cases[] = {
    "sort: keys=1024 rows=0", "sort: keys=4096 rows=0",
    "sort: keys=16384",       "sort: keys=65536",
    "sort: keys=262144",      "sort: keys=1048576",
    "sort: keys=4194304",     "sort: keys=16777216",
    "sort: keys=67108864",    NULL,
};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "06_bitonic",
            .title = "Bitonic sort, and radix sort beyond",
            .variants = variants,
            .params = params,
            .frames = 182,
            .init = init,
            .draw = draw,
            .quit = quit,
            .state = &bitonic,
            .state_bytes = sizeof bitonic,
            .cases = cases,
            .check_frames = 2,
            .expect = expect,
            .verify = verify,
            .bench_cases = bench_cases,
            .cost = cost,
            .status = status,
        },
        argc, argv);
}
