/* Reading and writing of Life patterns. Golly's own collection is read as well where it is
 * installed. */
#include "rle.h"

#include "base/file.h"
#include "base/message.h"
#include "base/random.h"
#include "os/output.h"
#include "os/path.h"
#include "os/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef LIFE_PATTERNS_DIRECTORY
#define LIFE_PATTERNS_DIRECTORY "lessons/04_life/patterns"
#endif
#define GOLLY_PATTERNS "/usr/share/golly/Patterns/Life"

#define GLIDER ".o.\n..o\nooo\n"

static char message[4096];
static int error_count;

static void keep_message(wb_severity severity, const char *text, void *user)
{
    (void)user;
    if (severity == WB_ERROR) error_count++;
    snprintf(message, sizeof message, "%s", text);
}

static int redirect_messages(void **state)
{
    (void)state;
    wb_message_redirect(keep_message, NULL);
    return 0;
}

static int restore_messages(void **state)
{
    (void)state;
    wb_message_redirect(NULL, NULL);
    return 0;
}

/* ---- helpers ---------------------------------------------------------------------------- */

/* Parses a copy that ends where the text ends, so that AddressSanitizer sees reads beyond it. */
static bool parse_bytes(rle_pattern *pattern, const char *text, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    error_count = 0;
    message[0] = '\0';
    bool good = rle_parse(pattern, copy, size, "test.rle");
    free(copy);
    assert_int_equal(error_count, good ? 0 : 1);
    return good;
}

static rle_pattern parse(const char *text)
{
    rle_pattern pattern;
    if (!parse_bytes(&pattern, text, strlen(text))) fail_msg("%s\nrefused: %s", text, message);
    return pattern;
}

static void assert_refused_bytes(const char *text, size_t size, const char *expected)
{
    rle_pattern pattern;
    if (parse_bytes(&pattern, text, size)) fail_msg("%s\nwas accepted", text);
    if (strstr(message, expected) == NULL)
        fail_msg("%s\nrefused with: %s\nexpected: %s", text, message, expected);
    assert_null(pattern.cells);
    assert_int_equal(pattern.width + pattern.height + pattern.torus_width + pattern.torus_height,
                     0);
}

static void assert_refused(const char *text, const char *expected)
{
    assert_refused_bytes(text, strlen(text), expected);
}

static void assert_picture(const rle_pattern *pattern, const char *expected)
{
    char picture[1024];
    char *out = picture;
    assert_true((size_t)(pattern->width + 1) * (size_t)pattern->height < sizeof picture);
    for (int y = 0; y < pattern->height; y++) {
        for (int x = 0; x < pattern->width; x++)
            *out++ = pattern->cells[y * pattern->width + x] == 1 ? 'o' : '.';
        *out++ = '\n';
    }
    *out = '\0';
    assert_string_equal(picture, expected);
}

static void assert_reads(const char *text, const char *picture)
{
    rle_pattern pattern = parse(text);
    assert_picture(&pattern, picture);
    rle_free(&pattern);
}

static void assert_torus(const char *text, int width, int height)
{
    rle_pattern pattern = parse(text);
    assert_int_equal(pattern.torus_width, width);
    assert_int_equal(pattern.torus_height, height);
    rle_free(&pattern);
}

static void make_path(char *path)
{
    snprintf(path, WB_PATH_SIZE, "%s/test_rle.%d", wb_path_temporary(), wb_process_number());
}

