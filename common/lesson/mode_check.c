// --check: every version must equal the CPU oracle, and every broken variant must not. The barrier
// checker watches all of it, and what it finds counts as a failure too.
#include "lesson/app.h"

#include "base/file.h"
#include "gl/context.h"
#include "step/stepper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The state before the first step ---- */

static struct {
    const char *name;
    void *data;
} copies[WB_MAX_BUFFERS];

static bool copy_state(void)
{
    int count = 0;
    for (int i = 0; wb_buffer_at(i) != NULL; i++) {
        const wb_buffer *buffer = wb_buffer_at(i);
        if (!buffer->state) continue;
        copies[count].name = buffer->name;
        copies[count].data = malloc((size_t)buffer->size_bytes);
        if (copies[count].data == NULL) {
            wb_error("--check: out of memory");
            return false;
        }
        wb_buffer_read(buffer, copies[count++].data);
    }
    return true;
}

void wb_start_state_forget(void)
{
    for (int i = 0; i < WB_MAX_BUFFERS; i++) free(copies[i].data);
    memset(copies, 0, sizeof copies);
}

// While stepping, the state before the first step is the stepper's snapshot, from which is copied
// what is asked for.
static const void *copy_snapshot(const char *name, int place)
{
    const wb_buffer *buffer = wb_buffer_find(name);
    void *data = buffer != NULL ? malloc((size_t)buffer->size_bytes + 1) : NULL;
    if (data == NULL || !wb_stepper_start_state(name, data)) {
        free(data);
        return NULL;
    }
    copies[place].name = buffer->name;
    copies[place].data = data;
    return data;
}

const void *wb_start_state(const char *buffer)
{
    int i = 0;
    for (; i < WB_MAX_BUFFERS && copies[i].name != NULL; i++)
        if (strcmp(copies[i].name, buffer) == 0) return copies[i].data;
    return i < WB_MAX_BUFFERS ? copy_snapshot(buffer, i) : NULL;
}

/* ---- Against the oracle ---- */

static const wb_lesson *checked; // whose oracle it is

// Compares one buffer with the oracle. `compared` tells whether there was anything to compare.
static bool verify_buffer(const wb_buffer *buffer, bool *compared)
{
    void *expected = malloc((size_t)buffer->size_bytes), *got = malloc((size_t)buffer->size_bytes);
    bool good = expected != NULL && got != NULL;
    if (!good) wb_error("--check: no memory for two copies of buffer %s", buffer->name);
    if (good && checked->expect(buffer->name, wb_frame(), expected)) {
        *compared = true;
        wb_buffer_read(buffer, got);
        wb_array array = wb_buffer_array(buffer, got);
        good = wb_check_equal(buffer->name, &array, expected);
    }
    free(expected);
    free(got);
    return good;
}

bool wb_verify_state(void)
{
    bool all_good = true, compared = false;
    for (int i = 0; wb_buffer_at(i) != NULL; i++)
        if (wb_buffer_at(i)->state)
            all_good = verify_buffer(wb_buffer_at(i), &compared) && all_good;
    if (!compared) wb_error("the oracle has no answer: nothing was compared");
    return all_good && compared;
}

static bool verify(void)
{
    if (checked->verify != NULL) return checked->verify();
    wb_reading_begins();
    bool good = wb_verify_state();
    wb_reading_ends();
    return good;
}

/* ---- One variant, all its cases ---- */

// Runs one case of the current variant. `what` says which, for the message that a failure needs.
static bool run_case(wb_app *app, const char *what)
{
    if (!wb_app_checker_begin(app)) return false;
    checked = app->lesson;
    bool good = wb_app_start(app) == WB_EXIT_GOOD && copy_state();
    int frames = app->options.frames > 0 ? app->options.frames : app->lesson->check_frames;
    for (int i = 0; good && i < frames; i++) wb_app_step(app);
    good = good && verify();
    app->lesson->quit();
    wb_start_state_forget();
    good = wb_app_checker_end(app) == 0 && good;
    if (!good)
        wb_note("this was variant %s with %s, after %d frames",
                app->lesson->variants[app->variant].name, what, frames);
    return good;
}

// Whether the command line says what to check on, in place of the lesson's cases.
static bool has_own_case(const wb_app *app)
{
    return app->options.has_sets || app->options.load_count > 0;
}

