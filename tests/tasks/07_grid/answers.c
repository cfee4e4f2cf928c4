// Lesson 07 with other answers to its task in C: ANSWER in the environment says which. The
// kernel is the one of the solution.
#include <stdlib.h>
#include <string.h>

#define step_task step_solution
#include "07_grid/solutions/pairs.c"
#undef step_task

static void empty_found(void)
{
    static const GLuint zero = 0;
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.found.id);
    glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
}

static void use_kernel(float radius_squared)
{
    glUseProgram(lesson.search);
    wb_grid_set_uniforms(&lesson.grid);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform1f(RADIUS_SQUARED, radius_squared);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STARTS, lesson.grid.starts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORTED_POINTS, lesson.grid.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FOUND, lesson.found.id);
}

static void find_pairs(GLuint groups, GLbitfield barrier)
{
    use_kernel(lesson.search_radius * lesson.search_radius);
    if (groups > 0) glDispatchCompute(groups, 1, 1);
    if (barrier != 0) glMemoryBarrier(barrier);
}

enum { FOR_NEXT = GL_BUFFER_UPDATE_BARRIER_BIT };

// Right, and otherwise: zeros from the CPU, and the barrier in front of what it is for.
static void step_zeros(void)
{
    void *zeros = calloc(1, (size_t)lesson.found.size_bytes);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the last frame's kernel wrote it
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.found.id);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, lesson.found.size_bytes, zeros);
    free(zeros);
    find_pairs(wb_groups_for(lesson.count, GROUP), 0);
}

static void step_never_emptied(void)
{
    find_pairs(wb_groups_for(lesson.count, GROUP), GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_emptied_once(void)
{
    if (wb_frame() == 0) empty_found();
    find_pairs(wb_groups_for(lesson.count, GROUP), FOR_NEXT);
}

static void step_rounded_down(void)
{
    empty_found();
    find_pairs(lesson.count / GROUP, FOR_NEXT);
}

static void step_no_barrier(void)
{
    empty_found();
    find_pairs(wb_groups_for(lesson.count, GROUP), 0);
}

// For kernels, where glClearBufferData is next.
static void step_wrong_barrier(void)
{
    empty_found();
    find_pairs(wb_groups_for(lesson.count, GROUP), GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_radius_not_squared(void)
{
    empty_found();
    use_kernel(lesson.search_radius);
    glDispatchCompute(wb_groups_for(lesson.count, GROUP), 1, 1);
    glMemoryBarrier(FOR_NEXT);
}

void step_task(void)
{
    static const struct {
        const char *name;
        void (*step)(void);
    } answers[] = {
        {"solution", step_solution},
        {"zeros", step_zeros},                           // right
        {"never_emptied", step_never_emptied},           // says: expected
        {"emptied_once", step_emptied_once},             // says: expected
        {"rounded_down", step_rounded_down},             // says: expected
        {"no_barrier", step_no_barrier},                 // says: missing barrier
        {"wrong_barrier", step_wrong_barrier},           // says: missing barrier
        {"radius_not_squared", step_radius_not_squared}, // says: expected
    };
    const char *name = getenv("ANSWER");
    for (size_t i = 0; name != NULL && i < sizeof answers / sizeof *answers; i++)
        if (strcmp(name, answers[i].name) == 0) answers[i].step();
}
