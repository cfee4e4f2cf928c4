/* What the tests of the barrier checker share: a small world of objects, the ways to touch them,
 * and what was found. */
#ifndef WB_TESTS_GL_BARRIERS_WORLD_H
#define WB_TESTS_GL_BARRIERS_WORLD_H

#include "watch/barriers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <cmocka.h>
#include <glad/gl.h>

#include "base/message.h"
#include "watch/barrier_bits.h"
#include "watch/barrier_rules.h"

/* ---- Findings ---- */

enum { MAX_FINDINGS = 32 };

static wb_finding findings[MAX_FINDINGS]; // their texts stay until the next time
static int finding_count;

static inline void collect(const wb_finding *finding, void *user)
{
    (void)user;
    assert_true(finding_count < MAX_FINDINGS);
    findings[finding_count++] = *finding;
}

static inline void watch(void)
{
    finding_count = 0;
    wb_barriers_redirect(collect, NULL);
    wb_barriers_begin();
}

static inline int count_advice(void)
{
    int count = 0;
    for (int i = 0; i < finding_count; i++)
        count += strcmp(findings[i].code, WB_SUPERFLUOUS_BARRIER) == 0;
    return count;
}

/* Ends watching and expects `faults` faults and `advice` pieces of advice. */
static inline void expect_counts(int faults, int advice)
{
    int got = wb_barriers_end();
    if (got != faults || count_advice() != advice)
        for (int i = 0; i < finding_count; i++) print_error("%s\n", findings[i].text);
    assert_int_equal(got, faults);
    assert_int_equal(count_advice(), advice);
    assert_int_equal(finding_count, faults + advice);
}

static inline void expect_missing(const wb_finding *f, const char *conflict, const char *earlier,
                                  const char *later, const char *call, const char *object,
                                  GLbitfield bit)
{
    char bits[WB_BARRIER_TEXT_SIZE];
    assert_string_equal(f->code, WB_MISSING_BARRIER);
    assert_string_equal(f->conflict, conflict);
    assert_string_equal(f->earlier.pass, earlier);
    assert_string_equal(f->at.pass, later);
    assert_string_equal(f->at.call, call);
    assert_string_equal(f->object, object);
    assert_string_equal(f->barrier, wb_barrier_text(bit, bits, sizeof bits));
}

/* ---- A small world: objects that each case makes anew ---- */

enum { SIZE = 8, CELL_BYTES = 1024 };

static struct {
    GLuint fill, fill_image;    // write "cells" (binding 0) and "picture" (image unit 0)
    GLuint cells, sink;         // buffers
    GLuint picture, other;      // textures with two levels
    GLuint cells_texture;       // buffer texture over "cells"
    GLuint framebuffer, target; // renders into "picture" and into the other texture
    GLuint vertex_array;
} world;

static inline GLuint compile(GLuint program, GLenum stage, const char *source)
{
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    GLint is_good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
    if (!is_good) {
        char log[1024] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        print_error("%s\n%s\n", source, log);
    }
    assert_true(is_good);
    glAttachShader(program, shader);
    return shader;
}

/* A program of two stages, or of one if `second` is NULL. Detaches and deletes the shaders. */
static inline GLuint link(GLenum first_stage, const char *first, const char *second)
{
    GLuint program = glCreateProgram();
    GLuint shaders[2] = {compile(program, first_stage, first)};
    if (second != NULL) shaders[1] = compile(program, GL_FRAGMENT_SHADER, second);
    glLinkProgram(program);
    GLint is_linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    assert_true(is_linked);
    for (int i = 0; i < 2 && shaders[i] != 0; i++) {
        glDetachShader(program, shaders[i]);
        glDeleteShader(shaders[i]);
    }
    return program;
}

#define COMPUTE "#version 430\nlayout(local_size_x = 8) in;\n#define ID gl_GlobalInvocationID.x\n"
#define SINK "layout(std430, binding = 1) writeonly buffer Sink { uint sink[]; };\n"

static inline GLuint compute(const char *source)
{
    return link(GL_COMPUTE_SHADER, source, NULL);
}

static const char fill_source[] =
    COMPUTE "layout(std430, binding = 0) restrict writeonly buffer Cells { uint cells[]; };\n"
            "void main() { cells[ID] = 1u; }\n";
static const char read_source[] =
    COMPUTE SINK "layout(std430, binding = 0) readonly buffer Cells { uint cells[]; };\n"
                 "void main() { sink[ID] = cells[ID]; }\n";
static const char change_source[] =
    COMPUTE "layout(std430, binding = 0) buffer Cells { uint cells[]; };\n"
            "void main() { cells[ID] += 1u; }\n";
static const char fill_image_source[] =
    COMPUTE "layout(rgba8, binding = 0) uniform restrict writeonly image2D picture;\n"
            "void main() { imageStore(picture, ivec2(ID, 0), vec4(1.0)); }\n";

static inline GLuint make_buffer(const char *label, GLsizeiptr size)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, size, NULL, GL_DYNAMIC_COPY);
    glObjectLabel(GL_BUFFER, buffer, -1, label);
    return buffer;
}