static void assert_writes(const rle_pattern *pattern, const char *expected)
{
    char path[WB_PATH_SIZE];
    make_path(path);
    assert_true(rle_write(path, pattern));
    char *text = wb_file_read(path, NULL);
    remove(path);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_same(const rle_pattern *got, const rle_pattern *expected)
{
    assert_int_equal(got->width, expected->width);
    assert_int_equal(got->height, expected->height);
    assert_int_equal(got->torus_width, expected->torus_width);
    assert_int_equal(got->torus_height, expected->torus_height);
    assert_int_equal(got->born, expected->born);
    assert_int_equal(got->survives, expected->survives);
    assert_memory_equal(got->cells, expected->cells,
                        (size_t)expected->width * (size_t)expected->height);
}

/* ---- reading ---------------------------------------------------------------------------- */

static void reads_header_spellings(void **state)
{
    (void)state;
    static const char *const headers[] = {
        "x = 3, y = 3, rule = B3/S23",
        "x=3,y=3,rule=B3/S23",
        "\xef\xbb\xbfx = 3, y = 3",
        "X = 3, Y = 3, RULE = b3/s23",
        "x = 3, y = 3",
        "  x = 3 ,y= 3",
        "x = 3, y = 3, rule = b3s23",
        "x = 3, y = 3, rule = 23/3",
        "x = 3, y = 3 \r",
        "x = 3, y = 3, rule = S23/B3",
        "x = 3, y = 3, rule = s23b3",
        "x =\t3, y = 3, rule = Life",
        "x = 3, y = 3, rule = B3 / S23",
        "x = 3, y = 3, rule = B3/S23  \r",
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s\nbo$2bo$3o!", headers[i]);
        assert_reads(text, GLIDER);
        assert_torus(text, 0, 0);
    }
}

static void writes_torus_of_empty_rule(void **state)
{
    (void)state;
    rle_pattern pattern = parse("x = 2, y = 1, rule = B/S:T5,4\nbo!");
    assert_writes(&pattern, "x = 2, y = 1, rule = B/S:T5,4\nbo!\n");
    rle_free(&pattern);
}

static void reads_torus(void **state)
{
    (void)state;
    assert_torus("x = 1, y = 1, rule = B3/S23:T256,128\no!", 256, 128);
    assert_torus("x = 1, y = 1, rule = b3/s23:t256\no!", 256, 256);
    assert_torus("x = 1, y = 1, rule = 23/3:T30 , 20\r\no!", 30, 20);
    assert_torus("x = 1, y = 1, rule = Life:T1,1\no!", 1, 1);
    assert_torus("x = 1, y = 1, rule = B3/S23:T65536,4096\no!", 65536, 4096);
}

static void refuses_other_grids(void **state)
{
    (void)state;
    static const char *const suffixes[] = {
        "P30,20",  "K30*,20", "C30,20",   "S30", "T30+5,20", "T30,20-2", "T",
        "T-30,20", "T30,",    "T30,20,1", "",    "X3",       "T3x",
    };
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char text[100], expected[WB_PATH_SIZE + 50];
        snprintf(text, sizeof text, "x = 1, y = 1, rule = B3/S23:%s\no!", suffixes[i]);
        snprintf(expected, sizeof expected,
                 "test.rle:1:22: the grid \":%s\" is none that this lesson can simulate\n"
                 "It runs on an untwisted torus",
                 suffixes[i]);
        assert_refused(text, expected);
    }
    assert_refused("x = 1, y = 1, rule = B3/S23:T0,20\no!", "\":T0,20\" is infinite in one");
    assert_refused("x = 1, y = 1, rule = B3/S23:T20,0\no!", "\":T20,0\" is infinite in one");
    assert_refused("x = 1, y = 1, rule = B3/S23:T65537,1\no!", "the torus is too large");
    assert_refused("x = 1, y = 1, rule = B3/S23:T65536,4097\no!", "the torus is too large");
    assert_refused("x = 1, y = 1, rule = B3/S23:T4294967297\no!", "the torus is too large");
    assert_refused("x = 3, y = 3, rule = B3/S23:T5,4\n6o!",
                   "test.rle:1:33: the pattern of 6 x 3 cells does not fit its torus of 5 x 4");
    assert_refused("x = 3, y = 3, rule = B3/S23:T5,2\no!", "3 x 3 cells does not fit");
}

static void assert_rule(const char *text, int born, int survives)
{
    rle_pattern pattern = parse(text);
    assert_int_equal(pattern.born, born);
    assert_int_equal(pattern.survives, survives);
    rle_free(&pattern);
}

static void reads_rules(void **state)
{
    (void)state;
    const int life = 1 << 2 | 1 << 3, high = 1 << 3 | 1 << 6;
    assert_rule("x = 1, y = 1\no!", 1 << 3, life);
    assert_rule("x = 1, y = 1, rule = Life\no!", 1 << 3, life);
    assert_rule("x = 1, y = 1, rule = B36/S23:T9,8\no!", high, life);
    assert_rule("x = 1, y = 1, rule = 23/36\no!", high, life);
    assert_rule("x = 1, y = 1, rule = s23/b36\no!", high, life);
    assert_rule("x = 1, y = 1, rule = b36s23\no!", high, life);
    assert_rule("x = 1, y = 1, rule = B2/S\no!", 1 << 2, 0);
    assert_rule("x = 1, y = 1, rule = /2\no!", 1 << 2, 0);
    assert_rule("x = 1, y = 1, rule = B/S012345678\no!", 0, (1 << 9) - 1);
    assert_rule("#r 23/36\nx = 1, y = 1\no!", high, life);
    assert_rule("#r 23/36\nx = 1, y = 1, rule = B3/S23\no!", 1 << 3, life);
}

