/* Stepper, trace and inspector on a small lesson of eight dispatches a step: whatever way one goes
 * through a step, it ends in the same state as a free run, bit for bit. Runs headless. */
#include "step/inspect.h"
#include "lesson/stepping.h"
#include "step/trace.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "gl/context.h"
#include "watch/barriers.h"
#include "watch/dispatch.h"
#include "watch/saved_state.h"

/* ---- The lesson: mix, smooth five times, count, and apply to as many groups as were counted ----
 */

enum { COUNT = 100, GROUPS = (COUNT + 7) / 8, VALUES = 40, PASSES = 8, FRAMES = 4 };
enum { FROM = 0, TO = 1 };
enum { WHOLE, NO_APPLY, NO_BARRIER, NO_LAST_BARRIER, NO_PASS };

#define HEAD "#version 430\nlayout(local_size_x = 8) in;\n"
#define ID "uint i = gl_GlobalInvocationID.x; if (i >= from.length()) return;\n"
#define BLOCKS                                                                                     \
    "layout(std430, binding = 0) readonly buffer From { uint from[]; };\n"                         \
    "layout(std430, binding = 1) writeonly buffer To { uint to[]; };\n"

static const char mix_source[] =
    HEAD BLOCKS "layout(location = 0) uniform uint salt;\n" // 0
                "void main() { " ID "to[i] = from[i] * 1664525u + 1013904223u + salt; }\n";
static const char smooth_source[] =
    HEAD BLOCKS "void main() { " ID "to[i] = from[i] ^ (from[(i + 1) % from.length()] >> 3); }\n";
static const char count_source[] =
    "#version 430\nlayout(local_size_x = 1) in;\n" BLOCKS
    "void main() { to[0] = from[0] % 5u + 1u; to[1] = 1u; to[2] = 1u; }\n";
static const char apply_source[] =
    HEAD "layout(std430, binding = 0) buffer From { uint from[]; };\n"
         "void main() { " ID "from[i] += 7u; }\n";

static struct {
    int rounds; // parameters
    float gain;
    int64_t steps, passes; // done
    wb_buffer cells, groups, values;
    GLuint mix, smooth, count, apply;
    GLuint vertex_array, framebuffer, texture, marks; // bound through the step
} lab = {.rounds = 5, .gain = 1.0f};

static wb_buffer next; // outside: one that a building block owns, say
static int lost_marks; // outside `lab`, so that going back does not forget them

static GLuint compute(const char *source, const char *label)
{
    GLuint program = glCreateProgram(), shader = glCreateShader(GL_COMPUTE_SHADER);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    assert_true(good);
    glDetachShader(program, shader);
    glDeleteShader(shader);
    glObjectLabel(GL_PROGRAM, program, -1, label);
    return program;
}

static void create_marks(void)
{
    glGenVertexArrays(1, &lab.vertex_array);
    glGenFramebuffers(1, &lab.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, lab.framebuffer);
    glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, 16);
    glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, 16);
    glGenTextures(1, &lab.texture);
    glGenBuffers(1, &lab.marks);
    glBindBuffer(GL_ARRAY_BUFFER, lab.marks);
    glBufferData(GL_ARRAY_BUFFER, 1024, NULL, GL_STATIC_DRAW);
}

static bool lab_init(void)
{
    uint32_t start[COUNT];
    float values[VALUES];
    for (uint32_t i = 0; i < COUNT; i++) start[i] = i * 2654435761u;
    for (int i = 0; i < VALUES; i++) values[i] = (float)i;
    lab.mix = compute(mix_source, "lab/mix.comp");
    lab.smooth = compute(smooth_source, "lab/smooth.comp");
    lab.count = compute(count_source, "lab/count.comp");
    lab.apply = compute(apply_source, "lab/apply.comp");
    create_marks();
    lab.steps = lab.passes = 0;
    return wb_buffer_create(&lab.cells, &(wb_buffer_desc){.name = "cells",
                                                          .type = WB_U32,
                                                          .shape = {COUNT},
                                                          .data = start,
                                                          .state = true}) &&
           wb_buffer_create(&next,
                            &(wb_buffer_desc){.name = "next", .type = WB_U32, .shape = {COUNT}}) &&
           wb_buffer_create(&lab.groups,
                            &(wb_buffer_desc){.name = "groups", .type = WB_U32, .shape = {3}}) &&
           wb_buffer_create(&lab.values, &(wb_buffer_desc){.name = "values",
                                                           .type = WB_F32,
                                                           .shape = {VALUES},
                                                           .data = values});
}

static void lab_quit(void)
{
    wb_buffer_delete(&lab.cells);
    wb_buffer_delete(&next);
    wb_buffer_delete(&lab.groups);
    wb_buffer_delete(&lab.values);
    glDeleteProgram(lab.mix);
    glDeleteProgram(lab.smooth);
    glDeleteProgram(lab.count);
    glDeleteProgram(lab.apply);
    glDeleteVertexArrays(1, &lab.vertex_array);
    glDeleteFramebuffers(1, &lab.framebuffer);
    glDeleteTextures(1, &lab.texture);
    glDeleteBuffers(1, &lab.marks);
}

static void bind_marks(void)
{
    glBindVertexArray(lab.vertex_array);
    glBindFramebuffer(GL_FRAMEBUFFER, lab.framebuffer);
    glViewport(1, 2, 30, 40);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, lab.texture);
    glBindBuffer(GL_ARRAY_BUFFER, lab.marks);
    glBindBuffer(GL_COPY_READ_BUFFER, lab.marks);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, lab.marks);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 7, lab.marks, 256, 128);
}

static bool holds(GLenum what, GLuint wanted)
{
    GLint value = 0;
    glGetIntegerv(what, &value);
    return (GLuint)value == wanted;
}

// No assertions here: they would jump out of the coroutine.
static void look_for_marks(void)
{
    GLint viewport[4];
    GLint64 start = 0, size = 0;
    glGetIntegerv(GL_VIEWPORT, viewport);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, 7, &start);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, 7, &size);
    bool good =
        holds(GL_VERTEX_ARRAY_BINDING, lab.vertex_array) &&
        holds(GL_DRAW_FRAMEBUFFER_BINDING, lab.framebuffer) &&
        holds(GL_READ_FRAMEBUFFER_BINDING, lab.framebuffer) &&
        holds(GL_ACTIVE_TEXTURE, GL_TEXTURE3) && holds(GL_TEXTURE_BINDING_2D, lab.texture) &&
        holds(GL_ARRAY_BUFFER_BINDING, lab.marks) &&
        holds(GL_COPY_READ_BUFFER_BINDING, lab.marks) &&
        holds(GL_DRAW_INDIRECT_BUFFER_BINDING, lab.marks) && viewport[0] == 1 && viewport[1] == 2 &&
        viewport[2] == 30 && viewport[3] == 40 && start == 256 && size == 128;
    if (!good) lost_marks++;
}

