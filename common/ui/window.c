#include "ui/window.h"

#include "gl/context.h"
#include "gl/errors.h"
#include "lesson/crash.h"
#include "lesson/guard.h"
#include "lesson/input.h"
#include "lesson/results.h"
#include "os/path.h"
#include "os/time.h"
#include "ui/panel.h"
#include "ui/session.h"
#include "lesson/barrier_run.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HINT_SECONDS 6.0  // how long the panel's key is shown
#define CLICK_PIXELS 4.0f // a button that moves less than that while it is down was a click
#define LOOK_SECONDS 0.02 // from one look at the shaders' files to the next
#define LEAST_WIDTH 200   // of the window, in screen coordinates
#define LEAST_HEIGHT 120

static struct {
    wb_session session;
    wb_app *app; // the session's
    GLFWwindow *window;
    bool redraw;         // the picture may have changed although paused
    int panel_frames;    // that the panel still needs: it lays itself out over a few
    wb_request repeated; // of a key that is held down
    bool panning, painting, turning, holding;
    float x, y;                  // the mouse, in pixels of the picture
    bool on_panel, on_banner;    // the mouse, too
    float dragged;               // how far the mouse has moved since the button went down
    int grown;                   // how much wider the window was made for the panel
    int grown_for_debugger;      // how much of that for the debugger
    int panel_width;             // for which the picture was fitted
    bool has_banner;             // the same
    bool was_in_space;           // the same
    int area_width, area_height; // the picture's part of the framebuffer
    double hint_s;               // until when the hint is shown
    bool hint_shown;             // in the last frame
    double title_s, looked_s;
    int title_frames;
    char clip[64]; // the file of the clip that is being recorded; "": none
    double frames_per_s;
} ui;

/* ---- What keys and panel ask for ---- */

static void do_request(wb_request request)
{
    if (request.action == WB_ACTION_NONE) return;
    wb_session_do(&ui.session, request);
    ui.panel_frames = 3;
    // The debugger works on a copy: its commands leave the picture as it is
    if (request.action < WB_ACTION_GO || request.action == WB_ACTION_CLOSE) ui.redraw = true;
    ui.title_s = 0.0; // the title shows the new state at once
}

static void do_action(wb_action action)
{
    do_request((wb_request){.action = action});
}

static void next_variant(void)
{
    const wb_variant *next = ui.app->variant + 1;
    if (next->name == NULL) next = ui.app->lesson->variants;
    do_request((wb_request){.action = WB_ACTION_VARIANT, .variant = next});
}

// The first name that is not taken: 04_life-1.png, 04_life-2.png, ...
static void choose_name(char *path, size_t size, const char *extension)
{
    for (int number = 1; number < 10000; number++) {
        snprintf(path, size, "%s-%d.%s", ui.app->lesson->id, number, extension);
        if (!wb_path_is_there(path)) break;
    }
}

static void take_screenshot(void)
{
    char path[64];
    choose_name(path, sizeof path, "png");
    wb_app_write_picture(ui.app, path);
    fflush(stdout);
}

static void end_clip(void)
{
    if (ui.clip[0] == '\0') return;
    wb_crash_expect_progress(false);
    if (wb_record_end(ui.app)) printf("wrote %s\n", ui.clip);
    fflush(stdout);
    ui.clip[0] = '\0';
}

// An animation of the frames that run from here on, or the end of it.
static void toggle_clip(void)
{
    if (ui.clip[0] != '\0') {
        end_clip();
        return;
    }
    wb_panel_clear_errors();
    choose_name(ui.clip, sizeof ui.clip, "webp");
    if (wb_record_begin_clip(ui.app, ui.clip) != WB_EXIT_GOOD) ui.clip[0] = '\0';
}

/* ---- The picture's part of the window ---- */

// In pixels. What is wrong with a broken variant stands above its picture.
static int banner_height(void)
{
    bool is_broken = ui.app->variant->kind == WB_BROKEN;
    return is_broken ? (int)(58.0f * wb_panel_scale(ui.window)) : 0;
}

