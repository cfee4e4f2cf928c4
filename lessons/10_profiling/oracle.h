/* What is right: every element computed on the CPU; and what limits a kernel, out of three times.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "state.h"

/* wb_part's expect(), and the exercise's verify(): right, and in half of the time. */
wb_answer experiment_expect(const char *buffer, int64_t steps, void *expected);
wb_answer advance_expect(const char *buffer, int64_t steps, void *expected);
wb_answer rounds_expect(const char *buffer, int64_t steps, void *expected);
wb_result advance_verify(void);

typedef enum limit { NOT_MEASURED, LAUNCH, MEMORY, ARITHMETIC_LIMIT } limit;

/* The verdict, from the three runs by the clock that this driver can be trusted with: the knob
 * that costs more when turned up is the limit, and if neither costs a third more, it is the launch.
 */
limit find_limit(void);
const char *verdict(void); // in words

/* The clock for that: GPU, or FINISH where the driver works on the CPU. */
int trusted_clock(void);

#endif
