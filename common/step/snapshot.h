/* A copy of a moment, to go back to: all buffers and textures, on the GPU, and a struct of the
 * lesson's on the CPU. With it, the stepper goes back within a step, and the bench to the start of
 * a run, without creating a buffer anew.
 *
 * A snapshot knows the buffers and textures made after wb_dispatch_begin() (watch/object.h), and
 * all named buffers that are no textures. What cannot be copied (a texture whose format leaves its
 * size open, or with several samples a texel) is reported once, when the snapshot is taken, and
 * stays as it is when the lesson goes back. Renderbuffers are for pictures, and not copied. */
#ifndef WB_STEP_SNAPSHOT_H
#define WB_STEP_SNAPSHOT_H

#include "gl/buffer.h"
#include "watch/object.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wb_buffer_copy {
    GLuint id, copy;     // what was copied, and a GL buffer of the snapshot's own
    int64_t size_bytes;  // of both
    int64_t room_bytes;  // of the copy, which may come from an earlier snapshot
    int64_t whole_bytes; // of the original: a small named buffer is larger than its size_bytes
} wb_buffer_copy;

typedef struct wb_texture_copy {
    wb_object of; // what was copied: as it was known then
    GLuint copy;  // 0: it could not be
    int levels;
} wb_texture_copy;

/* Zeroed: none. */
typedef struct wb_snapshot {
    bool is_valid;
    wb_buffer_copy *buffers; // those beyond the count keep their copies for the next snapshot
    int buffer_count, buffer_made, buffer_capacity;
    wb_texture_copy *textures;
    int texture_count, texture_capacity;
    GLuint named[WB_MAX_BUFFERS]; // what the named buffers stood for, in wb_buffer_at()'s order
    int named_count;
    void *state, *state_at; // the copy, and where it came from
    size_t state_bytes;
} wb_snapshot;

/* Takes a new snapshot into `s`, also of the `state_bytes` bytes at `state`, which must not move.
 * False, with a message, if memory is short. */
bool wb_snapshot_take(wb_snapshot *s, void *state, size_t state_bytes);

/* Buffers, textures and state become what they were. The named buffers must still be there; what
 * has been made since stays as it is, what has been deleted since stays deleted, and what has been
 * given new storage since keeps its contents, with a warning. Needs a valid snapshot, which stays
 * valid. */
void wb_snapshot_restore(const wb_snapshot *s);

/* What a named buffer held, into `data`, as large as the buffer. False if the snapshot is not
 * valid, or there is no buffer of that name. */
bool wb_snapshot_read(const wb_snapshot *s, const char *buffer, void *data);

void wb_snapshot_free(wb_snapshot *s);

#endif