// Of a tiny window, one column or one row.
static wb_target_area picture_area(int width, int height, int panel_width, int banner)
{
    int left = panel_width < width ? panel_width : width - 1;
    int top = banner < height ? banner : height - 1;
    return (wb_target_area){
        .left = left, .top = top, .width = width - left, .height = height - top};
}

// The picture's part of the window, in the units of the mouse.
static wb_target_area window_area(void)
{
    int width, height, pixels_wide, pixels_high;
    glfwGetWindowSize(ui.window, &width, &height);
    glfwGetFramebufferSize(ui.window, &pixels_wide, &pixels_high);
    int banner = banner_height() * height / (pixels_high > 0 ? pixels_high : 1);
    return picture_area(width, height, wb_panel_width(), banner);
}

// The same in pixels.
static wb_target_area framebuffer_area(void)
{
    int width, height, window_width, window_height;
    glfwGetFramebufferSize(ui.window, &width, &height);
    glfwGetWindowSize(ui.window, &window_width, &window_height);
    int panel_width = wb_panel_width() * width / (window_width > 0 ? window_width : 1);
    return picture_area(width, height, panel_width, banner_height());
}

static void move_mouse(double window_x, double window_y)
{
    const wb_target *target = &ui.app->target;
    wb_target_from_window(target, window_area(), window_x, window_y, &ui.x, &ui.y);
    bool inside =
        ui.x >= 0.0f && ui.y >= 0.0f && ui.x < (float)target->width && ui.y < (float)target->height;
    ui.app->mouse_x = inside ? ui.x : -1.0f;
    ui.app->mouse_y = inside ? ui.y : -1.0f;
    ui.on_panel = window_x < wb_panel_width();
    ui.on_banner = !ui.on_panel && window_y >= 0.0 && window_y < window_area().top;
}

// Asks where the mouse is now: an event that waited for a slow frame tells where it was.
static void find_mouse(void)
{
    double window_x, window_y;
    glfwGetCursorPos(ui.window, &window_x, &window_y);
    move_mouse(window_x, window_y);
}

static bool is_in_space(void)
{
    return ui.app->lesson->orbit != NULL && !ui.app->part->is_flat;
}

// How many pixels of a picture there are for one of the window. Captions at fixed places need room:
// where there is less, such pictures are shown smaller. What fills its picture does not need it.
static float layout_scale(int width, int height)
{
    const float most = 2.2f; // beside the debugger on a small screen; more, and nothing can be read
    const wb_lesson *lesson = ui.app->lesson;
    if (is_in_space() || lesson->paint != NULL) return 1.0f;
    float by_width = (float)lesson->width / (float)width;
    float by_height = (float)lesson->height / (float)height;
    return fminf(fmaxf(fmaxf(by_width, by_height), 1.0f), most);
}

// The picture takes the size of its part of the window, if that has changed.
static void fit_picture(void)
{
    wb_target_area area = framebuffer_area();
    ui.redraw = true;
    find_mouse();
    if (area.width == ui.area_width && area.height == ui.area_height) return;
    if (area.width <= 0 || area.height <= 0) return; // minimised
    ui.area_width = area.width;
    ui.area_height = area.height;
    wb_target fitting;
    float scale = layout_scale(area.width, area.height);
    if (!wb_target_create(&fitting, (int)(scale * (float)area.width),
                          (int)(scale * (float)area.height)))
        return;
    end_clip(); // its pictures have one size
    wb_target_delete(&ui.app->target);
    ui.app->target = fitting;
    find_mouse();
}

// Makes the window wider by `by` (narrower, if that is below 0), or as far as the screen has room,
// so that the picture keeps its size beside the panel.
static void widen_window(int by)
{
    int x, y, width, height, room_x, room_y, room_width, room_height;
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    if (monitor == NULL || glfwGetWindowAttrib(ui.window, GLFW_MAXIMIZED)) return;
    glfwGetMonitorWorkarea(monitor, &room_x, &room_y, &room_width, &room_height);
    glfwGetWindowPos(ui.window, &x, &y);
    glfwGetWindowSize(ui.window, &width, &height);
    int room = room_width - width, spare = LEAST_WIDTH - width; // spare: below 0 if there is any
    if (by > room) by = room > 0 ? room : 0;
    if (by < spare) by = spare < 0 ? spare : 0; // the user made it narrow meanwhile
    ui.grown += by;
    if (by == 0) return;
    glfwSetWindowSize(ui.window, width + by, height);
    int overhang = x + width + by - (room_x + room_width);
    if (by > 0 && overhang > 0) glfwSetWindowPos(ui.window, x - overhang, y);
}

