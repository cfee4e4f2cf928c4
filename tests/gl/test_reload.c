/* Hot reload: what is saved runs, what is broken does not, and everything else stays as it was. */
#include "gl/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/message.h"
#include "gl/context.h"
#include "os/host.h"
#include "os/output.h"
#include "os/path.h"
#include "os/scratch.h"
#include "os/time.h"

/* ---- Messages ---- */

static struct {
    int errors, notes;
    char error[4096]; // the last one
} heard;

static void hear(wb_severity severity, const char *text, void *user)
{
    (void)user;
    if (severity == WB_NOTE) heard.notes++;
    if (severity != WB_ERROR) return;
    heard.errors++;
    snprintf(heard.error, sizeof heard.error, "%s", text);
}

/* ---- Files ---- */

static char directory[WB_PATH_SIZE];

// A pause makes sure that every save has a time of its own: file systems count it in steps.
static void save(const char *name, const char *text)
{
    char path[WB_PATH_SIZE + 100];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    wb_clock_sleep(0.01);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void save_by_rename(const char *name, const char *text)
{
    char old[WB_PATH_SIZE + 100], new[sizeof old];
    snprintf(old, sizeof old, "%s/beside", directory);
    snprintf(new, sizeof new, "%s/%s", directory, name);
    save("beside", text);
    remove(new); // not every system renames over it
    assert_int_equal(rename(old, new), 0);
}

static void delete_file(const char *name)
{
    char path[WB_PATH_SIZE + 100];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    remove(path);
}

// A kernel that writes a number, with what comes before main() and a statement of one's own.
static const char *kernel(const char *globals, const char *statement)
{
    static char text[1024];
    snprintf(text, sizeof text,
             "#version 430 core\n"
             "layout(local_size_x = 1) in;\n"
             "layout(std430, binding = 0) restrict writeonly buffer Out { int value; };\n"
             "layout(location = 3) uniform int added;\n"
             "%s\n"
             "void main()\n"
             "{\n"
             "    %s\n"
             "}\n",
             globals, statement);
    return text;
}
enum { STATEMENT_LINE = 8 };

/* ---- A small lesson ---- */

enum { STATE_BYTES = 4096, NAMES = 4096 };

static struct {
    GLuint kernel, out, state;
    uint64_t hash;
    int objects;
} lesson;

static uint64_t hash_state(void)
{
    unsigned char bytes[STATE_BYTES];
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.state);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, STATE_BYTES, bytes);
    return wb_hash_bytes(WB_HASH_START, bytes, STATE_BYTES);
}

static int count_objects(void)
{
    int count = 0;
    for (GLuint name = 1; name < NAMES; name++)
        count += glIsProgram(name) || glIsShader(name) ? 1 : 0;
    return count;
}

// What the kernel writes when `added` is 1000.
static int run(GLuint program)
{
    GLint value = -1;
    glUseProgram(program);
    glUniform1i(3, 1000);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, lesson.out);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof value, &value);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof value, &value);
    return value;
}

static int start(void **state)
{
    (void)state;
    unsigned char bytes[STATE_BYTES];
    for (int i = 0; i < STATE_BYTES; i++) bytes[i] = (unsigned char)(i * i % 251);
    glGenBuffers(1, &lesson.out);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.out);
    glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(GLint), NULL, GL_DYNAMIC_READ);
    glGenBuffers(1, &lesson.state);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.state);
    glBufferData(GL_SHADER_STORAGE_BUFFER, STATE_BYTES, bytes, GL_DYNAMIC_COPY);

    save("value.glsl", "int value_of(int x) { return x + OFFSET; }\n");
    save("main.comp", kernel("#include \"value.glsl\"", "value = value_of(1) + added;"));
    char name[] = "OFFSET"; // the caller's constants are gone once the program is made
    wb_define *constants = malloc(2 * sizeof *constants);
    assert_non_null(constants);
    constants[0] = (wb_define){name, 10};
    constants[1] = (wb_define){NULL, 0};
    lesson.kernel = wb_program_compute("main.comp", constants);
    free(constants);
    memset(name, '?', sizeof name - 1);

    assert_int_not_equal(lesson.kernel, 0);
    assert_int_equal(run(lesson.kernel), 1011);
    assert_false(wb_program_files_changed());
    lesson.hash = hash_state();
    lesson.objects = count_objects();
    memset(&heard, 0, sizeof heard);
    return 0;
}

