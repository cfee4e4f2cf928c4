/* What the check asks of the foam. */
#ifndef FOAM_ORACLE_H
#define FOAM_ORACLE_H

#include "lesson/lesson.h"

wb_result verify(void);

#endif
