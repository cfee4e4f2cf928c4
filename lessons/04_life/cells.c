#include "cells.h"

#include "state.h"

#include <string.h>

static size_t index_of(int x, int y, int width)
{
    return (size_t)y * (size_t)width + (size_t)x;
}

void cells_pack(const int *cells, uint32_t *words, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (cells[index_of(x, y, width)] > 0)
                words[index_of(x / 32, y, (width + 31) / 32)] |= 1u << x % 32;
}

static void cells_unpack(const uint32_t *words, int *cells, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            cells[index_of(x, y, width)] =
                (int)(words[index_of(x / 32, y, (width + 31) / 32)] >> x % 32 & 1);
}

void cells_from_copy(const void *copy, int *cells)
{
    if (traits()->is_packed)
        cells_unpack(copy, cells, lesson.width, lesson.height);
    else
        memcpy(cells, copy, cell_count() * sizeof *cells);
}
