// Part 1, blur: what a tile with a halo is, and what goes wrong without one.
#include "oracle.h"
#include "parts.h"
#include "picture.h"

#include "lesson/picture_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 16,                // a group of versions 1 and 2 is GROUP x GROUP pixels
    QUADS_X = 32,              // of versions 3 to 5: 32 x 8 invocations, each with four
    LINES = 8,                 // pixels side by side at a time
    COLUMN_ROWS = 8,           // versions 3 and 5 walk down so many rows
    SUMS_BYTES = 32 * QUADS_X, // a row of version 4's tile
};
enum { IMAGE = 0, BLURRED = 1, ROW_SUMS = 2 };                        // storage block bindings
enum { SIZE = 0, REGION = 8, IMAGE_SIZE = 9, SHOWN = 10, MODE = 11 }; // uniform locations

static const char *const kernels[] = {
    [BLUR_GLOBAL] = "02_shared/global.comp",
    [BLUR_TILE] = "02_shared/tile.comp",
    [BLUR_SEPARABLE] = "02_shared/rows.comp",
    [BLUR_FUSED] = "02_shared/fused.comp",
    [BLUR_WALK] = "02_shared/walk.comp",
    [BLUR_NO_HALO] = "02_shared/no_halo.comp",
    [BLUR_NO_BARRIER] = "02_shared/no_barrier.comp",
    [BLUR_UNWRITTEN] = "02_shared/unwritten.comp",
    [BLUR_EARLY_RETURN] = "02_shared/early_return.comp",
    [BLUR_TOO_MUCH] = "02_shared/too_much.comp",
};

/* ---- Start and end ---- */

// The picture in rows of `pitch` words. One smaller than asked for is repeated; the last pixel of a
// row is repeated up to the pitch, so that the rows are whole quads and the blur does not notice.
static uint32_t *lay_out(const wb_image *image)
{
    uint32_t *words = malloc((size_t)lesson.blur.pitch * (size_t)lesson.blur.rows * sizeof *words);
    if (words == NULL) wb_error("there is no memory for the picture");
    for (int y = 0; words != NULL && y < lesson.blur.rows; y++)
        for (int x = 0; x < lesson.blur.pitch; x++) {
            int from_x = (x < lesson.blur.columns ? x : lesson.blur.columns - 1) % image->width;
            const uint8_t *rgba = image->rgba + 4 * (y % image->height * image->width + from_x);
            words[(size_t)y * (size_t)lesson.blur.pitch + (size_t)x] =
                (uint32_t)rgba[0] | (uint32_t)rgba[1] << 8 | (uint32_t)rgba[2] << 16 |
                (uint32_t)rgba[3] << 24;
        }
    return words;
}

static bool create_buffers(const wb_image *image)
{
    lesson.blur.columns = lesson.blur.width > 0 ? lesson.blur.width : image->width;
    lesson.blur.rows = lesson.blur.height > 0 ? lesson.blur.height : image->height;
    lesson.blur.pitch = (lesson.blur.columns + 3) / 4 * 4;
    size_t rows = (size_t)lesson.blur.rows, pitch = (size_t)lesson.blur.pitch;
    uint32_t *words = lay_out(image);
    bool good = words != NULL &&
                wb_buffer_create(&lesson.blur.image, &(wb_buffer_desc){.name = "image",
                                                                       .type = WB_U32,
                                                                       .shape = {rows, pitch},
                                                                       .data = words,
                                                                       .state = true}) &&
                wb_buffer_create(&lesson.blur.blurred, &(wb_buffer_desc){.name = "blurred",
                                                                         .type = WB_U32,
                                                                         .shape = {rows, pitch},
                                                                         .state = true});
    free(words);
    if (wb_variant_index() != BLUR_SEPARABLE) return good;
    return good &&
           wb_buffer_create(
               &lesson.blur.row_sums,
               &(wb_buffer_desc){.name = "row_sums", .type = WB_U32, .shape = {2, rows, pitch}});
}

// Whether version 4's tile of row sums fits, with the present parameters.
static bool tile_fits(void)
{
    GLint tile_rows = LINES * lesson.blur.rows_each + 2 * lesson.blur.radius;
    return wb_variant_index() != BLUR_FUSED ||
           shared_memory_fits("the tile of version fused", tile_rows * SUMS_BYTES,
                              "--set rows_each=1, or a smaller radius");
}

