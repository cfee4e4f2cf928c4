#include "base/source.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "os/path.h"
#include "os/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 16 };

typedef struct expansion {
    wb_source *source;
    wb_source_reader read;
    void *user;
    const wb_define *defines;
    FILE *text; // grows source->text
    int line_capacity;
    bool has_version, has_defines; // whether they are in the text yet
} expansion;

/* A stretch of text that is not NUL-terminated: one line, without its end. */
typedef struct span {
    const char *begin, *end;
} span;

/* ---- Lines ---- */

/* Takes the next line off `*text`. GLSL counts a lone CR as a line end too, so the table must. */
static bool next_line(const char **text, span *line)
{
    if (**text == '\0') return false;
    const char *end = *text + strcspn(*text, "\r\n");
    *line = (span){*text, end};
    if (end[0] == '\r' && end[1] == '\n') end++;
    *text = *end == '\0' ? end : end + 1;
    return true;
}

static const char *skip_blanks(const char *c, const char *end)
{
    while (c < end && strchr(" \t\v\f", *c) != NULL) c++;
    return c;
}

/* What the lines so far leave open. */
typedef struct scanner {
    bool in_block_comment;
    bool continued;       // the last line ended in a backslash
    bool in_line_comment; // it did so in a // comment
    bool in_statement;    // it did so after something that is neither blank nor comment
} scanner;

/* Moves the scanner over a line. Returns the first character of a statement that starts in this
 * line (a directive, or any other code); NULL if there is none. */
static const char *scan_line(scanner *scan, span line)
{
    const char *first = NULL;
    bool in_line_comment = scan->in_line_comment;
    // c[1] may be the line end or the NUL, which match nothing below.
    for (const char *c = line.begin; c < line.end && !in_line_comment; c++) {
        if (scan->in_block_comment) {
            if (c[0] != '*' || c[1] != '/') continue;
            scan->in_block_comment = false;
            c++;
        } else if (c[0] == '/' && c[1] == '*') {
            scan->in_block_comment = true;
            c++;
        } else if (c[0] == '/' && c[1] == '/') {
            in_line_comment = true;
        } else if (first == NULL && skip_blanks(c, line.end) == c) {
            first = c;
        }
    }
    if (scan->in_statement) first = NULL;
    scan->continued = line.end > line.begin && line.end[-1] == '\\';
    scan->in_line_comment = scan->continued && in_line_comment;
    scan->in_statement = scan->continued && (scan->in_statement || first != NULL);
    return first;
}

/* If `hash` starts the directive `name`, returns what follows the name; otherwise NULL. */
static const char *match_directive(const char *hash, const char *end, const char *name)
{
    if (hash == NULL || *hash != '#') return NULL;
    const char *c = skip_blanks(hash + 1, end);
    size_t length = strlen(name);
    if ((size_t)(end - c) < length || memcmp(c, name, length) != 0) return NULL;
    c += length;
    bool longer_name = c < end && (isalnum((unsigned char)*c) || *c == '_');
    return longer_name ? NULL : c;
}

/* ---- Messages ---- */

/* "included from FILE:LINE" for `at` and every level above it. */
static void print_chain(FILE *out, const wb_source *source, wb_source_line at, const char *before,
                        const char *after)
{
    for (; at.file >= 0; at = source->included_at[at.file])
        fprintf(out, "%sincluded from %s:%d%s", before, source->files[at.file], at.number, after);
}

/* The chain for a message, for the caller to free. */
static char *chain_text(const wb_source *source, wb_source_line at)
{
    char *text = NULL;
    size_t size;
    FILE *out = wb_or_end(wb_text_stream(&text, &size));
    print_chain(out, source, at, "\n", "");
    wb_text_stream_close(out);
    return text;
}

/* Prints an error in line `at` of a source file, with the chain of #includes. Returns false. */
static bool WB_PRINTF_LIKE(3, 4)
    fail(const wb_source *source, wb_source_line at, const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    char *chain = chain_text(source, source->included_at[at.file]);
    wb_error("%s:%d: %s%s", source->files[at.file], at.number, message, chain);
    free(chain);
    return false;
}

/* ---- Expansion ---- */

