/* The picture. Up to PICTURE_ROW_KEYS keys: one row of coloured cells after every pass, the
 * exchanges of the pass that is shown, and the keys after it as bars. Up to FEW_KEYS: the
 * keys as numbers, too, and an arrow for each comparison. More keys: before and after, as two
 * squares of coloured pixels. */
#ifndef BITONIC_PICTURE_H
#define BITONIC_PICTURE_H

#include "lesson/lesson.h"

/* Makes lesson.picture. False, with a message, if a shader does not compile. */
bool picture_create(void);

/* Does nothing if there is none. */
void picture_delete(void);

/* wb_part's draw() and status(). */
void picture_draw(const wb_view *view);
void picture_status(char *text, size_t size);

#endif
