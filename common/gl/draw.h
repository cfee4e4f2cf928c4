/* Drawing that several lessons need: grids of cells, rectangles and text. It draws into the bound
 * framebuffer; positions are pixels of the picture, origin top left, y downwards. */
#ifndef WB_GL_DRAW_H
#define WB_GL_DRAW_H

#include "base/message.h"
#include "gl/camera.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct wb_colour {
    float red, green, blue, alpha; // 0 to 1, not premultiplied
} wb_colour;

/* Loads the shaders and the font. False, with a message, on failure. */
bool wb_draw_init(void);
void wb_draw_quit(void);

/* The size of the picture that is drawn to; the main loop sets it. */
void wb_draw_begin(int picture_width, int picture_height);

/* Draws a grid of columns x rows cells with the lesson's own program, made of "draw/picture.vert"
 * and a fragment shader that includes "draw/cells.glsl" and defines `vec3 cell_colour(ivec2 cell)`.
 * The lesson has bound what that function reads. */
void wb_draw_cells(GLuint program, wb_grid_view view, int columns, int rows);

void wb_draw_rectangle(float x, float y, float width, float height, wb_colour colour);

/* A straight line from point to point, `width` pixels wide. */
void wb_draw_line(float x0, float y0, float x1, float y1, float width, wb_colour colour);

/* Lines in space, one pixel wide, between points 0 and 1, 2 and 3, and so on. `count` points; depth
 * is tested if the caller has enabled that. */
void wb_draw_lines(const wb_eye *eye, const float (*points)[3], int count, wb_colour colour);

/* The twelve edges of the box between two corners. */
void wb_draw_box(const wb_eye *eye, const float low[3], const float high[3], wb_colour colour);

/* What wb_draw_mesh() binds. */
typedef struct wb_mesh {
    GLuint positions, normals; // storage buffers of vec4, one each corner: x, y, z and anything
    GLuint indices;            // buffer of uint32, three for each triangle
    int columns;               // of a sheet that lies row by row; 0: it is none
    float to_light[3];         // of length 1; zeros: the fragment shader asks for no light
} wb_mesh;

/* Makes ready to draw a surface out of triangles that kernels keep in storage buffers. `program` is
 * made of "draw/mesh.vert" and a fragment shader, which may include "draw/mesh.glsl" for the light;
 * uniform locations from 7 on, and storage blocks from 2 on, are its own. The caller then issues
 * glDrawElements() or glDrawElementsIndirect() with GL_TRIANGLES and GL_UNSIGNED_INT, and before
 * them, if a kernel wrote the indices, the barrier GL_ELEMENT_ARRAY_BARRIER_BIT. */
void wb_draw_mesh(GLuint program, const wb_eye *eye, const wb_mesh *mesh);

/* Text with its upper left corner at (x, y), `size` pixels from line to line. UTF-8; characters
 * beyond Latin-1 and a few signs used in the lessons show as a box. Returns the width in pixels. */
float wb_draw_text(float x, float y, float size, wb_colour colour, const char *format, ...)
    WB_PRINTF_LIKE(5, 6);

/* The width that wb_draw_text() would return. */
float wb_draw_text_width(float size, const char *text);

/* The font's file in memory, DejaVu Sans, and its sister of fixed width: for the panel, which draws
 * its own text. */
const void *wb_draw_font(size_t *size_bytes);
const void *wb_draw_mono_font(size_t *size_bytes);

#endif
