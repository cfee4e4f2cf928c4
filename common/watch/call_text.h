/* Writes an OpenGL call as text, with its arguments by name, for messages. */
#ifndef WB_WATCH_CALL_TEXT_H
#define WB_WATCH_CALL_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* `glBindBufferBase(target = GL_SHADER_STORAGE_BUFFER, index = 99, buffer = 3)` into `text`, which
 * is returned. `arguments` are those that a listener gets (watch/calls.h); they are used up. */
const char *wb_call_text(const char *name, va_list arguments, char *text, size_t size);

#endif
