#include "cells.h"

#include <stddef.h>

static bool lives_on(bool alive, int neighbours, bool highlife)
{
    return neighbours == 3 || (alive && neighbours == 2) || (highlife && !alive && neighbours == 6);
}

static int next_cell(int cell, int neighbours, cells_rule rule)
{
    if (lives_on(cell > 0, neighbours, rule.highlife))
        return cell <= 0 ? 1 : cell < rule.max_age ? cell + 1 : rule.max_age;
    return cell > 0 ? -rule.trail : cell < 0 ? cell + 1 : 0;
}

static size_t index_of(int x, int y, int width)
{
    return (size_t)y * (size_t)width + (size_t)x;
}

void cells_generation(const int *cells, int *next, int width, int height, cells_rule rule)
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int neighbours = 0;
            for (int k = 0; k < 9; k++) {
                int column = (x + k % 3 - 1 + width) % width;
                int row = (y + k / 3 - 1 + height) % height;
                if (k != 4 && cells[index_of(column, row, width)] > 0) neighbours++;
            }
            size_t at = index_of(x, y, width);
            next[at] = next_cell(cells[at], neighbours, rule);
        }
    }
}

void cells_pack(const int *cells, uint32_t *words, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (cells[index_of(x, y, width)] > 0)
                words[index_of(x / 32, y, (width + 31) / 32)] |= 1u << x % 32;
}

void cells_unpack(const uint32_t *words, int *cells, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            cells[index_of(x, y, width)] =
                (int)(words[index_of(x / 32, y, (width + 31) / 32)] >> x % 32 & 1);
}
