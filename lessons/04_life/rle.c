#include "rle.h"

#include "base/file.h"
#include "base/message.h"
#include "os/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_LIMIT = 70 }; // characters; Golly's files keep to it, for mail and forums

/* A position in the text. Every character is read through peek(), which knows where the end is. */
typedef struct reader {
    const char *name, *text;
    size_t size, at;
    size_t line_start;
    int line;
} reader;

typedef struct run {
    int count;
    char kind; // 'b', 'o', '$' or '!'
} run;

static bool fail(const reader *in, const char *format, ...) WB_PRINTF_LIKE(2, 3);

static bool fail(const reader *in, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wb_error("%s:%d:%zu: %s", in->name, in->line, in->at - in->line_start + 1, text);
    return false;
}

static int peek(const reader *in)
{
    return in->at < in->size ? (unsigned char)in->text[in->at] : EOF;
}

static void skip_line(reader *in)
{
    while (peek(in) != EOF && peek(in) != '\n') in->at++;
}

static void skip_blanks(reader *in) // stays on the line
{
    while (peek(in) != '\n' && isspace(peek(in))) in->at++;
}

static void skip_space(reader *in) // line breaks too
{
    for (;;) {
        skip_blanks(in);
        if (peek(in) != '\n') return;
        in->at++;
        in->line++;
        in->line_start = in->at;
    }
}

static bool is_first_on_line(const reader *in)
{
    for (size_t i = in->line_start; i < in->at; i++)
        if (!isspace((unsigned char)in->text[i])) return false;
    return true;
}

/* Steps over `word`, in upper or lower case, and the blanks before it. */
static bool accept(reader *in, const char *word)
{
    skip_blanks(in);
    size_t length = strlen(word);
    if (in->size - in->at < length) return false;
    if (strncasecmp(in->text + in->at, word, length) != 0) return false;
    in->at += length;
    return true;
}

/* Reads a decimal number. Whatever exceeds RLE_MAX_SIDE becomes RLE_MAX_SIDE + 1: too large, but it
 * cannot overflow. */
static bool read_number(reader *in, int *number)
{
    skip_blanks(in);
    if (!isdigit(peek(in))) return false;
    *number = 0;
    for (; isdigit(peek(in)); in->at++) {
        *number = *number * 10 + (peek(in) - '0');
        if (*number > RLE_MAX_SIDE) *number = RLE_MAX_SIDE + 1;
    }
    return true;
}

static bool check_size(const reader *in, const char *what, int width, int height)
{
    if (width <= RLE_MAX_SIDE && height <= RLE_MAX_SIDE && (int64_t)width * height <= RLE_MAX_CELLS)
        return true;
    return fail(in, "%s is too large\nAt most %d cells on a side and %d in all can be read.", what,
                RLE_MAX_SIDE, RLE_MAX_CELLS);
}

/* Copies the rest of the line without its blanks, and with '?' for what a terminal should not be
 * sent. False if that is `size` characters or more; `copy` then holds the first of them. */
static bool copy_line(reader *in, char *copy, size_t size)
{
    size_t length = 0;
    for (; peek(in) != EOF && peek(in) != '\n'; in->at++) {
        int c = peek(in);
        if (isspace(c)) continue;
        if (length + 1 == size) break;
        copy[length++] = isprint(c) ? (char)c : '?';
    }
    copy[length] = '\0';
    return peek(in) == EOF || peek(in) == '\n';
}

/* Reads digits from 0 to 8, as bits, and steps over them. */
static int read_counts(const char **text)
{
    int counts = 0;
    for (; '0' <= **text && **text <= '8'; ++*text) counts |= 1 << (**text - '0');
    return counts;
}

/* B3/S23, b3s23, S23/B3, 23/3 (survives first), and the name that Golly has for Conway's. */
static bool parse_rule(rle_pattern *pattern, const char *rule)
{
    if (strcasecmp(rule, "Life") == 0) rule = "B3/S23";
    int first = toupper((unsigned char)*rule);
    bool has_letters = first == 'B' || first == 'S';
    rule += has_letters;
    int one = read_counts(&rule);
    bool has_slash = *rule == '/';
    rule += has_slash;
    if (has_letters) {
        if (toupper((unsigned char)*rule) != (first == 'B' ? 'S' : 'B')) return false;
        rule++;
    } else if (!has_slash) {
        return false;
    }
    int other = read_counts(&rule);
    pattern->born = first == 'B' ? one : other;
    pattern->survives = first == 'B' ? other : one;
    return *rule == '\0';
}

