/* Expansion of #include, injected constants, and the way back from compile logs. Each test writes
 * its shaders into a fresh temporary directory. */
#include "base/message.h"
#include "base/source.h"
#include "os/path.h"
#include "os/scratch.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char scratch[200], root[240];
static const char *below = root; // for wb_source_read_below()
static char message[4096];
static int message_count;
static wb_source source;

static void keep_message(wb_severity severity, const char *text, void *user)
{
    (void)user;
    assert_int_equal(severity, WB_ERROR);
    snprintf(message, sizeof message, "%s", text);
    message_count++;
}

static int set_up(void **state)
{
    static int count;
    (void)state;
    snprintf(root, sizeof root, "%s/%d", scratch, count++);
    message[0] = '\0';
    message_count = 0;
    wb_message_redirect(keep_message, NULL);
    return wb_path_make_directory(root) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    wb_source_free(&source);
    wb_message_redirect(NULL, NULL);
    return 0;
}

// False if this system has no such names.
static bool try_bytes(const char *name, const char *bytes, size_t size)
{
    char path[sizeof root + 200];
    snprintf(path, sizeof path, "%s/%s", root, name);
    wb_path_make_directories_above(path);
    FILE *file = fopen(path, "wb");
    if (file == NULL) return false;
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return true;
}

