#include "picture.h"

#include "state.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { PICTURE_SIZE = 0, RECTANGLE = 2, BOARD = 3 }; // uniform locations

static const float BOARD_WIDTH = 1280.0f, BOARD_HEIGHT = 800.0f;

const wb_colour PICTURE_WHITE = {0.93f, 0.94f, 0.97f, 1.0f};
const wb_colour PICTURE_GREY = {0.62f, 0.65f, 0.72f, 1.0f};
const wb_colour PICTURE_DIM = {0.20f, 0.22f, 0.27f, 1.0f};
const wb_colour PICTURE_BLUE = {0.36f, 0.62f, 0.94f, 1.0f};
const wb_colour PICTURE_AMBER = {1.00f, 0.75f, 0.30f, 1.0f};
const wb_colour PICTURE_RED = {0.93f, 0.36f, 0.33f, 1.0f};
const wb_colour PICTURE_GREEN = {0.45f, 0.78f, 0.52f, 1.0f};

static struct {
    float x, y, scale; // of the board, in pixels of the picture
    int width, height; // of the picture
} board;

void picture_begin(const wb_view *view)
{
    board.width = view->width;
    board.height = view->height;
    board.scale = fminf((float)view->width / BOARD_WIDTH, (float)view->height / BOARD_HEIGHT);
    board.x = floorf(((float)view->width - BOARD_WIDTH * board.scale) / 2.0f);
    board.y = floorf(((float)view->height - BOARD_HEIGHT * board.scale) / 2.0f);
}

void picture_text(float x, float y, float size, wb_colour colour, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wb_draw_text(board.x + x * board.scale, board.y + y * board.scale, size * board.scale, colour,
                 "%s", text);
}

void picture_text_centred(float x, float y, float size, wb_colour colour, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    float width = wb_draw_text_width(size * board.scale, text);
    wb_draw_text(roundf(board.x + x * board.scale - width / 2.0f), board.y + y * board.scale,
                 size * board.scale, colour, "%s", text);
}

void picture_rectangle(float x, float y, float width, float height, wb_colour colour)
{
    wb_draw_rectangle(board.x + x * board.scale, board.y + y * board.scale, width * board.scale,
                      height * board.scale, colour);
}

void picture_frame(float x, float y, float width, float height, float line, wb_colour colour)
{
    picture_rectangle(x - line, y - line, width + 2.0f * line, line, colour);
    picture_rectangle(x - line, y + height, width + 2.0f * line, line, colour);
    picture_rectangle(x - line, y, line, height, colour);
    picture_rectangle(x + width, y, line, height, colour);
}

void picture_line(float x0, float y0, float x1, float y1, float width, wb_colour colour)
{
    wb_draw_line(board.x + x0 * board.scale, board.y + y0 * board.scale, board.x + x1 * board.scale,
                 board.y + y1 * board.scale, width * board.scale, colour);
}

wb_grid_view picture_grid(float x, float y, float units)
{
    return (wb_grid_view){board.x + x * board.scale, board.y + y * board.scale,
                          units * board.scale};
}

bool picture_mouse(const wb_view *view, float *x, float *y)
{
    *x = (view->mouse_x - board.x) / board.scale;
    *y = (view->mouse_y - board.y) / board.scale;
    return view->mouse_x >= 0.0f && view->mouse_y >= 0.0f;
}

void picture_panel(GLuint program, float x, float y, float width, float height)
{
    glUseProgram(program);
    glUniform2f(PICTURE_SIZE, (float)board.width, (float)board.height);
    glUniform4f(RECTANGLE, board.x + x * board.scale, board.y + y * board.scale,
                width * board.scale, height * board.scale);
    glUniform3f(BOARD, board.x, board.y, board.scale);
    glBindVertexArray(lesson.panel_array); // the vertices come from their numbers alone
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}
