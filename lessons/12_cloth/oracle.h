/* What is right: the same cloth on the CPU, in double precision. wb_part's verify(). */
#ifndef CLOTH_ORACLE_H
#define CLOTH_ORACLE_H

#include "lesson/lesson.h"

wb_result verify(void);

#endif