static void write_bytes(const char *name, const char *bytes, size_t size)
{
    assert_true(try_bytes(name, bytes, size));
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

static void load(const char *path, const wb_define *defines)
{
    message_count = 0;
    bool good = wb_source_expand(&source, path, wb_source_read_below, &below, defines);
    if (!good) print_error("%s\n", message);
    assert_true(good);
    assert_int_equal(message_count, 0);
}

static void assert_text(const char *main_text, const char *expected)
{
    write_text("main.comp", main_text);
    load("main.comp", NULL);
    assert_string_equal(source.text, expected);
    wb_source_free(&source);
}

static void assert_line(int line, int file, int number, const char *expected)
{
    const char *text = source.text;
    assert_in_range(line, 1, source.line_count);
    assert_int_equal(source.lines[line - 1].file, file);
    assert_int_equal(source.lines[line - 1].number, number);
    for (int i = 1; i < line; i++) text = strchr(text, '\n') + 1;
    size_t length = strcspn(text, "\n");
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(text, expected, length);
}

/* Loading main.comp must fail with one message, which starts so. */
static void assert_refused(const char *start)
{
    static const wb_source zero;
    memset(&source, 0xee, sizeof source);
    message_count = 0;
    assert_false(wb_source_expand(&source, "main.comp", wb_source_read_below, &below, NULL));
    assert_int_equal(message_count, 1);
    assert_memory_equal(&source, &zero, sizeof source);
    if (strncmp(message, start, strlen(start)) != 0) assert_string_equal(message, start);
}

static void assert_main_refused(const char *main_text, const char *start)
{
    write_text("main.comp", main_text);
    assert_refused(start);
}

static void assert_explained(const char *log, const char *expected)
{
    char *text = wb_source_explain(&source, log);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

/* ---- Expansion ---- */

static void test_plain_file(void **state)
{
    (void)state;
    write_text("main.comp", "// first\n\n#version 430\nvoid main() {}\n");
    load("main.comp", NULL);
    assert_string_equal(source.text, "// first\n\n#version 430\nvoid main() {}\n");
    assert_int_equal(source.file_count, 1);
    assert_string_equal(source.files[0], "main.comp");
    assert_int_equal(source.line_count, 4);
    assert_line(4, 0, 4, "void main() {}");
}

static void test_includes_and_defines(void **state)
{
    (void)state;
    write_text("include/a.glsl", "int a;\n#include \"include/b.glsl\"\nint a2;\n");
    write_text("include/b.glsl", "int b;\n");
    write_text("main.comp", "#version 430\n"
                            "#extension GL_ARB_shader_ballot : enable\n"
                            "#include \"include/a.glsl\"\n"
                            "int m;\n"
                            "#include \"include/b.glsl\"\n"
                            "int n;\n");
    load("main.comp", WB_DEFINES({"TILE", 16}, {"BIAS", -3}));
    assert_string_equal(source.text, "#version 430\n"
                                     "#define TILE 16\n"
                                     "#define BIAS (-3)\n"
                                     "#extension GL_ARB_shader_ballot : enable\n"
                                     "int a;\n"
                                     "int b;\n"
                                     "int a2;\n"
                                     "int m;\n"
                                     "\n"
                                     "int n;\n");
    assert_int_equal(source.line_count, 10);
    assert_line(1, 0, 1, "#version 430");
    assert_line(2, -1, 1, "#define TILE 16");
    assert_line(3, -1, 2, "#define BIAS (-3)");
    assert_line(5, 1, 1, "int a;");
    assert_line(6, 2, 1, "int b;");
    assert_line(7, 1, 3, "int a2;");
    assert_line(9, 0, 5, ""); // included a second time
    assert_line(10, 0, 6, "int n;");

    assert_int_equal(source.file_count, 3);
    assert_string_equal(source.files[1], "include/a.glsl");
    assert_string_equal(source.files[2], "include/b.glsl");
    assert_int_equal(source.included_at[0].file, -1);
    assert_int_equal(source.included_at[2].file, 1);
    assert_int_equal(source.included_at[2].number, 2);
}

static void test_spellings_of_include(void **state)
{
    (void)state;
    write_text("x", "X\n");
    assert_text("#version 430\n \t# \t include\t\"x\"  // why\n", "#version 430\nX\n");
    assert_text("#version 430\n#include\"x\"", "#version 430\nX\n");
    assert_text("#version 430\n#include_x \"x\"\n", "#version 430\n#include_x \"x\"\n");
    assert_text("#version 430\nint a; #include \"x\"\n", "#version 430\nint a; #include \"x\"\n");
    assert_text("#version 430\n#define A \\\n#include \"x\"\n",
                "#version 430\n#define A \\\n#include \"x\"\n");
}

static void test_comments(void **state)
{
    (void)state;
    write_text("x", "X\n");
    assert_text("#version 430\n//#include \"x\"\n", "#version 430\n//#include \"x\"\n");
    assert_text("#version 430\n// \\\n#include \"x\"\n#include \"x\"\n",
                "#version 430\n// \\\n#include \"x\"\nX\n");
    assert_text("#version 430\n/*\n#include \"x\"\n*/\n#include \"x\"\n",
                "#version 430\n/*\n#include \"x\"\n*/\nX\n");
    // None of these leaves a block comment open.
    assert_text("#version 430\n/* // */\n#include \"x\"\n", "#version 430\n/* // */\nX\n");
    assert_text("#version 430\n// /*\n#include \"x\"\n", "#version 430\n// /*\nX\n");
    assert_text("#version 430\n/**/\n#include \"x\"\n", "#version 430\n/**/\nX\n");
    // This one does: the * cannot both open and close.
    assert_text("#version 430\n/*/\n#include \"x\"\n*/\n",
                "#version 430\n/*/\n#include \"x\"\n*/\n");
    if (try_bytes("y/*z", "Z\n", 2)) // a name opens none
        assert_text("#version 430\n#include \"y/*z\"\n", "#version 430\nZ\n");
    // A line that ends a comment is kept whole, or the comment would stay open.
    assert_text("#version 430\n/*\n*/ #include \"x\"\n", "#version 430\n/*\n*/ #include \"x\"\n");
}

static void test_line_ends(void **state)
{
    (void)state;
    write_text("x", "X1\r\nX2");
    assert_text("#version 430\r\n#include \"x\"\r\nint a;", "#version 430\nX1\nX2\nint a;\n");
    assert_text("#version 430\r\r\nint a;\rint b;\n\r", "#version 430\n\nint a;\nint b;\n\n");
    assert_text("\xef\xbb\xbf#version 430\n", "#version 430\n");
    write_text("x", "");
    assert_text("#version 430\n#include \"x\"\nint a;\n", "#version 430\nint a;\n");
}

static void test_place_of_defines(void **state)
{
    (void)state;
    write_text("main.comp", "/* c */ # version 430 /* goes\n on */\nint a;\n");
    load("main.comp", WB_DEFINES({"N", 1}));
    assert_string_equal(source.text,
                        "/* c */ # version 430 /* goes\n on */\n#define N 1\nint a;\n");
    wb_source_free(&source);
    write_text("main.comp", "/* \\\n*/ #version \\\n430\nint a;\n");
    load("main.comp", WB_DEFINES({"N", INT_MIN}));
    assert_string_equal(source.text,
                        "/* \\\n*/ #version \\\n430\n#define N (-2147483648)\nint a;\n");
}

static void test_long_source(void **state)
{
    (void)state;
    enum { LINES = 5000 };
    char *text = malloc(16 + LINES * 16);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "#version 430\n");
    for (int k = 2; k <= LINES; k++) length += (size_t)sprintf(text + length, "int v%d;\n", k);
    write_text("main.comp", text);
    load("main.comp", NULL);
    assert_string_equal(source.text, text);
    assert_line(LINES, 0, LINES, "int v5000;");
    free(text);
}

/* ---- Errors ---- */

static void test_bad_includes(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "#include <x>",           "#include x",        "#include",
        "#include \"x",           "#include \"x\" x",  "#include \"x\" /* c */",
        "#include \"x\" // c \\", "#include \"x\" \\", "#include \"x\";",
        "#include 'x\"",
    };
    write_text("x", "X\n");
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        char text[128];
        snprintf(text, sizeof text, "#version 430\n%s\nint a;\n", bad[k]);
        assert_main_refused(text, "main.comp:2: cannot understand this #include");
    }
}

