/* Comparison of results with an oracle. A check that fails prints the name, the first wrong index,
 * both values and how many are wrong, and returns false. NaN never passes, not even against NaN;
 * an array without elements always does. */
#ifndef WB_CHECK_H
#define WB_CHECK_H

#include "base/array.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Exact comparison of `got` with `expected` (the same count of elements of got->type, by value: 0
 * equals -0). Indices are printed in the shape of `got`: "cells[3][17]: got 0, expected 1; 12 of
 * 262144 are wrong". */
bool wb_check_equal(const char *name, const wb_array *got, const void *expected);

/* float32 (the type that `got` must have) against double: passes where
 * |got - expected| <= absolute + relative * |expected|; an infinity passes only against itself. */
bool wb_check_close(const char *name, const wb_array *got, const double *expected, double absolute,
                    double relative);

#ifdef __cplusplus
}
#endif
#endif
