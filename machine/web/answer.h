/* JSON that is put together: for the answers of machine/web. */
#ifndef WB_MACHINE_WEB_ANSWER_H
#define WB_MACHINE_WEB_ANSWER_H

#include "base/message.h"

#include <stddef.h>

// A text that grows.
typedef struct output {
    char *text;
    int length, capacity;
} output;

void put(output *out, const char *format, ...) WB_PRINTF_LIKE(2, 3);

/* As a string of JSON. Bytes that are no text of ASCII become "?": names and texts of kernels are.
 */
void put_string(output *out, const char *text, size_t length);

/* A member: its name and a string. */
void put_text(output *out, const char *name, const char *text);

#endif
