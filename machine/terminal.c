// A session of the kernel debugger at a terminal, or by a script.
#include "machine/terminal.h"

#include "base/message.h"
#include "base/progress.h"
#include "os/host.h"
#include "os/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if WB_HAS_LIBEDIT
#include <editline/readline.h>
#endif

bool wb_terminal_open(wb_terminal *in, const uint32_t group[3])
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
    wb_terminal_show_start(in);
    wb_terminal_show_place(in);
    return true;
}

/* ---- Reading commands ---- */

// "(all) ", "(lane 5) ", "(lanes 8-15) ": the lanes that a command moves.
static const char *prompt(const wb_terminal *in, char *text, size_t size)
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
    return wb_host_is_terminal(stdin) && wb_host_is_terminal(stdout);
}

#if WB_HAS_LIBEDIT
// Ctrl-D comes as a zero if no line is being read. libedit binds zero anew for each line.
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

// Shows commands that were not typed as if they had been, so that the output reads as a session.
static void run_shown(wb_terminal *in, const char *line)
{
    char text[40];
    const char *command = *line == '\0' ? in->last : line;
    if (*command == '\0' || *command == '#') return;
    printf("%s%s\n", prompt(in, text, sizeof text), command);
    wb_terminal_command(in, line);
}

// The commands of --do, between semicolons. A wrong one ends them.
static void run_given(wb_terminal *in, const char *commands)
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

// A mistake is no harm at a terminal, and ends a script.
static void run_typed(wb_terminal *in)
{
    char text[40], *line;
    while (!in->quits && (at_terminal() || !in->failed)) {
        line = read_line(prompt(in, text, sizeof text));
        if (line == NULL) {
            if (at_terminal()) putchar('\n');
            break;
        }
        if (at_terminal())
            wb_terminal_command(in, line);
        else
            run_shown(in, line);
        free(line);
    }
    if (at_terminal()) in->failed = false;
}

/* ---- Sessions ---- */

// One number of a work group, up to a comma or the end; NULL if it is none, or too large.
static const char *parse_coordinate(const char *text, uint32_t *coordinate)
{
    char *end;
    if (*text < '0' || *text > '9') return NULL; // strtoull() takes blanks and signs, too
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || value > UINT32_MAX || (*end != '\0' && *end != ',')) return NULL;
    *coordinate = (uint32_t)value;
    return end;
}

bool wb_terminal_read_group(const char *text, uint32_t group[3])
{
    const char *at = text;
    memset(group, 0, 3 * sizeof *group);
    for (int i = 0; i < 3 && at != NULL; i++) {
        at = parse_coordinate(at, &group[i]);
        if (at != NULL && *at == '\0') return true;
        if (at != NULL) at++;
    }
    wb_error("--group %s: X,Y,Z of a work group is needed, such as 3,2,0 or 3", text);
    return false;
}

bool wb_terminal_session(const wb_terminal_desc *desc)
{
    wb_terminal in = {
        .kernel = desc->kernel, .pass = desc->pass, .call_name = desc->call, .desc = desc->debug};
    bool good = wb_terminal_open(&in, desc->debug.group);
    if (good && desc->commands != NULL) run_given(&in, desc->commands);
    if (good) run_typed(&in);
    wb_debug_free(in.debug);
    return good && !in.failed;
}
