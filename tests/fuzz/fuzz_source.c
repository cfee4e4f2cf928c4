/* libFuzzer target: expands a set of files in memory and explains a log.
 *
 * The input is split at zero bytes: the main file, then the files that #include can name "a", "b"
 * and so on up to "z", and last the log. */
#include "base/message.h"
#include "base/source.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 27 };

static const char *files[MAX_FILES]; // [0] is the main file
static int message_count;

static void count_message(wb_severity severity, const char *text, void *user)
{
    (void)severity, (void)text, (void)user;
    message_count++;
}

/* Like assert(), but never compiled out. */
static void require(bool condition)
{
    if (!condition) abort();
}

static int file_index(const char *path)
{
    if (strcmp(path, "main") == 0) return 0;
    bool is_letter = path[0] >= 'a' && path[0] <= 'z' && path[1] == '\0';
    return is_letter ? path[0] - 'a' + 1 : -1;
}

static char *read_file(const char *path, const char *chain, void *user)
{
    (void)chain, (void)user;
    int index = file_index(path);
    if (index >= 0 && files[index] != NULL) return strdup(files[index]);
    wb_error("no file %s", path);
    return NULL;
}

/* Finds line `number` of a file as a person's editor counts. */
static const char *original_line(const char *text, int number, size_t *length)
{
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
    for (int k = 1;; k++) {
        *length = strcspn(text, "\r\n");
        if (k == number) return text;
        require(text[*length] != '\0');
        text += *length + (strncmp(text + *length, "\r\n", 2) == 0 ? 2 : 1);
    }
}

/* The line must be the one that the table says, or empty in place of a second #include. */
static void check_line(const wb_source *source, wb_source_line from, const char *text)
{
    if (from.file == -1) {
        require(from.number == 1 && strcmp(text, "#define N 7") == 0);
        return;
    }
    require(from.file >= 0 && from.file < source->file_count && from.number >= 1);
    size_t length;
    const char *original =
        original_line(files[file_index(source->files[from.file])], from.number, &length);
    bool same = strlen(text) == length && memcmp(text, original, length) == 0;
    bool is_include = memmem(original, length, "include", 7) != NULL;
    require(same || (text[0] == '\0' && is_include));
}

static void check_source(const wb_source *source)
{
    size_t size = strlen(source->text) + 1;
    char *text = malloc(size);
    require(text != NULL);
    const char *at = source->text;
    int injected = 0;
    for (int line = 1; line <= source->line_count; line++) {
        size_t length = strcspn(at, "\n");
        require(at[length] == '\n');
        memcpy(text, at, length);
        text[length] = '\0';
        at += length + 1;
        check_line(source, source->lines[line - 1], text);
        if (source->lines[line - 1].file == -1) injected++;
    }
    require(*at == '\0' && injected == 1);
    free(text);
}

static void check_log(const wb_source *source, const char *log)
{
    char *text = wb_source_explain(source, log);
    require(text != NULL);
    size_t length = strlen(text);
    require(length == 0 ? log[0] == '\0' : text[length - 1] == '\n');
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *input = malloc(size + 1);
    require(input != NULL);
    memcpy(input, data, size);
    input[size] = '\0';
    memset(files, 0, sizeof files);
    const char *end = input + size, *log = input;
    for (int k = 0; k < MAX_FILES && log + strlen(log) < end; k++) {
        files[k] = log;
        log += strlen(log) + 1;
    }

    wb_message_redirect(count_message, NULL);
    message_count = 0;
    wb_source source;
    bool good = wb_source_expand(&source, "main", read_file, NULL, WB_DEFINES({"N", 7}));
    require(message_count == (good ? 0 : 1));
    require(good == (source.text != NULL));
    if (good) check_source(&source);
    check_log(&source, log);
    wb_source_free(&source);
    free(input);
    return 0;
}
