/* The tree's dispatches: it is built anew in each step, and then every group of stars walks through
 * it. */
#ifndef GALAXY_STEPS_TREE_H
#define GALAXY_STEPS_TREE_H

#include <stdbool.h>

/* The tree and the program that walks. False, with a message, on failure; tree_delete() is then
 * still needed. */
bool tree_create(void);
void tree_delete(void);

/* All passes from the stars to the pulls on them, which the last barrier makes visible to storage
 * blocks. */
void pull_from_tree(void);

#endif
