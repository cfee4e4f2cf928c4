/* A dispatch on several cores, by threads: apart from machine.h, so that a program
 * without threads is not linked with them. */
#ifndef WB_MACHINE_PARALLEL_H
#define WB_MACHINE_PARALLEL_H

#include "machine/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs a machine that has not started to the end of its dispatch, on up to `threads` cores.
 * With some of the checks (wb_machine_options) the run is the same as wb_machine_run()'s: if the
 * groups turn out to have met in memory, or if there are faults, it is done again on one core.
 * Without checks the order of groups is left to chance, as on a GPU. */
wb_stop wb_machine_run_parallel(wb_machine *machine, int threads);

#ifdef __cplusplus
}
#endif
#endif
