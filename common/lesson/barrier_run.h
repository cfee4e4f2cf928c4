/* The barrier checker around a run of the lesson. */
#ifndef WB_LESSON_BARRIER_RUN_H
#define WB_LESSON_BARRIER_RUN_H

#include "lesson/app.h"

/* The barriers that runs have met, each once, as "PASS:ORDINAL:BITS". */
enum { WB_MOST_BARRIERS = 256 };
typedef struct wb_barriers_met {
    char texts[WB_MOST_BARRIERS][256];
    int count;
    bool overflow; // there were more, or one with a longer text
} wb_barriers_met;

/* Start and end of what the barrier checker watches. The start is false, with a message, if
 * --drop-barrier cannot be understood; the end adds to app->barriers_met, if that is not NULL, and
 * returns how many faults were found. */
bool wb_app_barriers_begin(const wb_app *app);
int wb_app_barriers_end(const wb_app *app);

/* Around reads of buffers for the library's own purposes (hash, dump, check), by wb_buffer_read():
 * with the barrier that they need, and unseen by the barrier checker, to which it is the lesson's
 * own barriers that matter. */
void wb_reading_begins(void);
void wb_reading_ends(void);

#endif
