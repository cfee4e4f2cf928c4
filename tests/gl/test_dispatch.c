/* Listening to OpenGL: who hears what in which order, what goes straight to the driver; and what is
 * known of a dispatch: everything that it would take to run it elsewhere. Runs headless. */
#include "watch/calls.h"
#include "watch/dispatch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gl/bound.h"
#include "watch/capture.h"
#include "watch/barriers.h"
#include "gl/context.h"
#include "gl/pass.h"

/* ---- Listening ---- */

static char heard[256];

static void note(const char *what)
{
    snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "%s ", what);
}

static void before_first(wb_call *call)
{
    note("first");
    assert_int_equal(va_arg(call->arguments, GLenum), GL_COPY_READ_BUFFER);
    assert_int_equal(call->detail, 11);
    assert_null(call->result);
}

static void before_second(wb_call *call)
{
    note("second");
    assert_int_equal(va_arg(call->arguments, GLenum), GL_COPY_READ_BUFFER); // from the first on
    assert_string_equal(call->name, "glBindBuffer");
}

static void after_first(wb_call *call)
{
    (void)call;
    note("first after");
}

static void after_second(wb_call *call)
{
    (void)call;
    note("second after");
}

static void after_create(wb_call *call)
{
    note(*(const GLuint *)call->result != 0 ? "created" : "nothing");
}

static void on_error(wb_call *call, GLenum error)
{
    assert_string_equal(call->name, "glBindBuffer");
    assert_int_equal(error, GL_INVALID_ENUM);
    note("error");
}

static GLbitfield takes_command(GLbitfield asked, GLbitfield left)
{
    (void)asked;
    note("takes");
    return left & ~(GLbitfield)GL_COMMAND_BARRIER_BIT;
}

static GLbitfield asked_bits, left_bits;

static GLbitfield looks(GLbitfield asked, GLbitfield left)
{
    asked_bits = asked;
    left_bits = left;
    note("looks");
    return left;
}

static const wb_calls_row first_rows[] = {
    {"glBindBuffer", before_first, after_first, 11},
    {"glCreateProgram", NULL, after_create, 0},
    {0},
};
static const wb_calls_row second_rows[] = {{"glBindBuffer", before_second, after_second, 0}, {0}};
static const wb_calls_listener first = {.rows = first_rows, .barrier = takes_command};
static const wb_calls_listener second = {.rows = second_rows, .barrier = looks};
static const wb_calls_listener errors = {.error = on_error};

static void expect_heard(const char *expected)
{
    assert_string_equal(heard, expected);
    heard[0] = '\0';
}

static void test_order(void **state)
{
    (void)state;
    wb_calls_listen(WB_CALLS_GUEST, &second); // the order is that of the places, not of coming
    wb_calls_listen(WB_CALLS_BARRIERS, &first);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    expect_heard("first second first after second after ");
    glDeleteProgram(glCreateProgram());
    expect_heard("created ");
    wb_calls_listen(WB_CALLS_BARRIERS, NULL);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    expect_heard("second second after ");
    wb_calls_listen(WB_CALLS_GUEST, NULL);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    expect_heard("");
}

// A call without a listener costs nothing.
static void test_straight_to_the_driver(void **state)
{
    (void)state;
    assert_true(glad_debug_glBindBuffer == glad_glBindBuffer);
    assert_true(glad_debug_glDispatchCompute == glad_glDispatchCompute);
    wb_dispatch_begin();
    assert_true(glad_debug_glGenBuffers != glad_glGenBuffers);
    assert_true(glad_debug_glBindBuffer == glad_glBindBuffer);
    assert_true(glad_debug_glUniform1i == glad_glUniform1i);
    assert_true(glad_debug_glDispatchCompute == glad_glDispatchCompute);
    assert_true(glad_debug_glMemoryBarrier == glad_glMemoryBarrier);
    wb_calls_listen(WB_CALLS_GUEST, &second);
    assert_true(glad_debug_glBindBuffer != glad_glBindBuffer);
    assert_true(glad_debug_glMemoryBarrier != glad_glMemoryBarrier);
    assert_true(glad_debug_glUniform1i == glad_glUniform1i);
    wb_calls_listen(WB_CALLS_GUEST, &errors); // wants all
    assert_true(glad_debug_glUniform1i != glad_glUniform1i);
    wb_calls_listen(WB_CALLS_GUEST, NULL);
    wb_barriers_begin();
    wb_dispatch_end(); // the checker's own bracket is still open
    assert_true(glad_debug_glGenBuffers != glad_glGenBuffers);
    wb_barriers_end();
    assert_true(glad_debug_glGenBuffers == glad_glGenBuffers);
    assert_true(glad_debug_glGetError == glad_glGetError);
}

