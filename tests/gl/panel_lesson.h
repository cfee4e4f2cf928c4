/* The lesson that test_panel.cpp runs: cells that become old + gain in each of `rounds` passes of a
 * step. C, because lessons are, and C++ would not understand its initialisers. */
#ifndef WB_TESTS_GL_PANEL_LESSON_H
#define WB_TESTS_GL_PANEL_LESSON_H

#include "lesson/lesson.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PANEL_ROUNDS,
    PANEL_GAIN,
    PANEL_BLOCK,
    PANEL_COUNT,
    PANEL_SHAPE,
    PANEL_PARAMS
};                                                                  // the parameters, in order
enum { PANEL_MOST = 4096 };                                         // cells that there may be
enum { PANEL_SHARED = 4, PANEL_TWICE = 5 };                         // variants
enum { PANEL_CELLS_X = 900, PANEL_CELLS_Y = 100, PANEL_CELL = 20 }; // in the picture, in rows of 8

extern const wb_lesson panel_lesson;
extern int panel_starts;   // how often the lesson has been started
extern int panel_rebuilds; // how often the kernel was made anew
extern bool panel_refuses; // the next start fails

/* The number that all cells hold; -1 if they differ. */
int panel_cell(void);

#ifdef __cplusplus
}
#endif
#endif
