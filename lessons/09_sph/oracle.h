/* What --check asks of the water: the right mass, no particle lost, no energy from nowhere, and the
 * state that the same physics in double precision have after as many steps. */
#ifndef SPH_ORACLE_H
#define SPH_ORACLE_H

#include "lesson/lesson.h"

wb_result verify(void);

#endif
