#include "lesson/variants.h"

#include <string.h>

const wb_variant *wb_find_variant(const wb_lesson *lesson, const char *name)
{
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++)
        if (strcmp(v->name, name) == 0) return v;
    return NULL;
}

const wb_variant *wb_find_exercise(const wb_lesson *lesson)
{
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++)
        if (v->kind == WB_EXERCISE) return v;
    return NULL;
}

const wb_part *wb_part_of(const wb_lesson *lesson, const wb_variant *variant)
{
    return variant->part != NULL ? variant->part : lesson->part;
}

const char *wb_section_of(const wb_lesson *lesson, const wb_variant *variant, const char *pass)
{
    for (const wb_section *s = lesson->sections; s != NULL && s->pass != NULL; s++)
        if (strcmp(s->pass, pass) == 0) return s->section;
    return variant->section;
}
