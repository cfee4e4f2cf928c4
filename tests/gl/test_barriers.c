/* The barrier checker: its messages and advice, what needs no barrier, and its other findings. That
 * every way to touch what a shader wrote needs exactly its bit, test_conformance.c has. Runs
 * headless. */
#include "barriers_world.h"

#include "gl/read_back.h"
#include "machine/front.h"
#include "os/host.h"
#include "os/time.h"

static void write_then_touch(void (*touch)(void), GLbitfield bits)
{
    watch();
    make_world();
    enter("write");
    dispatch(world.fill);
    glMemoryBarrier(bits);
    leave();
    enter("use");
    touch();
    leave();
    delete_world();
}

static void test_message(void **state)
{
    (void)state;
    watch();
    make_world();
    enter("density");
    dispatch(world.fill);
    leave();
    enter("force");
    touch_dispatch_commands();
    leave();
    delete_world();
    expect_counts(1, 0);
    assert_string_equal(findings[0].text,
                        "missing barrier: pass \"density\" wrote buffer \"cells\" as a storage "
                        "block; glDispatchComputeIndirect in pass \"force\" reads it as commands\n"
                        "put GL_COMMAND_BARRIER_BIT into a glMemoryBarrier between them "
                        "(OpenGL 4.3 core, 7.12.2)");
}

// What no qualifier says is only guessed: the kernel may write the block, or only read it.
static void test_message_of_guess(void **state)
{
    (void)state;
    watch();
    make_world();
    enter("density");
    touch_storage_change();
    leave();
    enter("force");
    touch_dispatch_commands();
    leave();
    delete_world();
    expect_counts(1, 0);
    assert_non_null(strstr(findings[0].text, "pass \"density\" may have written buffer \"cells\""));
}

/* ---- What needs no barrier, and what does ---- */

/* What the caller has in hand has been read; commands' writes wait by themselves, and what comes
 * after them too. */
static void test_no_barrier_needed(void **state)
{
    (void)state;
    watch();
    make_world();
    touch_get();
    touch_map_read();
    touch_sub_data();
    dispatch(world.fill); // after reads that are over, and a write by a command
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    touch_clear();
    touch_storage_read(); // of the zeros: the shader's writes are gone
    touch_clear();
    touch_storage_change();
    delete_world();
    expect_counts(0, 0);
}

/* ---- Ranges, levels, names ---- */

// wb_read_back() copies; what it reads is the buffer, and has been read when it returns.
static void test_read_back_is_of_the_buffer(void **state)
{
    (void)state;
    watch();
    make_world();
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, world.cells, 0, 256);
    dispatch(world.fill);
    wb_read_back(world.cells, 256, 16, scratch); // elsewhere
    wb_read_back_unheard(world.cells, 0, 16, scratch);
    wb_read_back(world.cells, 240, 16, scratch);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    wb_read_back(world.cells, 0, 16, scratch);
    dispatch(world.fill); // need not wait for that
    delete_world();
    expect_counts(1, 0);
    assert_string_equal(findings[0].at.call, "glGetBufferSubData");
    assert_string_equal(findings[0].object, "cells");
}

