#include "tell.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// "(7, 3, 9), bit 39 of block 41"
static const char *place_of(uint32_t id, char *text, size_t size)
{
    int c[3];
    field_cell(id, c);
    snprintf(text, size, "(%d, %d, %d), bit %u of block %u", c[0], c[1], c[2],
             id % WB_SURFACE_BLOCK, id / WB_SURFACE_BLOCK);
    return text;
}

/* ---- The first pass ---- */

// What one of its two bits says of a cell.
static bool tell_bit(const field *f, const uint32_t *occupied, uint32_t id, bool asks_full)
{
    int cell[3];
    char place[100];
    field_cell(id, cell);
    uint32_t word = 4 * (id / WB_SURFACE_BLOCK) + 2 * asks_full + id / 32 % 2;
    uint32_t held = field_held(f, cell), full = lesson.surface.full;
    bool is_set = (occupied[word] >> id % 32 & 1) != 0;
    if (is_set == (held >= (asks_full ? full : 1))) return false;
    wb_note("cell %s, has %u particle%s, and from %u on a cell is full; bit %u of occupied[%u] "
            "says that it %s",
            place_of(id, place, sizeof place), held, held == 1 ? "" : "s", full, id % 32, word,
            asks_full ? (is_set ? "is full" : "is not full")
                      : (is_set ? "holds particles" : "holds none"));
    return true;
}

bool tell_cells(const field *f)
{
    if (traits()->plain) return false;
    const wb_buffer *buffer = &lesson.surface.occupied;
    uint32_t *occupied = malloc((size_t)buffer->size_bytes);
    bool told = false, is_read = occupied != NULL && wb_buffer_read(buffer, occupied);
    for (uint32_t id = 0; is_read && !told && id < f->cells; id++)
        told = tell_bit(f, occupied, id, false) || tell_bit(f, occupied, id, true);
    free(occupied);
    return told;
}

/* ---- Candidates and their corners ---- */

/* The cells up to K away from one. */
typedef struct surroundings {
    int count, held, full;
    int nearest_held[3], nearest_open[3]; // that holds particles; that is not full
} surroundings;

static int distance_of(const int a[3], const int b[3])
{
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]);
}

static void take_nearer(const int middle[3], const int cell[3], bool is_first, int nearest[3])
{
    if (!is_first && distance_of(middle, cell) >= distance_of(middle, nearest)) return;
    for (int axis = 0; axis < 3; axis++) nearest[axis] = cell[axis];
}

static surroundings look_around(const field *f, const int middle[3])
{
    int k = lesson.cells, open = 0;
    surroundings s = {0};
    for (int z = middle[2] - k; z <= middle[2] + k; z++)
        for (int y = middle[1] - k; y <= middle[1] + k; y++)
            for (int x = middle[0] - k; x <= middle[0] + k; x++) {
                const int cell[3] = {x, y, z};
                uint32_t held = field_held(f, cell);
                s.count++;
                if (held > 0) take_nearer(middle, cell, s.held++ == 0, s.nearest_held);
                if (held >= (traits()->plain ? 1 : lesson.surface.full))
                    s.full++;
                else
                    take_nearer(middle, cell, open++ == 0, s.nearest_open);
            }
    return s;
}

// What makes a cell a candidate: of cells that hold particles and cells that are not full, there
// may be few of one kind, and the nearest of these shows what has not been seen.
static void tell_missing(const field *f, uint32_t id)
{
    int middle[3];
    char place[100], full[40] = "";
    field_cell(id, middle);
    surroundings s = look_around(f, middle);
    bool shows_held = s.held <= s.count - s.full;
    const int *near = shows_held ? s.nearest_held : s.nearest_open;
    if (!traits()->plain) snprintf(full, sizeof full, ", and %d are full", s.full);
    wb_note("cell %s, is missing among the candidates: up to %d away, %d of %d cells %s "
            "particles%s; the nearest that %s is (%d, %d, %d), with %u",
            place_of(id, place, sizeof place), lesson.cells, s.held, s.count,
            s.held == 1 ? "holds" : "hold", full,
            shows_held        ? "holds some"
            : traits()->plain ? "holds none"
                              : "is not full",
            near[0], near[1], near[2], field_held(f, near));
}

static void tell_surplus(const field *f, uint32_t id)
{
    int middle[3];
    char place[100], why[80];
    field_cell(id, middle);
    surroundings s = look_around(f, middle);
    if (field_is_border(middle))
        snprintf(why, sizeof why, "it is at the border of the grid");
    else
        snprintf(why, sizeof why, "of the %d cells up to %d away %s", s.count, lesson.cells,
                 s.held == 0       ? "none holds particles"
                 : traits()->plain ? "all hold particles"
                                   : "all are full");
    wb_note("cell %s, came out as a candidate, and is none: %s", place_of(id, place, sizeof place),
            why);
}

