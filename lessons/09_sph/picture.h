/* The picture of the water, and what is known of a picked particle. */
#ifndef SPH_PICTURE_H
#define SPH_PICTURE_H

#include "09_sph/slots.h"
#include "lesson/lesson.h"

enum { VIEW_COUNT = VIEW_NEIGHBOURS + 1 }; // what it shows: shaders/09_sph/slots.h

/* False, with a message, if a shader does not compile; picture_delete() in any case. */
bool picture_create(void);
void picture_delete(void);

extern const wb_orbit orbit; // where the water in space is seen from

void draw(const wb_view *view);
void pick(const wb_view *view);
void status(char *text, size_t size);

#endif
