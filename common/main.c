// wb_main(): from the command line to one of the modes.
#include "lesson/app.h"

#include "base/file.h"
#include "gl/context.h"
#include "watch/dispatch.h"
#include "watch/log.h"
#include "lesson/barrier_run.h"
#include "lesson/kernels.h"
#include "lesson/crash.h"
#include "lesson/guard.h"
#include "lesson/input.h"
#include "lesson/modes.h"
#include "lesson/results.h"
#include "os/host.h"
#include "step/trace.h"
#include "ui/window.h"

#include <stdio.h>
#include <string.h>

/* ---- Before anything runs ---- */

// Finds files that cannot be read or written now, not after a long run.
static bool check_files(wb_app *a)
{
    const wb_options *options = &a->options;
    const char *outputs[5 + WB_MAX_ASSIGNMENTS];
    int count = 0;
    for (int i = 0; i < options->load_count; i++) {
        if (!wb_app_knows_format(a, &options->loads[i])) return false;
        FILE *file = wb_file_open(options->loads[i].value);
        if (file == NULL) return false;
        fclose(file);
    }
    if (options->screenshot != NULL && !wb_file_has_extension(options->screenshot, ".png")) {
        wb_error("--screenshot %s: the name must end in .png", options->screenshot);
        return false;
    }
    if (options->screenshot != NULL) outputs[count++] = options->screenshot;
    if (wb_record_is_animation(options)) outputs[count++] = options->record;
    if (options->json != NULL) outputs[count++] = options->json;
    if (options->record_input != NULL) outputs[count++] = options->record_input;
    if (options->capture != NULL) outputs[count++] = options->capture;
    for (int i = 0; i < options->dump_count; i++) {
        if (!wb_app_knows_format(a, &options->dumps[i])) return false;
        outputs[count++] = options->dumps[i].value;
    }
    for (int i = 0; i < count; i++) {
        if (!wb_file_can_create(outputs[i])) return false;
        for (int k = 0; k < i; k++)
            if (wb_file_is_same(outputs[k], outputs[i])) {
                wb_error("%s and %s are one file, which cannot hold two results", outputs[k],
                         outputs[i]);
                return false;
            }
    }
    return true;
}

// Decides between a window and none: a run that is only for its results opens none.
static int choose_window(wb_options *options)
{
    bool for_results = options->check || options->bench || options->record != NULL ||
                       options->kernels || options->counters;
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
    return WB_EXIT_GOOD;
}

static bool has_output(const wb_options *options)
{
    return options->screenshot != NULL || options->record != NULL || options->dump_count > 0 ||
           options->hash || options->json != NULL || options->kernels || options->counters ||
           options->debug || options->show || options->capture != NULL || options->list_barriers ||
           options->drop_barrier != NULL || options->step_all;
}

// A window that only shows the lesson may lower the default number to what the machine can do;
// what is measured, stepped through or compared has all of them.
static bool fits_machine(const wb_options *options)
{
    return !options->sets_number && options->load_count == 0 && options->frames < 0 &&
           options->record_input == NULL && options->play_input == NULL && !options->step &&
           !options->profile && !has_output(options);
}

// If no output is asked for, a run without a window writes its last picture: otherwise a learner's
// first run would show nothing.
static void choose_picture(wb_app *a)
{
    static char name[100];
    wb_options *options = &a->options;
    bool runs = options->headless && !options->check && !options->bench && !options->measure &&
                !options->drop_each;
    if (!runs || has_output(options)) return;
    snprintf(name, sizeof name, "%s.png", a->lesson->id);
    options->screenshot = name;
}

static int create_context(const wb_app *a)
{
#ifdef NDEBUG
    bool debug = false;
#else
    bool debug = true;
#endif
    char title[200];
    snprintf(title, sizeof title, "%s - %s", a->lesson->id, a->lesson->title);
    bool good = wb_context_create(&(wb_context_desc){.headless = a->options.headless,
                                                     .debug = debug,
                                                     .title = title,
                                                     .width = a->options.width,
                                                     .height = a->options.height,
                                                     .grows = a->options.fits_screen});
    return good ? WB_EXIT_GOOD : WB_EXIT_LACKING;
}

/* ---- What watches the run ---- */

static bool wants_barriers(const wb_options *options)
{
#ifdef NDEBUG
    // --check watches every case by itself, and so does the check of --bench
    return options->barriers && !options->check && !options->bench && !options->drop_each;
#else
    return !options->check && !options->bench && !options->measure && !options->drop_each;
#endif
}

static bool wants_kernels(const wb_options *options)
{
    return (options->kernels || options->counters) && options->capture == NULL;
}

// Prints what the kernel machine has found. Returns whether there was no fault.
static bool end_kernels(wb_app *a)
{
    wb_kernels_end();
    wb_kernels_print();
    return wb_results_take_kernels(a) && wb_kernels_findings()->faults == 0;
}

/* ---- From start to end ---- */

