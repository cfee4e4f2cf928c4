// The barrier checker around a run, and what the mutation test needs: all barriers that were met,
// and one left out.
#include "lesson/barriers.h"

#include "gl/barrier.h"
#include "gl/checker.h"

#include <stdio.h>
#include <string.h>

// "PASS:ORDINAL:BITS", as --barriers prints it.
static bool drop_barrier(const char *text)
{
    char pass[128];
    int ordinal, length = 0;
    GLbitfield bits;
    if (sscanf(text, "%127[^:]:%d:%n", pass, &ordinal, &length) == 2 && length > 0 &&
        wb_barrier_parse(text + length, &bits)) {
        wb_checker_drop_barrier(pass, ordinal, bits);
        return true;
    }
    wb_error("--drop-barrier %s: PASS:ORDINAL:BITS is needed, as --barriers prints it", text);
    return false;
}

static void remember(wb_barriers_met *met, const char *text)
{
    for (int i = 0; i < met->count; i++)
        if (strcmp(met->texts[i], text) == 0) return;
    if (met->count == WB_MOST_BARRIERS || strlen(text) >= sizeof met->texts[0]) {
        met->overflow = true;
        return;
    }
    memcpy(met->texts[met->count++], text, strlen(text) + 1);
}

static void list_barriers(const wb_app *app)
{
    wb_checker_barrier barrier;
    char bits[WB_BARRIER_TEXT_SIZE], text[sizeof bits + 160];
    for (int i = 0; wb_checker_barrier_at(i, &barrier); i++) {
        snprintf(text, sizeof text, "%s:%d:%s", barrier.pass, barrier.ordinal,
                 wb_barrier_text(barrier.bits, bits, sizeof bits));
        if (app->options.barriers) printf("barrier %s\n", text);
        if (app->barriers_met != NULL) remember(app->barriers_met, text);
    }
}

// Which barriers nobody needed depends on how far a run goes, so this advice comes only when asked
// for.
static void report_faults(const wb_finding *finding, void *user)
{
    (void)user;
    if (finding->severity == WB_ERROR) wb_finding_print(finding);
}

bool wb_app_checker_begin(const wb_app *app)
{
    wb_checker_redirect(app->options.hazards ? NULL : report_faults, NULL);
    if (app->options.drop_barrier != NULL && !drop_barrier(app->options.drop_barrier)) return false;
    wb_checker_begin();
    return true;
}

int wb_app_checker_end(const wb_app *app)
{
    list_barriers(app);
    return wb_checker_end();
}

void wb_reading_begins(void)
{
    wb_checker_pause(true);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
}

void wb_reading_ends(void)
{
    wb_checker_pause(false);
}
