/* FLIP: how visible the difference is between two pictures that are shown in turn on the same
 * screen, as a number from 0, nothing, to 1. Where a share of pixels says how many differ, this
 * says whether a viewer would notice.
 *
 * The method, with its constants, is LDR-FLIP of P. Andersson, J. Nilsson, T. Akenine-Möller,
 * M. Oskarsson, K. Åström, M. D. Fairchild: "FLIP: A Difference Evaluator for Alternating Images",
 * Proc. ACM Comput. Graph. Interact. Tech. 3(2), 2020. It compares colours, smoothed as the eye
 * smooths them at that distance, and makes more of a difference where edges or points differ. */
#ifndef WB_TOOLS_FLIP_H
#define WB_TOOLS_FLIP_H

#include "base/image.h"

/* The screen of the paper: 3,840 pixels on 0.7 m, seen from 0.7 m. */
#define WB_FLIP_PIXELS_PER_DEGREE 67.0206433

/* The mean over all pixels of two pictures of one size; alpha does not count. False, with a
 * message, if the sizes differ or memory is short. */
bool wb_flip(const wb_image *expected, const wb_image *actual, double *mean);

#endif
