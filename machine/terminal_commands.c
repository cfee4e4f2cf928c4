// The commands of the kernel debugger in the terminal, called as gdb calls its own.
#include "machine/terminal.h"

#include "base/message.h"
#include "base/progress.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ---- */

static bool fail(wb_terminal *in)
{
    in->failed = true;
    return false;
}

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text)) text++;
    return text;
}

// A whole number with nothing behind it.
static bool read_count(const char *text, long least, long most, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return end != text && *skip_blanks(end) == '\0' && *number >= least && *number <= most;
}

// The number of repetitions, 1 if none is given.
static bool read_times(wb_terminal *in, const char *text, long *times)
{
    *times = 1;
    if (*text == '\0' || read_count(text, 1, 1000000, times)) return true;
    wb_error("%s: a number of times is needed, such as 5", text);
    return fail(in);
}

/* ---- Places in the source ---- */

static int line_count(const wb_terminal *in)
{
    int count = 0;
    for (const char *at = in->kernel->text; *at != '\0'; at++) count += *at == '\n';
    return count;
}

static bool ends_with(const char *path, const char *name)
{
    size_t length = strlen(path), part = strlen(name);
    return length >= part && strcmp(path + length - part, name) == 0 &&
           (length == part || path[length - part - 1] == '/');
}

// The first line of the file from `number` on that has code; 0: there is none.
static int line_in_file(const wb_terminal *in, const char *file, int number)
{
    int best = 0, best_number = 0, count = line_count(in);
    for (int line = 1; line <= count; line++) {
        wb_finding_place place = wb_kernel_place(in->kernel, line);
        if (place.line < number || !ends_with(place.file, file)) continue;
        if (best != 0 && place.line >= best_number) continue;
        if (wb_debug_line_with_code(in->debug, line, line) == 0) continue;
        best = line;
        best_number = place.line;
    }
    return best;
}

// The first line of a function; a call that has not begun there is still on the line of the call.
static int line_of_function(const wb_terminal *in, const char *name)
{
    const wb_module *m = &in->kernel->module;
    for (uint32_t k = 0; k < m->code_count; k++) {
        const wb_module_call *call = &m->calls[m->code[k].call];
        if (strcmp(call->function, name) == 0 && m->code[k].line != call->line)
            return m->code[k].line;
    }
    return 0;
}

static const char *file_here(const wb_terminal *in)
{
    int line = wb_debug_where(in->debug).line;
    if (line == 0) return in->file != NULL ? in->file : in->kernel->name;
    return wb_kernel_place(in->kernel, line).file;
}

// "12", "tile.glsl:12" or "load_tile": a line of the kernel's text; 0, with a message, if it is
// none.
static int read_place(wb_terminal *in, const char *text)
{
    char file[128] = "";
    const char *colon = strrchr(text, ':');
    long number;
    int line = 0;
    if (colon != NULL) snprintf(file, sizeof file, "%.*s", (int)(colon - text), text);
    if (read_count(colon != NULL ? colon + 1 : text, 1, 1000000, &number)) {
        const char *where = *file != '\0' ? file : file_here(in);
        line = line_in_file(in, where, (int)number);
        if (line == 0) wb_error("%s has no code from line %ld on", where, number);
        if (line > 0 && wb_kernel_place(in->kernel, line).line != number)
            printf("line %ld has no code; %d has\n", number,
                   wb_kernel_place(in->kernel, line).line);
    } else {
        line = line_of_function(in, text);
        if (line == 0)
            wb_error("%s is neither a line (12, tile.glsl:12) nor a function of this kernel", text);
    }
    if (line == 0) fail(in);
    return line;
}

/* ---- Running ---- */

static bool went(wb_terminal *in, wb_debug_stop stop)
{
    int count = wb_debug_finding_count(in->debug);
    if (in->told > count) in->told = count;
    wb_terminal_show_stop(in, stop);
    return true;
}

