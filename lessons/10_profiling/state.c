#include "state.h"

#include "gl/clock.h"

#include <stdlib.h>
#include <string.h>

lesson_state lesson = {.vectors = 1 << 20,
                       .group = 256,
                       .arithmetic = 16,
                       .reads = 1,
                       .rounds = 1000,
                       .shared_kib = 4,
                       .held = 8};

enum { FEW = 32 }; // elements of the tiny ones

/* ---- About the variant that runs ---- */

const work_traits *traits(void)
{
    static const work_traits plain;
    const void *data = wb_current_variant()->data;
    return data != NULL ? data : &plain;
}

int run_count(void)
{
    return traits()->sweeps ? SWEEP_RUNS : EXPERIMENT_RUNS;
}

const char *run_name(int run)
{
    static const char *const experiment[EXPERIMENT_RUNS] = {"as it is", "more arithmetic",
                                                            "more reads", "more invocations"};
    static const char *const sweep[SWEEP_RUNS] = {"1 multiply-add",    "2 multiply-adds",
                                                  "4 multiply-adds",   "8 multiply-adds",
                                                  "16 multiply-adds",  "32 multiply-adds",
                                                  "64 multiply-adds",  "128 multiply-adds",
                                                  "256 multiply-adds", "yours"};
    return traits()->sweeps ? sweep[run] : experiment[run];
}

int elements_of(int run)
{
    int elements = traits()->is_tiny && lesson.vectors > FEW ? FEW : lesson.vectors;
    return !traits()->sweeps && run == MORE_INVOCATIONS ? MORE * elements : elements;
}

int arithmetic_of(int run)
{
    if (traits()->sweeps) return run == OWN ? lesson.arithmetic : 1 << run;
    int arithmetic = traits()->arithmetic > 0 ? traits()->arithmetic : lesson.arithmetic;
    return run == MORE_ARITHMETIC ? MORE * arithmetic : arithmetic;
}

int reads_of(int run)
{
    if (traits()->sweeps) return run == OWN ? lesson.reads : 1;
    int reads = traits()->reads > 0 ? traits()->reads : lesson.reads;
    return run == MORE_READS ? MORE * reads : reads;
}

double read_bytes_of(int run)
{
    return 16.0 * elements_of(run) * reads_of(run);
}

double bytes_of(int run)
{
    return read_bytes_of(run) + 16.0 * elements_of(run);
}

// Of a vector's four numbers. A read is added up, which is no multiply-add.
double operations_of(int run)
{
    return 4.0 * elements_of(run) * arithmetic_of(run);
}

int room_words(void)
{
    int words = lesson.shared_kib * 256;
    return words > lesson.group ? words : lesson.group;
}

int rows_to_read(void)
{
    int rows = 4 * lesson.vectors / lesson.group;
    return rows < 1 ? 1 : rows < MOST_ROWS ? rows : MOST_ROWS;
}

void paths_extent(int extent[2])
{
    int words = 4 * lesson.vectors;
    extent[0] = words < COLUMNS ? words : COLUMNS;
    extent[1] = words / extent[0];
}

GLsizeiptr upload_stride(void)
{
    GLint alignment = 256;
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, &alignment);
    return (16 * (GLsizeiptr)lesson.vectors + alignment - 1) / alignment * alignment;
}

work_traits frame_work(int stretch)
{
    static const work_traits work[STRETCHES] = {[MOVE_PASS] = {.arithmetic = 1, .reads = 4},
                                                [COMPUTE_PASS] = {.arithmetic = 64, .reads = 1},
                                                [SMALL_PASS] = {.arithmetic = 1, .reads = 1}};
    return work[stretch];
}

const wb_buffer *frame_source(int stretch)
{
    int before = stretch - 1;
    if (before == lesson.off) before--;
    return before < MOVE_PASS ? &lesson.numbers : &lesson.results[before];
}

int frame_last(void)
{
    return lesson.off == SMALL_PASS ? COMPUTE_PASS : SMALL_PASS;
}

uint32_t fresh_number(size_t i, int64_t frame)
{
    return (uint32_t)i * 2654435761u + (uint32_t)frame;
}

/* ---- Costs ---- */

static wb_cost cost_of(double read_bytes, double written_bytes, double items, const char *item)
{
    return (wb_cost){
        .read_bytes = read_bytes, .written_bytes = written_bytes, .items = items, .item = item};
}

wb_cost occupancy_cost(void)
{
    double elements = lesson.vectors;
    return cost_of(4.0 * TURNS * elements, 16.0 * elements, TURNS * elements, "reads");
}