static GLbitfield issued;

static void GLAD_API_PTR note_barrier(GLbitfield bits)
{
    issued = bits;
    note("driver");
}

static void test_barriers(void **state)
{
    (void)state;
    PFNGLMEMORYBARRIERPROC plain = glad_glMemoryBarrier;
    glad_glMemoryBarrier = note_barrier;
    wb_calls_listen(WB_CALLS_BARRIERS, &first);
    wb_calls_listen(WB_CALLS_TRACE, &second);
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT); // for this test
    expect_heard("takes looks driver ");
    assert_int_equal(asked_bits, GL_COMMAND_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT);
    assert_int_equal(left_bits, GL_UNIFORM_BARRIER_BIT);
    assert_int_equal(issued, GL_UNIFORM_BARRIER_BIT);
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT); // for this test: nothing is left
    expect_heard("takes looks ");
    wb_calls_listen(WB_CALLS_BARRIERS, NULL);
    wb_calls_listen(WB_CALLS_TRACE, NULL);
    glad_glMemoryBarrier = plain;
    gladUninstallGLDebug(); // the pointers that programs call through, from those of the driver
}

static void test_errors(void **state)
{
    (void)state;
    wb_context_expect_errors(true);
    wb_calls_listen(WB_CALLS_GUEST, &errors);
    glBindBuffer(GL_TEXTURE_2D, 0);
    expect_heard("error ");
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    assert_int_equal(glGetError(), GL_INVALID_ENUM); // the program still gets it, once
    assert_int_equal(glGetError(), GL_NO_ERROR);
    wb_calls_listen(WB_CALLS_GUEST, NULL);
    wb_context_expect_errors(false);
}

/* ---- A dispatch ---- */

static const char source[] =
    "#version 430\n"
    "layout(local_size_x = 4, local_size_y = 2) in;\n"
    "layout(std430, binding = 2) readonly buffer From { uint from[]; };\n"
    "layout(std430, binding = 1) writeonly buffer To { uint to[]; };\n"
    "layout(std430, binding = 5) buffer Both { uvec4 both; };\n"
    "layout(std430, binding = 6) buffer Unbound { uint unbound; };\n"
    "layout(std140, binding = 3) uniform Settings { vec4 setting; };\n"
    "layout(binding = 0, offset = 4) uniform atomic_uint counter;\n"
    "layout(binding = 7) uniform usampler2D picture;\n"
    "layout(r32ui, binding = 2) uniform uimage2D layer;\n"
    "layout(r32ui, binding = 3) writeonly uniform uimage3D volume;\n"
    "layout(location = 0) uniform float factor;\n"
    "layout(location = 1) uniform ivec3 size;\n"
    "layout(location = 2) uniform uint list[3];\n"
    "layout(location = 9) uniform mat2x3 turn;\n"
    "layout(location = 12) uniform bool on;\n"
    "void main() {\n"
    "    uint i = gl_GlobalInvocationID.x;\n"
    "    to[i] = from[i] + both.x + unbound + uint(setting.x * factor) + uint(size.y) + list[i]\n"
    "        + atomicCounterIncrement(counter) + texelFetch(picture, ivec2(0), 0).x\n"
    "        + imageLoad(layer, ivec2(0)).x + uint(turn[1].z) + uint(on);\n"
    "    imageStore(volume, ivec3(0), uvec4(1u));\n"
    "}\n";

static struct {
    GLuint program, buffer, commands, picture, volume, sampler;
} world;

static GLuint compile(const char *text)
{
    GLuint program = glCreateProgram(), shader = glCreateShader(GL_COMPUTE_SHADER);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        char log[1024] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        print_error("%s\n", log);
    }
    assert_true(good);
    glDetachShader(program, shader);
    glDeleteShader(shader);
    glObjectLabel(GL_PROGRAM, program, -1, "lab/all.comp");
    return program;
}

