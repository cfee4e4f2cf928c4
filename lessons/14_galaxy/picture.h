/* The picture of lesson 14. */
#ifndef GALAXY_PICTURE_H
#define GALAXY_PICTURE_H

#include "lesson/lesson.h"

bool picture_create(void);
void picture_delete(void);
void draw(const wb_view *view);
void status(char *text, size_t size);

#endif