bool wb_check_variant(wb_app *app, int variant, int *cases)
{
    app->variant = variant;
    if (has_own_case(app)) {
        *cases = 1;
        return run_case(app, "the parameters given");
    }
    *cases = 0;
    for (int i = 0; app->lesson->cases[i] != NULL; i++) {
        const char *text = app->lesson->cases[i];
        if (!wb_params_case_is_for(text, &app->lesson->variants[variant])) continue;
        ++*cases;
        wb_params_restore(app->lesson, &app->defaults);
        if (!wb_params_set(app->lesson, text) || !run_case(app, text)) return false;
    }
    if (*cases == 0)
        wb_error("there is no case for variant %s", app->lesson->variants[variant].name);
    return *cases > 0;
}

/* ---- What the result means ---- */

static bool check_version(wb_app *app, int variant)
{
    int cases;
    bool good = wb_check_variant(app, variant, &cases);
    const char *name = app->lesson->variants[variant].name;
    if (good)
        printf("good     %-16s equals the CPU's result in %d case%s\n", name, cases,
               cases == 1 ? "" : "s");
    else
        printf("FAILED   %s\n", name);
    return good;
}

// Keeps the first line of the first message.
static void keep_first(wb_severity severity, const char *text, void *user)
{
    (void)severity;
    char *first = user;
    if (*first == '\0') snprintf(first, 200, "%.*s", (int)strcspn(text, "\n"), text);
}

// A broken variant has to fail; what it fails with is then only a remark.
static bool check_broken(wb_app *app, int variant)
{
    int cases;
    char first[200] = "";
    wb_message_redirect(keep_first, first);
    bool passed = wb_check_variant(app, variant, &cases);
    wb_message_redirect(NULL, NULL);
    const char *name = app->lesson->variants[variant].name;
    if (passed)
        printf("FAILED   %-16s is broken, but its check passes\n", name);
    else
        printf("broken   %-16s fails, as it should: %s\n", name, first);
    return !passed;
}

static bool print_solution(const wb_exercise *exercise)
{
    char path[1500];
    wb_program_find(exercise->solution, path, sizeof path);
    char *text = wb_file_read(path, NULL);
    if (text != NULL) printf("---- %s ----\n%s", exercise->solution, text);
    free(text);
    return text != NULL;
}

static bool check_exercise(wb_app *app, int variant)
{
    int cases;
    const wb_exercise *exercise = app->lesson->variants[variant].exercise;
    if (app->options.give_up) return print_solution(exercise);
    if (wb_check_variant(app, variant, &cases)) {
        printf("solved   exercise         equals the CPU's result in %d case%s\n", cases,
               cases == 1 ? "" : "s");
        if (app->options.solution) return print_solution(exercise);
        printf("         compare with ours: --check --solution\n");
        return true;
    }
    printf("NOT YET  exercise         shaders/%s\n", exercise->kernel);
    printf("task:    %s\nhint:    %s\n", exercise->task, exercise->hints[0]);
    if (app->options.hint)
        printf("hint:    %s\n", exercise->hints[1]);
    else
        printf("         one more hint: --check --hint; the solution: --check --give-up\n");
    return false;
}

int wb_find_exercise(const wb_lesson *lesson)
{
    int v = 0;
    while (lesson->variants[v].name != NULL && lesson->variants[v].exercise == NULL) v++;
    return lesson->variants[v].name != NULL ? v : -1;
}

int wb_run_check(wb_app *app)
{
    const wb_options *options = &app->options;
    int exercise = wb_find_exercise(app->lesson), only = options->variant;
    if ((options->hint || options->solution || options->give_up) && only < 0) only = exercise;
    if (only != exercise && (options->hint || options->solution || options->give_up)) {
        wb_error("--hint, --solution and --give-up are for the exercise");
        return WB_EXIT_USAGE;
    }
    printf("%s\n", wb_context_name());
    bool all_good = true;
    for (int v = 0; app->lesson->variants[v].name != NULL; v++) {
        const wb_variant *variant = &app->lesson->variants[v];
        if (only >= 0 && v != only) continue;
        bool good;
        if (variant->exercise != NULL && only < 0) {
            printf("to do    %-16s %s\n", variant->name, variant->exercise->task);
            continue;
        }
        if (variant->exercise != NULL)
            good = check_exercise(app, v);
        else if (variant->broken != NULL && only < 0 && has_own_case(app))
            continue; // a pitfall need not show on just any data
        else if (variant->broken != NULL && only < 0)
            good = check_broken(app, v);
        else
            good = check_version(app, v); // also a broken one that was asked for: one sees it fail
        fflush(stdout);
        all_good = all_good && good;
    }
    return all_good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