static void test_levels_are_told_apart(void **state)
{
    (void)state;
    watch();
    make_world();
    enter("fine");
    dispatch(world.fill_image);
    leave();
    enter("coarse");
    glBindImageTexture(0, world.picture, 1, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    dispatch(world.fill_image); // the other level
    leave();
    touch_read_pixels(); // level 0
    delete_world();
    expect_counts(1, 0);
    assert_string_equal(findings[0].earlier.pass, "fine");
}

/* A driver may give a deleted name to the next buffer. */
static void test_deleted_name_starts_anew(void **state)
{
    (void)state;
    watch();
    make_world();
    dispatch(world.fill);
    assert_int_equal(wb_object_find(WB_KIND_BUFFER, world.cells)->size_bytes, CELL_BYTES);
    glDeleteBuffers(1, &world.cells);
    assert_null(wb_object_find(WB_KIND_BUFFER, world.cells));
    delete_world();
    expect_counts(0, 0);
}

static GLuint given_name;

static void give_name(GLsizei count, GLuint *names)
{
    (void)count;
    names[0] = given_name;
}

// A driver that gives a deleted name to the next object.
static void give_again(wb_kind kind, GLuint name)
{
    PFNGLGENBUFFERSPROC buffers = glad_glGenBuffers;
    PFNGLGENTEXTURESPROC textures = glad_glGenTextures;
    given_name = name;
    glad_glGenBuffers = glad_glGenTextures = give_name;
    if (kind == WB_KIND_BUFFER)
        glGenBuffers(1, &name);
    else
        glGenTextures(1, &name);
    glad_glGenBuffers = buffers;
    glad_glGenTextures = textures;
}

/* What a texture shows of a deleted buffer is not the next buffer of that name. */
static void test_name_of_deleted_is_given_again(void **state)
{
    (void)state;
    enum { BUFFER = 900001, TEXTURE, VIEW };
    const wb_range all = WB_WHOLE;
    watch();
    for (int i = 0; i < 2; i++) {
        wb_kind kind = i == 0 ? WB_KIND_BUFFER : WB_KIND_TEXTURE;
        GLuint of = i == 0 ? BUFFER : TEXTURE, shower = i == 0 ? TEXTURE : VIEW;
        wb_object_created(kind, of);
        wb_rules_use(kind, of, all, WB_USAGE_IMAGE, WB_WRITES);
        wb_rules_command("store");
        wb_object_deleted(kind, of);
        give_again(kind, of);
        wb_object_created(WB_KIND_TEXTURE, shower);
        wb_rules_use(kind, of, all, WB_USAGE_TEXTURE, WB_READS | WB_WAITS);
        wb_rules_command("read the new one");
        assert_int_equal(finding_count, i);
        if (i == 0)
            wb_object_got_texels(shower, of, 0, 0);
        else
            wb_object_got_view(shower, GL_TEXTURE_2D, of, 0, 1, 0, 1);
        assert_int_equal(wb_object_find(WB_KIND_TEXTURE, shower)->shows, of);
        wb_rules_use(kind, of, all, WB_USAGE_IMAGE, WB_WRITES);
        wb_rules_command("store");
        wb_object_deleted(WB_KIND_PROGRAM, of); // something else
        wb_object_deleted(kind, of);
        GLuint remains = wb_object_remains(kind, of);
        assert_true(remains != 0 && remains != of);
        wb_rules_deleted(kind, of, remains);
        give_again(kind, of);
        assert_int_equal(wb_object_remains(kind, of), 0);
        wb_object_deleted(kind, of); // the second one, which nothing shows
        assert_int_equal(wb_object_remains(kind, of), 0);
        wb_object_created(kind, of);
        assert_int_equal(wb_object_find(WB_KIND_TEXTURE, shower)->shows, remains);
        wb_rules_use(kind, of, all, WB_USAGE_BUFFER_UPDATE, WB_READS);
        wb_rules_command("read the new one");
        assert_int_equal(finding_count, i);
        wb_rules_use(kind, remains, all, WB_USAGE_TEXTURE, WB_READS);
        wb_rules_command("read the old one");
        assert_int_equal(finding_count, i + 1);
        wb_object_deleted(kind, of);
        wb_object_deleted(WB_KIND_TEXTURE, shower);
    }
    expect_counts(2, 0);
}

static void test_label_of_deleted(void **state)
{
    (void)state;
    watch();
    make_world();
    dispatch(world.fill);
    glDeleteBuffers(1, &world.cells);
    touch_texel_buffer();
    delete_world();
    expect_counts(1, 0);
    assert_string_equal(findings[0].object, "cells");
}

/* A program may delete what never was: OpenGL ignores it. */
static void test_unknown_names(void **state)
{
    (void)state;
    GLuint names[] = {0, 0x7ffffff0, 0xCDCDCDCD, 0xFFFFFFFF, 12345};
    watch();
    make_world();
    glDeleteBuffers(5, names);
    glDeleteTextures(5, names);
    glDeleteFramebuffers(5, names);
    glDeleteRenderbuffers(5, names);
    glDeleteVertexArrays(5, names);
    glDeleteQueries(5, names);
    glDeleteSamplers(5, names);
    glDeleteProgram(0);
    glDeleteShader(0);
    dispatch(world.fill);
    touch_storage_read(); // it still works
    delete_world();
    expect_counts(1, 0);
}

/* ---- Barriers: advice, list, dropping ---- */

static GLuint ping[2];

/* Reads one buffer, writes the other, in turn. */
static void ping_pong(int steps)
{
    GLuint program = compute(
        COMPUTE SINK "layout(std430, binding = 0) readonly buffer Cells { uint cells[]; };\n"
                     "void main() { sink[ID] = cells[ID] + 1u; }\n");
    glUseProgram(program);
    ping[0] = make_buffer("ping", CELL_BYTES);
    ping[1] = make_buffer("pong", CELL_BYTES);
    for (int i = 0; i < steps; i++) {
        enter("step");
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, ping[i % 2]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, ping[1 - i % 2]);
        glDispatchCompute(1, 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for the next step
        leave();
    }
    glUseProgram(0);
    glDeleteProgram(program);
    glDeleteBuffers(2, ping);
}

static void test_ping_pong(void **state)
{
    (void)state;
    watch();
    ping_pong(10);
    wb_barrier_seen barrier;
    assert_true(wb_barriers_at(0, &barrier));
    assert_string_equal(barrier.pass, "step");
    assert_int_equal(barrier.ordinal, 0);
    assert_int_equal(barrier.times, 10);
    assert_int_equal(barrier.bits, GL_SHADER_STORAGE_BARRIER_BIT);
    assert_int_equal(barrier.needed, GL_SHADER_STORAGE_BARRIER_BIT);
    assert_false(wb_barriers_at(1, &barrier));
    expect_counts(0, 0);
}

static void test_dropped_barrier(void **state)
{
    (void)state;
    wb_barriers_drop("step", 0, GL_ALL_BARRIER_BITS);
    watch();
    ping_pong(10);
    // Each of the two buffers: read after write, and write after read; 10 steps, reported once.
    expect_counts(4, 0);
    for (int i = 0; i < 4; i++) assert_string_equal(findings[i].at.pass, "step");
    watch();
    ping_pong(10);
    expect_counts(0, 0); // the drop ended with its run
}

static void test_dropped_bit(void **state)
{
    (void)state;
    wb_barriers_drop("write", 0, GL_COMMAND_BARRIER_BIT);
    write_then_touch(touch_dispatch_commands, GL_COMMAND_BARRIER_BIT);
    expect_counts(1, 0);
    wb_barriers_drop("write", 0, GL_UNIFORM_BARRIER_BIT); // another bit: the need is met
    write_then_touch(touch_dispatch_commands, GL_COMMAND_BARRIER_BIT);
    expect_counts(0, 0);
    wb_barriers_drop("write", 1, GL_COMMAND_BARRIER_BIT); // there is only number 0
    write_then_touch(touch_dispatch_commands, GL_COMMAND_BARRIER_BIT);
    expect_counts(1, 0);
    assert_string_equal(findings[0].code, WB_DROP_NOT_MET);
}

static void test_superfluous(void **state)
{
    (void)state;
    watch();
    make_world();
    enter("fill");
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // nothing was written yet
    dispatch(world.fill);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT);
    leave();
    touch_storage_read();
    delete_world();
    expect_counts(0, 2);
    assert_string_equal(findings[0].at.pass, "fill");
    assert_string_equal(findings[0].object, "0");
    assert_string_equal(findings[0].barrier, "GL_SHADER_STORAGE_BARRIER_BIT");
    assert_string_equal(findings[1].object, "1");
    assert_string_equal(findings[1].barrier, "GL_UNIFORM_BARRIER_BIT");
    assert_non_null(strstr(findings[1].text, "no later access needed GL_UNIFORM_BARRIER_BIT"));
}