static void add_line(expansion *e, wb_source_line from, span line)
{
    wb_source *source = e->source;
    source->lines =
        wb_grow(source->lines, &e->line_capacity, source->line_count + 1, sizeof *source->lines);
    source->lines[source->line_count++] = from;
    fwrite(line.begin, 1, (size_t)(line.end - line.begin), e->text);
    fputc('\n', e->text);
}

static bool add_defines(expansion *e)
{
    int number = 1;
    for (const wb_define *d = e->defines; d != NULL && d->name != NULL; d++) {
        char line[256];
        // In parentheses, or 1-NAME could become the token -- of a driver that pastes text.
        const char *format = d->value < 0 ? "#define %s (%d)" : "#define %s %d";
        int length = snprintf(line, sizeof line, format, d->name, d->value);
        if (length < 0 || (size_t)length >= sizeof line) {
            wb_error("cannot inject %.60s... into a shader: the name is too long", d->name);
            return false;
        }
        add_line(e, (wb_source_line){-1, number++}, (span){line, line + length});
    }
    e->has_defines = true;
    return true;
}

/* Appends `path` to the list of files; returns its index. */
static int add_file(wb_source *source, const char *path, wb_source_line included_at)
{
    size_t count = (size_t)source->file_count + 1;
    source->files = wb_or_end(realloc(source->files, count * sizeof *source->files));
    source->included_at =
        wb_or_end(realloc(source->included_at, count * sizeof *source->included_at));
    source->files[source->file_count] = wb_or_end(strdup(path));
    source->included_at[source->file_count] = included_at;
    return source->file_count++;
}

static int find_file(const wb_source *source, const char *path)
{
    for (int file = 0; file < source->file_count; file++)
        if (strcmp(source->files[file], path) == 0) return file;
    return -1;
}

/* Whether every part between slashes is a name, so that the path cannot leave the root. */
static bool is_plain_path(const char *path)
{
    for (;;) {
        size_t length = strcspn(path, "/");
        if (strncmp(path, "..", length) == 0) return false; // "", "." or ".."
        if (path[length] == '\0') return true;
        path += length + 1;
    }
}

static bool expand_file(expansion *e, const char *path, wb_source_line included_at);

/* Puts the file `path` in the place of the #include in line `at`. */
static bool include_file(expansion *e, wb_source_line at, const char *path)
{
    wb_source *source = e->source;
    if (!is_plain_path(path))
        return fail(source, at,
                    "#include \"%s\": a path starts at the folder of all shaders and has no empty, "
                    "\".\" or \"..\" part\nwrite it as in #include \"include/name.glsl\"",
                    path);
    int known = find_file(source, path);
    int depth = 0;
    for (int file = at.file; file >= 0; file = source->included_at[file].file, depth++)
        if (file == known) return fail(source, at, "%s includes itself", path);
    if (known >= 0) { // an empty line
        add_line(e, at, (span){path, path});
        return true;
    }
    if (depth > MAX_DEPTH)
        return fail(source, at, "#include nested deeper than %d files", MAX_DEPTH);
    return expand_file(e, path, at);
}

/* Takes NAME out of the rest of an #include line: "NAME", then nothing but blanks or a // comment.
 * A backslash at the end would join the next line to a comment that is not in the text. */
static bool parse_include(const char *rest, const char *end, span *name)
{
    const char *quote = skip_blanks(rest, end);
    if (quote == end || *quote != '"') return false;
    name->begin = quote + 1;
    name->end = memchr(name->begin, '"', (size_t)(end - name->begin));
    if (name->end == NULL || end[-1] == '\\') return false;
    const char *after = skip_blanks(name->end + 1, end);
    return after == end || (after[0] == '/' && after[1] == '/');
}

static bool expand_include(expansion *e, wb_source_line at, const char *rest, const char *end)
{
    span name;
    if (!parse_include(rest, end, &name))
        return fail(e->source, at,
                    "cannot understand this #include\n"
                    "write it as in #include \"include/name.glsl\", alone in its line");
    char *path = wb_or_end(strndup(name.begin, (size_t)(name.end - name.begin)));
    bool good = include_file(e, at, path);
    free(path);
    return good;
}

/* Whether a comment or the end of the line stands between the # and the directive's name, which
 * hides the name from us, and not from a compiler. */
