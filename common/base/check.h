/* Comparison of results with an oracle. A check that fails prints the name, the first wrong index,
 * both values and how many elements are wrong, and returns false. An element is a number, or in an
 * array with fields a record. NaN never passes, not even against NaN, but where bits are compared;
 * an array without elements always does. Messages call it "NaN (not a number)". */
#ifndef WB_BASE_CHECK_H
#define WB_BASE_CHECK_H

#include "base/array.h"

/* What a word holds that no kernel has written, and one that none may write. Messages say so in
 * words. */
#define WB_UNWRITTEN 0xCDCDCDCDu
#define WB_CANARY 0x0CA9A121u

/* How a check went. What could not run is neither right nor wrong: a shader that does not compile,
 * an oracle without memory. */
typedef enum wb_result { WB_RIGHT, WB_WRONG, WB_NOT_RUN } wb_result;

/* What an oracle says when it is asked: it has answered, it knows nothing of the matter, or it
 * failed to find out, with a message. */
typedef enum wb_answer { WB_ANSWERED, WB_NO_ANSWER, WB_ANSWER_FAILED } wb_answer;

/* WB_RIGHT or WB_WRONG. */
static inline wb_result wb_result_of(bool good)
{
    return good ? WB_RIGHT : WB_WRONG;
}

/* Of two checks: what could not run counts most, then what is wrong. */
static inline wb_result wb_result_and(wb_result a, wb_result b)
{
    return a > b ? a : b;
}

/* Exact comparison of `got` with `expected` (the same count of elements of got->type, by value: 0
 * equals -0). Indices are printed in the shape of `got`: "cells[3][17]: got 0, expected 1; 12 of
 * 262144 are wrong". */
bool wb_check_equal(const char *name, const wb_array *got, const void *expected);

/* The same by bits, in which 0 differs from -0 and NaN equals itself: for what is moved, and not
 * computed. "keys[3]: got -0, expected NaN (0x7FC00000); 12 of 600 are wrong". */
bool wb_check_bits(const char *name, const wb_array *got, const void *expected);

/* The same for pixels, uint32 with red in the lowest 8 bits, then green, blue and alpha:
 * "grey[3][17]: got RGBA 9 7 5 255, expected RGBA 8 8 8 255; 12 of 600 are wrong". */
bool wb_check_pixels(const char *name, const wb_array *got, const void *expected);

/* float32 (the type that `got` must have) against double: passes where
 * |got - expected| <= absolute + relative * |expected|; an infinity passes only against itself. */
bool wb_check_close(const char *name, const wb_array *got, const double *expected, double absolute,
                    double relative);

/* How a comparison is made, by one of the functions above. */
typedef enum wb_comparing { WB_BY_VALUE, WB_BY_BITS, WB_AS_PIXELS, WB_CLOSE } wb_comparing;

typedef struct wb_comparison {
    wb_comparing how;
    const char *name;
    const wb_array *got;
    const void *expected;      // elements of got->type; of WB_CLOSE double
    double absolute, relative; // of WB_CLOSE
    size_t *first;             // becomes the place of the first number that is wrong; or NULL
} wb_comparison;

/* Makes a comparison that was noted elsewhere. */
bool wb_check_compare(const wb_comparison *comparison);

/* Every comparison is also handed to `listener`, before it is made; NULL: to none. So the cases
 * of a task come into the book (lesson/mode_cases.c). */
void wb_check_listen(void (*listener)(const wb_comparison *comparison));

#endif