wb_cost rounds_cost(void)
{
    double bytes = 16.0 * lesson.vectors;
    return cost_of(bytes, bytes, lesson.vectors, "elements");
}

wb_cost packing_cost(void)
{
    double bytes = (double)lesson.numbers.size_bytes;
    return cost_of(bytes, bytes, 8.0 * bytes / traits()->bits, "samples");
}

wb_cost paths_cost(void)
{
    int extent[2];
    paths_extent(extent);
    double words = (double)extent[0] * extent[1];
    return cost_of(4.0 * words, 4.0 * words, words, "sums");
}

wb_cost uploads_cost(void)
{
    double bytes = 16.0 * lesson.vectors;
    return cost_of(bytes, bytes, bytes, "bytes sent");
}

/* ---- Times ---- */

float time_of(int run, int clock)
{
    float times[MOST_RUNS][CLOCKS];
    wb_buffer_read(&lesson.times, times);
    return times[run][clock] > 0.0f ? times[run][clock] : 0.0f;
}

void store_times(void)
{
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.times.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, sizeof lesson.shortest, lesson.shortest);
}

/* ---- Start ---- */

static bool create_numbers_from(int vectors, uint32_t *start)
{
    bool good = start != NULL &&
                wb_buffer_create(&lesson.numbers, &(wb_buffer_desc){.name = "numbers",
                                                                    .type = WB_U32,
                                                                    .shape = {(size_t)vectors, 4},
                                                                    .data = start,
                                                                    .state = true});
    if (start == NULL) wb_error("there is no memory for %d vectors", vectors);
    free(start);
    return good;
}

// Random numbers; of samples of 16 or 32 bits, those that 8 bits hold.
static bool create_numbers(int vectors, int bits)
{
    uint32_t *start = malloc(16 * (size_t)vectors);
    wb_random random = wb_random_seed(wb_seed());
    uint32_t mask = bits == 32 ? 0x000000FF : bits == 16 ? 0x00FF00FF : 0xFFFFFFFF;
    for (size_t i = 0; start != NULL && i < 4 * (size_t)vectors; i++)
        start[i] = wb_random_u32(&random) & mask;
    return create_numbers_from(vectors, start);
}

// In each row of `group` numbers the same number: which row comes next. All rows come.
static bool create_rows(void)
{
    uint32_t group = (uint32_t)lesson.group, rows = (uint32_t)rows_to_read();
    uint32_t vectors = (rows * group + 3) / 4, *start = malloc(16 * (size_t)vectors);
    for (uint32_t i = 0; start != NULL && i < 4 * vectors; i++)
        start[i] = (i / group * 1664525u + 1013904223u) % rows;
    return create_numbers_from((int)vectors, start);
}

// As if there had been a frame before the first.
static bool create_fresh_numbers(void)
{
    uint32_t *start = malloc(16 * (size_t)lesson.vectors);
    for (size_t i = 0; start != NULL && i < 4 * (size_t)lesson.vectors; i++)
        start[i] = fresh_number(i, -1);
    return create_numbers_from(lesson.vectors, start);
}

static bool create_result(int run, const char *name, int elements)
{
    return wb_buffer_create(&lesson.results[run], &(wb_buffer_desc){.name = name,
                                                                    .type = WB_U32,
                                                                    .shape = {(size_t)elements, 4},
                                                                    .state = true});
}

static bool create_times(void)
{
    memset(lesson.shortest, 0, sizeof lesson.shortest);
    for (int slot = 0; slot < FLIGHT; slot++)
        glGenQueries(MOST_RUNS * STAMPS, &lesson.stamps[slot][0][0]);
    return wb_buffer_create(&lesson.times, &(wb_buffer_desc){.name = "times",
                                                             .type = WB_F32,
                                                             .shape = {MOST_RUNS, CLOCKS},
                                                             .data = lesson.shortest});
}

static bool create_kernel(GLuint *kernel, const char *file)
{
    *kernel = wb_program_compute(
        file, WB_DEFINES({"GROUP", lesson.group}, {"ROOM", room_words()}, {"HELD", lesson.held}));
    return *kernel != 0;
}

static bool create_variants_kernel(void)
{
    return create_kernel(&lesson.kernel, wb_current_variant()->kernel);
}

bool experiment_init(void)
{
    static const char *const names[2][MOST_RUNS] = {
        {"as_it_is", "more_arithmetic", "more_reads", "more_invocations"},
        {"adds_1", "adds_2", "adds_4", "adds_8", "adds_16", "adds_32", "adds_64", "adds_128",
         "adds_256", "yours"}};
    bool good = create_numbers(lesson.vectors, 8) && create_times();
    for (int run = 0; good && run < run_count(); run++)
        good = create_result(run, names[traits()->sweeps][run], elements_of(run));
    return good && create_variants_kernel();
}

