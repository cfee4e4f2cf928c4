/* The pictures of the two parts: draw() and status(), see wb_part. */
#ifndef DISPATCH_PICTURE_H
#define DISPATCH_PICTURE_H

#include "lesson/lesson.h"

void layout_draw(const wb_view *view);
void layout_status(char *text, size_t size);

void grey_draw(const wb_view *view);
void grey_status(char *text, size_t size);

#endif
