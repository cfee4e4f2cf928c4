/* The picture of the flock. */
#ifndef BOIDS_PICTURE_H
#define BOIDS_PICTURE_H

#include "11_boids/slots.h"
#include "lesson/lesson.h"

enum { VIEW_COUNT = VIEW_NEIGHBOURS + 1 }; // what colours mean: shaders/11_boids/slots.h

/* False, with a message, if a shader does not compile; picture_delete() in any case. */
bool picture_create(void);
void picture_delete(void);

void draw(const wb_view *view);
/* wb_part.to_picture: the box is a cube of side 1 around 0 there. */
void to_picture(float place[3]);

void status(char *text, size_t size);

#endif
