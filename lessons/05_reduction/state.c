#include "state.h"

#include "scene.h"

#include "compute/subgroup.h"

#include <stdlib.h>

lesson_state lesson = {.count = 50000, .terms = 20, .group = 64, .vectors = 8};

const reduction_traits *traits(void)
{
    static const reduction_traits plain;
    const void *data = wb_current_variant()->data;
    return data != NULL ? data : &plain;
}

// The kernel of the variant that runs, and a second one; NULL: there is none.
static bool create_kernels(const char *second, const wb_define *constants)
{
    lesson.kernel = wb_program_compute(wb_current_variant()->kernel, constants);
    if (second != NULL) lesson.second_kernel = wb_program_compute(second, constants);
    return lesson.kernel != 0 && (second == NULL || lesson.second_kernel != 0);
}

static bool create_state(wb_buffer *buffer, const char *name, wb_type type, size_t rows,
                         size_t columns)
{
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){.name = name, .type = type, .shape = {rows, columns}, .state = true});
}

/* ---- Sums ---- */

GLuint numbers_per_group(void)
{
    GLuint group = (GLuint)lesson.group;
    if (traits()->loads_vectors) return 4 * (GLuint)lesson.vectors * group;
    return traits()->adds_two ? 2 * group : group;
}

static void count_levels(void)
{
    lesson.levels = 0;
    lesson.level_sizes[0] = (GLuint)lesson.count;
    do {
        GLuint size = lesson.level_sizes[lesson.levels++];
        lesson.level_sizes[lesson.levels] = wb_groups_for(size, numbers_per_group());
    } while (lesson.level_sizes[lesson.levels] > 1);
    if (traits()->is_atomic) lesson.levels = 1;
    if (traits()->last_kernel != NULL && lesson.levels > 2) lesson.levels = 2;
}

const wb_buffer *level_buffer(int level)
{
    if (level == 0) return &lesson.values;
    return level < lesson.levels ? &lesson.partials[level] : &lesson.sum;
}

static bool create_levels(void)
{
    static const char *const names[SUM_LEVELS] = {"numbers", "level_1", "level_2",
                                                  "level_3", "level_4", "level_5"};
    for (int k = 1; k < lesson.levels; k++)
        if (!wb_buffer_create(&lesson.partials[k],
                              &(wb_buffer_desc){.name = names[k],
                                                .type = WB_U32,
                                                .shape = {lesson.level_sizes[k]}}))
            return false;
    return true;
}

bool sum_has_rounds(void)
{
    return !traits()->is_atomic && !traits()->wants_subgroups && !traits()->is_own &&
           lesson.count <= MOST_RECORDED;
}

int sum_rounds(void)
{
    int rounds = 0;
    while (2 << rounds <= lesson.group) rounds++;
    return rounds;
}

static bool create_rounds(void)
{
    size_t groups = wb_groups_for(lesson.count, numbers_per_group());
    size_t rows = (size_t)sum_rounds() + 1;
    if (!sum_has_rounds()) return true;
    lesson.recording = wb_program_compute(
        wb_current_variant()->kernel,
        WB_DEFINES({"GROUP", lesson.group}, {"VECTORS", lesson.vectors}, {"RECORDS", true}));
    return lesson.recording != 0 &&
           wb_buffer_create(&lesson.rounds,
                            &(wb_buffer_desc){.name = "rounds",
                                              .type = WB_U32,
                                              .shape = {groups, rows, (size_t)lesson.group}});
}

static bool group_fits(void)
{
    if ((lesson.group & (lesson.group - 1)) == 0) return true;
    wb_error("group=%d: a tree needs a power of two\nwhat to do: --set group=64, 128, 256, "
             "512 or 1024",
             lesson.group);
    return false;
}

static bool create_tree_kernels(void)
{
    if (!group_fits()) return false;
    bool subgroups = wb_subgroup_arithmetic(lesson.group);
    static bool told;
    if (traits()->wants_subgroups && !subgroups && !told) {
        wb_note("this driver has no GL_KHR_shader_subgroup for groups of %d: the version subgroup "
                "uses an atomic addition to shared memory instead",
                lesson.group);
        told = true;
    }
    return create_kernels(traits()->last_kernel,
                          WB_DEFINES({"GROUP", lesson.group}, {"VECTORS", lesson.vectors},
                                     {"SUBGROUPS", subgroups}, {"RECORDS", false}));
}

static bool create_tree(void)
{
    count_levels();
    return group_fits() && create_levels() && create_rounds() && create_tree_kernels();
}

