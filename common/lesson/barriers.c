// The barrier checker around a run, and what the mutation test needs: a list of all barriers, and
// one left out.
#include "lesson/barriers.h"

#include "gl/hazard.h"

#include <stdio.h>

// "PASS:ORDINAL:BITS", as --barriers prints it.
static bool drop_barrier(const char *text)
{
    char pass[128];
    int ordinal, length = 0;
    GLbitfield bits;
    if (sscanf(text, "%127[^:]:%d:%n", pass, &ordinal, &length) == 2 && length > 0 &&
        wb_barrier_bits_parse(text + length, &bits)) {
        wb_hazard_drop_barrier(pass, ordinal, bits);
        return true;
    }
    wb_error("--drop-barrier %s: PASS:ORDINAL:BITS is needed, as --barriers prints it", text);
    return false;
}

static void print_barriers(void)
{
    wb_hazard_barrier barrier;
    char bits[WB_BARRIER_BITS_TEXT_SIZE];
    for (int i = 0; wb_hazard_list_barrier(i, &barrier); i++)
        printf("barrier %s:%d:%s\n", barrier.pass, barrier.ordinal,
               wb_barrier_bits_text(barrier.bits, bits, sizeof bits));
}

// Which barriers nobody needed depends on how far a run goes, so this advice comes only when asked
// for.
static void report_faults(const wb_hazard *finding, void *user)
{
    (void)user;
    if (finding->kind != WB_HAZARD_SUPERFLUOUS_BARRIER) wb_error("%s", finding->text);
}

bool wb_hazards_begin(const wb_app *app)
{
    wb_hazard_redirect(app->options.hazards ? NULL : report_faults, NULL);
    if (app->options.drop_barrier != NULL && !drop_barrier(app->options.drop_barrier)) return false;
    wb_hazard_install();
    return true;
}

int wb_hazards_end(const wb_app *app)
{
    if (app->options.barriers) print_barriers();
    return wb_hazard_finish();
}

void wb_reading_begins(void)
{
    wb_hazard_pause(true);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
}

void wb_reading_ends(void)
{
    wb_hazard_pause(false);
}