static void set_uniforms(void)
{
    static const GLuint list[] = {7, 8, 9};
    static const GLfloat turn[] = {1, 2, 3, 4, 5, 6};
    glUseProgram(world.program);
    glUniform1f(0, 2.5f);
    glUniform3i(1, -1, 20, 30);
    glUniform1uiv(2, 3, list);
    glUniformMatrix2x3fv(9, 1, GL_FALSE, turn);
    glUniform1i(12, 1);
}

static void make_world(void)
{
    world.program = compile(source);
    set_uniforms();
    glGenBuffers(1, &world.buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, world.buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, 4096, NULL, GL_DYNAMIC_COPY);
    glObjectLabel(GL_BUFFER, world.buffer, -1, "cells");
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, world.buffer);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 2, world.buffer, 256, 512);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 5, world.buffer, 3840, 1024); // past its end
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 6, 0);
    glBindBufferRange(GL_UNIFORM_BUFFER, 3, world.buffer, 1024, 16);
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, world.buffer);
    static const GLuint commands[] = {0, 5, 6, 7, 0};
    glGenBuffers(1, &world.commands);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, world.commands);
    glBufferData(GL_DISPATCH_INDIRECT_BUFFER, sizeof commands, commands, GL_STATIC_DRAW);
    glGenTextures(1, &world.picture);
    glActiveTexture(GL_TEXTURE7);
    glBindTexture(GL_TEXTURE_2D, world.picture);
    glTexStorage2D(GL_TEXTURE_2D, 2, GL_R32UI, 8, 8);
    glObjectLabel(GL_TEXTURE, world.picture, -1, "picture");
    glGenSamplers(1, &world.sampler);
    glBindSampler(7, world.sampler);
    glActiveTexture(GL_TEXTURE2);
    glGenTextures(1, &world.volume);
    glBindTexture(GL_TEXTURE_3D, world.volume);
    glTexStorage3D(GL_TEXTURE_3D, 1, GL_R32UI, 8, 8, 8);
    glBindImageTexture(2, world.picture, 1, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
    glBindImageTexture(3, world.volume, 0, GL_TRUE, 0, GL_READ_WRITE, GL_R32UI);
}

static void delete_world(void)
{
    glUseProgram(0);
    glDeleteProgram(world.program);
    glDeleteBuffers(1, &world.buffer);
    glDeleteBuffers(1, &world.commands);
    glDeleteTextures(1, &world.picture);
    glDeleteTextures(1, &world.volume);
    glDeleteSamplers(1, &world.sampler);
}

static wb_dispatch got;
static int wanted;

static void describe(wb_call *call)
{
    wb_dispatch_describe(&got, call, wanted);
}

static const wb_calls_row dispatch_rows[] = {
    {"glDispatchCompute", describe, NULL, 0},
    {"glDispatchComputeIndirect", describe, NULL, 0},
    {"glDrawArrays", describe, NULL, 0},
    {"glDrawElementsIndirect", describe, NULL, 0},
    {0},
};
static const wb_calls_listener describer = {.rows = dispatch_rows};

static int start(void **state)
{
    (void)state;
    heard[0] = '\0';
    wanted = WB_DISPATCH_LABELS | WB_DISPATCH_UNIFORMS | WB_DISPATCH_GROUPS;
    wb_dispatch_begin();
    wb_calls_listen(WB_CALLS_GUEST, &describer);
    make_world();
    return 0;
}

static int stop(void **state)
{
    (void)state;
    delete_world();
    wb_calls_listen(WB_CALLS_GUEST, NULL);
    wb_dispatch_free(&got);
    wb_dispatch_end();
    assert_int_equal(wb_context_error_count(), 0);
    return 0;
}

static const wb_dispatch_buffer *find_buffer(const char *name)
{
    for (int i = 0; i < got.buffer_count; i++)
        if (strcmp(got.buffers[i].resource.name, name) == 0) return &got.buffers[i];
    fail_msg("no block %s", name);
    return NULL;
}

