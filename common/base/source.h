/* GLSL source text: #include expanded, constants injected, and the way back from a line that the
 * driver names to the file and line that a person wrote. No GL here.
 *
 * The text holds no #line directives (drivers disagree about them, and they cannot name files); the
 * line table does their work. #if is not evaluated: an #include inside #if 0 is expanded too. */
#ifndef WB_BASE_SOURCE_H
#define WB_BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

/* A constant that C hands to GLSL: becomes "#define NAME VALUE" after the #version line, a negative
 * value in parentheses. */
typedef struct wb_define {
    const char *name;
    int value;
} wb_define;

/* A list of constants as an argument: WB_DEFINES({"TILE", TILE}, {"TRAIL", 32}). */
#define WB_DEFINES(...) ((const wb_define[]){__VA_ARGS__, {NULL, 0}})

typedef struct wb_source_line {
    int file;   // index into wb_source.files; -1 for an injected line
    int number; // from 1
} wb_source_line;

typedef struct wb_source {
    char *text;    // complete, NUL-terminated GLSL; every line ends in one '\n'
    char *written; // the same lines as people know them, if the text has lost its macros; or NULL
    char **files;  // the paths of all files read, as relative to the root; [0] is the main file
    wb_source_line *included_at; // the #include that brought in files[f]; {-1, 0} for files[0]
    int file_count;
    wb_source_line *lines; // lines[k] is where line k + 1 of the text comes from
    int line_count;
} wb_source;

/* Returns the text of the file `path`, NUL-terminated, for the caller to free. On failure: NULL,
 * with a message that ends in `chain`: "" for the main file, otherwise a line break and a line
 * "included from FILE:LINE" for each level. Tests give it files in memory. */
typedef char *(*wb_source_reader)(const char *path, const char *chain, void *user);

/* The reader of files below a root, of up to 16 MB each; `user` points to the root, a const char *.
 */
char *wb_source_read_below(const char *path, const char *chain, void *user);

/* Reads the file `path` and replaces each line `#include "other"` with that file, also named from
 * the folder of all shaders ("include/x.glsl"). Blanks may stand around the # and the name, and a
 * // comment after it; an #include inside a comment is left alone. A file is included once; a
 * second #include of it leaves an empty line.
 *
 * Errors: a missing file or one that is not text; an #include in any other form, or whose path
 * has empty, "." or ".." parts (so nothing outside `root` is read and a file has one name); a file
 * that includes itself, directly or through others; #includes nested deeper than 16; a main file
 * whose first statement is not #version; an included file with a #version; #line; a file that ends
 * inside a comment or after a backslash.
 *
 * Line ends may be LF, CR LF or CR, and the last one may be missing; a byte order mark is skipped.
 * `defines` ends with a NULL name; NULL means none. On failure: false, a message with the chain of
 * files and lines, and `source` zeroed. Free with wb_source_free(). */
bool wb_source_expand(wb_source *source, const char *path, wb_source_reader read, void *user,
                      const wb_define *defines);
void wb_source_free(wb_source *source);

/* Rewrites a driver's compile log for people: each line that names a source line, in the spelling
 * of Mesa "0:12(5): error: ...", NVIDIA "0(12) : error C0000: ..." or others "ERROR: 0:12: ...",
 * becomes FILE:LINE: MESSAGE with that source line quoted below it, and below that the chain of
 * #includes. "error" or "warning" stays at the start of MESSAGE as the driver spelled it:
 *
 *     include/hash.glsl:7: error: syntax error, unexpected ';'
 *         uint x = ;
 *         included from 04_life/global.comp:3
 *
 * For an injected line, FILE:LINE is "(injected constant)". A log line that names no line of the
 * text is kept as it is. Every line of the result ends in '\n'; the caller frees it. */
char *wb_source_explain(const wb_source *source, const char *log);

#endif
