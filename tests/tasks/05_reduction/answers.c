// Lesson 05 with other answers to its task in C: ANSWER in the environment says which. The
// kernel is the one of the solution.
#include <stdlib.h>
#include <string.h>

#define step_task step_solution
#include "05_reduction/solutions/horizon.c"
#undef step_task

static void bind(GLuint second)
{
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glUniform1ui(SECOND, second);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VALUES, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TOPS, lesson.tops.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, HIGHEST, lesson.highest.id);
}

static void dispatch(GLuint second, GLuint groups, GLbitfield barrier)
{
    bind(second);
    if (groups > 0) glDispatchCompute(groups, 1, 1);
    if (barrier != 0) glMemoryBarrier(barrier);
}

static GLuint all_groups(void)
{
    return wb_groups_for(lesson.count, HORIZON_GROUP);
}

// Right, and different: no tile needs the last tile's top, so it need not be found.
static void step_without_last_top(void)
{
    dispatch(0, all_groups() - 1, GL_SHADER_STORAGE_BARRIER_BIT); // the second dispatch reads it
    dispatch(1, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);     // the next frame overwrites it
}

static void step_no_barrier(void)
{
    dispatch(0, all_groups(), 0);
    dispatch(1, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_wrong_barrier(void)
{
    dispatch(0, all_groups(), GL_BUFFER_UPDATE_BARRIER_BIT); // no shader reads by that
    dispatch(1, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_no_last_barrier(void)
{
    dispatch(0, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(1, all_groups(), 0);
}

static void step_rounded_down(void)
{
    GLuint groups = (GLuint)lesson.count / HORIZON_GROUP;
    dispatch(0, groups, GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(1, groups, GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_other_order(void)
{
    dispatch(1, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(0, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_second_alone(void)
{
    dispatch(1, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_groups_for_bytes(void)
{
    dispatch(0, (GLuint)lesson.values.size_bytes / HORIZON_GROUP + 1,
             GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(1, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_count_forgotten(void)
{
    bind(0);
    glUniform1ui(COUNT, 0);
    glDispatchCompute(all_groups(), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    dispatch(1, all_groups(), GL_SHADER_STORAGE_BARRIER_BIT);
}

void step_task(void)
{
    static const struct {
        const char *name;
        void (*step)(void);
    } answers[] = {
        {"solution", step_solution},
        {"without_last_top", step_without_last_top}, // right
        {"no_barrier", step_no_barrier},             // says: missing barrier
        {"wrong_barrier", step_wrong_barrier},       // says: missing barrier
        {"no_last_barrier", step_no_last_barrier},   // says: missing barrier
        {"rounded_down", step_rounded_down},         // says: never written
        {"other_order", step_other_order},           // says: expected
        {"second_alone", step_second_alone},         // says: expected
        {"groups_for_bytes", step_groups_for_bytes}, // says: behind the end
        {"count_forgotten", step_count_forgotten},   // says: expected
    };
    const char *chosen = getenv("ANSWER");
    for (size_t i = 0; chosen != NULL && i < sizeof answers / sizeof answers[0]; i++)
        if (strcmp(chosen, answers[i].name) == 0) answers[i].step();
}
