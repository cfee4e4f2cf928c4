/* Why values are wrong. */
#ifndef WB_LESSON_EXPLAIN_H
#define WB_LESSON_EXPLAIN_H

#include "lesson/app.h"

/* The same as wb_check_variant(). If values are wrong, the kernel machine runs the case that has
 * failed, for a few seconds, and what it finds first is printed before what is wrong: with a
 * command that stops there in the debugger. Of a task, what it finds in a kernel that is not the
 * learner's comes after what is wrong. Under --kernels, which says all of it anyway, nothing more
 * is printed. */
wb_result wb_check_explained(wb_app *app, const wb_variant *variant, int *cases);

#endif