static void end_pass(void)
{
    wb_pass_end();
    lab.passes++;
    look_for_marks();
}

static void bind_pair(const wb_buffer *from, const wb_buffer *to)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, from->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, to->id);
}

static void step(bool applies, GLbitfield after_mix, GLbitfield after_apply)
{
    bind_marks();
    glUseProgram(lab.mix);
    wb_pass_begin("mix");
    bind_pair(&lab.cells, &next);
    glDispatchCompute(GROUPS, 1, 1);
    if (after_mix != 0) glMemoryBarrier(after_mix);
    end_pass();
    wb_buffer_swap(&lab.cells, &next);

    glUseProgram(lab.smooth); // once for all rounds: it stays bound from pass to pass
    for (int i = 0; i < lab.rounds; i++) {
        bind_pair(&lab.cells, &next);
        wb_pass_begin("smooth");
        glDispatchCompute(GROUPS, 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        end_pass();
        wb_buffer_swap(&lab.cells, &next);
    }

    glUseProgram(lab.count);
    bind_pair(&lab.cells, &lab.groups);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lab.groups.id);
    wb_pass_begin("count");
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    end_pass();
    glUseProgram(lab.apply);
    if (applies) {
        wb_pass_begin("apply");
        glDispatchComputeIndirect(0);
        if (after_apply != 0) glMemoryBarrier(after_apply);
        end_pass();
    }
    lab.steps++;
}

static void step_whole(void)
{
    step(true, GL_SHADER_STORAGE_BARRIER_BIT, GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_no_apply(void)
{
    step(false, GL_SHADER_STORAGE_BARRIER_BIT, 0);
}

static void step_no_barrier(void)
{
    step(true, 0, GL_SHADER_STORAGE_BARRIER_BIT);
}

static void step_no_last_barrier(void)
{
    step(true, GL_SHADER_STORAGE_BARRIER_BIT, 0);
}

static void step_no_pass(void)
{
    lab.steps++;
}

static wb_answer expect_cells(const char *buffer, int64_t steps, void *expected)
{
    const uint32_t *start = wb_start_state(buffer);
    if (strcmp(buffer, "cells") != 0 || start == NULL) return WB_NO_ANSWER;
    uint32_t *cells = expected, before[COUNT];
    memcpy(cells, start, sizeof before);
    for (; steps > 0; steps--) {
        for (int i = 0; i < COUNT; i++) cells[i] = cells[i] * 1664525u + 1013904223u;
        for (int round = 0; round < lab.rounds; round++) {
            memcpy(before, cells, sizeof before);
            for (int i = 0; i < COUNT; i++) cells[i] = before[i] ^ (before[(i + 1) % COUNT] >> 3);
        }
        uint32_t reach = 8 * (cells[0] % 5 + 1);
        for (uint32_t i = 0; i < reach && i < COUNT; i++) cells[i] += 7;
    }
    return WB_ANSWERED;
}

static const wb_variant variants[] = {
    [WHOLE] = {.name = "whole", .step = step_whole},
    [NO_APPLY] = {.name = "no_apply", .step = step_no_apply},
    [NO_BARRIER] = {.name = "no_barrier", .step = step_no_barrier},
    [NO_LAST_BARRIER] = {.name = "no_last_barrier", .step = step_no_last_barrier},
    [NO_PASS] = {.name = "no_pass", .step = step_no_pass},
    {0},
};

static const wb_param params[] = {
    {"rounds", {&lab.rounds}, 1, 10},
    {"gain", {.f = &lab.gain}, 0, 10},
    {0},
};

static const wb_part part = {.init = lab_init, .quit = lab_quit, .expect = expect_cells};

static const wb_lesson lesson = {
    .id = "lab",
    .part = &part,
    .variants = variants,
    .params = params,
    .state = &lab,
    .state_bytes = sizeof lab,
};

static wb_app app = {.lesson = &lesson};

/* ---- Around it ---- */

// All named buffers, under their names, and what the lesson and the app count.
static uint64_t hash_now(void)
{
    uint64_t hash = WB_HASH_START;
    unsigned char data[4 * COUNT];
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    for (int i = 0; wb_buffer_at(i) != NULL; i++) {
        wb_buffer_read(wb_buffer_at(i), data);
        hash = wb_hash_bytes(hash, data, (size_t)wb_buffer_at(i)->size_bytes);
    }
    hash = wb_hash_bytes(hash, &lab.steps, sizeof lab.steps);
    hash = wb_hash_bytes(hash, &lab.passes, sizeof lab.passes);
    return wb_hash_bytes(hash, &app.frame, sizeof app.frame);
}

static uint64_t free_run[FRAMES + 1]; // the hash after each number of frames

static void run_freely(void)
{
    assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
    for (int i = 0; i <= FRAMES; i++) {
        free_run[i] = hash_now();
        wb_app_step(&app);
    }
    wb_app_stop(&app);
    for (int i = 1; i <= FRAMES; i++) assert_true(free_run[i] != free_run[i - 1]);
}

static int start_variant(int variant)
{
    lab.rounds = 5;
    lab.gain = 1.0f;
    lost_marks = 0;
    wb_app_choose(&app, &variants[WHOLE]);
    run_freely();
    wb_app_choose(&app, &variants[variant]);
    assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
    return 0;
}

static int start(void **test)
{
    (void)test;
    return start_variant(WHOLE);
}

static int stop(void **test)
{
    (void)test;
    wb_app_stop(&app);
    wb_inspect_remember(NULL, 0, 0);
    assert_int_equal(lost_marks, 0);
    assert_int_equal(wb_context_error_count(), 0);
    return 0;
}

// What a main loop may do to the state of OpenGL while the lesson waits.
static void disturb(void)
{
    glUseProgram(0);
    glBindVertexArray(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, 5, 5);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(GL_TEXTURE0);
    for (GLuint i = 0; i < 8; i++) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, 0);
    static const GLenum targets[] = {GL_SHADER_STORAGE_BUFFER, GL_DISPATCH_INDIRECT_BUFFER,
                                     GL_DRAW_INDIRECT_BUFFER,  GL_ARRAY_BUFFER,
                                     GL_COPY_READ_BUFFER,      GL_COPY_WRITE_BUFFER};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) glBindBuffer(targets[i], 0);
}

