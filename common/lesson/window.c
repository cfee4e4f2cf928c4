// The lesson in a window: keys, mouse, and the loop.
#include "lesson/app.h"

#include "base/file.h"
#include "gl/context.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    wb_app *app;
    GLFWwindow *window;
    bool paused;
    bool step_once; // run one step although paused
    bool redraw;    // the picture may have changed although paused
    bool stopped;   // a restart went wrong: nothing runs until the next one
    bool panning, painting;
    float x, y; // the mouse, in pixels of the picture
    double title_s, files_s;
    int title_frames;
} ui;

static void restart(int variant)
{
    wb_app_stop(ui.app);
    ui.app->variant = variant;
    ui.stopped = wb_app_start(ui.app) != WB_EXIT_GOOD;
    ui.step_once = false; // asked for while stopped
    ui.redraw = true;
    wb_pass_timing(true);
}

static void next_variant(void)
{
    int next = ui.app->variant + 1;
    restart(ui.app->lesson->variants[next].name != NULL ? next : 0);
}

// The first name that is not taken: 04_life-1.png, 04_life-2.png, ...
static void take_screenshot(void)
{
    char path[256];
    for (int number = 1; number < 10000; number++) {
        snprintf(path, sizeof path, "%s-%d.png", ui.app->lesson->id, number);
        if (access(path, F_OK) != 0) break;
    }
    wb_app_write_picture(ui.app, path);
    fflush(stdout);
}

static void on_key(GLFWwindow *window, int key, int scancode, int action, int mods)
{
    (void)scancode, (void)mods;
    if (action == GLFW_RELEASE) return;
    switch (key) {
    case GLFW_KEY_SPACE: ui.paused = !ui.paused; break;
    case GLFW_KEY_N: ui.paused = ui.step_once = true; break;
    case GLFW_KEY_R: restart(ui.app->variant); break;
    case GLFW_KEY_V: next_variant(); break;
    case GLFW_KEY_F12: take_screenshot(); break;
    case GLFW_KEY_ESCAPE: glfwSetWindowShouldClose(window, GLFW_TRUE); break;
    default: return;
    }
    ui.title_s = 0.0; // the title shows the new state at once
}

/* ---- Mouse ---- */

static void move_mouse(double window_x, double window_y)
{
    int width, height;
    glfwGetWindowSize(ui.window, &width, &height); // the same units as the cursor's position
    wb_target_from_window(&ui.app->target, width, height, window_x, window_y, &ui.x, &ui.y);
}

// Where the mouse is by now. An event that waited for a slow frame is about where it was then.
static void find_mouse(void)
{
    double window_x, window_y;
    glfwGetCursorPos(ui.window, &window_x, &window_y);
    move_mouse(window_x, window_y);
}

// Paints every cell between two points of the picture.
static void paint(float from_x, float from_y, float to_x, float to_y)
{
    if (ui.stopped) return;
    const wb_lesson *lesson = ui.app->lesson;
    bool erase = glfwGetKey(ui.window, GLFW_KEY_LEFT_SHIFT) == GLFW_PRESS ||
                 glfwGetKey(ui.window, GLFW_KEY_RIGHT_SHIFT) == GLFW_PRESS;
    wb_grid_view grid = wb_app_grid(ui.app);
    float cells_x = (to_x - from_x) / grid.scale, cells_y = (to_y - from_y) / grid.scale;
    int steps = 1 + (int)(fabsf(cells_x) + fabsf(cells_y));
    for (int i = 0; i <= steps; i++) {
        float part = (float)i / (float)steps;
        int column = (int)floorf((from_x - grid.x) / grid.scale + cells_x * part);
        int row = (int)floorf((from_y - grid.y) / grid.scale + cells_y * part);
        bool inside =
            column >= 0 && row >= 0 && column < *lesson->grid_columns && row < *lesson->grid_rows;
        if (inside) lesson->paint(column, row, erase);
    }
    ui.redraw = true;
}

static void on_mouse_button(GLFWwindow *window, int button, int action, int mods)
{
    (void)window, (void)mods;
    bool down = action == GLFW_PRESS;
    if (button == GLFW_MOUSE_BUTTON_LEFT && ui.app->lesson->paint != NULL) {
        ui.painting = down;
        if (down) paint(ui.x, ui.y, ui.x, ui.y);
    } else {
        ui.panning = down;
    }
}

static void on_mouse_move(GLFWwindow *window, double window_x, double window_y)
{
    (void)window;
    const wb_lesson *lesson = ui.app->lesson;
    float from_x = ui.x, from_y = ui.y;
    move_mouse(window_x, window_y);
    if (ui.painting) paint(from_x, from_y, ui.x, ui.y);
    if (!ui.panning || lesson->grid_columns == NULL) return;
    wb_camera_pan(&ui.app->camera, *lesson->grid_columns, *lesson->grid_rows, ui.app->target.width,
                  ui.app->target.height, ui.x - from_x, ui.y - from_y);
    ui.redraw = true;
}

