// Lesson 08 with other answers to its task in C: ANSWER in the environment says which. The
// kernel is the one of the solution.
#include <stdlib.h>
#include <string.h>

#define step_task step_solution
#include "08_indirect/solutions/survey.c"
#undef step_task

static void empty_commands(void)
{
    static const commands none = {.groups = {0, 1, 1}, .vertices = 4};
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.commands.id);
    glBufferSubData(GL_DISPATCH_INDIRECT_BUFFER, 0, sizeof none, &none);
}

static void use_survey(void)
{
    glUseProgram(lesson.survey);
    glUniform1ui(SLOTS, lesson.plan.slots);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, lesson.pool.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, lesson.living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, lesson.commands.id);
}

static void survey(GLbitfield barrier)
{
    use_survey();
    dispatch_for(lesson.plan.slots);
    if (barrier != 0) glMemoryBarrier(barrier);
}

static void use_move(void)
{
    glUseProgram(lesson.move);
    glUniform4fv(PHYSICS, 1, lesson.plan.physics);
}

static void move(GLintptr offset, GLbitfield barrier)
{
    use_move();
    glDispatchComputeIndirect(offset);
    if (barrier != 0) glMemoryBarrier(barrier);
}

enum {
    FOR_MOVE = GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT,
    FOR_NEXT = GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT,
};

// Right, and otherwise: cleared word by word, and with all that is read at any time in one barrier.
static void step_cleared(void)
{
    static const GLuint zero = 0, one = 1, four = 4;
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.commands.id);
    glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    glBufferSubData(GL_COPY_WRITE_BUFFER, offsetof(commands, groups[2]), sizeof one, &one);
    glBufferSubData(GL_COPY_WRITE_BUFFER, offsetof(commands, vertices), sizeof four, &four);
    survey(FOR_MOVE);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.commands.id);
    move(offsetof(commands, groups), FOR_NEXT);
}

static void step_without_command_barrier(void)
{
    empty_commands();
    survey(GL_SHADER_STORAGE_BARRIER_BIT);
    move(offsetof(commands, groups), FOR_NEXT);
}

static void step_command_barrier_only(void)
{
    empty_commands();
    survey(GL_COMMAND_BARRIER_BIT);
    move(offsetof(commands, groups), FOR_NEXT);
}

// Behind the dispatch that it is for.
static void step_late_barrier(void)
{
    empty_commands();
    survey(GL_SHADER_STORAGE_BARRIER_BIT);
    move(offsetof(commands, groups), FOR_NEXT | GL_COMMAND_BARRIER_BIT);
}

static void step_no_barrier_at_the_end(void)
{
    empty_commands();
    survey(FOR_MOVE);
    move(offsetof(commands, groups), 0);
}

static void step_no_update_barrier(void)
{
    empty_commands();
    survey(FOR_MOVE);
    move(offsetof(commands, groups), GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_never_emptied(void)
{
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.commands.id);
    survey(FOR_MOVE);
    move(offsetof(commands, groups), FOR_NEXT);
}

// The guard of the kernel makes it right, and the GPU starts as many groups as ever.
static void step_all_slots(void)
{
    empty_commands();
    survey(GL_SHADER_STORAGE_BARRIER_BIT);
    use_move();
    dispatch_for(lesson.plan.slots);
    glMemoryBarrier(FOR_NEXT);
}

// Asks how many there are, and waits for the answer.
static void step_read_back(void)
{
    commands found;
    empty_commands();
    survey(FOR_NEXT);
    glGetBufferSubData(GL_DISPATCH_INDIRECT_BUFFER, 0, sizeof found, &found);
    use_move();
    if (found.groups[0] > 0) glDispatchCompute(found.groups[0], found.groups[1], found.groups[2]);
    glMemoryBarrier(FOR_NEXT);
}

static void step_wrong_offset(void)
{
    empty_commands();
    survey(FOR_MOVE);
    move(offsetof(commands, vertices), FOR_NEXT);
}

static void step_one_row(void)
{
    empty_commands();
    use_survey();
    glDispatchCompute(lesson.plan.slots / (GLuint)lesson.group, 1, 1);
    glMemoryBarrier(FOR_MOVE);
    move(offsetof(commands, groups), FOR_NEXT);
}

void step_task(void)
{
    static const struct {
        const char *name;
        void (*step)(void);
    } answers[] = {
        {"solution", step_solution},
        {"cleared", step_cleared},                             // right
        {"no_command_barrier", step_without_command_barrier},  // says: missing barrier
        {"command_barrier_only", step_command_barrier_only},   // says: missing barrier
        {"late_barrier", step_late_barrier},                   // says: missing barrier
        {"no_barrier_at_the_end", step_no_barrier_at_the_end}, // says: missing barrier
        {"no_update_barrier", step_no_update_barrier},         // says: missing barrier
        {"never_emptied", step_never_emptied},                 // says: expected
        {"all_slots", step_all_slots},                         // says: and the commands say
        {"read_back", step_read_back},       // says: gets its work groups from the CPU
        {"wrong_offset", step_wrong_offset}, // says: expected
        {"one_row", step_one_row},           // says: expected
    };
    const char *name = getenv("ANSWER");
    for (size_t i = 0; name != NULL && i < sizeof answers / sizeof *answers; i++)
        if (strcmp(name, answers[i].name) == 0) answers[i].step();
}
