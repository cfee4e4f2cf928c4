/* The picture of the water with its foam. */
#ifndef FOAM_PICTURE_H
#define FOAM_PICTURE_H

#include "lesson/lesson.h"

/* Water and foam; the foam coloured by its kind; the foam alone; and water and foam again, where
 * the water's surface is a mesh. */
enum { VIEW_WATER, VIEW_KINDS, VIEW_FOAM, VIEW_POOL, VIEW_COUNT };

/* False, with a message, if a shader does not compile; picture_delete() in any case. */
bool picture_create(void);
void picture_delete(void);

void draw(const wb_view *view);
void status(char *text, size_t size);

#endif