static void on_scroll(GLFWwindow *window, double dx, double dy)
{
    (void)window, (void)dx;
    const wb_lesson *lesson = ui.app->lesson;
    if (lesson->grid_columns == NULL) return;
    wb_camera_zoom(&ui.app->camera, *lesson->grid_columns, *lesson->grid_rows, ui.app->target.width,
                   ui.app->target.height, ui.x, ui.y, 0.25f * (float)dy);
    ui.redraw = true;
}

// The window was uncovered, or has another size: the picture follows the size of the window.
static void on_size(GLFWwindow *window, int width, int height)
{
    (void)window;
    ui.redraw = true;
    if (width <= 0 || height <= 0) return; // minimised
    wb_target larger;
    if (!wb_target_create(&larger, width, height)) return;
    wb_target_delete(&ui.app->target);
    ui.app->target = larger;
    find_mouse();
}

static void on_uncovered(GLFWwindow *window)
{
    (void)window;
    ui.redraw = true;
}

/* ---- The loop ---- */

// Shaders that somebody has saved take effect, and the buffers keep what they hold.
static void take_saved_shaders(void)
{
    double now_s = wb_clock_seconds();
    if (now_s - ui.files_s < 0.25) return;
    ui.files_s = now_s;
    if (!wb_program_files_changed()) return;
    if (ui.stopped) // perhaps for a shader that did not compile
        restart(ui.app->variant);
    else if (wb_program_reload() > 0)
        ui.redraw = true;
}

static void show_title(void)
{
    double now_s = wb_clock_seconds(), past_s = now_s - ui.title_s;
    if (past_s < 0.5) return;
    char state[160] = "", title[512];
    if (ui.app->lesson->status != NULL) ui.app->lesson->status(state, sizeof state);
    if (ui.stopped)
        snprintf(title, sizeof title, "%s | %s | stopped by an error", ui.app->lesson->title,
                 ui.app->lesson->variants[ui.app->variant].name);
    else if (ui.paused)
        snprintf(title, sizeof title, "%s | %s | %s | paused", ui.app->lesson->title,
                 ui.app->lesson->variants[ui.app->variant].name, state);
    else
        snprintf(title, sizeof title, "%s | %s | %s | %.0f frames/s", ui.app->lesson->title,
                 ui.app->lesson->variants[ui.app->variant].name, state,
                 past_s < 10.0 ? ui.title_frames / past_s : 0.0);
    glfwSetWindowTitle(ui.window, title);
    ui.title_s = now_s;
    ui.title_frames = 0;
}

// A broken variant says so, over the picture.
static void draw_banner(void)
{
    const wb_variant *variant = &ui.app->lesson->variants[ui.app->variant];
    if (variant->broken == NULL) return;
    float width = (float)ui.app->target.width;
    wb_draw_rectangle(0.0f, 0.0f, width, 58.0f, (wb_colour){0.55f, 0.08f, 0.10f, 0.92f});
    wb_draw_text(16.0f, 8.0f, 20.0f, (wb_colour){1.0f, 1.0f, 1.0f, 1.0f}, "Broken: %s",
                 variant->shows);
    wb_draw_text(16.0f, 33.0f, 17.0f, (wb_colour){1.0f, 0.85f, 0.8f, 1.0f}, "Look for: %s",
                 variant->broken);
}

static void show_frame(void)
{
    int width, height;
    wb_app_draw(ui.app);
    draw_banner();
    glfwGetFramebufferSize(ui.window, &width, &height);
    wb_target_show(&ui.app->target, width, height);
    glfwSwapBuffers(ui.window);
    ui.redraw = false;
    ui.title_frames++;
}

static bool time_is_up(void)
{
    return ui.app->options.frames > 0 && ui.app->frame >= ui.app->options.frames;
}

int wb_run_window(wb_app *app)
{
    ui.app = app;
    ui.window = wb_context_window();
    ui.paused = app->options.step;
    ui.redraw = true;
    int status = wb_app_start(app);
    if (status != WB_EXIT_GOOD) return status;
    glfwSetKeyCallback(ui.window, on_key);
    glfwSetMouseButtonCallback(ui.window, on_mouse_button);
    glfwSetCursorPosCallback(ui.window, on_mouse_move);
    glfwSetScrollCallback(ui.window, on_scroll);
    glfwSetFramebufferSizeCallback(ui.window, on_size);
    glfwSetWindowRefreshCallback(ui.window, on_uncovered);
    find_mouse();
    wb_pass_timing(true);
    double start_s = wb_clock_seconds();

    while (!glfwWindowShouldClose(ui.window) && !time_is_up()) {
        bool still = ui.stopped || (ui.paused && !ui.step_once && !ui.redraw);
        if (still)
            glfwWaitEventsTimeout(0.25); // a paused lesson costs nothing
        else
            glfwPollEvents();
        take_saved_shaders();
        if (!ui.stopped && (!ui.paused || ui.step_once)) {
            wb_app_step(app);
            ui.step_once = false;
            ui.redraw = true;
        }
        if (ui.redraw && !ui.stopped) show_frame();
        show_title();
    }
    if (ui.stopped) return WB_EXIT_FAILED;
    if (app->options.profile) wb_results_print_times(app);
    return wb_results_write(app, wb_clock_seconds() - start_s);
}
