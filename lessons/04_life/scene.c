#include "scene.h"

#include "cells.h"
#include "state.h"

#include "base/file.h"
#include "base/image.h"

#include <stdlib.h>
#include <string.h>

/* ---- The first generation ---- */

static const char gun_text[] = "x = 36, y = 9, rule = B3/S23\n"
                               "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob"
                               "2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";

// Sets the cells of a pattern to 1, with its upper left corner at (x, y), on a torus.
static void place(int *cells, int width, int height, const rle_pattern *pattern, int x, int y)
{
    for (int row = 0; row < pattern->height; row++) {
        for (int column = 0; column < pattern->width; column++) {
            if (!pattern->cells[(size_t)row * (size_t)pattern->width + (size_t)column]) continue;
            int to_x = (x + column) % width, to_y = (y + row) % height;
            cells[(size_t)to_y * (size_t)width + (size_t)to_x] = 1;
        }
    }
}

// Copies the upper left quarter to the other three, mirrored. Life's rule knows no left and right,
// so the picture stays as symmetric as it began.
static void mirror(int *cells, int width, int height)
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int from_x = x < width / 2 ? x : width - 1 - x;
            int from_y = y < height / 2 ? y : height - 1 - y;
            cells[(size_t)y * (size_t)width + (size_t)x] =
                cells[(size_t)from_y * (size_t)width + (size_t)from_x];
        }
    }
}

// A disc of random cells under fire from four glider guns, in a grid of zeros.
static bool compose(int *cells, int width, int height, float density, uint64_t seed)
{
    rle_pattern gun;
    if (!rle_parse(&gun, gun_text, strlen(gun_text), "the glider gun")) return false;
    place(cells, width, height, &gun, width / 16, height / 16);
    rle_free(&gun);

    wb_random random = wb_random_seed(seed);
    int middle_x = width / 2, middle_y = height / 2;
    int64_t radius = (middle_x < middle_y ? middle_x : middle_y) * 3 / 5;
    for (int y = 0; y < middle_y; y++) {
        for (int x = 0; x < middle_x; x++) {
            int64_t dx = middle_x - x, dy = middle_y - y;
            if (dx * dx + dy * dy <= radius * radius && wb_random_float(&random) < density)
                cells[(size_t)y * (size_t)width + (size_t)x] = 1;
        }
    }
    mirror(cells, width, height);
    return true;
}

// Random cells everywhere: what is symmetric is blind to a twist, and the edges have to be busy.
static void scatter(int *cells, size_t count, float density, uint64_t seed)
{
    wb_random random = wb_random_seed(seed);
    for (size_t i = 0; i < count; i++) cells[i] = wb_random_float(&random) < density;
}

// Round, smooth, and as high as `DROP` in its middle, on the torus.
static void add_drop(int *cells, int64_t x, int64_t y, int64_t radius, int64_t most)
{
    int64_t square = radius * radius;
    for (int64_t dy = -radius; dy <= radius; dy++)
        for (int64_t dx = -radius; dx <= radius; dx++) {
            int64_t left = square - dx * dx - dy * dy, width = lesson.width, height = lesson.height;
            if (left <= 0) continue;
            int64_t column = (x + dx) % width, row = (y + dy) % height;
            cells[(row + height) % height * width + (column + width) % width] +=
                (int)(most * left / square * left / square);
        }
}

static void add_drops(int *cells)
{
    int64_t width = lesson.width, height = lesson.height,
            radius = (width < height ? width : height) / 12 + 1;
    add_drop(cells, width / 3, height / 3, radius, DROP);
    add_drop(cells, 3 * width / 4, 2 * height / 3, radius, DROP / 2);
}

bool scene_fill(int *cells)
{
    int width = lesson.width, height = lesson.height;
    if (traits()->is_waves && !lesson.has_pattern) {
        add_drops(cells);
        return true;
    }
    if (traits()->is_twisted && !lesson.has_pattern) {
        scatter(cells, cell_count(), lesson.density, wb_seed());
        return true;
    }
    const rle_pattern *pattern = &lesson.pattern;
    if (!lesson.has_pattern) return compose(cells, width, height, lesson.density, wb_seed());
    place(cells, width, height, pattern, (width - pattern->width) / 2,
          (height - pattern->height) / 2);
    for (size_t i = 0; traits()->is_waves && i < cell_count(); i++) cells[i] *= DROP;
    return true;
}

