// Lesson 02: shared memory. What a work group keeps close by, so that it reads it once and uses it
// often; and what that takes: a barrier, a halo, room, and addresses in different banks.
#include "parts.h"


/* Each of the five parts stands in a file of its own: blur.c, banks.c, chase.c, matmul.c, scan.c.
 * Here is what they have in common, and the list of all versions. */

shared_lesson lesson = {
    .blur = {.radius = 3, .rows_each = 2},
    .banks = {.stride = 32, .groups = 64, .rounds = 4},
    .chase = {.table_bits = 12},
    .matmul = {.n = 256},
    .scan = {.n = 16, .levels = 4},
};

GLuint groups_for(int count, int size)
{
    return (GLuint)((count + size - 1) / size);
}

bool shared_memory_fits(const char *what, GLint bytes, const char *cure)
{
    if (bytes <= lesson.shared_bytes) return true;
    wb_error("%s would take %d bytes of shared memory; this machine has %d for a work group\n"
             "what to do: %s",
             what, bytes, lesson.shared_bytes, cure);
    return false;
}

static const shared_part *part(void)
{
    int variant = wb_variant_index();
    if (variant < BANKS_STRIDED) return &blur_part;
    if (variant < CHASE_SHARED) return &banks_part;
    if (variant < MATMUL_NAIVE) return &chase_part;
    return variant < SCAN_SERIAL ? &matmul_part : &scan_part;
}

static bool init(void)
{
    glGetIntegerv(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, &lesson.shared_bytes);
    glGenVertexArrays(1, &lesson.panel_array);
    return part()->init();
}

static void draw(const wb_view *view)
{
    part()->draw(view);
}

static void quit(void)
{
    part()->quit();
    glDeleteVertexArrays(1, &lesson.panel_array);
    lesson.panel_array = 0;
}

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    return part()->expect(buffer, steps, expected);
}

static wb_cost cost(void)
{
    return part()->cost();
}

// Everything here is exact, but for products of matrices of real numbers.
static bool verify(void)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_verify_state()
    if (part() == &matmul_part && lesson.matmul.reals) return matmul_verify_reals();
    return wb_verify_state();
}

/* ---- The description ---- */

static const wb_exercise down_sweep = {
    .task = "Write the down-sweep: what stands before each part goes to both of its halves.",
    .kernel = "02_shared/exercise_down_sweep.comp",
    .solution = "02_shared/solution_down_sweep.comp",
    .hints = {"keep the left half's own sum before you overwrite it: the right half needs it",
              "the left half begins where the part begins, so it inherits sums[right]; before the "
              "right half stands that, and the left half's own sum"},
};

