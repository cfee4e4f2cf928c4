/* --drop-each-barrier, for tests: runs a variant as it is, and then again and again, with one
 * barrier, or one bit of a barrier, left out each time. The barrier checker has to notice it every
 * time, and once it has, the run ends. With --check it is the variant's cases that run, else so
 * many frames, each with its picture. Without --variant, all versions and the exercises, one after
 * the other. */
#ifndef WB_LESSON_MODE_DROP_H
#define WB_LESSON_MODE_DROP_H

#include "lesson/app.h"

/* The context exists. Prints what went unnoticed, and a line for each variant. Returns an exit
 * status: not good either if a variant has no barriers. */
int wb_run_drop_each(wb_app *app);

#endif
