#include "lesson/params.h"

#include "base/text.h"
#include "os/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The index-th parameter; NULL past the end.
static const wb_param *param_at(const wb_lesson *lesson, int index)
{
    if (lesson->params == NULL || index >= WB_MAX_PARAMS) return NULL;
    return lesson->params[index].name != NULL ? &lesson->params[index] : NULL;
}

double wb_param_value(const wb_param *param)
{
    return param->at.i != NULL ? (double)*param->at.i : (double)*param->at.f;
}

static void put(const wb_param *param, double value)
{
    if (param->typed != NULL && value != wb_param_value(param)) param->typed->count = 0;
    if (param->at.i != NULL)
        *param->at.i = (int)value;
    else
        *param->at.f = (float)value;
}

void wb_params_keep(const wb_lesson *lesson, wb_param_values *kept)
{
    const wb_param *param;
    for (int i = 0; (param = param_at(lesson, i)) != NULL; i++)
        kept->values[i] = wb_param_value(param);
}

void wb_params_restore(const wb_lesson *lesson, const wb_param_values *kept)
{
    const wb_param *param;
    for (int i = 0; (param = param_at(lesson, i)) != NULL; i++) put(param, kept->values[i]);
}

static const wb_param *find_param(const wb_lesson *lesson, const char *name, size_t length)
{
    const wb_param *param;
    char names[512] = "";
    for (int i = 0; (param = param_at(lesson, i)) != NULL; i++) {
        if (strlen(param->name) == length && strncmp(param->name, name, length) == 0) return param;
        wb_text_append(names, sizeof names, " %s", param->name);
    }
    wb_error("--set %s: this lesson has no such parameter\nit has:%s", name,
             *names ? names : " none");
    return NULL;
}

const wb_param *wb_param_number(const wb_lesson *lesson)
{
    const wb_param *param;
    for (int i = 0; (param = param_at(lesson, i)) != NULL; i++)
        if (param->fewest > 0) return param;
    return NULL;
}

// The value that has this name; -1 if there is none.
static int choice_of(const wb_param *param, const char *name)
{
    for (int i = 0; param->names != NULL && param->names[i] != NULL; i++)
        if (strcmp(param->names[i], name) == 0) return (int)param->min + i;
    return -1;
}

const char *wb_param_choices(const wb_param *param, char *text, size_t size)
{
    *text = '\0';
    for (int i = 0; param->names != NULL && param->names[i] != NULL; i++)
        wb_text_append(text, size, "%s%s", i > 0 ? ", " : "", param->names[i]);
    return text;
}

// Takes "5,3,8"; false, if that is no list of such numbers.
static bool take_typed(const wb_param *param, const char *text)
{
    wb_typed typed = {0};
    for (const char *at = text; typed.count < WB_MOST_TYPED; at++) {
        char *end;
        long number = strtol(at, &end, 10);
        if (end == at || number < 0 || number > WB_LARGEST_TYPED) return false;
        typed.numbers[typed.count++] = (int)number;
        at = end;
        if (*at == ',') continue;
        if (*at != '\0') return false;
        put(param, typed.count);
        *param->typed = typed;
        return true;
    }
    return false;
}

bool wb_param_set(const wb_lesson *lesson, const char *assignment)
{
    const char *equals = strchr(assignment, '=');
    if (equals == NULL) {
        wb_error("--set %s: NAME=VALUE is needed", assignment);
        return false;
    }
    const wb_param *param = find_param(lesson, assignment, (size_t)(equals - assignment));
    if (param == NULL) return false;
    if (param->typed != NULL && strchr(equals, ',') != NULL) {
        if (take_typed(param, equals + 1)) return true;
        wb_error("--set %s: %s are 2 to %d whole numbers from 0 to %d, with commas between",
                 assignment, param->name, WB_MOST_TYPED, WB_LARGEST_TYPED);
        return false;
    }
    if (param->typed != NULL) param->typed->count = 0;
    char *end;
    errno = 0;
    double value = strtod(equals + 1, &end);
    int choice = choice_of(param, equals + 1);
    if (choice >= 0) {
        put(param, choice);
        return true;
    }
    bool good = errno == 0 && end != equals + 1 && *end == '\0' && value >= param->min &&
                value <= param->max && (param->at.i == NULL || value == floor(value));
    if (!good && param->names != NULL) {
        char names[512];
        wb_error("--set %s: %s is one of: %s", assignment, param->name,
                 wb_param_choices(param, names, sizeof names));
        return false;
    }
    if (!good) {
        wb_error("--set %s: %s is a %s from %.10g to %.10g%s%s", assignment, param->name,
                 param->at.i != NULL ? "whole number" : "number", param->min, param->max,
                 param->unit != NULL ? " " : "", param->unit != NULL ? param->unit : "");
        return false;
    }
    put(param, value);
    return true;
}

const char *wb_param_text(const wb_param *param, char *text, size_t size)
{
    if (param->typed != NULL && param->typed->count > 0) {
        *text = '\0';
        for (int i = 0; i < param->typed->count; i++)
            wb_text_append(text, size, "%s%d", i > 0 ? "," : "", param->typed->numbers[i]);
        return text;
    }
    if (param->at.i != NULL) {
        snprintf(text, size, "%d", *param->at.i);
        return text;
    }
    float value = *param->at.f;
    int digits = 6; // or 60 becomes 6e+01
    do snprintf(text, size, "%.*g", digits, (double)value);
    while (strtof(text, NULL) != value && digits++ < 9);
    return text;
}

bool wb_params_set(const wb_lesson *lesson, const char *text)
{
    bool good = true;
    for (const char *at = text + strspn(text, " "); good && *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        char *word = strndup(at, length);
        if (word == NULL) wb_error("%s: out of memory for a parameter", lesson->id);
        good = word != NULL && wb_param_set(lesson, word);
        free(word);
        at += length;
    }
    return good;
}

const char *wb_params_text(const wb_lesson *lesson, char *text, size_t size)
{
    const wb_param *param;
    *text = '\0';
    for (int i = 0; (param = param_at(lesson, i)) != NULL; i++) {
        char value[WB_PARAM_TEXT];
        wb_text_append(text, size, "%s%s=%s", i > 0 ? " " : "", param->name,
                       wb_param_text(param, value, sizeof value));
    }
    return text;
}
