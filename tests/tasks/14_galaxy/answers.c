// Lesson 14 with other answers to its task in C: ANSWER in the environment says which. The
// kernel is the one of the solution.
#include <stdlib.h>
#include <string.h>

#define step_task step_solution
#include "14_galaxy/solutions/curve.c"
#undef step_task

enum { EMPTY, FILL, DIVIDE };

static void bind(GLuint turn)
{
    glUseProgram(lesson.curve_kernel);
    glUniform1ui(STAR_COUNT, (GLuint)lesson.stars);
    glUniform1ui(TURN, turn);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STAR_PLACES, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STAR_SPEEDS, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TOTALS, lesson.room.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CURVE, lesson.curve.id);
}

static void dispatch(GLuint turn, GLuint groups, GLbitfield barrier)
{
    bind(turn);
    if (groups > 0) glDispatchCompute(groups, 1, 1);
    if (barrier != 0) glMemoryBarrier(barrier);
}

static GLuint all_groups(void)
{
    return wb_groups_for(lesson.stars, GROUP);
}

// Right, and otherwise: the room is emptied for the next frame, and the first finds zeros.
static void step_emptied_afterwards(void)
{
    static GLuint emptied; // the buffer that has been, once, before
    if (emptied != lesson.room.id || lesson.frame == 0)
        dispatch(EMPTY, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    emptied = lesson.room.id;
    dispatch(FILL, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(DIVIDE, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(EMPTY, 1, GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_no_barrier(void)
{
    dispatch(EMPTY, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(FILL, all_groups(), 0);
    dispatch(DIVIDE, 1, 0);
}

static void step_no_first_barrier(void)
{
    dispatch(EMPTY, 1, 0);
    dispatch(FILL, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(DIVIDE, 1, 0);
}

static void step_wrong_barrier(void)
{
    dispatch(EMPTY, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(FILL, all_groups(), GL_BUFFER_UPDATE_BARRIER_BIT); // no shader reads by that
    dispatch(DIVIDE, 1, 0);
}

static void step_never_emptied(void)
{
    dispatch(FILL, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(DIVIDE, 1, 0);
}

static void step_emptied_once(void)
{
    if (lesson.frame == 0) dispatch(EMPTY, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(FILL, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(DIVIDE, 1, 0);
}

static void step_rounded_down(void)
{
    dispatch(EMPTY, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(FILL, (GLuint)lesson.stars / GROUP, GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(DIVIDE, 1, 0);
}

static void step_other_order(void)
{
    dispatch(EMPTY, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(DIVIDE, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(FILL, all_groups(), 0);
}

static void step_after_the_move(void)
{
    dispatch(EMPTY, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    bind(FILL);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STAR_PLACES, lesson.next_positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STAR_SPEEDS, lesson.next_velocities.id);
    glDispatchCompute(all_groups(), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(DIVIDE, 1, 0);
}

static void step_count_forgotten(void)
{
    dispatch(EMPTY, 1, GL_SHADER_STORAGE_BARRIER_BIT);
    bind(FILL);
    glUniform1ui(STAR_COUNT, 0);
    glDispatchCompute(all_groups(), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(DIVIDE, 1, 0);
}

void step_task(void)
{
    static const struct {
        const char *name;
        void (*step)(void);
    } answers[] = {
        {"solution", step_solution},
        {"emptied_afterwards", step_emptied_afterwards}, // right
        {"no_barrier", step_no_barrier},                 // says: missing barrier
        {"no_first_barrier", step_no_first_barrier},     // says: missing barrier
        {"wrong_barrier", step_wrong_barrier},           // says: missing barrier
        {"never_emptied", step_never_emptied},           // says: expected
        {"emptied_once", step_emptied_once},             // says: after the first frame alone
        {"rounded_down", step_rounded_down},             // says: expected
        {"other_order", step_other_order},               // says: expected
        {"after_the_move", step_after_the_move},         // says: expected
        {"count_forgotten", step_count_forgotten},       // says: expected
    };
    const char *chosen = getenv("ANSWER");
    for (size_t i = 0; chosen != NULL && i < sizeof answers / sizeof answers[0]; i++)
        if (strcmp(chosen, answers[i].name) == 0) answers[i].step();
}
