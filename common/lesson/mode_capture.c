#include "lesson/modes.h"

#include "base/file.h"
#include "lesson/modes.h"
#include "machine/capture_run.h"

#include <stdlib.h>

// What was caught, in the machine's words; `memory` has room for all of it.
static wb_capture_file file_of(const wb_app *app, const wb_caught *caught, wb_file_memory *memory)
{
    const wb_capture *c = &caught->capture;
    wb_debug_desc machine = wb_caught_desc(caught, (uint32_t[3]){0});
    for (int i = 0; i < c->memory_count; i++)
        memory[i] = (wb_file_memory){.label = c->memory[i].label,
                                     .data = c->memory[i].work,
                                     .size = c->memory[i].size,
                                     .written = c->memory[i].is_written};
    return (wb_capture_file){.kernel = c->kernel,
                             .lesson = app->lesson->id,
                             .pass = caught->pass,
                             .call = caught->call,
                             .dispatch = c->dispatch,
                             .memory = memory,
                             .memory_count = c->memory_count,
                             .subgroup = machine.subgroup,
                             .fuse_fma = machine.fuse_fma};
}

static bool write_file(const wb_capture_file *file, const char *path)
{
    static wb_output output;
    if (!wb_file_create(&output, path)) return false;
    wb_capture_file_write(file, output.stream);
    return wb_file_commit(&output);
}

int wb_run_capture(wb_app *app)
{
    const wb_options *o = &app->options;
    int status = wb_app_start(app);
    if (status != WB_EXIT_GOOD) return status;
    const wb_caught *caught = wb_debug_catch(app);
    if (caught == NULL) {
        wb_catch_forget();
        return WB_EXIT_USAGE;
    }
    wb_file_memory *memory = calloc((size_t)caught->capture.memory_count + 1, sizeof *memory);
    bool good = memory != NULL;
    if (good) {
        wb_capture_file file = file_of(app, caught, memory);
        good = write_file(&file, o->capture);
        if (good && (o->kernels || o->counters)) good = wb_capture_file_run(&file, o->counters);
    }
    free(memory);
    wb_catch_forget();
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
