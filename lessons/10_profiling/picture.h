/* The pictures, and the words in the title bar. */
#ifndef PICTURE_H
#define PICTURE_H

#include "lesson/lesson.h"

/* wb_part's draw() and status(). */
void experiment_draw(const wb_view *view);
void advance_draw(const wb_view *view);
void rounds_draw(const wb_view *view);
void experiment_status(char *text, size_t size);

#endif