// Ends every test: the buffer has kept what it held, and no object is left over.
static int stop(void **state)
{
    (void)state;
    assert_int_equal(hash_state(), lesson.hash);
    (void)run(lesson.kernel); // Mesa keeps a deleted program until another one is in use
    assert_int_equal(count_objects(), lesson.objects);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    glUseProgram(0);
    glDeleteProgram(lesson.kernel);
    glDeleteBuffers(1, &lesson.out);
    glDeleteBuffers(1, &lesson.state);
    wb_program_quit();
    return 0;
}

/* What the main loop does, again and again: returns how many programs were made anew. It goes
 * on after the change, because nothing may be made or reported twice. */
static int look(void)
{
    int count = 0;
    for (int i = 0; i < 5; i++)
        if (wb_program_files_changed()) count += wb_program_reload();
    return count;
}

static void expect_errors(int count, const char *text)
{
    assert_int_equal(heard.errors, count);
    if (strstr(heard.error, text) == NULL) print_error("got: %s\n", heard.error);
    assert_non_null(strstr(heard.error, text));
    heard.errors = 0;
}

/* ---- Tests ---- */

static void test_many_saves(void **state)
{
    (void)state;
    char statement[64], place[64];
    snprintf(place, sizeof place, "main.comp:%d: ", STATEMENT_LINE);
    int before = 1011;
    for (int i = 0; i < 100; i++) {
        void (*const save_it)(const char *, const char *) = i % 2 == 0 ? save : save_by_rename;
        snprintf(statement, sizeof statement, "value = wrong_%d;", i);
        save_it("main.comp", kernel("", statement));
        assert_int_equal(look(), 0);
        expect_errors(1, place);
        assert_non_null(strstr(heard.error, statement));
        assert_int_equal(run(lesson.kernel), before);

        snprintf(statement, sizeof statement, "value = OFFSET * %d + added;", i);
        save_it("main.comp", kernel("", statement));
        assert_int_equal(look(), 1);
        assert_int_equal(heard.errors, 0);
        before = 10 * i + 1000;
        assert_int_equal(run(lesson.kernel), before);
        assert_int_equal(hash_state(), lesson.hash);
    }
}

static void test_include(void **state)
{
    (void)state;
    GLuint other = wb_program_compute("main.comp", WB_DEFINES({"OFFSET", -5}));
    assert_int_equal(run(other), 996);
    save("value.glsl", "int value_of(int x) { return y + OFFSET; }\n");
    assert_int_equal(look(), 0);
    expect_errors(1, "value.glsl:1: "); // once, though two programs include it
    assert_non_null(strstr(heard.error, "return y + OFFSET;"));
    assert_non_null(strstr(heard.error, "included from main.comp:5"));
    assert_int_equal(run(lesson.kernel), 1011);
    assert_int_equal(run(other), 996);
    save("value.glsl", "int value_of(int x) { return 7 * x + OFFSET; }\n");
    assert_int_equal(look(), 2);
    assert_int_equal(run(lesson.kernel), 1017);
    assert_int_equal(run(other), 1002);
    glDeleteProgram(other);
    glUseProgram(0);
}

static void test_new_include(void **state)
{
    (void)state;
    save("main.comp", kernel("#include \"late.glsl\"", "value = late + added;"));
    assert_int_equal(look(), 0);
    expect_errors(1, "late.glsl: No such file");
    assert_int_equal(run(lesson.kernel), 1011);
    save("late.glsl", "const int late = 3;\n");
    assert_int_equal(look(), 1);
    assert_int_equal(run(lesson.kernel), 1003);
    save("late.glsl", "const int late = 4;\n");
    assert_int_equal(look(), 1);
    assert_int_equal(run(lesson.kernel), 1004);
    delete_file("late.glsl");
}

