/* What the fields hold at first, and files of pictures. */
#ifndef FIELDS_SCENE_H
#define FIELDS_SCENE_H

#include "base/image.h"

#include <stdbool.h>

/* The picture to be filtered, from a file; the caller frees it. False, with a message, on failure.
 */
bool scene_read_picture(wb_image *image);

/* Each fills a field of lesson.rows x lesson.columns. A picture becomes grey, whole numbers from 0
 * to 255, and is repeated as often as it takes. The dish has two numbers a texel. */
void scene_fill_picture(const wb_image *image, float *grey);
void scene_fill_pond(float *now, float *before);
void scene_fill_dish(float *mix);

/* wb_lesson's load() and dump(), of .png. */
bool scene_load(const char *buffer, const char *path);
bool scene_dump(const char *buffer, const char *path);

#endif
