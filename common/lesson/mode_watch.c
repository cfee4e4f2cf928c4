// --watch: the check again after every save of a shader, in a terminal beside the editor.
#include "lesson/mode_watch.h"

#include "gl/context.h"
#include "lesson/mode_check.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static void print_separator(void)
{
    char text[16];
    time_t now = time(NULL);
    strftime(text, sizeof text, "%H:%M:%S", localtime(&now));
    printf("\n---- %s ----------------------------------------------------------\n", text);
    fflush(stdout);
}

// The variant asked for; else the exercise; else all versions.
static bool is_watched(const wb_app *app, const wb_variant *variant)
{
    const wb_variant *exercise = wb_find_exercise(app->lesson);
    if (app->options.variant != NULL) return variant == app->options.variant;
    if (exercise != NULL) return variant == exercise;
    return variant->kind != WB_BROKEN;
}

// Up to the first variant that fails; what is wrong with it has been printed then.
static void check_watched(wb_app *app)
{
    for (const wb_variant *v = app->lesson->variants; v->name != NULL; v++) {
        int cases;
        if (!is_watched(app, v)) continue;
        bool good = wb_check_variant(app, v, &cases) == WB_RIGHT &&
                    (v->kind != WB_EXERCISE || wb_check_in_machine(app, v));
        printf("%s     %s\n", good ? "PASS" : "FAIL", v->name);
        if (!good) break;
    }
    fflush(stdout);
}

static bool wait_for_save(void)
{
    while (!interrupted && !wb_program_files_changed())
        nanosleep(&(struct timespec){.tv_nsec = 250000000}, NULL);
    return !interrupted;
}

int wb_run_watch(wb_app *app)
{
    // Ctrl-C ends it after the check under way; a second one ends even a kernel that hangs.
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    wb_param_values given;
    wb_params_keep(app->lesson, &given);
    printf("%s\nchecks again after every save of a shader; Ctrl-C ends\n", wb_context_name());
    do {
        wb_params_restore(app->lesson, &given); // the cases of the last check have changed them
        print_separator();
        check_watched(app);
    } while (wait_for_save());
    return WB_EXIT_GOOD;
}