static void delete_tree(void)
{
    for (int k = 1; k < SUM_LEVELS; k++) wb_buffer_delete(&lesson.partials[k]);
    wb_buffer_delete(&lesson.rounds);
    glDeleteProgram(lesson.recording);
    lesson.recording = 0;
    glDeleteProgram(lesson.kernel);
    glDeleteProgram(lesson.second_kernel);
    glDeleteProgram(lesson.third_kernel);
    lesson.kernel = lesson.second_kernel = lesson.third_kernel = 0;
}

bool sum_init(void)
{
    return scene_create_values() &&
           create_state(&lesson.sum, traits()->is_own ? "largest" : "sum", WB_U32, 1, 0) &&
           create_tree();
}

enum { LEAST_ROW = 65535 }; // work groups in a row, that every driver takes

// Whether all numbers fit `most` groups of a task's kernel, which knows one row of them.
static bool fits_a_row(int group, int most)
{
    if (wb_groups_for(lesson.count, group) <= (GLuint)most) return true;
    wb_error("count=%d: the task takes at most %d numbers\nwhat to do: --set count=%d",
             lesson.count, most * group, most * group);
    return false;
}

// The task takes the sum's place: the same levels and buffers, the last under another name.
bool largest_init(void)
{
    return group_fits() && fits_a_row(lesson.group, MOST_IN_ROW) && sum_init();
}

// A group of the first level takes a share of the numbers, so two levels are enough.
bool argmax_init(void)
{
    return scene_create_values() &&
           wb_buffer_create(&lesson.candidates, &(wb_buffer_desc){.name = "candidates",
                                                                  .type = WB_U32,
                                                                  .shape = {ARGMAX_GROUPS, 2}}) &&
           create_state(&lesson.largest, "largest", WB_U32, 2, 0) && create_tree_kernels();
}

bool rebuild(void)
{
    if (!group_fits()) return false;
    delete_tree();
    return create_tree();
}

wb_cost sum_cost(void)
{
    double count = lesson.count;
    return (wb_cost){
        .read_bytes = 4 * count, .written_bytes = 4, .items = count, .item = "numbers"};
}

/* ---- Particles ---- */

GLuint particle_groups(void)
{
    GLuint groups = wb_groups_for(lesson.count, PARTICLE_GROUP);
    return groups < PARTICLE_GROUPS ? groups : PARTICLE_GROUPS;
}

bool particles_init(void)
{
    bool good =
        scene_create_particles() &&
        wb_buffer_create(&lesson.extents, &(wb_buffer_desc){.name = "partials",
                                                            .type = WB_F32,
                                                            .shape = {particle_groups(), 12}}) &&
        create_state(&lesson.extent, "extent", WB_F32, 3, 4) &&
        create_kernels("05_reduction/particles_finish.comp", WB_DEFINES({"GROUP", PARTICLE_GROUP}));
    if (good)
        lesson.picture =
            wb_program_draw("05_reduction/particles.vert", "05_reduction/particles.frag", NULL);
    glGenVertexArrays(1, &lesson.corners);
    return good && lesson.picture != 0;
}

wb_cost particles_cost(void)
{
    double count = lesson.count;
    return (wb_cost){
        .read_bytes = 16 * count, .written_bytes = 48, .items = count, .item = "particles"};
}

/* ---- Rounding ---- */

size_t terms(void)
{
    return (size_t)1 << lesson.terms;
}

bool rounding_init(void)
{
    lesson.shown = calloc((size_t)lesson.terms, sizeof *lesson.shown);
    lesson.errors = calloc((size_t)lesson.terms, sizeof *lesson.errors);
    if (lesson.shown == NULL || lesson.errors == NULL) {
        wb_error("there is no memory for the picture of the errors");
        return false;
    }
    return scene_create_terms() &&
           wb_buffer_create(
               &lesson.running,
               &(wb_buffer_desc){.name = "running", .type = WB_U32, .shape = {4, 2}}) &&
           wb_buffer_create(&lesson.sums,
                            &(wb_buffer_desc){.name = "sums",
                                              .type = WB_U32,
                                              .shape = {(size_t)lesson.terms, ROUNDING_WAYS, 2},
                                              .state = true}) &&
           create_kernels("05_reduction/pairs.comp",
                          WB_DEFINES({"GROUP", ROUNDING_GROUP}, {"CHUNK", ROUNDING_CHUNK},
                                     {"TERMS", 1 << lesson.terms}, {"PLAIN", PLAIN},
                                     {"KAHAN", KAHAN}, {"DOUBLE", DOUBLE}, {"TREE", TREE}));
}

