#include "scene.h"

#include "base/random.h"

#include <stddef.h>
#include <string.h>

static const char gun_text[] = "x = 36, y = 9, rule = B3/S23\n"
                               "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob"
                               "2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";

void scene_place(int *cells, int width, int height, const rle_pattern *pattern, int x, int y)
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

bool scene_compose(int *cells, int width, int height, float density, uint64_t seed)
{
    rle_pattern gun;
    if (!rle_parse(&gun, gun_text, strlen(gun_text), "the glider gun")) return false;
    scene_place(cells, width, height, &gun, width / 16, height / 16);
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
