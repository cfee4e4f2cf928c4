/* What a lesson has: its variants and parameters, for people and for programs. */
#ifndef WB_LESSON_LIST_H
#define WB_LESSON_LIST_H

#include "lesson/lesson.h"

/* On stdout as text, if `json` is NULL; else as JSON into that file, "-" being stdout: the lesson,
 * its parts with their cases, its variants and its parameters. False, with a message, if the file
 * cannot be written. */
bool wb_list_print(const wb_lesson *lesson, const char *json);

#endif