static void dispatch(int times)
{
    for (int i = 0; i < times; i++) {
        assert_true(wb_app_dispatch(&app));
        disturb();
    }
}

/* ---- Stepping ---- */

static void test_forwards(void **test)
{
    (void)test;
    assert_false(wb_app_can_step_back(&app));
    for (int frame = 0; frame < FRAMES; frame++) {
        assert_int_equal(hash_now(), free_run[frame]);
        for (int pass = 0; pass < PASSES; pass++) {
            assert_int_equal(wb_stepper_position(&app.stepper), pass);
            assert_int_equal(app.stepper.is_inside, pass > 0);
            assert_int_equal(app.frame, frame);
            dispatch(1);
            assert_int_equal(lab.passes, frame * PASSES + pass + 1);
            assert_true(wb_app_can_step_back(&app));
        }
        assert_false(app.stepper.is_inside); // the step has ended with its last pass
        assert_int_equal(wb_stepper_position(&app.stepper), 0);
        assert_int_equal(app.frame, frame + 1);
        assert_int_equal(lab.steps, frame + 1);
    }
    assert_int_equal(hash_now(), free_run[FRAMES]);
}

// At every position: back `times` times, each time from there, and then on to the end.
static void go_back_at(int position, int times)
{
    for (int i = 0; i < times; i++) {
        dispatch(position);
        assert_true(wb_app_step_back(&app));
        disturb();
        assert_int_equal(wb_stepper_position(&app.stepper), 0);
        assert_false(app.stepper.is_inside);
        assert_int_equal(hash_now(), free_run[app.frame]);
        assert_false(wb_app_can_step_back(&app));
        assert_false(wb_app_step_back(&app));
    }
    int64_t frame = app.frame;
    while (app.frame == frame) dispatch(1);
    assert_int_equal(hash_now(), free_run[app.frame]);
}

static void test_back(void **test)
{
    (void)test;
    for (int position = 1; position <= PASSES; position++) {
        for (int times = 1; times <= 3; times++) go_back_at(position, times);
        wb_app_stop(&app);
        assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
    }
}

static void test_finish(void **test)
{
    (void)test;
    for (int position = 0; position < PASSES; position++) {
        for (int frame = 0; frame < FRAMES; frame++) {
            dispatch(position);
            assert_true(wb_app_finish_step(&app));
            disturb();
            assert_false(app.stepper.is_inside);
            assert_int_equal(hash_now(), free_run[frame + 1]);
            if (frame % 2 == 0) continue;
            assert_true(wb_app_step_back(&app));
            assert_int_equal(hash_now(), free_run[frame]);
            assert_true(wb_app_finish_step(&app));
            assert_int_equal(hash_now(), free_run[frame + 1]);
        }
        wb_app_stop(&app);
        assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
    }
}

static void test_reset(void **test)
{
    (void)test;
    for (int position = 0; position <= PASSES; position++) {
        dispatch(position);
        wb_app_forget_steps(&app);
        assert_false(app.stepper.is_inside);
        assert_int_equal(wb_stepper_position(&app.stepper), 0);
        assert_false(wb_app_can_step_back(&app));
        assert_false(wb_app_step_back(&app));
        wb_app_stop(&app);
        assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
        assert_int_equal(hash_now(), free_run[0]);
        assert_true(wb_app_finish_step(&app));
        wb_app_step(&app); // stepped and free frames mix
        dispatch(PASSES);
        assert_int_equal(hash_now(), free_run[3]);
        wb_app_stop(&app);
        assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
    }
}

static void test_free_step_ends_the_way_back(void **test)
{
    (void)test;
    dispatch(PASSES);
    assert_true(wb_app_can_step_back(&app) && wb_app_has_result(&app));
    wb_app_step(&app);
    assert_false(wb_app_can_step_back(&app) || wb_app_has_result(&app));
    assert_false(wb_app_step_back(&app));
    assert_int_equal(hash_now(), free_run[2]);
    dispatch(PASSES);
    assert_true(wb_app_step_back(&app));
    wb_app_step(&app);
    assert_false(wb_app_can_step_back(&app) || wb_app_has_result(&app));
    assert_int_equal(hash_now(), free_run[3]);
}

static void test_parameters_stay(void **test)
{
    (void)test;
    dispatch(3);
    lab.gain = 2.5f; // as a panel does it
    assert_true(wb_app_step_back(&app));
    assert_true(lab.gain == 2.5f);
    assert_int_equal(hash_now(), free_run[0]);
    lab.rounds = 2;
    dispatch(5);
    assert_false(app.stepper.is_inside);
    assert_true(wb_app_has_result(&app));
    lab.rounds = 5;
    assert_false(wb_app_has_result(&app));
    assert_true(wb_app_step_back(&app));
    assert_int_equal(lab.rounds, 5);
    dispatch(PASSES);
    assert_int_equal(hash_now(), free_run[1]);
}

static void test_no_pass(void **test)
{
    (void)test;
    wb_app_choose(&app, &variants[NO_PASS]);
    dispatch(1);
    assert_false(app.stepper.is_inside);
    assert_int_equal(lab.steps, 1);
    assert_int_equal(app.frame, 1);
}

static void test_start_state(void **test)
{
    (void)test;
    uint32_t start_cells[COUNT], data[COUNT];
    wb_buffer_read(&lab.cells, start_cells);
    assert_false(wb_app_step_start(&app, "cells", data));
    for (int position = 1; position <= PASSES; position++) {
        dispatch(1);
        assert_true(wb_app_step_start(&app, "cells", data));
        assert_memory_equal(data, start_cells, sizeof data);
        assert_false(wb_app_step_start(&app, "no such", data));
    }
    assert_true(wb_app_step_back(&app));
    assert_false(wb_app_step_start(&app, "cells", data));
}

// A window that changes its size deletes the framebuffer that was bound.
static void test_deleted_meanwhile(void **test)
{
    (void)test;
    dispatch(1);
    glDeleteFramebuffers(1, &lab.framebuffer);
    glDeleteVertexArrays(1, &lab.vertex_array);
    lab.framebuffer = lab.vertex_array = 0;
    assert_true(wb_app_finish_step(&app));
    assert_int_equal(hash_now(), free_run[1]);
}

static int warnings;
static char last_warning[256], last_error[256];

static void keep_warning(wb_severity severity, const char *text, void *user)
{
    (void)user;
    if (severity == WB_ERROR) snprintf(last_error, sizeof last_error, "%s", text);
    if (severity != WB_WARNING) return;
    snprintf(last_warning, sizeof last_warning, "%s", text);
    warnings++;
}

