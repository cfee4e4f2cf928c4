/* The picture of the fountain, and of the work groups that run for it. */
#ifndef INDIRECT_PICTURE_H
#define INDIRECT_PICTURE_H

#include "lesson/lesson.h"

/* The programs; `constants` as for the kernels. False, with a message, on failure.
 * picture_delete() is safe after that, and in any case. */
bool picture_create(const wb_define *constants);
void picture_delete(void);

void draw(const wb_view *view);
void status(char *text, size_t size);

#endif