static bool go(wb_terminal *in, const char *rest, wb_debug_until until, bool back)
{
    long times;
    wb_debug_stop stop = WB_DEBUG_ARRIVED;
    wb_debug_goal goal = {.until = until};
    if (!read_times(in, rest, &times)) return false;
    for (long i = 0; i < times && stop == WB_DEBUG_ARRIVED; i++)
        stop = back ? wb_debug_back(in->debug, goal) : wb_debug_forward(in->debug, goal);
    return went(in, stop);
}

static bool step(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_INTO, false);
}

static bool next(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_OVER, false);
}

static bool finish(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_OUT, false);
}

static bool go_on(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_BREAKPOINT, false);
}

static bool barrier(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_BARRIER, false);
}

static bool to_end(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_END, false);
}

static bool back(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_INTO, true);
}

static bool reverse_next(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_OVER, true);
}

static bool reverse_finish(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_OUT, true);
}

static bool reverse_continue(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_BREAKPOINT, true);
}

static bool reverse_barrier(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_BARRIER, true);
}

static bool restart(wb_terminal *in, const char *rest)
{
    return go(in, rest, WB_DEBUG_END, true);
}

static bool go_until(wb_terminal *in, const char *rest, bool reverse)
{
    wb_debug_goal goal = {.until = WB_DEBUG_LINE};
    if (*rest == '\0') {
        wb_error("until what? \"until 12\", \"until tile.glsl:12\", \"until load_tile\", \"until "
                 "finding\", \"until nan\" or \"until barrier\"");
        return fail(in);
    }
    if (strcmp(rest, "finding") == 0)
        goal.until = WB_DEBUG_FINDING;
    else if (strcmp(rest, "barrier") == 0)
        goal.until = WB_DEBUG_BARRIER;
    else if (strcmp(rest, "nan") == 0)
        goal.until = WB_DEBUG_NAN;
    else if ((goal.line = read_place(in, rest)) == 0)
        return false;
    if (reverse && goal.until == WB_DEBUG_NAN) {
        wb_error("NaNs are looked for forwards: \"restart\", then \"until nan\"");
        return fail(in);
    }
    char missed[120];
    wb_debug_stop stop =
        reverse ? wb_debug_back(in->debug, goal) : wb_debug_forward(in->debug, goal);
    wb_debug_missed(in->debug, goal, reverse, stop, missed, sizeof missed);
    if (*missed != '\0') puts(missed);
    return went(in, stop);
}

static bool until(wb_terminal *in, const char *rest)
{
    return go_until(in, rest, false);
}

static bool reverse_until(wb_terminal *in, const char *rest)
{
    return go_until(in, rest, true);
}

static bool others(wb_terminal *in, const char *rest)
{
    (void)rest;
    return went(in, wb_debug_bring_others(in->debug));
}

/* ---- Breakpoints ---- */

static bool add_breakpoint(wb_terminal *in, const char *rest, bool once)
{
    char place[128];
    const char *condition = strstr(rest, " if ");
    size_t length = condition != NULL ? (size_t)(condition - rest) : strlen(rest);
    wb_module_error error;
    while (length > 0 && isspace((unsigned char)rest[length - 1])) length--;
    snprintf(place, sizeof place, "%.*s", (int)length, rest);
    if (*place == '\0') {
        wb_error(
            "break where? \"break 12\", \"break tile.glsl:12 if i == 3\", \"break load_tile\"");
        return fail(in);
    }
    int line = read_place(in, place);
    if (line == 0) return false;
    condition = condition != NULL ? skip_blanks(condition + 4) : "";
    int number = wb_debug_break(in->debug, line, condition, once, &error);
    if (number == 0) {
        wb_error("%s: %s", condition, error.text);
        return fail(in);
    }
    wb_finding_place at = wb_kernel_place(in->kernel, line);
    printf("breakpoint %d: %s:%d\n", number, at.file, at.line);
    if (error.text[0] == '\0') return true;
    at = wb_kernel_place(in->kernel, error.line);
    printf("it may never stop: %s\n", error.text);
    if (error.line > 0) printf("it gets one in %s:%d\n", at.file, at.line);
    return true;
}

static bool add_break(wb_terminal *in, const char *rest)
{
    return add_breakpoint(in, rest, false);
}