static void expect_buffer(const char *name, GLint binding, int64_t offset, int64_t size_bytes,
                          bool whole, int access)
{
    const wb_dispatch_buffer *b = find_buffer(name);
    assert_int_equal(b->resource.binding, binding);
    assert_int_equal(b->buffer, world.buffer);
    assert_int_equal(b->offset, offset);
    assert_int_equal(b->size_bytes, size_bytes);
    assert_int_equal(b->whole, whole);
    assert_int_equal(b->resource.access, access);
    assert_string_equal(b->label, "cells");
}

static void test_buffers(void **state)
{
    (void)state;
    wb_pass_begin("all");
    glDispatchCompute(1, 2, 3);
    wb_pass_end();
    assert_string_equal(got.call, "glDispatchCompute");
    assert_string_equal(got.pass, "all");
    assert_string_equal(got.kernel, "lab/all.comp");
    assert_int_equal(got.program, world.program);
    assert_true(got.is_compute && got.knows_groups && !got.is_indirect);
    assert_memory_equal(got.groups, ((GLuint[]){1, 2, 3}), sizeof got.groups);
    assert_memory_equal(got.local_size, ((GLuint[]){4, 2, 1}), sizeof got.local_size);
    assert_int_equal(got.buffer_count, 6);
    expect_buffer("From", 2, 256, 512, false, WB_READS);
    expect_buffer("To", 1, 0, 4096, true, WB_WRITES);
    expect_buffer("Both", 5, 3840, 256, false, WB_READS | WB_WRITES | WB_GUESSED);
    expect_buffer("Settings", 3, 1024, 16, false, WB_READS);
    expect_buffer("", 0, 0, 4096, true, WB_READS | WB_WRITES); // the counters
    assert_int_equal(find_buffer("")->resource.kind, WB_ATOMIC_COUNTERS);
    assert_int_equal(find_buffer("")->resource.size_bytes, 8);
    assert_int_equal(find_buffer("Both")->resource.size_bytes, 16);
    assert_int_equal(find_buffer("Unbound")->buffer, 0);
    const char *text = wb_interface_of(world.program)->source;
    assert_string_equal(text, source);
    glDispatchCompute(1, 1, 1);
    assert_null(got.pass);
}

static const wb_dispatch_texture *find_texture(const char *name)
{
    for (int i = 0; i < got.texture_count; i++)
        if (strcmp(got.textures[i].resource.name, name) == 0) return &got.textures[i];
    fail_msg("no texture %s", name);
    return NULL;
}

static void test_textures(void **state)
{
    (void)state;
    glDispatchCompute(1, 1, 1);
    assert_int_equal(got.texture_count, 3);
    const wb_dispatch_texture *t = find_texture("picture");
    assert_int_equal(t->resource.kind, WB_SAMPLER);
    assert_int_equal(t->unit, 7);
    assert_int_equal(t->texture, world.picture);
    assert_int_equal(t->sampler, world.sampler);
    assert_int_equal(t->target, GL_TEXTURE_2D);
    assert_string_equal(t->label, "picture");
    t = find_texture("layer");
    assert_int_equal(t->resource.kind, WB_IMAGE);
    assert_int_equal(t->unit, 2);
    assert_int_equal(t->texture, world.picture);
    assert_int_equal(t->level, 1);
    assert_false(t->layered);
    assert_int_equal(t->format, GL_R32UI);
    assert_int_equal(t->resource.access, WB_READS); // the unit allows no more
    t = find_texture("volume");
    assert_int_equal(t->target, GL_TEXTURE_3D);
    assert_true(t->layered);
    assert_int_equal(t->resource.access, WB_WRITES);
    assert_int_equal(wb_bound_get(GL_ACTIVE_TEXTURE), GL_TEXTURE2); // asking changes nothing
}

static const uint32_t *find_values(const char *name, GLenum number, int numbers, int count)
{
    for (int i = 0; i < got.uniform_count; i++) {
        const wb_dispatch_uniform *u = &got.uniforms[i];
        if (strcmp(u->resource.name, name) != 0) continue;
        assert_int_equal(u->number, number);
        assert_int_equal(u->numbers, numbers);
        assert_int_equal(u->resource.count, count);
        return got.values + u->first;
    }
    fail_msg("no uniform %s", name);
    return NULL;
}

