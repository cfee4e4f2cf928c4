/* The picture of the water with its foam. */
#ifndef FOAM_PICTURE_H
#define FOAM_PICTURE_H

#include "13_foam/slots.h"
#include "lesson/lesson.h"

enum { VIEW_COUNT = VIEW_THICKNESS + 1 }; // what it shows: shaders/13_foam/slots.h

/* False, with a message, if a shader does not compile; picture_delete() in any case. */
bool picture_create(void);
void picture_delete(void);

void draw(const wb_view *view);
void status(char *text, size_t size);

#endif