static bool add_tbreak(wb_terminal *in, const char *rest)
{
    return add_breakpoint(in, rest, true);
}

// "sum", in any lane; "sum lane 5" in that one.
static bool watch(wb_terminal *in, const char *rest)
{
    char expression[200];
    long number;
    wb_module_error error;
    uint32_t before = wb_debug_selected(in->debug), count, all = wb_debug_lane_count(in->debug);
    const char *of = strstr(rest, " lane ");
    bool in_any = of == NULL || !read_count(of + 6, 0, (long)all - 1, &number);
    snprintf(expression, sizeof expression, "%.*s", in_any ? (int)strlen(rest) : (int)(of - rest),
             rest);
    if (*expression == '\0') {
        wb_error("watch what? \"watch sum\" in any lane, \"watch tile[i + 1] lane 5\" in lane 5");
        return fail(in);
    }
    wb_debug_selection(in->debug, &count);
    if (!in_any) wb_debug_select(in->debug, (uint32_t)number, count == all ? 0 : count);
    int watched = wb_debug_watch(in->debug, expression, in_any, &error);
    wb_debug_select(in->debug, before, count == all ? 0 : count);
    if (watched == 0) {
        wb_error("%s: %s", expression, error.text);
        return fail(in);
    }
    printf("watch %d: %s, in %s\n", watched, expression, in_any ? "any lane" : of + 1);
    return true;
}

static bool delete (wb_terminal *in, const char *rest)
{
    long number;
    if (*rest == '\0') {
        while (wb_debug_breakpoint_at(in->debug, 0) != NULL)
            wb_debug_delete(in->debug, wb_debug_breakpoint_at(in->debug, 0)->number);
        while (wb_debug_watched_at(in->debug, 0) != NULL)
            wb_debug_delete(in->debug, wb_debug_watched_at(in->debug, 0)->number);
        return true;
    }
    if (read_count(rest, 1, 1000000, &number) && wb_debug_delete(in->debug, (int)number))
        return true;
    wb_error("there is no breakpoint %s; \"info breakpoints\" shows those that there are", rest);
    return fail(in);
}

/* ---- Lanes ---- */

// The prompt shows the selected lanes, too.
static void show_selection(wb_terminal *in)
{
    in->file = NULL;
    wb_terminal_show_place(in);
}

static bool lane(wb_terminal *in, const char *rest)
{
    long number;
    uint32_t count, all = wb_debug_lane_count(in->debug);
    if (!read_count(rest, 0, (long)all - 1, &number)) {
        wb_error("lane %s: the lanes are 0 to %u", rest, all - 1);
        return fail(in);
    }
    wb_debug_selection(in->debug, &count);
    wb_debug_select(in->debug, (uint32_t)number, count == all ? 0 : count);
    wb_terminal_show_calls(in);
    return true;
}

static bool width(wb_terminal *in, const char *rest)
{
    long number = 0;
    bool all = strcmp(rest, "all") == 0;
    if (!all &&
        (!read_count(rest, 1, WB_MAX_INVOCATIONS, &number) || (number & (number - 1)) != 0)) {
        wb_error("width %s: how many lanes a command moves: 1, 8, 32, 64, another power of two, or "
                 "all",
                 rest);
        return fail(in);
    }
    wb_debug_select(in->debug, wb_debug_selected(in->debug), (uint32_t)number);
    show_selection(in);
    return true;
}

static bool group(wb_terminal *in, const char *rest)
{
    unsigned x, y = 0, z = 0;
    if (strchr(rest, '-') != NULL) { // sscanf would make a large number of it
        wb_error("\"%s\" is no work group: X,Y,Z count from 0", rest);
        return fail(in);
    }
    if (sscanf(rest, "%u,%u,%u", &x, &y, &z) < 1) {
        const uint32_t *g = in->desc.group;
        printf("work group (%u, %u, %u)\n", g[0], g[1], g[2]);
        return true;
    }
    return wb_terminal_open(in, (uint32_t[]){x, y, z}) || fail(in);
}

/* ---- Looking ---- */