static void test_paths_that_leave_the_root(void **state)
{
    (void)state;
    static const char *const bad[] = {"../x", "/etc/passwd", "a/../x", "./x",
                                      "a//x", "x/",          "",       ".."};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        char text[128], start[128];
        snprintf(text, sizeof text, "#version 430\n#include \"%s\"\n", bad[k]);
        snprintf(start, sizeof start, "main.comp:2: #include \"%s\": a path", bad[k]);
        assert_main_refused(text, start);
    }
    static const char *const odd[] = {".a", "..a", "...", "a."};
    for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
        char text[128];
        if (!try_bytes(odd[k], "A\n", 2)) continue;
        snprintf(text, sizeof text, "#version 430\n#include \"%s\"\n", odd[k]);
        assert_text(text, "#version 430\nA\n");
    }
}

static void test_missing_files(void **state)
{
    (void)state;
    char expected[sizeof root + 200];
    snprintf(expected, sizeof expected, "cannot read %s/main.comp: No such file", root);
    assert_refused(expected);

    write_text("include/a.glsl", "\n\n#include \"include/none.glsl\"\n");
    snprintf(expected, sizeof expected,
             "cannot read %s/include/none.glsl: No such file or directory\n"
             "included from include/a.glsl:3\n"
             "included from main.comp:2",
             root);
    assert_main_refused("#version 430\n#include \"include/a.glsl\"\n", expected);

    snprintf(expected, sizeof expected,
             "cannot read %s/include: Is a directory\nincluded from main.comp:2", root);
    assert_main_refused("#version 430\n#include \"include\"\n", expected);
}

static void test_files_that_are_not_text(void **state)
{
    (void)state;
    char expected[sizeof root + 200];
    write_bytes("x", "i\0n\0t\0", 6);
    snprintf(expected, sizeof expected, "%s/x holds a zero byte", root);
    assert_main_refused("#version 430\n#include \"x\"\n", expected);
    assert_non_null(strstr(message, "\nincluded from main.comp:2"));
}

static void test_cycles(void **state)
{
    (void)state;
    assert_main_refused("#version 430\n#include \"main.comp\"\n",
                        "main.comp:2: main.comp includes itself");
    write_text("a", "#include \"b\"\n");
    write_text("b", "int b;\n#include \"a\"\n");
    assert_main_refused("#version 430\n\n#include \"a\"\n", "b:2: a includes itself\n"
                                                            "included from a:1\n"
                                                            "included from main.comp:3");
}

