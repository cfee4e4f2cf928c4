/* What becomes of values, by the instructions of a module alone: the race detector asks what a
 * program makes of a word that it has read. */
#ifndef WB_MACHINE_FLOW_H
#define WB_MACHINE_FLOW_H

#include "machine/module.h"

/* Marks the rows on which it depends where lanes go, what they load, and what their atomic
 * operations do. */
void wb_flow_decisive(const wb_module *module, uint8_t *rows);

/* Whether a load's value decides whether the loop around it reads again. */
bool wb_flow_polls(const wb_module *module, uint32_t load);
/* Whether a load's value is only a guess for an atomic operation on the same variable, which looks
 * again: what it is compared with, or the condition under which it is done. */
bool wb_flow_guesses(const wb_module *module, uint32_t load);
/* Whether what a store writes is computed from what a load has read. */
bool wb_flow_reaches(const wb_module *module, uint32_t load, uint32_t store);

#endif