static void show_panel(void)
{
    wb_panel_show(ui.window, &ui.session, ui.app->options.step);
    widen_window(wb_panel_width());
    fit_picture();
}

static void toggle_panel(void)
{
    ui.hint_s = 0.0; // the user knows the key
    if (!wb_panel_is_shown()) {
        show_panel();
        return;
    }
    wb_session_close_debugger(&ui.session); // it needs the panel
    wb_panel_hide();
    widen_window(-ui.grown);
    fit_picture();
}

/* ---- Keys ---- */

static bool is_debugging(void)
{
    return ui.session.debugger.caught != NULL;
}

// With the debugger the panel is wider, and so is the window if the screen has room.
static void fit_panel(void)
{
    int width = wb_panel_width();
    bool has_banner = banner_height() > 0;
    if (has_banner != ui.has_banner || is_in_space() != ui.was_in_space) {
        if (is_in_space() != ui.was_in_space) ui.area_width = 0; // another scale
        ui.has_banner = has_banner;
        ui.was_in_space = is_in_space();
        fit_picture();
    }
    if (width == ui.panel_width) return;
    bool both_shown = width > 0 && ui.panel_width > 0;
    if (both_shown && width > ui.panel_width) {
        int grown = ui.grown;
        widen_window(width - ui.panel_width);
        ui.grown_for_debugger = ui.grown - grown;
    } else if (both_shown) {
        widen_window(-ui.grown_for_debugger);
        ui.grown_for_debugger = 0;
    }
    ui.panel_width = wb_panel_width();
    fit_picture();
}

static void open_debugger(wb_action action)
{
    if (!wb_panel_is_shown()) show_panel();
    do_request((wb_request){.action = action, .pass = WB_DEBUGGER_FIRST});
}

static wb_request to_go(wb_debug_until until, bool back)
{
    return (wb_request){
        .action = WB_ACTION_GO, .goal = {until, ui.session.debugger.cursor}, .back = back};
}

static void go(wb_debug_until until, bool back)
{
    do_request(to_go(until, back));
}

// The line that was clicked, or else the next one.
static void toggle_breakpoint(void)
{
    const wb_debugger *debugger = &ui.session.debugger;
    if (!debugger->is_there) return;
    int line = debugger->cursor > 0 ? debugger->cursor : wb_debug_where(debugger->debug).line;
    if (line > 0) do_request((wb_request){.action = WB_ACTION_BREAKPOINT, .line = line});
}

// Shift goes back; with F11, as in other debuggers, Shift goes out of a function, and Ctrl goes
// back. True if the key is for the debugger.
static bool on_debug_key(int key, int mods)
{
    bool shift = (mods & GLFW_MOD_SHIFT) != 0, control = (mods & GLFW_MOD_CONTROL) != 0;
    switch (key) {
    case GLFW_KEY_F10:
        if (!control || ui.session.debugger.cursor > 0)
            go(control ? WB_DEBUG_LINE : WB_DEBUG_OVER, shift);
        return true;
    case GLFW_KEY_F11: go(shift ? WB_DEBUG_OUT : WB_DEBUG_INTO, control); return true;
    case GLFW_KEY_F5: go(WB_DEBUG_BREAKPOINT, shift); return true;
    case GLFW_KEY_F6: go(WB_DEBUG_NAN, false); return true;
    case GLFW_KEY_F7: go(WB_DEBUG_FINDING, shift); return true;
    case GLFW_KEY_F8: go(WB_DEBUG_BARRIER, shift); return true;
    case GLFW_KEY_END: go(WB_DEBUG_END, false); return true;
    case GLFW_KEY_HOME: go(WB_DEBUG_END, true); return true;
    case GLFW_KEY_F9: toggle_breakpoint(); return true;
    case GLFW_KEY_O: do_action(WB_ACTION_OTHERS); return true;
    case GLFW_KEY_ESCAPE: do_action(WB_ACTION_CLOSE); return true;
    default: return false;
    }
}