static inline GLuint make_texture(const char *label)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 2, GL_RGBA8, SIZE, SIZE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glObjectLabel(GL_TEXTURE, texture, -1, label);
    return texture;
}

static inline GLuint make_framebuffer(GLuint texture)
{
    GLuint framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    return framebuffer;
}

static inline void make_world(void)
{
    world.fill = compute(fill_source);
    world.fill_image = compute(fill_image_source);
    world.cells = make_buffer("cells", CELL_BYTES);
    // A dispatch or draw may take its commands and indices from here, so keep them small.
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
    world.sink = make_buffer("sink", CELL_BYTES);
    world.picture = make_texture("picture");
    world.other = make_texture("other");
    world.framebuffer = make_framebuffer(world.picture);
    world.target = make_framebuffer(world.other);
    glGenTextures(1, &world.cells_texture);
    glBindTexture(GL_TEXTURE_BUFFER, world.cells_texture);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, world.cells);
    glGenVertexArrays(1, &world.vertex_array);
    glBindVertexArray(world.vertex_array);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, world.cells);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, world.sink);
    glBindImageTexture(0, world.picture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glViewport(0, 0, SIZE, SIZE);
}

static inline void delete_world(void)
{
    glUseProgram(0);
    glDeleteProgram(world.fill);
    glDeleteProgram(world.fill_image);
    glDeleteBuffers(2, (GLuint[]){world.cells, world.sink});
    glDeleteTextures(3, (GLuint[]){world.picture, world.other, world.cells_texture});
    glDeleteFramebuffers(2, (GLuint[]){world.framebuffer, world.target});
    glDeleteVertexArrays(1, &world.vertex_array);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static inline void enter(const char *pass)
{
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, pass);
}

static inline void leave(void)
{
    glPopDebugGroup();
}

static inline void dispatch(GLuint program)
{
    glUseProgram(program);
    glDispatchCompute(1, 1, 1);
}

/* Runs a program that lives for one dispatch. */
static inline void dispatch_once(const char *source)
{
    GLuint program = compute(source);
    dispatch(program);
    glUseProgram(0);
    glDeleteProgram(program);
}

static inline void draw_program(const char *vertex_body)
{
    char vertex[512];
    snprintf(vertex, sizeof vertex, "#version 430\n%s", vertex_body);
    GLuint program = link(GL_VERTEX_SHADER, vertex,
                          "#version 430\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n");
    glUseProgram(program);
    glDeleteProgram(program); // goes when the next one is used
}

/* ---- The ways to touch what a shader wrote ---- */

static inline void touch_storage_read(void)
{
    dispatch_once(read_source);
}
static inline void touch_storage_write(void)
{
    dispatch_once(fill_source);
}
static inline void touch_storage_change(void)
{
    dispatch_once(change_source);
}

static inline void touch_uniform(void)
{
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, world.cells);
    dispatch_once(COMPUTE SINK "layout(std140, binding = 0) uniform Cells { uvec4 cells[4]; };\n"
                               "void main() { sink[ID] = cells[ID % 4u].x; }\n");
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0);
}

static inline void touch_vertices(void)
{
    draw_program("layout(location = 3) in vec2 place;\n"
                 "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n");
    glBindBuffer(GL_ARRAY_BUFFER, world.cells);
    glVertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(3);
    glDrawArrays(GL_POINTS, 0, 4);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static const char no_input[] = "void main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }\n";

static inline void touch_indices(void)
{
    draw_program(no_input);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, world.cells);
    glDrawElements(GL_POINTS, 4, GL_UNSIGNED_INT, NULL);
}

static inline void touch_dispatch_commands(void)
{
    GLuint program = compute(COMPUTE "void main() {}\n");
    glUseProgram(program);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, world.cells);
    glDispatchComputeIndirect(0);
    glUseProgram(0);
    glDeleteProgram(program);
}

static inline void touch_draw_commands(void)
{
    draw_program(no_input);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, world.cells);
    glDrawArraysIndirect(GL_POINTS, NULL);
}

static inline void touch_many_draw_commands(void)
{
    draw_program(no_input);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, world.cells);
    glMultiDrawArraysIndirect(GL_POINTS, NULL, 2, 0);
}

static inline void touch_draw_element_commands(void)
{
    draw_program(no_input);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, world.cells);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, world.sink);
    glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL);
}

static inline void touch_texel_buffer(void)
{
    glActiveTexture(GL_TEXTURE5);
    glBindTexture(GL_TEXTURE_BUFFER, world.cells_texture);
    glActiveTexture(GL_TEXTURE0);
    dispatch_once(COMPUTE SINK "layout(binding = 5) uniform usamplerBuffer cells;\n"
                               "void main() { sink[ID] = texelFetch(cells, int(ID)).x; }\n");
}