/* ---- Trace ---- */

static const char *const pass_names[PASSES] = {"mix",    "smooth", "smooth", "smooth",
                                               "smooth", "smooth", "count",  "apply"};
static const char *const kernels[PASSES] = {"lab/mix.comp",    "lab/smooth.comp", "lab/smooth.comp",
                                            "lab/smooth.comp", "lab/smooth.comp", "lab/smooth.comp",
                                            "lab/count.comp",  "lab/apply.comp"};

static void expect_pass(const wb_trace_pass *pass, int index)
{
    bool apply = index == 7, count = index == 6;
    GLbitfield barrier = GL_SHADER_STORAGE_BARRIER_BIT | (count ? GL_COMMAND_BARRIER_BIT : 0);
    assert_non_null(pass);
    assert_string_equal(pass->name, pass_names[index]);
    const wb_dispatch *d = &pass->dispatch;
    assert_string_equal(d->kernel, kernels[index]);
    assert_string_equal(d->pass, pass_names[index]);
    assert_int_equal(d->is_indirect, apply);
    assert_int_equal(d->knows_groups, !apply);
    assert_int_equal(d->groups[0], apply ? 0 : count ? 1 : GROUPS);
    assert_int_equal(d->groups[1], apply ? 0 : 1);
    assert_int_equal(d->local_size[0], count ? 1 : 8);
    assert_int_equal(d->local_size[2], 1);
    assert_int_equal(pass->barrier, barrier);
    assert_int_equal(pass->dispatches, 1);
    assert_int_equal(d->buffer_count, apply ? 1 : 2);
    for (int i = 0; i < d->buffer_count; i++) {
        const wb_dispatch_buffer *buffer = &d->buffers[i];
        bool from = buffer->resource.binding == FROM;
        assert_string_equal(buffer->resource.name, from ? "From" : "To");
        bool swapped = index % 2 == 1 && !apply; // then the two labels have changed places
        const char *label = !from && count ? "groups" : from == !swapped ? "cells" : "next";
        assert_string_equal(buffer->label, label);
        assert_int_not_equal(buffer->buffer, 0);
    }
}

static void test_trace(void **test)
{
    (void)test;
    wb_trace_begin();
    assert_null(wb_trace_pass_at(true, 0));
    assert_null(wb_trace_pass_at(false, 0));
    for (int position = 1; position < PASSES; position++) {
        dispatch(1);
        for (int i = 0; i < position; i++) expect_pass(wb_trace_pass_at(false, i), i);
        assert_null(wb_trace_pass_at(false, position));
        assert_null(wb_trace_pass_at(true, 0));
    }
    dispatch(1);
    for (int whole = 0; whole <= 1; whole++) {
        for (int i = 0; i < PASSES; i++) expect_pass(wb_trace_pass_at(whole, i), i);
        assert_null(wb_trace_pass_at(whole, PASSES));
    }
    assert_null(wb_trace_pass_at(true, -1));

    // Values of uniforms from then on.
    assert_int_equal(wb_trace_pass_at(true, 0)->dispatch.uniform_count, 0);
    wb_trace_values(true);
    wb_app_step_back(&app);
    glProgramUniform1ui(lab.mix, 0, 5);
    dispatch(1);
    glProgramUniform1ui(lab.mix, 0, 0);
    const wb_dispatch *mix = &wb_trace_pass_at(false, 0)->dispatch;
    assert_int_equal(mix->uniform_count, 1);
    assert_string_equal(mix->uniforms[0].resource.name, "salt");
    assert_int_equal(mix->values[mix->uniforms[0].first], 5);
    wb_trace_values(false);

    // The whole step stays while the next is under way, and when that is given up.
    wb_app_step_back(&app);
    dispatch(2);
    assert_null(wb_trace_pass_at(false, 2));
    expect_pass(wb_trace_pass_at(true, 7), 7);
    wb_app_step_back(&app);
    expect_pass(wb_trace_pass_at(false, 7), 7);
    expect_pass(wb_trace_pass_at(true, 7), 7);

    wb_app_choose(&app, &variants[NO_APPLY]); // a free step is listened to as well
    wb_app_step(&app);
    assert_null(wb_trace_pass_at(true, 7));
    assert_non_null(wb_trace_pass_at(true, 6));

    // Listening from the middle of a step on: nothing is known of it.
    wb_app_choose(&app, &variants[WHOLE]);
    wb_trace_end();
    wb_app_step(&app);
    dispatch(2);
    wb_trace_begin();
    dispatch(2);
    assert_null(wb_trace_pass_at(false, 0));
    wb_app_finish_step(&app);
    assert_null(wb_trace_pass_at(true, 0));
    wb_trace_end();
    PFNGLDISPATCHCOMPUTEPROC plain = glad_glDispatchCompute;
    assert_true(glad_debug_glDispatchCompute == plain);
}

/* draw() has passes too (lesson 09 smooths its picture in two): they are none of the step's. */
static void draw_with_passes(void)
{
    for (int i = 0; i < 2; i++) {
        wb_pass_begin(i == 0 ? "smooth across" : "smooth down");
        glUseProgram(lab.count);
        bind_pair(&lab.values, &lab.groups);
        glDispatchCompute(0, 1, 1);
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // for no reader: it is heard, or not
        wb_pass_end();
    }
}

static void test_trace_without_drawing(void **test)
{
    (void)test;
    wb_trace_begin();
    for (int frame = 0; frame < 2; frame++)
        for (int position = 1; position <= PASSES; position++) {
            dispatch(1);
            draw_with_passes();
            for (int i = 0; i < position; i++) expect_pass(wb_trace_pass_at(false, i), i);
            if (position < PASSES) assert_null(wb_trace_pass_at(false, position));
        }
    assert_null(wb_trace_pass_at(true, PASSES));
    wb_trace_end();
}

static void test_trace_of_many_passes(void **test)
{
    (void)test;
    enum { ROUNDS = 1000 };
    wb_trace_begin();
    lab.rounds = ROUNDS;
    assert_true(wb_app_finish_step(&app));
    lab.rounds = 5;
    assert_string_equal(wb_trace_pass_at(true, ROUNDS)->name, "smooth");
    assert_string_equal(wb_trace_pass_at(true, ROUNDS + 2)->name, "apply");
    assert_string_equal(wb_trace_pass_at(true, ROUNDS + 2)->dispatch.kernel, "lab/apply.comp");
    assert_null(wb_trace_pass_at(true, ROUNDS + 3));
    wb_trace_end();
}