static bool create_programs(void)
{
    int variant = wb_variant_index();
    const wb_define *constants =
        WB_DEFINES({"GROUP", GROUP}, {"RADIUS", lesson.blur.radius}, {"QUADS_X", QUADS_X},
                   {"LINES", LINES}, {"COLUMN_ROWS", COLUMN_ROWS}, {"ROWS", lesson.blur.rows_each},
                   {"WORDS", lesson.shared_bytes / 4 + 1}); // the last is for too_much.comp alone
    lesson.blur.kernel = wb_program_compute(kernels[variant], constants);
    if (variant == BLUR_SEPARABLE)
        lesson.blur.second_kernel = wb_program_compute("02_shared/columns.comp", constants);
    lesson.blur.picture = wb_program_draw("draw/rectangle.vert", "02_shared/blur.frag", constants);
    if (variant == BLUR_TOO_MUCH && lesson.blur.kernel == 0)
        wb_note("that was the point of this variant: it runs on without its kernel");
    return (lesson.blur.kernel != 0 || variant == BLUR_TOO_MUCH) && lesson.blur.picture != 0 &&
           (lesson.blur.second_kernel != 0 || variant != BLUR_SEPARABLE);
}

static bool init(void)
{
    wb_image image;
    if (!wb_picture_load(&image, lesson.blur.file[0] != '\0' ? lesson.blur.file : NULL))
        return false;
    bool good = tile_fits() && create_buffers(&image) && create_programs();
    wb_image_free(&image);
    return good;
}

static void delete_programs(void)
{
    glDeleteProgram(lesson.blur.kernel);
    glDeleteProgram(lesson.blur.second_kernel);
    glDeleteProgram(lesson.blur.picture);
    lesson.blur.kernel = lesson.blur.second_kernel = lesson.blur.picture = 0;
}

bool blur_rebuild(void)
{
    if (!tile_fits()) return false; // what there is goes on
    delete_programs();
    return create_programs();
}

static void quit(void)
{
    wb_buffer_delete(&lesson.blur.image);
    wb_buffer_delete(&lesson.blur.row_sums);
    wb_buffer_delete(&lesson.blur.blurred);
    delete_programs();
}

/* ---- The versions ---- */

void blur_step(void)
{
    if (lesson.blur.kernel == 0) return; // too_much: there is nothing to run
    int rows_each = wb_variant_index() == BLUR_FUSED  ? lesson.blur.rows_each
                    : wb_variant_index() == BLUR_WALK ? COLUMN_ROWS
                                                      : 0;
    wb_pass_begin("blur");
    glUseProgram(lesson.blur.kernel);
    glUniform2i(SIZE, lesson.blur.pitch, lesson.blur.rows);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.blur.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, BLURRED, lesson.blur.blurred.id);
    if (rows_each > 0)
        glDispatchCompute(groups_for(lesson.blur.pitch, 4 * QUADS_X),
                          groups_for(lesson.blur.rows, LINES * rows_each), 1);
    else
        glDispatchCompute(groups_for(lesson.blur.pitch, GROUP), groups_for(lesson.blur.rows, GROUP),
                          1);
    // The picture reads `blurred`, and the next frame writes it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void blur_step_separable(void)
{
    wb_pass_begin("rows");
    glUseProgram(lesson.blur.kernel);
    glUniform2i(SIZE, lesson.blur.pitch, lesson.blur.rows);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.blur.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ROW_SUMS, lesson.blur.row_sums.id);
    glDispatchCompute(groups_for(lesson.blur.pitch, 4 * QUADS_X),
                      groups_for(lesson.blur.rows, LINES), 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the second dispatch reads `row_sums`
    wb_pass_end();

    wb_pass_begin("columns");
    glUseProgram(lesson.blur.second_kernel);
    glUniform2i(SIZE, lesson.blur.pitch, lesson.blur.rows);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, BLURRED, lesson.blur.blurred.id);
    glDispatchCompute(groups_for(lesson.blur.pitch, 4 * QUADS_X),
                      groups_for(lesson.blur.rows, LINES * COLUMN_ROWS), 1);
    // The picture reads `blurred`; the next frame overwrites `row_sums`, which this one has read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    const void *image = wb_start_state("image");
    if (image == NULL || steps < 1 || strcmp(buffer, "blurred") != 0) return false;
    oracle_blur(image, expected, lesson.blur.pitch, lesson.blur.rows, lesson.blur.radius);
    return true;
}

static wb_cost cost(void)
{
    double pixels = (double)lesson.blur.pitch * lesson.blur.rows;
    double bytes = wb_variant_index() == BLUR_SEPARABLE ? 12.0 : 4.0; // the row sums are 8 bytes
    return (wb_cost){.read_bytes = bytes * pixels,
                     .written_bytes = bytes * pixels,
                     .items = pixels,
                     .item = "pixels"};
}

