/* What is to be summed up: the lesson's own numbers, or, as far as --load gives them, a file's. */
#ifndef REDUCTION_SCENE_H
#define REDUCTION_SCENE_H

#include <stdbool.h>

/* Each creates its buffer, and is false, with a message, if it cannot. A file decides how many
 * there are. */
bool scene_create_values(void);
bool scene_create_particles(void);
bool scene_create_terms(void); // the leaves of `tree`

#endif