/* ---- Patterns and pictures from files ---- */

// A picture is a pattern with a cell for each pixel, alive where it is rather bright than dark.
static bool read_picture(rle_pattern *pattern, const char *path)
{
    wb_image image;
    if (!wb_image_read(&image, path)) return false;
    size_t count = (size_t)image.width * (size_t)image.height;
    *pattern = (rle_pattern){.width = image.width,
                             .height = image.height,
                             .cells = malloc(count),
                             .born = RLE_BORN,
                             .survives = RLE_SURVIVES};
    for (size_t i = 0; pattern->cells != NULL && i < count; i++) {
        const uint8_t *c = &image.rgba[4 * i];
        pattern->cells[i] =
            299 * c[0] + 587 * c[1] + 114 * c[2] >= 127500; // the luma of ITU-R BT.601
    }
    wb_image_free(&image);
    if (pattern->cells == NULL) wb_error("%s: out of memory", path);
    return pattern->cells != NULL;
}

static bool write_picture(const char *path, const rle_pattern *pattern)
{
    wb_image image;
    if (!wb_image_create(&image, pattern->width, pattern->height)) return false;
    for (size_t i = 0; i < (size_t)pattern->width * (size_t)pattern->height; i++)
        if (pattern->cells[i]) memset(&image.rgba[4 * i], 255, 3);
    bool good = wb_image_write(&image, path);
    wb_image_free(&image);
    return good;
}

static bool is_picture(const char *path)
{
    return wb_file_has_extension(path, ".png");
}

bool load(const char *buffer, const char *path)
{
    if (strcmp(buffer, "cells") != 0) {
        wb_error("--load %s=%s: a pattern goes into the buffer cells", buffer, path);
        return false;
    }
    rle_free(&lesson.pattern);
    lesson.has_pattern =
        is_picture(path) ? read_picture(&lesson.pattern, path) : rle_read(&lesson.pattern, path);
    if (!lesson.has_pattern) return false;
    lesson.born = lesson.pattern.born;
    lesson.survives = lesson.pattern.survives;
    if (lesson.pattern.torus_width > 0) {
        lesson.width = lesson.pattern.torus_width;
        lesson.height = lesson.pattern.torus_height;
    }
    if (lesson.pattern.width <= lesson.width && lesson.pattern.height <= lesson.height) return true;
    wb_error("%s: the pattern is %d x %d cells, the grid %d x %d\n"
             "what to do: --set width=%d --set height=%d",
             path, lesson.pattern.width, lesson.pattern.height, lesson.width, lesson.height,
             lesson.pattern.width, lesson.pattern.height);
    return false;
}

static bool read_cells(int *cells)
{
    void *copy = malloc((size_t)lesson.cells.size_bytes);
    if (copy == NULL) {
        wb_error("buffer cells: out of memory");
        return false;
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    bool good = wb_buffer_read(&lesson.cells, copy);
    if (good) cells_from_copy(copy, cells);
    free(copy);
    return good;
}

bool dump(const char *buffer, const char *path)
{
    if (strcmp(buffer, "cells") != 0) {
        wb_error("--dump %s=%s: only the buffer cells can be written as a pattern", buffer, path);
        return false;
    }
    int *cells = malloc(cell_count() * sizeof *cells);
    bool has_rule = !traits()->is_gas && !traits()->is_wide; // one that a file can name
    rle_pattern pattern = {lesson.width,
                           lesson.height,
                           malloc(cell_count()),
                           lesson.width,
                           lesson.height,
                           has_rule ? lesson.born : 0,
                           has_rule ? lesson.survives : 0};
    bool room = cells != NULL && pattern.cells != NULL;
    if (!room) wb_error("%s: out of memory", path);
    bool good = room && read_cells(cells);
    for (size_t i = 0; good && i < cell_count(); i++) pattern.cells[i] = cells[i] > 0;
    good = good && (is_picture(path) ? write_picture(path, &pattern) : rle_write(path, &pattern));
    free(cells);
    rle_free(&pattern);
    return good;
}
