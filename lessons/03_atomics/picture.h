/* The pictures of the parts. */
#ifndef ATOMICS_PICTURE_H
#define ATOMICS_PICTURE_H

#include "lesson/lesson.h"

void histogram_draw(const wb_view *view);
void count_draw(const wb_view *view);
bool count_cells(const wb_view *view, wb_cells *cells); // of the values
void append_draw(const wb_view *view);
bool append_cells(const wb_view *view, wb_cells *cells);
void cells_draw(const wb_view *view);
void sum_draw(const wb_view *view);
void operations_draw(const wb_view *view);
void contention_draw(const wb_view *view);

#endif
