/* A copy of the running lesson, to go back to: all named buffers, on the GPU, and the lesson's
 * state struct. There is one at a time. The stepper goes back with it within a step, the bench to
 * the start of a run, without a buffer being created anew. */
#ifndef WB_SNAPSHOT_H
#define WB_SNAPSHOT_H

#include "lesson/app.h"

/* Takes the place of an earlier snapshot. False, with a message, if memory is short. */
bool wb_snapshot_take(const wb_app *app);

/* Buffers, state and app->frame become what they were; parameters keep their present values. The
 * named buffers must be the same ones. Needs a valid snapshot, which stays valid. */
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

#endif
