// What it costs that many want the same address: from one counter for all to 65,536.
#include "atomics.h"

#include <math.h>
#include <string.h>

enum { ADDRESSES = 1, STRIDE = 2 };                          // uniform locations
enum { SHOWN_ADDRESSES = 2, SHOWN_STRIDE = 3, HIGHEST = 4 }; // for the picture

static int words(void)
{
    return atomics.addresses * atomics.stride;
}

static bool init(void)
{
    if (wb_variant_index() == CONTENTION_SHARED && words() > SHARED_WORDS) {
        wb_error("contention_shared: %d addresses, %d words apart, are more than the %d words of "
                 "shared memory\nwhat to do: --set addresses=%d, or less",
                 atomics.addresses, atomics.stride, SHARED_WORDS, SHARED_WORDS / atomics.stride);
        return false;
    }
    size_t rows = (size_t)atomics.addresses, columns = (size_t)atomics.stride;
    return wb_buffer_create(&atomics.counters, &(wb_buffer_desc){.name = "counters",
                                                                 .type = WB_U32,
                                                                 .shape = {rows, columns},
                                                                 .state = true});
}

/* ---- The versions ---- */

// They differ in their kernels only.
void step_contention(void)
{
    extent groups = groups_for(atomics.count, 1);
    clear_words(&atomics.counters, 0, words());

    wb_pass_begin("contention");
    glUseProgram(atomics.kernel);
    glUniform1ui(COUNT, (GLuint)atomics.count);
    glUniform1ui(ADDRESSES, (GLuint)atomics.addresses);
    glUniform1ui(STRIDE, (GLuint)atomics.stride);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.counters.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the counters, and the next frame clears them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    glProgramUniform1ui(atomics.canvas, SHOWN_ADDRESSES, (GLuint)atomics.addresses);
    draw_grid(view, atomics.canvas, 64, ROUNDS, 64.0f, 136.0f, 1152.0f, 288.0f);

    double share = (double)ROUNDS * atomics.count / atomics.addresses;
    glProgramUniform1ui(atomics.curves, SHOWN_ADDRESSES, (GLuint)atomics.addresses);
    glProgramUniform1ui(atomics.curves, SHOWN_STRIDE, (GLuint)atomics.stride);
    glProgramUniform1f(atomics.curves, HIGHEST, (float)fmax(1.25 * share, 1.0));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.counters.id);
    draw_panel(view, atomics.curves, 64.0f, 490.0f, 1152, 220);
    draw_heading(view, "Who wants which counter",
                 "The first 64 invocations, and their 16 additions one below the other; one colour "
                 "is one counter.");
    draw_note(view, 64.0f, 456.0f, 18.0f, FAINT,
              "What the counters hold in the end: %d, %d word%s apart", atomics.addresses,
              atomics.stride, atomics.stride > 1 ? "s" : "");
    draw_note(view, 64.0f, 724.0f, 18.0f, FAINT, "%.1f million additions, %.0f for each counter",
              1e-6 * ROUNDS * atomics.count, share);
    // The next frame clears the counters that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "counters") != 0) return false;
    uint32_t *counters = expected;
    memset(counters, 0, (size_t)atomics.counters.size_bytes);
    for (int i = 0; steps > 0 && i < atomics.count; i++)
        for (int k = 0; k < ROUNDS; k++) counters[(i + k) % atomics.addresses * atomics.stride]++;
    return true;
}

static wb_cost cost(void)
{
    return (wb_cost){.written_bytes = 4.0 * atomics.addresses,
                     .items = (double)ROUNDS * atomics.count,
                     .item = "additions"};
}

const lesson_part contention_part = {
    .name = "contention",
    .init = init,
    .canvas = "03_atomics/rounds.frag",
    .curves = "03_atomics/bars.frag",
    .draw = draw,
    .expect = expect,
    .cost = cost,
};