/* Needed in one of its executions is needed. Of two that both do, one is enough. */
static void test_needed_once_of_many(void **state)
{
    (void)state;
    watch();
    make_world();
    for (int i = 0; i < 3; i++) {
        enter("fill");
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // needed from the second time on
        dispatch(world.fill);
        leave();
    }
    enter("double");
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    leave();
    touch_storage_read();
    delete_world();
    expect_counts(0, 1);
    assert_string_equal(findings[0].at.pass, "double");
}

/* The first barrier made the writes visible for good. */
static void test_second_barrier_is_superfluous(void **state)
{
    (void)state;
    watch();
    make_world();
    dispatch(world.fill);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    touch_get();
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    touch_get();
    delete_world();
    expect_counts(0, 1);
    assert_string_equal(findings[0].object, "1");
}

/* The last barrier of a run is for what would come next. */
static void test_last_barrier_is_not_judged(void **state)
{
    (void)state;
    watch();
    make_world();
    for (int i = 0; i < 2; i++) {
        enter(i == 0 ? "fill" : "last");
        dispatch(world.fill);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the first is needed by the second
        leave();
    }
    delete_world();
    expect_counts(0, 0);
}

static void test_all_bits(void **state)
{
    (void)state;
    write_then_touch(touch_storage_read, GL_ALL_BARRIER_BITS);
    expect_counts(0, 1);
    assert_non_null(strstr(findings[0].text, "needed only GL_SHADER_STORAGE_BARRIER_BIT"));
}

