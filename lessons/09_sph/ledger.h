/* What the CPU knows of the water while it runs: how fast and how dense it is, so that the next
 * steps are short enough; and its energies, to tell when one has come from nowhere.
 *
 * The pass "measure" writes the figures of each frame, and they are read a frame late: by then the
 * GPU has them, and hardly anybody waits. */
#ifndef SPH_LEDGER_H
#define SPH_LEDGER_H

#include "history.h"
#include "physics.h"

#include <stdbool.h>
#include <stddef.h>

enum { LEDGER_SETTINGS = 7, LEDGER_LATE = 1 };

/* Part of the lesson's state. Zeroed: nothing is known yet. */
typedef struct ledger {
    float settings[LEDGER_SETTINGS]; // the parameters as they were in the last frame
    int64_t first;       // the frame (from 1) since which they have been, and energies count
    history_figures now; // of the last frame that was looked at
    double least;        // energy since then, J
    double scale;        // the sum of their amounts at that time, J: what a growth is a share of
    double grown;        // the largest growth above the least, as such a share
    double fastest;      // since then, m/s
} ledger;

/* At the start of a frame, when `frame` frames are done: fills p->fastest and p->compression. */
void ledger_look(ledger *l, physics *p, int64_t frame);

/* At the end of a frame, number `frame` (from 1): its figures go on their way. After a barrier with
 * GL_BUFFER_UPDATE_BARRIER_BIT. */
void ledger_send(int64_t frame);

/* What is wrong with the water, the worst of it, in a line. False: nothing is. */
bool ledger_warning(const ledger *l, const physics *p, char *text, size_t size);

#endif
