// How many values are below a limit: one number from all of them, on the way from one counter for
// everybody to hardly any atomic at all.
#include "atomics.h"

#include <string.h>

enum {
    VALUES_SHOWN = 2,
    VALUES_LIMIT = 3,
    VALUES_GROUP = 4,
    GAUGE_EXPECTED = 2
};                               // for the picture
enum { LIMIT = 1 };              // uniform location
enum { MOST_FOR_ONE = 1 << 17 }; // values that one invocation counts, in 32,768 turns of its loop

static bool init(void)
{
    if (wb_variant_index() == COUNT_THREAD && atomics.count > MOST_FOR_ONE) {
        wb_error("count_thread: one invocation counts up to %d values here, because some drivers "
                 "end longer loops without a word\nwhat to do: --set count=%d, or less",
                 MOST_FOR_ONE, MOST_FOR_ONE);
        return false;
    }
    bool good = create_values() &&
                wb_buffer_create(&atomics.total,
                                 &(wb_buffer_desc){
                                     .name = "total", .type = WB_U32, .shape = {1}, .state = true});
    if (wb_variant_index() != COUNT_SPREAD) return good;
    return good &&
           wb_buffer_create(
               &atomics.counters,
               &(wb_buffer_desc){.name = "counters", .type = WB_U32, .shape = {COUNTERS, SPACING}});
}

/* ---- The versions ---- */

static int vectors(void)
{
    return (int)(atomics.values.size_bytes / 16);
}

void step_count_thread(void)
{
    wb_pass_begin("count");
    glUseProgram(atomics.kernel);
    glUniform1ui(COUNT, (GLuint)vectors());
    glUniform1ui(LIMIT, value_limit());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.total.id);
    glDispatchCompute(1, 1, 1);
    // The picture reads the total, and the next frame writes it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// count_one, count_group, count_private, and the broken one: they differ in their kernels only, and
// count_private in how many groups it takes.
void step_count(void)
{
    bool walks = wb_variant_index() == COUNT_PRIVATE;
    extent groups = groups_for(atomics.count, 1);
    if (walks) groups = (extent){groups_for_walk(vectors()), 1};
    clear_words(&atomics.total, 0, 1);

    wb_pass_begin("count");
    glUseProgram(atomics.kernel);
    glUniform1ui(COUNT, (GLuint)(walks ? vectors() : atomics.count));
    glUniform1ui(LIMIT, value_limit());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.total.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the total, and the next frame clears it.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_count_spread(void)
{
    extent groups = groups_for(atomics.count, 1);
    clear_words(&atomics.counters, 0, COUNTERS * SPACING);

    wb_pass_begin("count");
    glUseProgram(atomics.kernel);
    glUniform1ui(COUNT, (GLuint)atomics.count);
    glUniform1ui(LIMIT, value_limit());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.counters.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The second dispatch reads the counters.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("sum");
    glUseProgram(atomics.second);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.counters.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.total.id);
    glDispatchCompute(1, 1, 1);
    // The picture reads the total; the next frame clears the counters, and writes the total again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    int columns = 512, rows = (atomics.count + columns - 1) / columns;
    glProgramUniform1ui(atomics.canvas, VALUES_SHOWN, (GLuint)atomics.count);
    glProgramUniform1ui(atomics.canvas, VALUES_LIMIT, value_limit());
    glProgramUniform1ui(atomics.canvas, VALUES_GROUP, (GLuint)atomics.group);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.values.id);
    draw_grid(view, atomics.canvas, columns, rows > 0 ? rows : 1, 128.0f, 112.0f, 1024.0f, 512.0f);

    glProgramUniform1ui(atomics.curves, GAUGE_EXPECTED, atomics.kept);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.total.id);
    draw_panel(view, atomics.curves, 128.0f, 682.0f, 1024, 66);
    draw_heading(view, "How many are lit?", "");
    draw_note(view, 40.0f, 66.0f, 18.0f, FAINT,
              "One invocation a value, %d of them a work group; each lit value adds one.",
              atomics.group);
    static const char *const numbers[] = {"are lit", "were counted", "got lost"};
    for (int i = 0; i < 3; i++)
        draw_note(view, 128.0f + 352.0f * (float)i, 650.0f, 18.0f, FAINT, "%s", numbers[i]);
    // The next frame writes the total that the picture reads: at once, except for count_spread,
    // whose first barrier comes before that.
    if (wb_variant_index() != COUNT_SPREAD) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    return strcmp(buffer, "total") == 0 && expect_kept(steps, expected);
}

static wb_cost cost(void)
{
    return (wb_cost){.read_bytes = 4.0 * atomics.count,
                     .written_bytes = 4.0,
                     .items = atomics.count,
                     .item = "values"};
}

const lesson_part count_part = {
    .name = "count",
    .init = init,
    .second = "03_atomics/count_sum.comp",
    .canvas = "03_atomics/values.frag",
    .curves = "03_atomics/gauge.frag",
    .draw = draw,
    .expect = expect,
    .cost = cost,
};
