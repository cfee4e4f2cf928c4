#include "sums.h"

#include "compute/subgroup.h"
#include "tree_picture.h"

enum { FROM = 0, TO = 1 };     // storage block bindings
enum { COUNT = 0, LEVEL = 1 }; // uniform locations
enum {
    MOST_IN_ROW = 32768,  // work groups: a driver may stop at 65,535 in a dimension
    ARGMAX_GROUPS = 1024, // of the first level
};

static const char *const kernels[] = {
    [SUMS_ATOMIC] = "05_reduction/atomic.comp",
    [SUMS_INTERLEAVED] = "05_reduction/interleaved.comp",
    [SUMS_SEQUENTIAL] = "05_reduction/sequential.comp",
    [SUMS_FIRST_ADD] = "05_reduction/first_add.comp",
    [SUMS_VECTORS] = "05_reduction/vectors.comp",
    [SUMS_SUBGROUP] = "05_reduction/subgroup.comp",
    [SUMS_LOST_PARTIALS] = "05_reduction/sequential.comp",
    [SUMS_NO_NEUTRAL] = "05_reduction/no_neutral.comp",
    [SUMS_NO_BARRIER] = "05_reduction/no_barrier.comp",
    [SUMS_NO_MEMORY_BARRIER] = "05_reduction/sequential.comp",
    [SUMS_ARGMAX] = "05_reduction/exercise_argmax.comp",
};

static const char *const level_names[] = {"numbers", "level_1", "level_2", "level_3",
                                          "level_4", "level_5", "level_6"};
static const char *const pass_names[] = {"",        "level 1", "level 2", "level 3",
                                         "level 4", "level 5", "level 6"};

// How many numbers a work group of the variant takes.
static GLuint numbers_per_group(const sums_part *part)
{
    GLuint group = (GLuint)part->group;
    if (part->way == SUMS_VECTORS || part->way == SUMS_SUBGROUP)
        return 4 * (GLuint)part->vectors * group;
    return part->way == SUMS_FIRST_ADD ? 2 * group : group;
}

static GLuint ceil_divide(GLuint a, GLuint b)
{
    return a / b + (a % b != 0);
}

/* ---- Start and end ---- */

static void count_levels(sums_part *part)
{
    part->levels = 0;
    part->sizes[0] = (GLuint)part->count;
    do {
        part->sizes[part->levels + 1] =
            ceil_divide(part->sizes[part->levels], numbers_per_group(part));
        part->levels++;
    } while (part->sizes[part->levels] > 1);
    if (part->way == SUMS_ATOMIC || part->way == SUMS_ARGMAX) part->levels = 1;
    if (part->way == SUMS_LOST_PARTIALS && part->levels > 2) part->levels = 2;
}

// What a level reads, counted from 0; and so, one further on, what it writes.
static const wb_buffer *level_buffer(const sums_part *part, int level)
{
    if (level == 0) return part->values;
    return level < part->levels ? &part->partials[level] : &part->sum;
}

static bool create_levels(sums_part *part)
{
    for (int k = 1; k < part->levels; k++)
        if (!wb_buffer_create(&part->partials[k], &(wb_buffer_desc){.name = level_names[k],
                                                                    .type = WB_U32,
                                                                    .shape = {part->sizes[k]}}))
            return false;
    return true;
}

static void delete_levels(sums_part *part)
{
    for (int k = 1; k < SUMS_LEVELS; k++) wb_buffer_delete(&part->partials[k]);
    glDeleteProgram(part->kernel);
    glDeleteProgram(part->last_kernel);
    part->kernel = part->last_kernel = 0;
}

static bool create_kernels(sums_part *part)
{
    bool subgroups = wb_subgroup_arithmetic(part->group);
    const wb_define *constants =
        WB_DEFINES({"GROUP", part->group}, {"VECTORS", part->vectors}, {"SUBGROUPS", subgroups});
    static bool told;
    if (part->way == SUMS_SUBGROUP && !subgroups && !told) {
        wb_note("this driver has no GL_KHR_shader_subgroup for groups of %d: the version subgroup "
                "uses an atomic addition to shared memory instead",
                part->group);
        told = true;
    }
    part->kernel = wb_program_compute(kernels[part->way], constants);
    if (part->way == SUMS_LOST_PARTIALS)
        part->last_kernel = wb_program_compute("05_reduction/lost_partials.comp", constants);
    return part->kernel != 0 && (part->last_kernel != 0 || part->way != SUMS_LOST_PARTIALS);
}

bool sums_rebuild(sums_part *part)
{
    if ((part->group & (part->group - 1)) != 0) {
        wb_error("group=%d: a tree needs a power of two\nwhat to do: --set group=64, 128, 256, "
                 "512 or 1024",
                 part->group);
        return false;
    }
    delete_levels(part);
    count_levels(part);
    return create_levels(part) && create_kernels(part);
}

static bool create_argmax(sums_part *part)
{
    return wb_buffer_create(&part->candidates, &(wb_buffer_desc){.name = "candidates",
                                                                 .type = WB_U32,
                                                                 .shape = {ARGMAX_GROUPS, 2}}) &&
           wb_buffer_create(
               &part->largest,
               &(wb_buffer_desc){.name = "largest", .type = WB_U32, .shape = {2}, .state = true});
}