static void test_deleted_file(void **state)
{
    (void)state;
    static const char *const names[] = {"main.comp", "value.glsl"};
    static const char value[] = "int value_of(int x) { return x; }\n";
    for (int i = 0; i < 2; i++) {
        char text[128];
        snprintf(text, sizeof text, "%s: No such file", names[i]);
        delete_file(names[i]);
        assert_int_equal(look(), 0);
        expect_errors(1, text);
        assert_int_equal(run(lesson.kernel), i == 0 ? 1011 : 1511);
        save(names[i],
             i == 0 ? kernel("#include \"value.glsl\"", "value = value_of(501) + added;") : value);
        assert_int_equal(look(), 1);
        assert_int_equal(run(lesson.kernel), i == 0 ? 1511 : 1501);
    }
}

static void test_two_steps(void **state)
{
    (void)state;
    save("main.comp", "");
    assert_false(wb_program_files_changed());
    save("main.comp", "#version 430 core\nlayout(loc"); // half of it has arrived
    assert_false(wb_program_files_changed());
    save("main.comp", kernel("", "value = 5;"));
    assert_int_equal(look(), 1);
    assert_int_equal(heard.errors, 0);
    assert_int_equal(run(lesson.kernel), 5);

    save("main.comp", ""); // and if it stays empty
    assert_int_equal(look(), 0);
    expect_errors(1, "main.comp:1: the shader has no #version");
    assert_int_equal(run(lesson.kernel), 5);
    save("main.comp", kernel("", "value = 6;"));
    assert_int_equal(look(), 1);
    assert_int_equal(run(lesson.kernel), 6);
}

static void test_saved_while_loading(void **state)
{
    (void)state;
    save("main.comp", kernel("", "value = 1;"));
    assert_false(wb_program_files_changed());
    assert_true(wb_program_files_changed());
    save("main.comp", kernel("", "value = 2;")); // between the look and the reload
    assert_int_equal(wb_program_reload(), 1);
    assert_int_equal(look(), 1);
    assert_int_equal(run(lesson.kernel), 2);
}

static void test_all_or_none(void **state)
{
    (void)state;
    save("other.comp", kernel("", "value = 1;"));
    GLuint other = wb_program_compute("other.comp", NULL);
    for (int i = 0; i < 2; i++) { // whichever of them comes first
        save("main.comp", kernel("", i == 0 ? "value = 2;" : "value = ;"));
        save("other.comp", kernel("", i == 1 ? "value = 2;" : "value = ;"));
        assert_int_equal(look(), 0);
        expect_errors(1, i == 0 ? "other.comp:8" : "main.comp:8");
        assert_int_equal(run(lesson.kernel), 1011);
        assert_int_equal(run(other), 1);
    }
    save("main.comp", kernel("", "value = 3;"));
    assert_int_equal(look(), 2); // the other one has been waiting
    assert_int_equal(run(lesson.kernel), 3);
    assert_int_equal(run(other), 2);
    save("other.comp", kernel("", "value = 4;"));
    assert_int_equal(look(), 1); // only what changed
    glDeleteProgram(other);
    glUseProgram(0);
    delete_file("other.comp");
}

// A program in use takes effect without another glUseProgram().
static void test_in_use(void **state)
{
    (void)state;
    glUseProgram(lesson.kernel);
    save("main.comp", kernel("", "value = 70 + added;"));
    assert_int_equal(look(), 1);
    GLint current = 0, value;
    glGetIntegerv(GL_CURRENT_PROGRAM, &current);
    assert_int_equal(current, lesson.kernel);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, lesson.out);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof value, &value);
    assert_int_equal(value, 70); // its uniforms are zero again
}

static void test_deleted_program(void **state)
{
    (void)state;
    GLuint other = wb_program_compute("main.comp", WB_DEFINES({"OFFSET", 0}));
    glUseProgram(other);
    glDeleteProgram(other); // goes when it is no longer in use
    save("main.comp", kernel("", "value = 1;"));
    assert_int_equal(look(), 1); // lesson.kernel
    glUseProgram(0);
    save("main.comp", kernel("", "value = 2;"));
    assert_int_equal(look(), 1);
    assert_int_equal(run(lesson.kernel), 2);
}