static void test_uniforms(void **state)
{
    (void)state;
    glDispatchCompute(1, 1, 1);
    assert_int_equal(got.uniform_count, 5);
    float factor, turn[6];
    memcpy(&factor, find_values("factor", GL_FLOAT, 1, 1), sizeof factor);
    assert_true(factor == 2.5f);
    assert_memory_equal(find_values("size", GL_INT, 3, 1), ((GLint[]){-1, 20, 30}), 12);
    assert_memory_equal(find_values("list", GL_UNSIGNED_INT, 1, 3), ((GLuint[]){7, 8, 9}), 12);
    memcpy(turn, find_values("turn", GL_FLOAT, 6, 1), sizeof turn);
    for (int i = 0; i < 6; i++) assert_true(turn[i] == (float)(i + 1));
    assert_int_not_equal(*find_values("on", GL_UNSIGNED_INT, 1, 1), 0);
    wanted = 0;
    glDispatchCompute(1, 1, 1);
    assert_int_equal(got.uniform_count, 0);
    assert_string_equal(got.kernel, "");
    assert_int_equal(got.buffer_count, 6);
}

/* ---- Uniforms that are structs, and what the kernel machine takes them for ---- */

static const char structs[] = "#version 430\n"
                              "layout(local_size_x = 1) in;\n"
                              "struct Level { float offset; vec4 middle; float list[2]; };\n"
                              "struct Pair { vec2 both; Level levels[2]; };\n"
                              "uniform float before;\n"
                              "uniform Level levels[3];\n"
                              "uniform Pair pair;\n"
                              "uniform float table[2][3];\n"
                              "uniform mat2 turn;\n"
                              "layout(location = 50) uniform vec4 wide;\n"
                              "layout(location = 51) uniform float next;\n"
                              "layout(std430, binding = 1) writeonly buffer To { float to[]; };\n"
                              "void main() {\n"
                              "    for (int i = 0; i < 3; i++) {\n"
                              "        to[i] = levels[i].offset;\n"
                              "        to[3 + i] = levels[i].middle.z;\n"
                              "        to[6 + i] = levels[i].list[1];\n"
                              "    }\n"
                              "    for (int i = 0; i < 2; i++) {\n"
                              "        to[9 + i] = pair.levels[i].list[0];\n"
                              "        to[11 + i] = table[i][2 - i];\n"
                              "        to[13 + i] = turn[i].y;\n"
                              "    }\n"
                              "    to[15] = before + pair.both.y + wide.x;\n"
                              "    to[16] = next;\n"
                              "}\n";

enum { STRUCT_RESULTS = 17 };

static void set_number(GLuint program, const char *name, GLfloat value)
{
    const GLfloat words[] = {value, value + 1, value + 2, value + 3};
    GLint location = glGetUniformLocation(program, name);
    assert_true(location >= 0);
    if (strstr(name, "middle") != NULL || strcmp(name, "wide") == 0)
        glUniform4fv(location, 1, words);
    else if (strcmp(name, "turn") == 0)
        glUniformMatrix2fv(location, 1, GL_FALSE, words);
    else if (strstr(name, "both") != NULL)
        glUniform2fv(location, 1, words);
    else
        glUniform1fv(location, 1, words);
}

static GLuint make_structs(void)
{
    static const char *const names[] = {"levels[0].offset",
                                        "levels[1].offset",
                                        "levels[2].offset",
                                        "levels[0].middle",
                                        "levels[1].middle",
                                        "levels[2].middle",
                                        "levels[0].list[1]",
                                        "levels[1].list[1]",
                                        "levels[2].list[1]",
                                        "pair.levels[0].list[0]",
                                        "table[0][2]",
                                        "table[1][1]",
                                        "pair.levels[1].list[0]",
                                        "turn",
                                        "before",
                                        "pair.both",
                                        "wide",
                                        "next"};
    GLuint program = compile(structs);
    glUseProgram(program);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        set_number(program, names[i], 10.0f * (float)(i + 1));
    return program;
}

static wb_capture capture;
static bool is_captured;

