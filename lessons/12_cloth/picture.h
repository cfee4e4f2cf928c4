/* The picture: the cloth with light and shadow, its stretch, or the colours of its links. */
#ifndef CLOTH_PICTURE_H
#define CLOTH_PICTURE_H

#include "lesson/lesson.h"

/* Makes what the picture needs. False, with a message, on failure. */
bool picture_create(const wb_define *constants);

/* Does nothing if there is none. */
void picture_delete(void);

/* wb_part's draw() and status(). */
void draw(const wb_view *view);
void status(char *text, size_t size);

#endif
