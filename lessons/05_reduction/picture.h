/* The pictures, and the words in the title bar. */
#ifndef REDUCTION_PICTURE_H
#define REDUCTION_PICTURE_H

#include "lesson/lesson.h"

/* wb_part's draw(). That of rounding stands in picture_rounding.c. */
void sum_draw(const wb_view *view);
void argmax_draw(const wb_view *view);
void particles_draw(const wb_view *view);
void rounding_draw(const wb_view *view);
void scan_draw(const wb_view *view);
void scan_group_draw(const wb_view *view);
void horizon_draw(const wb_view *view);

/* wb_part's status(). */
void count_status(char *text, size_t size);
void particles_status(char *text, size_t size);
void rounding_status(char *text, size_t size);

#endif
