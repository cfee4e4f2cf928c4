/* Pictures in memory and in PNG files, and the comparison of two of them. PNG is read and written
 * by stb; no other format is. */
#ifndef WB_BASE_IMAGE_H
#define WB_BASE_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

/* 8 bits a channel, red green blue alpha, the top row first, no padding between rows. A zeroed
 * wb_image is no picture, and may be freed. */
typedef struct wb_image {
    int width, height;
    uint8_t *rgba;
} wb_image;

enum { WB_IMAGE_LARGEST_SIDE = 16384 }; // pixels; the sizes in bytes of such a picture fit an int

/* A black, opaque picture. False, with a message and `image` zeroed, if a side is not from 1 to
 * WB_IMAGE_LARGEST_SIDE or memory is short. */
bool wb_image_create(wb_image *image, int width, int height);

/* Frees the pixels and zeroes `image`. */
void wb_image_free(wb_image *image);

/* Any PNG (palette, grey, 16 bits: converted to 8-bit RGBA) of up to WB_IMAGE_LARGEST_SIDE pixels a
 * side. A file that is cut short or damaged in its structure is refused; the checksums inside are
 * not looked at. On failure: false, a message, and `image` zeroed. */
bool wb_image_read(wb_image *image, const char *path);

/* RGB PNG; alpha is dropped, because the picture of a lesson is opaque. On failure: false, a
 * message, and `path` keeps what it held. */
bool wb_image_write(const wb_image *image, const char *path);

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
