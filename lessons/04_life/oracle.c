#include "oracle.h"

#include "cells.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The rules ---- */

// As rule.glsl says: 1 and more is a living cell's age, less than 0 how long a dead one is seen.
static int remember(int cell, bool alive)
{
    if (alive) return cell <= 0 ? 1 : cell < MAX_AGE ? cell + 1 : MAX_AGE;
    return cell > 0 ? -TRAIL : cell < 0 ? cell + 1 : 0;
}

static bool lives_on(bool alive, int neighbours)
{
    const life_rule *rule = &traits()->rule;
    bool own = rule->born != 0;
    int counts = alive ? (own ? rule->survives : lesson.survives) : own ? rule->born : lesson.born;
    return counts >> neighbours & 1;
}

// As wide.glsl says; `living` of all cells in reach, its own included.
static bool lives_on_wide(bool alive, int living)
{
    int area = (2 * lesson.radius + 1) * (2 * lesson.radius + 1);
    return 121 * living >= 34 * area && 121 * living <= (alive ? 58 : 45) * area;
}

// The position on the torus, from however far outside.
static int wrap(int position, int length)
{
    if (position >= 0 && position < length) return position;
    return (position % length + length) % length;
}

static size_t wrapped(int x, int y)
{
    return (size_t)wrap(y, lesson.height) * (size_t)lesson.width + (size_t)wrap(x, lesson.width);
}

// The living of the square around a cell, its own included.
static int count_living(const int *cells, int x, int y, int radius)
{
    int living = 0;
    for (int dy = -radius; dy <= radius; dy++) {
        const int *row = cells + wrapped(0, y + dy), *beyond = row;
        if (traits()->is_twisted) beyond = cells + wrapped(0, lesson.height - 1 - (y + dy));
        for (int dx = -radius; dx <= radius; dx++) {
            bool is_inside = x + dx >= 0 && x + dx < lesson.width;
            living += (is_inside ? row : beyond)[wrap(x + dx, lesson.width)] > 0;
        }
    }
    return living;
}

// One generation on a torus, slow and plain.
static void next_generation(const int *cells, int *next)
{
    bool is_wide = traits()->is_wide;
    int radius = is_wide ? lesson.radius : 1;
    size_t i = 0;
    for (int y = 0; y < lesson.height; y++) {
        for (int x = 0; x < lesson.width; x++, i++) {
            int living = count_living(cells, x, y, radius), self = cells[i] > 0;
            next[i] = remember(cells[i], is_wide ? lives_on_wide(self, living)
                                                 : lives_on(self, living - self));
        }
    }
}

// One generation of the gas: blocks of 2 x 2, which begin one further on in every second one.
static void next_gas(const int *cells, int *next, int turn)
{
    memcpy(next, cells, cell_count() * sizeof *cells);
    for (int y = turn; y + 1 < lesson.height + turn; y += 2) {
        for (int x = turn; x + 1 < lesson.width + turn; x += 2) {
            size_t at[4] = {wrapped(x, y), wrapped(x + 1, y), wrapped(x, y + 1),
                            wrapped(x + 1, y + 1)};
            bool is[4];
            for (int k = 0; k < 4; k++) is[k] = cells[at[k]] > 0;
            bool collide = is[0] == is[3] && is[1] == is[2] && is[0] != is[1];
            for (int k = 0; k < 4; k++)
                next[at[k]] = remember(cells[at[k]], collide ? !is[k] : is[3 - k]);
        }
    }
}

// A wave's next generation, as waves.comp has it: whatever is loaded, in 32 bits that wrap.
static void next_waves(const int *cells, const int *before, int *next)
{
    for (int y = 0; y < lesson.height; y++)
        for (int x = 0; x < lesson.width; x++) {
            size_t i = wrapped(x, y);
            uint32_t here = (uint32_t)cells[i];
            uint32_t slope =
                (uint32_t)cells[wrapped(x + 1, y)] + (uint32_t)cells[wrapped(x - 1, y)] +
                (uint32_t)cells[wrapped(x, y + 1)] + (uint32_t)cells[wrapped(x, y - 1)] - 4 * here;
            bool is_valley = (int32_t)slope < 0;
            uint32_t part = (is_valley ? 0 - slope : slope) / 4;
            next[i] = (int)(2 * here - (uint32_t)before[i] + (is_valley ? 0 - part : part));
        }
}

