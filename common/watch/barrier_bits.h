/* The bits of glMemoryBarrier: their names, and what they mean. */
#ifndef WB_WATCH_BARRIER_BITS_H
#define WB_WATCH_BARRIER_BITS_H

#include <stdbool.h>
#include <stddef.h>

#include <glad/gl.h>

typedef struct wb_barrier_bit {
    GLbitfield bit;
    const char *name;       // "GL_SHADER_STORAGE_BARRIER_BIT"
    const char *short_name; // "STORAGE"
    const char *meaning;    // what it is good for, a sentence without its end
} wb_barrier_bit;

/* The index-th bit; NULL past the end. */
const wb_barrier_bit *wb_barrier_bit_at(int index);

enum { WB_BARRIER_BITS = 13, WB_BARRIER_TEXT_SIZE = 512 }; // holds every name

/* Writes "GL_SHADER_STORAGE_BARRIER_BIT|GL_COMMAND_BARRIER_BIT" into `text`, which it returns. */
const char *wb_barrier_text(GLbitfield bits, char *text, size_t size);

/* Reads such a text ("GL_ALL_BARRIER_BITS" too). False, with no message, for a name that is not a
 * barrier bit. */
bool wb_barrier_parse(const char *text, GLbitfield *bits);

#endif
