/* Pictures in memory and in PNG files. PNG is read and written by stb; no other format is. */
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

#endif