static void on_press(int key, int mods)
{
    bool shift = (mods & GLFW_MOD_SHIFT) != 0;
    if (is_debugging() && on_debug_key(key, mods)) return;
    switch (key) {
    case GLFW_KEY_F11: open_debugger(WB_ACTION_DEBUG); break;
    case GLFW_KEY_F7:
        if (ui.app->variant->finding != NULL) open_debugger(WB_ACTION_SHOW_ME);
        break;
    case GLFW_KEY_SPACE: do_action(WB_ACTION_PAUSE); break;
    case GLFW_KEY_N: do_action(shift ? WB_ACTION_STEP : WB_ACTION_DISPATCH); break;
    case GLFW_KEY_B: do_action(WB_ACTION_BACK); break;
    case GLFW_KEY_R: do_action(WB_ACTION_RESTART); break;
    case GLFW_KEY_V: next_variant(); break;
    case GLFW_KEY_TAB: toggle_panel(); break;
    case GLFW_KEY_F12: take_screenshot(); break;
    case GLFW_KEY_C: toggle_clip(); break;
    case GLFW_KEY_ESCAPE: glfwSetWindowShouldClose(ui.window, GLFW_TRUE); break;
    default: break;
    }
}

// Repeats come faster than some steps run: only one at a time waits.
static void on_repeat(int key, int mods)
{
    bool shift = (mods & GLFW_MOD_SHIFT) != 0, control = (mods & GLFW_MOD_CONTROL) != 0;
    if (is_debugging() && key == GLFW_KEY_F10 && !control)
        ui.repeated = to_go(WB_DEBUG_OVER, shift);
    if (is_debugging() && key == GLFW_KEY_F11 && !shift)
        ui.repeated = to_go(WB_DEBUG_INTO, control);
    if (key == GLFW_KEY_N) ui.repeated.action = shift ? WB_ACTION_STEP : WB_ACTION_DISPATCH;
}

static void on_key(GLFWwindow *window, int key, int scancode, int action, int mods)
{
    (void)window, (void)scancode;
    ui.panel_frames = 3;
    if (wb_panel_wants_keys()) return;
    if (action == GLFW_PRESS) on_press(key, mods);
    if (action == GLFW_REPEAT) on_repeat(key, mods);
}

static void on_character(GLFWwindow *window, unsigned code)
{
    (void)window, (void)code;
    ui.panel_frames = 3;
}

/* ---- Mouse ---- */

// Paints every cell between two points of the picture.
static void paint(float from_x, float from_y, float to_x, float to_y)
{
    if (ui.session.stopped) return;
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
        if (inside) wb_input_paint(ui.app, column, row, erase);
    }
    ui.session.version++;
    ui.redraw = true;
}

static void click(void)
{
    wb_view view = wb_app_view(ui.app);
    if (ui.session.stopped || ui.app->lesson->pick == NULL || view.mouse_x < 0.0f) return;
    ui.app->lesson->pick(&view);
    ui.session.version++;
    ui.redraw = true;
}

static void choose_group(void)
{
    wb_request request = {.action = WB_ACTION_GROUP};
    if (wb_debugger_group_at_mouse(&ui.session.debugger, ui.app, request.group))
        do_request(request);
}

static bool takes_hand(void)
{
    return ui.app->lesson->takes_hand && is_in_space() && !is_debugging();
}

// For the next frame: the hand where the mouse is.
static void put_hand(void)
{
    wb_app *app = ui.app;
    app->pointer = (wb_hand){0};
    if (!ui.holding || !takes_hand()) return;
    wb_view view = wb_app_view(app);
    app->pointer = wb_hand_at(&app->orbit, &view.eye, view.width, view.height, ui.x, ui.y);
}

