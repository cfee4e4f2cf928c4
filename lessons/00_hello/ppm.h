/* Pictures as .ppm files (kind P6), about the simplest format there is: a line of text with width
 * and height, then three bytes a pixel, red, green and blue, row by row. ImageMagick's `convert
 * photo.png photo.ppm` makes them, and most viewers show them. */
#ifndef HELLO_PPM_H
#define HELLO_PPM_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct picture {
    int width, height;
    unsigned char *bytes; // 3 * width * height of them, from malloc()
} picture;

/* False if there is no such file, or if it is none of these. */
static bool read_ppm(const char *path, picture *p)
{
    FILE *file = fopen(path, "rb");
    bool good = file != NULL && fscanf(file, "P6 %d %d 255", &p->width, &p->height) == 2 &&
                fgetc(file) != EOF && p->width > 0 && p->height > 0 && p->width <= 16384 &&
                p->height <= 16384;
    size_t size = good ? 3 * (size_t)p->width * (size_t)p->height : 0;
    p->bytes = good ? malloc(size) : NULL;
    good = p->bytes != NULL && fread(p->bytes, 1, size, file) == size;
    if (file != NULL) fclose(file);
    return good;
}

static bool write_ppm(const char *path, const picture *p)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) return false;
    size_t size = 3 * (size_t)p->width * (size_t)p->height;
    fprintf(file, "P6\n%d %d\n255\n", p->width, p->height);
    bool good = fwrite(p->bytes, 1, size, file) == size;
    return fclose(file) == 0 && good;
}

#endif
