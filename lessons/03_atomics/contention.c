// What it costs that many want the same address: from one counter for all to 65,536.
#include "atomics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESSES = 1, STRIDE = 2 }; // uniform locations

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
    (void)view;
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
    .draw = draw,
    .expect = expect,
    .cost = cost,
};
