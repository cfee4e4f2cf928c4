// --show: a shader as the driver gets it.
#include "lesson/modes.h"

#include "base/text.h"
#include "os/host.h"
#include "os/text.h"
#include "step/trace.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which shader ---- */

// What the dispatch of a pass was made from; NULL if it has none, or none of this library's.
static const wb_source *source_of(const wb_trace_pass *pass)
{
    if (pass->dispatches == 0 || pass->dispatch.program == 0) return NULL;
    const char *text = wb_interface_of(pass->dispatch.program)->source;
    return text != NULL ? wb_program_source(text) : NULL;
}

// Of the number-th pass of that name, from 1 on.
static const wb_source *find_pass(const char *name, int number)
{
    const wb_trace_pass *pass;
    for (int i = 0; (pass = wb_trace_pass_at(true, i)) != NULL; i++)
        if (strcmp(pass->name, name) == 0 && source_of(pass) != NULL && --number == 0)
            return source_of(pass);
    return NULL;
}

static const wb_source *find_numbered_pass(const char *wanted)
{
    const wb_source *source = find_pass(wanted, 1);
    const char *colon = strrchr(wanted, ':');
    if (source != NULL || colon == NULL || !isdigit((unsigned char)colon[1])) return source;
    char *name = strndup(wanted, (size_t)(colon - wanted));
    if (name != NULL) source = find_pass(name, atoi(colon + 1));
    free(name);
    return source;
}

// A shader that was made from that file: of several with other constants, the last.
static const wb_source *find_file(const char *file)
{
    const wb_source *source, *found = NULL;
    for (int i = 0; (source = wb_program_source_at(i)) != NULL; i++)
        if (strcmp(source->files[0], file) == 0) found = source;
    return found;
}

// The one that the step has dispatched, in case the file was compiled with several constants.
static const wb_source *find_kernel(const char *file)
{
    const wb_trace_pass *pass;
    for (int i = 0; (pass = wb_trace_pass_at(true, i)) != NULL; i++) {
        const wb_source *source = source_of(pass);
        if (source != NULL && strcmp(source->files[0], file) == 0) return source;
    }
    return find_file(file);
}

// Whether an earlier pass of the step has this name and was made from the same.
static bool is_listed(int index)
{
    const wb_trace_pass *pass = wb_trace_pass_at(true, index);
    for (int i = 0; i < index; i++) {
        const wb_trace_pass *earlier = wb_trace_pass_at(true, i);
        if (strcmp(earlier->name, pass->name) == 0 && source_of(earlier) == source_of(pass))
            return true;
    }
    return false;
}

static void list_passes(FILE *out)
{
    const wb_trace_pass *pass;
    for (int i = 0; (pass = wb_trace_pass_at(true, i)) != NULL; i++)
        if (source_of(pass) != NULL && !is_listed(i))
            fprintf(out, "\n  pass \"%s\": %s", pass->name, source_of(pass)->files[0]);
}

static void list_files(FILE *out)
{
    const wb_source *source;
    for (int i = 0; (source = wb_program_source_at(i)) != NULL; i++)
        if (find_file(source->files[0]) == source) fprintf(out, "\n  %s", source->files[0]);
}

static void report_not_found(const wb_app *app)
{
    char *list = NULL;
    size_t size;
    FILE *out = wb_text_stream(&list, &size);
    if (out != NULL) {
        list_passes(out);
        list_files(out);
        wb_text_stream_close(out);
    }
    const char *wanted = app->options.pass;
    wb_error("%s%s: variant %s has no such %s; it has:%s", wanted != NULL ? "--pass " : "--show",
             wanted != NULL ? wanted : "", app->variant->name,
             wanted != NULL ? "pass or shader" : "kernel", list != NULL ? list : "");
    free(list);
}

/* ---- Its text ---- */

static bool has_colours(void)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return wb_host_is_terminal(stdout) && (no_color == NULL || *no_color == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

static const char *place_of(const wb_source *source, int line, char *text, size_t size)
{
    wb_source_line from = source->lines[line];
    if (from.file < 0)
        snprintf(text, size, "(injected constant)");
    else
        snprintf(text, size, "%s:%d", source->files[from.file], from.number);
    return text;
}

// The shader's own lines as they are, what is injected in yellow, what is included in cyan.
static const char *colour_of(const wb_source *source, int line)
{
    int file = source->lines[line].file;
    return file < 0 ? "\033[33m" : file > 0 ? "\033[36m" : "";
}

static void print_source(const wb_source *source)
{
    char place[200];
    int width = 0;
    for (int i = 0; i < source->line_count; i++) {
        int length = (int)strlen(place_of(source, i, place, sizeof place));
        if (length > width) width = length;
    }
    bool colours = has_colours();
    const char *at = source->text;
    for (int i = 0; i < source->line_count; i++) {
        int length = (int)strcspn(at, "\n");
        place_of(source, i, place, sizeof place);
        if (colours)
            printf("\033[2m%*s |\033[0m %s%.*s\033[0m\n", width, place, colour_of(source, i),
                   length, at);
        else
            printf("%*s |%s%.*s\n", width, place, length > 0 ? " " : "", length, at);
        at += length + (at[length] == '\n');
    }
}

int wb_run_show(wb_app *app)
{
    const char *pass = app->options.pass, *kernel = app->variant->kernel;
    wb_trace_begin();
    int status = wb_app_start(app);
    if (status == WB_EXIT_GOOD)
        wb_app_step(app);
    else if (!app->variant->refused) // what a driver refuses can be read all the same
        return status;
    const wb_source *source = NULL;
    if (pass != NULL) source = find_numbered_pass(pass);
    if (pass != NULL && source == NULL) source = find_file(pass);
    if (pass == NULL && kernel != NULL) source = find_kernel(kernel);
    if (source != NULL)
        print_source(source);
    else
        report_not_found(app);
    return source != NULL ? WB_EXIT_GOOD : WB_EXIT_USAGE;
}