// A name may come back for a program that others made.
static void test_name_of_another(void **state)
{
    (void)state;
    GLuint old = lesson.kernel, names[64], mine = 0;
    glUseProgram(0);
    glDeleteProgram(old);
    lesson.kernel = 0;
    int count = 0;
    while (mine != old && count < 64) mine = names[count++] = glCreateProgram();
    if (mine != old) print_message("this driver gives out no name twice\n");
    save("main.comp", kernel("", "value = 1;"));
    assert_int_equal(look(), 0);
    for (int i = 0; i < count; i++) {
        GLint linked = GL_TRUE;
        glGetProgramiv(names[i], GL_LINK_STATUS, &linked);
        assert_false(linked);
    }
    for (int i = 0; i < count; i++) glDeleteProgram(names[i]);

    for (int i = 0; i < 2; i++) {
        glDeleteProgram(lesson.kernel);
        lesson.kernel = wb_program_compute("main.comp", NULL);
    }
    save("main.comp", kernel("", "value = 9;"));
    assert_int_equal(look(), 1); // not once more for an old owner of the name
    assert_int_equal(run(lesson.kernel), 9);
}

static void test_failed_at_first(void **state)
{
    (void)state;
    save("broken.comp", kernel("", "value = ;"));
    assert_int_equal(wb_program_compute("broken.comp", NULL), 0);
    expect_errors(1, "broken.comp:8");
    assert_false(wb_program_files_changed());
    save("broken.comp", kernel("", "value = 1;"));
    assert_false(wb_program_files_changed());
    assert_true(wb_program_files_changed()); // the caller may try again
    assert_int_equal(wb_program_reload(), 0);
    delete_file("broken.comp");
}

/* ---- Drawing programs ---- */

static const char vertex_text[] = "#version 430 core\n"
                                  "layout(location = 0) out vec3 colour;\n"
                                  "void main()\n"
                                  "{\n"
                                  "    colour = vec3(1.0, 0.0, 0.0);\n"
                                  "    vec2 p = vec2(gl_VertexID % 2, gl_VertexID / 2);\n"
                                  "    gl_Position = vec4(4.0 * p - 1.0, 0.0, 1.0);\n"
                                  "}\n";

static const char *fragment(const char *value)
{
    static char text[512];
    snprintf(text, sizeof text,
             "#version 430 core\n"
             "layout(location = 0) in vec3 colour;\n"
             "layout(location = 0) out vec4 result;\n"
             "void main()\n"
             "{\n"
             "    result = vec4(%s, 1.0);\n"
             "}\n",
             value);
    return text;
}

