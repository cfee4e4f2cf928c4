#include "machine/web/shelf.h"

#include "base/memory.h"
#include "machine/web/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct shelf_file {
    char *name, *text;
} shelf_file;

static struct {
    shelf_file *files;
    int count, capacity;
    wb_source source; // expanded last
    char *explained;
    output messages;
} shelf;

static shelf_file *find(const char *name)
{
    for (int i = 0; i < shelf.count; i++)
        if (strcmp(shelf.files[i].name, name) == 0) return &shelf.files[i];
    return NULL;
}

void wb_shelf_put(const char *name, const char *text)
{
    shelf_file *file = find(name);
    if (file == NULL) {
        shelf.files = wb_grow(shelf.files, &shelf.capacity, shelf.count + 1, sizeof *shelf.files);
        file = &shelf.files[shelf.count++];
        *file = (shelf_file){.name = wb_or_end(strdup(name))};
    }
    free(file->text);
    file->text = wb_or_end(strdup(text));
}

static char *read_file(const char *path, const char *chain, void *user)
{
    (void)user;
    const shelf_file *file = find(path);
    if (file != NULL) return strdup(file->text);
    wb_error("%s: there is no such file%s", path, chain);
    return NULL;
}

static void keep_message(wb_severity severity, const char *text, void *user)
{
    (void)severity;
    put(user, "%s\n", text);
}

// Cuts "NAME VALUE\n..." in place; a list that ends with a NULL name.
static wb_define *read_defines(char *text)
{
    int capacity = 0, count = 0;
    wb_define *defines = wb_grow(NULL, &capacity, 1, sizeof *defines);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *value = strchr(line, ' ');
        if (value == NULL) continue;
        *value++ = '\0';
        defines = wb_grow(defines, &capacity, count + 2, sizeof *defines);
        defines[count++] = (wb_define){line, atoi(*value == '(' ? value + 1 : value)};
    }
    defines[count] = (wb_define){NULL, 0};
    return defines;
}

const wb_source *wb_shelf_expand(const char *name, const char *defines, const char **message)
{
    char *copy = wb_or_end(strdup(defines));
    wb_define *list = read_defines(copy);
    wb_source_free(&shelf.source);
    shelf.messages.length = 0;
    put(&shelf.messages, "%s", "");
    wb_message_redirect(keep_message, &shelf.messages);
    bool good = wb_source_expand(&shelf.source, name, read_file, NULL, list);
    wb_message_redirect(NULL, NULL);
    free(list);
    free(copy);
    *message = good ? NULL : shelf.messages.text;
    return good ? &shelf.source : NULL;
}

const char *wb_shelf_explain(const char *log)
{
    free(shelf.explained);
    shelf.explained = wb_source_explain(&shelf.source, log);
    return shelf.explained != NULL ? shelf.explained : log;
}
