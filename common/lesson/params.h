/* Keeping the values of a lesson's parameters, and putting them back. */
#ifndef WB_LESSON_PARAMS_H
#define WB_LESSON_PARAMS_H

#include "lesson/lesson.h"

enum { WB_MAX_PARAMS = 64 };

typedef struct wb_param_values {
    double values[WB_MAX_PARAMS]; // in the order of lesson->params
} wb_param_values;

void wb_params_keep(const wb_lesson *lesson, wb_param_values *kept);
void wb_params_restore(const wb_lesson *lesson, const wb_param_values *kept);

double wb_param_value(const wb_param *param); // now

/* Sets one parameter from text such as "width=17", or "keys=5,3,8"; false, with a message, if there
 * is no such parameter, or its value is no number or out of range. */
bool wb_param_set(const wb_lesson *lesson, const char *assignment);

/* The parameter that a slow window may lower, see wb_param.fewest; NULL: there is none. */
const wb_param *wb_param_number(const wb_lesson *lesson);

/* Writes the names of the parameter's choices, "dam, drop", into `text`, which it returns. */
const char *wb_param_choices(const wb_param *param, char *text, size_t size);

/* Writes the parameter's present value into `text`, which it returns, with as few digits as give
 * the same number: 0.02 must not become 0.0199999996, which may be below the minimum. Typed numbers
 * stand with commas between. WB_PARAM_TEXT bytes are enough. */
enum { WB_PARAM_TEXT = 5 * WB_MOST_TYPED };
const char *wb_param_text(const wb_param *param, char *text, size_t size);

/* Sets the parameters of a case, "width=17 height=5". False, with a message, if one of them is not
 * possible. */
bool wb_params_set(const wb_lesson *lesson, const char *text);

/* Writes "width=256 height=256 density=0.3" into `text`, which it returns. */
const char *wb_params_text(const wb_lesson *lesson, char *text, size_t size);

#endif
