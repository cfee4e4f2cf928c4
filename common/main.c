// wb_main(): from the command line to one of the modes, and what the modes share.
#include "lesson/app.h"

#include "base/file.h"
#include "gl/context.h"
#include "gl/dispatch.h"
#include "gl/errors.h"
#include "step/stepper.h"
#include "step/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wb_app app;

int64_t wb_frame(void)
{
    return app.frame;
}
int wb_variant_index(void)
{
    return app.variant;
}
uint64_t wb_seed(void)
{
    return app.options.seed;
}

/* ---- Starting and stopping the lesson ---- */

static bool is_array_file(const char *path)
{
    return wb_file_has_extension(path, ".npy") || wb_file_has_extension(path, ".csv");
}

// Whether the lesson reads and writes this file itself.
static bool has_own_format(const wb_lesson *lesson, const char *path)
{
    return lesson->format != NULL && wb_file_has_extension(path, lesson->format);
}

static bool know_format(const wb_lesson *lesson, const wb_assignment *file)
{
    if (is_array_file(file->value) || has_own_format(lesson, file->value)) return true;
    wb_error("%s=%s: the file's name must end in .npy, .csv%s%s", file->name, file->value,
             lesson->format != NULL ? " or " : "", lesson->format != NULL ? lesson->format : "");
    return false;
}

static wb_buffer *find_buffer(const char *name)
{
    wb_buffer *buffer = wb_buffer_find(name);
    if (buffer != NULL) return buffer;
    char names[512] = "";
    for (int i = 0; wb_buffer_at(i) != NULL; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), " %s", wb_buffer_at(i)->name);
    wb_error("there is no buffer %s in this variant\nit has:%s", name, names);
    return NULL;
}

// The array file that --load gives for the buffer; NULL if there is none.
static const char *array_file(const char *buffer)
{
    for (int i = 0; i < app.options.load_count; i++) {
        const wb_assignment *file = &app.options.loads[i];
        if (strcmp(file->name, buffer) == 0 && is_array_file(file->value)) return file->value;
    }
    return NULL;
}

bool wb_load_shape(const char *buffer, wb_array *shape, bool *given)
{
    const char *path = array_file(buffer);
    *given = path != NULL;
    if (path == NULL) return false;
    app.bad_file = !wb_array_probe(shape, path);
    return !app.bad_file;
}

bool wb_load_array(const char *buffer, wb_array *array, bool *given)
{
    if (!wb_load_shape(buffer, array, given)) return false;
    array->data = malloc(wb_array_count(array) * 4 + 1);
    if (array->data == NULL)
        wb_error("%s: out of memory", array_file(buffer));
    else
        app.bad_file = !wb_array_load(array, array_file(buffer));
    if (array->data != NULL && !app.bad_file) return true;
    free(array->data);
    array->data = NULL;
    return false;
}

// A broken variant may raise OpenGL errors to make its point.
static bool is_broken(const wb_app *a)
{
    return a->lesson->variants[a->variant].broken != NULL;
}

int wb_app_start(wb_app *a)
{
    const wb_options *options = &a->options;
    a->frame = 0;
    a->has_refused_call = false;
    wb_context_expect_errors(is_broken(a));
    for (int i = 0; i < options->load_count; i++) {
        const wb_assignment *file = &options->loads[i];
        if (!know_format(a->lesson, file)) return WB_EXIT_USAGE;
        if (has_own_format(a->lesson, file->value) && !a->lesson->load(file->name, file->value))
            return WB_EXIT_USAGE;
    }
    a->bad_file = false;
    if (!a->lesson->init()) return a->bad_file ? WB_EXIT_USAGE : WB_EXIT_FAILED;
    for (int i = 0; i < options->load_count; i++) {
        const wb_assignment *file = &options->loads[i];
        if (!is_array_file(file->value)) continue;
        wb_buffer *buffer = find_buffer(file->name);
        if (buffer == NULL || !wb_buffer_load(buffer, file->value)) return WB_EXIT_USAGE;
    }
    for (int i = 0; i < options->dump_count; i++) // better known now than after a long run
        if (find_buffer(options->dumps[i].name) == NULL) return WB_EXIT_USAGE;
    return WB_EXIT_GOOD;
}

void wb_app_stop(wb_app *a)
{
    wb_stepper_reset();
    a->lesson->quit();
}

// A call that OpenGL refuses does nothing, and without a debug context nobody would hear of it.
static void report_refused_call(wb_app *a)
{
    GLenum error = glGetError();
    if (error == GL_NO_ERROR && wb_errors_reported() == 0) return;
    a->has_refused_call = !is_broken(a);
    if (error == GL_NO_ERROR) return; // those before have been reported
    wb_error("OpenGL has refused a call (error 0x%04X), so the result is wrong\n"
             "what to do: run it with WB_PRESET=debug, which says what call, and why",
             error);
}

void wb_app_step(wb_app *a)
{
    wb_trace_step_begin();
    a->lesson->variants[a->variant].step();
    a->frame++;
    wb_pass_frame_end();
    wb_trace_step_end();
    if (a->frame == 1) report_refused_call(a);
}

wb_grid_view wb_app_grid(const wb_app *a)
{
    const wb_lesson *lesson = a->lesson;
    if (lesson->grid_columns == NULL) return (wb_grid_view){0.0f, 0.0f, 1.0f};
    return wb_camera_grid(&a->camera, *lesson->grid_columns, *lesson->grid_rows, a->target.width,
                          a->target.height);
}

wb_view wb_app_view(const wb_app *a)
{
    wb_view view = {.width = a->target.width,
                    .height = a->target.height,
                    .grid = wb_app_grid(a),
                    .mouse_x = a->mouse_x,
                    .mouse_y = a->mouse_y};
    if (a->lesson->orbit != NULL)
        view.eye = wb_orbit_eye(&a->orbit, a->target.width, a->target.height);
    return view;
}

