/* Writes an OpenGL call as text, for the barrier linter's messages about errors. */
#ifndef WB_HAZARD_CALL_H
#define WB_HAZARD_CALL_H

#include <stdarg.h>
#include <stddef.h>

/* `glBindBufferBase(target = GL_SHADER_STORAGE_BUFFER, index = 99, buffer = 3)` into `text`, which
 * is returned. `arguments` are those that glad hands to its callbacks; they are used up. */
const char *wb_call_text(const char *name, va_list arguments, char *text, size_t size);

#endif
