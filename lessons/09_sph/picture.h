/* The picture of the water, and what is known of a picked particle. */
#ifndef SPH_PICTURE_H
#define SPH_PICTURE_H

#include "lesson/lesson.h"

/* Water; spheres by speed or by density; and the images that the water is made of: how far the
 * spheres are, the same flattened, its normals, how thick the water is, the spray alone; and
 * water again, whose surface is a mesh. */
enum {
    VIEW_WATER,
    VIEW_SPEED,
    VIEW_DENSITY,
    VIEW_NEAREST,
    VIEW_FLATTENED,
    VIEW_NORMALS,
    VIEW_THICKNESS,
    VIEW_SPRAY,
    VIEW_SURFACE,
    VIEW_COUNT
};

/* False, with a message, if a shader does not compile; picture_delete() in any case. */
bool picture_create(void);
void picture_delete(void);

void draw(const wb_view *view);
void pick(const wb_view *view);
void status(char *text, size_t size);

#endif
