#include "scene.h"

#include "state.h"

#include "lesson/picture_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The picture ---- */

static bool create_buffer(size_t height, size_t width, const uint32_t *pixels)
{
    lesson.grey.columns = (int)width;
    lesson.grey.rows = (int)height;
    return wb_buffer_create(&lesson.grey.image, &(wb_buffer_desc){.name = "image",
                                                                  .type = WB_U32,
                                                                  .pixels = true,
                                                                  .shape = {height, width},
                                                                  .data = pixels,
                                                                  .state = true});
}

bool scene_create_image(void)
{
    wb_array array = {.type = WB_U32};
    bool given;
    bool is_read = wb_load_shape("image", &array, &given);
    if (given && !is_read) return false;
    if (is_read && array.dimensions == 2) // filled from the file, once it is there
        return create_buffer(array.shape[0], array.shape[1], NULL);

    wb_image image;
    if (!wb_picture_load(&image, lesson.grey.file[0] != '\0' ? lesson.grey.file : NULL))
        return false;
    size_t width = (size_t)(lesson.grey.width > 0 ? lesson.grey.width : image.width);
    size_t height = (size_t)(lesson.grey.height > 0 ? lesson.grey.height : image.height);
    uint32_t *pixels = malloc(width * height * sizeof *pixels);
    if (pixels == NULL) wb_error("there is no memory for %zu x %zu pixels", width, height);
    for (size_t y = 0; pixels != NULL && y < height; y++) {
        for (size_t x = 0; x < width; x++) { // more pixels are the same again, side by side
            size_t from = y % (size_t)image.height * (size_t)image.width + x % (size_t)image.width;
            memcpy(&pixels[y * width + x], image.rgba + 4 * from, sizeof *pixels);
        }
    }
    bool good = pixels != NULL && create_buffer(height, width, pixels);
    free(pixels);
    wb_image_free(&image);
    return good;
}

/* ---- Picture files ---- */

bool scene_load(const char *buffer, const char *path)
{
    if (strcmp(buffer, "image") != 0) {
        wb_error("--load %s=%s: a picture goes into the buffer image", buffer, path);
        return false;
    }
    wb_image image;
    if (!wb_picture_load(&image, path)) return false;
    wb_image_free(&image);
    snprintf(lesson.grey.file, sizeof lesson.grey.file, "%s", path);
    return true;
}

bool scene_dump(const char *buffer, const char *path)
{
    wb_buffer *found = wb_buffer_find(buffer);
    if (found != &lesson.grey.image && found != &lesson.grey.grey) {
        wb_error("--dump %s=%s: only the buffers image and grey are pictures", buffer, path);
        return false;
    }
    wb_image image;
    if (!wb_image_create(&image, lesson.grey.columns, lesson.grey.rows)) return false;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    bool good = wb_buffer_read(found, image.rgba) && wb_image_write(&image, path);
    wb_image_free(&image);
    return good;
}
