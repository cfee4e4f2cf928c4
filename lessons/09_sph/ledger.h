/* The water's energies, to tell when one has come from nowhere; and whatever else is wrong with the
 * water while it runs. */
#ifndef SPH_LEDGER_H
#define SPH_LEDGER_H

#include "water/history.h"

#include <stdbool.h>
#include <stddef.h>

enum { LEDGER_SETTINGS = 7 };

/* Part of the lesson's state. Zeroed: nothing is known yet. */
typedef struct ledger {
    float settings[LEDGER_SETTINGS]; // the parameters as they were in the last frame
    int64_t first;  // the frame (from 1) since which they have been, and energies count
    double least;   // energy since then, J
    double scale;   // the sum of their amounts at that time, J: what a growth is a share of
    double grown;   // the largest growth above the least, as such a share
    double fastest; // since then, m/s
    int soft;       // frames in a row, up to the latest, in which the water was too soft
} ledger;

/* At the start of a frame, when `frame` frames are done: `seen`, the figures of WB_WATER_LATE
 * frames ago, or NULL if there are none. */
void ledger_look(ledger *l, const wb_water_numbers *p, const wb_water_figures *seen, int64_t frame);

/* What is wrong with the water, the worst of it, in a line. False: nothing is. `now` are the
 * figures of the frame that is shown, so that picture and warning give the same ones. Water is too
 * soft only if it has been so for half a second: the drop of a jet into a corner is no fault of the
 * sound. */
bool ledger_warning(const ledger *l, const wb_water_numbers *p, const wb_water_figures *now,
                    char *text, size_t size);

#endif