static bool print(wb_terminal *in, const char *rest)
{
    if (*rest == '\0') {
        wb_error("print what? \"print sum\", \"print tile[i + 1]\", \"print p.place.x > 0\"");
        return fail(in);
    }
    return wb_terminal_show_value(in, rest) || fail(in);
}

static bool lanes(wb_terminal *in, const char *rest)
{
    if (*rest != '\0') return wb_terminal_show_values(in, rest) || fail(in);
    wb_terminal_show_lanes(in);
    return true;
}

static bool shared(wb_terminal *in, const char *rest)
{
    return wb_terminal_show_shared(in, rest) || fail(in);
}

static bool where(wb_terminal *in, const char *rest)
{
    (void)rest;
    wb_terminal_show_calls(in);
    return true;
}

static bool accesses(wb_terminal *in, const char *rest)
{
    (void)rest;
    wb_terminal_show_accesses(in);
    return true;
}

static bool counters(wb_terminal *in, const char *rest)
{
    (void)rest;
    wb_terminal_show_counts(in);
    return true;
}

static bool finding(wb_terminal *in, const char *rest)
{
    long number;
    if (*rest == '\0') {
        wb_terminal_show_findings(in);
        return true;
    }
    if (read_count(rest, 1, 100000, &number))
        return wb_terminal_show_finding(in, (int)number) || fail(in);
    wb_error("finding %s: a number is needed; \"finding\" lists them", rest);
    return fail(in);
}

static bool orders(wb_terminal *in, const char *rest)
{
    long number = 1;
    if (*rest == '\0' || read_count(rest, 1, 100000, &number))
        return wb_terminal_show_orders(in, (int)number) || fail(in);
    wb_error("orders %s: the number of a finding is needed; \"finding\" lists them", rest);
    return fail(in);
}

static bool list(wb_terminal *in, const char *rest)
{
    enum { LINES = 10 };
    int count = line_count(in), first = in->listed;
    if (*rest != '\0')
        first = read_place(in, rest);
    else if (first == 0) {
        first = wb_debug_where(in->debug).line;
        if (first == 0) first = line_of_function(in, "main");
    } else
        first += LINES / 2 + 1;
    if (first == 0) return false;
    int start = first > LINES / 2 ? first - LINES / 2 : 1;
    // Not beyond the end of the file: what follows is another file's
    const char *file = wb_kernel_place(in->kernel, first).file;
    while (strcmp(wb_kernel_place(in->kernel, start).file, file) != 0) start++;
    int last = start;
    while (last < count && last + 1 < start + LINES &&
           strcmp(wb_kernel_place(in->kernel, last + 1).file, file) == 0)
        last++;
    printf("%s\n", file);
    wb_terminal_show_lines(in, start, last);
    in->listed = last;
    return true;
}

static bool info(wb_terminal *in, const char *rest)
{
    if (strcmp(rest, "locals") == 0)
        wb_terminal_show_locals(in);
    else if (strcmp(rest, "breakpoints") == 0)
        wb_terminal_show_breakpoints(in);
    else if (strcmp(rest, "lanes") == 0)
        wb_terminal_show_lanes(in);
    else if (strcmp(rest, "group") == 0)
        wb_terminal_show_start(in);
    else {
        wb_error("info what? locals, breakpoints, lanes or group");
        return fail(in);
    }
    return true;
}

static bool quit(wb_terminal *in, const char *rest)
{
    (void)rest;
    in->quits = true;
    return true;
}

/* ---- The table ---- */

static bool help(wb_terminal *in, const char *rest);

typedef struct command {
    const char *name, *brief; // the shorter name; "" if it has none
    bool (*run)(wb_terminal *in, const char *rest);
    const char *arguments, *text;
} command;

