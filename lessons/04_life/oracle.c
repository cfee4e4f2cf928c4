#include "oracle.h"

#include "cells.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

/* ---- The rule ---- */

static bool lives_on(bool alive, int neighbours, bool highlife)
{
    return neighbours == 3 || (alive && neighbours == 2) || (highlife && !alive && neighbours == 6);
}

// As rule.glsl says: 1 and more is a living cell's age, less than 0 how long a dead one is seen.
static int next_cell(int cell, int neighbours, bool highlife)
{
    if (lives_on(cell > 0, neighbours, highlife))
        return cell <= 0 ? 1 : cell < MAX_AGE ? cell + 1 : MAX_AGE;
    return cell > 0 ? -TRAIL : cell < 0 ? cell + 1 : 0;
}

// One generation on a torus, slow and plain.
static void next_generation(const int *cells, int *next, int width, int height, bool highlife)
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int neighbours = 0;
            for (int k = 0; k < 9; k++) {
                int column = (x + k % 3 - 1 + width) % width;
                int row = (y + k / 3 - 1 + height) % height;
                if (k != 4 && cells[(size_t)row * (size_t)width + (size_t)column] > 0) neighbours++;
            }
            size_t at = (size_t)y * (size_t)width + (size_t)x;
            next[at] = next_cell(cells[at], neighbours, highlife);
        }
    }
}

/* ---- The answer ---- */

// The cells after `steps` frames from the start, one int each. False if there is no memory.
static bool compute_cells(const void *start, int64_t steps, int *cells)
{
    int *next = malloc(cell_count() * sizeof *next);
    if (next == NULL) return false;
    cells_from_copy(start, cells);
    for (int64_t i = 0; i < steps * lesson.generations; i++) {
        next_generation(cells, next, lesson.width, lesson.height, way()->is_highlife);
        memcpy(cells, next, cell_count() * sizeof *cells);
    }
    free(next);
    return true;
}

// The same in words of 32 cells, which know only whether a cell lives.
static bool compute_words(const void *start, int64_t steps, uint32_t *words)
{
    int *cells = malloc(cell_count() * sizeof *cells);
    bool good = cells != NULL && compute_cells(start, steps, cells);
    memset(words, 0, (size_t)lesson.cells.size_bytes);
    if (good) cells_pack(cells, words, lesson.width, lesson.height);
    free(cells);
    return good;
}

wb_answer expect(const char *buffer, int64_t steps, void *expected)
{
    const void *start = wb_start_state("cells");
    if (strcmp(buffer, "cells") != 0 || start == NULL) return WB_NO_ANSWER;
    bool good = way()->is_packed ? compute_words(start, steps, expected)
                                 : compute_cells(start, steps, expected);
    if (good) return WB_ANSWERED;
    wb_error("the oracle has no memory for a grid of %d x %d", lesson.width, lesson.height);
    return WB_ANSWER_FAILED;
}
