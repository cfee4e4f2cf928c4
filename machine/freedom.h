/* What the parts of the machine see of freedom.c. No other file includes this. */
#ifndef WB_MACHINE_FREEDOM_H
#define WB_MACHINE_FREEDOM_H

#include "machine/machine_state.h"

bool wb_freedom_create_team(wb_team *team);
/* Rows behind those of the module that it needs. */
uint32_t wb_freedom_extra_rows(const wb_machine *machine);
/* Before an instruction is carried out. */
void wb_freedom_step(wb_team *team, const wb_instruction *i);

#endif