static inline void touch_image_buffer(void)
{
    glBindImageTexture(2, world.cells_texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
    dispatch_once(COMPUTE SINK "layout(r32ui, binding = 2) uniform readonly uimageBuffer cells;\n"
                               "void main() { sink[ID] = imageLoad(cells, int(ID)).x; }\n");
}

static inline void touch_unpack(void)
{
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, world.cells);
    glBindTexture(GL_TEXTURE_2D, world.other);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

static inline void touch_pack(void)
{
    glBindBuffer(GL_PIXEL_PACK_BUFFER, world.cells);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, world.target);
    glReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

static uint32_t scratch[CELL_BYTES / 4];

static inline void bind_cells(void)
{
    glBindBuffer(GL_COPY_READ_BUFFER, world.cells);
}

static inline void touch_get(void)
{
    bind_cells();
    glGetBufferSubData(GL_COPY_READ_BUFFER, 16, 16, scratch);
}

static inline void touch_sub_data(void)
{
    bind_cells();
    glBufferSubData(GL_COPY_READ_BUFFER, 16, 16, scratch);
}

static inline void touch_copy_from(void)
{
    bind_cells();
    glBindBuffer(GL_COPY_WRITE_BUFFER, world.sink);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, 64);
}

static inline void touch_copy_to(void)
{
    bind_cells();
    glBindBuffer(GL_COPY_WRITE_BUFFER, world.sink);
    glCopyBufferSubData(GL_COPY_WRITE_BUFFER, GL_COPY_READ_BUFFER, 0, 0, 64);
}

static inline void touch_clear(void)
{
    bind_cells();
    glClearBufferData(GL_COPY_READ_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
}

static inline void touch_clear_part(void)
{
    bind_cells();
    glClearBufferSubData(GL_COPY_READ_BUFFER, GL_R32UI, 0, 16, GL_RED_INTEGER, GL_UNSIGNED_INT,
                         NULL);
}

static inline void touch_map(void)
{
    bind_cells();
    assert_non_null(glMapBuffer(GL_COPY_READ_BUFFER, GL_READ_ONLY));
    glUnmapBuffer(GL_COPY_READ_BUFFER);
}

static inline void touch_map_read(void)
{
    bind_cells();
    assert_non_null(glMapBufferRange(GL_COPY_READ_BUFFER, 0, 16, GL_MAP_READ_BIT));
    glUnmapBuffer(GL_COPY_READ_BUFFER);
}

static inline void touch_map_write(void)
{
    bind_cells();
    assert_non_null(glMapBufferRange(GL_COPY_READ_BUFFER, 0, 16, GL_MAP_WRITE_BIT));
    glUnmapBuffer(GL_COPY_READ_BUFFER);
}

static inline void touch_sampler(void)
{
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, world.picture);
    glActiveTexture(GL_TEXTURE0);
    dispatch_once(COMPUTE SINK
                  "layout(binding = 3) uniform sampler2D picture;\n"
                  "void main() { sink[ID] = uint(texelFetch(picture, ivec2(ID, 0), 0).x); }\n");
}

static inline void touch_image_load(void)
{
    glBindImageTexture(1, world.picture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
    dispatch_once(COMPUTE SINK
                  "layout(rgba8, binding = 1) readonly uniform image2D picture;\n"
                  "void main() { sink[ID] = uint(imageLoad(picture, ivec2(ID, 0)).x); }\n");
}

static inline void touch_image_store(void)
{
    dispatch_once(fill_image_source);
}

static uint8_t pixels[SIZE * SIZE * 4];

static inline void touch_get_image(void)
{
    glBindTexture(GL_TEXTURE_2D, world.picture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static inline void touch_sub_image(void)
{
    glBindTexture(GL_TEXTURE_2D, world.picture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static inline void touch_copy_image(void)
{
    glCopyImageSubData(world.picture, GL_TEXTURE_2D, 0, 0, 0, 0, world.other, GL_TEXTURE_2D, 0, 0,
                       0, 0, 4, 4, 1);
}

static inline void touch_mipmap(void)
{
    glBindTexture(GL_TEXTURE_2D, world.picture);
    glGenerateMipmap(GL_TEXTURE_2D);
}

static inline void touch_copy_tex(void)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, world.framebuffer);
    glBindTexture(GL_TEXTURE_2D, world.other);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
}

static inline void touch_read_pixels(void)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, world.framebuffer);
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static inline void touch_clear_target(void)
{
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, world.framebuffer);
    glClear(GL_COLOR_BUFFER_BIT);
}

static inline void touch_draw_target(void)
{
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, world.framebuffer);
    draw_program(no_input);
    glDrawArrays(GL_POINTS, 0, 1);
}

static inline void touch_blit(void)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, world.framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, world.target);
    glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/* ---- The context ---- */

static EGLDisplay display;

static inline int make_context(void **state)
{
    (void)state;
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)) return -1;
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 3,
                                        EGL_NONE};
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT ||
        !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return -1;
    if (gladLoadGL((GLADloadfunc)eglGetProcAddress) == 0) return -1;
    gladUninstallGLDebug();
    return 0;
}

static inline int end_context(void **state)
{
    (void)state;
    eglTerminate(display);
    return 0;
}

#endif