static void test_nested_passes(void **state)
{
    (void)state;
    watch();
    make_world();
    enter("frame");
    enter("inner");
    dispatch(world.fill);
    leave();
    touch_storage_read();
    leave();
    delete_world();
    expect_counts(1, 0);
    assert_string_equal(findings[0].earlier.pass, "inner");
    assert_string_equal(findings[0].at.pass, "frame");
}

static void test_bits_as_text(void **state)
{
    (void)state;
    char text[WB_BARRIER_TEXT_SIZE];
    GLbitfield bits = 0;
    wb_barrier_text(GL_COMMAND_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT, text, sizeof text);
    assert_string_equal(text, "GL_UNIFORM_BARRIER_BIT|GL_COMMAND_BARRIER_BIT");
    assert_true(wb_barrier_parse(text, &bits));
    assert_int_equal(bits, GL_COMMAND_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT);
    assert_true(wb_barrier_parse("GL_ALL_BARRIER_BITS", &bits));
    assert_int_equal(bits, GL_ALL_BARRIER_BITS);
    assert_false(wb_barrier_parse("GL_COMMAND_BARRIER", &bits));
    assert_false(wb_barrier_parse("", &bits));
    wb_barrier_text(~0u >> 1, text, sizeof text);
    assert_true(strlen(text) + 1 < sizeof text); // every name fits
    assert_non_null(strstr(text, "GL_SHADER_STORAGE_BARRIER_BIT"));
}

/* ---- The other findings ---- */

static void test_unbound_block(void **state)
{
    (void)state;
    watch();
    make_world();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 0);
    enter("fill");
    dispatch(world.fill);
    dispatch(world.fill); // once is enough
    leave();
    delete_world();
    expect_counts(1, 0);
    assert_string_equal(findings[0].code, WB_UNBOUND_BLOCK);
    assert_string_equal(findings[0].object, "Cells");
    assert_string_equal(findings[0].at.pass, "fill");
}

static void test_small_buffer(void **state)
{
    (void)state;
    static const char source[] =
        COMPUTE "layout(std430, binding = 0) writeonly buffer Cells { uvec4 cells[32]; };\n"
                "void main() { cells[ID] = uvec4(1u); }\n";
    watch();
    make_world();
    dispatch_once(source); // 512 of 1024 bytes
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, world.cells, 256, 512);
    dispatch_once(source);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, world.cells, 256, 496);
    dispatch_once(source);
    enter("past the end");
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, world.cells, 768, 512);
    dispatch_once(source);
    leave();
    delete_world();
    expect_counts(2, 0);
    assert_string_equal(findings[0].code, WB_SMALL_BUFFER);
    assert_non_null(strstr(findings[0].text, "needs at least 512 bytes, \"cells\" gives it 496"));
    assert_non_null(strstr(findings[1].text, "\"cells\" gives it 256"));
}

static void test_zero_groups(void **state)
{
    (void)state;
    watch();
    make_world();
    glUseProgram(world.fill);
    glDispatchCompute(4, 0, 1);
    delete_world();
    expect_counts(1, 0);
    assert_string_equal(findings[0].code, WB_ZERO_GROUPS);
    assert_non_null(strstr(findings[0].text, "4 x 0 x 1"));
}

static void test_gl_error(void **state)
{
    (void)state;
    watch();
    enter("bad");
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 123456, 0);
    assert_int_equal(glGetError(), GL_INVALID_VALUE); // the program may still ask, once
    assert_int_equal(glGetError(), GL_NO_ERROR);
    leave();
    glClearColor(0.5f, 0, 0, 1); // no error: real arguments pass by
    glLineWidth(-0.5f);
    glBufferSubData(GL_COPY_READ_BUFFER, 1, 2, NULL);
    glDrawArrays(GL_TRIANGLES, 0, -1);
    expect_counts(4, 0);
    assert_string_equal(findings[0].code, WB_GL_ERROR);
    assert_string_equal(findings[0].text,
                        "glBindBufferBase(target = GL_SHADER_STORAGE_BUFFER, index = 123456, "
                        "buffer = 0) in pass \"bad\" raised GL_INVALID_VALUE");
    assert_string_equal(findings[0].object, "GL_INVALID_VALUE");
    assert_string_equal(findings[1].text,
                        "glLineWidth(width = -0.5) outside any pass raised GL_INVALID_VALUE");
    assert_non_null(strstr(findings[2].text, "target = GL_COPY_READ_BUFFER, offset = 1, size = 2"));
    assert_non_null(strstr(findings[3].text, "mode = 4")); // which has many names
}