static int run_mode(wb_app *a)
{
    if (!wb_draw_init()) return WB_EXIT_FAILED;
    if (a->options.drop_each) return wb_run_drop_each(a);
    if (a->options.task != NULL && a->options.capture != NULL) return wb_run_cases(a);
    if (a->options.check) return wb_run_check(a);
    if (a->options.bench) return wb_run_bench(a);
    if (a->options.measure) return wb_run_measure(a);
    if (a->options.debug) return wb_run_debug(a);
    if (a->options.capture != NULL) return wb_run_capture(a);
    if (a->options.show) return wb_run_show(a);
    if (!wb_target_create(&a->target, a->options.width, a->options.height)) return WB_EXIT_FAILED;
    return a->options.headless ? wb_run_headless(a) : wb_run_window(a);
}

// Everything that happens while there is a context.
static int run_in_context(wb_app *a)
{
    bool watched = wants_barriers(&a->options);
    if (watched && !wb_app_barriers_begin(a)) return WB_EXIT_USAGE;
    wb_dispatch_begin(); // before the lesson starts: the stepper needs all objects, the panel all
                         // programs
    if (!a->options.unguarded) wb_guard_begin();
    bool in_machine = wants_kernels(&a->options);
    if (in_machine)
        wb_kernels_begin(&(wb_kernels_desc){.compares = a->options.kernels,
                                            .counts = a->options.counters,
                                            .repeats = !a->options.check});
    int status = run_mode(a);
    if (in_machine && !end_kernels(a) && status == WB_EXIT_GOOD) status = WB_EXIT_FAILED;
    wb_guard_end();
    wb_kernels_quit();
    bool denied = wb_log_denials() > 0; // an assertion
    wb_log_quit();
    wb_app_stop(a);
    wb_trace_end();
    wb_target_delete(&a->target);
    wb_target_delete(&a->coarse);
    wb_pass_quit();
    wb_draw_quit();
    wb_input_quit(a);
    wb_program_quit();
    bool found = watched && wb_app_barriers_end(a) > 0;
    wb_dispatch_end();
    bool written = wb_results_write_json(a);
    if (status == WB_EXIT_GOOD && !written) status = WB_EXIT_FAILED;
    if (status == WB_EXIT_GOOD && (found || denied || wb_context_error_count() > 0))
        status = WB_EXIT_FAILED;
    return status;
}

static int run_with_context(wb_app *a)
{
    // Processes with these options have a parent, which reports their crash.
    if (!a->options.watch && !a->options.measure) wb_crash_listen();
    int status = create_context(a);
    if (status == WB_EXIT_GOOD) status = run_in_context(a);
    wb_context_delete();
    return status;
}

// The variant of --variant; else the lesson's first.
static const wb_variant *choose_variant(const wb_app *a)
{
    const wb_variant *variant = a->options.variant;
    if (variant == NULL && a->lesson->first != NULL)
        variant = wb_find_variant(a->lesson, a->lesson->first);
    return variant != NULL ? variant : a->lesson->variants;
}

static int run(const wb_lesson *lesson, int argc, char **argv)
{
    static wb_app app;
    wb_lesson described = *lesson; // with the defaults filled in
    if (described.width == 0) described.width = 1280;
    if (described.height == 0) described.height = 800;
    if (described.frames == 0) described.frames = 300;
    app.lesson = &described;

    wb_params_keep(app.lesson, &app.defaults);
    if (!wb_options_parse(&app.options, app.lesson, argc, argv)) return WB_EXIT_USAGE;
    if (app.options.help) {
        wb_options_print_help(app.lesson);
        return WB_EXIT_GOOD;
    }
    if (app.options.version) {
        printf("%s of the workbench %s\n", app.lesson->id, WB_RELEASE);
        return WB_EXIT_GOOD;
    }
    if (app.options.json != NULL && strcmp(app.options.json, "-") == 0 && !wb_file_claim_stdout())
        return WB_EXIT_FAILED;
    if (app.options.list)
        return wb_list_print(app.lesson, app.options.json) ? WB_EXIT_GOOD : WB_EXIT_FAILED;
    app.options.fits_screen =
        app.options.width == 0 && app.options.screenshot == NULL && app.options.record == NULL;
    app.options.fits_machine = fits_machine(&app.options);
    if (app.options.width == 0) app.options.width = described.width;
    if (app.options.height == 0) app.options.height = described.height;
    wb_app_choose(&app, choose_variant(&app));
    if (described.orbit != NULL) app.orbit = *described.orbit;
    app.mouse_x = app.mouse_y = -1.0f;

    const char *lacking;
    bool in_machine =
        wants_kernels(&app.options) || app.options.debug || app.options.capture != NULL;
    if (in_machine && !wb_kernels_possible(&lacking)) {
        wb_error("%s: --kernels, --counters, --debug and --capture need it", lacking);
        return WB_EXIT_LACKING;
    }
    int status = choose_window(&app.options);
    if (status != WB_EXIT_GOOD) return status;
    choose_picture(&app);
    if (!check_files(&app) || !wb_input_load(&app)) return WB_EXIT_USAGE;
    status = wb_record_begin(&app);
    if (status != WB_EXIT_GOOD) return status;
    return app.options.watch ? wb_run_watch(&app, argv, run_with_context) : run_with_context(&app);
}

int wb_main(const wb_lesson *lesson, int argc, char **argv)
{
    wb_host_begin();
    int status = run(lesson, argc, argv);
    bool written = wb_file_end_stdout(); // results that do not arrive are a failure
    return status == WB_EXIT_GOOD && !written ? WB_EXIT_FAILED : status;
}