static void refuses_other_rules(void **state)
{
    (void)state;
    assert_refused("x = 3, y = 3, rule = B3/S23/3\no!",
                   "test.rle:1:22: the rule is \"B3/S23/3\", but this lesson runs rules that");
    assert_refused("#C c\nx = 3, y = 3, rule = 9/3\no!", "test.rle:2:22: the rule is \"9/3\"");
    assert_refused("x = 3, y = 3, rule = B3/B3\no!", "\"B3/B3\"");
    assert_refused("x = 3, y = 3, rule = S23\no!", "\"S23\"");
    assert_refused("x = 3, y = 3, rule = 23\no!", "\"23\"");
    assert_refused("x = 3, y = 3, rule = B9/S23\no!", "\"B9/S23\"");
    assert_refused("x = 3, y = 3, rule =\no!", "the rule is \"\"");
    assert_refused("x = 3, y = 3, rule = B3/S23H\no!", "\"B3/S23H\"");
    assert_refused("x = 3, y = 3, rule = LifeHistory:T31,20\no!", "\"LifeHistory\"");
    assert_refused("x = 3, y = 3, rule = B3\x1b[2J/S23\no!", "\"B3?[2J/S23\"");
    assert_refused("x = 3, y = 3, rule = B3/S23:T0000000000000000000000000000000000000000000000"
                   "000000000000000000000000000000000012\no!",
                   "000...\", but");
}

static void reads_rule_of_comment(void **state)
{
    (void)state;
    assert_torus("#r 23/3:T9,8\nx = 1, y = 1\no!", 9, 8);
    assert_torus("#r\tB3/S23\nx = 1, y = 1, rule = B3/S23:T7,6\no!", 7, 6);
    assert_torus("#r 23/3:T9,8\nx = 1, y = 1, rule = B3/S23\no!", 0, 0);
    assert_torus("#rectangular\n#R 1 2\n#r\nx = 1, y = 1\no!", 0, 0);
    assert_refused("#r 23/36/2\nx = 1, y = 1\no!", "test.rle:1:4: the rule is \"23/36/2\"");
}

static void refuses_bad_header(void **state)
{
    (void)state;
    assert_refused("bo$2bo$3o!", "test.rle:1:1: expected the header of an RLE file, such as "
                                 "\"x = 3, y = 3, rule = B3/S23\", found \"bo$2bo$3o!\"");
    assert_refused("", "test.rle:1:1: expected the header");
    assert_refused("#C only\n#C comments\n", "test.rle:3:1: expected the header");
    assert_refused("#C c\n  [M2] (golly 2.0)\n", "test.rle:2:3: expected the header");
    assert_refused("\x1f\x8b\x08 compressed", "found \"\?\?\?compressed\"\nA compressed file");
    assert_refused("x = 3\no!", "found \"x=3\"");
    assert_refused("x = , y = 3\no!", "found \"x=,y=3\"");
    assert_refused("x = -3, y = 3\no!", "found \"x=-3,y=3\"");
    assert_refused("x = 3, y = 3o\no!", "expected the header");
    assert_refused("x = 3, y = 3, speed = 4\no!", "expected the header");
    assert_refused("y = 3, x = 3\no!", "expected the header");
    assert_refused("x = 3, y\n= 3\no!", "expected the header");
    assert_refused("x = 3, y = 3, rules of a long line that nobody would call a header\no!",
                   "found \"x=3,y=3,rulesofalonglinethatnobodywould...\"");
    assert_refused_bytes("x = 3\0, y = 3\no!", 16, "found \"x=3?,y=3\"");
}

static void reads_comments_and_layout(void **state)
{
    (void)state;
    assert_reads("#N Glider\n#CXRLE Pos=-1,2 Gen=7\n\n \t\n#P 1 2\n#\n#x = 9, y = 9\n"
                 "x = 3, y = 3\nbo$2bo$3o!",
                 GLIDER);
    assert_reads("x = 3, y = 3\r\n#C between\r\nb\r\n\r\no $\n  # indented\n2\n b\to$3\n#C c\no!",
                 GLIDER);
    assert_reads("x = 3, y = 3\nbo$2bo$3o!\nThe end. 9o$ \x01 Z", GLIDER);
    assert_reads("x = 3, y = 3\nbo$2bo$3o!9o", GLIDER);
    assert_reads("x = 3, y = 3\nbo$2bo$3o\n", GLIDER); // without !
    assert_reads("x = 3, y = 3\n.A$..A$AAA!", GLIDER);
    assert_reads("x = 3, y = 3\nbob$bbo$ooo$!", GLIDER);
    assert_reads("x = 3, y = 3\n1b1o1$02bo$003o!", GLIDER);
}

