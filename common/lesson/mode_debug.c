#include "lesson/modes.h"

#include "base/progress.h"
#include "lesson/crash.h"
#include "lesson/debug_terminal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if WB_HAS_LIBEDIT
#include <editline/readline.h>
#endif

/* ---- The dispatch and its group ---- */

// Runs the frames of --frames, and catches the dispatch in the next step.
static const wb_caught *catch_dispatch(wb_app *app)
{
    char reason[600], name[WB_LABEL_SIZE];
    const wb_options *o = &app->options;
    int frames = o->frames >= 0 ? o->frames : 0;
    for (int i = 0; i < frames; i++) {
        wb_progress("frame %d of %d", i + 1, frames);
        wb_crash_expect_progress(true);
        wb_app_step(app);
    }
    wb_progress_clear();
    wb_catch_desc desc = {.kernel = app->variant->kernel};
    if (o->pass != NULL) {
        snprintf(name, sizeof name, "%s", o->pass);
        char *colon = strrchr(name, ':');
        if (colon != NULL && isdigit((unsigned char)colon[1])) {
            *colon = '\0';
            desc.number = atoi(colon + 1);
        }
        desc.pass = name;
    }
    wb_catch_begin(&desc);
    wb_crash_expect_progress(true);
    wb_app_step(app);
    wb_crash_expect_progress(false);
    const wb_caught *caught = wb_catch_end(reason, sizeof reason);
    if (caught == NULL) wb_error("%s", reason);
    return caught;
}

bool wb_debug_terminal_open(wb_debug_terminal *in, const uint32_t group[3])
{
    enum { SLICE = 20000000 };
    wb_module_error error;
    wb_debug_desc desc = in->desc;
    memcpy(desc.group, group, sizeof desc.group);
    wb_debug *debug = wb_debug_create(&desc, &error);
    if (debug == NULL) {
        wb_error("%s", error.text);
        return false;
    }
    for (uint64_t n = 1; !wb_debug_approach(debug, SLICE); n++)
        wb_progress("the work groups before it: %llu million instructions of invocations",
                    (unsigned long long)(n * SLICE / 1000000));
    wb_progress_clear();
    wb_debug_free(in->debug);
    in->desc = desc;
    in->debug = debug;
    in->file = NULL;
    in->told = in->listed = 0;
    wb_debug_terminal_show_start(in);
    wb_debug_terminal_show_place(in);
    return true;
}

/* ---- Reading commands ---- */

// "(all) ", "(lane 5) ", "(lanes 8-15) ": the lanes that a command moves.
static const char *prompt(const wb_debug_terminal *in, char *text, size_t size)
{
    uint32_t count, first = wb_debug_selection(in->debug, &count);
    if (count == wb_debug_lane_count(in->debug))
        snprintf(text, size, "(all) ");
    else if (count == 1)
        snprintf(text, size, "(lane %u) ", first);
    else
        snprintf(text, size, "(lanes %u-%u) ", first, first + count - 1);
    return text;
}

static bool at_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

#if WB_HAS_LIBEDIT
// A Ctrl-D that is typed before readline() reads arrives as a zero. libedit forgets bindings with
// each line.
static int bind_zero(void)
{
    return rl_parse_and_bind("bind ^@ em-delete-or-list"); // as Ctrl-D
}
#endif

// The next line, without its end, for the caller to free; NULL at the end of the input.
static char *read_line(const char *text)
{
    char *line = NULL;
    size_t capacity = 0;
#if WB_HAS_LIBEDIT
    if (at_terminal()) {
        rl_pre_input_hook = bind_zero;
        line = readline(text);
        if (line != NULL && *line != '\0') add_history(line);
        return line;
    }
#endif
    if (at_terminal()) fputs(text, stdout);
    fflush(stdout);
    ssize_t length = getline(&line, &capacity, stdin);
    if (length < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

// Shows a command that was not typed as if it were, so that the output reads like a session.
static void run_shown(wb_debug_terminal *in, const char *line)
{
    char text[40];
    const char *command = *line == '\0' ? in->last : line;
    if (*command == '\0' || *command == '#') return;
    printf("%s%s\n", prompt(in, text, sizeof text), command);
    wb_debug_terminal_command(in, line);
}

// The commands of --do, between semicolons. A wrong one ends them.
static void run_given(wb_debug_terminal *in, const char *commands)
{
    char line[sizeof in->last];
    while (*commands != '\0' && !in->quits && !in->failed) {
        size_t length = strcspn(commands, ";");
        while (isspace((unsigned char)*commands) && length > 0) commands++, length--;
        snprintf(line, sizeof line, "%.*s", (int)length, commands);
        if (*line != '\0') run_shown(in, line);
        commands += length;
        commands += *commands == ';';
    }
}

// A mistake ends a script; at a terminal it does no harm.
static void run_typed(wb_debug_terminal *in)
{
    char text[40], *line;
    while (!in->quits && (at_terminal() || !in->failed)) {
        line = read_line(prompt(in, text, sizeof text));
        if (line == NULL) {
            if (at_terminal()) putchar('\n');
            break;
        }
        if (at_terminal())
            wb_debug_terminal_command(in, line);
        else
            run_shown(in, line);
        free(line);
    }
    if (at_terminal()) in->failed = false;
}

int wb_run_debug(wb_app *app)
{
    wb_debug_terminal in = {0};
    int status = wb_app_start(app);
    if (status != WB_EXIT_GOOD) return status;
    const wb_caught *caught = catch_dispatch(app);
    if (caught == NULL) {
        wb_catch_forget();
        return WB_EXIT_USAGE;
    }
    in.caught = caught;
    in.kernel = caught->capture.kernel;
    in.desc = wb_caught_desc(caught, app->options.group);
    bool good = wb_debug_terminal_open(&in, app->options.group);
    if (good && app->options.commands != NULL) run_given(&in, app->options.commands);
    if (good) run_typed(&in);
    wb_debug_free(in.debug);
    wb_catch_forget();
    return good && !in.failed ? WB_EXIT_GOOD : WB_EXIT_USAGE;
}
