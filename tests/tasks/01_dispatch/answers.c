// Lesson 01 with other answers to its task in C: ANSWER in the environment says which. The
// kernel is the one of the solution.
#include <stdlib.h>
#include <string.h>

#define step_task step_solution
#include "01_dispatch/solutions/negative.c"
#undef step_task

static GLuint count_pixels(void)
{
    return (GLuint)(lesson.grey.columns * lesson.grey.rows);
}

static void bind(GLuint image, GLuint negative)
{
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, count_pixels());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, image, lesson.grey.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, negative, lesson.grey.grey.id);
}

// Right, and otherwise: as near to a square of groups as it goes.
static void step_square(void)
{
    GLuint groups = wb_groups_for(count_pixels(), lesson.local), side = 1;
    while (side * side < groups) side++;
    bind(IMAGE, GREY);
    glDispatchCompute(side, side, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the picture, and the next frame
}

static void step_rounded_down(void)
{
    GLuint groups = count_pixels() / (GLuint)lesson.local;
    bind(IMAGE, GREY);
    if (groups > 0) glDispatchCompute(groups, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the picture, and the next frame
}

static void step_not_folded(void)
{
    bind(IMAGE, GREY);
    glDispatchCompute(1, wb_groups_for(count_pixels(), lesson.local), 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the picture, and the next frame
}

static void step_without_barrier(void)
{
    wb_extent groups = wb_groups_folded(wb_groups_for(count_pixels(), lesson.local), 1000);
    bind(IMAGE, GREY);
    glDispatchCompute(groups.x, groups.y, 1);
}

static void step_wrong_barrier(void)
{
    step_without_barrier();
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // nothing reads it as a texture
}

static void step_swapped(void)
{
    wb_extent groups = wb_groups_folded(wb_groups_for(count_pixels(), lesson.local), 1000);
    bind(GREY, IMAGE);
    glDispatchCompute(groups.x, groups.y, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the picture, and the next frame
}

// Each pixel is written by three groups.
static void step_in_layers(void)
{
    wb_extent groups = wb_groups_folded(wb_groups_for(count_pixels(), lesson.local), 1000);
    bind(IMAGE, GREY);
    glDispatchCompute(groups.x, groups.y, 3);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the picture, and the next frame
}

// A group for each invocation that it takes.
static void step_group_a_pixel(void)
{
    wb_extent groups = wb_groups_folded(count_pixels(), 1000);
    bind(IMAGE, GREY);
    glDispatchCompute(groups.x, groups.y, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the picture, and the next frame
}

void step_task(void)
{
    static const struct {
        const char *name;
        void (*step)(void);
    } answers[] = {
        {"solution", step_solution},
        {"square", step_square},               // right
        {"rounded_down", step_rounded_down},   // says: never written
        {"not_folded", step_not_folded},       // says: groups in y at most
        {"no_barrier", step_without_barrier},  // says: missing barrier
        {"wrong_barrier", step_wrong_barrier}, // says: missing barrier
        {"swapped", step_swapped},             // says: expected RGBA
        {"in_layers", step_in_layers},         // says: written by another
        {"group_a_pixel", step_group_a_pixel}, // says: one invocation
    };
    const char *name = getenv("ANSWER");
    for (size_t i = 0; name != NULL && i < sizeof answers / sizeof *answers; i++)
        if (strcmp(name, answers[i].name) == 0) answers[i].step();
}
