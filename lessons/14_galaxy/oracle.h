/* What the last step should have made, each pass judged from its own inputs. */
#ifndef GALAXY_ORACLE_H
#define GALAXY_ORACLE_H

#include "base/check.h"

wb_result verify(void);

#endif