static void on_mouse_button(GLFWwindow *window, int button, int action, int mods)
{
    (void)window;
    ui.panel_frames = 3;
    bool down = action == GLFW_PRESS;
    if (down && ui.on_panel) return; // where the last move went: by now the mouse may be elsewhere
    if (button != GLFW_MOUSE_BUTTON_LEFT) {
        ui.panning = down;
    } else if (ui.holding || (down && (mods & GLFW_MOD_CONTROL) != 0 && takes_hand())) {
        ui.holding = down;
    } else if (is_debugging()) {
        if (down) choose_group();
    } else if (down && ui.on_banner) {
        if (ui.app->variant->finding != NULL) open_debugger(WB_ACTION_SHOW_ME);
    } else if (ui.app->lesson->paint != NULL && !is_in_space()) {
        ui.painting = down;
        if (down) paint(ui.x, ui.y, ui.x, ui.y);
    } else {
        if (!down && ui.turning && ui.dragged < CLICK_PIXELS) click();
        ui.turning = down;
        ui.dragged = 0.0f;
    }
}

// Pans a flat lesson. In space, the left button turns the lesson, and the other pans it.
static void drag(float dx, float dy)
{
    wb_app *app = ui.app;
    const wb_lesson *lesson = app->lesson;
    int width = app->target.width, height = app->target.height;
    ui.dragged += fabsf(dx) + fabsf(dy);
    if (is_in_space() && ui.turning)
        wb_orbit_turn(&app->orbit, height, dx, dy);
    else if (is_in_space())
        wb_orbit_pan(&app->orbit, width, height, dx, dy);
    else if (lesson->grid_columns != NULL)
        wb_camera_pan(&app->camera, *lesson->grid_columns, *lesson->grid_rows, width, height, dx,
                      dy);
    ui.redraw = true;
}

static void on_mouse_move(GLFWwindow *window, double window_x, double window_y)
{
    (void)window;
    ui.panel_frames = 3;
    float from_x = ui.x, from_y = ui.y;
    move_mouse(window_x, window_y);
    if (ui.painting) paint(from_x, from_y, ui.x, ui.y);
    if (ui.panning || ui.turning) drag(ui.x - from_x, ui.y - from_y);
    if (ui.app->lesson->hovers) ui.redraw = true;
}

static void on_mouse_leave(GLFWwindow *window, int entered)
{
    (void)window;
    if (entered) return;
    ui.app->mouse_x = ui.app->mouse_y = -1.0f;
    if (ui.app->lesson->hovers) ui.redraw = true;
}

static void on_scroll(GLFWwindow *window, double dx, double dy)
{
    (void)window, (void)dx;
    ui.panel_frames = 3;
    const wb_lesson *lesson = ui.app->lesson;
    if (ui.on_panel) return;
    if (is_in_space())
        wb_orbit_zoom(&ui.app->orbit, 0.25f * (float)dy);
    else if (lesson->grid_columns != NULL)
        wb_camera_zoom(&ui.app->camera, *lesson->grid_columns, *lesson->grid_rows,
                       ui.app->target.width, ui.app->target.height, ui.x, ui.y, 0.25f * (float)dy);
    ui.redraw = true;
}

static void on_size(GLFWwindow *window, int width, int height)
{
    (void)window, (void)width, (void)height;
    fit_picture();
}

static void on_uncovered(GLFWwindow *window)
{
    (void)window;
    ui.redraw = true;
}