static bool is_hidden_directive(const char *first, const char *end)
{
    if (first == NULL || *first != '#') return false;
    const char *c = skip_blanks(first + 1, end);
    return c < end && (*c == '\\' || (c + 1 < end && c[0] == '/' && c[1] == '*'));
}

/* Checks that `first`, the first statement in a line, comes in the order that GLSL wants. */
static bool check_statement(expansion *e, wb_source_line at, const char *first, const char *end)
{
    bool is_version = match_directive(first, end, "version") != NULL;
    if (is_version && at.file != 0)
        return fail(e->source, at,
                    "an included file must not have a #version\nremove it: the one in %s counts",
                    e->source->files[0]);
    if (first != NULL && !is_version && !e->has_version)
        return fail(e->source, at, "the first statement of a shader must be #version");
    if (is_hidden_directive(first, end))
        return fail(e->source, at, "between a # and its directive stands nothing but blanks");
    if (match_directive(first, end, "line") != NULL)
        return fail(e->source, at,
                    "#line would make errors point to the wrong lines\n"
                    "remove it: errors name the right file and line without it");
    e->has_version = e->has_version || is_version;
    return true;
}

static bool expand_line(expansion *e, wb_source_line at, scanner *scan, span line)
{
    const char *first = scan_line(scan, line);
    if (!check_statement(e, at, first, line.end)) return false;
    if (first == skip_blanks(line.begin, line.end)) { // no comment in front of it to lose
        const char *rest = match_directive(first, line.end, "include");
        if (rest != NULL) {
            *scan = (scanner){0}; // what looks like a comment inside the name is none
            return expand_include(e, at, rest, line.end);
        }
    }
    add_line(e, at, line);
    // Not in the middle of a #version that goes on in the next line, nor of a comment after it.
    bool complete = !scan->in_block_comment && !scan->continued;
    return !e->has_version || e->has_defines || !complete || add_defines(e);
}

static bool expand_lines(expansion *e, int file, const char *text)
{
    scanner scan = {0};
    wb_source_line at = {file, 0};
    span line;
    while (next_line(&text, &line)) {
        at.number++;
        if (!expand_line(e, at, &scan, line)) return false;
    }
    if (at.number == 0) at.number = 1; // an empty file: errors still name a line
    if (scan.in_block_comment) return fail(e->source, at, "the file ends inside a /* comment");
    if (scan.continued) return fail(e->source, at, "the file ends after a backslash");
    if (!e->has_version) return fail(e->source, at, "the shader has no #version");
    return true;
}

static bool expand_file(expansion *e, const char *path, wb_source_line included_at)
{
    char *chain = chain_text(e->source, included_at);
    char *text = e->read(path, chain, e->user);
    free(chain);
    if (text == NULL) return false;
    int file = add_file(e->source, path, included_at);
    // Some editors start a file with a byte order mark, which drivers refuse.
    bool has_mark = strncmp(text, "\xef\xbb\xbf", 3) == 0;
    bool good = expand_lines(e, file, has_mark ? text + 3 : text);
    free(text);
    return good;
}

bool wb_source_expand(wb_source *source, const char *path, wb_source_reader read, void *user,
                      const wb_define *defines)
{
    *source = (wb_source){0};
    size_t size;
    expansion e = {.source = source, .read = read, .user = user, .defines = defines};
    e.text = wb_or_end(wb_text_stream(&source->text, &size));
    bool good = expand_file(&e, path, (wb_source_line){-1, 0});
    bool is_whole = ferror(e.text) == 0;
    wb_or_end(wb_text_stream_close(e.text) == 0 && is_whole ? source->text : NULL);
    if (!good) wb_source_free(source);
    return good;
}

/* ---- Files ---- */

/* What stands in the way of reading `path`; NULL: nothing. */
static const char *find_problem(const char *path)
{
    enum { MOST_BYTES = 16 << 20 };
    wb_path_look look = wb_path_look_at(path);
    if (look.kind == WB_PATH_NONE || !wb_path_is_readable(path)) return strerror(errno);
    if (look.kind == WB_PATH_DIRECTORY) return strerror(EISDIR);
    return look.size_bytes > MOST_BYTES ? "it has more than 16 MB, the most for a shader" : NULL;
}