static void test_pass_without_dispatch(void **test)
{
    (void)test;
    wb_trace_begin();
    wb_trace_step_begin();
    glUseProgram(lab.mix);
    wb_pass_begin("one");
    glDispatchCompute(0, 1, 1);
    wb_pass_end();
    wb_pass_begin("none");
    glMemoryBarrier(GL_UNIFORM_BARRIER_BIT); // for the trace alone
    wb_pass_end();
    wb_trace_step_end();
    const wb_trace_pass *pass = wb_trace_pass_at(true, 1);
    assert_string_equal(pass->name, "none");
    assert_int_equal(pass->dispatches, 0);
    assert_int_equal(pass->dispatch.program, 0);
    assert_int_equal(pass->dispatch.buffer_count, 0);
    assert_string_equal(pass->dispatch.kernel, "");
    assert_int_equal(pass->barrier, GL_UNIFORM_BARRIER_BIT);
    wb_trace_end();
}

/* ---- With the barrier checker ---- */

static int finding_count;
static char finding_text[1024];

static void count_finding(const wb_finding *finding, void *user)
{
    (void)user;
    if (finding->severity != WB_ERROR) return;
    finding_count++;
    snprintf(finding_text, sizeof finding_text, "%s", finding->text);
}

// Steps through `variant` with the checker, goes back now and then, and looks into the buffers.
static void step_watched(int variant)
{
    double values[COUNT];
    finding_count = 0;
    wb_app_choose(&app, &variants[variant]);
    wb_barriers_redirect(count_finding, NULL);
    wb_barriers_begin();
    wb_trace_begin();
    assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
    for (int i = 0; i < 5 * PASSES; i++) {
        dispatch(1);
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for what the inspector reads
        for (int b = 0; wb_buffer_at(b) != NULL; b++)
            wb_inspect_read(wb_buffer_at(b), 0, COUNT, values, NULL);
        if (i % 11 == 5) wb_app_step_back(&app);
    }
    expect_pass(wb_trace_pass_at(true, 7), 7);
    wb_app_stop(&app);
    wb_trace_end();
    assert_int_equal(wb_barriers_end(), finding_count);
    wb_barriers_redirect(NULL, NULL);
}

static void test_checker_sees_the_lesson_only(void **test)
{
    (void)test;
    wb_app_stop(&app);
    step_watched(WHOLE);
    if (finding_count > 0) print_error("%s\n", finding_text);
    assert_int_equal(finding_count, 0);
    wb_app_choose(&app, &variants[WHOLE]);
    assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
}

// Steps through `variant` in some way; the checker has to find that a barrier behind `pass` is
// missing.
static void expect_fault(int variant, const char *pass, void (*go)(void))
{
    char wanted[100];
    snprintf(wanted, sizeof wanted, "missing barrier: pass \"%s\"", pass);
    finding_count = 0;
    finding_text[0] = '\0';
    wb_app_choose(&app, &variants[variant]);
    wb_barriers_redirect(count_finding, NULL);
    wb_barriers_begin();
    assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
    go();
    wb_app_stop(&app);
    wb_barriers_end();
    wb_barriers_redirect(NULL, NULL);
    assert_true(finding_count > 0);
    assert_non_null(strstr(finding_text, wanted));
}

static void go_by_dispatches(void)
{
    dispatch(PASSES);
}

static void go_after_going_back(void)
{
    dispatch(1);
    wb_app_step_back(&app);
    wb_app_finish_step(&app);
}

static void go_two_steps(void)
{
    dispatch(2 * PASSES);
}

static void test_checker_still_sees_a_fault(void **test)
{
    (void)test;
    wb_app_stop(&app);
    expect_fault(NO_BARRIER, "mix", go_by_dispatches);
    expect_fault(NO_BARRIER, "mix", go_after_going_back);
    expect_fault(NO_LAST_BARRIER, "apply", go_two_steps);
    wb_app_choose(&app, &variants[WHOLE]);
    assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
}

/* ---- What is bound, and what is kept ---- */

enum { FAR_UNIT = 40, FAR_BLOCK = 20 }; // beyond what the lessons use

typedef struct marks {
    GLuint texture, sampler, image, buffer;
} marks;

static marks make_marks(void)
{
    marks m;
    glGenTextures(1, &m.texture);
    glActiveTexture(GL_TEXTURE0 + FAR_UNIT);
    glBindTexture(GL_TEXTURE_3D, m.texture);
    glGenSamplers(1, &m.sampler);
    glBindSampler(FAR_UNIT, m.sampler);
    glGenTextures(1, &m.image);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D_ARRAY, m.image);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_R32UI, 8, 8, 4);
    glBindImageTexture(3, m.image, 1, GL_FALSE, 2, GL_WRITE_ONLY, GL_R32UI);
    glGenBuffers(1, &m.buffer);
    glBindBuffer(GL_UNIFORM_BUFFER, m.buffer);
    glBufferData(GL_UNIFORM_BUFFER, 1024, NULL, GL_STATIC_DRAW);
    glBindBufferRange(GL_UNIFORM_BUFFER, 5, m.buffer, 256, 64);
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, m.buffer);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, FAR_BLOCK, m.buffer, 512, 16);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, m.buffer);
    glEnable(GL_BLEND);
    glPixelStorei(GL_PACK_ALIGNMENT, 2);
    return m;
}

static void unbind_marks(void)
{
    glActiveTexture(GL_TEXTURE0 + FAR_UNIT);
    glBindTexture(GL_TEXTURE_3D, 0);
    glBindSampler(FAR_UNIT, 0);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    glActiveTexture(GL_TEXTURE0);
    glBindImageTexture(3, 0, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R8);
    glBindBufferBase(GL_UNIFORM_BUFFER, 5, 0);
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FAR_BLOCK, 0);
    glBindBuffer(GL_UNIFORM_BUFFER, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glDisable(GL_BLEND);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
}

static bool holds_at(GLenum what, GLuint index, GLuint wanted)
{
    GLint value = 0;
    glGetIntegeri_v(what, index, &value);
    return (GLuint)value == wanted;
}

