/* What is right: the same cloth on the CPU, in double precision. wb_part's verify(). */
#ifndef ORACLE_H
#define ORACLE_H

#include "lesson/lesson.h"

wb_result verify(void);

#endif
