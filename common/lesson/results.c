// What a run leaves behind: times, picture, files, hash, JSON.
#include "lesson/results.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "watch/barriers.h"
#include "gl/context.h"
#include "gl/errors.h"
#include "watch/log.h"
#include "lesson/barrier_run.h"
#include "lesson/input.h"
#include "lesson/kernels.h"
#include "lesson/task_list.h"
#include "os/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// The hash of all buffers that are part of the state. False, with a message, if memory is short.
static bool hash_state(uint64_t *hash)
{
    *hash = WB_HASH_START;
    wb_reading_begins();
    bool good = true;
    for (int i = 0; good && wb_buffer_at(i) != NULL; i++) {
        const wb_buffer *buffer = wb_buffer_at(i);
        if (!buffer->state) continue;
        void *data = malloc((size_t)buffer->size_bytes + 1);
        good = data != NULL;
        if (!good) {
            wb_error("--hash: no memory for a copy of buffer %s", buffer->name);
            continue;
        }
        good = wb_buffer_read(buffer, data);
        *hash = wb_hash_bytes(*hash, data, (size_t)buffer->size_bytes);
        free(data);
    }
    wb_reading_ends();
    return good;
}

void wb_results_print_times(const wb_app *app)
{
    if (app->part->status != NULL) {
        char text[160];
        app->part->status(text, sizeof text);
        printf("%s\n", text);
    }
    double total_ms = 0.0;
    wb_pass_times times;
    for (int i = 0; wb_pass_times_at(i, true, &times); i++) total_ms += times.median_ms;
    printf("%-20s %9s %12s %12s %12s %7s\n", "pass", "per frame", "median ms", "10 % ms", "90 % ms",
           "share");
    for (int i = 0; wb_pass_times_at(i, true, &times); i++)
        printf("%-20s %9d %12.4f %12.4f %12.4f %5.0f %%\n", times.name, times.dispatches,
               times.median_ms, times.low_ms, times.high_ms,
               total_ms > 0.0 ? 100.0 * times.median_ms / total_ms : 0.0);
    printf("%-20s %9s %12.4f\n", "all passes", "", total_ms);
    printf("clock: %s\n", wb_pass_clock_name());
}

static void write_member(FILE *file, const char *name, const char *text)
{
    fprintf(file, "  \"%s\": ", name);
    wb_json_string(file, text);
    fprintf(file, ",\n");
}

// What --json will write: in memory, because the findings are known only at the end of the run.
static bool begin_json(wb_app *app)
{
    app->json = wb_text_stream(&app->json_text, &app->json_bytes);
    if (app->json == NULL) {
        wb_error("--json %s: out of memory", app->options.json);
        return false;
    }
    fprintf(app->json, "{\n");
    write_member(app->json, "lesson", app->lesson->id);
    return true;
}

static bool keep_json(wb_app *app, double seconds, uint64_t hash)
{
    if (!begin_json(app)) return false;
    FILE *file = app->json;
    write_member(file, "variant", app->variant->name);
    write_member(file, "gl", wb_context_name());
    write_member(file, "clock", wb_pass_clock_name());
    fprintf(file, "  \"frames\": %" PRId64 ",\n  \"seconds\": %.6f,\n", app->frame, seconds);
    fprintf(file, "  \"hash\": \"%016" PRIx64 "\",\n", hash);
    fprintf(file, "  \"passes\": [");
    wb_pass_times times;
    for (int i = 0; wb_pass_times_at(i, true, &times); i++) {
        fprintf(file, "%s\n    {\"name\": ", i > 0 ? "," : "");
        wb_json_string(file, times.name);
        fprintf(file,
                ", \"per_frame\": %d, \"median_ms\": %.6f, \"low_ms\": %.6f, "
                "\"high_ms\": %.6f}",
                times.dispatches, times.median_ms, times.low_ms, times.high_ms);
    }
    fprintf(file, "\n  ],\n");
    return true;
}

bool wb_results_take_kernels(wb_app *app)
{
    if (app->options.json == NULL) return true;
    if (app->json == NULL) { // a check, which has no other results
        if (!begin_json(app)) return false;
        write_member(app->json, "gl", wb_context_name());
    }
    wb_kernels_write_json(app->json);
    return true;
}

bool wb_results_take_task(wb_app *app, const wb_task *checked, bool solved)
{
    if (app->options.json == NULL) return true;
    if (app->json == NULL && !begin_json(app)) return false;
    write_member(app->json, "checked", checked->name);
    fprintf(app->json, "  \"solved\": %s,\n  \"tasks\": [", solved ? "true" : "false");
    wb_tasks_write_json(app->lesson, app->json);
    fprintf(app->json, "],\n");
    return true;
}

// The findings of the barrier checker, of the kernel machine, and of the kernels themselves.
static void write_findings(FILE *file)
{
    const wb_findings *parts[] = {wb_barriers_findings(), wb_kernels_findings(), wb_log_findings()};
    wb_findings all = {0};
    for (int p = 0; p < 3; p++)
        for (int i = 0; i < parts[p]->count; i++) wb_findings_add(&all, &parts[p]->at[i]);
    wb_findings_write_json(&all, file, 4);
    wb_findings_free(&all);
}

bool wb_results_write_json(wb_app *app)
{
    if (app->json == NULL) return true;
    wb_output output;
    bool good = wb_text_stream_close(app->json) == 0;
    if (!good) wb_error("--json %s: out of memory", app->options.json);
    good = good && wb_file_create(&output, app->options.json);
    if (good) {
        fprintf(output.stream, "%s  \"findings\": ", app->json_text);
        write_findings(output.stream);
        fprintf(output.stream, "\n}\n");
        good = wb_file_commit(&output);
    }
    free(app->json_text);
    app->json = NULL;
    return good;
}

static int write_files(wb_app *app)
{
    const wb_options *options = &app->options;
    int status = WB_EXIT_GOOD; // one that cannot be written does not take the others along
    if (options->screenshot != NULL) {
        wb_errors_begin();
        wb_app_draw(app);
        status = app->has_refused_call || wb_errors_end("the picture cannot be drawn")
                     ? wb_app_write_picture(app, options->screenshot)
                     : WB_EXIT_FAILED;
    }
    for (int i = 0; i < options->dump_count; i++) {
        const wb_assignment *file = &options->dumps[i];
        bool own = wb_has_own_format(app->lesson, file->value);
        if (!own) wb_reading_begins();
        bool good = own ? app->lesson->dump(file->name, file->value)
                        : wb_buffer_dump(wb_buffer_find(file->name), file->value);
        if (!own) wb_reading_ends();
        if (good)
            printf("wrote %s\n", file->value);
        else
            status = WB_EXIT_FAILED;
    }
    return status;
}

int wb_results_write(wb_app *app, double seconds)
{
    const wb_options *options = &app->options;
    int status = write_files(app);
    uint64_t hash = 0;
    if (!wb_input_write(app)) status = WB_EXIT_FAILED;
    if ((options->hash || options->json != NULL) && !hash_state(&hash)) return WB_EXIT_FAILED;
    if (options->hash) printf("hash %016" PRIx64 "\n", hash);
    if (options->json != NULL && !keep_json(app, seconds, hash)) status = WB_EXIT_FAILED;
    return status;
}
