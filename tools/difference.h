/* The comparison of two pictures, pixel by pixel. */
#ifndef WB_TOOLS_DIFFERENCE_H
#define WB_TOOLS_DIFFERENCE_H

#include "base/image.h"

/* How far two pictures of one size are apart. The difference of two pixels is that of the channel
 * (of red, green, blue) that differs most; alpha does not count. */
typedef struct wb_image_comparison {
    bool same;            // no more than 0.1 % of the pixels differ by more than the tolerance
    int largest;          // largest difference of any pixel, 0 to 255
    int64_t over;         // pixels whose difference is above the tolerance
    double share;         // over / number of pixels, 0 to 1
    int first_x, first_y; // the first such pixel in reading order; -1 if there is none
} wb_image_comparison;

enum { WB_IMAGE_TOLERANCE = 2 };     // of 255
#define WB_IMAGE_SHARE_ALLOWED 0.001 // of all pixels

/* Compares two pictures. `difference`, if not NULL, becomes a new picture of |a - b| x 4, clamped,
 * for each channel, opaque; the caller frees it. False, with a message and `difference` zeroed, if
 * the sizes differ or memory is short. */
bool wb_image_compare(const wb_image *a, const wb_image *b, wb_image_comparison *result,
                      wb_image *difference);

#endif
