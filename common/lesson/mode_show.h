/* --show: prints a shader as the driver gets it. */
#ifndef WB_LESSON_MODE_SHOW_H
#define WB_LESSON_MODE_SHOW_H

#include "lesson/app.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs one step, and prints the kernel of the variant; or with --pass, that of the pass of this
 * name (of its K-th), or the shader made from the file of this name. #includes are expanded, and
 * constants injected: line by line the text that glShaderSource() got, each with the file and line
 * that it comes from; coloured on a terminal, unless NO_COLOR is set. Returns an exit status. */
int wb_run_show(wb_app *app);

#ifdef __cplusplus
}
#endif
#endif
