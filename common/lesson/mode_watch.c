// --watch: the check again after every save of a shader, in a terminal beside the editor. Each in a
// process of its own, because not every driver survives every kernel.
#include "lesson/modes.h"

#include "base/file_watch.h"
#include "bench/child.h"
#include "gl/context.h"
#include "lesson/exercise.h"
#include "lesson/mode_check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- The check, in a process of its own ---- */

static bool is_first = true; // of all checks

// The variant asked for; else the exercise; else all versions.
static bool is_watched(const wb_app *app, const wb_variant *variant)
{
    const wb_variant *exercise = wb_find_exercise(app->lesson);
    if (app->options.variant != NULL) return variant == app->options.variant;
    if (exercise != NULL) return variant == exercise;
    return variant->kind != WB_BROKEN;
}

int wb_run_watched_check(wb_app *app)
{
    bool good = true;
    if (is_first) printf("%s\n", wb_context_name());
    if (app->options.project) {
        const wb_variant *one = app->options.variant;
        good = wb_project_check(app, one != NULL ? one : wb_find_project(app->lesson));
        return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
    }
    for (const wb_variant *v = app->lesson->variants; good && v->name != NULL; v++) {
        int cases;
        if (!is_watched(app, v)) continue;
        good = wb_check_variant(app, v, &cases) == WB_RIGHT &&
               (v->kind != WB_EXERCISE || wb_exercise_in_machine(app, v));
        printf("%s     %s\n", good ? "PASS" : "FAIL", v->name);
    }
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}

static _Noreturn void be_child(wb_app *app, int (*check)(wb_app *app), const int files[2])
{
    signal(SIGINT, SIG_DFL); // Ctrl-C is for this process, too, and ends even a kernel that hangs
    close(files[0]);
    FILE *list = fdopen(files[1], "w");
    wb_program_list_files(list);
    int status = check(app);
    if (list != NULL) fclose(list);
    exit(fflush(stdout) == 0 ? status : WB_EXIT_FAILED);
}

/* ---- The process that starts the check, and waits for a save ---- */

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
}

// Reads which files to watch while the child runs: a file must be watched before it changes.
static void watch_files(wb_watch *watch, int list)
{
    char *line = NULL;
    size_t size;
    FILE *names = fdopen(list, "r");
    while (names != NULL && getline(&line, &size, names) > 0) {
        line[strcspn(line, "\n")] = '\0';
        wb_watch_add(watch, line);
    }
    free(line);
    if (names != NULL) fclose(names);
}

// Says why the child ended before its check did.
static int tell_crash(const wb_app *app, int signal_number)
{
    if (signal_number == SIGINT || signal_number == SIGTERM || signal_number == SIGPIPE) {
        interrupted = 1; // from outside: an end is wanted
        return WB_EXIT_FAILED;
    }
    const wb_variant *one = app->options.variant;
    if (one == NULL) one = wb_find_exercise(app->lesson);
    wb_error(
        "the check has crashed (%s), most likely the driver while it ran a kernel: an index far "
        "beyond a shared array does that\n"
        "what to do: --check --variant %s --kernels looks into each kernel before the driver "
        "runs it",
        strsignal(signal_number), one != NULL ? one->name : "NAME");
    printf("FAIL     %s\n", one != NULL ? one->name : app->lesson->id);
    return WB_EXIT_FAILED;
}

// The exit status of the check. A crash of the driver ends only the child.
static int check_in_child(wb_app *app, int (*check)(wb_app *app), wb_watch *watch)
{
    int files[2], status;
    if (pipe2(files, O_CLOEXEC) != 0) files[0] = files[1] = -1;
    pid_t child = files[0] >= 0 ? wb_child_fork() : -1;
    if (child < 0) {
        wb_error("--watch: no process for the check: %s", strerror(errno));
        close(files[0]), close(files[1]);
        return WB_EXIT_LACKING;
    }
    if (child == 0) be_child(app, check, files);
    close(files[1]);
    watch_files(watch, files[0]);
    is_first = false;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFSIGNALED(status) ? tell_crash(app, WTERMSIG(status)) : WEXITSTATUS(status);
}

static bool wait_for_save(wb_watch *watch)
{
    while (!interrupted && !wb_watch_look(watch))
        nanosleep(&(struct timespec){.tv_nsec = 250000000}, NULL);
    return !interrupted;
}

int wb_run_watch(wb_app *app, int (*check)(wb_app *app))
{
    // Ctrl-C ends it, and the check under way; where only this process gets it, a second one does.
    struct sigaction action = {.sa_handler = on_interrupt,
                               .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    wb_watch watch = {0};
    int status;
    printf("checks again after every save of a shader; Ctrl-C ends\n");
    do {
        print_separator();
        status = check_in_child(app, check, &watch);
        fflush(stdout);
    } while (status <= WB_EXIT_FAILED && wait_for_save(&watch));
    wb_watch_free(&watch);
    return status > WB_EXIT_FAILED ? status : WB_EXIT_GOOD;
}
