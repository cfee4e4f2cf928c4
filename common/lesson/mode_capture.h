/* --capture: writes one dispatch with all that it works on to a file, which the program `machine`
 * runs without OpenGL. */
#ifndef WB_LESSON_MODE_CAPTURE_H
#define WB_LESSON_MODE_CAPTURE_H

#include "lesson/app.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs --frames frames, catches a dispatch of the next one (--pass), and writes it. With --kernels
 * or --counters it also runs in the machine here and now, and what is printed is what `machine run`
 * prints of the file. Returns an exit status. */
int wb_run_capture(wb_app *app);

#ifdef __cplusplus
}
#endif
#endif
