/* The barrier checker around a run of the lesson. */
#ifndef WB_LESSON_BARRIER_RUN_H
#define WB_LESSON_BARRIER_RUN_H

#include "lesson/app.h"

/* The barriers that runs have met, each once, as "PASS:ORDINAL:BITS". */
enum { WB_MOST_BARRIERS = 256 };
typedef struct wb_barriers_met {
    char texts[WB_MOST_BARRIERS][256];
    int count;
    bool overflow; // there were too many, or one with too long a text
} wb_barriers_met;

/* Adds one. False if it was there before. */
bool wb_barriers_remember(wb_barriers_met *met, const char *text);

/* The barrier checker watches what runs between these two. The first is false, with a message, if
 * --drop-barrier cannot be understood. The second adds to app->barriers_met, if that is not NULL,
 * and returns the number of faults. */
bool wb_app_barriers_begin(const wb_app *app);
int wb_app_barriers_end(const wb_app *app);

/* To be called before and after the library's own wb_buffer_read() (hash, dump, check). They issue
 * the barrier that the read needs, and hide both from the barrier checker, which judges the
 * lesson's barriers only. */
void wb_reading_begins(void);
void wb_reading_ends(void);

#endif
