#include "difference.h"

#include "base/message.h"

#include <stddef.h>
#include <stdlib.h>

/* The largest difference of the three channels; `picture` (4 bytes, or NULL) receives all three,
 * four times as large. */
static int compare_pixel(const uint8_t *a, const uint8_t *b, uint8_t *picture)
{
    int largest = 0;
    for (int channel = 0; channel < 3; channel++) {
        int difference = abs(a[channel] - b[channel]);
        if (difference > largest) largest = difference;
        if (picture != NULL) picture[channel] = (uint8_t)(difference < 64 ? 4 * difference : 255);
    }
    return largest;
}

bool wb_image_compare(const wb_image *a, const wb_image *b, wb_image_comparison *result,
                      wb_image *difference)
{
    *result = (wb_image_comparison){.first_x = -1, .first_y = -1};
    if (difference != NULL) *difference = (wb_image){0};
    if (a->width != b->width || a->height != b->height) {
        wb_error("the pictures differ in size: %d x %d and %d x %d pixels", a->width, a->height,
                 b->width, b->height);
        return false;
    }
    if (difference != NULL && !wb_image_create(difference, a->width, a->height)) return false;

    for (int y = 0; y < a->height; y++) {
        for (int x = 0; x < a->width; x++) {
            size_t at = 4 * ((size_t)y * (size_t)a->width + (size_t)x);
            uint8_t *picture = difference != NULL ? difference->rgba + at : NULL;
            int apart = compare_pixel(a->rgba + at, b->rgba + at, picture);
            if (apart > result->largest) result->largest = apart;
            if (apart <= WB_IMAGE_TOLERANCE) continue;
            if (result->over++ == 0) {
                result->first_x = x;
                result->first_y = y;
            }
        }
    }
    result->share = (double)result->over / ((double)a->width * a->height);
    result->same = result->share <= WB_IMAGE_SHARE_ALLOWED;
    return true;
}