static const wb_variant variants[] = {
    [BLUR_GLOBAL] = {.name = "global",
                     .part = "blur",
                     .shows = "one invocation a pixel, all neighbours read from the buffer",
                     .limit = "each pixel is read (2 radius + 1)^2 times, through the caches",
                     .step = blur_step},
    [BLUR_TILE] = {.name = "tile",
                   .part = "blur",
                   .shows = "a tile with a halo in shared memory; neighbours are read there",
                   .limit = "arithmetic: (2 radius + 1)^2 pixels are taken apart for every one",
                   .step = blur_step},
    [BLUR_SEPARABLE] = {.name = "separable",
                        .part = "blur",
                        .shows = "two dispatches: sums along the rows, then down the columns",
                        .limit = "the row sums go out to memory and back: 24 bytes a pixel, not 8",
                        .step = blur_step_separable},
    [BLUR_FUSED] = {.name = "fused",
                    .part = "blur",
                    .shows = "one dispatch: the tile holds the row sums; four pixels at a time",
                    .limit = "shared memory: a sum is written once and read several times",
                    .step = blur_step},
    [BLUR_WALK] = {.name = "walk",
                   .part = "blur",
                   .shows = "no shared memory: each invocation walks down, sums in registers",
                   .limit = "arithmetic on whole numbers, and few invocations to hide waiting",
                   .step = blur_step},
    [BLUR_NO_HALO] = {.name = "no_halo",
                      .part = "blur",
                      .shows = "a tile without a halo: neighbours in other tiles are left out",
                      .broken = "a seam along the edge of every group",
                      .step = blur_step},
    [BLUR_NO_BARRIER] = {.name = "no_barrier",
                         .part = "blur",
                         .shows = "no barrier() between loading the tile and reading it",
                         .broken = "pixels of another place, and others in every run",
                         .step = blur_step},
    [BLUR_UNWRITTEN] = {.name = "unwritten",
                        .part = "blur",
                        .shows =
                            "nobody loads the halo: shared memory is read that was never written",
                        .broken = "edges of every group in the colours of another, or dark",
                        .step = blur_step},
    [BLUR_EARLY_RETURN] = {.name = "early_return",
                           .part = "blur",
                           .shows =
                               "idle invocations return before barrier(), and before they load",
                           .broken = "wrong pixels along the right and the lower edge, or a hang",
                           .step = blur_step},
    [BLUR_TOO_MUCH] = {.name = "too_much",
                       .part = "blur",
                       .shows = "one word more of shared memory than the machine has for a group",
                       .broken = "a message from the linker, and no blur",
                       .step = blur_step},
    [BANKS_STRIDED] = {.name = "strided",
                       .part = "banks",
                       .shows = "32 lanes read words that are `stride` apart",
                       .limit = "an even stride: several words are wanted from one bank",
                       .step = banks_step},
    [BANKS_PADDED] = {.name = "padded",
                      .part = "banks",
                      .shows = "the same with an unused word after each row, if the stride is even",
                      .limit = "one word for each of the 32 banks at a time",
                      .step = banks_step},
    [BANKS_BROADCAST] = {.name = "broadcast",
                         .part = "banks",
                         .shows = "all lanes read the same word",
                         .limit = "one word at a time; but no worse than 32 different ones",
                         .step = banks_step},
    [CHASE_SHARED] = {.name = "chase_shared",
                      .part = "chase",
                      .shows = "one load after the other, from shared memory",
                      .limit = "the latency of shared memory",
                      .step = chase_step},
    [CHASE_GLOBAL] = {.name = "chase_global",
                      .part = "chase",
                      .shows = "one load after the other, from a buffer",
                      .limit = "the latency of the cache, or memory, that the table fits into",
                      .step = chase_step},
    [MATMUL_NAIVE] = {.name = "naive",
                      .part = "matmul",
                      .shows = "one invocation an element, rows and columns read from the buffers",
                      .limit = "two loads for every multiply-add",
                      .step = matmul_step},
    [MATMUL_TILE] = {.name = "matmul_tile",
                     .part = "matmul",
                     .shows = "tiles of 32 x 32 in shared memory, A's stored transposed",
                     .limit = "stores that are 32 words apart: all in one bank",
                     .step = matmul_step},
    [MATMUL_PADDED] = {.name = "matmul_padded",
                       .part = "matmul",
                       .shows = "the same with an unused word after each row of A's tile",
                       .limit = "two loads from shared memory for every multiply-add",
                       .step = matmul_step},
    [MATMUL_REGISTERS] = {.name = "registers",
                          .part = "matmul",
                          .shows = "8 x 8 elements an invocation, in registers; tiles loaded ahead",
                          .limit = "registers: few groups at a time, whose multipliers wait",
                          .step = matmul_step},
    [SCAN_SERIAL] = {.name = "scan_serial",
                     .part = "scan",
                     .shows = "the first invocation of the group adds up alone",
                     .limit = "as many steps as elements, while all others wait",
                     .step = scan_step},
    [SCAN_HILLIS_STEELE] = {.name = "hillis_steele",
                            .part = "scan",
                            .shows = "log2(block) levels, in which every element adds another",
                            .limit = "log2(block) additions an element, where two would do",
                            .step = scan_step},
    [SCAN_BLELLOCH] = {.name = "blelloch",
                       .part = "scan",
                       .shows = "work-efficient: sums of parts up the tree, offsets down it",
                       .limit = "in the upper levels all words are in one bank",
                       .step = scan_step},
    [SCAN_PADDED] = {.name = "blelloch_padded",
                     .part = "scan",
                     .shows = "the same with an unused word after every 32",
                     .limit = "2 log2(block) barriers, with ever fewer invocations at work",
                     .step = scan_step},
    [SCAN_EXERCISE] = {.name = "exercise",
                       .part = "scan",
                       .shows = "your kernel: the down-sweep",
                       .exercise = &down_sweep,
                       .step = scan_step},
    [VARIANT_COUNT] = {0},
};