static const command commands[] = {
    {"step", "s", step, "[N]", "one line, or N, also into functions"},
    {"next", "n", next, "[N]", "one line, over functions"},
    {"finish", "fin", finish, "", "to where this function was called"},
    {"until", "u", until, "PLACE", "to a line: 12, tile.glsl:12, or a function"},
    {"", "", until, "finding", "to the next finding; also: nan, barrier"},
    {"barrier", "ba", barrier, "[N]", "behind the next barrier(), with all lanes"},
    {"continue", "c", go_on, "", "to a breakpoint, a change, or the end"},
    {"end", "", to_end, "", "to the end of the group"},
    {"others", "o", others, "", "brings those for which these lanes wait"},
    {"back", "reverse-step", back, "[N]", "one line back, or N"},
    {"reverse-next", "rn", reverse_next, "[N]", "one line back, over functions"},
    {"reverse-finish", "rf", reverse_finish, "", "back to where this function was called"},
    {"reverse-until", "ru", reverse_until, "PLACE", "back to a line; also: finding, barrier"},
    {"reverse-barrier", "rba", reverse_barrier, "[N]", "in front of the last barrier()"},
    {"reverse-continue", "rc", reverse_continue, "", "back to one, or to the start"},
    {"restart", "", restart, "", "back to the start of the group"},
    {"break", "b", add_break, "PLACE [if C]", "stops there; C: such as i == 3 && isnan(x)"},
    {"tbreak", "tb", add_tbreak, "PLACE [if C]", "the same, once"},
    {"watch", "wa", watch, "C [lane N]", "stops when C has changed, in any lane or in N"},
    {"delete", "d", delete, "[N]", "takes breakpoint or watch N away, or all"},
    {"lane", "l", lane, "N", "looks at another lane"},
    {"width", "w", width, "N", "commands move 1, 8, 32, ... lanes, or all"},
    {"group", "g", group, "X,Y,Z", "another work group, from its start"},
    {"print", "p", print, "WHAT", "what the lane has: tile[i + 1], p.x * 2"},
    {"lanes", "", lanes, "[WHAT]", "the same of all lanes; or where they are"},
    {"shared", "sh", shared, "[WHAT]", "shared memory, and who wrote it last"},
    {"accesses", "a", accesses, "", "what the last line accessed; what it costs"},
    {"where", "bt", where, "", "the lane's functions"},
    {"finding", "f", finding, "[N]", "what was found; N in full"},
    {"orders", "", orders, "[N]", "plays finding N, a race, in both orders"},
    {"list", "", list, "[PLACE]", "source; > the next line, * breakpoints"},
    {"counters", "", counters, "", "what each line has cost so far"},
    {"info", "i", info, "WHAT", "locals, breakpoints, lanes, group"},
    {"help", "h", help, "", "this list"},
    {"quit", "q", quit, "", "ends; so does Ctrl-D"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static bool help(wb_terminal *in, const char *rest)
{
    (void)in;
    (void)rest;
    for (int i = 0; i < COMMANDS; i++) {
        const command *c = &commands[i];
        char names[40];
        bool brief = c->brief[0] != '\0';
        snprintf(names, sizeof names, "%s%s%s", c->name, brief ? ", " : "", c->brief);
        printf("%-20s %-12s %s\n", names, c->arguments, c->text);
    }
    printf("Enter repeats the last command. Lanes are gl_LocalInvocationIndex.\n"
           "A + before a line's number: the line has begun, and the lanes are in it.\n");
    return true;
}

static const command *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (*commands[i].name != '\0' &&
            (strcmp(commands[i].name, name) == 0 || strcmp(commands[i].brief, name) == 0))
            return &commands[i];
    return NULL;
}

void wb_terminal_command(wb_terminal *in, const char *line)
{
    char text[sizeof in->last], name[40] = "";
    snprintf(text, sizeof text, "%s", *skip_blanks(line) != '\0' ? skip_blanks(line) : in->last);
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
    if (length == 0 || text[0] == '#') return;
    size_t end = strcspn(text, " \t");
    snprintf(name, sizeof name, "%.*s", (int)end, text);
    const command *c = find_command(name);
    if (c == NULL) {
        wb_error("%s: no such command; \"help\" lists them", name);
        fail(in);
        return;
    }
    snprintf(in->last, sizeof in->last, "%s", text);
    c->run(in, skip_blanks(text + end));
}