static void expect_marks(marks m)
{
    assert_true(holds(GL_ACTIVE_TEXTURE, GL_TEXTURE1));
    assert_true(holds(GL_TEXTURE_BINDING_2D_ARRAY, m.image));
    assert_true(holds_at(GL_IMAGE_BINDING_NAME, 3, m.image));
    assert_true(holds_at(GL_IMAGE_BINDING_LEVEL, 3, 1));
    assert_true(holds_at(GL_IMAGE_BINDING_LAYERED, 3, 0));
    assert_true(holds_at(GL_IMAGE_BINDING_LAYER, 3, 2));
    assert_true(holds_at(GL_IMAGE_BINDING_ACCESS, 3, GL_WRITE_ONLY));
    assert_true(holds_at(GL_IMAGE_BINDING_FORMAT, 3, GL_R32UI));
    assert_true(holds_at(GL_UNIFORM_BUFFER_BINDING, 5, m.buffer));
    assert_true(holds_at(GL_UNIFORM_BUFFER_START, 5, 256));
    assert_true(holds_at(GL_UNIFORM_BUFFER_SIZE, 5, 64));
    assert_true(holds_at(GL_ATOMIC_COUNTER_BUFFER_BINDING, 0, m.buffer));
    assert_true(holds_at(GL_SHADER_STORAGE_BUFFER_BINDING, FAR_BLOCK, m.buffer));
    assert_true(holds_at(GL_SHADER_STORAGE_BUFFER_START, FAR_BLOCK, 512));
    assert_true(holds(GL_PIXEL_PACK_BUFFER_BINDING, m.buffer));
    assert_true(glIsEnabled(GL_BLEND));
    assert_true(holds(GL_PACK_ALIGNMENT, 2));
    glActiveTexture(GL_TEXTURE0 + FAR_UNIT);
    assert_true(holds(GL_TEXTURE_BINDING_3D, m.texture));
    assert_true(holds(GL_SAMPLER_BINDING, m.sampler));
    glActiveTexture(GL_TEXTURE1);
}

static void test_state(void **test)
{
    (void)test;
    marks m = make_marks();
    wb_saved_state *saved = wb_saved_state_take();
    expect_marks(m); // asking changes nothing
    unbind_marks();
    wb_saved_state_restore(saved);
    expect_marks(m);
    unbind_marks();
    glDeleteTextures(1, &m.texture);
    glDeleteSamplers(1, &m.sampler);
    wb_saved_state_restore(saved); // without those
    m.texture = m.sampler = 0;
    expect_marks(m);
    wb_saved_state_free(saved);
    unbind_marks();
    glDeleteTextures(1, &m.image);
    glDeleteBuffers(1, &m.buffer);
}

static const struct {
    GLenum target;
    GLsizei width, height, depth;
    int levels;
} shapes[] = {
    {GL_TEXTURE_2D, 8, 4, 1, 3},       {GL_TEXTURE_3D, 4, 4, 4, 2},
    {GL_TEXTURE_2D_ARRAY, 4, 4, 3, 1}, {GL_TEXTURE_CUBE_MAP, 4, 4, 6, 2},
    {GL_TEXTURE_1D_ARRAY, 8, 3, 1, 1}, {GL_TEXTURE_1D, 16, 1, 1, 2},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static GLuint make_shape(int i)
{
    GLuint texture;
    GLenum target = shapes[i].target;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
        glTexStorage3D(target, shapes[i].levels, GL_R32UI, shapes[i].width, shapes[i].height,
                       shapes[i].depth);
    else if (target == GL_TEXTURE_1D)
        glTexStorage1D(target, shapes[i].levels, GL_R32UI, shapes[i].width);
    else
        glTexStorage2D(target, shapes[i].levels, GL_R32UI, shapes[i].width, shapes[i].height);
    glBindTexture(target, 0);
    return texture;
}

enum { TEXELS = 64 };

// Fills level `level` with numbers from `first` on.
static void fill_level(int i, GLuint texture, GLint level, uint32_t first)
{
    uint32_t texels[TEXELS];
    for (uint32_t k = 0; k < TEXELS; k++) texels[k] = first + k;
    GLenum target = shapes[i].target;
    GLsizei width = shapes[i].width >> level, height = shapes[i].height >> level;
    if (height == 0) height = 1;
    glBindTexture(target, texture);
    if (target == GL_TEXTURE_CUBE_MAP)
        for (GLenum face = 0; face < 6; face++)
            glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, level, 0, 0, width, height,
                            GL_RED_INTEGER, GL_UNSIGNED_INT, texels + face);
    else if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
        glTexSubImage3D(target, level, 0, 0, 0, width, height, shapes[i].depth >> level,
                        GL_RED_INTEGER, GL_UNSIGNED_INT, texels);
    else if (target == GL_TEXTURE_1D)
        glTexSubImage1D(target, level, 0, width, GL_RED_INTEGER, GL_UNSIGNED_INT, texels);
    else
        glTexSubImage2D(target, level, 0, 0, width, height, GL_RED_INTEGER, GL_UNSIGNED_INT,
                        texels);
    glBindTexture(target, 0);
}

static uint64_t hash_level(int i, GLuint texture, GLint level)
{
    uint32_t texels[TEXELS] = {0};
    uint64_t hash = WB_HASH_START;
    bool cube = shapes[i].target == GL_TEXTURE_CUBE_MAP;
    glBindTexture(shapes[i].target, texture);
    for (GLenum face = 0; face < (cube ? 6 : 1); face++) {
        glGetTexImage(cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : shapes[i].target, level,
                      GL_RED_INTEGER, GL_UNSIGNED_INT, texels);
        hash = wb_hash_bytes(hash, texels, sizeof texels);
    }
    glBindTexture(shapes[i].target, 0);
    return hash;
}

