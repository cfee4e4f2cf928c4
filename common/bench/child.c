#include "bench/child.h"

#include "os/process.h"

// What the child has written, as far as there is room.
static size_t take(FILE *stream, void *data, size_t size)
{
    rewind(stream);
    return fread(data, 1, size, stream);
}

int wb_child_run(char *const *words, void *data, size_t size, size_t *length, char *message,
                 size_t message_size)
{
    FILE *out = wb_process_file(), *errors = wb_process_file();
    bool is_possible = out != NULL && errors != NULL && message_size > 0;
    wb_process child = {0};
    wb_process_end end = {.status = -1};
    *length = 0;
    snprintf(message, message_size, "its process cannot be started");
    if (is_possible)
        wb_process_start(
            &child,
            &(wb_process_desc){.words = (const char *const *)words, .out = out, .errors = errors});
    if (wb_process_wait(&child, &end)) {
        *length = take(out, data, size);
        if (end.status < 0)
            snprintf(message, message_size, "it crashed");
        else
            message[take(errors, message, message_size - 1)] = '\0';
    }
    if (out != NULL) fclose(out);
    if (errors != NULL) fclose(errors);
    return end.status;
}
