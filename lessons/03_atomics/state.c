#include "state.h"

#include "compute/subgroup.h"
#include "oracle.h"
#include "scene.h"

#include <stdlib.h>

enum { FINE_BITS = 24 }; // the reals are whole multiples of 2^-24

lesson_state lesson = {
    .count = 1 << 17,
    .group = 512,
    .groups = 528,
    .copies = 32,
    .cells = 144,
    .addresses = 32,
    .stride = 1,
    .density = 0.25f,
    .spread = 1.0f,
};

const lesson_traits *traits(void)
{
    static const lesson_traits plain;
    const lesson_traits *own = wb_current_variant()->data;
    return own != NULL ? own : &plain;
}

/* ---- What follows from the parameters ---- */

int plane_words(void)
{
    return (lesson.plane_samples + 15) / 16 * 4;
}

uint32_t value_limit(void)
{
    return traits()->has_kinds ? LARGEST_VALUE : (uint32_t)(lesson.density * LARGEST_VALUE);
}

int table_slots(void)
{
    int kinds = most_kinds();
    return kinds + kinds / 4 + 1;
}

// One word has to hold the whole sum, of `count` reals below 1, and gets as many as there is room
// for.
int fraction_bits(void)
{
    int bits = FINE_BITS;
    if (!traits()->makes_room) return bits;
    while (((uint64_t)lesson.count << bits) > UINT32_MAX) bits--;
    return bits;
}

int rows_filled(void)
{
    return wb_frame() < HISTORY ? (int)wb_frame() : HISTORY;
}

int group_count(void)
{
    return lesson.count > 0 ? (int)wb_groups_for(lesson.count, lesson.group) : 1;
}

/* ---- Buffers of uint32 ---- */

// A buffer has at least one element.
static size_t at_least_one(int count)
{
    return count > 0 ? (size_t)count : 1;
}

// `columns` may be 0: then it has one dimension.
static bool create_words(wb_buffer *buffer, const char *name, size_t rows, size_t columns)
{
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name, .type = WB_U32, .shape = {rows, columns}});
}

// The same, as part of the state.
static bool create_state(wb_buffer *buffer, const char *name, size_t rows, size_t columns)
{
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){.name = name, .type = WB_U32, .shape = {rows, columns}, .state = true});
}

/* ---- Programs ---- */

static GLuint create_compute(const char *file)
{
    int copies = traits()->has_copies ? lesson.copies : 1;
    return wb_program_compute(file, WB_DEFINES({"GROUP", lesson.group}, {"BINS", BINS},
                                               {"COPIES", copies}, {"COUNTERS", COUNTERS},
                                               {"SPACING", SPACING}, {"SUM_ITEMS", SUM_ITEMS},
                                               {"ROUNDS", ROUNDS}, {"SHARED_WORDS", SHARED_WORDS},
                                               {"VARIABLES", VARIABLES}, {"RESULTS", RESULTS},
                                               {"SUBGROUPS", (int)wb_subgroup_votes()}));
}

static GLuint create_canvas(const char *fragment)
{
    return wb_program_draw("draw/picture.vert", fragment,
                           WB_DEFINES({"BINS", BINS}, {"HISTORY", HISTORY}, {"RESULTS", RESULTS}));
}

// The variant's kernel, the one that clears, and those of the picture; `curves` may be NULL.
static bool create_programs(const char *canvas, const char *curves)
{
    lesson.kernel = create_compute(wb_current_variant()->kernel);
    lesson.clear = create_compute("03_atomics/clear.comp");
    lesson.canvas = create_canvas(canvas);
    if (curves != NULL) lesson.curves = create_canvas(curves);
    return lesson.kernel != 0 && lesson.clear != 0 && lesson.canvas != 0 &&
           (curves == NULL || lesson.curves != 0);
}

