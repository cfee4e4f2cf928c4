#include "os/text.h"

#include "os/process.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

char *strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    copy[length] = '\0';
    return memcpy(copy, text, length);
}

void *memmem(const void *text, size_t length, const void *wanted, size_t wanted_length)
{
    const char *at = text;
    for (size_t i = 0; i + wanted_length <= length; i++)
        if (memcmp(at + i, wanted, wanted_length) == 0) return (char *)(uintptr_t)at + i;
    return NULL;
}

ssize_t getline(char **line, size_t *size, FILE *stream)
{
    size_t length = 0;
    int c = 0;
    if (*line == NULL) *size = 0;
    while (c != '\n' && (c = fgetc(stream)) != EOF) {
        if (length + 2 > *size) {
            size_t larger = *size > 0 ? 2 * *size : 120;
            char *moved = realloc(*line, larger);
            if (moved == NULL) return -1;
            *line = moved;
            *size = larger;
        }
        (*line)[length++] = (char)c;
    }
    if (length == 0) return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}

char *strsep(char **rest, const char *separators)
{
    char *word = *rest;
    if (word == NULL) return NULL;
    char *end = word + strcspn(word, separators);
    *rest = *end != '\0' ? end + 1 : NULL;
    *end = '\0';
    return word;
}

int fnmatch(const char *pattern, const char *text, int flags)
{
    if (*pattern == '*') {
        while (fnmatch(pattern + 1, text, flags) != 0)
            if (*text++ == '\0') return 1;
        return 0;
    }
    if (*pattern == '\0' || *text == '\0') return *pattern != *text;
    const char *end = *pattern == '[' ? strchr(pattern, ']') : NULL;
    bool good = end != NULL ? memchr(pattern + 1, *text, (size_t)(end - pattern - 1)) != NULL
                            : *pattern == '?' || *pattern == *text;
    return !good || fnmatch((end != NULL ? end : pattern) + 1, text + 1, flags) != 0;
}

/* ---- Streams that write to memory: files without a name, which are read when they are closed ----
 */

typedef struct text_stream {
    FILE *file;
    char **text;
    size_t *size;
    struct text_stream *next;
} text_stream;

static text_stream *open_streams;

FILE *wb_text_stream(char **text, size_t *size)
{
    text_stream *s = calloc(1, sizeof *s);
    FILE *file = s != NULL ? wb_process_file() : NULL;
    if (file == NULL) {
        free(s);
        return NULL;
    }
    *s = (text_stream){file, text, size, open_streams};
    open_streams = s;
    *text = NULL;
    *size = 0;
    return file;
}

static bool read_all(const text_stream *s)
{
    bool good = fflush(s->file) == 0 && ferror(s->file) == 0;
    long length = ftell(s->file);
    *s->text = good && length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (*s->text == NULL) return false;
    rewind(s->file);
    *s->size = fread(*s->text, 1, (size_t)length, s->file);
    (*s->text)[*s->size] = '\0';
    return *s->size == (size_t)length;
}

int wb_text_stream_close(FILE *stream)
{
    text_stream **place = &open_streams;
    while ((*place)->file != stream) place = &(*place)->next;
    text_stream *s = *place;
    bool good = read_all(s);
    *place = s->next;
    free(s);
    return fclose(stream) == 0 && good ? 0 : EOF;
}
