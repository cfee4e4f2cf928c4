/* The picture: the grid of cells, and the words in the title bar. */
#ifndef LIFE_PICTURE_H
#define LIFE_PICTURE_H

#include "lesson/lesson.h"

/* wb_part's draw() and status(). */
void draw(const wb_view *view);
void status(char *text, size_t size);

#endif
