// The barrier checker around a run, and what the mutation test needs: all barriers that were met,
// and one left out.
#include "lesson/barrier_run.h"

#include "watch/barrier_bits.h"
#include "watch/barriers.h"

#include <stdio.h>
#include <string.h>

// "PASS:ORDINAL:BITS", as --list-barriers prints it.
static bool drop_barrier(const char *text)
{
    char pass[128];
    int ordinal, length = 0;
    GLbitfield bits;
    if (sscanf(text, "%127[^:]:%d:%n", pass, &ordinal, &length) == 2 && length > 0 &&
        wb_barrier_parse(text + length, &bits)) {
        wb_barriers_drop(pass, ordinal, bits);
        return true;
    }
    wb_error("--drop-barrier %s: PASS:ORDINAL:BITS is needed, as --list-barriers prints it", text);
    return false;
}

bool wb_barriers_remember(wb_barriers_met *met, const char *text)
{
    for (int i = 0; i < met->count; i++)
        if (strcmp(met->texts[i], text) == 0) return false;
    if (met->count == WB_MOST_BARRIERS || strlen(text) >= sizeof met->texts[0])
        met->overflow = true;
    else
        memcpy(met->texts[met->count++], text, strlen(text) + 1);
    return true;
}

static void list_barriers(const wb_app *app)
{
    wb_barrier_seen barrier;
    char bits[WB_BARRIER_TEXT_SIZE], text[sizeof bits + 160];
    for (int i = 0; wb_barriers_at(i, &barrier); i++) {
        snprintf(text, sizeof text, "%s:%d:%s", barrier.pass, barrier.ordinal,
                 wb_barrier_text(barrier.bits, bits, sizeof bits));
        if (app->options.list_barriers) printf("barrier %s\n", text);
        if (app->barriers_met != NULL) wb_barriers_remember(app->barriers_met, text);
    }
}

// Which barriers were superfluous depends on how far a run goes, so this advice comes only with
// --barriers.
static void report_faults(const wb_finding *finding, void *user)
{
    (void)user;
    if (finding->severity == WB_ERROR) wb_finding_print(finding);
}

bool wb_app_barriers_begin(const wb_app *app)
{
    wb_barriers_redirect(app->options.barriers ? NULL : report_faults, NULL);
    if (app->options.drop_barrier != NULL && !drop_barrier(app->options.drop_barrier)) return false;
    wb_barriers_begin();
    return true;
}

int wb_app_barriers_end(const wb_app *app)
{
    list_barriers(app);
    return wb_barriers_end();
}

void wb_reading_begins(void)
{
    wb_barriers_pause(true);
    glMemoryBarrier(wb_buffers_read_bits()); // for wb_buffer_read()
}

void wb_reading_ends(void)
{
    wb_barriers_pause(false);
}