/* Reads what follows the colon of a rule: T256,128 or T256. */
static bool read_torus(rle_pattern *pattern, const reader *place, const char *suffix)
{
    reader in = {.text = suffix, .size = strlen(suffix)};
    int width = 0, height = 0;
    bool good = accept(&in, "T") && read_number(&in, &width);
    height = width;
    if (good && accept(&in, ",")) good = read_number(&in, &height);
    if (!good || peek(&in) != EOF)
        return fail(place,
                    "the grid \":%s\" is none that this lesson can simulate\n"
                    "It runs on an untwisted torus, such as :T256,128.",
                    suffix);
    if (width == 0 || height == 0)
        return fail(place,
                    "the grid \":%s\" is infinite in one direction\n"
                    "This lesson runs on a torus of finite size, such as :T256,128.",
                    suffix);
    if (!check_size(place, "the torus", width, height)) return false;
    pattern->torus_width = width;
    pattern->torus_height = height;
    return true;
}

/* Reads a rule, which takes the rest of the line. */
static bool read_rule(rle_pattern *pattern, reader *in)
{
    skip_blanks(in);
    reader start = *in; // for messages
    char rule[64];
    bool complete = copy_line(in, rule, sizeof rule);
    char *colon = complete ? strchr(rule, ':') : NULL;
    if (colon != NULL) *colon = '\0';
    if (!complete || !parse_rule(pattern, rule))
        return fail(&start,
                    "the rule is \"%s%s\", but this lesson runs rules that count eight neighbours "
                    "alone\nConway's is written B3/S23 or 23/3, HighLife's B36/S23.",
                    rule, complete ? "" : "...");
    pattern->torus_width = pattern->torus_height = 0; // of a #r line before
    return colon == NULL || read_torus(pattern, &start, colon + 1);
}

static bool read_sizes(rle_pattern *pattern, reader *in)
{
    return accept(in, "x") && accept(in, "=") && read_number(in, &pattern->width) &&
           accept(in, ",") && accept(in, "y") && accept(in, "=") &&
           read_number(in, &pattern->height);
}

/* Reads the comments at the top and the line "x = 3, y = 3, rule = B3/S23". */
static bool read_header(rle_pattern *pattern, reader *in)
{
    for (skip_space(in); peek(in) == '#'; skip_space(in)) {
        bool names_rule = in->size - in->at > 2 && in->text[in->at + 1] == 'r' &&
                          isblank((unsigned char)in->text[in->at + 2]);
        in->at += names_rule ? 2 : 1;
        if (names_rule && !read_rule(pattern, in)) return false;
        skip_line(in);
    }
    reader start = *in;
    bool good = read_sizes(pattern, in);
    if (good && !check_size(&start, "the pattern", pattern->width, pattern->height)) return false;
    if (good && accept(in, ",")) {
        good = accept(in, "rule") && accept(in, "=");
        if (good && !read_rule(pattern, in)) return false;
    }
    skip_blanks(in);
    if (good && (peek(in) == '\n' || peek(in) == EOF)) return true;

    char found[40];
    in->at = start.at;
    bool complete = copy_line(in, found, sizeof found);
    return fail(&start,
                "expected the header of an RLE file, such as \"x = 3, y = 3, rule = B3/S23\", "
                "found \"%s%s\"\nA compressed file (.gz, .zip) must be unpacked first.",
                found, complete ? "" : "...");
}

static bool fail_at_character(const reader *in)
{
    int c = peek(in);
    char text[8];
    snprintf(text, sizeof text, isprint(c) ? "'%c'" : "0x%02x", c);
    if (('B' <= c && c <= 'X') || ('p' <= c && c <= 'y'))
        return fail(in,
                    "%s is a cell of a rule with more than two states\n"
                    "This lesson runs rules of two, with b (dead) and o (alive).",
                    text);
    return fail(in,
                "unexpected character %s\nA pattern is made of b or . (dead), o or A (alive), "
                "$ (end of row), ! (end) and numbers before them.",
                text);
}

/* Reads one run. The end of the text counts as the '!' that some files lack. */
static bool read_run(run *next, reader *in)
{
    bool has_count = false;
    next->count = 1;
    for (;;) {
        skip_space(in);
        if (peek(in) == '#' && is_first_on_line(in)) {
            skip_line(in);
        } else if (!has_count && isdigit(peek(in))) {
            reader start = *in;
            has_count = read_number(in, &next->count);
            if (next->count == 0) return fail(&start, "a count of 0 repeats nothing");
            if (!check_size(&start, "the count", next->count, 1)) return false;
        } else {
            break;
        }
    }
    switch (peek(in)) {
    case 'b':
    case '.': next->kind = 'b'; break;
    case 'o':
    case 'A': next->kind = 'o'; break;
    case '$': next->kind = '$'; break;
    case '!': next->kind = '!'; break;
    case EOF:
        next->kind = '!';
        return !has_count || fail(in, "the file ends after a number: its end is missing");
    default: return fail_at_character(in);
    }
    in->at++;
    return true;
}

/* Walks over the runs to the end of the pattern. Without cells it checks them and lets width and
 * height grow to what the living ones need; with cells it fills these. */
