#include "gl/draw.h"

#include "base/memory.h"
#include "draw/slots.h"
#include "gl/program.h"

#include <math.h>
#include <stb/stb_truetype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From font.S: DejaVu Sans, DejaVu Sans Mono.
extern const unsigned char wb_font_data[], wb_font_data_end[];
extern const unsigned char wb_mono_font_data[], wb_mono_font_data_end[];

enum {
    ATLAS_SIZE = 1024,
    FIRST_GLYPH = 32, // Latin-1 without control characters
    GLYPH_COUNT = 224,
    MAX_SIZES = 12,
    MAX_TEXT = 512,
};

// One size of the font: where each glyph lies in the atlas.
typedef struct font_size {
    int pixels;
    float ascent;
    stbtt_packedchar glyphs[GLYPH_COUNT];
} font_size;

typedef struct text_vertex {
    float x, y, u, v;
} text_vertex;

static struct {
    int width, height; // of the picture
    GLuint text_program, rectangle_program, line_program, lines_program;
    GLuint vertex_array, empty_vertex_array, vertex_buffer;
    GLuint point_array, point_buffer;
    GLuint mesh_array;
    GLuint atlas;
    unsigned char *atlas_pixels;
    stbtt_pack_context packing;
    font_size sizes[MAX_SIZES];
    int size_count;
} draw;

// Each vertex has this many floats, and lies behind the one before.
static void make_vertices(GLuint *array, GLuint *buffer, GLuint attribute, GLint floats,
                          const char *label)
{
    glGenVertexArrays(1, array);
    glGenBuffers(1, buffer);
    glBindVertexArray(*array);
    glBindBuffer(GL_ARRAY_BUFFER, *buffer);
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, floats, GL_FLOAT, GL_FALSE, floats * (GLsizei)sizeof(float),
                          NULL);
    glObjectLabel(GL_BUFFER, *buffer, -1, label);
}

bool wb_draw_init(void)
{
    static const char flat[] = "draw/rectangle.frag";
    bool good = // one message is enough
        (draw.text_program = wb_program_draw("draw/text.vert", "draw/text.frag", NULL)) != 0 &&
        (draw.rectangle_program = wb_program_draw("draw/rectangle.vert", flat, NULL)) != 0 &&
        (draw.line_program = wb_program_draw("draw/line.vert", flat, NULL)) != 0 &&
        (draw.lines_program = wb_program_draw("draw/lines.vert", flat, NULL)) != 0;
    if (!good) return false;
    draw.atlas_pixels = wb_or_end(calloc(ATLAS_SIZE, ATLAS_SIZE));
    stbtt_PackBegin(&draw.packing, draw.atlas_pixels, ATLAS_SIZE, ATLAS_SIZE, 0, 1, NULL);

    glGenTextures(1, &draw.atlas);
    glBindTexture(GL_TEXTURE_2D, draw.atlas);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_R8, ATLAS_SIZE, ATLAS_SIZE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST); // glyphs lie on whole pixels
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glObjectLabel(GL_TEXTURE, draw.atlas, -1, "font");

    glGenVertexArrays(1, &draw.empty_vertex_array);
    glGenVertexArrays(1, &draw.mesh_array);
    make_vertices(&draw.vertex_array, &draw.vertex_buffer, DRAW_CORNER, 4, "text");
    make_vertices(&draw.point_array, &draw.point_buffer, DRAW_POINT, 3, "lines");
    return true;
}

void wb_draw_quit(void)
{
    glDeleteProgram(draw.text_program);
    glDeleteProgram(draw.rectangle_program);
    glDeleteProgram(draw.line_program);
    glDeleteProgram(draw.lines_program);
    glDeleteVertexArrays(1, &draw.mesh_array);
    glDeleteVertexArrays(1, &draw.point_array);
    glDeleteBuffers(1, &draw.point_buffer);
    glDeleteTextures(1, &draw.atlas);
    glDeleteVertexArrays(1, &draw.vertex_array);
    glDeleteVertexArrays(1, &draw.empty_vertex_array);
    glDeleteBuffers(1, &draw.vertex_buffer);
    if (draw.atlas != 0) stbtt_PackEnd(&draw.packing);
    free(draw.atlas_pixels);
    memset(&draw, 0, sizeof draw);
}