// Textures of all shapes and a buffer without a name, changed in the middle of a step.
static void test_back_to_all_objects(void **test)
{
    (void)test;
    GLuint textures[SHAPES], buffer, unsized;
    uint64_t before[SHAPES][3];
    uint32_t words[5] = {1, 2, 3, 4, 5}, got[5];
    wb_message_redirect(keep_warning, NULL);
    warnings = 0;
    wb_dispatch_begin();
    for (int i = 0; i < SHAPES; i++) {
        textures[i] = make_shape(i);
        for (GLint level = 0; level < shapes[i].levels; level++) {
            fill_level(i, textures[i], level, 100u * (uint32_t)level);
            before[i][level] = hash_level(i, textures[i], level);
        }
    }
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glBufferData(GL_COPY_READ_BUFFER, sizeof words, words, GL_STATIC_DRAW);
    for (int round = 0; round < 2; round++) {
        dispatch(3);
        for (int i = 0; i < SHAPES; i++)
            for (GLint level = 0; level < shapes[i].levels; level++) {
                fill_level(i, textures[i], level, 7777);
                assert_true(hash_level(i, textures[i], level) != before[i][level]);
            }
        glBindBuffer(GL_COPY_READ_BUFFER, buffer);
        glBufferSubData(GL_COPY_READ_BUFFER, 4, 8, (uint32_t[]){9, 9});
        assert_true(wb_app_step_back(&app));
        for (int i = 0; i < SHAPES; i++)
            for (GLint level = 0; level < shapes[i].levels; level++)
                assert_true(hash_level(i, textures[i], level) == before[i][level]);
        glBindBuffer(GL_COPY_READ_BUFFER, buffer);
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof got, got);
        assert_memory_equal(got, words, sizeof got);
    }
    assert_int_equal(warnings, 0);

    // What cannot be copied, or not be put back, is said.
    glGenTextures(1, &unsized);
    glBindTexture(GL_TEXTURE_2D, unsized);
    glObjectLabel(GL_TEXTURE, unsized, -1, "unsized");
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    dispatch(1);
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(last_warning, "texture unsized"));
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glBufferData(GL_COPY_READ_BUFFER, 64, NULL, GL_STATIC_DRAW);
    assert_true(wb_app_step_back(&app));
    assert_int_equal(warnings, 2);
    assert_non_null(strstr(last_warning, "new storage"));
    glDeleteTextures(1, &unsized);
    glDeleteTextures(SHAPES, textures);
    glDeleteBuffers(1, &buffer);
    dispatch(1);
    assert_true(wb_app_step_back(&app));
    assert_int_equal(warnings, 2);
    wb_dispatch_end();
    wb_message_redirect(NULL, NULL);
}

static PFNGLBUFFERDATAPROC plain_buffer_data;

// More than any driver has.
static void GLAD_API_PTR huge_buffer_data(GLenum target, GLsizeiptr size, const void *data,
                                          GLenum usage)
{
    (void)size;
    plain_buffer_data(target, (GLsizeiptr)1 << 46, data, usage);
}

// An older error stands before that of the missing memory.
static void test_no_memory_for_copy(void **test)
{
    (void)test;
    wb_message_redirect(keep_warning, NULL);
    wb_context_expect_errors(true);
    last_error[0] = '\0';
    glEnable(GL_TEXTURE_2D); // no such thing
    plain_buffer_data = glad_glBufferData;
    glad_glBufferData = glad_debug_glBufferData = huge_buffer_data;
    bool stepped = wb_app_dispatch(&app);
    glad_glBufferData = glad_debug_glBufferData = plain_buffer_data;
    wb_context_expect_errors(false);
    wb_message_redirect(NULL, NULL);
    assert_false(stepped);
    assert_non_null(strstr(last_error, "going back needs a copy of all buffers"));
    assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* ---- Inspector ---- */

static void set_value(int index, float value)
{
    glBindBuffer(GL_ARRAY_BUFFER, lab.values.id);
    glBufferSubData(GL_ARRAY_BUFFER, index * 4, 4, &value);
}

static void test_read(void **test)
{
    (void)test;
    double values[COUNT];
    bool changed[COUNT];
    assert_int_equal(wb_inspect_read(&lab.values, 3, 5, values, NULL), 5);
    for (int i = 0; i < 5; i++) assert_true(values[i] == 3 + i);
    assert_int_equal(wb_inspect_read(&lab.values, VALUES - 2, 5, values, NULL), 2);
    assert_int_equal(wb_inspect_read(&lab.values, VALUES, 5, values, NULL), 0);
    assert_int_equal(wb_inspect_read(&lab.values, VALUES + 9, 5, values, NULL), 0);
    assert_int_equal(wb_inspect_read(&lab.cells, 3, 1, values, changed), 1);
    assert_true(values[0] == (double)(3 * 2654435761u)); // above INT32_MAX: unsigned
    assert_false(changed[0]);

    lab.cells.type = WB_I32; // the same bits
    wb_inspect_read(&lab.cells, 3, 1, values, NULL);
    assert_true(values[0] == (double)(int32_t)(3 * 2654435761u));
    lab.cells.type = WB_U32;
}

static void test_changed(void **test)
{
    (void)test;
    double values[COUNT];
    bool changed[COUNT];
    set_value(12, NAN);
    wb_inspect_remember(&lab.values, 10, 10);
    set_value(5, -1.0f); // not seen
    set_value(13, -1.0f);
    set_value(19, -1.0f);
    set_value(20, -1.0f); // not seen
    assert_int_equal(wb_inspect_read(&lab.values, 0, COUNT, values, changed), VALUES);
    for (int i = 0; i < VALUES; i++) assert_int_equal(changed[i], i == 13 || i == 19);
    wb_inspect_read(&lab.values, 13, 2, values, changed);
    assert_true(changed[0] && !changed[1]);
    wb_inspect_read(&next, 10, 10, values, changed); // of another buffer
    for (int i = 0; i < 10; i++) assert_false(changed[i]);

    // Several buffers are remembered, each by itself.
    wb_inspect_remember(&lab.cells, 0, COUNT);
    wb_inspect_read(&lab.values, 13, 1, values, changed);
    assert_true(changed[0]);
    wb_inspect_remember(&lab.values, 0, 0);
    wb_inspect_read(&lab.values, 13, 1, values, changed);
    assert_false(changed[0]);
    dispatch(1);
    wb_inspect_read(&lab.cells, 0, COUNT, values, changed);
    for (int i = 0; i < COUNT; i++) assert_true(changed[i]);
    wb_inspect_remember(NULL, 0, 0);
    wb_inspect_read(&lab.cells, 0, COUNT, values, changed);
    for (int i = 0; i < COUNT; i++) assert_false(changed[i]);

    // A buffer is known by its name: `cells` changes in a swap of two GL buffers.
    wb_inspect_remember(&lab.cells, 0, COUNT);
    dispatch(1);
    wb_inspect_read(&lab.cells, 0, COUNT, values, changed);
    for (int i = 0; i < COUNT; i++) assert_true(changed[i]);
}

static void test_statistics(void **test)
{
    (void)test;
    wb_inspect_statistics s;
    assert_true(wb_inspect_statistics_of(&lab.values, 0, &s));
    assert_true(s.minimum == 0.0 && s.maximum == VALUES - 1 && s.mean == (VALUES - 1) / 2.0);
    assert_int_equal(s.count, VALUES);
    assert_int_equal(s.nan_count + s.infinite_count, 0);
    size_t sum = 0;
    for (int i = 0; i < WB_INSPECT_BINS; i++) {
        assert_in_range(s.histogram[i], 1, 2); // 40 values, evenly, in 32 bins
        sum += s.histogram[i];
    }
    assert_int_equal(sum, VALUES);

    set_value(0, NAN);
    set_value(1, INFINITY);
    set_value(2, -INFINITY);
    set_value(3, NAN);
    assert_true(wb_inspect_statistics_of(&lab.values, 0, &s));
    assert_true(s.minimum == 4.0 && s.maximum == VALUES - 1 && s.mean == (VALUES + 3) / 2.0);
    assert_int_equal(s.count, VALUES);
    assert_int_equal(s.nan_count, 2);
    assert_int_equal(s.infinite_count, 2);

    for (int i = 0; i < VALUES; i++) set_value(i, 7.0f);
    assert_true(wb_inspect_statistics_of(&lab.values, 0, &s));
    assert_true(s.minimum == 7.0 && s.maximum == 7.0 && s.mean == 7.0);
    assert_int_equal(s.histogram[0], VALUES);

    for (int i = 0; i < VALUES; i++) set_value(i, NAN);
    assert_true(wb_inspect_statistics_of(&lab.values, 0, &s));
    assert_true(isnan(s.minimum) && isnan(s.maximum) && isnan(s.mean));
    assert_int_equal(s.nan_count, VALUES);
}

static void test_verify(void **test)
{
    (void)test;
    bool wrong[COUNT];
    long long first;
    size_t count;
    assert_false(wb_app_inspect(&app, &lab.cells, 0, COUNT, wrong, &first, &count));
    for (int position = 1; position < PASSES; position++) { // in the middle there is no answer
        dispatch(1);
        assert_false(wb_app_inspect(&app, &lab.cells, 0, COUNT, wrong, &first, &count));
    }
    dispatch(1);
    assert_true(wb_app_inspect(&app, &lab.cells, 0, COUNT, wrong, &first, &count));
    assert_int_equal(first, -1);
    assert_int_equal(count, 0);
    assert_false(wb_app_inspect(&app, &lab.values, 0, COUNT, wrong, &first, &count));
}

static void test_verify_shows_what_is_wrong(void **test)
{
    (void)test;
    bool wrong[COUNT];
    long long first;
    size_t count;
    wb_app_step(&app);
    wb_app_choose(&app, &variants[NO_APPLY]); // the first groups lack their 7
    assert_true(wb_app_finish_step(&app));
    uint32_t cells[COUNT];
    wb_buffer_read(&lab.cells, cells);
    size_t reach = 8 * (cells[0] % 5 + 1);
    assert_true(wb_app_inspect(&app, &lab.cells, 0, COUNT, wrong, &first, &count));
    assert_int_equal(first, 0);
    assert_int_equal(count, reach);
    for (size_t i = 0; i < COUNT; i++) assert_int_equal(wrong[i], i < reach);
    assert_true(wb_app_inspect(&app, &lab.cells, reach - 2, 4, wrong, &first, &count));
    assert_true(wrong[0] && wrong[1] && !wrong[2] && !wrong[3]);
    assert_true(wb_app_inspect(&app, &lab.cells, 0, 0, NULL, &first, &count));
    assert_int_equal(count, reach);

    wb_app_choose(&app, &variants[WHOLE]); // right again, except for one cell
    assert_true(wb_app_step_back(&app));
    assert_true(wb_app_finish_step(&app));
    glBindBuffer(GL_ARRAY_BUFFER, lab.cells.id);
    glBufferSubData(GL_ARRAY_BUFFER, 4 * 60, 4, &(uint32_t){1234});
    assert_true(wb_app_inspect(&app, &lab.cells, 60, 1, wrong, &first, &count));
    assert_int_equal(first, 60);
    assert_int_equal(count, 1);
    assert_true(wrong[0]);
}

// What is uploaded after going back stands there, over what the snapshot had.
static void test_upload_after_going_back(void **test)
{
    (void)test;
    wb_snapshot snapshot = {0};
    uint32_t cells[COUNT];
    assert_true(wb_snapshot_take(&snapshot, NULL, 0));
    for (uint32_t round = 0; round < 20; round++) {
        wb_snapshot_restore(&snapshot);
        glBindBuffer(GL_COPY_WRITE_BUFFER, lab.cells.id);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 8, 4, &(uint32_t){9000 + round});
        wb_buffer_read(&lab.cells, cells);
        assert_int_equal(cells[2], 9000 + round);
    }
    wb_snapshot_free(&snapshot);
}

