/* The pictures of the five parts, and what they are made of: panels, texts and lines on a board of
 * 1280 x 800, which is scaled to fit the picture and stands in its middle. */
#ifndef SHARED_PICTURE_H
#define SHARED_PICTURE_H

#include "lesson/lesson.h"

/* draw() of the parts, see wb_part; a file each. */
void blur_draw(const wb_view *view);
void banks_draw(const wb_view *view);
void chase_draw(const wb_view *view);
void matmul_draw(const wb_view *view);
void scan_draw(const wb_view *view);

bool blur_cells(const wb_view *view, wb_cells *cells); // see wb_part
bool matmul_cells(const wb_view *view, wb_cells *cells);

extern const wb_colour PICTURE_WHITE, PICTURE_GREY, PICTURE_DIM, PICTURE_BLUE, PICTURE_AMBER,
    PICTURE_RED, PICTURE_GREEN;

/* For the picture that is drawn now; before all others. */
void picture_begin(const wb_view *view);

void picture_text(float x, float y, float size, wb_colour colour, const char *format, ...)
    WB_PRINTF_LIKE(5, 6);
void picture_text_centred(float x, float y, float size, wb_colour colour, const char *format, ...)
    WB_PRINTF_LIKE(5, 6);
void picture_rectangle(float x, float y, float width, float height, wb_colour colour);
void picture_frame(float x, float y, float width, float height, float line, wb_colour colour);
void picture_line(float x0, float y0, float x1, float y1, float width, wb_colour colour);

/* How cells of that many units lie in the picture whose first cell is at (x, y) of the board. */
wb_grid_view picture_grid(float x, float y, float units);

/* The mouse on the board; false if it is not over the picture. */
bool picture_mouse(const wb_view *view, float *x, float *y);

/* Fills a rectangle of the board with a program made of "draw/rectangle.vert" and a fragment shader
 * that includes "02_shared/panel.glsl". The lesson has bound what it reads, and set the uniforms
 * from location 8 on. */
void picture_panel(GLuint program, float x, float y, float width, float height);

#endif