static void places_runs(void **state)
{
    (void)state;
    assert_reads("x = 4, y = 3\n!", "....\n....\n....\n");
    assert_reads("x = 4, y = 3\n$2bo!", "....\n..o.\n....\n");
    assert_reads("x = 2, y = 4\no3$bo!", "o.\n..\n..\n.o\n");
    assert_reads("x = 5, y = 1\n2ob2o!", "oo.oo\n");
    assert_reads("x = 0, y = 0\n!", "");
    assert_reads("x = 0, y = 0", "");
}

static void grows_beyond_header(void **state)
{
    (void)state;
    assert_reads("x = 1, y = 1\nbo$2bo$3o!", GLIDER);
    assert_reads("x = 0, y = 0\nbo$2bo$3o!", GLIDER);
    assert_reads("x = 1, y = 5\n3o!", "ooo\n...\n...\n...\n...\n");
    assert_reads("x = 2, y = 2\n9b$o20b3$!", "..\no.\n"); // what is dead needs no room
}

static void refuses_bad_runs(void **state)
{
    (void)state;
    assert_refused("x = 3, y = 3\nbo$\n 2bz$3o!",
                   "test.rle:3:4: unexpected character 'z'\nA pattern is made of b or .");
    assert_refused("x = 3, y = 3\no#C c\n!", "test.rle:2:2: unexpected character '#'");
    assert_refused("x = 3, y = 3\n3 4o!", "test.rle:2:3: unexpected character '4'");
    assert_refused("x = 3, y = 3\n-3o!", "unexpected character '-'");
    assert_refused("x = 3, y = 3\n\xc3\xa9!", "unexpected character 0xc3");
    assert_refused_bytes("x = 3, y = 3\no\0o!", 17, "test.rle:2:2: unexpected character 0x00");
    assert_refused("x = 3, y = 3\n.A$B!", "test.rle:2:4: 'B' is a cell of a rule with more than");
    assert_refused("x = 3, y = 3\npA!", "'p' is a cell of a rule with more than two states");
    assert_refused("x = 3, y = 3\nX!", "'X' is a cell");
    assert_refused("x = 3, y = 3\ny!", "'y' is a cell");
    assert_refused("x = 3, y = 3\nY!", "unexpected character 'Y'");
    assert_refused("x = 3, y = 3\nbo$0o!", "test.rle:2:4: a count of 0 repeats nothing");
    assert_refused("x = 3, y = 3\nbo$3", "test.rle:2:5: the file ends after a number");
}

static void refuses_what_is_too_large(void **state)
{
    (void)state;
    const char *limits = "At most 65536 cells on a side and 268435456 in all";
    assert_refused("x = 65537, y = 1\n!", limits);
    assert_refused("x = 1, y = 65537\n!", "test.rle:1:1: the pattern is too large");
    assert_refused("x = 65536, y = 4097\n!", limits);
    assert_refused("x = 65536, y = 65536\n!", limits);
    assert_refused("x = 18446744073709551617, y = 1\n!", limits);
    assert_refused("x = 3, y = 3\n999999999o!", "test.rle:2:1: the count is too large");
    assert_refused("x = 3, y = 3\n4294967297o!", "test.rle:2:1: the count is too large");
    assert_refused("x = 3, y = 3\n65537b!", "the count is too large");
    assert_refused("x = 3, y = 3\n65536oo!", "test.rle:2:7: the pattern is too large");
    assert_refused("x = 3, y = 3\n65536b65536b!", "test.rle:2:7: the pattern is too large");
    assert_refused("x = 3, y = 3\n65536$$!", "test.rle:2:7: the pattern is too large");
    assert_refused("x = 3, y = 3\n65536$o!", "test.rle:2:7: the pattern is too large");
    assert_refused("x = 3, y = 3\n65535bo$4096$o!", "test.rle:2:14: the pattern is too large");

    rle_pattern pattern = parse("x = 3, y = 1\n65535b1o$!");
    assert_int_equal(pattern.width, 65536);
    assert_int_equal(pattern.cells[65535], 1);
    rle_free(&pattern);
    pattern = parse("x = 1, y = 3\n65535$o$!");
    assert_int_equal(pattern.height, 65536);
    assert_int_equal(pattern.cells[65535], 1);
    rle_free(&pattern);
}

