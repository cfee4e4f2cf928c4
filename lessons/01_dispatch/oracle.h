/* What must stand in the buffers, on the CPU, in plain loops. */
#ifndef DISPATCH_ORACLE_H
#define DISPATCH_ORACLE_H

#include "base/check.h"

#include <stdint.h>

/* expect() of the parts, see wb_part. */
wb_answer layout_expect(const char *buffer, int64_t steps, void *expected);
wb_answer grey_expect(const char *buffer, int64_t steps, void *expected);

#endif