/* ---- The picture ---- */

enum { SHOW_BOTH, SHOW_IMAGE, SHOW_BLURRED, SHOW_ERROR, SHOW_TILE }; // as in blur.frag

static const float LEFT = 24.0f, TOP = 84.0f, WIDTH = 612.0f, HEIGHT = 408.0f; // the whole picture
static const float TILE_LEFT = 668.0f;                                         // HEIGHT x HEIGHT
static const float TEXT_LEFT = 1098.0f;
static const float LENS_TOP = 544.0f, LENS_WIDTH = 400.0f, LENS_HEIGHT = 220.0f, LENS_ZOOM = 10.0f;

// Draws what lies at (x, y) of the picture and to the right and below, `scale` units a pixel.
static void draw_panel(int mode, float x, float y, float scale, float left, float top, float width,
                       float height)
{
    glUseProgram(lesson.blur.picture);
    glUniform3f(REGION, x, y, scale);
    glUniform2i(IMAGE_SIZE, lesson.blur.pitch, lesson.blur.rows);
    glUniform1i(SHOWN, lesson.blur.columns);
    glUniform1i(MODE, mode);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.blur.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, BLURRED, lesson.blur.blurred.id);
    picture_panel(lesson.blur.picture, left, top, width, height);
}

// The pixel that the lenses show: under the mouse, or in a place with many edges.
static void find_lens(const wb_view *view, float scale, int *x, int *y)
{
    float mouse_x, mouse_y;
    *x = 455 * lesson.blur.columns / 960;
    *y = 380 * lesson.blur.rows / 640;
    bool over = picture_mouse(view, &mouse_x, &mouse_y);
    int column = (int)((mouse_x - LEFT) / scale), row = (int)((mouse_y - TOP) / scale);
    if (!over || mouse_x < LEFT || mouse_y < TOP || column >= lesson.blur.columns ||
        row >= lesson.blur.rows)
        return;
    *x = column;
    *y = row;
}

static void draw_lenses(int x, int y)
{
    static const char *const titles[] = {"the image", "the result, with the seams between groups",
                                         "what is wrong with it, 16 times"};
    float left_x = (float)x - LENS_WIDTH / LENS_ZOOM / 2.0f;
    float top_y = (float)y - LENS_HEIGHT / LENS_ZOOM / 2.0f;
    for (int i = 0; i < 3; i++) {
        float left = LEFT + (LENS_WIDTH + 16.0f) * (float)i;
        draw_panel(SHOW_IMAGE + i, left_x, top_y, LENS_ZOOM, left, LENS_TOP, LENS_WIDTH,
                   LENS_HEIGHT);
        picture_text(left, LENS_TOP - 26.0f, 17.0f, PICTURE_GREY, "%s", titles[i]);
    }
}

// The tile of the group in the middle of the lenses, and its halo.
static void draw_tile(int x, int y)
{
    int side = GROUP + 2 * lesson.blur.radius;
    float unit = HEIGHT / (float)side, halo = unit * (float)lesson.blur.radius;
    draw_panel(SHOW_TILE, (float)(x / GROUP * GROUP - lesson.blur.radius),
               (float)(y / GROUP * GROUP - lesson.blur.radius), unit, TILE_LEFT, TOP, HEIGHT,
               HEIGHT);
    picture_frame(TILE_LEFT + halo, TOP + halo, unit * GROUP, unit * GROUP, 2.0f, PICTURE_AMBER);
    picture_text(TILE_LEFT, TOP - 26.0f, 17.0f, PICTURE_GREY,
                 "a group's pixels, and the halo around them");
    picture_text(TEXT_LEFT, TOP, 17.0f, PICTURE_AMBER, "%d x %d pixels,", GROUP, GROUP);
    picture_text(TEXT_LEFT, TOP + 24.0f, 17.0f, PICTURE_AMBER, "one invocation each");
    picture_text(TEXT_LEFT, TOP + 72.0f, 17.0f, PICTURE_GREY, "%d x %d with the halo:", side, side);
    picture_text(TEXT_LEFT, TOP + 96.0f, 17.0f, PICTURE_GREY, "%d bytes", 4 * side * side);
    picture_text(TEXT_LEFT, TOP + 144.0f, 17.0f, PICTURE_GREY, "%d bytes of", lesson.shared_bytes);
    picture_text(TEXT_LEFT, TOP + 168.0f, 17.0f, PICTURE_GREY, "shared memory");
    picture_text(TEXT_LEFT, TOP + 192.0f, 17.0f, PICTURE_GREY, "for a group here");
}