/* ---- The answer ---- */

// Heights after `steps` frames; or, `ago` 1, those of a generation before.
static bool compute_waves(int64_t steps, int ago, int *heights)
{
    size_t count = cell_count();
    const void *start[2] = {wb_start_state("cells"), wb_start_state("before")};
    int *all = malloc(3 * count * sizeof *all);
    if (all == NULL || start[0] == NULL || start[1] == NULL) {
        free(all);
        return false;
    }
    int *ring[3] = {all, all + count, all + 2 * count}; // now, before, next
    for (int k = 0; k < 2; k++) cells_from_copy(start[k], ring[k]);
    for (int64_t i = 0; i < steps * lesson.generations; i++) {
        int *oldest = ring[1];
        next_waves(ring[0], oldest, ring[2]);
        ring[1] = ring[0];
        ring[0] = ring[2];
        ring[2] = oldest;
    }
    memcpy(heights, ring[ago], count * sizeof *heights);
    free(all);
    return true;
}

// The cells after `steps` frames from the start, one int each. False if there is no memory.
static bool compute_cells(const void *start, int64_t steps, int *cells)
{
    int *next = malloc(cell_count() * sizeof *next);
    if (next == NULL) return false;
    cells_from_copy(start, cells);
    for (int64_t i = 0; i < steps * lesson.generations; i++) {
        if (traits()->is_gas)
            next_gas(cells, next, (int)(i % 2));
        else
            next_generation(cells, next);
        memcpy(cells, next, cell_count() * sizeof *cells);
    }
    free(next);
    return true;
}

// The cell's block, which moves in this turn.
static void tell_block(const int *cells, int x, int y, int turn, char *text, size_t size)
{
    int left = x - ((x + turn) & 1), top = y - ((y + turn) & 1), is[4];
    bool is_alone = left + 1 >= lesson.width + turn || (left < 0 && lesson.width % 2 == 1) ||
                    top + 1 >= lesson.height + turn || (top < 0 && lesson.height % 2 == 1);
    for (int k = 0; k < 4; k++) is[k] = cells[wrapped(left + k % 2, top + k / 2)] > 0;
    if (is_alone)
        snprintf(text, size, "it is in no block in this turn, so nothing moves there");
    else
        snprintf(text, size,
                 "its block, from row %d and column %d on, was %d %d above and %d %d below",
                 wrap(top, lesson.height), wrap(left, lesson.width), is[0], is[1], is[2], is[3]);
}

// From the generation before the last.
void inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    const void *start = wb_start_state("cells");
    const life_traits *t = traits();
    if (strcmp(buffer, "cells") != 0 || steps < 1 || t->is_packed || t->is_waves || start == NULL)
        return;
    if (t->is_wide && steps > 1) return; // the book asks for every cell: minutes
    int *cells = malloc(cell_count() * sizeof *cells);
    if (cells != NULL && lesson.generations == 1 && compute_cells(start, steps - 1, cells)) {
        int x = (int)index % lesson.width, y = (int)index / lesson.width;
        int living = count_living(cells, x, y, t->is_wide ? lesson.radius : 1);
        if (t->is_gas)
            tell_block(cells, x, y, (int)((steps - 1) % 2), text, size);
        else
            snprintf(text, size, "it was %s and had %d living neighbour%s%s",
                     cells[index] > 0 ? "alive" : "dead", living - (cells[index] > 0),
                     living - (cells[index] > 0) == 1 ? "" : "s",
                     x == 0 || y == 0 || x == lesson.width - 1 || y == lesson.height - 1
                         ? "; it lies at the grid's edge"
                         : "");
    }
    free(cells);
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
    bool is_before = strcmp(buffer, "before") == 0;
    if ((strcmp(buffer, "cells") != 0 && !is_before) || start == NULL) return WB_NO_ANSWER;
    bool good = traits()->is_waves    ? compute_waves(steps, is_before, expected)
                : traits()->is_packed ? compute_words(start, steps, expected)
                                      : compute_cells(start, steps, expected);
    if (good) return WB_ANSWERED;
    wb_error("the oracle has no memory for a grid of %d x %d", lesson.width, lesson.height);
    return WB_ANSWER_FAILED;
}