void wb_draw_begin(int picture_width, int picture_height)
{
    draw.width = picture_width;
    draw.height = picture_height;
    glDisable(GL_DEPTH_TEST);
}

void wb_draw_cells(GLuint program, wb_grid_view view, int columns, int rows)
{
    glUseProgram(program);
    glUniform4f(DRAW_GRID_VIEW, view.x, view.y, view.scale, (float)draw.height);
    glUniform2i(DRAW_GRID_SIZE, columns, rows);
    glBindVertexArray(draw.empty_vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void begin_blending(void)
{
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

// In pixels of the picture.
static void begin_flat(GLuint program, wb_colour colour)
{
    begin_blending();
    glUseProgram(program);
    glUniform2f(DRAW_PICTURE_SIZE, (float)draw.width, (float)draw.height);
    glUniform4f(DRAW_COLOUR, colour.red, colour.green, colour.blue, colour.alpha);
}

static void end_with_four_corners(void)
{
    glBindVertexArray(draw.empty_vertex_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_BLEND);
}

void wb_draw_rectangle(float x, float y, float width, float height, wb_colour colour)
{
    begin_flat(draw.rectangle_program, colour);
    glUniform4f(DRAW_RECTANGLE, x, y, width, height);
    end_with_four_corners();
}

void wb_draw_line(float x0, float y0, float x1, float y1, float width, wb_colour colour)
{
    begin_flat(draw.line_program, colour);
    glUniform4f(DRAW_LINE, x0, y0, x1, y1);
    glUniform1f(DRAW_LINE_WIDTH, width);
    end_with_four_corners();
}

void wb_draw_lines(const wb_eye *eye, const float (*points)[3], int count, wb_colour colour)
{
    begin_blending();
    glUseProgram(draw.lines_program);
    glUniform4f(DRAW_COLOUR, colour.red, colour.green, colour.blue, colour.alpha);
    glUniformMatrix4fv(DRAW_VIEW, 1, GL_FALSE, &eye->view[0][0]);
    glUniformMatrix4fv(DRAW_PROJECTION, 1, GL_FALSE, &eye->projection[0][0]);
    glBindVertexArray(draw.point_array);
    glBindBuffer(GL_ARRAY_BUFFER, draw.point_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)count * sizeof *points), points,
                 GL_STREAM_DRAW);
    glDrawArrays(GL_LINES, 0, count);
    glDisable(GL_BLEND);
}

void wb_draw_box(const wb_eye *eye, const float low[3], const float high[3], wb_colour colour)
{
    float points[24][3];
    int count = 0;
    for (int axis = 0; axis < 3; axis++) // four edges run along each axis
        for (int edge = 0; edge < 4; edge++)
            for (int end = 0; end < 2; end++, count++) {
                points[count][axis] = end ? high[axis] : low[axis];
                int second = (axis + 1) % 3, third = (axis + 2) % 3;
                points[count][second] = edge & 1 ? high[second] : low[second];
                points[count][third] = edge & 2 ? high[third] : low[third];
            }
    wb_draw_lines(eye, points, count, colour);
}

void wb_draw_mesh(GLuint program, const wb_eye *eye, const wb_mesh *mesh)
{
    glUseProgram(program);
    glUniformMatrix4fv(DRAW_VIEW, 1, GL_FALSE, &eye->view[0][0]);
    glUniformMatrix4fv(DRAW_PROJECTION, 1, GL_FALSE, &eye->projection[0][0]);
    glUniform1i(DRAW_COLUMNS, mesh->columns);
    const float *light = mesh->to_light;
    if (light[0] != 0.0f || light[1] != 0.0f || light[2] != 0.0f) {
        glUniform3fv(DRAW_EYE, 1, eye->position);
        glUniform3fv(DRAW_TO_LIGHT, 1, light);
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DRAW_POSITIONS, mesh->positions);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DRAW_NORMALS, mesh->normals);
    glBindVertexArray(draw.mesh_array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices); // kept by the vertex array
}

/* ---- Text ---- */