static void capture_it(wb_call *call)
{
    wb_dispatch_describe(&got, call,
                         WB_DISPATCH_LABELS | WB_DISPATCH_UNIFORMS | WB_DISPATCH_GROUPS);
    const wb_kernel *kernel = wb_kernel_of(&got);
    assert_non_null(kernel);
    if (kernel->lacks_compiler) return;
    is_captured = wb_capture_take(&capture, &got, kernel);
    if (!is_captured) print_error("%s%s\n", kernel->runs ? "" : kernel->message, capture.reason);
    assert_true(is_captured);
}

static const wb_calls_row capturing[] = {
    {"glDispatchCompute", capture_it, NULL, 0},
    {0},
};

static void test_structs(void **state)
{
    (void)state;
    static const wb_calls_listener capturer = {.rows = capturing};
    wb_calls_listen(WB_CALLS_GUEST, &capturer); // in place of the describer
    GLuint program = make_structs();
    is_captured = false;
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    float driver[STRUCT_RESULTS];
    glBindBuffer(GL_COPY_READ_BUFFER, world.buffer);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof driver, driver);
    assert_true(driver[0] == 10 && driver[4] == 52 && driver[12] == 120 && driver[16] == 180);
    float scale = *(const float *)find_values("levels[1].offset", GL_FLOAT, 1, 1);
    assert_true(scale == 20);
    find_values("pair.levels[0].list", GL_FLOAT, 1, 2);
    if (is_captured) { // else there is no glslangValidator
        wb_module_error error;
        wb_machine_options options = {0};
        wb_machine *machine =
            wb_machine_create(&capture.kernel->module, &capture.dispatch, &options, &error);
        assert_non_null(machine);
        assert_int_equal(wb_machine_run(machine, WB_RUN_END), WB_STOP_END);
        assert_int_equal(capture.memory_count, 1);
        assert_memory_equal(capture.memory[0].work, driver, sizeof driver);
        wb_machine_free(machine);
        wb_capture_free(&capture);
    }
    glUseProgram(0);
    glDeleteProgram(program);
    wb_kernels_forget();
}

static void test_indirect(void **state)
{
    (void)state;
    glDispatchComputeIndirect(4);
    assert_true(got.is_indirect && got.knows_groups);
    assert_memory_equal(got.groups, ((GLuint[]){5, 6, 7}), sizeof got.groups);
    assert_int_equal(got.commands, world.commands);
    assert_int_equal(got.commands_offset, 4);
    wanted = 0; // then nothing waits for the GPU
    glDispatchComputeIndirect(0);
    assert_true(got.is_indirect && !got.knows_groups);
}

// A program is asked once, and anew after it was linked anew.
static void test_relinked(void **state)
{
    (void)state;
    glDispatchCompute(1, 1, 1);
    const wb_resource *resources = wb_interface_of(world.program)->resources;
    glDispatchCompute(1, 1, 1);
    assert_ptr_equal(wb_interface_of(world.program)->resources, resources);
    GLuint index = glGetProgramResourceIndex(world.program, GL_SHADER_STORAGE_BLOCK, "From");
    glShaderStorageBlockBinding(world.program, index, 1);
    glDispatchCompute(1, 1, 1);
    assert_int_equal(find_buffer("From")->resource.binding, 1);
    assert_int_equal(find_buffer("From")->resource.access, WB_READS);

    static const char *const other = "#version 430\nlayout(local_size_x = 3) in;\n"
                                     "layout(binding = 1) writeonly buffer Other { uint x; };\n"
                                     "void main() { x = 1u; }\n";
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
    glShaderSource(shader, 1, &other, NULL);
    glCompileShader(shader);
    glAttachShader(world.program, shader);
    glLinkProgram(world.program);
    glDetachShader(world.program, shader);
    glDeleteShader(shader);
    glDispatchCompute(1, 1, 1);
    assert_int_equal(got.buffer_count, 1);
    assert_int_equal(got.local_size[0], 3);
    assert_int_equal(find_buffer("Other")->resource.access, WB_WRITES);

    glDeleteProgram(world.program); // it stays in use, and so stays known
    glDispatchCompute(1, 1, 1);
    assert_int_equal(find_buffer("Other")->resource.access, WB_WRITES);
    glUseProgram(0);
    world.program = 0;
}