static void test_never_deleted(void **state)
{
    (void)state;
    watch();
    make_world();
    GLuint query, buffer;
    glGenQueries(1, &query);
    glGenBuffers(1, &buffer); // never even bound
    delete_world();
    expect_counts(2, 0);
    assert_string_equal(findings[0].code, WB_NEVER_DELETED);
    assert_non_null(strstr(findings[0].object, "buffer"));
    assert_non_null(strstr(findings[1].object, "query"));
    glDeleteQueries(1, &query);
    glDeleteBuffers(1, &buffer);

    watch();
    make_world();
    expect_counts(10, 0); // 2 programs, 2 buffers, 3 textures, 2 framebuffers, 1 vertex array
    assert_string_equal(findings[0].object, "buffer \"cells\"");
    delete_world();
}

static char last_message[1024];
static wb_severity last_severity;

static void keep_message(wb_severity severity, const char *text, void *user)
{
    (void)user;
    last_severity = severity;
    snprintf(last_message, sizeof last_message, "%s", text);
}

static void test_messages_without_redirect(void **state)
{
    (void)state;
    watch();
    wb_barriers_redirect(NULL, NULL);
    wb_message_redirect(keep_message, NULL);
    glUseProgram(0);
    glDispatchCompute(1, 0, 1); // also an error: no program
    assert_int_equal(last_severity, WB_ERROR);
    assert_non_null(strstr(last_message, "glDispatchCompute"));
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT); // the last one is not judged
    assert_int_equal(wb_barriers_end(), 2);
    assert_int_equal(last_severity, WB_WARNING);
    assert_non_null(strstr(last_message, "superfluous barrier"));
    wb_message_redirect(NULL, NULL);
}

static void test_not_watching(void **state)
{
    (void)state;
    finding_count = 0;
    wb_barriers_redirect(collect, NULL);
    make_world();
    dispatch(world.fill);
    touch_storage_read();
    delete_world();
    assert_int_equal(wb_barriers_end(), 0);
    assert_int_equal(finding_count, 0);
}

/* ---- Qualifiers in the source ---- */

