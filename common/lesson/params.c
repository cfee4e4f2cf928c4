#include "lesson/params.h"

#include "lesson/options.h"

#include <stdio.h>
#include <string.h>

// The index-th parameter; NULL past the end.
static const wb_param *param_at(const wb_lesson *lesson, int index)
{
    if (lesson->params == NULL || index >= WB_MAX_PARAMS) return NULL;
    return lesson->params[index].name != NULL ? &lesson->params[index] : NULL;
}

void wb_params_keep(const wb_lesson *lesson, wb_param_values *kept)
{
    const wb_param *param;
    for (int i = 0; (param = param_at(lesson, i)) != NULL; i++)
        kept->values[i] = param->at.i != NULL ? (double)*param->at.i : (double)*param->at.f;
}

void wb_params_restore(const wb_lesson *lesson, const wb_param_values *kept)
{
    const wb_param *param;
    for (int i = 0; (param = param_at(lesson, i)) != NULL; i++) {
        if (param->at.i != NULL)
            *param->at.i = (int)kept->values[i];
        else
            *param->at.f = (float)kept->values[i];
    }
}

bool wb_params_set(const wb_lesson *lesson, const char *text)
{
    char words[256];
    snprintf(words, sizeof words, "%s", text);
    char *rest = words;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        if (!wb_options_set(lesson, word)) return false;
    return true;
}

const char *wb_params_text(const wb_lesson *lesson, char *text, size_t size)
{
    wb_param_values now;
    const wb_param *param;
    wb_params_keep(lesson, &now);
    *text = '\0';
    for (int i = 0; (param = param_at(lesson, i)) != NULL; i++) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s=%.7g", i > 0 ? " " : "", param->name,
                 now.values[i]);
    }
    return text;
}
