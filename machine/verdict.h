/* What a program means by two accesses that nothing orders. */
#ifndef WB_MACHINE_VERDICT_H
#define WB_MACHINE_VERDICT_H

#include "machine/machine_state.h"

/* Right when they are found: it looks at the lane that accesses now.
 *
 * A write of what was computed from a read of the same word is a lost update if another invocation
 * changes the word. A coherent (or volatile) read of what another group writes is meant so if its
 * value decides whether the loop around it reads again; beside atomic operations, if it is only the
 * guess for one, which looks again. */
wb_race_verdict wb_verdict(wb_machine *machine, const wb_race_conflict *conflict);

#endif