void wb_app_draw(wb_app *a)
{
    wb_view view = wb_app_view(a);
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "draw");
    wb_target_begin(&a->target, 0.055f, 0.06f, 0.075f);
    wb_draw_begin(a->target.width, a->target.height);
    a->lesson->draw(&view);
    glPopDebugGroup();
}

int wb_app_write_picture(wb_app *a, const char *path)
{
    wb_image image = {0};
    bool good = wb_target_read(&a->target, &image) && wb_image_write(&image, path);
    wb_image_free(&image);
    if (good) printf("wrote %s\n", path);
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}

/* ---- Before anything runs ---- */

static bool can_write(const char *path)
{
    wb_output output;
    if (!wb_file_create(&output, path)) return false;
    wb_file_abandon(&output);
    return true;
}

// Finds out now what would otherwise fail after a long run.
static bool check_outputs(const wb_app *a)
{
    const wb_options *options = &a->options;
    if (options->screenshot != NULL && !wb_file_has_extension(options->screenshot, ".png")) {
        wb_error("--screenshot %s: the name must end in .png", options->screenshot);
        return false;
    }
    if (options->screenshot != NULL && !can_write(options->screenshot)) return false;
    if (!wb_record_begin(options)) return false;
    if (options->json != NULL && !can_write(options->json)) return false;
    for (int i = 0; i < options->dump_count; i++)
        if (!know_format(a->lesson, &options->dumps[i]) || !can_write(options->dumps[i].value))
            return false;
    return true;
}

// Decides between a window and none; a run that is only for its results opens none.
static int choose_context(wb_app *a)
{
    wb_options *options = &a->options;
    bool for_results = options->check || options->bench || options->record != NULL;
    if (for_results) options->headless = true;
    if (!options->headless && !wb_context_has_display()) {
        if (options->step) {
            wb_error(
                "--step needs a window, and there is no display here (DISPLAY and WAYLAND_DISPLAY "
                "are unset, or do not answer)\nwhat to do: run it on a desktop, or leave --step "
                "out");
            return WB_EXIT_LACKING;
        }
        wb_note("no display: running without a window");
        options->headless = true;
    }
    if (options->headless && options->step) {
        wb_error(
            "--step steps through a window; it does not go with --headless, --check or --bench");
        return WB_EXIT_USAGE;
    }
#ifdef NDEBUG
    bool debug = false;
#else
    bool debug = true;
#endif
    char title[200];
    snprintf(title, sizeof title, "%s - %s", a->lesson->id, a->lesson->title);
    bool good = wb_context_create(&(wb_context_desc){.headless = options->headless,
                                                     .debug = debug,
                                                     .title = title,
                                                     .width = options->width,
                                                     .height = options->height});
    return good ? WB_EXIT_GOOD : WB_EXIT_LACKING;
}

/* ---- The barrier checker ---- */

static bool wants_checker(const wb_options *options)
{
#ifdef NDEBUG
    // --check watches every case by itself, and so does the check of --bench
    return options->hazards && !options->check && !options->bench;
#else
    return !options->check && !options->bench && !options->measure;
#endif
}

/* ---- From start to end ---- */

static int run_mode(wb_app *a)
{
    if (!wb_draw_init()) return WB_EXIT_FAILED;
    if (a->options.watch) return wb_run_watch(a);
    if (a->options.check) return wb_run_check(a);
    if (a->options.bench) return wb_run_bench(a);
    if (a->options.measure) return wb_run_measure(a);
    if (!wb_target_create(&a->target, a->options.width, a->options.height)) return WB_EXIT_FAILED;
    return a->options.headless ? wb_run_headless(a) : wb_run_window(a);
}

// Everything that happens while there is a context.
static int run_in_context(wb_app *a)
{
    bool watched = wants_checker(&a->options);
    if (watched && !wb_app_checker_begin(a)) return WB_EXIT_USAGE;
    wb_dispatch_begin(); // now, so that the stepper knows all objects, and the panel all programs
    int status = run_mode(a);
    wb_app_stop(a);
    wb_trace_end();
    wb_target_delete(&a->target);
    wb_pass_quit();
    wb_draw_quit();
    wb_program_quit();
    bool found = watched && wb_app_checker_end(a) > 0;
    wb_dispatch_end();
    if (status == WB_EXIT_GOOD && (found || wb_context_error_count() > 0)) status = WB_EXIT_FAILED;
    return status;
}

int wb_main(const wb_lesson *lesson, int argc, char **argv)
{
    wb_lesson described = *lesson; // with the defaults filled in
    if (described.width == 0) described.width = 1280;
    if (described.height == 0) described.height = 800;
    if (described.frames == 0) described.frames = 300;
    app.lesson = &described;

    wb_params_keep(app.lesson, &app.defaults);
    if (!wb_options_parse(&app.options, app.lesson, argc, argv)) return WB_EXIT_USAGE;
    if (app.options.help)
        wb_options_print_help(app.lesson);
    else if (app.options.list)
        wb_options_print_list(app.lesson);
    if (app.options.help || app.options.list) return WB_EXIT_GOOD;
    if (app.options.width == 0) app.options.width = described.width;
    if (app.options.height == 0) app.options.height = described.height;
    app.variant = app.options.variant >= 0 ? app.options.variant : described.first_variant;
    if (described.orbit != NULL) app.orbit = *described.orbit;
    app.mouse_x = app.mouse_y = -1.0f;
    if (!check_outputs(&app)) return WB_EXIT_USAGE;

    int status = choose_context(&app);
    if (status == WB_EXIT_GOOD) status = run_in_context(&app);
    wb_context_delete();
    return status;
}
