// Lesson 06: sorting keys and their values on the GPU, by a network of comparisons that are the
// same whatever the keys are (bitonic sort), and by the keys' digits (radix sort).
#include "parts.h"

#include <stdlib.h>

bitonic_lesson bitonic = {.keys = 256, .rows = 1};

// The kernel of the pass (k, j), variant by variant.
static const char *const kernels[] = {
    [GLOBAL] = "06_bitonic/pass.comp",         [SHARED] = "06_bitonic/pass.comp",
    [BITONIC] = "06_bitonic/pass.comp",        [RADIX] = "06_bitonic/pass.comp",
    [CPU_QSORT] = "06_bitonic/pass.comp",      [CPU_RADIX] = "06_bitonic/pass.comp",
    [UNPADDED] = "06_bitonic/unpadded.comp",   [NO_DIRECTION] = "06_bitonic/no_direction.comp",
    [NO_BARRIER] = "06_bitonic/pass.comp",     [EXERCISE] = "06_bitonic/exercise_descending.comp",
    [ZEROS_AND_ONES] = "06_bitonic/pass.comp",
};

/* ---- About the variant that runs ---- */

bool is_one_of(int first, int last)
{
    return wb_variant_index() >= first && wb_variant_index() <= last;
}

bool is_network(void)
{
    return wb_variant_index() == GLOBAL || is_one_of(UNPADDED, ZEROS_AND_ONES);
}

wb_type compared_type(void)
{
    return wb_variant_index() == EXERCISE ? WB_F32 : WB_U32;
}

uint32_t run_length(void)
{
    return wb_variant_index() == ZEROS_AND_ONES ? NETWORK : bitonic.given.room;
}

uint32_t power_of_two_from(uint32_t count)
{
    uint32_t power = 1;
    while (power < count) power *= 2;
    return power;
}

int count_passes(void)
{
    if (wb_variant_index() == RADIX) return 32 / WB_SORT_DIGIT_BITS;
    if (!is_network()) return 1;
    int merges = 0; // with 1, 2, 3, ... passes
    while (1u << merges < run_length()) merges++;
    return merges * (merges + 1) / 2;
}

GLuint groups(uint32_t count, uint32_t size)
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
        if (compared_type() == WB_U32) first[i] = order_of(first[i], bitonic.given.type);
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
    if (!picture_create()) return false;
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
    picture_delete();
    wb_sort_delete(&bitonic.sort);
    input_free(&bitonic.given);
    free(bitonic.cpu_pairs);
    bitonic.cpu_pairs = NULL;
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
            .draw = picture_draw,
            .quit = quit,
            .state = &bitonic,
            .state_bytes = sizeof bitonic,
            .cases = cases,
            .check_frames = 2,
            .expect = oracle_expect,
            .verify = oracle_verify,
            .bench_cases = bench_cases,
            .cost = cost,
            .status = picture_status,
        },
        argc, argv);
}