static void listen_to_window(void)
{
    glfwSetWindowSizeLimits(ui.window, LEAST_WIDTH, LEAST_HEIGHT, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSetKeyCallback(ui.window, on_key);
    glfwSetCharCallback(ui.window, on_character);
    glfwSetMouseButtonCallback(ui.window, on_mouse_button);
    glfwSetCursorPosCallback(ui.window, on_mouse_move);
    glfwSetCursorEnterCallback(ui.window, on_mouse_leave);
    glfwSetScrollCallback(ui.window, on_scroll);
    glfwSetFramebufferSizeCallback(ui.window, on_size);
    glfwSetWindowRefreshCallback(ui.window, on_uncovered);
    find_mouse();
}

/* ---- Showing ---- */

// Makes programs anew from shaders that were just saved; the buffers keep what they hold.
static void take_saved_shaders(void)
{
    if (!wb_program_files_changed()) return;
    wb_panel_clear_errors();
    wb_session_close_debugger(&ui.session);
    if (ui.session.stopped) // perhaps for a shader that did not compile
        do_action(WB_ACTION_RESTART);
    else
        wb_program_reload();
    ui.redraw = true; // the picture, or the message in the panel
}

static void show_title(void)
{
    double now_s = wb_clock_seconds(), past_s = now_s - ui.title_s;
    if (past_s < 0.5) return;
    char title[512];
    ui.frames_per_s = past_s < 10.0 ? ui.title_frames / past_s : 0.0;
    wb_session_describe(&ui.session, ui.frames_per_s, title, sizeof title);
    glfwSetWindowTitle(ui.window, title);
    ui.title_s = now_s;
    ui.title_frames = 0;
}

// One line of the banner, smaller where it would not fit.
static void draw_fitted(float x, float y, float size, float room, wb_colour colour,
                        const char *name, const char *text)
{
    char line[400];
    snprintf(line, sizeof line, "%s: %s", name, text);
    while (size > 1.0f && wb_draw_text_width(size, line) > room) size -= 1.0f;
    wb_draw_text(x, y, size, colour, "%s", line);
}

// Above the picture of a broken variant: what is wrong. If the kernel machine finds the reason, a
// click shows it.
static void draw_banner(void)
{
    int whole_width, whole_height;
    const wb_variant *variant = ui.app->variant;
    wb_target_area area = framebuffer_area();
    if (area.top == 0) return;
    glfwGetFramebufferSize(ui.window, &whole_width, &whole_height);
    glViewport(0, 0, whole_width, whole_height);
    wb_draw_begin(whole_width, whole_height);
    float left = (float)area.left, width = (float)area.width, scale = wb_panel_scale(ui.window);
    wb_draw_rectangle(left, 0.0f, width, (float)area.top, (wb_colour){0.55f, 0.08f, 0.10f, 1.0f});
    bool has_button = variant->finding != NULL && !is_debugging();
    float room = width - (has_button ? 160.0f : 32.0f) * scale;
    left += 16.0f * scale;
    draw_fitted(left, 8.0f * scale, 20.0f * scale, room, (wb_colour){1.0f, 1.0f, 1.0f, 1.0f},
                "Broken", variant->shows);
    draw_fitted(left, 33.0f * scale, 17.0f * scale, room, (wb_colour){1.0f, 0.85f, 0.8f, 1.0f},
                "Look for", variant->remark);
    if (!has_button) return;
    const char *text = "Show me  F7";
    float wide = wb_draw_text_width(17.0f * scale, text) + 20.0f * scale;
    float right = (float)whole_width;
    wb_draw_rectangle(right - wide - 12.0f * scale, 14.0f * scale, wide, 30.0f * scale,
                      (wb_colour){0.30f, 0.04f, 0.05f, 1.0f});
    wb_draw_text(right - wide - 2.0f * scale, 19.0f * scale, 17.0f * scale,
                 (wb_colour){1.0f, 1.0f, 1.0f, 1.0f}, "%s", text);
}

// Marks what the debugger's work group reads and writes, as far as the picture shows it.
static void draw_footprint(void)
{
    const wb_debugger *debugger = &ui.session.debugger;
    wb_cells cells;
    int column, row, count;
    if (debugger->footprint_count == 0 || !wb_app_cells(ui.app, &cells)) return;
    float scale = cells.grid.scale;
    for (int i = 0; i < debugger->footprint_count; i++) {
        const wb_debug_access *a = &debugger->footprint[i];
        if (!wb_debugger_cells(debugger, a, &cells, &column, &row, &count)) continue;
        bool writes = a->kind != WB_DEBUG_READ;
        wb_draw_rectangle(cells.grid.x + (float)column * scale, cells.grid.y + (float)row * scale,
                          (float)count * scale, scale,
                          writes ? (wb_colour){1.0f, 0.59f, 0.27f, 0.45f}
                                 : (wb_colour){0.35f, 0.59f, 0.86f, 0.40f});
    }
}

// Marks what the group reads (or writes) at its places: `data` are those of `buffer`.
static void mark_places(const wb_buffer *buffer, const float *data, bool writes)
{
    const wb_debugger *debugger = &ui.session.debugger;
    const wb_part *part = ui.app->part;
    size_t stride = (size_t)buffer->size_bytes / sizeof(float) / buffer->shape[0];
    size_t element, last = SIZE_MAX;
    wb_view view = wb_app_view(ui.app);
    for (int i = 0; i < debugger->footprint_count; i++) {
        const wb_debug_access *a = &debugger->footprint[i];
        bool is_its = (a->kind != WB_DEBUG_READ) == writes &&
                      wb_debugger_place(debugger, part, a, &element) == buffer;
        if (!is_its || element == last) continue; // of each of its words there is an access
        float place[3], pixel[2], size = writes ? 6.0f : 4.0f;
        last = element;
        memcpy(place, &data[element * stride], sizeof place);
        if (part->to_picture != NULL) part->to_picture(place);
        if (!wb_eye_pixel(&view.eye, view.width, view.height, place, pixel)) continue;
        wb_draw_rectangle(pixel[0] - 0.5f * size, pixel[1] - 0.5f * size, size, size,
                          writes ? (wb_colour){1.0f, 0.59f, 0.27f, 0.9f}
                                 : (wb_colour){0.35f, 0.59f, 0.86f, 0.6f});
    }
}

// The same in a lesson seen in space.
static void draw_list(const char *list, bool writes)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(list, " "), list);
    const wb_buffer *buffer = wb_buffer_find(name);
    float *data = buffer != NULL ? malloc((size_t)buffer->size_bytes + 1) : NULL;
    if (data != NULL && wb_buffer_read(buffer, data)) mark_places(buffer, data, writes);
    free(data);
}