bool sums_create(sums_part *part, sums_way way, const wb_buffer *values)
{
    part->way = way;
    part->values = values;
    part->count = (int)values->shape[0];
    bool good =
        way == SUMS_ARGMAX
            ? create_argmax(part)
            : wb_buffer_create(
                  &part->sum,
                  &(wb_buffer_desc){.name = "sum", .type = WB_U32, .shape = {1}, .state = true});
    return good && sums_rebuild(part);
}

void sums_delete(sums_part *part)
{
    delete_levels(part);
    wb_buffer_delete(&part->sum);
    wb_buffer_delete(&part->candidates);
    wb_buffer_delete(&part->largest);
}

/* ---- The versions ---- */

// One dispatch of a kernel that takes so many numbers a group.
static void dispatch_level(const sums_part *part, GLuint kernel, int level)
{
    GLuint groups = ceil_divide(part->sizes[level], numbers_per_group(part));
    GLuint columns = groups < MOST_IN_ROW ? groups : MOST_IN_ROW;
    glUseProgram(kernel);
    glUniform1ui(COUNT, part->sizes[level]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, level_buffer(part, level)->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, level_buffer(part, level + 1)->id);
    glDispatchCompute(columns, ceil_divide(groups, columns), 1);
}

void sums_step_atomic(sums_part *part)
{
    wb_pass_begin("atomic");
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, part->sum.id);
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                      &(GLuint){0});
    dispatch_level(part, part->kernel, 0);
    // The picture and the check read the sum by glGetBufferSubData; the next frame clears it.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

static GLbitfield barrier_bits_after(const sums_part *part, int level)
{
    // The next level reads the sums of this one.
    if (level + 1 < part->levels) return GL_SHADER_STORAGE_BARRIER_BIT;
    // The picture and the check read the last sum by glGetBufferSubData. With one or two levels,
    // the next frame's first dispatch overwrites what this one has written, or has read.
    GLbitfield next_frame = part->levels <= 2 ? GL_SHADER_STORAGE_BARRIER_BIT : 0;
    return GL_BUFFER_UPDATE_BARRIER_BIT | next_frame;
}

void sums_step_tree(sums_part *part)
{
    for (int level = 0; level < part->levels; level++) {
        wb_pass_begin(pass_names[level + 1]);
        dispatch_level(part, part->kernel, level);
        glMemoryBarrier(barrier_bits_after(part, level)); // for whom, stands above
        wb_pass_end();
    }
}

/* ---- The broken variants ---- */

void sums_step_lost_partials(sums_part *part)
{
    for (int level = 0; level < part->levels; level++) {
        wb_pass_begin(pass_names[level + 1]);
        // BROKEN: the second level is the last, however many groups it takes
        dispatch_level(part, level == 0 ? part->kernel : part->last_kernel, level);
        glMemoryBarrier(barrier_bits_after(part, level)); // as in step_tree()
        wb_pass_end();
    }
}

void sums_step_no_memory_barrier(sums_part *part)
{
    for (int level = 0; level < part->levels; level++) {
        wb_pass_begin(pass_names[level + 1]);
        dispatch_level(part, part->kernel,
                       level); // BROKEN: nothing orders this level before the next
        wb_pass_end();
    }
}

/* ---- The other parts ---- */

static void dispatch_argmax(GLuint level, GLuint from, GLuint to, GLuint count, GLuint groups)
{
    glUniform1ui(COUNT, count);
    glUniform1ui(LEVEL, level);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, from);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, to);
    glDispatchCompute(groups, 1, 1);
}

void sums_step_argmax(sums_part *part)
{
    GLuint groups = ceil_divide((GLuint)part->count, (GLuint)part->group);
    if (groups > ARGMAX_GROUPS) groups = ARGMAX_GROUPS;
    glUseProgram(part->kernel);

    wb_pass_begin("candidates");
    dispatch_argmax(0, part->values->id, part->candidates.id, (GLuint)part->count, groups);
    // The second level reads the candidates.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("largest");
    dispatch_argmax(1, part->candidates.id, part->largest.id, groups, 1);
    // The next frame overwrites the candidates, which this dispatch reads; the picture and the
    // check read the result by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The picture ---- */

void sums_draw(const sums_part *part, const wb_view *view)
{
    tree_scene scene = {
        .count = (uint32_t)part->count,
        .group = part->group,
        .numbers_per_group = numbers_per_group(part),
        .folds_evenly = part->way == SUMS_INTERLEAVED,
        .is_atomic = part->way == SUMS_ATOMIC,
        .levels = part->way == SUMS_ARGMAX ? 0 : part->levels,
        .values = part->values,
        .largest = part->way == SUMS_ARGMAX ? &part->largest : NULL,
    };
    for (int k = 0; k <= scene.levels; k++) {
        scene.buffers[k] = level_buffer(part, k);
        scene.sizes[k] = k < scene.levels ? part->sizes[k] : 1;
    }
    tree_picture_draw(&scene, view);
}
