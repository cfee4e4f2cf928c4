/* A copy of the running lesson, to go back to: all buffers and textures, on the GPU, and the
 * lesson's state struct. There is one at a time. The stepper goes back with it within a step, the
 * bench to the start of a run, without a buffer being created anew.
 *
 * Which buffers and textures there are is known from wb_dispatch_begin() on (gl/object.h); of those
 * that were made before, only named buffers are. What cannot be copied (a texture whose format
 * leaves its size open, or of several samples a texel) is reported, once, when the snapshot is
 * taken, and then keeps its contents when one goes back. Renderbuffers are for pictures, and not
 * copied. */
#ifndef WB_SNAPSHOT_H
#define WB_SNAPSHOT_H

#include "lesson/app.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the place of an earlier snapshot. False, with a message, if memory is short. */
bool wb_snapshot_take(const wb_app *app);

/* Buffers, textures, state and app->frame become what they were; parameters keep their present
 * values. The named buffers must be the same ones. What has been deleted since stays deleted, and
 * what has been given new storage since keeps what it holds, which is reported. Needs a valid
 * snapshot, which stays valid. */
void wb_snapshot_restore(wb_app *app);

bool wb_snapshot_is_valid(void);

/* Of a valid snapshot: app->frame, and the parameters' values. */
int64_t wb_snapshot_frame(void);
const wb_param_values *wb_snapshot_params(void);

/* What a named buffer held, into `data`, as large as the buffer. False if there is no snapshot, or
 * no buffer of that name. */
bool wb_snapshot_read(const char *buffer, void *data);

/* The snapshot is not valid any more, but keeps its memory for the next. */
void wb_snapshot_forget(void);
void wb_snapshot_free(void);

#ifdef __cplusplus
}
#endif
#endif
