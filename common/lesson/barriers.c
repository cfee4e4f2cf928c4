// The barrier checker around a run, and what the mutation test needs: a list of all barriers, and
// one left out.
#include "lesson/app.h"

#include "gl/barrier.h"
#include "gl/checker.h"

#include <stdio.h>

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

static void print_barriers(void)
{
    wb_checker_barrier barrier;
    char bits[WB_BARRIER_TEXT_SIZE];
    for (int i = 0; wb_checker_barrier_at(i, &barrier); i++)
        printf("barrier %s:%d:%s\n", barrier.pass, barrier.ordinal,
               wb_barrier_text(barrier.bits, bits, sizeof bits));
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
    if (app->options.barriers) print_barriers();
    return wb_checker_end();
}