void lesson_quit(void)
{
    while (wb_buffer_at(0) != NULL) wb_buffer_delete(wb_buffer_at(0));
    GLuint *const programs[] = {&lesson.kernel, &lesson.clear, &lesson.second, &lesson.canvas,
                                &lesson.curves};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
    if (!lesson.has_file) wb_image_free(&lesson.picture);
}

/* ---- Part histogram ---- */

bool histogram_init(void)
{
    uint32_t *samples = create_samples();
    if (samples == NULL) return false;
    size_t planes = (size_t)lesson.plane_count, words = at_least_one(plane_words());
    bool good = wb_buffer_create(&lesson.samples, &(wb_buffer_desc){.name = "samples",
                                                                    .type = WB_U32,
                                                                    .shape = {planes, words},
                                                                    .data = samples}) &&
                create_state(&lesson.histogram, "histogram", planes, BINS);
    free(samples);
    if (traits()->has_places)
        good = good && create_state(&lesson.places, "places", planes, 4 * words);
    return good && create_programs("03_atomics/image.frag", "03_atomics/curves.frag");
}

bool histogram_rebuild(void)
{
    glDeleteProgram(lesson.kernel);
    lesson.kernel = create_compute(wb_current_variant()->kernel);
    return lesson.kernel != 0;
}

wb_cost histogram_cost(void)
{
    double samples = (double)lesson.plane_count * lesson.plane_samples;
    return (wb_cost){.read_bytes = samples,
                     .written_bytes = 4.0 * BINS * lesson.plane_count,
                     .items = samples,
                     .item = "samples"};
}

/* ---- Parts count and append ---- */

// Filled up to whole vectors with numbers that are not below any limit.
static bool create_values_buffer(void)
{
    size_t padded = (at_least_one(lesson.count) + 3) / 4 * 4;
    uint32_t *values = create_values(padded);
    bool good =
        values != NULL &&
        wb_buffer_create(
            &lesson.values,
            &(wb_buffer_desc){.name = "values", .type = WB_U32, .shape = {padded}, .data = values});
    free(values);
    return good;
}

// For count_spread.
static bool create_counters(void)
{
    lesson.second = create_compute("03_atomics/count_sum.comp");
    return lesson.second != 0 && create_words(&lesson.counters, "counters", COUNTERS, SPACING);
}

bool count_init(void)
{
    int most = traits()->most_values;
    if (most > 0 && lesson.count > most) {
        wb_error("%s: one invocation counts up to %d values here, because some drivers end longer "
                 "loops without a word\nwhat to do: --set count=%d, or less",
                 wb_current_variant()->name, most, most);
        return false;
    }
    return create_values_buffer() && create_state(&lesson.total, "total", 1, 0) &&
           (!traits()->is_spread || create_counters()) &&
           create_programs("03_atomics/values.frag", "03_atomics/gauge.frag");
}

wb_cost count_cost(void)
{
    return (wb_cost){.read_bytes = 4.0 * lesson.count,
                     .written_bytes = 4.0,
                     .items = lesson.count,
                     .item = "values"};
}

bool append_init(void)
{
    bool good = create_values_buffer();
    if (good && traits()->has_kinds) lesson.kept = (uint32_t)count_kinds();
    return good && create_state(&lesson.length, "length", 1, 0) &&
           create_words(&lesson.list, "list", at_least_one(lesson.count), 0) &&
           (!traits()->has_kinds ||
            create_words(&lesson.table, "table", (size_t)table_slots(), 0)) &&
           create_programs("03_atomics/list.frag", NULL);
}

wb_cost append_cost(void)
{
    return (wb_cost){.read_bytes = 4.0 * lesson.count,
                     .written_bytes = 4.0 * lesson.kept,
                     .items = lesson.count,
                     .item = "values"};
}

/* ---- Part cells ---- */

