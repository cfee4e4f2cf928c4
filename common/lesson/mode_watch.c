// --watch: the check again after every save of a shader, in a terminal beside the editor. Each in a
// process of its own, because not every driver survives every kernel. After a save of the lesson's
// C the program is built again, and takes the place of this one.
#include "lesson/modes.h"

#include "base/file.h"
#include "base/file_watch.h"
#include "gl/context.h"
#include "lesson/mode_check.h"
#include "lesson/task_check.h"
#include "lesson/task_list.h"
#include "os/host.h"
#include "os/path.h"
#include "os/process.h"
#include "os/signal.h"
#include "os/text.h"
#include "os/time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- The check, in a process of its own ---- */

// What a task without shaders waits for: its program, or an answer in another terminal.
static void list_other_files(const wb_app *app, FILE *list)
{
    char name[300], path[WB_PATH_SIZE];
    const wb_task *task = wb_check_task(app);
    if (task == NULL || wb_task_variant(app->lesson, task) != NULL) return;
    wb_task_record(path, sizeof path);
    snprintf(name, sizeof name, "../lessons/%s/tasks/%s.c", app->lesson->id, task->name);
    if (task->is_host) wb_program_find(name, path, sizeof path);
    fprintf(list, "%s\n", path);
}

static _Noreturn void be_child(wb_app *app, int (*check)(wb_app *app), FILE *list)
{
    wb_program_list_files(list);
    list_other_files(app, list);
    int status = check(app);
    fclose(list);
    exit(fflush(stdout) == 0 ? status : WB_EXIT_FAILED);
}

/* ---- The process that starts the check, and waits for a save ---- */

static bool is_ended; // the check, by somebody who wants the end

static bool is_over(void)
{
    return is_ended || wb_signal_is_interrupted();
}

static void print_separator(void)
{
    char text[16];
    time_t now = time(NULL);
    strftime(text, sizeof text, "%H:%M:%S", localtime(&now));
    printf("\n---- %s ----------------------------------------------------------\n", text);
}

// Reads which files to watch while the child runs: a file must be watched before it changes.
static void watch_files(wb_watch *watch, FILE *names)
{
    char *line = NULL;
    size_t size;
    while (getline(&line, &size, names) > 0) {
        line[strcspn(line, "\n")] = '\0';
        wb_watch_add(watch, line);
    }
    free(line);
    fclose(names);
}

// That a check came to no end.
static void print_failed(const wb_app *app)
{
    const wb_variant *one = wb_check_only(app);
    const wb_task *task = wb_check_task(app);
    if (task != NULL)
        wb_task_not_yet(app, task);
    else
        printf("FAILED   %s\n", one != NULL ? one->name : app->lesson->id);
}

// Says why the child ended before its check did.
static int tell_crash(const wb_app *app, wb_process_end end)
{
    if (end.is_wanted) {
        is_ended = true;
        return WB_EXIT_FAILED;
    }
    const wb_variant *one = wb_check_only(app);
    wb_error(
        "the check has crashed (%s), most likely the driver while it ran a kernel: an index far "
        "beyond a shared array does that\n"
        "what to do: --check --variant %s --kernels looks into each kernel before the driver "
        "runs it",
        end.crash, one != NULL ? one->name : "NAME");
    print_failed(app);
    return WB_EXIT_FAILED;
}

static const char goes_on[] = "WB_WATCH_GOES_ON"; // in the environment: this is not the beginning

// The exit status of the check. A crash of the driver ends only the child, which is this program
// with the same words.
static int check_in_child(wb_app *app, char **argv, wb_watch *watch)
{
    FILE *files = NULL;
    wb_process child;
    wb_process_end end;
    wb_process_desc desc = {.words = (const char *const *)argv, .report = &files};
    wb_host_set_variable(goes_on, app->checked_before ? "1" : NULL);
    bool has_begun = wb_process_start(&child, &desc);
    int error = errno;
    wb_host_set_variable(goes_on, NULL);
    if (!has_begun) {
        wb_error("--watch: no process for the check: %s", strerror(error));
        return WB_EXIT_LACKING;
    }
    watch_files(watch, files);
    app->checked_before = true;
    if (!wb_process_wait(&child, &end)) return WB_EXIT_FAILED;
    return end.crash != NULL ? tell_crash(app, end) : end.status;
}

/* ---- The lesson's C ---- */

/* What is needed to build the program again. */
typedef struct builder {
    const char *root;  // where the script wb is; NULL: not known, and C is not watched
    char program[600]; // the file that runs; read before another takes its place
    wb_watch sources;
    bool is_stale; // the program is not what the sources say
} builder;

/* A folder whose files of C are to be watched. */
typedef struct folder {
    builder *builder;
    char path[1100];
} folder;

static void watch_file(void *user, const char *name)
{
    const folder *f = user;
    char path[1400];
    if (!wb_file_has_extension(name, ".c") && !wb_file_has_extension(name, ".h")) return;
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    wb_watch_add(&f->builder->sources, path);
}

