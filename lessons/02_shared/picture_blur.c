// The blur: before and after, a tile with its halo, and three lenses.
#include "picture.h"

#include "state.h"

#include <math.h>

enum { REGION = 8, IMAGE_SIZE = 9, SHOWN = 10, MODE = 11 };          // uniform locations
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
    const blur_traits *traits = wb_current_variant()->data;
    int radius = (traits->turns ? 0 : traits->twice ? 2 : 1) * lesson.blur.radius;
    int side = PIXELS + 2 * radius, rows = traits->smears ? PIXELS : side;
    int before = traits->smears ? 0 : radius; // pixels of the halo, left and above
    float unit = HEIGHT / (float)side, halo = unit * (float)before;
    draw_panel(SHOW_TILE, (float)(x / PIXELS * PIXELS - before),
               (float)(y / PIXELS * PIXELS - before), unit, TILE_LEFT, TOP, HEIGHT,
               unit * (float)rows);
    picture_frame(TILE_LEFT + halo, TOP + halo, unit * PIXELS, unit * PIXELS, 2.0f, PICTURE_AMBER);
    picture_text(TILE_LEFT, TOP - 26.0f, 17.0f, PICTURE_GREY, "a group's pixels%s",
                 traits->turns    ? ""
                 : traits->smears ? ", and the halo on their right"
                                  : ", and the halo around them");
    picture_text(TEXT_LEFT, TOP, 17.0f, PICTURE_AMBER, "%d x %d pixels,", PIXELS, PIXELS);
    picture_text(TEXT_LEFT, TOP + 24.0f, 17.0f, PICTURE_AMBER, "one invocation each");
    picture_text(TEXT_LEFT, TOP + 72.0f, 17.0f, PICTURE_GREY, "%d x %d with %s halo:", side, rows,
                 traits->turns ? "no" : "the");
    picture_text(TEXT_LEFT, TOP + 96.0f, 17.0f, PICTURE_GREY, "%d bytes", 4 * side * rows);
    // What each device has at least: a picture has to be the same everywhere.
    picture_text(TEXT_LEFT, TOP + 144.0f, 17.0f, PICTURE_GREY, "32768 bytes at least");
    picture_text(TEXT_LEFT, TOP + 168.0f, 17.0f, PICTURE_GREY, "of shared memory");
    picture_text(TEXT_LEFT, TOP + 192.0f, 17.0f, PICTURE_GREY, "for a group");
}

// Units a pixel in the whole picture.
static float find_scale(void)
{
    return fminf(WIDTH / (float)lesson.blur.columns, HEIGHT / (float)lesson.blur.rows);
}

bool blur_cells(const wb_view *view, wb_cells *cells)
{
    picture_begin(view);
    *cells = (wb_cells){lesson.blur.pitch, lesson.blur.rows, picture_grid(LEFT, TOP, find_scale()),
                        NULL};
    return true;
}

void blur_draw(const wb_view *view)
{
    const blur_traits *traits = wb_current_variant()->data;
    float scale = find_scale();
    int side = 2 * lesson.blur.radius + 1, x, y;
    picture_begin(view);
    if (traits->turns)
        picture_text(LEFT, 14.0f, 26.0f, PICTURE_WHITE, "Rows become columns");
    else if (traits->twice)
        picture_text(LEFT, 14.0f, 26.0f, PICTURE_WHITE,
                     "Each pixel becomes the mean of %d x %d means of %d x %d", side, side, side,
                     side);
    else
        picture_text(LEFT, 14.0f, 26.0f, PICTURE_WHITE, "Each pixel becomes the mean of %d x %d",
                     side, traits->smears ? 1 : side);
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
    bool broken = wb_current_variant()->kind == WB_BROKEN;
    picture_text(LEFT, 772.0f, 17.0f, broken ? PICTURE_RED : PICTURE_GREY, "%s", traits->caption);
    // The next frame overwrites what was read here; in two dispatches, not before the second.
    if (traits->second_kernel == NULL) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}