bool cells_init(void)
{
    size_t count = at_least_one(lesson.count), cells = (size_t)lesson.cells;
    particle *start = create_particles(count);
    uint32_t *zeros = calloc(cells * cells, sizeof *zeros);
    if (zeros == NULL) wb_error("there is no memory for %zu x %zu cells", cells, cells);
    bool good = start != NULL && zeros != NULL &&
                wb_buffer_create(&lesson.particles, &(wb_buffer_desc){.name = "particles",
                                                                      .type = WB_U32,
                                                                      .shape = {count, 4},
                                                                      .data = start,
                                                                      .state = true}) &&
                wb_buffer_create(&lesson.counts, &(wb_buffer_desc){.name = "counts",
                                                                   .type = WB_U32,
                                                                   .shape = {cells, cells},
                                                                   .data = zeros,
                                                                   .state = true}) &&
                create_words(&lesson.places, "places", count, 0);
    free(start);
    free(zeros);
    return good && create_programs("03_atomics/counts.frag", "03_atomics/heat_scale.frag");
}

wb_cost cells_cost(void)
{
    double cells = (double)lesson.cells * lesson.cells;
    return (wb_cost){.read_bytes = 16.0 * lesson.count,
                     .written_bytes = (8.0 + 4.0) * lesson.count + 4.0 * cells,
                     .items = lesson.count,
                     .item = "particles"};
}

/* ---- Part sum ---- */

bool sum_init(void)
{
    static const uint32_t zeros[HISTORY][2];
    bool is_float = traits()->is_float;
    size_t count = at_least_one(lesson.count);
    float *reals = create_reals(count);
    bool good =
        reals != NULL &&
        wb_buffer_create(
            &lesson.reals,
            &(wb_buffer_desc){.name = "reals", .type = WB_F32, .shape = {count}, .data = reals}) &&
        wb_buffer_create(&lesson.sums, &(wb_buffer_desc){.name = "sums",
                                                         .type = WB_U32,
                                                         .shape = {HISTORY, 2},
                                                         .data = zeros,
                                                         .state = !is_float}) &&
        (!is_float || create_state(&lesson.terms, "terms", 1, 0));
    free(reals);
    return good && create_programs("03_atomics/sums.frag", NULL);
}

wb_cost sum_cost(void)
{
    return (wb_cost){.read_bytes = 4.0 * lesson.count,
                     .written_bytes = 8.0,
                     .items = lesson.count,
                     .item = "reals"};
}

/* ---- Part operations ---- */

bool operations_init(void)
{
    size_t count = at_least_one(lesson.count), groups = (size_t)group_count();
    return create_values_buffer() && create_state(&lesson.results, "results", groups, RESULTS) &&
           create_words(&lesson.chances, "chances", groups, VARIABLES - RESULTS) &&
           create_words(&lesson.orders, "orders", count, 2) &&
           (traits()->in_shared_memory ||
            create_words(&lesson.variables, "variables", groups, VARIABLES)) &&
           create_programs("03_atomics/table.frag", NULL);
}

wb_cost operations_cost(void)
{
    double results = 4.0 * VARIABLES * group_count();
    return (wb_cost){.read_bytes = 4.0 * lesson.count,
                     .written_bytes = 8.0 * lesson.count + results,
                     .items = lesson.count,
                     .item = "invocations"};
}

/* ---- Part contention ---- */

bool contention_init(void)
{
    if (traits()->in_shared_memory && lesson.addresses * lesson.stride > SHARED_WORDS) {
        wb_error("%s: %d addresses, %d words apart, are more than the %d words of shared memory\n"
                 "what to do: --set addresses=%d, or less",
                 wb_current_variant()->name, lesson.addresses, lesson.stride, SHARED_WORDS,
                 SHARED_WORDS / lesson.stride);
        return false;
    }
    size_t rows = (size_t)lesson.addresses, columns = (size_t)lesson.stride;
    return create_state(&lesson.counters, "counters", rows, columns) &&
           create_programs("03_atomics/rounds.frag", "03_atomics/bars.frag");
}

wb_cost contention_cost(void)
{
    return (wb_cost){.written_bytes = 4.0 * lesson.addresses,
                     .items = (double)ROUNDS * lesson.count,
                     .item = "additions"};
}