static const wb_param params[] = {
    {.name = "radius",
     .part = "blur",
     .i = &lesson.blur.radius,
     .min = 1,
     .max = 7,
     .unit = "pixels",
     .help = "how far the mean reaches",
     .rebuild = blur_rebuild},
    {.name = "rows_each",
     .part = "blur",
     .i = &lesson.blur.rows_each,
     .min = 1,
     .max = 8,
     .help = "fused: rows that an invocation computes",
     .rebuild = blur_rebuild},
    {.name = "width",
     .part = "blur",
     .i = &lesson.blur.width,
     .min = 0,
     .max = 16384,
     .unit = "pixels",
     .help = "of the picture, cut or repeated; 0: as it is",
     .restarts = true},
    {.name = "height",
     .part = "blur",
     .i = &lesson.blur.height,
     .min = 0,
     .max = 16384,
     .unit = "pixels",
     .help = "of the picture, cut or repeated; 0: as it is",
     .restarts = true},
    {.name = "stride",
     .part = "banks",
     .i = &lesson.banks.stride,
     .min = 1,
     .max = 33,
     .unit = "words",
     .help = "between the words that neighbouring lanes read"},
    {.name = "groups",
     .part = "banks",
     .i = &lesson.banks.groups,
     .min = 1,
     .max = 65535,
     .help = "work groups of 256",
     .restarts = true},
    {.name = "rounds",
     .part = "banks",
     .i = &lesson.banks.rounds,
     .min = 1,
     .max = 1024,
     .help = "of 32 loads, for each invocation"},
    {.name = "table_bits",
     .part = "chase",
     .i = &lesson.chase.table_bits,
     .min = 6,
     .max = 28,
     .help = "the table has 2^table_bits words of 4 bytes",
     .restarts = true},
    {.name = "n",
     .part = "matmul",
     .i = &lesson.matmul.n,
     .min = 1,
     .max = 8192,
     .help = "rows and columns of the matrices",
     .restarts = true},
    {.name = "reals",
     .part = "matmul",
     .i = &lesson.matmul.reals,
     .min = 0,
     .max = 1,
     .help = "1: random numbers from -1 to 1; 0: rings of whole numbers",
     .restarts = true},
    {.name = "elements",
     .part = "scan",
     .i = &lesson.scan.n,
     .min = 1,
     .max = 33554432,
     .help = "numbers to scan",
     .restarts = true},
    {.name = "levels",
     .part = "scan",
     .i = &lesson.scan.levels,
     .min = 1,
     .max = 10,
     .help = "a group scans a block of 2^levels elements",
     .restarts = true},
    {0},
};

static const char *const cases[] = {
    "blur: width=1 height=1",
    "blur: width=4 height=3 radius=7",
    "blur: width=15 height=15 radius=1",
    "blur: width=16 height=16 radius=2",
    "blur: width=17 height=17 radius=4",
    "blur: width=61 height=67 radius=5",
    "blur: width=131 height=129 radius=7 rows_each=1",
    "blur: width=960 height=640",
    "banks: stride=1 groups=1",
    "banks: stride=2 groups=3 rounds=1",
    "banks: stride=31 groups=7 rounds=33",
    "banks: stride=32",
    "banks: stride=33 rounds=40",
    "chase: table_bits=6",
    "chase: table_bits=12",
    "chase: table_bits=17",
    "matmul: n=1",
    "matmul: n=7",
    "matmul: n=8",
    "matmul: n=31",
    "matmul: n=33 reals=1",
    "matmul: n=127",
    "matmul: n=128 reals=1",
    "matmul: n=131",
    "matmul: n=257 reals=1",
    "scan: elements=1 levels=1",
    "scan: elements=3 levels=1",
    "scan: elements=15",
    "scan: elements=16",
    "scan: elements=17",
    "scan: elements=1009 levels=5",
    "scan: elements=100003 levels=9",
    "scan: elements=65536 levels=10",
    NULL,
};

static const char *const bench_cases[] = {
    "blur: width=4096 height=4096 radius=2",
    "blur: width=2048 height=2048 radius=7",
    "banks: stride=1 groups=1056 rounds=32",
    "banks: stride=2 groups=1056 rounds=32",
    "banks: stride=3 groups=1056 rounds=32",
    "banks: stride=4 groups=1056 rounds=32",
    "banks: stride=8 groups=1056 rounds=32",
    "banks: stride=16 groups=1056 rounds=32",
    "banks: stride=17 groups=1056 rounds=32",
    "banks: stride=31 groups=1056 rounds=32",
    "banks: stride=32 groups=1056 rounds=32",
    "banks: stride=33 groups=1056 rounds=32",
    "chase: table_bits=12",
    "chase: table_bits=20",
    "chase: table_bits=25",
    "matmul: n=512 reals=1",
    "matmul: n=2048 reals=1",
    "scan: elements=16777216 levels=9",
    NULL,
};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "02_shared",
            .title = "Shared memory",
            .variants = variants,
            .first_variant = BLUR_TILE,
            .params = params,
            .frames = 4,
            .init = init,
            .draw = draw,
            .quit = quit,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .cases = cases,
            .check_frames = 2,
            .expect = expect,
            .verify = verify,
            .bench_cases = bench_cases,
            .cost = cost,
            .format = ".png",
            .load = blur_load,
            .dump = blur_dump,
            .hovers = true,
        },
        argc, argv);
}
