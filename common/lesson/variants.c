#include "lesson/variants.h"

#include "base/file.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

const wb_variant *wb_find_variant(const wb_lesson *lesson, const char *name)
{
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++)
        if (strcmp(v->name, name) == 0) return v;
    return NULL;
}

const wb_variant *wb_find_project(const wb_lesson *lesson)
{
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++)
        if (v->kind == WB_PROJECT) return v;
    return NULL;
}

const wb_part *wb_part_of(const wb_lesson *lesson, const wb_variant *variant)
{
    return variant->part != NULL ? variant->part : lesson->part;
}

const char *const *wb_cases_of(const wb_lesson *lesson, const wb_variant *variant)
{
    return variant->cases != NULL ? variant->cases : wb_part_of(lesson, variant)->cases;
}

bool wb_has_own_format(const wb_lesson *lesson, const char *path)
{
    for (int i = 0; lesson->formats[i] != NULL; i++)
        if (wb_file_has_extension(path, lesson->formats[i])) return true;
    return false;
}

const char *wb_formats_text(const wb_lesson *lesson, char *text, size_t size)
{
    const char *all[2 + WB_MOST_FORMATS + 1] = {".npy", ".csv"};
    for (int i = 0; lesson->formats[i] != NULL; i++) all[2 + i] = lesson->formats[i];
    snprintf(text, size, "%s", all[0]);
    for (int i = 1; all[i] != NULL; i++)
        wb_text_append(text, size, "%s%s", all[i + 1] != NULL ? ", " : " or ", all[i]);
    return text;
}
