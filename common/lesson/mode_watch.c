// --watch: the check again after every save of a shader, in a terminal beside the editor. Each in a
// process of its own, because not every driver survives every kernel. After a save of the lesson's
// C the program is built again, and takes the place of this one.
#include "lesson/modes.h"

#include "base/file.h"
#include "base/file_watch.h"
#include "bench/child.h"
#include "gl/context.h"
#include "lesson/mode_check.h"
#include "lesson/task_check.h"
#include "lesson/task_list.h"

#include <dirent.h>
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

static _Noreturn void be_child(wb_app *app, int (*check)(wb_app *app), const int files[2])
{
    signal(SIGINT, SIG_DFL); // Ctrl-C is for this process, too, and ends even a kernel that hangs
    close(files[0]);
    FILE *list = fdopen(files[1], "w");
    wb_program_list_files(list);
    if (list != NULL) list_other_files(app, list);
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
static int tell_crash(const wb_app *app, int signal_number)
{
    if (signal_number == SIGINT || signal_number == SIGTERM || signal_number == SIGPIPE) {
        interrupted = 1; // from outside: an end is wanted
        return WB_EXIT_FAILED;
    }
    const wb_variant *one = wb_check_only(app);
    wb_error(
        "the check has crashed (%s), most likely the driver while it ran a kernel: an index far "
        "beyond a shared array does that\n"
        "what to do: --check --variant %s --kernels looks into each kernel before the driver "
        "runs it",
        strsignal(signal_number), one != NULL ? one->name : "NAME");
    print_failed(app);
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
    app->checked_before = true;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFSIGNALED(status) ? tell_crash(app, WTERMSIG(status)) : WEXITSTATUS(status);
}

/* ---- The lesson's C ---- */

/* What is needed to build the program again. */
typedef struct builder {
    const char *root;  // where the script wb is; NULL: not known, and C is not watched
    char program[600]; // the file that runs; read before another takes its place
    wb_watch sources;
    bool is_stale; // the program is not what the sources say
} builder;

static void watch_folder(builder *b, const char *lesson, const char *below)
{
    char directory[1100], path[1400];
    snprintf(directory, sizeof directory, "%s/lessons/%s%s", b->root, lesson, below);
    DIR *files = opendir(directory);
    for (struct dirent *f = NULL; files != NULL && (f = readdir(files)) != NULL;) {
        if (!wb_file_has_extension(f->d_name, ".c") && !wb_file_has_extension(f->d_name, ".h"))
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, f->d_name);
        wb_watch_add(&b->sources, path);
    }
    if (files != NULL) closedir(files);
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
    ssize_t length = readlink("/proc/self/exe", b->program, sizeof b->program - 1);
    if (length > 0) watch_sources(b, lesson);
}

// Whether the script wb has built the lesson; it shows what the compiler says of a fault.
static bool build(const builder *b, const char *lesson)
{
    char script[1100];
    int status = -1;
    snprintf(script, sizeof script, "%s/wb", b->root);
    pid_t child = wb_child_fork();
    if (child == 0) {
        execlp("sh", "sh", script, "rebuild", lesson, (char *)NULL);
        _exit(127);
    }
    if (child < 0) {
        wb_error("--watch: no process to build %s: %s", lesson, strerror(errno));
        return false;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return status == 0;
}

static bool look_after(wb_watch *watch)
{
    nanosleep(&(struct timespec){.tv_nsec = 250000000}, NULL);
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
    } while (again && !interrupted);
    return good;
}

static const char goes_on[] = "WB_WATCH_GOES_ON"; // in the environment of a program built again

// Returns only if the new program could not be built or started.
static int start_again(builder *b, const wb_app *app, char **argv)
{
    b->is_stale = true; // even if a shader is saved next
    if (build_latest(b, app->lesson->id) && !interrupted) {
        setenv(goes_on, "1", true);
        execv(b->program, argv);
        wb_error("--watch: %s does not start: %s", b->program, strerror(errno));
    }
    if (interrupted) return WB_EXIT_FAILED;
    print_failed(app);
    printf("         nothing was checked: the lesson's C does not build\n");
    return WB_EXIT_FAILED;
}

/* ---- From save to save ---- */

static void wait_for_save(wb_watch *shaders, builder *b)
{
    bool has_shader = false, has_source = false;
    while (!interrupted && !has_shader && !has_source) {
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
    if (b->root == NULL && number > 0)
        printf("C is not watched: ./wb check %d --watch does that, too\n", number);
    if (b->root == NULL && number == 0) printf("C is not watched\n");
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
    // Ctrl-C ends it, and the check under way; where only this process gets it, a second one does.
    struct sigaction action = {.sa_handler = on_interrupt,
                               .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    wb_watch shaders = {0};
    builder b;
    int status;
    bool ends;
    prepare_builder(&b, app->lesson->id);
    app->checked_before = getenv(goes_on) != NULL;
    unsetenv(goes_on);
    bool has_separator = app->checked_before;
    if (!app->checked_before) print_head(app, &b);
    const wb_task *before = wb_check_task(app);
    do {
        const wb_task *task = wb_check_task(app);
        if (task != before) begin_task(app, task, &shaders);
        before = task;
        if (!has_separator) print_separator();
        has_separator = false;
        status = b.is_stale ? start_again(&b, app, argv) : check_in_child(app, check, &shaders);
        fflush(stdout);
        bool is_solved = status == WB_EXIT_GOOD && task != NULL && wb_check_task(app) != task;
        ends = status > WB_EXIT_FAILED || (task == NULL && wb_check_all_solved(app));
        if (!ends && !is_solved) wait_for_save(&shaders, &b);
    } while (!ends && !interrupted);
    wb_watch_free(&shaders);
    wb_watch_free(&b.sources);
    return status > WB_EXIT_FAILED ? status : WB_EXIT_GOOD;
}