// A buffer that is made after the snapshot, such as one that a picture needs for the first time.
static void test_made_since(void **test)
{
    (void)test;
    wb_snapshot snapshot = {0};
    wb_buffer made;
    uint32_t seven = 7, read = 0;
    wb_buffer_desc desc = {.name = "made", .type = WB_U32, .shape = {1}, .data = &seven};
    assert_true(wb_snapshot_take(&snapshot, NULL, 0));
    assert_true(wb_buffer_create(&made, &desc));
    wb_snapshot_restore(&snapshot);
    assert_true(wb_buffer_read(&made, &read));
    assert_int_equal(read, 7);
    assert_false(wb_snapshot_read(&snapshot, "made", &read));
    wb_buffer_delete(&made);
    wb_snapshot_free(&snapshot);
}

int main(void)
{
    if (!wb_context_create(&(wb_context_desc){.headless = true, .debug = true}))
        return WB_EXIT_LACKING;
#define STEPPER_TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
    const struct CMUnitTest tests[] = {
        STEPPER_TEST(test_forwards),
        STEPPER_TEST(test_back),
        STEPPER_TEST(test_finish),
        STEPPER_TEST(test_reset),
        STEPPER_TEST(test_free_step_ends_the_way_back),
        STEPPER_TEST(test_parameters_stay),
        STEPPER_TEST(test_no_pass),
        STEPPER_TEST(test_start_state),
        STEPPER_TEST(test_deleted_meanwhile),
        STEPPER_TEST(test_trace),
        STEPPER_TEST(test_trace_without_drawing),
        STEPPER_TEST(test_trace_of_many_passes),
        STEPPER_TEST(test_pass_without_dispatch),
        STEPPER_TEST(test_state),
        STEPPER_TEST(test_back_to_all_objects),
        STEPPER_TEST(test_no_memory_for_copy),
        STEPPER_TEST(test_checker_sees_the_lesson_only),
        STEPPER_TEST(test_checker_still_sees_a_fault),
        STEPPER_TEST(test_read),
        STEPPER_TEST(test_changed),
        STEPPER_TEST(test_statistics),
        STEPPER_TEST(test_verify),
        STEPPER_TEST(test_verify_shows_what_is_wrong),
        STEPPER_TEST(test_upload_after_going_back),
        STEPPER_TEST(test_made_since),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    wb_pass_quit();
    wb_context_delete();
    return failed;
}
