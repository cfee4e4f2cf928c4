/* What this machine allows a dispatch to be. */
#ifndef DISPATCH_DEVICE_H
#define DISPATCH_DEVICE_H

#include <stdbool.h>

typedef struct device_limits {
    int groups[3];   // of one dispatch, in x, y and z
    int local[3];    // invocations of one group, in x, y and z
    int invocations; // of one group, in all
} device_limits;

device_limits device_ask_limits(void);

/* Whether that many groups of that size can be dispatched; if not, a message says what is too
 * much. */
bool device_takes(const device_limits *limits, const int groups[3], const int local[3]);

#endif
