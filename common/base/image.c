#include "base/image.h"

#include "base/file.h"
#include "base/message.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

bool wb_image_create(wb_image *image, int width, int height)
{
    *image = (wb_image){0};
    if (width < 1 || height < 1 || width > WB_IMAGE_LARGEST_SIDE ||
        height > WB_IMAGE_LARGEST_SIDE) {
        wb_error("cannot make a picture of %d x %d pixels: each side must be from 1 to %d", width,
                 height, WB_IMAGE_LARGEST_SIDE);
        return false;
    }
    size_t pixels = (size_t)width * (size_t)height;
    uint8_t *rgba = calloc(pixels, 4);
    if (rgba == NULL) {
        wb_error("cannot make a picture of %d x %d pixels: out of memory", width, height);
        return false;
    }
    for (size_t k = 0; k < pixels; k++) rgba[4 * k + 3] = 255;
    *image = (wb_image){width, height, rgba};
    return true;
}

void wb_image_free(wb_image *image)
{
    free(image->rgba); // right for pixels from stb too, whose stbi_image_free() is free()
    *image = (wb_image){0};
}

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* What is wrong with the structure of a PNG file; NULL if nothing is. stb reads other formats too,
 * takes bytes missing at the end for zeros, and speaks of both in its own jargon, so that these
 * are found here. */
static const char *png_fault(const uint8_t *png, size_t size)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    if (size == 0) return "the file is empty";
    if (memcmp(png, signature, size < 8 ? size : 8) != 0)
        return "it is not a PNG file\nConvert it to PNG first.";
    if (size > INT_MAX) return "the file is larger than 2 GiB";

    // A chunk: its length, four letters, as many bytes, a checksum. IHDR is the first, IEND the
    // last.
    size_t at = 8;
    while (at + 12 <= size) {
        size_t length = big_endian(png + at);
        if (length > size - at - 12) break;
        if (at == 8 && (length != 13 || memcmp(png + 12, "IHDR", 4) != 0))
            return "it is damaged at its start";
        if (at == 8 && (big_endian(png + 16) > WB_IMAGE_LARGEST_SIDE ||
                        big_endian(png + 20) > WB_IMAGE_LARGEST_SIDE))
            return "a side is longer than 16384 pixels";
        if (memcmp(png + at + 4, "IEND", 4) == 0) return NULL;
        at += length + 12;
    }
    return "the file ends early\nFetch or write it again.";
}

bool wb_image_read(wb_image *image, const char *path)
{
    *image = (wb_image){0};
    size_t size;
    char *bytes = wb_file_read(path, &size);
    if (bytes == NULL) return false;

    const uint8_t *png = (const uint8_t *)bytes;
    const char *fault = png_fault(png, size);
    if (fault == NULL) {
        int channels;
        image->rgba =
            stbi_load_from_memory(png, (int)size, &image->width, &image->height, &channels, 4);
        if (image->rgba == NULL) fault = stbi_failure_reason();
        if (image->rgba == NULL && fault == NULL) fault = "it is damaged";
    }
    free(bytes);
    if (fault != NULL) {
        wb_error("cannot read the picture %s: %s", path, fault);
        *image = (wb_image){0};
        return false;
    }
    return true;
}

static void write_bytes(void *stream, void *bytes, int size)
{
    fwrite(bytes, 1, (size_t)size, stream); // wb_file_commit() sees errors
}

bool wb_image_write(const wb_image *image, const char *path)
{
    wb_output output;
    if (!wb_file_create(&output, path)) return false;

    size_t pixels = (size_t)image->width * (size_t)image->height;
    uint8_t *rgb = malloc(pixels * 3);
    bool encoded = false;
    if (rgb != NULL) {
        for (size_t k = 0; k < pixels; k++) memcpy(rgb + 3 * k, image->rgba + 4 * k, 3);
        encoded = stbi_write_png_to_func(write_bytes, output.stream, image->width, image->height, 3,
                                         rgb, image->width * 3) != 0;
    }
    free(rgb);
    if (!encoded) {
        wb_error("cannot write %s: out of memory", path);
        wb_file_abandon(&output);
        return false;
    }
    return wb_file_commit(&output);
}
