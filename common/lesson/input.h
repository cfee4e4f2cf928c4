/* What a person puts into the frames of a run: the hand in the picture, and in a lesson that is
 * painted, cells. It comes from the window, or from a file that an earlier run has recorded.
 *
 * The file is text: the lesson's id, and then a line for each frame: "-" or the nine numbers of
 * wb_hand; behind them the cells that were painted before the frame, "+12,30", or erased, "-12,30".
 * Numbers are written so that they come back to the last bit: the same variant, parameters and seed
 * give the same state again. */
#ifndef WB_LESSON_INPUT_H
#define WB_LESSON_INPUT_H

#include "lesson/app.h"

/* Reads the file of --play-input, if one is given. False, with a message, if it cannot be used. */
bool wb_input_load(wb_app *app);

/* At the start of frame number app->frame: its hand goes to app->hand, from the file as long as
 * that lasts, else from the camera, if the lesson says so, or app->pointer; and into the record.
 * The file's cells are painted. */
void wb_input_begin_frame(wb_app *app);

/* Paints a cell by the lesson's paint(), and notes it for the frame that comes next. */
void wb_input_paint(wb_app *app, int column, int row, bool erases);

/* Writes the file of --record-input, if one is asked for. False, with a message, if that fails. */
bool wb_input_write(const wb_app *app);

void wb_input_quit(wb_app *app);

#endif
