/* The modes of the program: what it does with the lesson, as the command line asks. Each runs in a
 * context, except wb_run_watch(), and returns an exit status. */
#ifndef WB_LESSON_MODES_H
#define WB_LESSON_MODES_H

#include "lesson/app.h"

/* Without a window: runs the frames, then writes the results. */
int wb_run_headless(wb_app *app);

/* --check: checks what the command line asks for, and prints how it went. */
int wb_run_check(wb_app *app);

/* --watch: the check again after every save of a shader, until Ctrl-C. For each check, `check` is
 * called in a process of its own, where it makes a context, calls wb_run_watched_check(), and
 * returns an exit status. There must be no context yet. */
int wb_run_watch(wb_app *app, int (*check)(wb_app *app));

/* One of these checks. It ends at the first variant that fails, whose fault has then been printed.
 */
int wb_run_watched_check(wb_app *app);

/* --bench: times the versions against each other. */
int wb_run_bench(wb_app *app);

/* --measure: the process in which --bench times one version in one case. Times the variant that the
 * command line names, and writes a wb_bench_result as bytes to stdout. WB_EXIT_LACKING if the
 * variant cannot run on this machine, or not in this case. */
int wb_run_measure(wb_app *app);

/* --debug: runs --frames frames, catches a dispatch of the next one (--pass), and steps through one
 * of its work groups (--group) by the commands of --do and of standard input. */
int wb_run_debug(wb_app *app);

/* --drop-each-barrier, for tests: runs a variant as it is, and then again for each barrier, and for
 * each bit of a barrier, with this one left out. The barrier checker has to notice it every time;
 * as soon as it has, the run ends. A run is the variant's cases with --check, else some frames,
 * each with its picture. Without --variant: all versions and the exercises, one after the other.
 * Prints what went unnoticed, and a line for each variant. A variant without barriers is a failure,
 * too. */
int wb_run_drop_each(wb_app *app);

#endif
