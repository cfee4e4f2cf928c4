/* --drop-each-barrier, for tests: runs one variant as it is, and then again and again, with one
 * barrier, or one bit of a barrier, left out each time. The barrier checker has to notice it every
 * time. With --check it is the variant's cases that run, else so many frames, each with its
 * picture. */
#ifndef WB_MODE_DROP_H
#define WB_MODE_DROP_H

#include "lesson/app.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The context exists. Prints what went unnoticed. Returns an exit status. */
int wb_run_drop_each(wb_app *app);

#ifdef __cplusplus
}
#endif
#endif
