/* The picture: all particles in their box, and a close-up of the one that was picked. */
#ifndef GRID_PICTURE_H
#define GRID_PICTURE_H

#include "lesson/lesson.h"

/* Where a plane is seen from. */
extern const wb_orbit plane_orbit;

/* Makes lesson.picture. False, with a message, on failure. */
bool picture_create(void);

/* Does nothing if there is none. */
void picture_delete(void);

/* wb_part's draw() and status(): by cell, or by place in memory. */
void search_draw(const wb_view *view);
void build_draw(const wb_view *view);
void picture_status(char *text, size_t size);

/* wb_lesson's pick(): the particle whose ball is hit first by the ray through the mouse. */
void picture_pick(const wb_view *view);

#endif
