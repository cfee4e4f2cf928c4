#include "machine/front.h"

#include "base/hash.h"
#include "base/message.h"

#include "os/path.h"
#include "os/process.h"
#include "os/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMPILER "glslangValidator"

typedef struct job {
    const char *text;
    char compiler[512];
    char cached[640];   // where the result is kept; "" if nowhere
    char produced[672]; // where the compiler writes it
    bool subgroups;
    const char *expands; // a stage: no SPIR-V is wanted, but the text without macros; else NULL
    FILE *input, *output, *messages; // without names; the output is an expanded text
} job;

static wb_front_result fail(wb_front_output *output, wb_front_result result, const char *format,
                            ...) WB_PRINTF_LIKE(3, 4);

static wb_front_result fail(wb_front_output *output, wb_front_result result, const char *format,
                            ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&output->message, format, arguments) < 0) output->message = NULL;
    va_end(arguments);
    return result;
}

/* ---- The compiler and the cache ---- */

static void name_files(job *j)
{
    char directory[512];
    wb_path_look compiler = wb_path_look_at(j->compiler);
    uint64_t hash = wb_hash_bytes(WB_HASH_START, j->text, strlen(j->text));
    int64_t version[3] = {compiler.modified_ns / 1000000000, compiler.size_bytes, j->subgroups};
    hash = wb_hash_bytes(hash, version, sizeof version);
    if (j->expands != NULL) hash = wb_hash_bytes(hash, j->expands, strlen(j->expands));
    if (wb_path_cache(directory, sizeof directory)) {
        snprintf(j->cached, sizeof j->cached, "%s/%016" PRIx64 "-%zu.spv", directory, hash,
                 strlen(j->text));
        snprintf(j->produced, sizeof j->produced, "%s.%d", j->cached, wb_process_number());
        return;
    }
    j->cached[0] = '\0';
    snprintf(j->produced, sizeof j->produced, "%.600s/workbench-%d-%016" PRIx64 ".spv",
             wb_path_temporary(), wb_process_number(), hash);
}

static bool read_words(const char *path, wb_front_output *output)
{
    enum { MAX_SIZE = 64 << 20 };
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    int64_t size = wb_path_stream_bytes(file);
    bool good = size > 0 && size <= MAX_SIZE && size % 4 == 0;
    size_t count = good ? (size_t)size / 4 : 0;
    output->words = good ? malloc(count * sizeof *output->words) : NULL;
    good = output->words != NULL && fread(output->words, 4, count, file) == count;
    fclose(file);
    output->count = good ? count : 0;
    if (good) return true;
    free(output->words);
    output->words = NULL;
    return false;
}

/* ---- Running it ---- */

static bool open_files(job *j)
{
    size_t length = strlen(j->text);
    j->input = wb_process_file();
    j->output = wb_process_file();
    j->messages = wb_process_file();
    if (j->input == NULL || j->output == NULL || j->messages == NULL) return false;
    if (fwrite(j->text, 1, length, j->input) != length || fflush(j->input) != 0) return false;
    rewind(j->input);
    return true;
}

static void close_files(job *j)
{
    if (j->input != NULL) fclose(j->input);
    if (j->output != NULL) fclose(j->output);
    if (j->messages != NULL) fclose(j->messages);
}

// The exit status; -1 if it could not be started or was killed.
static int run(const job *j)
{
    // --stdin has to come before -S
    const char *arguments[] = {COMPILER,
                               "--stdin",
                               "-S",
                               "comp",
                               "-G",
                               "-g",
                               "--auto-map-locations",
                               "--auto-map-bindings",
                               "--target-env",
                               "opengl",
                               "-o",
                               j->produced,
                               j->subgroups ? "--target-env" : NULL,
                               "spirv1.3",
                               NULL};
    const char *expanding[] = {COMPILER, "-E", "--stdin", "-S", j->expands, NULL};
    return wb_process_run(&(wb_process_desc){.program = j->compiler,
                                             .words = j->expands != NULL ? expanding : arguments,
                                             .in = j->input,
                                             .out = j->expands != NULL ? j->output : j->messages,
                                             .errors = j->messages});
}

// What the compiler has said: lines "ERROR: stdin:12: ..." become "ERROR: 0:12: ...", and those
// that tell nothing are left out.
static char *read_messages(FILE *in)
{
    char *text = NULL, line[1024];
    size_t size = 0;
    FILE *out = wb_text_stream(&text, &size);
    if (out == NULL) return NULL;
    rewind(in);
    while (fgets(line, sizeof line, in) != NULL) {
        char *at = strstr(line, ": stdin:");
        if (strcmp(line, "stdin\n") == 0 || strcmp(line, "\n") == 0 ||
            strstr(line, "No code generated") != NULL || strstr(line, "not generated") != NULL)
            continue;
        if (at != NULL)
            fprintf(out, "%.*s: 0:%s", (int)(at - line), line, at + strlen(": stdin:"));
        else
            fputs(line, out);
    }
    wb_text_stream_close(out);
    return text;
}

// Words have to come out even. A text that is cut, by a full disk, is not kept.
static void keep_expanded(const job *j)
{
    char part[4096];
    size_t length, all = 0;
    FILE *out = fopen(j->produced, "wb");
    if (out == NULL) return;
    rewind(j->output);
    for (; (length = fread(part, 1, sizeof part, j->output)) > 0; all += length)
        fwrite(part, 1, length, out);
    for (int i = (int)(all % 4); i < 4; i++) fputc('\0', out);
    bool good = !ferror(j->output) && !ferror(out);
    if (fclose(out) != 0 || !good) remove(j->produced);
}

static wb_front_result compile(job *j, wb_front_output *output)
{
    if (!open_files(j)) return fail(output, WB_FRONT_FAILED, "cannot write a file in memory");
    int status = run(j);
    if (status < 0)
        return fail(output, WB_FRONT_FAILED, "%s could not be run, or crashed", j->compiler);
    if (status > 0) {
        output->message = read_messages(j->messages);
        return WB_FRONT_REFUSED;
    }
    if (j->expands != NULL) keep_expanded(j);
    if (!read_words(j->produced, output))
        return fail(output, WB_FRONT_FAILED, "%s has written nothing to %s", j->compiler,
                    j->produced);
    if (j->cached[0] == '\0' || rename(j->produced, j->cached) != 0) remove(j->produced);
    return WB_FRONT_GOOD;
}

static wb_front_result make(const char *text, const char *expands, wb_front_output *output)
{
    job j = {.text = text, .expands = expands};
    *output = (wb_front_output){0};
    if (!wb_path_search(COMPILER, j.compiler, sizeof j.compiler))
        return fail(output, WB_FRONT_MISSING,
                    COMPILER " is not installed (Debian and Ubuntu: the package glslang-tools)");
    j.subgroups = strstr(text, "GL_KHR_shader_subgroup") != NULL;
    name_files(&j);
    if (j.cached[0] != '\0' && read_words(j.cached, output)) return WB_FRONT_GOOD;
    wb_front_result result = compile(&j, output);
    if (result != WB_FRONT_GOOD) remove(j.produced);
    close_files(&j);
    return result;
}

wb_front_result wb_front_compile(const char *text, wb_front_output *output)
{
    return make(text, NULL, output);
}

wb_front_result wb_front_expand(const char *text, const char *stage, wb_front_output *output)
{
    return make(text, stage, output);
}

void wb_front_free(wb_front_output *output)
{
    free(output->words);
    free(output->message);
    *output = (wb_front_output){0};
}