static void names_file_that_cannot_be_read(void **state)
{
    (void)state;
    rle_pattern pattern;
    error_count = 0;
    assert_false(rle_read(&pattern, "/nonexistent/glider.rle"));
    assert_int_equal(error_count, 1);
    assert_non_null(strstr(message, "/nonexistent/glider.rle"));
    rle_free(&pattern); // zeroed: nothing to free

    char path[WB_PATH_SIZE], expected[WB_PATH_SIZE + 50];
    make_path(path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("x = 1, y = 1\n?", file);
    fclose(file);
    snprintf(expected, sizeof expected, "%s:2:1: unexpected character '?'", path);
    assert_false(rle_read(&pattern, path));
    assert_non_null(strstr(message, expected));
    remove(path);
}

/* ---- writing ---------------------------------------------------------------------------- */

static void writes_plainly(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"x = 3, y = 3\nbo$2bo$3o!", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"},
        {"x = 6, y = 7\n$2bo$$$2ob2o!", "x = 6, y = 7, rule = B3/S23\n$2bo3$2ob2o!\n"},
        {"x = 5, y = 4, rule = B3/S23:T5,4\n!", "x = 5, y = 4, rule = B3/S23:T5,4\n!\n"},
        {"x = 0, y = 0\n!", "x = 0, y = 0, rule = B3/S23\n!\n"},
        {"x = 1, y = 1, rule = 23/36:T5\no!", "x = 1, y = 1, rule = B36/S23:T5,5\no!\n"},
        {"x = 1, y = 1, rule = B2/S\no!", "x = 1, y = 1, rule = B2/S\no!\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rle_pattern pattern = parse(cases[i][0]);
        assert_writes(&pattern, cases[i][1]);
        rle_free(&pattern);
    }
}

/* Lines of at most 70 characters, and broken only where one more run would not have fitted. */
static void assert_full_lines(const char *path)
{
    enum { LONGEST_RUN = 4 }; // characters, in the grids below
    char *text = wb_file_read(path, NULL);
    assert_non_null(text);
    size_t length = 70;
    strtok(text, "\n"); // the header
    for (char *line = strtok(NULL, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        assert_true(length > 70 - LONGEST_RUN);
        length = strlen(line);
        assert_true(length <= 70);
    }
    free(text);
}

static void brings_random_grids_back(void **state)
{
    (void)state;
    char path[WB_PATH_SIZE];
    make_path(path);
    wb_random random = wb_random_seed(4);
    for (int round = 0; round < 300; round++) {
        int width = 1 + (int)wb_random_below(&random, 200);
        int height = 1 + (int)wb_random_below(&random, 40);
        uint32_t one_in = 1 + wb_random_below(&random, 400); // 1: all alive, 400: mostly empty rows
        size_t count = (size_t)width * (size_t)height;
        rle_pattern grid = {.width = width,
                            .height = height,
                            .cells = calloc(count, 1),
                            .born = 1 << round % 9,
                            .survives = round & 511},
                    again;
        assert_non_null(grid.cells);
        if (round % 2 == 0) {
            grid.torus_width = width;
            grid.torus_height = height + round;
        }
        for (size_t i = 0; i < count; i++) grid.cells[i] = wb_random_below(&random, one_in) == 0;
        assert_true(rle_write(path, &grid));
        assert_full_lines(path);
        assert_true(rle_read(&again, path));
        assert_same(&again, &grid);
        rle_free(&again);
        rle_free(&grid);
    }
    remove(path);
}

static void reports_failed_write(void **state)
{
    (void)state;
    rle_pattern pattern = parse("x = 1, y = 1\no!");
    error_count = 0;
    assert_false(rle_write("/nonexistent/grid.rle", &pattern));
    assert_int_equal(error_count, 1);
    assert_non_null(strstr(message, "/nonexistent/grid.rle"));
    rle_free(&pattern);
}

/* ---- the lesson's patterns -------------------------------------------------------------- */

enum { PLANE = 640 }; // cells on a side: no glider gets to the border in the generations below

static void step(uint8_t *next, const uint8_t *cells)
{
    for (int y = 1; y < PLANE - 1; y++) {
        const uint8_t *up = cells + (y - 1) * PLANE, *row = up + PLANE, *down = row + PLANE;
        for (int x = 1; x < PLANE - 1; x++) {
            int around = up[x - 1] + up[x] + up[x + 1] + row[x - 1] + row[x + 1] + down[x - 1] +
                         down[x] + down[x + 1];
            next[y * PLANE + x] = around == 3 || (around == 2 && row[x] == 1);
        }
    }
}

static int population_after(const char *name, int generations)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", LIFE_PATTERNS_DIRECTORY, name);
    rle_pattern pattern;
    if (!rle_read(&pattern, path)) fail_msg("%s", message);
    uint8_t *cells = calloc(2, PLANE * PLANE), *next = cells + PLANE * PLANE, *both = cells;
    assert_non_null(cells);
    for (int y = 0; y < pattern.height; y++)
        memcpy(cells + (PLANE / 2 + y) * PLANE + PLANE / 2, pattern.cells + y * pattern.width,
               (size_t)pattern.width);
    rle_free(&pattern);
    for (int i = 0; i < generations; i++) {
        step(next, cells);
        uint8_t *swap = cells;
        cells = next;
        next = swap;
    }
    int population = 0;
    for (int i = 0; i < PLANE * PLANE; i++) population += cells[i];
    free(both);
    return population;
}

static void patterns_live_as_known(void **state)
{
    (void)state;
    assert_int_equal(population_after("r_pentomino.rle", 0), 5);
    assert_int_equal(population_after("r_pentomino.rle", 1103), 116);
    assert_int_equal(population_after("acorn.rle", 0), 7);
    assert_int_equal(population_after("acorn.rle", 200), 169);
    for (int shots = 0; shots < 4; shots++)
        assert_int_equal(population_after("gosper_gun.rle", 30 * shots), 36 + 5 * shots);
}

/* ---- Golly's collection ----------------------------------------------------------------- */

/* Whether a file whose header says this should be read. */
static bool is_ours(const char *rule, long width, long height)
{
    if (width > RLE_MAX_SIDE || height > RLE_MAX_SIDE || width * height > RLE_MAX_CELLS)
        return false;
    bool torus = strncmp(rule, "B3/S23:T", 8) == 0 && rule[8] != '0' && strpbrk(rule, "+-") == NULL;
    return strcmp(rule, "B3/S23") == 0 || torus;
}

static void check_file_of_golly(const char *path)
{
    long width = 0, height = 0;
    char line[1024], rule[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "x = %ld, y = %ld, rule = %63s", &width, &height, rule) == 3) break;
    fclose(file);

    rle_pattern pattern;
    error_count = 0;
    bool good = rle_read(&pattern, path);
    if (good != is_ours(rule, width, height)) fail_msg("%s: %s", path, good ? "read" : message);
    assert_int_equal(error_count, good ? 0 : 1);
    if (good) assert_true(pattern.width == width && pattern.height == height);
    rle_free(&pattern);
}

