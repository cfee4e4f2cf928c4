/* The picture of the fountain: light is added up in a float texture, then toned into the picture.
 * The lesson issues the draws of the particles itself, between picture_begin() and picture_end().
 */
#ifndef INDIRECT_PICTURE_H
#define INDIRECT_PICTURE_H

#include "gl/program.h"
#include "lesson/lesson.h"

#include <stdint.h>

/* The programs; `constants` as for the kernels, and COUNTED: whether the GPU counts the living.
 * False, with a message, on failure. picture_delete() is safe after that, and in any case. */
bool picture_create(const wb_define *constants);
void picture_delete(void);

/* The light goes into a texture from here on, and adds up. */
void picture_begin(const wb_view *view);

/* The next draw adds a streak for each instance; `mirrored` in the water. `particles` is about how
 * many they are: the more, the fainter is one. The storage blocks of sprite.vert are bound. */
void picture_streaks(const wb_view *view, bool mirrored, double particles);

/* Tones the light into the framebuffer that was bound at picture_begin(). */
void picture_end(const wb_view *view);

/* Below the fountain: the groups that run, of those that `slots` would take. The storage blocks of
 * gauge.frag are bound. */
void picture_gauge(const wb_view *view, const char *title, uint32_t slots, int group);

#endif
