/* --record: the pictures of a run. */
#ifndef WB_LESSON_RECORD_H
#define WB_LESSON_RECORD_H

#include "lesson/app.h"

/* Makes the directory if there is none, and tries whether files can be written there. False, with a
 * message, if not, or if no frame of the run is one of those wanted. */
bool wb_record_begin(wb_app *app);

/* Writes the picture of the present frame, if it is one of those wanted: frame_00012.png. Returns
 * an exit status, with a message if it is not WB_EXIT_GOOD. */
int wb_record_frame(wb_app *app);

/* After the last frame: removes those pictures of an earlier recording whose numbers go on where
 * these end, or a video would show them as if they belonged to it. */
void wb_record_end(wb_app *app);

#endif
