/* What every version should compute, on the CPU: slow and plain. */
#ifndef SHARED_ORACLE_H
#define SHARED_ORACLE_H

#include "base/check.h"

#include <stddef.h>
#include <stdint.h>

/* expect() of the parts, see wb_part. */
wb_answer blur_expect(const char *buffer, int64_t steps, void *expected);
wb_answer banks_expect(const char *buffer, int64_t steps, void *expected);
wb_answer chase_expect(const char *buffer, int64_t steps, void *expected);
wb_answer matmul_expect(const char *buffer, int64_t steps, void *expected);
wb_answer scan_expect(const char *buffer, int64_t steps, void *expected);

/* inputs() of the blur. */
void blur_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);

/* Exact, but for products of real numbers. */
wb_result matmul_verify(void);

#endif
