/* How the driver computes with floats, where OpenGL leaves it a choice. Asked once by a small
 * kernel. */
#ifndef WB_GL_FLOATS_H
#define WB_GL_FLOATS_H

#include <stdbool.h>

typedef struct wb_floats {
    bool known;         // the kernel ran
    bool contracts;     // a * b + c is rounded once, unless it is `precise`
    bool fuses_fma;     // fma() is rounded once
    bool keeps_small;   // numbers below 2^-126 do not become 0
    bool rounds_divide; // a / b is the float nearest to the quotient
    bool rounds_sqrt;   // and so is sqrt()
    bool reorders;      // a long sum is not added from left to right, unless it is `precise`
} wb_floats;

/* With a current context. No listener hears of the calls that it makes, and all that is bound is as
 * before. */
const wb_floats *wb_floats_of_driver(void);

#endif