static void test_qualifiers(void **state)
{
    (void)state;
    enum { R = WB_READS, W = WB_WRITES, BOTH = R | W | WB_GUESSED };
    static const char source[] =
        "#version 430 // buffer A {\n"
        "/* readonly buffer A { */\n"
        "#define X buffer \\\n A { \n"
        "struct S { uint x; };\n"
        "layout(std430, binding = 0) readonly restrict buffer A { uint a[]; };\n"
        "layout(std430, binding = 1) buffer writeonly B { S s; uint b[]; } instance[2];\n"
        "layout(std430) buffer C\n{\n  readonly uint c[];\n};\n"
        "#ifdef LATER\nreadonly buffer D { uint d; };\n#else\nwriteonly buffer D { uint d; };\n"
        "#endif\n"
        "buffer M { readonly uint p, q[4]; writeonly restrict vec4 r; float s; };\n"
        "layout(r32ui) uniform readonly uimage2D one, two[4];\n"
        "layout(r32f) writeonly uniform image3D three;\n"
        "uniform iimage1D four;\n"
        "void f(writeonly image2D one, int buffers) { if (true) { int A; } }\n"
        "layout(rgba8) coherent uniform writeonly image2D five;\n";
    assert_int_equal(wb_interface_qualifiers(source, "A", NULL, false), R);
    assert_int_equal(wb_interface_qualifiers(source, "B", NULL, false), W);
    assert_int_equal(wb_interface_qualifiers(source, "C", NULL, false), R);
    static const struct {
        const char *name;
        int access;
    } members[] = {{"p", R}, {"q", R}, {"r", W}, {"s", BOTH}, {NULL, BOTH}, {"none", BOTH}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        assert_int_equal(wb_interface_qualifiers(source, "M", members[i].name, false),
                         members[i].access);
    assert_int_equal(wb_interface_qualifiers(source, "D", NULL, false), R | W);
    assert_int_equal(wb_interface_qualifiers(source, "one", NULL, true), R);
    assert_int_equal(wb_interface_qualifiers(source, "two", NULL, true), R);
    assert_int_equal(wb_interface_qualifiers(source, "three", NULL, true), W);
    assert_int_equal(wb_interface_qualifiers(source, "four", NULL, true), BOTH);
    assert_int_equal(wb_interface_qualifiers(source, "five", NULL, true), W);
    assert_int_equal(wb_interface_qualifiers(source, "E", NULL, false), 0);
    assert_int_equal(wb_interface_qualifiers("buffer A { (", "A", NULL, false),
                     BOTH); // ends too early
}

static int faults_of_read_only(const char *declaration)
{
    char source[1024];
    snprintf(source, sizeof source,
             COMPUTE SINK "%s { uint cells[]; };\nvoid main() { sink[ID] = cells[ID]; }\n",
             declaration);
    watch();
    make_world();
    dispatch_once(source);
    touch_get();
    delete_world();
    return wb_barriers_end();
}

/* Where a macro or a condition cannot be followed, a block counts as written, too. */
static void test_without_expansion(void **state)
{
    (void)state;
    static const char macro[] = "#define RO readonly\nlayout(std430, binding = 0) RO buffer Cells";
    static const char text[] = "#version 430\n#define A 1\nint a = A;\n";
    wb_front_output output;
    char *path = strdup(getenv("PATH"));
    wb_host_set_variable("PATH", "/nowhere");
    bool is_beside = wb_front_expand(text, "comp", &output) == WB_FRONT_GOOD; // this program
    wb_front_free(&output);
    if (!is_beside) assert_int_equal(faults_of_read_only(macro), 1);
    wb_host_set_variable("PATH", path);
    free(path);
    wb_front_result result = wb_front_expand(text, "comp", &output);
    if (result == WB_FRONT_MISSING) skip();
    assert_int_equal(result, WB_FRONT_GOOD);
    assert_non_null(strstr((const char *)output.words, "int a = 1;"));
    wb_front_free(&output);
    assert_int_equal(faults_of_read_only(macro), 0);
    // The compiler knows what the driver does not
    assert_int_equal(
        faults_of_read_only("#if defined(GL_NV_gpu_shader5) && 0\nbuffer Cells { uint none; };\n"
                            "#endif\nlayout(std430, binding = 0) readonly buffer Cells"),
        1);
}

/* ---- Cost ---- */

static double now_us(void)
{
    return 1e6 * wb_clock_cpu_seconds();
}

static double time_us(int steps)
{
    double start = now_us();
    ping_pong(steps);
    glFinish();
    return now_us() - start;
}

/* Prints the cost; asserts nothing, since a busy machine says little. The dispatch is as small as
 * can be, and only this process's own time counts. A short run is taken off, for what is done once.
 */
static void test_cost(void **state)
{
    (void)state;
    enum { FEW = 10, MANY = 10000 };
    for (int with = 0; with < 2; with++) {
        if (with) watch();
        double once = time_us(FEW);
        print_message("%s the checker: %.2f us for a step of 2 binds, 1 dispatch, 1 barrier\n",
                      with ? "with" : "without", (time_us(MANY) - once) / (MANY - FEW));
        if (with) expect_counts(0, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_message),
        cmocka_unit_test(test_message_of_guess),
        cmocka_unit_test(test_no_barrier_needed),
        cmocka_unit_test(test_read_back_is_of_the_buffer),
        cmocka_unit_test(test_levels_are_told_apart),
        cmocka_unit_test(test_deleted_name_starts_anew),
        cmocka_unit_test(test_name_of_deleted_is_given_again),
        cmocka_unit_test(test_label_of_deleted),
        cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_ping_pong),
        cmocka_unit_test(test_dropped_barrier),
        cmocka_unit_test(test_dropped_bit),
        cmocka_unit_test(test_superfluous),
        cmocka_unit_test(test_needed_once_of_many),
        cmocka_unit_test(test_second_barrier_is_superfluous),
        cmocka_unit_test(test_last_barrier_is_not_judged),
        cmocka_unit_test(test_all_bits),
        cmocka_unit_test(test_nested_passes),
        cmocka_unit_test(test_bits_as_text),
        cmocka_unit_test(test_unbound_block),
        cmocka_unit_test(test_small_buffer),
        cmocka_unit_test(test_zero_groups),
        cmocka_unit_test(test_gl_error),
        cmocka_unit_test(test_never_deleted),
        cmocka_unit_test(test_messages_without_redirect),
        cmocka_unit_test(test_not_watching),
        cmocka_unit_test(test_qualifiers),
        cmocka_unit_test(test_without_expansion),
        cmocka_unit_test(test_cost),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