static void draw_places(void)
{
    const wb_part *part = ui.app->part;
    if (ui.session.debugger.footprint_count == 0 || !is_in_space()) return;
    wb_reading_begins();
    for (int writes = 0; writes < 2; writes++) // which lie over what is read
        for (int list = 0; part->places[list] != NULL; list++)
            draw_list(part->places[list], writes == 1);
    wb_reading_ends();
}

// The hint names the panel's key, or that of the clip under way: at first, and when the panel has
// an error to show.
static bool wants_hint(void)
{
    return ui.clip[0] != '\0' ||
           (!wb_panel_is_shown() && (wb_panel_has_errors() || wb_clock_seconds() < ui.hint_s));
}

// Draws along the upper edge of the window, at the right, where pictures have no captions, and not
// into the picture, which may be saved.
static void draw_hint(void)
{
    int width, height;
    const char *text = ui.clip[0] != '\0'           ? "recording; C ends the clip"
                       : wb_panel_has_errors()      ? "Tab: the error message"
                       : ui.app->lesson->takes_hand ? "Tab: panel; Ctrl + left button: your hand"
                                                    : "Tab: panel";
    glfwGetFramebufferSize(ui.window, &width, &height);
    float size = 16.0f * wb_panel_scale(ui.window), wide = wb_draw_text_width(size, text) + size;
    float x = (float)width - wide, y = (float)banner_height();
    glViewport(0, 0, width, height);
    wb_draw_begin(width, height);
    wb_draw_rectangle(x, y, wide, 1.35f * size, (wb_colour){0.055f, 0.06f, 0.075f, 0.8f});
    wb_draw_text(x + 0.5f * size, y + 0.12f * size, size,
                 wb_panel_has_errors() ? (wb_colour){1.0f, 0.44f, 0.41f, 1.0f}
                                       : (wb_colour){0.66f, 0.68f, 0.73f, 1.0f},
                 "%s", text);
}

static void show_frame(void)
{
    wb_request request = {.action = WB_ACTION_NONE};
    if (ui.redraw && !ui.session.stopped) { // otherwise the last picture stays
        wb_app_draw(ui.app);
        draw_footprint();
        draw_places();
    }
    if (ui.redraw) ui.panel_frames = 3;
    wb_target_show(&ui.app->target, framebuffer_area());
    draw_banner();
    ui.hint_shown = wants_hint();
    if (ui.hint_shown) draw_hint();
    ui.panel_frames = wb_panel_is_shown() ? ui.panel_frames - 1 : 0;
    if (wb_panel_is_shown()) request = wb_panel_frame(ui.frames_per_s);
    // A window without focus may have to wait here until it is visible.
    wb_crash_expect_progress(glfwGetWindowAttrib(ui.window, GLFW_FOCUSED));
    glfwSwapBuffers(ui.window);
    ui.redraw = false;
    ui.title_frames++;
    do_request(request);
}

