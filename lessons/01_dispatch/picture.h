/* The pictures of the two parts: draw(), status() and where groups and data are in them, see
 * wb_part. */
#ifndef DISPATCH_PICTURE_H
#define DISPATCH_PICTURE_H

#include "lesson/lesson.h"

void layout_draw(const wb_view *view);
void layout_status(char *text, size_t size);
bool layout_group_at(const wb_view *view, uint32_t group[3]);

void grey_draw(const wb_view *view);
void grey_status(char *text, size_t size);
bool grey_cells(const wb_view *view, wb_cells *cells);

#endif
