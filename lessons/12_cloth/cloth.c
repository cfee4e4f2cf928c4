#include "cloth.h"

#include <stdbool.h>

typedef struct way {
    int first_y, x,
        y; // where a link begins, from its cell's upper left particle, and where it ends
} way;

static const way ways[DIRECTIONS] = {{0, 1, 0}, {0, 0, 1}, {0, 1, 1}, {1, 1, 0}};

void cloth_links(int columns, int rows, cloth_link *links, uint32_t starts[COLOURS + 1])
{
    uint32_t count = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        int direction = colour / 2;
        way to = ways[direction];
        starts[colour] = count;
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++) {
                int along = direction == 1 ? y : x;
                bool is_link = x + to.x < columns && y + to.y < rows && y + to.first_y < rows;
                if (along % 2 != colour % 2 || !is_link) continue;
                uint32_t a = (uint32_t)((y + to.first_y) * columns + x);
                uint32_t b = (uint32_t)((y + to.y) * columns + x + to.x);
                if (links != NULL)
                    links[count] =
                        (cloth_link){a, b, (uint32_t)direction, (uint32_t)(y * columns + x)};
                count++;
            }
    }
    starts[COLOURS] = count;
}

int cloth_is_pinned(int pins, int columns, int rows, int x, int y)
{
    bool side = x == 0 || x == columns - 1;
    if (pins == PINS_EDGE) return y == 0;
    if (pins == PINS_CORNERS) return y == 0 && side;
    return pins == PINS_FOUR && side && (y == 0 || y == rows - 1);
}

uint32_t cloth_pin(const cloth *c, int x, int y, int t)
{
    (void)y;
    if (c->pins == PINS_EDGE) return (uint32_t)x;
    return (uint32_t)((t >> 1) * (c->rows - 1) * c->columns + (t & 1) * (c->columns - 1));
}