static void watch_folder(builder *b, const char *lesson, const char *below)
{
    folder f = {.builder = b};
    snprintf(f.path, sizeof f.path, "%s/lessons/%s%s", b->root, lesson, below);
    wb_path_each(f.path, watch_file, &f);
}

static void watch_sources(builder *b, const char *lesson)
{
    char path[1400];
    watch_folder(b, lesson, "");
    watch_folder(b, lesson, "/tasks");
    snprintf(path, sizeof path, "%s/shaders/%s/slots.h", b->root, lesson); // C reads it, too
    wb_watch_add(&b->sources, path);
}

static void prepare_builder(builder *b, const char *lesson)
{
    *b = (builder){.root = getenv("WB_ROOT")};
    if (b->root == NULL) return;
    if (wb_path_program(b->program, sizeof b->program)) watch_sources(b, lesson);
}

// Whether the script wb has built the lesson; it shows what the compiler says of a fault.
static bool build(const builder *b, const char *lesson)
{
    char script[1100];
    snprintf(script, sizeof script, "%s/wb", b->root);
    const char *words[] = {"sh", script, "rebuild", lesson, NULL};
    wb_process child;
    wb_process_end end;
    if (!wb_process_start(&child, &(wb_process_desc){.program = words[0], .words = words})) {
        wb_error("--watch: no process to build %s: %s", lesson, strerror(errno));
        return false;
    }
    return wb_process_wait(&child, &end) && end.status == 0;
}

static bool look_after(wb_watch *watch)
{
    wb_clock_sleep(0.25);
    return wb_watch_look(watch);
}

// What is saved while the compiler runs may have come too late for it, so there are two more looks.
static bool build_latest(builder *b, const char *lesson)
{
    bool good, again;
    do {
        good = build(b, lesson);
        again = wb_watch_look(&b->sources);
        again = look_after(&b->sources) || again;
    } while (again && !is_over());
    return good;
}

// Returns only if the new program could not be built or started.
static int start_again(builder *b, const wb_app *app, char **argv)
{
    b->is_stale = true; // even if a shader is saved next
    if (build_latest(b, app->lesson->id) && !is_over()) {
        wb_host_set_variable(goes_on, "1");
        wb_process_become(b->program, argv);
        wb_error("--watch: %s does not start: %s", b->program, strerror(errno));
    }
    if (is_over()) return WB_EXIT_FAILED;
    print_failed(app);
    printf("         nothing was checked: the lesson's C does not build\n");
    return WB_EXIT_FAILED;
}

/* ---- From save to save ---- */

static void wait_for_save(wb_watch *shaders, builder *b)
{
    bool has_shader = false, has_source = false;
    while (!is_over() && !has_shader && !has_source) {
        has_shader = look_after(shaders);
        has_source = wb_watch_look(&b->sources);
    }
    b->is_stale = b->is_stale || has_source;
}

static void print_head(const wb_app *app, const builder *b)
{
    int number = atoi(app->lesson->id);
    if (wb_check_all_solved(app)) return;
    if (wb_check_task(app) != NULL) wb_task_introduce(app, wb_check_task(app));
    printf("checks again after every save of a shader%s; Ctrl-C ends\n",
           b->root != NULL ? " or of the lesson's C" : "");
    if (b->root == NULL && number > 0 && WB_CAN_BUILD)
        printf("C is not watched: ./wb check %d --watch does that, too\n", number);
    else if (b->root == NULL)
        printf("C is not watched\n");
}

// The one before is solved, and its files are of no more interest.
static void begin_task(const wb_app *app, const wb_task *task, wb_watch *shaders)
{
    wb_watch_free(shaders);
    *shaders = (wb_watch){0};
    if (task == NULL) return;
    putchar('\n');
    wb_task_introduce(app, task);
}

int wb_run_watch(wb_app *app, char **argv, int (*check)(wb_app *app))
{
    FILE *list = wb_process_report();
    app->checked_before = getenv(goes_on) != NULL;
    wb_host_set_variable(goes_on, NULL);
    if (list != NULL) be_child(app, check, list);
    // Ctrl-C ends it, and the check under way; where only this process gets it, a second one does.
    wb_signal_take_interrupt();
    wb_watch shaders = {0};
    builder b;
    int status;
    bool ends;
    prepare_builder(&b, app->lesson->id);
    bool has_separator = app->checked_before;
    if (!app->checked_before) print_head(app, &b);
    const wb_task *before = wb_check_task(app);
    do {
        const wb_task *task = wb_check_task(app);
        if (task != before) begin_task(app, task, &shaders);
        before = task;
        if (!has_separator) print_separator();
        has_separator = false;
        status = b.is_stale ? start_again(&b, app, argv) : check_in_child(app, argv, &shaders);
        fflush(stdout);
        bool is_solved = status == WB_EXIT_GOOD && task != NULL && wb_check_task(app) != task;
        ends = status > WB_EXIT_FAILED || (task == NULL && wb_check_all_solved(app));
        if (!ends && !is_solved) wait_for_save(&shaders, &b);
    } while (!ends && !is_over());
    wb_watch_free(&shaders);
    wb_watch_free(&b.sources);
    return status > WB_EXIT_FAILED ? status : WB_EXIT_GOOD;
}
