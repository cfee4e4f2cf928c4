/* What the walk through the tree should come to. */
#ifndef GALAXY_ORACLE_TREE_H
#define GALAXY_ORACLE_TREE_H

#include "base/check.h"

/* Walks on the CPU, in double, through the tree that the last step built, opening the same nodes:
 * its tests are in float, bit for bit. Fills `pulls`, of each star: the pull for G times a star's
 * mass = 1, and the potential. Then compares some of them with what all stars together do.
 * `positions` are those that the tree was built of. */
wb_result tree_verify_pulls(const float (*positions)[4], double (*pulls)[4]);

/* Compares the distances that the task's kernel has found with those that a search among all stars
 * finds. */
wb_result tree_verify_neighbours(const float (*positions)[4]);

#endif