bool occupancy_init(void)
{
    GLint most_bytes = 0;
    glGetIntegerv(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, &most_bytes);
    if (4 * room_words() > most_bytes) {
        wb_error("a work group of this machine has %d bytes of shared memory, not %d\nwhat to do: "
                 "--set shared_kib=%d, or less",
                 most_bytes, 4 * room_words(), most_bytes / 1024);
        return false;
    }
    return create_rows() && create_result(0, "result", lesson.vectors) && create_variants_kernel();
}

bool rounds_init(void)
{
    return create_numbers(lesson.vectors, 8) && create_result(0, "result", lesson.vectors) &&
           create_variants_kernel();
}

// As many samples in every version, whatever room they take.
bool packing_init(void)
{
    int samples = 16 * ((lesson.vectors + 3) / 4), held = 4 * (32 / traits()->bits);
    int vectors = (samples + held - 1) / held;
    return create_numbers(vectors, traits()->bits) && create_result(0, "result", vectors) &&
           create_variants_kernel();
}

static void create_texture(void)
{
    int extent[2];
    paths_extent(extent);
    glGenTextures(1, &lesson.texture);
    glBindTexture(GL_TEXTURE_2D, lesson.texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, extent[0], extent[1]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST); // whole numbers have no mean
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glObjectLabel(GL_TEXTURE, lesson.texture, -1, "texels");
}

bool paths_init(void)
{
    if (!rounds_init()) return false;
    create_texture();
    return true;
}

// The CPU's numbers, and for `maps` a buffer with room for several frames' of them.
bool uploads_init(void)
{
    if (!rounds_init()) return false;
    lesson.fresh = malloc((size_t)lesson.numbers.size_bytes);
    if (lesson.fresh == NULL) {
        wb_error("there is no memory for %d vectors", lesson.vectors);
        return false;
    }
    wb_buffer_read(&lesson.numbers, lesson.fresh);
    if (!traits()->maps) return true;
    wb_buffer_delete(&lesson.numbers);
    return wb_buffer_create(&lesson.numbers,
                            &(wb_buffer_desc){.name = "parts",
                                              .type = WB_U32,
                                              .shape = {UPLOADS, (size_t)upload_stride() / 4}});
}

bool frame_init(void)
{
    timeline_init(&lesson.frames);
    lesson.fresh = malloc(16 * (size_t)lesson.vectors);
    if (lesson.fresh == NULL) wb_error("there is no memory for %d vectors", lesson.vectors);
    return lesson.fresh != NULL && create_fresh_numbers() &&
           create_result(MOVE_PASS, "moved", lesson.vectors) &&
           create_result(COMPUTE_PASS, "computed", lesson.vectors) &&
           create_result(SMALL_PASS, "small", lesson.vectors < FEW ? lesson.vectors : FEW) &&
           create_variants_kernel();
}

bool advance_init(void)
{
    return create_numbers(lesson.vectors, 8) && create_times() &&
           create_result(0, "given", lesson.vectors) && create_result(1, "yours", lesson.vectors) &&
           create_variants_kernel() && create_kernel(&lesson.given, "10_profiling/given.comp");
}

/* ---- End ---- */

void lesson_quit(void)
{
    wb_buffer_delete(&lesson.numbers);
    for (int run = 0; run < MOST_RUNS; run++) wb_buffer_delete(&lesson.results[run]);
    wb_buffer_delete(&lesson.times);
    for (int slot = 0; slot < FLIGHT; slot++)
        glDeleteQueries(MOST_RUNS * STAMPS, &lesson.stamps[slot][0][0]);
    for (int i = 0; i < UPLOADS; i++)
        if (glIsSync(lesson.used[i])) glDeleteSync(lesson.used[i]);
    timeline_quit(&lesson.frames);
    glDeleteTextures(1, &lesson.texture);
    glDeleteProgram(lesson.kernel);
    glDeleteProgram(lesson.given);
    free(lesson.fresh);
    memset(lesson.stamps, 0, sizeof lesson.stamps);
    memset(lesson.asked, 0, sizeof lesson.asked);
    memset(lesson.used, 0, sizeof lesson.used);
    lesson.texture_filled = false;
    lesson.texture = lesson.kernel = lesson.given = 0;
    lesson.fresh = NULL;
}
