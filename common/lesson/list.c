#include "lesson/options.h"

#include "base/file.h"
#include "base/json.h"
#include "lesson/params.h"
#include "lesson/task_list.h"
#include "lesson/variants.h"

#include <stdio.h>
#include <string.h>

/* ---- For people ---- */

static void print_text(const wb_lesson *lesson)
{
    static const char *const remarks[] = {[WB_VERSION] = "limit",
                                          [WB_BROKEN] = "BROKEN",
                                          [WB_TASK] = "",
                                          [WB_PEER] = "limit",
                                          [WB_PROJECT] = ""};
    const wb_part *part = NULL;
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++) {
        if (wb_part_of(lesson, v) != part) {
            part = wb_part_of(lesson, v);
            if (part->name != NULL)
                printf("variants of the part %s:\n", part->name);
            else
                printf("variants:\n");
        }
        printf("  %-20s %s\n", v->name, v->shows);
        const wb_task *task = wb_variant_task(lesson, v);
        if (task != NULL) printf("  %-20s task: %s\n", "", task->demand);
        if (v->project != NULL) printf("  %-20s task: %s\n", "", v->project->task);
        if (v->remark != NULL) printf("  %-20s %s: %s\n", "", remarks[v->kind], v->remark);
    }
    if (lesson->tasks != NULL) printf("tasks:\n");
    wb_tasks_print(lesson);
    if (lesson->params == NULL || lesson->params->name == NULL) return;
    printf("parameters:\n");
    for (const wb_param *p = lesson->params; p->name != NULL; p++) {
        if (p->names != NULL) {
            char names[512];
            printf("  %-20s %s: %s; now %s\n", p->name, p->help,
                   wb_param_choices(p, names, sizeof names), p->names[*p->at.i - (int)p->min]);
            continue;
        }
        printf("  %-20s %s: %.10g to %.10g%s%s, now ", p->name, p->help, p->min, p->max,
               p->unit != NULL ? " " : "", p->unit != NULL ? p->unit : "");
        printf("%.*g\n", p->at.i != NULL ? 10 : 6, wb_param_value(p));
    }
}

/* ---- For programs ---- */

// `before` separates it from the member before.
static void write_member(FILE *file, const char *before, const char *name, const char *text)
{
    fprintf(file, "%s\"%s\": ", before, name);
    wb_json_string(file, text);
}

static void write_cases(FILE *file, const char *name, const char *const cases[WB_MOST_CASES])
{
    fprintf(file, ",\n     \"%s\": [", name);
    for (int i = 0; i < WB_MOST_CASES && cases[i] != NULL; i++) {
        if (i > 0) fputs(", ", file);
        wb_json_string(file, cases[i]);
    }
    fputc(']', file);
}

static void write_parts(FILE *file, const wb_lesson *lesson)
{
    const wb_part *last = NULL;
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++) {
        const wb_part *part = wb_part_of(lesson, v);
        if (part == last) continue;
        write_member(file, last != NULL ? ",\n    {" : "\n    {", "name", part->name);
        write_cases(file, "cases", part->cases);
        write_cases(file, "bench_cases", part->bench_cases);
        fputc('}', file);
        last = part;
    }
}

static void write_variants(FILE *file, const wb_lesson *lesson)
{
    static const char *const kinds[] = {[WB_VERSION] = "version",
                                        [WB_BROKEN] = "broken",
                                        [WB_TASK] = "task",
                                        [WB_PEER] = "peer",
                                        [WB_PROJECT] = "project"};
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++) {
        write_member(file, v > lesson->variants ? ",\n    {" : "\n    {", "name", v->name);
        const wb_task *task = wb_variant_task(lesson, v);
        bool is_flawed = task != NULL && task->is_flawed;
        write_member(file, ", ", "kind", is_flawed ? "flawed" : kinds[v->kind]);
        write_member(file, ", ", "part", wb_part_of(lesson, v)->name);
        write_member(file, ", ", "kernel", v->kernel);
        write_member(file, ",\n     ", "shows", v->shows);
        write_member(file, ",\n     ", "remark", v->remark);
        fputc('}', file);
    }
}

// The names of a parameter's values, from "min" on, if they are choices.
static void write_choices(FILE *file, const wb_param *param)
{
    for (int i = 0; param->names != NULL && param->names[i] != NULL; i++) {
        fputs(i > 0 ? ", " : ", \"choices\": [", file);
        wb_json_string(file, param->names[i]);
        if (param->names[i + 1] == NULL) fputc(']', file);
    }
}

static void write_params(FILE *file, const wb_lesson *lesson)
{
    for (const wb_param *p = lesson->params; p != NULL && p->name != NULL; p++) {
        bool whole = p->at.i != NULL;
        write_member(file, p > lesson->params ? ",\n    {" : "\n    {", "name", p->name);
        write_member(file, ", ", "type", whole ? "int" : "float");
        char value[WB_PARAM_TEXT];
        if (p->typed != NULL)
            snprintf(value, sizeof value, "%.10g", wb_param_value(p)); // how many
        else
            wb_param_text(p, value, sizeof value);
        fprintf(file, ", \"min\": %.17g, \"max\": %.17g, \"value\": %s", p->min, p->max, value);
        write_member(file, ", ", "unit", p->unit);
        write_member(file, ", ", "part", p->part != NULL ? p->part->name : NULL);
        write_member(file, ",\n     ", "help", p->help);
        write_choices(file, p);
        fputc('}', file);
    }
}

static void write_presets(FILE *file, const wb_lesson *lesson)
{
    for (const wb_preset *p = lesson->presets; p != NULL && p->name != NULL; p++) {
        write_member(file, p > lesson->presets ? ",\n    {" : "\n    {", "name", p->name);
        write_member(file, ", ", "settings", p->settings);
        write_member(file, ", ", "variant", p->variant);
        fputc('}', file);
    }
}

static void write_json(FILE *file, const wb_lesson *lesson)
{
    write_member(file, "{\n  ", "lesson", lesson->id);
    write_member(file, ",\n  ", "title", lesson->title);
    fprintf(file, ",\n  \"frames\": %d,\n  \"parts\": [", lesson->frames);
    write_parts(file, lesson);
    fputs("],\n  \"variants\": [", file);
    write_variants(file, lesson);
    fputs("],\n  \"tasks\": [", file);
    wb_tasks_write_json(lesson, file);
    fputs("],\n  \"parameters\": [", file);
    write_params(file, lesson);
    fputs("],\n  \"presets\": [", file);
    write_presets(file, lesson);
    fputs("]\n}\n", file);
}

bool wb_list_print(const wb_lesson *lesson, const char *json)
{
    wb_output output;
    if (json == NULL) {
        print_text(lesson);
        return true;
    }
    if (!wb_file_create(&output, json)) return false;
    write_json(output.stream, lesson);
    return wb_file_commit(&output);
}
