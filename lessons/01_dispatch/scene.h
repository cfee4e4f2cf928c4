/* The picture that is turned to grey: out of a file, and the result into one. */
#ifndef DISPATCH_SCENE_H
#define DISPATCH_SCENE_H

#include <stdbool.h>

/* Creates the buffer `image`, with the picture of --load or the one that ships, or as many of its
 * pixels as the parameters ask for, and says in the state how large it is. */
bool scene_create_image(void);

/* As in wb_lesson: PNG files. */
bool scene_load(const char *buffer, const char *path);
bool scene_dump(const char *buffer, const char *path);

#endif
