/* What stands where in a lesson's description. */
#ifndef WB_LESSON_VARIANTS_H
#define WB_LESSON_VARIANTS_H

#include "lesson/lesson.h"

/* The part of a variant: its own, or the lesson's. */
const wb_part *wb_part_of(const wb_lesson *lesson, const wb_variant *variant);

/* The variant of that name; NULL if there is none. */
const wb_variant *wb_find_variant(const wb_lesson *lesson, const char *name);

/* The project; NULL if there is none. */
const wb_variant *wb_find_project(const wb_lesson *lesson);

/* The cases that a variant is checked on, up to a NULL. */
const char *const *wb_cases_of(const wb_lesson *lesson, const wb_variant *variant);

/* Whether the lesson reads and writes this file itself; and all that --load and --dump take:
 * ".npy, .csv or .rle". */
bool wb_has_own_format(const wb_lesson *lesson, const char *path);
const char *wb_formats_text(const wb_lesson *lesson, char *text, size_t size);

#endif