// Also what is below.
static void check_directory_of_golly(void *directory, const char *name)
{
    char path[WB_PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", (const char *)directory, name);
    size_t length = strlen(path);
    if (name[0] == '.') return;
    if (strcmp(path + length - 4, ".rle") == 0) check_file_of_golly(path);
    wb_path_each(path, check_directory_of_golly, path);
}

static void reads_collection_of_golly(void **state)
{
    (void)state;
    char patterns[] = GOLLY_PATTERNS;
    if (!wb_path_is_there(patterns)) skip();
    wb_path_each(patterns, check_directory_of_golly, patterns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_header_spellings),
        cmocka_unit_test(reads_torus),
        cmocka_unit_test(writes_torus_of_empty_rule),
        cmocka_unit_test(refuses_other_grids),
        cmocka_unit_test(reads_rules),
        cmocka_unit_test(refuses_other_rules),
        cmocka_unit_test(reads_rule_of_comment),
        cmocka_unit_test(refuses_bad_header),
        cmocka_unit_test(reads_comments_and_layout),
        cmocka_unit_test(places_runs),
        cmocka_unit_test(grows_beyond_header),
        cmocka_unit_test(refuses_bad_runs),
        cmocka_unit_test(refuses_what_is_too_large),
        cmocka_unit_test(names_file_that_cannot_be_read),
        cmocka_unit_test(writes_plainly),
        cmocka_unit_test(brings_random_grids_back),
        cmocka_unit_test(reports_failed_write),
        cmocka_unit_test(patterns_live_as_known),
        cmocka_unit_test(reads_collection_of_golly),
    };
    return cmocka_run_group_tests(tests, redirect_messages, restore_messages);
}
