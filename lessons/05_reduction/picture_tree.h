/* The picture of a reduction: above, the numbers of each level; below, the tree of one work group
 * of the first, round by round. */
#ifndef REDUCTION_PICTURE_TREE_H
#define REDUCTION_PICTURE_TREE_H

#include "lesson/lesson.h"

enum { PICTURE_TREE_LEVELS = 7 };

/* What is to be seen. */
typedef struct tree_scene {
    uint32_t count;
    int group;                     // invocations
    uint32_t numbers_per_group;    // that a group adds up
    bool folds_evenly;             // neighbours first, instead of halves
    bool is_atomic, has_subgroups; // there is no tree
    bool of_largest;               // the task's largest numbers in place of sums, without a tree
    const wb_buffer *rounds; // what shared memory held, round by round; NULL: not written down
    int levels;
    int written;                                   // how many of them this step has written so far
    const wb_buffer *buffers[PICTURE_TREE_LEVELS]; // the numbers, each level's sums, the sum
    uint32_t sizes[PICTURE_TREE_LEVELS];
    const wb_buffer *values, *largest; // `largest`: of the task, else NULL
} tree_scene;

/* Reads the numbers back: shaders' writes have been made visible to glGetBufferSubData. */
void picture_tree_draw(const tree_scene *scene, const wb_view *view);

#endif
