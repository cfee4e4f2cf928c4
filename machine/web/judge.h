/* What decides about a task in a page, in the words of the lessons' own check: base/check.h,
 * machine/limits.h, base/answer.h. Texts live until the next call. */
#ifndef WB_MACHINE_WEB_JUDGE_H
#define WB_MACHINE_WEB_JUDGE_H

#include "base/check.h"

/* JSON: "text" says what is wrong with the data, as base/check.h does, or nothing, and "first" is
 * the place of the first number that is wrong. `fields` has a line "NAME TYPE COUNT" for each field
 * of a record; "": there are none. */
const char *wb_judge_compare(wb_comparison *comparison, wb_array *got, const char *fields);

/* The first limit that is missed; "" if none is. Both in the order of their structs. */
const char *wb_judge_limits(const double limits[7], const double cost[9]);

#endif
