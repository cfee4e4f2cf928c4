#include "picture.h"

#include "gl/program.h"

#include <math.h>

enum { KEYS = 0, HISTORY = 1, GIVEN = 1 };   // storage block bindings
enum { PICTURE_HEIGHT, COUNT, RANGE, TYPE }; // uniform locations: of both programs,
enum { ROWS_AREA = 4, EXCHANGE_AREA, BARS_AREA, PASSES, SHOWN, J, HISTORY_TYPE }; // of rows.frag,
enum { BEFORE_AREA = 4, AFTER_AREA, SIDE, GIVEN_TYPE };                           // of pixels.frag

static const float MARGIN = 44.0f, LEFT = 116.0f, TOP = 116.0f, GAP = 36.0f;
static const wb_colour bright = {0.91f, 0.92f, 0.94f, 1.0f};
static const wb_colour muted = {0.56f, 0.59f, 0.65f, 1.0f};

bool picture_create(picture_programs *programs)
{
    programs->rows = wb_program_draw("draw/picture.vert", "06_bitonic/rows.frag", NULL);
    programs->pixels = wb_program_draw("draw/picture.vert", "06_bitonic/pixels.frag", NULL);
    glGenVertexArrays(1, &programs->vertex_array);
    return programs->rows != 0 && programs->pixels != 0;
}

void picture_delete(picture_programs *programs)
{
    glDeleteProgram(programs->rows);
    glDeleteProgram(programs->pixels);
    glDeleteVertexArrays(1, &programs->vertex_array);
    *programs = (picture_programs){0};
}

void picture_find_pass(int index, uint32_t *k, uint32_t *j)
{
    *k = 2;
    *j = 1;
    for (int i = 1; i < index; i++) {
        *j /= 2;
        if (*j > 0) continue;
        *j = *k;
        *k *= 2;
    }
}

static void use_program(GLuint program, const picture_scene *scene, int height)
{
    glUseProgram(program);
    glUniform1f(PICTURE_HEIGHT, (float)height);
    glUniform1ui(COUNT, scene->count);
    glUniform2ui(RANGE, scene->low, scene->high);
    glUniform1i(TYPE, (GLint)scene->type);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, KEYS, scene->keys);
}

static void draw_whole_picture(const picture_programs *programs)
{
    glBindVertexArray(programs->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* ---- Few keys ---- */

typedef struct layout {
    float left, width; // of all three areas
    float rows_y, rows_height, exchange_y, exchange_height, bars_y, bars_height;
} layout;

static layout find_layout(const picture_scene *scene, int width, int height)
{
    float room = (float)width - LEFT - MARGIN, key_width = floorf(room / (float)scene->count);
    float tall = (float)height - TOP - MARGIN - 2.0f * GAP;
    layout l = {.width = key_width < 1.0f ? room : key_width * (float)scene->count};
    l.left = fmaxf(LEFT, floorf(((float)width - l.width) / 2.0f));
    l.rows_y = TOP;
    l.rows_height = floorf(tall * (scene->is_network ? 0.52f : 0.62f));
    l.exchange_y = l.rows_y + l.rows_height + GAP;
    l.exchange_height = scene->is_network ? floorf(tall * 0.20f) : -GAP;
    l.bars_y = l.exchange_y + l.exchange_height + GAP;
    l.bars_height = (float)height - MARGIN - l.bars_y;
    return l;
}

// Where the merges of runs of k begin, beside the rows.
static void draw_merges(const picture_scene *scene, const layout *l)
{
    float row_height = l->rows_height / (float)(scene->passes + 1), free_y = 0.0f;
    for (int pass = 1; pass <= scene->passes; pass++) {
        uint32_t k, j;
        picture_find_pass(pass, &k, &j);
        float y = floorf(l->rows_y + row_height * (float)pass);
        if (j != k / 2 || y < free_y) continue;
        wb_draw_text(l->left - LEFT + MARGIN, y - 3.0f, 14.0f,
                     pass <= scene->shown ? bright : muted, "k = %u", k);
        wb_draw_rectangle(l->left - 12.0f, y, 8.0f, 1.0f, muted);
        free_y = y + 15.0f;
    }
}

static void draw_captions(const picture_scene *scene, const layout *l)
{
    float row_height = l->rows_height / (float)(scene->passes + 1);
    float y = floorf(l->rows_y + row_height * ((float)scene->shown + 0.5f));
    wb_draw_rectangle(l->left + l->width + 4.0f, y - 1.0f, 12.0f, 3.0f, bright); // the row shown
    wb_draw_text(l->left, l->rows_y - 22.0f, 15.0f, muted,
                 "the keys after every pass, from top to bottom");
    if (scene->is_network)
        wb_draw_text(l->left, l->exchange_y - 22.0f, 15.0f, muted,
                     "partners in this pass: where two lines cross, two keys changed places");
    wb_draw_text(l->left, l->bars_y - 22.0f, 15.0f, muted, "the keys %s",
                 scene->shown > 0 ? "after this pass" : "before the first pass");
}

static void draw_rows(const picture_programs *programs, const picture_scene *scene, int width,
                      int height)
{
    uint32_t k = 0, j = 0;
    if (scene->is_network && scene->shown > 0) picture_find_pass(scene->shown, &k, &j);
    layout l = find_layout(scene, width, height);
    use_program(programs->rows, scene, height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, HISTORY, scene->history);
    glUniform4f(ROWS_AREA, l.left, l.rows_y, l.width, l.rows_height);
    glUniform4f(EXCHANGE_AREA, l.left, l.exchange_y, l.width, l.exchange_height);
    glUniform4f(BARS_AREA, l.left, l.bars_y, l.width, l.bars_height);
    glUniform1i(PASSES, scene->passes);
    glUniform1i(SHOWN, scene->shown);
    glUniform1ui(J, j);
    glUniform1i(HISTORY_TYPE, (GLint)scene->history_type);
    draw_whole_picture(programs);
    if (scene->is_network) draw_merges(scene, &l);
    draw_captions(scene, &l);
}

/* ---- Many keys ---- */

static void draw_pixels(const picture_programs *programs, const picture_scene *scene, int width,
                        int height)
{
    float side = floorf(fminf(((float)width - 3.0f * MARGIN) / 2.0f, (float)height - TOP - MARGIN));
    float after_x = (float)width - MARGIN - side;
    use_program(programs->pixels, scene, height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GIVEN, scene->given);
    glUniform3f(BEFORE_AREA, MARGIN, TOP, side);
    glUniform3f(AFTER_AREA, after_x, TOP, side);
    glUniform1i(GIVEN_TYPE, (GLint)scene->given_type);
    glUniform1ui(SIDE, (GLuint)fminf(ceilf(sqrtf((float)scene->count)), side));
    draw_whole_picture(programs);
    wb_draw_text(MARGIN, TOP - 22.0f, 15.0f, muted, "as they were given, line by line");
    wb_draw_text(after_x, TOP - 22.0f, 15.0f, muted, "as they are now");
}

void picture_draw(const picture_programs *programs, const picture_scene *scene, int width,
                  int height)
{
    if (scene->history != 0)
        draw_rows(programs, scene, width, height);
    else
        draw_pixels(programs, scene, width, height);
    wb_draw_text(MARGIN, 22.0f, 27.0f, bright, "%s", scene->title);
    wb_draw_text(MARGIN, 58.0f, 17.0f, muted, "%s", scene->subtitle);
}