static void tell_corner(const field *f, uint32_t id, bool is_missing)
{
    int corner[3], cell[3];
    char place[100], owner[100];
    field_cell(id, corner);
    place_of(id, place, sizeof place);
    if (!is_missing) wb_note("corner %s, came out as one of a candidate, and is none", place);
    for (uint32_t other = 0; is_missing && other < f->cells; other++) {
        field_cell(other, cell);
        bool has_it = f->is_candidate[other] != 0;
        for (int axis = 0; axis < 3; axis++)
            has_it = has_it && (corner[axis] == cell[axis] || corner[axis] == cell[axis] + 1);
        if (!has_it) continue;
        wb_note("corner %s, is missing: it is one of candidate %s", place,
                place_of(other, owner, sizeof owner));
        break;
    }
}

static uint32_t ones_of(const uint32_t mask[2])
{
    uint32_t ones = 0;
    for (uint32_t bit = 0; bit < WB_SURFACE_BLOCK; bit++) ones += mask[bit / 32] >> bit % 32 & 1;
    return ones;
}

// A block whose number of corners is not how many ones its own mask has: the list is made of both.
static bool tell_counts(const field *f)
{
    const wb_surface *s = &lesson.surface;
    uint32_t(*masks)[WB_SURFACE_MASKS][2] = malloc((size_t)s->masks.size_bytes);
    uint32_t *counts = malloc((size_t)s->corner_counts.size_bytes);
    bool told = false, is_read = masks != NULL && counts != NULL &&
                                 wb_buffer_read(&s->masks, masks) &&
                                 wb_buffer_read(&s->corner_counts, counts);
    for (uint32_t block = 0; is_read && !told && block < f->blocks; block++) {
        uint32_t ones = ones_of(masks[block][WB_SURFACE_CORNERS]);
        told = counts[block] != ones;
        if (told)
            wb_note("corner_counts[%u] is %u, and the block's mask of corners has %u ones", block,
                    counts[block], ones);
    }
    free(masks);
    free(counts);
    return told;
}

// Cells or corners of which a list is wrong.
typedef struct differences {
    uint32_t first; // if there are any
    uint32_t missing, surplus;
} differences;

static differences find_differences(const field *f, const uint8_t *right, const uint32_t *list,
                                    uint32_t count)
{
    uint8_t *is_listed = calloc(f->cells, 1);
    differences d = {0};
    for (uint32_t i = 0; is_listed != NULL && i < count; i++)
        if (list[i] < f->cells) is_listed[list[i]] = 1;
    for (uint32_t id = 0; is_listed != NULL && id < f->cells; id++) {
        if (is_listed[id] == right[id]) continue;
        if (d.missing + d.surplus == 0) d.first = id;
        d.missing += right[id];
        d.surplus += is_listed[id];
    }
    free(is_listed);
    return d;
}

static void tell_how_many(const differences *d)
{
    wb_note("that is the first; in all %u are missing, and %u are too many", d->missing,
            d->surplus);
}

void tell_candidates(const field *f, const uint32_t *list, uint32_t count)
{
    differences d = find_differences(f, f->is_candidate, list, count);
    if (d.missing + d.surplus == 0) return;
    if (f->is_candidate[d.first])
        tell_missing(f, d.first);
    else
        tell_surplus(f, d.first);
    tell_how_many(&d);
}

void tell_corners(const field *f, const uint32_t *list, uint32_t count)
{
    if (!traits()->plain && tell_counts(f)) return;
    differences d = find_differences(f, f->is_corner, list, count);
    if (d.missing + d.surplus == 0) return;
    tell_corner(f, d.first, f->is_corner[d.first]);
    tell_how_many(&d);
}

/* ---- Vertices ---- */

// Of the edge of a vertex: its lower end, and its axis.
static bool find_edge(const field *f, int64_t vertex, uint32_t *corner, int *axis)
{
    for (*corner = 0; *corner < f->cells; ++*corner)
        for (*axis = 0; *axis < 3; ++*axis)
            if (f->vertices[*corner][*axis] == vertex) return true;
    return false;
}

void tell_vertices(const field *f, float (*positions)[4], int64_t count)
{
    for (int64_t i = 0; !traits()->plain && i < count; i++) {
        uint32_t here;
        int axis, at[3];
        char place[100];
        if (!find_edge(f, i, &here, &axis)) return;
        field_cell(here, at);
        double low = (double)(lesson.surface.grid.desc.low[axis]),
               size = (double)lesson.surface.cell_size;
        double got = ((double)positions[i][axis] - low) / size - at[axis];
        double right = (f->positions[i][axis] - low) / size - at[axis];
        if (fabs(got - right) <= 1e-4) continue;
        char name = "xyz"[axis];
        at[axis]++;
        wb_note("vertex %lld, on an edge along %c from corner %s: the colours at its ends are "
                "here = %u and there = %u, and iso is %u; the share of the way is %.4f, and came "
                "out as %.4g%s",
                (long long)i, name, place_of(here, place, sizeof place), f->colours[here],
                f->colours[field_id(at)], wb_surface_get_numbers(&lesson.surface).iso, right, got,
                got > -1e-6 && got < 1.0 + 1e-6 ? "" : ", which is not between the two ends");
        return;
    }
}