/* ---- The loop ---- */

static bool time_is_up(void)
{
    return ui.app->options.frames >= 0 && ui.app->frame >= ui.app->options.frames;
}

static bool has_to_show(void)
{
    bool panel_moves = wb_panel_is_shown() && ui.panel_frames > 0;
    return ui.redraw || panel_moves || wants_hint() != ui.hint_shown;
}

static void take_input(void)
{
    if ((ui.session.paused || ui.session.stopped) && !has_to_show())
        glfwWaitEventsTimeout(LOOK_SECONDS); // a paused lesson costs next to nothing
    else
        glfwPollEvents();
    if (wb_session_go_on(&ui.session)) ui.redraw = true;
    put_hand();
    wb_request repeated = ui.repeated;
    ui.repeated.action = WB_ACTION_NONE;
    do_request(repeated);
}

// Does now and then what costs too much for every frame. False if the context is lost, which ends
// the window.
static bool look_around(void)
{
    double now_s = wb_clock_seconds();
    if (now_s - ui.looked_s < LOOK_SECONDS) return true;
    ui.looked_s = now_s;
    if (wb_errors_lost()) return false;
    take_saved_shaders();
    return true;
}

static void run_frame(void)
{
    bool runs = !ui.session.paused && !ui.session.stopped;
    if (runs) {
        wb_app_step(ui.app);
        ui.session.version++;
        ui.redraw = true;
        if (ui.clip[0] != '\0' && wb_record_frame(ui.app) != WB_EXIT_GOOD) end_clip();
    }
    if (wb_guard_has_refused()) ui.session.stopped = true; // until a save, or a restart
    fit_panel();
    if (has_to_show()) show_frame();
    if (runs && wb_session_fit(&ui.session, wb_clock_seconds())) ui.redraw = true;
    show_title();
}

static void start(wb_app *app)
{
    ui.app = app;
    ui.session = (wb_session){.app = app, .paused = app->options.step};
    ui.window = wb_context_window();
    ui.was_in_space = is_in_space();
    ui.redraw = true;
    ui.hint_s = wb_clock_seconds() + HINT_SECONDS;
    wb_target_area area = framebuffer_area();
    ui.area_width = area.width;
    ui.area_height = area.height;
    if ((app->target.width < area.width || area.top > 0) && app->options.fits_screen) {
        ui.area_width = 0; // not yet fitted
        fit_picture();
    }
    wb_panel_keep_errors(true);
}

static void stop(void)
{
    end_clip();
    wb_session_close_debugger(&ui.session);
    wb_panel_quit();
    wb_panel_keep_errors(false);
}

int wb_run_window(wb_app *app)
{
    start(app);
    int status = wb_app_start(app);
    if (status != WB_EXIT_GOOD) goto done;
    listen_to_window();
    if (app->options.step) show_panel();
    wb_pass_timing(true);
    // On a GPU the time of a frame may be the screen's, or that of a window behind others
    if (app->options.fits_machine && wb_clock_choose() == WB_CLOCK_CPU)
        wb_session_begin_fit(&ui.session);
    double start_s = wb_clock_seconds();
    while (!glfwWindowShouldClose(ui.window) && !time_is_up()) {
        wb_crash_expect_progress(true);
        take_input();
        if (!look_around()) break;
        run_frame();
    }
    wb_crash_expect_progress(false);
    if (ui.session.stopped || wb_errors_lost()) status = WB_EXIT_FAILED;
    if (status != WB_EXIT_GOOD) goto done;
    if (app->options.profile) wb_results_print_times(app);
    wb_app_report_refused(app);
    status = wb_results_write(app, wb_clock_seconds() - start_s);
    wb_app_report_refused(app);
    if (app->has_refused_call) status = WB_EXIT_FAILED;
done:
    stop();
    return status;
}
