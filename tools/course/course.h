/* The course as ./wb dist ships it: its lessons with their tasks, out of the file course.txt that
 * stands in the folder with everything else, and what of them is solved. */
#ifndef WB_COURSE_H
#define WB_COURSE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { COURSE_PATH = 1200 };

typedef struct course_task {
    const char *lesson; // "04_life"
    const char *name;   // "gas"
    const char *label, *kind, *minutes, *title, *files, *page, *demand;
    bool needs_compiler; // it is, or has, C to write
    bool is_said;        // its answer is a number or a word, for wb answer
    bool is_solved;
} course_task;

typedef struct course_lesson {
    const char *id;             // "04_life", the name of its program, too
    const char *title;          // "Ping-pong: the Game of Life"
    const char *page, *picture; // files in the folder; "": there is none
    const course_task *tasks;   // of the course's
    int task_count, solved_count;
} course_lesson;

typedef struct course {
    char folder[COURSE_PATH]; // with everything in it
    char *text;               // course.txt, to which the words above point
    course_lesson *lessons;
    course_task *tasks;
    int lesson_count, task_count;
} course;

/* False, with a message, if there is no course above this program. What was read before goes. */
bool course_read(course *c);
void course_free(course *c);

/* The lesson with that number or name, or part of a name: 4, 04, life, 04_life; NULL, with a
 * message, if there is none or more than one. */
const course_lesson *course_find(const course *c, const char *word);

/* The first task that is not solved, and can be without a compiler; NULL: all are. */
const course_task *course_next(const course *c);

/* Writes the name of a program beside this one into `path`. */
void course_program(const course *c, const char *name, char *path);

#ifdef __cplusplus
}
#endif
#endif