wb_cost rounding_cost(void)
{
    double bytes = 4.0 * (double)terms();
    return (wb_cost){
        .read_bytes = bytes, .written_bytes = bytes, .items = (double)terms(), .item = "terms"};
}

/* ---- Scans ---- */

int scan_tile(void)
{
    if (traits()->in_rounds) return 1 << 28;
    if (traits()->is_plain) return SCAN_GROUP;
    return traits()->in_single_pass ? WB_SCAN_SINGLE_PASS_TILE : WB_SCAN_TILE;
}

static bool create_plain_scan(void)
{
    const wb_define *constants = WB_DEFINES({"GROUP", SCAN_GROUP}, {"RECORDS", false});
    size_t tiles = wb_groups_for(lesson.count, SCAN_GROUP);
    lesson.third_kernel = wb_program_compute("05_reduction/scan_sums.comp", constants);
    return lesson.third_kernel != 0 && create_kernels("05_reduction/sequential.comp", constants) &&
           wb_buffer_create(&lesson.tiles,
                            &(wb_buffer_desc){.name = "tiles", .type = WB_U32, .shape = {tiles}});
}

static bool create_scan(void)
{
    if (traits()->is_plain) return create_plain_scan();
    wb_scan_method method =
        traits()->in_single_pass ? WB_SCAN_SINGLE_PASS : WB_SCAN_THREE_DISPATCHES;
    if (!traits()->in_rounds) return wb_scan_create(&lesson.scan, (uint32_t)lesson.count, method);
    return create_kernels(NULL, WB_DEFINES({"GROUP", SCAN_GROUP})) &&
           wb_buffer_create(
               &lesson.other,
               &(wb_buffer_desc){.name = "other", .type = WB_U32, .shape = {(size_t)lesson.count}});
}

bool scan_init(void)
{
    if (!scene_create_values()) return false;
    lesson.sum_of_all = 0.0f;
    lesson.picture = wb_program_draw(
        "draw/picture.vert", "05_reduction/scan.frag",
        WB_DEFINES({"TILE", scan_tile()},
                   {"HAS_TILE_SUMS", !traits()->in_rounds && !traits()->in_single_pass}));
    return lesson.picture != 0 &&
           create_state(&lesson.prefix, "prefix", WB_U32, (size_t)lesson.count, 0) && create_scan();
}

wb_cost scan_cost(void)
{
    double bytes = 4.0 * lesson.count;
    return (wb_cost){
        .read_bytes = bytes, .written_bytes = bytes, .items = lesson.count, .item = "numbers"};
}

/* ---- A scan in each group, and the horizon ---- */

bool scan_group_init(void)
{
    return scene_create_values() && fits_a_row(SCAN_GROUP, LEAST_ROW) &&
           create_state(&lesson.prefix, "prefix", WB_U32, (size_t)lesson.count, 0) &&
           create_kernels(NULL, WB_DEFINES({"GROUP", SCAN_GROUP}));
}

bool horizon_init(void)
{
    return scene_create_values() && fits_a_row(HORIZON_GROUP, LEAST_ROW) &&
           wb_buffer_create(
               &lesson.tops,
               &(wb_buffer_desc){.name = "tops",
                                 .type = WB_U32,
                                 .shape = {wb_groups_for(lesson.count, HORIZON_GROUP)}}) &&
           create_state(&lesson.highest, "highest", WB_U32, (size_t)lesson.count, 0) &&
           create_kernels(NULL, WB_DEFINES({"GROUP", HORIZON_GROUP}));
}

/* ---- The end ---- */

void lesson_quit(void)
{
    wb_buffer *const buffers[] = {
        &lesson.values,  &lesson.sum,    &lesson.candidates, &lesson.largest, &lesson.particles,
        &lesson.extents, &lesson.extent, &lesson.tree,       &lesson.running, &lesson.sums,
        &lesson.prefix,  &lesson.other,  &lesson.tiles,      &lesson.tops,    &lesson.highest};
    delete_tree();
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_scan_delete(&lesson.scan);
    glDeleteProgram(lesson.picture);
    glDeleteVertexArrays(1, &lesson.corners);
    lesson.picture = lesson.corners = 0;
    free(lesson.shown);
    free(lesson.errors);
    lesson.shown = lesson.errors = NULL;
}