/* Files d1, d2, ... that each include the next; the last is d<count>. */
static void write_nested(int count)
{
    char name[16], text[64];
    for (int k = 1; k <= count; k++) {
        snprintf(name, sizeof name, "d%d", k);
        snprintf(text, sizeof text, "#include \"d%d\"\n", k + 1);
        write_text(name, k < count ? text : "int deep;\n");
    }
}

static void test_depth(void **state)
{
    (void)state;
    write_nested(16);
    assert_text("#version 430\n#include \"d1\"\n", "#version 430\nint deep;\n");
    write_nested(17);
    assert_refused("d16:1: #include nested deeper than 16 files\nincluded from d15:1\n");
}

static void test_version(void **state)
{
    (void)state;
    static const char first[] = "the first statement of a shader must be #version";
    char expected[sizeof root + 200];
    snprintf(expected, sizeof expected, "main.comp:2: %s", first);
    assert_main_refused("// c\nint a;\n#version 430\n", expected);
    assert_main_refused("\n#include \"x\"\n#version 430\n", expected);
    assert_main_refused("/*\n*/ int a;\n#version 430\n", expected);
    assert_main_refused("\n#versions 430\n", expected);
    assert_main_refused("", "main.comp:1: the shader has no #version");
    assert_main_refused("// c\n\n", "main.comp:2: the shader has no #version");
    assert_main_refused("// \\\n#version 430\n", "main.comp:2: the shader has no #version");

    write_text("x", "// c\n/* */ #version 430\n");
    assert_main_refused("#version 430\n#include \"x\"\n",
                        "x:2: an included file must not have a #version\n"
                        "remove it: the one in main.comp counts\n"
                        "included from main.comp:2");
}

static void test_line_directive(void **state)
{
    (void)state;
    assert_main_refused("#version 430\n# line 7\n", "main.comp:2: #line would make");
    assert_text("#version 430\n//#line 7\n", "#version 430\n//#line 7\n");
}

static void test_files_that_end_too_early(void **state)
{
    (void)state;
    static const char includes_x[] = "#version 430\n#include \"x\"\nint a;\n";
    write_text("x", "int x; /* c\n");
    assert_main_refused(includes_x, "x:1: the file ends inside a /* comment\nincluded from");
    write_text("x", "int y;\n#define X \\");
    assert_main_refused(includes_x, "x:2: the file ends after a backslash\nincluded from");
}

