/* The picture. */
#ifndef SURFACE_PICTURE_H
#define SURFACE_PICTURE_H

#include "lesson/lesson.h"

bool picture_create(void);
void picture_delete(void);
void draw(const wb_view *view);

#endif