// The font in one size; draws its glyphs into the atlas at first use. Falls back to the last size
// when the table is full.
static const font_size *font_of_size(int pixels)
{
    for (int i = 0; i < draw.size_count; i++)
        if (draw.sizes[i].pixels == pixels) return &draw.sizes[i];
    if (draw.size_count == MAX_SIZES) return &draw.sizes[MAX_SIZES - 1];

    font_size *font = &draw.sizes[draw.size_count++];
    float ascent, descent, gap;
    stbtt_GetScaledFontVMetrics(wb_font_data, 0, (float)pixels, &ascent, &descent, &gap);
    *font = (font_size){.pixels = pixels, .ascent = roundf(ascent)};
    stbtt_PackFontRange(&draw.packing, wb_font_data, 0, (float)pixels, FIRST_GLYPH, GLYPH_COUNT,
                        font->glyphs);
    glBindTexture(GL_TEXTURE_2D, draw.atlas);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, ATLAS_SIZE, ATLAS_SIZE, GL_RED, GL_UNSIGNED_BYTE,
                    draw.atlas_pixels);
    return font;
}

// The next character of UTF-8 text as an index into the glyphs; advances `text`.
static int next_glyph(const char **text)
{
    unsigned char first = (unsigned char)*(*text)++;
    unsigned code = first;
    if (first >= 0xC0) {
        int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
        code = first & (0x3Fu >> more);
        for (; more > 0 && ((unsigned char)**text & 0xC0) == 0x80; more--)
            code = code << 6 | ((unsigned char)*(*text)++ & 0x3Fu);
    }
    bool known = code >= FIRST_GLYPH && code < FIRST_GLYPH + GLYPH_COUNT;
    return known ? (int)code - FIRST_GLYPH : '?' - FIRST_GLYPH;
}

// Writes two triangles a glyph; `vertices` may be NULL, if only the width is wanted.
static float lay_out(const font_size *font, const char *text, float x, float y,
                     text_vertex *vertices, int *count)
{
    float pen = 0.0f;
    while (*text != '\0') {
        const stbtt_packedchar *glyph = &font->glyphs[next_glyph(&text)];
        float left = roundf(x + pen + glyph->xoff), top = roundf(y + font->ascent + glyph->yoff);
        float right = left + (float)(glyph->x1 - glyph->x0),
              bottom = top + (float)(glyph->y1 - glyph->y0);
        pen += glyph->xadvance;
        if (vertices == NULL || *count + 6 > 6 * MAX_TEXT) continue;
        float u0 = glyph->x0, u1 = glyph->x1, v0 = glyph->y0, v1 = glyph->y1;
        const text_vertex corners[6] = {{left, top, u0, v0},    {right, top, u1, v0},
                                        {left, bottom, u0, v1}, {left, bottom, u0, v1},
                                        {right, top, u1, v0},   {right, bottom, u1, v1}};
        memcpy(vertices + *count, corners, sizeof corners);
        *count += 6;
    }
    return pen;
}

float wb_draw_text(float x, float y, float size, wb_colour colour, const char *format, ...)
{
    char text[MAX_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);

    text_vertex vertices[6 * MAX_TEXT];
    int count = 0;
    float width = lay_out(font_of_size((int)roundf(size)), text, x, y, vertices, &count);
    begin_flat(draw.text_program, colour);
    glActiveTexture(GL_TEXTURE0 + DRAW_ATLAS);
    glBindTexture(GL_TEXTURE_2D, draw.atlas);
    glBindVertexArray(draw.vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, draw.vertex_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)count * sizeof *vertices), vertices,
                 GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, count);
    glDisable(GL_BLEND);
    return width;
}

float wb_draw_text_width(float size, const char *text)
{
    return lay_out(font_of_size((int)roundf(size)), text, 0.0f, 0.0f, NULL, NULL);
}

const void *wb_draw_font(size_t *size_bytes)
{
    *size_bytes = (size_t)(wb_font_data_end - wb_font_data);
    return wb_font_data;
}

const void *wb_draw_mono_font(size_t *size_bytes)
{
    *size_bytes = (size_t)(wb_mono_font_data_end - wb_mono_font_data);
    return wb_mono_font_data;
}