// Looks for problems first: the message of wb_file_read() cannot say who included the file.
char *wb_source_read_below(const char *path, const char *chain, void *user)
{
    char *full_path = NULL, *text = NULL;
    wb_or_end(asprintf(&full_path, "%s/%s", *(const char **)user, path) < 0 ? NULL : full_path);
    const char *problem = find_problem(full_path);
    if (problem != NULL) {
        wb_error("cannot read %s: %s%s", full_path, problem, chain);
        goto done;
    }
    size_t size;
    text = wb_file_read(full_path, &size);
    if (text != NULL && strlen(text) != size) {
        wb_error("%s holds a zero byte; save it as plain UTF-8 text%s", full_path, chain);
        free(text);
        text = NULL;
    }
done:
    free(full_path);
    return text;
}

void wb_source_free(wb_source *source)
{
    for (int file = 0; file < source->file_count; file++) free(source->files[file]);
    free(source->files);
    free(source->included_at);
    free(source->lines);
    free(source->text);
    free(source->written);
    *source = (wb_source){0};
}

/* ---- The way back ---- */

/* One line of the text; empty if out of range. */
static span find_line(const wb_source *source, int line)
{
    static const char nothing[] = "";
    span found = {nothing, nothing};
    if (line < 1 || line > source->line_count) line = 0;
    const char *text = source->written != NULL ? source->written : source->text;
    for (int k = 0; k < line; k++) next_line(&text, &found);
    return found;
}

/* If `remark`, a line of a log behind any "ERROR: ", starts with the number of a source line,
 * returns the number and the length of that start; otherwise 0. */
static int parse_place(const char *remark, int *length)
{
    // "0" is the index of the string given to glShaderSource(): there is only one.
    static const char *const spellings[] = {"0:%9d(%*9d): %n", "0(%9d) : %n", "0:%9d: %n"};
    for (size_t k = 0; k < sizeof spellings / sizeof spellings[0]; k++) {
        int line = 0;
        *length = 0;
        sscanf(remark, spellings[k], &line, length);
        if (*length > 0) return line;
    }
    return 0;
}

/* The length of the severity that some drivers put before the place. */
static size_t severity_length(const char *remark)
{
    static const char *const severities[] = {"ERROR: ", "WARNING: "};
    for (size_t k = 0; k < sizeof severities / sizeof severities[0]; k++) {
        size_t length = strlen(severities[k]);
        if (strncmp(remark, severities[k], length) == 0) return length;
    }
    return 0;
}

static void quote_line(FILE *out, const wb_source *source, int line)
{
    span text = find_line(source, line);
    text.begin = skip_blanks(text.begin, text.end);
    if (text.begin < text.end) fprintf(out, "    %.*s\n", (int)(text.end - text.begin), text.begin);
}

static void explain_remark(FILE *out, const wb_source *source, const char *remark)
{
    size_t severity = severity_length(remark);
    int length;
    int line = parse_place(remark + severity, &length);
    // Where a file ends too early, some compilers name the line after the last line end.
    if (line == source->line_count + 1) line = source->line_count;
    if (line < 1 || line > source->line_count) {
        fprintf(out, "%s\n", remark);
        return;
    }
    wb_source_line from = source->lines[line - 1];
    if (from.file >= 0)
        fprintf(out, "%s:%d: ", source->files[from.file], from.number);
    else
        fprintf(out, "(injected constant): ");
    fprintf(out, "%.*s%s\n", (int)severity, remark, remark + severity + length);
    quote_line(out, source, line);
    if (from.file >= 0) print_chain(out, source, source->included_at[from.file], "    ", "\n");
}

// A person reads no more, and each takes a walk through the source.
enum { MOST_REMARKS = 100 };

char *wb_source_explain(const wb_source *source, const char *log)
{
    char *text = NULL;
    size_t size;
    FILE *out = wb_or_end(wb_text_stream(&text, &size));
    span line;
    int count = 0;
    for (; next_line(&log, &line); count++) {
        if (count >= MOST_REMARKS) continue;
        char *remark = wb_or_end(strndup(line.begin, (size_t)(line.end - line.begin)));
        explain_remark(out, source, remark);
        free(remark);
    }
    if (count > MOST_REMARKS) fprintf(out, "(and %d more)\n", count - MOST_REMARKS);
    bool is_whole = ferror(out) == 0;
    return wb_or_end(wb_text_stream_close(out) == 0 && is_whole ? text : NULL);
}