// One line on what this variant does.
static void draw_footer(void)
{
    static const char *const lines[] = {
        [BLUR_GLOBAL] = "Every invocation reads all its neighbours from the buffer.",
        [BLUR_TILE] = "The group loads its tile and the halo once, and then reads only there.",
        [BLUR_SEPARABLE] =
            "First sums along the rows, then, in a second dispatch, down the columns.",
        [BLUR_FUSED] = "Sums along the rows in shared memory, and from there down the columns.",
        [BLUR_WALK] =
            "Each invocation walks down, and keeps the sums of the last rows in registers.",
        [BLUR_NO_HALO] = "Without a halo, a group averages what it has: a seam along its edge.",
        [BLUR_NO_BARRIER] = "Without a barrier, invocations read what is not loaded yet.",
        [BLUR_UNWRITTEN] = "Nobody loads the halo: what is read there was never written.",
        [BLUR_EARLY_RETURN] = "Idle invocations leave first, and what they had to load is missing.",
        [BLUR_TOO_MUCH] =
            "One word of shared memory more than there is: the program does not link.",
    };
    bool broken = wb_variant_index() >= BLUR_NO_HALO;
    picture_text(LEFT, 772.0f, 17.0f, broken ? PICTURE_RED : PICTURE_GREY, "%s",
                 lines[wb_variant_index()]);
}

static void draw(const wb_view *view)
{
    float scale = WIDTH / (float)lesson.blur.columns;
    int side = 2 * lesson.blur.radius + 1, x, y;
    if (HEIGHT / (float)lesson.blur.rows < scale) scale = HEIGHT / (float)lesson.blur.rows;
    picture_begin(view);
    picture_text(LEFT, 14.0f, 26.0f, PICTURE_WHITE, "Each pixel becomes the mean of %d x %d", side,
                 side);
    picture_text(LEFT, TOP - 26.0f, 17.0f, PICTURE_GREY, "before | after");
    draw_panel(SHOW_BOTH, 0.0f, 0.0f, scale, LEFT, TOP, (float)lesson.blur.columns * scale,
               (float)lesson.blur.rows * scale);
    find_lens(view, scale, &x, &y);
    draw_tile(x, y);
    draw_lenses(x, y);
    picture_frame(LEFT + ((float)x - LENS_WIDTH / LENS_ZOOM / 2.0f) * scale,
                  TOP + ((float)y - LENS_HEIGHT / LENS_ZOOM / 2.0f) * scale,
                  LENS_WIDTH / LENS_ZOOM * scale, LENS_HEIGHT / LENS_ZOOM * scale, 1.5f,
                  PICTURE_AMBER);
    draw_footer();
    // The next frame overwrites what was read here; in two dispatches, not before the second.
    if (wb_variant_index() != BLUR_SEPARABLE) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- Picture files ---- */

static bool is_blur(void)
{
    return wb_variant_index() <= BLUR_TOO_MUCH;
}

bool blur_load(const char *buffer, const char *path)
{
    if (!is_blur() || strcmp(buffer, "image") != 0) {
        wb_error("--load %s=%s: a PNG goes into the buffer image of the blur", buffer, path);
        return false;
    }
    wb_image image;
    if (!wb_picture_load(&image, path)) return false; // init() would find out too late
    wb_image_free(&image);
    snprintf(lesson.blur.file, sizeof lesson.blur.file, "%s", path);
    return true;
}

bool blur_dump(const char *buffer, const char *path)
{
    wb_buffer *from = wb_buffer_find(buffer);
    if (!is_blur() || from == &lesson.blur.row_sums) {
        wb_error("--dump %s=%s: only image and blurred can be written as a PNG", buffer, path);
        return false;
    }
    wb_image image = {0};
    uint32_t *words = malloc((size_t)from->size_bytes);
    bool good = words != NULL && wb_image_create(&image, lesson.blur.columns, lesson.blur.rows);
    if (words == NULL) wb_error("%s: out of memory", path);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    if (good) wb_buffer_read(from, words);
    for (int i = 0; good && i < lesson.blur.columns * lesson.blur.rows; i++) {
        uint32_t word =
            words[i / lesson.blur.columns * lesson.blur.pitch + i % lesson.blur.columns];
        for (int c = 0; c < 4; c++) image.rgba[4 * i + c] = (uint8_t)(word >> 8 * c & 0xFF);
    }
    good = good && wb_image_write(&image, path);
    free(words);
    wb_image_free(&image);
    return good;
}

const shared_part blur_part = {init, draw, quit, expect, cost};
