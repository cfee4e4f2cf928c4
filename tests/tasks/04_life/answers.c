// Lesson 04 with other answers to its task in C: ANSWER in the environment says which. The
// kernel is the one of the solution.
#include <stdlib.h>
#include <string.h>

#define step_task step_solution
#include "04_life/solutions/wide.c"
#undef step_task

// One generation from one buffer to another.
static void dispatch(const wb_buffer *from, const wb_buffer *to, GLuint across, GLuint down)
{
    glUseProgram(lesson.kernel);
    glUniform2i(SIZE, lesson.width, lesson.height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, from->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT, to->id);
    if (across > 0 && down > 0) glDispatchCompute(across, down, 1);
}

static void dispatch_all(const wb_buffer *from, const wb_buffer *to)
{
    dispatch(from, to, wb_groups_for(lesson.width, WIDE_X), wb_groups_for(lesson.height, WIDE_Y));
}

static void finish_generation(void)
{
    wb_buffer_swap(&lesson.cells, &lesson.next);
    lesson.generation++;
}

// Right, and otherwise: the buffers take turns by themselves, and change places once at the end.
static void step_odd_and_even(void)
{
    const wb_buffer *both[] = {&lesson.cells, &lesson.next};
    for (int i = 0; i < lesson.generations; i++, lesson.generation++) {
        dispatch_all(both[i % 2], both[(i + 1) % 2]);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next generation, the picture
    }
    if (lesson.generations % 2 == 1) wb_buffer_swap(&lesson.cells, &lesson.next);
}

static void step_one_generation(void)
{
    dispatch_all(&lesson.cells, &lesson.next);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    finish_generation();
}

static void step_never_swapped(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        dispatch_all(&lesson.cells, &lesson.next);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        lesson.generation++;
    }
}

static void step_swapped_late(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        dispatch_all(&lesson.cells, &lesson.next);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        if (lesson.generation++ % 2 == 1) wb_buffer_swap(&lesson.cells, &lesson.next);
    }
}

static void step_same_buffer(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        dispatch_all(&lesson.cells, &lesson.cells);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        lesson.generation++;
    }
}

static void step_without_barrier(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        dispatch_all(&lesson.cells, &lesson.next);
        finish_generation();
    }
}

static void step_barrier_at_the_end(void)
{
    step_without_barrier();
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // too late for the generations before
}

static void step_wrong_barrier(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        dispatch_all(&lesson.cells, &lesson.next);
        glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT); // nothing reads an image
        finish_generation();
    }
}

static void step_finish(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        dispatch_all(&lesson.cells, &lesson.next);
        glFinish(); // waits, and makes nothing visible
        finish_generation();
    }
}

static void step_with_groups(GLuint across, GLuint down)
{
    for (int i = 0; i < lesson.generations; i++) {
        dispatch(&lesson.cells, &lesson.next, across, down);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        finish_generation();
    }
}

static void step_rounded_down(void)
{
    step_with_groups((GLuint)lesson.width / WIDE_X, (GLuint)lesson.height / WIDE_Y);
}

static void step_groups_of_16(void)
{
    step_with_groups(lesson.groups_x, lesson.groups_y); // for groups of 16 x 16
}

static void step_across_and_down(void)
{
    step_with_groups(wb_groups_for(lesson.height, WIDE_Y), wb_groups_for(lesson.width, WIDE_X));
}

static void step_buffers_mixed_up(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        dispatch_all(&lesson.next, &lesson.cells);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        lesson.generation++;
    }
}

void step_task(void)
{
    static const struct {
        const char *name;
        void (*step)(void);
    } answers[] = {
        {"solution", step_solution},
        {"odd_and_even", step_odd_and_even},             // right
        {"one_generation", step_one_generation},         // says: expected
        {"never_swapped", step_never_swapped},           // says: expected
        {"swapped_late", step_swapped_late},             // says: expected
        {"one_buffer", step_same_buffer},                // says: expected
        {"no_barrier", step_without_barrier},            // says: missing barrier
        {"barrier_at_the_end", step_barrier_at_the_end}, // says: missing barrier
        {"wrong_barrier", step_wrong_barrier},           // says: missing barrier
        {"finish", step_finish},                         // says: missing barrier
        {"rounded_down", step_rounded_down},             // says: expected
        {"groups_of_16", step_groups_of_16},             // says: expected
        {"across_and_down", step_across_and_down},       // says: expected
        {"buffers_mixed_up", step_buffers_mixed_up},     // says: expected
    };
    const char *chosen = getenv("ANSWER");
    for (size_t i = 0; chosen != NULL && i < sizeof answers / sizeof answers[0]; i++)
        if (strcmp(chosen, answers[i].name) == 0) answers[i].step();
}
