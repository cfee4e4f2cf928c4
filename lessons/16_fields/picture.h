/* The pictures of the parts, and the words in the title bar. */
#ifndef FIELDS_PICTURE_H
#define FIELDS_PICTURE_H

#include "lesson/lesson.h"

/* wb_part's draw() and status(). */
void filter_draw(const wb_view *view);
void draw(const wb_view *view);
void status(char *text, size_t size);

#endif
