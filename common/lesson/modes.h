/* The modes of the program: what it does with the lesson, as the command line asks. Each runs in a
 * context, except wb_run_watch(), and returns an exit status. */
#ifndef WB_LESSON_MODES_H
#define WB_LESSON_MODES_H

#include "lesson/app.h"
#include "step/kernel_catch.h"

/* Without a window: runs the frames, then writes the results. */
int wb_run_headless(wb_app *app);

/* --check: checks what the command line asks for, and prints how it went. */
int wb_run_check(wb_app *app);

/* --watch: the check again after every save of a shader, until Ctrl-C. For each check, `check` is
 * called in a process of its own, where it makes a context, calls wb_run_check(), and returns an
 * exit status. There must be no context yet. If WB_ROOT in the environment names the tree with the
 * script wb, which sets it, a save of the lesson's C builds the program, and starts it again with
 * `argv`. */
int wb_run_watch(wb_app *app, char **argv, int (*check)(wb_app *app));

/* --bench: times the versions against each other. */
int wb_run_bench(wb_app *app);

/* --measure: the process in which --bench times one version in one case. Times the variant that the
 * command line names, and writes a wb_bench_result as bytes to stdout. WB_EXIT_LACKING if the
 * variant cannot run on this machine, or not in this case. */
int wb_run_measure(wb_app *app);

/* --debug: runs --frames frames, catches a dispatch of the next one (--pass), and steps through one
 * of its work groups (--group) by the commands of --do and of standard input. */
int wb_run_debug(wb_app *app);

/* --capture: runs --frames frames, catches a dispatch of the next one (--pass), and writes it with
 * all that it works on to a file, which the program `machine` runs without OpenGL. With --kernels
 * or
 * --counters the dispatch also runs in the machine here and now, and what is printed is what
 * `machine run` prints of the file. */
int wb_run_capture(wb_app *app);

/* --task NAME --capture DIRECTORY: writes the cases of a task, which has to be right, for the book:
 * steps.json with the dispatches of each case and what is compared after them, and the files that
 * it names. */
int wb_run_cases(wb_app *app);

/* Of these two: runs --frames frames of a lesson that has started, and catches a dispatch of the
 * next one (--pass). NULL, with a message, if there is none; wb_catch_forget() in any case. */
const wb_caught *wb_debug_catch(wb_app *app);

/* --show: runs one step, and prints the kernel of the variant; or with --pass, that of the pass of
 * this name (of its K-th), or the shader made from the file of this name. #includes are expanded,
 * and constants injected: line by line the text that glShaderSource() got, each with the file and
 * line that it comes from; coloured on a terminal, unless NO_COLOR is set. */
int wb_run_show(wb_app *app);

/* --drop-each-barrier, for tests: runs a variant as it is, and then again for each barrier, and for
 * each bit of a barrier, with this one left out. The barrier checker has to notice it every time;
 * as soon as it has, the run ends. A run is the variant's cases with --check, else some frames,
 * each with its picture. Without --variant: all versions and the tasks, one after the other; a
 * barrier with the pass, number and bits of one in a variant above is not left out again, for they
 * share that code. (If a variant does not need it, the run as it is says so.) Prints what went
 * unnoticed, and a line for each variant. A variant without barriers is a failure, too. */
int wb_run_drop_each(wb_app *app);

#endif
