// The dispatches of a frame, and the three clocks around each.
#include "steps.h"

#include "state.h"

#include "gl/clock.h"

enum { NUMBERS = 0, RESULT = 1 }; // storage block bindings
enum {
    COUNT = 0,
    TOTAL = 1,
    ARITHMETIC = 2,
    READS = 3,
    ROUND_COUNT = 4,
    BY = 5
}; // uniform locations

// Work groups: a driver may stop at 65,535 in a dimension; so few that small cases have two rows.
enum { MOST_IN_ROW = 4096 };

/* ---- Three clocks ---- */

// Nothing of what was issued earlier may run inside the time that is to be measured.
static void start_clocks(void)
{
    glFinish();
    lesson.start_s = wb_clock_seconds();
    glQueryCounter(lesson.stamps[0], GL_TIMESTAMP); // the GPU writes its time when it comes here
}

// The first time of a run has the compilation in it, and any other may have been disturbed; nothing
// makes a run shorter than it is. So the shortest counts.
static void keep_shortest(int run, int clock, double time_ms)
{
    float shortest = time_of(run, clock);
    if (shortest == 0.0f || time_ms < (double)shortest) set_time(run, clock, time_ms);
}

static void stop_clocks(int run)
{
    GLuint64 from_ns = 0, to_ns = 0;
    glQueryCounter(lesson.stamps[1], GL_TIMESTAMP);
    double call_s = wb_clock_seconds(); // the calls have returned; has the work been done?
    glFinish();
    double finish_s = wb_clock_seconds();
    glGetQueryObjectui64v(lesson.stamps[0], GL_QUERY_RESULT, &from_ns);
    glGetQueryObjectui64v(lesson.stamps[1], GL_QUERY_RESULT, &to_ns);
    keep_shortest(run, CALL, 1e3 * (call_s - lesson.start_s));
    keep_shortest(run, FINISH, 1e3 * (finish_s - lesson.start_s));
    keep_shortest(run, GPU, 1e-6 * (double)(to_ns - from_ns));
}

/* ---- The experiment ---- */

static wb_extent groups_for_elements(void)
{
    return wb_groups_folded(wb_groups_for(elements(), lesson.group), MOST_IN_ROW);
}

static void dispatch_run(int run)
{
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)elements());
    glUniform1ui(TOTAL, (GLuint)lesson.vectors);
    glUniform1ui(ARITHMETIC, (GLuint)arithmetic_of(run));
    glUniform1ui(READS, (GLuint)reads_of(run));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULT, lesson.results[run].id);
    wb_extent groups = groups_for_elements();
    glDispatchCompute(groups.x, groups.y, 1);
}

void step_experiment(void)
{
    static const char *const names[RUNS] = {"as it is", "more arithmetic", "more reads"};
    for (int run = 0; run < RUNS; run++) {
        wb_pass_begin(names[run]);
        if (lesson.measure) start_clocks();
        dispatch_run(run);
        if (lesson.measure) stop_clocks(run);
        // The next frame writes the results again; picture and check read them by
        // glGetBufferSubData. Between two runs there is nothing to order: each has a result of its
        // own. The barrier is not timed: the last run would have it and the others not.
        if (run == RUNS - 1)
            glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
        wb_pass_end();
    }
}

/* ---- The exercise ---- */

static void dispatch_rounds(GLuint kernel, int result)
{
    glUseProgram(kernel);
    glUniform1ui(COUNT, (GLuint)elements());
    glUniform1ui(ROUND_COUNT, (GLuint)lesson.rounds);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULT, lesson.results[result].id);
    wb_extent groups = groups_for_elements();
    glDispatchCompute(groups.x, groups.y, 1);
}

// It is always measured: its check wants to know.
void step_advance(void)
{
    wb_pass_begin("given");
    start_clocks();
    dispatch_rounds(lesson.given, 0);
    stop_clocks(0); // no barrier: the next dispatch writes another buffer
    wb_pass_end();

    wb_pass_begin("yours");
    start_clocks();
    dispatch_rounds(lesson.kernel, 1);
    stop_clocks(1);
    // The next frame writes both results again; picture and check read them by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Division and branches ---- */

void step_rounds(void)
{
    wb_pass_begin("rounds");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)elements());
    glUniform1ui(BY, DIVISOR);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULT, lesson.results[0].id);
    wb_extent groups = groups_for_elements();
    glDispatchCompute(groups.x, groups.y, 1);
    // The next frame writes the result again; picture and check read it by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}