// What an earlier dispatch left in it does not show through.
static void test_no_program(void **state)
{
    (void)state;
    glDispatchCompute(1, 2, 3);
    assert_int_equal(got.buffer_count, 6);
    glUseProgram(0);
    wb_context_expect_errors(true);
    glDispatchCompute(9, 9, 9); // an error
    wb_context_expect_errors(false);
    assert_int_equal(glGetError(), GL_INVALID_OPERATION);
    assert_int_equal(got.program, 0);
    assert_int_equal(got.buffer_count + got.texture_count + got.uniform_count, 0);
    assert_int_equal(got.groups[1], 9);
    assert_string_equal(got.kernel, "");
    wb_dispatch_clear(&got);
    assert_int_equal(got.groups[1], 0);
    assert_null(got.call);
}

static GLuint add_shader(GLuint program, GLenum stage, const char *text)
{
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader); // once the program goes
    return shader;
}

static void test_draw(void **state)
{
    (void)state;
    GLuint program = glCreateProgram(), array, framebuffer;
    add_shader(program, GL_VERTEX_SHADER,
               "#version 430\nlayout(location = 2) in vec2 place;\n"
               "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n");
    add_shader(program, GL_FRAGMENT_SHADER,
               "#version 430\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n");
    glLinkProgram(program);
    glUseProgram(program);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, 16);
    glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, 16);
    glBindBuffer(GL_ARRAY_BUFFER, world.buffer);
    glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glDrawArrays(GL_POINTS, 0, 0);
    assert_false(got.is_compute || got.is_indirect);
    assert_int_equal(got.attribute_count, 0); // not from a buffer
    glEnableVertexAttribArray(2);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, world.commands);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, world.commands);
    glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, (const void *)0); // no indices
    assert_int_equal(got.attribute_count, 1);
    assert_int_equal(got.attributes[0].buffer, world.buffer);
    assert_int_equal(got.attributes[0].resource.location, 2);
    assert_int_equal(got.indices, world.commands);
    assert_true(got.is_indirect && !got.knows_groups);
    assert_int_equal(got.commands, world.commands);
    assert_true(wb_interface_of(program)->draws);
    glUseProgram(0);
    glDeleteProgram(program);
    glDeleteVertexArrays(1, &array);
    glDeleteFramebuffers(1, &framebuffer);
}

static void test_objects(void **state)
{
    (void)state;
    int count;
    wb_object *list = wb_object_list(&count);
    assert_int_equal(count, 6); // 2 buffers, 2 textures, a program, a sampler
    for (int i = 1; i < count; i++)
        assert_true(list[i - 1].kind < list[i].kind || list[i - 1].name < list[i].name);
    free(list);
    const wb_object *picture = wb_object_find(WB_KIND_TEXTURE, world.picture);
    assert_int_equal(picture->target, GL_TEXTURE_2D);
    assert_int_equal(wb_object_buffer_size(world.buffer), 4096);
    GLuint unknown;
    glad_glGenBuffers(1, &unknown); // unheard
    glBindBuffer(GL_COPY_READ_BUFFER, unknown);
    glad_glBufferData(GL_COPY_READ_BUFFER, 123, NULL, GL_STATIC_DRAW);
    assert_null(wb_object_find(WB_KIND_BUFFER, unknown));
    assert_int_equal(wb_object_buffer_size(unknown), 123);
    glad_glDeleteBuffers(1, &unknown);
}

int main(void)
{
    if (!wb_context_create(&(wb_context_desc){.headless = true, .debug = true})) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_straight_to_the_driver),
        cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_errors),
        cmocka_unit_test_setup_teardown(test_buffers, start, stop),
        cmocka_unit_test_setup_teardown(test_textures, start, stop),
        cmocka_unit_test_setup_teardown(test_uniforms, start, stop),
        cmocka_unit_test_setup_teardown(test_structs, start, stop),
        cmocka_unit_test_setup_teardown(test_indirect, start, stop),
        cmocka_unit_test_setup_teardown(test_relinked, start, stop),
        cmocka_unit_test_setup_teardown(test_no_program, start, stop),
        cmocka_unit_test_setup_teardown(test_draw, start, stop),
        cmocka_unit_test_setup_teardown(test_objects, start, stop),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    wb_pass_quit();
    wb_context_delete();
    return failed;
}