// The first pixel of a triangle over everything, as 0xRRGGBB.
static unsigned draw(GLuint program)
{
    GLuint framebuffer, texture, vertex_array;
    unsigned char pixel[4] = {0};
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    glViewport(0, 0, 4, 4);
    glUseProgram(program);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    glUseProgram(0);
    glDeleteVertexArrays(1, &vertex_array);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
    return (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
}

static void test_drawing(void **state)
{
    (void)state;
    save("a.vert", vertex_text);
    save("a.frag", fragment("colour"));
    GLuint program = wb_program_draw("a.vert", "a.frag", NULL);
    assert_int_equal(draw(program), 0xff0000);
    save("a.frag", fragment("colour.yyx"));
    assert_int_equal(look(), 1);
    assert_int_equal(draw(program), 0x0000ff);

    save("a.frag", "#version 430 core\n" // compiles, but no file has this function
                   "layout(location = 0) out vec4 result;\n"
                   "vec4 nowhere();\n"
                   "void main() { result = nowhere(); }\n");
    assert_int_equal(look(), 0);
    expect_errors(1, "the program a.frag does not link");
    assert_int_equal(draw(program), 0x0000ff);

    char *green = strdup(vertex_text);
    assert_non_null(green);
    memcpy(strstr(green, "1.0, 0.0"), "0.0, 1.0", 8);
    save("a.vert", green);
    free(green);
    save("a.frag", fragment("colour"));
    assert_int_equal(look(), 1);
    assert_int_equal(draw(program), 0x00ff00);

    glDeleteProgram(program);
    delete_file("a.vert");
    delete_file("a.frag");
}

/* ---- Several roots ---- */

// Makes an empty directory below `directory`; its path stays until the fourth call after this one.
static const char *make_root(const char *name)
{
    static char paths[4][WB_PATH_SIZE + 100];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", directory, name);
    assert_true(wb_path_make_directory(path));
    return path;
}

static int run_once(const char *file, const wb_define *defines)
{
    GLuint program = wb_program_compute(file, defines);
    if (program == 0) return -1;
    int value = run(program);
    glUseProgram(0);
    glDeleteProgram(program);
    return value;
}

static void test_roots(void **state)
{
    (void)state;
    const char *first = make_root("first"), *second = make_root("second"), *own = make_root("own");
    char names[3 * sizeof directory], path[sizeof names];
    snprintf(names, sizeof names, "%s" WB_PATH_SEPARATOR WB_PATH_SEPARATOR "%s", first, second);
    wb_program_quit();
    wb_host_set_variable("WB_SHADERS", names);
    save("second/value.glsl", "int value_of(int x) { return 2; }\n");
    save("first/main.comp", kernel("#include \"value.glsl\"", "value = value_of(1) + added;"));
    save("second/main.comp", "never read");
    assert_int_equal(run_once("main.comp", NULL), 1002); // each file from the first that has it
    assert_string_equal(wb_program_root(0), first);
    assert_string_equal(wb_program_root(1), second);
    assert_null(wb_program_root(2));
    assert_null(wb_program_root(-1));
    assert_true(wb_program_find("value.glsl", path, sizeof path));
    assert_non_null(strstr(path, "/second/value.glsl"));
    assert_false(wb_program_find("nowhere.comp", path, sizeof path));

    save("own/value.glsl", "int value_of(int x) { return 3; }\n");
    assert_true(wb_program_add_root(own)); // the program's own come before all
    assert_string_equal(wb_program_root(0), own);
    assert_int_equal(run_once("main.comp", NULL), 1003);

    assert_int_equal(heard.errors, 0);
    assert_int_equal(run_once("nowhere.comp", NULL), -1);
    assert_int_equal(heard.errors, 1);
    assert_non_null(strstr(heard.error, "cannot read nowhere.comp"));
    assert_non_null(strstr(heard.error, own));
    assert_non_null(strstr(heard.error, first));
    assert_non_null(strstr(heard.error, second));
    assert_false(wb_program_add_root("/nonexistent/shaders"));
    assert_non_null(strstr(heard.error, "/nonexistent/shaders"));

    // A file that appears in an earlier root takes the place of the one that was read.
    GLuint program = wb_program_compute("main.comp", NULL);
    wb_program_files_changed();
    save("own/main.comp", kernel("", "value = 5 + added;"));
    wb_program_files_changed();
    assert_true(wb_program_files_changed());
    assert_int_equal(wb_program_reload(), 1);
    assert_int_equal(run(program), 1005);
    glUseProgram(0);
    glDeleteProgram(program);

    wb_program_quit(); // forgets the added root
    wb_host_set_variable("WB_SHADERS", "/nonexistent/shaders");
    assert_null(wb_program_root(0));
    assert_non_null(strstr(heard.error, "WB_SHADERS names /nonexistent/shaders"));
    wb_host_set_variable("WB_SHADERS", directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_many_saves, start, stop),
        cmocka_unit_test_setup_teardown(test_include, start, stop),
        cmocka_unit_test_setup_teardown(test_new_include, start, stop),
        cmocka_unit_test_setup_teardown(test_deleted_file, start, stop),
        cmocka_unit_test_setup_teardown(test_two_steps, start, stop),
        cmocka_unit_test_setup_teardown(test_saved_while_loading, start, stop),
        cmocka_unit_test_setup_teardown(test_all_or_none, start, stop),
        cmocka_unit_test_setup_teardown(test_in_use, start, stop),
        cmocka_unit_test_setup_teardown(test_deleted_program, start, stop),
        cmocka_unit_test_setup_teardown(test_name_of_another, start, stop),
        cmocka_unit_test_setup_teardown(test_failed_at_first, start, stop),
        cmocka_unit_test_setup_teardown(test_drawing, start, stop),
        cmocka_unit_test_setup_teardown(test_roots, start, stop),
    };
    snprintf(directory, sizeof directory, "%s/test_reload", wb_path_temporary());
    if (!wb_scratch_make(directory, sizeof directory)) return 1;
    wb_host_set_variable("WB_SHADERS", directory);
    wb_host_set_variable("reuse_gl_names",
                         "true"); // Mesa gives out deleted names again, as others always do
    if (!wb_context_create(&(wb_context_desc){.headless = true, .debug = true})) return 77;
    wb_message_redirect(hear, NULL);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    wb_context_delete();
    return failures;
}
