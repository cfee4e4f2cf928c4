// --check: every version against the CPU oracle, on every case.
#include "lesson/app.h"

#include "gl/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Applies "width=17 height=5".
static bool apply_case(const wb_lesson *lesson, const char *text)
{
    char words[256];
    snprintf(words, sizeof words, "%s", text);
    char *rest = words;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        if (!wb_options_set(lesson, word)) return false;
    return true;
}

/* ---- The state before the first step ---- */

enum { MAX_COPIES = 32 };
static struct {
    const char *name;
    void *data;
} copies[MAX_COPIES];

static bool copy_state(void)
{
    int count = 0;
    for (int i = 0; wb_buffer_at(i) != NULL && count < MAX_COPIES; i++) {
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

static void free_copies(void)
{
    for (int i = 0; i < MAX_COPIES; i++) free(copies[i].data);
    memset(copies, 0, sizeof copies);
}

const void *wb_start_state(const char *buffer)
{
    for (int i = 0; i < MAX_COPIES && copies[i].name != NULL; i++)
        if (strcmp(copies[i].name, buffer) == 0) return copies[i].data;
    return NULL;
}

/* ---- Variants and cases ---- */

// Runs one case of the current variant. `what` says which, for the message that a failure needs.
static bool run_case(wb_app *app, const char *what)
{
    bool good = wb_app_start(app) == WB_EXIT_GOOD && copy_state();
    int frames = app->options.frames > 0 ? app->options.frames : app->lesson->check_frames;
    for (int i = 0; good && i < frames; i++) wb_app_step(app);
    good = good && app->lesson->verify();
    app->lesson->quit();
    free_copies();
    if (!good)
        wb_note("this was variant %s with %s, after %d frames",
                app->lesson->variants[app->variant].name, what, frames);
    return good;
}

static bool run_variant(wb_app *app, int *cases)
{
    if (app->options.has_sets || app->options.load_count > 0) { // a case of the user's own
        *cases = 1;
        return run_case(app, "the parameters given");
    }
    for (*cases = 0; app->lesson->cases[*cases] != NULL; (*cases)++) {
        const char *text = app->lesson->cases[*cases];
        if (!apply_case(app->lesson, text) || !run_case(app, text)) return false;
    }
    return true;
}

int wb_run_check(wb_app *app)
{
    bool all_good = true;
    printf("%s\n", wb_context_name());
    for (int v = 0; app->lesson->variants[v].name != NULL; v++) {
        const wb_variant *variant = &app->lesson->variants[v];
        bool wanted =
            app->options.variant < 0 ? variant->broken == NULL : app->options.variant == v;
        if (!wanted) continue;
        int cases;
        app->variant = v;
        bool good = run_variant(app, &cases);
        if (good)
            printf("good    %-20s equals the CPU's result in %d case%s\n", variant->name, cases,
                   cases == 1 ? "" : "s");
        else
            printf("FAILED  %-20s\n", variant->name);
        all_good = all_good && good;
    }
    return all_good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
