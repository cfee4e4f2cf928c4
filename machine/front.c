#include "machine/front.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define COMPILER "glslangValidator"

extern char **environ;

typedef struct job {
    const char *text;
    char compiler[512];
    char cached[640];   // where the result is kept; "" if nowhere
    char produced[672]; // where the compiler writes it
    bool subgroups;
    const char *expands; // a stage: no SPIR-V is wanted, but the text without macros; else NULL
    int input, output, messages; // files in memory; the output is an expanded text
} job;

static wb_front_result fail(wb_front_output *output, wb_front_result result, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));

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

static bool find_compiler(job *j, struct stat *status)
{
    const char *path = getenv("PATH");
    if (path == NULL) path = "/usr/local/bin:/usr/bin:/bin";
    while (*path != '\0') {
        int length = (int)strcspn(path, ":");
        snprintf(j->compiler, sizeof j->compiler, "%.*s/" COMPILER, length, path);
        if (stat(j->compiler, status) == 0 && S_ISREG(status->st_mode) &&
            access(j->compiler, X_OK) == 0)
            return true;
        path += length;
        path += *path == ':';
    }
    return false;
}

static bool make_directory(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool cache_directory(char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && *cache == '/')
        snprintf(path, size, "%s", cache);
    else if (home != NULL && *home == '/')
        snprintf(path, size, "%s/.cache", home);
    else
        return false;
    if (!make_directory(path) || strlen(path) + 12 > size) return false;
    strcat(path, "/workbench");
    return make_directory(path) && access(path, W_OK | X_OK) == 0;
}

static void name_files(job *j, const struct stat *compiler)
{
    char directory[512];
    uint64_t hash = wb_hash_bytes(WB_HASH_START, j->text, strlen(j->text));
    int64_t version[3] = {compiler->st_mtime, compiler->st_size, j->subgroups};
    hash = wb_hash_bytes(hash, version, sizeof version);
    if (j->expands != NULL) hash = wb_hash_bytes(hash, j->expands, strlen(j->expands));
    if (cache_directory(directory, sizeof directory)) {
        snprintf(j->cached, sizeof j->cached, "%s/%016" PRIx64 "-%zu.spv", directory, hash,
                 strlen(j->text));
        snprintf(j->produced, sizeof j->produced, "%s.%d", j->cached, (int)getpid());
        return;
    }
    const char *temporary = getenv("TMPDIR");
    j->cached[0] = '\0';
    snprintf(j->produced, sizeof j->produced, "%.600s/workbench-%d-%016" PRIx64 ".spv",
             temporary != NULL ? temporary : "/tmp", (int)getpid(), hash);
}

static bool read_words(const char *path, wb_front_output *output)
{
    enum { MAX_SIZE = 64 << 20 };
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (file == NULL) return false;
    bool good = fstat(fileno(file), &status) == 0 && status.st_size > 0 &&
                status.st_size <= MAX_SIZE && status.st_size % 4 == 0;
    size_t count = good ? (size_t)status.st_size / 4 : 0;
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
    j->input = memfd_create("text", MFD_CLOEXEC);
    j->output = memfd_create("output", MFD_CLOEXEC);
    j->messages = memfd_create("messages", MFD_CLOEXEC);
    if (j->input < 0 || j->output < 0 || j->messages < 0) return false;
    for (size_t done = 0; done < length;) {
        ssize_t wrote = write(j->input, j->text + done, length - done);
        if (wrote <= 0) return false;
        done += (size_t)wrote;
    }
    return lseek(j->input, 0, SEEK_SET) == 0;
}

// The exit status; -1 if it could not be started or was killed.
static int run(job *j)
{
    // --stdin has to come before -S
    char *arguments[] = {COMPILER,
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
    char *expanding[] = {COMPILER, "-E", "--stdin", "-S", (char *)(uintptr_t)j->expands, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    posix_spawn_file_actions_adddup2(&actions, j->input, 0);
    posix_spawn_file_actions_adddup2(&actions, j->expands != NULL ? j->output : j->messages, 1);
    posix_spawn_file_actions_adddup2(&actions, j->messages, 2);
    int error = posix_spawn(&child, j->compiler, &actions, NULL,
                            j->expands != NULL ? expanding : arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// What the compiler has said: lines "ERROR: stdin:12: ..." become "ERROR: 0:12: ...", and those
// that tell nothing are left out.
static char *read_messages(int file)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    lseek(file, 0, SEEK_SET);
    FILE *in = fdopen(file, "r");
    if (out == NULL || in == NULL) return NULL;
    char line[1024];
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
    fclose(in);
    fclose(out);
    return text;
}

// Words have to come out even. A text that is cut, by a full disk, is not kept.
static void keep_expanded(const job *j)
{
    char part[4096];
    ssize_t length = 0, all = 0;
    FILE *out = fopen(j->produced, "wb");
    if (out == NULL) return;
    lseek(j->output, 0, SEEK_SET);
    for (; (length = read(j->output, part, sizeof part)) > 0; all += length)
        fwrite(part, 1, (size_t)length, out);
    for (int i = (int)(all % 4); i < 4; i++) fputc('\0', out);
    bool good = length == 0 && !ferror(out);
    if (fclose(out) != 0 || !good) unlink(j->produced);
}

static wb_front_result compile(job *j, wb_front_output *output)
{
    if (!open_files(j)) return fail(output, WB_FRONT_FAILED, "cannot write a file in memory");
    int status = run(j);
    if (status < 0)
        return fail(output, WB_FRONT_FAILED, "%s could not be run, or crashed", j->compiler);
    if (status > 0) {
        output->message = read_messages(j->messages);
        j->messages = -1; // closed
        return WB_FRONT_REFUSED;
    }
    if (j->expands != NULL) keep_expanded(j);
    if (!read_words(j->produced, output))
        return fail(output, WB_FRONT_FAILED, "%s has written nothing to %s", j->compiler,
                    j->produced);
    if (j->cached[0] == '\0' || rename(j->produced, j->cached) != 0) unlink(j->produced);
    return WB_FRONT_GOOD;
}

static wb_front_result make(const char *text, const char *expands, wb_front_output *output)
{
    job j = {.text = text, .expands = expands, .input = -1, .output = -1, .messages = -1};
    struct stat status;
    *output = (wb_front_output){0};
    if (!find_compiler(&j, &status))
        return fail(output, WB_FRONT_MISSING,
                    COMPILER " is not installed (Debian and Ubuntu: the package glslang-tools)");
    j.subgroups = strstr(text, "GL_KHR_shader_subgroup") != NULL;
    name_files(&j, &status);
    if (j.cached[0] != '\0' && read_words(j.cached, output)) return WB_FRONT_GOOD;
    wb_front_result result = compile(&j, output);
    if (result != WB_FRONT_GOOD) unlink(j.produced);
    if (j.input >= 0) close(j.input);
    if (j.output >= 0) close(j.output);
    if (j.messages >= 0) close(j.messages);
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