static void test_long_define(void **state)
{
    (void)state;
    char name[300];
    memset(name, 'N', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    write_text("main.comp", "#version 430\n");
    assert_false(wb_source_expand(&source, "main.comp", wb_source_read_below, &below,
                                  WB_DEFINES({name, 1})));
    assert_int_equal(message_count, 1);
    assert_null(source.text);
}

/* ---- Logs ---- */

/* Eight lines: #version, TILE, from a: 3 and 4, from b: 5, from the main file: 6, 7 and 8. */
static void load_example(void)
{
    write_text("a", "int a1;\n  #include \"b\"\nint a3;\n");
    write_text("b", "\tfloat b = vec3(1);\n");
    write_text("main.comp", "#version 430\n#include \"a\"\nvoid main() {\n    int x = ;\n\n}\n");
    load("main.comp", WB_DEFINES({"TILE", 16}));
    assert_int_equal(source.line_count, 9);
}

static void test_explain_mesa(void **state)
{
    (void)state;
    load_example();
    assert_explained("0:7(13): error: syntax error, unexpected ';'\n",
                     "main.comp:4: error: syntax error, unexpected ';'\n"
                     "    int x = ;\n");
    assert_explained("0:4(2): error: initializer of type vec3 cannot be assigned\n"
                     "0:5(17): warning: `z' used uninitialized\n",
                     "b:1: error: initializer of type vec3 cannot be assigned\n"
                     "    float b = vec3(1);\n"
                     "    included from a:2\n"
                     "    included from main.comp:2\n"
                     "a:3: warning: `z' used uninitialized\n"
                     "    int a3;\n"
                     "    included from main.comp:2\n");
    // Mesa ends messages of its preprocessor with a line of their own.
    assert_explained("0:6(5): preprocessor error: Unterminated #if\n\n",
                     "main.comp:3: preprocessor error: Unterminated #if\n"
                     "    void main() {\n"
                     "\n");
}

static void test_explain_nvidia(void **state)
{
    (void)state;
    load_example();
    assert_explained("0(3) : error C1008: undefined variable \"foo\"\n"
                     "0(7) : warning C7050: \"x\" might be used before being initialized\n",
                     "a:1: error C1008: undefined variable \"foo\"\n"
                     "    int a1;\n"
                     "    included from main.comp:2\n"
                     "main.comp:4: warning C7050: \"x\" might be used before being initialized\n"
                     "    int x = ;\n");
}

static void test_explain_others(void **state)
{
    (void)state;
    load_example();
    assert_explained("ERROR: 0:7: 'foo' : undeclared identifier \n"
                     "WARNING: 0:6: odd\n"
                     "ERROR: 1 compilation errors.  No code generated.\n",
                     "main.comp:4: ERROR: 'foo' : undeclared identifier \n"
                     "    int x = ;\n"
                     "main.comp:3: WARNING: odd\n"
                     "    void main() {\n"
                     "ERROR: 1 compilation errors.  No code generated.\n");
}

static void test_explain_special_lines(void **state)
{
    (void)state;
    load_example();
    assert_explained("0:2(9): error: redefined\n", "(injected constant): error: redefined\n"
                                                   "    #define TILE 16\n");
    assert_explained("0:8(1): error: blank\n", "main.comp:5: error: blank\n"); // nothing to quote
    // glslang names the line after the last for what is missing there.
    assert_explained("ERROR: 0:10: '' : missing #endif \n", "main.comp:6: ERROR: '' : missing "
                                                            "#endif \n    }\n");
    assert_explained("0:1(1):", "main.comp:1: \n    #version 430\n");
}

static void test_explain_many(void **state)
{
    (void)state;
    enum { REMARKS = 100000 };
    static const char remark[] = "0:7(13): error: again\n";
    size_t length = strlen(remark);
    load_example();
    char *log = malloc(REMARKS * length + 1);
    assert_non_null(log);
    for (size_t i = 0; i < REMARKS; i++) memcpy(log + i * length, remark, length + 1);
    char *text = wb_source_explain(&source, log);
    assert_non_null(text);
    assert_non_null(strstr(text, "\n(and 99900 more)\n"));
    free(text);
    free(log);
}

static void test_explain_keeps_the_rest(void **state)
{
    (void)state;
    load_example();
    static const char *const kept[] = {
        "0:11(1): error: beyond\n",
        "0:0(1): error: before\n",
        "0:-1(1): error: before\n",
        "0(99999999999) : error C0000: big\n",
        "0:99999999999999999999: big\n",
        "0:4294967297(1): error: wraps to 1\n",
        "1:3(1): error: another string\n",
        "0:3 error\n",
        "0(3) error\n",
        "error: linking failed\n",
        "\n",
        "0:\n",
    };
    for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) assert_explained(kept[k], kept[k]);
    assert_explained("", "");
    assert_explained("no line end", "no line end\n");
    assert_explained("one\r\n0:\r\n3: two\r\n", "one\n0:\n3: two\n");
    wb_source_free(&source);
    assert_explained("0:1(1): error: no source\n", "0:1(1): error: no source\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_plain_file),
        TEST(test_includes_and_defines),
        TEST(test_spellings_of_include),
        TEST(test_comments),
        TEST(test_line_ends),
        TEST(test_place_of_defines),
        TEST(test_long_source),
        TEST(test_bad_includes),
        TEST(test_paths_that_leave_the_root),
        TEST(test_missing_files),
        TEST(test_files_that_are_not_text),
        TEST(test_cycles),
        TEST(test_depth),
        TEST(test_version),
        TEST(test_line_directive),
        TEST(test_files_that_end_too_early),
        TEST(test_long_define),
        TEST(test_explain_mesa),
        TEST(test_explain_nvidia),
        TEST(test_explain_others),
        TEST(test_explain_special_lines),
        TEST(test_explain_many),
        TEST(test_explain_keeps_the_rest),
    };
    snprintf(scratch, sizeof scratch, "%.150s/test_source", wb_path_temporary());
    if (!wb_scratch_make(scratch, sizeof scratch)) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
