/* Where a result is wrong, and what is there: notes behind the message that it is. */
#ifndef SURFACE_TELL_H
#define SURFACE_TELL_H

#include "field.h"

/* The first cell of which the first pass says something wrong. False if there is none, and of the
 * plain versions, of which it keeps one bit a cell. */
bool tell_cells(const field *f);

/* The first cell that is missing in the list of candidates, or too many; of the corners as well, or
 * the first block whose number of corners is wrong. */
void tell_candidates(const field *f, const uint32_t *list, uint32_t count);
void tell_corners(const field *f, const uint32_t *list, uint32_t count);

/* The first vertex that lies elsewhere on its edge. */
void tell_vertices(const field *f, float (*positions)[4], int64_t count);

#endif