static bool walk_runs(rle_pattern *pattern, reader in)
{
    int x = 0, y = 0;
    for (;;) {
        reader start = in;
        run next = {0};
        if (!read_run(&next, &in)) return false;
        if (next.kind == '!') return true;
        if (next.kind == 'o' && pattern->cells != NULL)
            memset(pattern->cells + (size_t)y * (size_t)pattern->width + (size_t)x, 1,
                   (size_t)next.count);
        if (next.kind == '$') {
            x = 0;
            y += next.count;
        } else {
            x += next.count;
        }
        if (x > RLE_MAX_SIDE || y > RLE_MAX_SIDE) return check_size(&start, "the pattern", x, y);
        if (next.kind != 'o') continue;
        if (x > pattern->width) pattern->width = x;
        if (y >= pattern->height) pattern->height = y + 1;
        if (!check_size(&start, "the pattern", pattern->width, pattern->height)) return false;
    }
}

/* Two passes over the runs: the size is known, and found sane, before memory is asked for. */
static bool read_cells(rle_pattern *pattern, const reader *in)
{
    if (!walk_runs(pattern, *in)) return false;
    if (pattern->torus_width > 0 &&
        (pattern->width > pattern->torus_width || pattern->height > pattern->torus_height))
        return fail(in,
                    "the pattern of %d x %d cells does not fit its torus of %d x %d\nName a larger "
                    "torus in the header's rule.",
                    pattern->width, pattern->height, pattern->torus_width, pattern->torus_height);
    size_t count = (size_t)pattern->width * (size_t)pattern->height;
    pattern->cells = calloc(count > 0 ? count : 1, 1);
    if (pattern->cells == NULL) return fail(in, "out of memory for %zu cells", count);
    return walk_runs(pattern, *in);
}

bool rle_parse(rle_pattern *pattern, const char *text, size_t size, const char *name)
{
    reader in = {.name = name, .text = text, .size = size, .line = 1};
    *pattern = (rle_pattern){.born = RLE_BORN, .survives = RLE_SURVIVES};
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) in.at = 3; // some editors mark UTF-8 so
    if (read_header(pattern, &in) && read_cells(pattern, &in)) return true;
    rle_free(pattern);
    return false;
}

bool rle_read(rle_pattern *pattern, const char *path)
{
    *pattern = (rle_pattern){0};
    size_t size = 0;
    char *text = wb_file_read(path, &size);
    if (text == NULL) return false;
    bool good = rle_parse(pattern, text, size, path);
    free(text);
    return good;
}

void rle_free(rle_pattern *pattern)
{
    free(pattern->cells);
    *pattern = (rle_pattern){0};
}

/* Prints a run, on a new line where it would not fit the current one. */
static void print_run(FILE *stream, int *column, int count, char kind)
{
    char text[16];
    int length = count == 1 ? snprintf(text, sizeof text, "%c", kind)
                            : snprintf(text, sizeof text, "%d%c", count, kind);
    if (*column + length > LINE_LIMIT) {
        fputc('\n', stream);
        *column = 0;
    }
    fputs(text, stream);
    *column += length;
}

/* Ends of rows are held back until a living cell needs them, dead cells likewise: what is dead up
 * to the end of a row or of the pattern is not written. */
static void print_cells(FILE *stream, const rle_pattern *pattern)
{
    int column = 0, rows_to_end = 0;
    for (int y = 0; y < pattern->height; y++, rows_to_end++) {
        const uint8_t *row = pattern->cells + (size_t)y * (size_t)pattern->width;
        for (int x = 0, end = 0; x < pattern->width; x = end) {
            for (end = x + 1; end < pattern->width && row[end] == row[x];) end++;
            if (row[x] == 0 && end == pattern->width) break;
            if (rows_to_end > 0) print_run(stream, &column, rows_to_end, '$');
            rows_to_end = 0;
            print_run(stream, &column, end - x, row[x] != 0 ? 'o' : 'b');
        }
    }
    print_run(stream, &column, 1, '!');
    fputc('\n', stream);
}

static void print_counts(FILE *stream, char letter, int counts)
{
    fputc(letter, stream);
    for (int n = 0; n <= 8; n++)
        if (counts >> n & 1) fputc('0' + n, stream);
}

static void print_rule(FILE *stream, const rle_pattern *pattern)
{
    fputs(", rule = ", stream);
    print_counts(stream, 'B', pattern->born);
    fputc('/', stream);
    print_counts(stream, 'S', pattern->survives);
    if (pattern->torus_width > 0)
        fprintf(stream, ":T%d,%d", pattern->torus_width, pattern->torus_height);
}

bool rle_write(const char *path, const rle_pattern *pattern)
{
    wb_output output;
    if (!wb_file_create(&output, path)) return false;
    fprintf(output.stream, "x = %d, y = %d", pattern->width, pattern->height);
    if (pattern->born != 0 || pattern->survives != 0 || pattern->torus_width > 0)
        print_rule(output.stream,
                   pattern); // the torus stands in the rule, even in one of no births
    fputc('\n', output.stream);
    print_cells(output.stream, pattern);
    return wb_file_commit(&output);
}
