// The panel and the session behind it, without a window: mouse and keys go into Dear ImGui's input,
// what a person sees is looked for in the picture, and what the panel asks for happens to a lesson.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <string>
#include <vector>

#include <imgui.h>

extern "C" { // C, which knows nothing of C++
#include <cmocka.h>

#include "base/image.h"
#include "gl/context.h"
#include "gl/target.h"
#include "gl/texture.h"
#include "lesson/kernels.h"
#include "lesson/stepping.h"
#include "os/host.h"
#include "os/output.h"
#include "os/path.h"
#include "os/scratch.h"
#include "os/time.h"
#include "panel_lesson.h"
#include "step/trace.h"
#include "ui/panel.h"
#include "ui/session.h"
}

/* ---- A person before the panel ---- */

constexpr int HEIGHT = 900, WIDTH = 380;
constexpr int ROW = 29; // from one parameter to the next
constexpr uint32_t ACCENT = 0xffc74d;
constexpr uint32_t GRAB = 0x967a3e, ERROR_BOX = 0x3a1416; // of a slider; behind messages

static wb_app app;
static wb_session session;
static wb_image screen;
static wb_action asked; // by the panel, the last time it asked for something

// One frame of the panel; what it asks for happens, as in a window.
static void frame(int count = 1)
{
    for (int i = 0; i < count; i++) {
        wb_target_begin(&app.target, 0.0f, 0.0f, 0.0f);
        glUseProgram(0); // or Dear ImGui would bring one back that the lesson has deleted
        wb_request request = wb_panel_frame(0.0);
        if (request.action != WB_ACTION_NONE) asked = request.action;
        wb_session_do(&session, request);
        wb_session_go_on(&session);
    }
}

static void look()
{
    frame(3); // the panel lays itself out over a few
    wb_image_free(&screen);
    assert_true(wb_target_read(&app.target, &screen));
}

static uint32_t pixel(int x, int y)
{
    const uint8_t *p = screen.rgba + 4 * (y * screen.width + x);
    return (uint32_t)(p[0] << 16 | p[1] << 8 | p[2]);
}

static void click(int x, int y, int times = 1)
{
    ImGuiIO &io = ImGui::GetIO();
    asked = WB_ACTION_NONE;
    io.MousePos = ImVec2((float)x, (float)y);
    frame(2);
    for (int i = 0; i < times; i++) {
        io.MouseDown[0] = true;
        frame();
        io.MouseDown[0] = false;
        frame();
    }
    frame(2);
}

static void leave()
{
    ImGui::GetIO().MousePos = ImVec2(-1.0f, -1.0f);
    frame(2);
}

// Before Dear ImGui takes keys as events, it looks them up under numbers of the program's:
// open_panel().
static void hold(ImGuiKey key, bool down)
{
#if IMGUI_VERSION_NUM >= 18900
    ImGui::GetIO().AddKeyEvent(key, down);
#else
    ImGui::GetIO().KeysDown[key] = down;
#endif
}

static void hold_control(bool down)
{
#if IMGUI_VERSION_NUM >= 18900
    hold(ImGuiMod_Ctrl, down);
#else
    ImGui::GetIO().KeyCtrl = down;
#endif
}

static void press(ImGuiKey key)
{
    hold(key, true);
    frame();
    hold(key, false);
    frame(2);
}

static void type(const char *text)
{
    ImGui::GetIO().AddInputCharactersUTF8(text);
    frame(2);
}

// The middles of the stretches of rows in which such a pixel lies between left and right.
static std::vector<int> rows(int left, int right, bool (*wanted)(uint32_t))
{
    std::vector<int> found;
    int start = -1;
    leave();
    look();
    for (int y = 0; y <= HEIGHT; y++) {
        bool here = false;
        for (int x = left; y < HEIGHT && x < right && !here; x++) here = wanted(pixel(x, y));
        if (here && start < 0) start = y;
        if (!here && start >= 0) {
            found.push_back((start + y - 1) / 2);
            start = -1;
        }
    }
    return found;
}

// Where a parameter's slider or box is. The first parameter is the first slider.
static int row_of(int param)
{
    std::vector<int> sliders = rows(102, 318, [](uint32_t colour) { return colour == GRAB; });
    assert_true(sliders.size() >= 1);
    return sliders[0] + (param - PANEL_ROUNDS) * ROW;
}

static void set_slider(int param, const char *number)
{
    int y = row_of(param);
    hold_control(true); // Ctrl and a click: the slider takes a number
    click(200, y);
    hold_control(false);
    type(number);
    press(ImGuiKey_Enter);
}

static void set_box(int param, const char *number)
{
    click(200, row_of(param), 2); // selects what is there
    type(number);
    press(ImGuiKey_Enter);
}

static bool is_red(uint32_t colour)
{
    int red = (int)(colour >> 16), green = (int)(colour >> 8 & 255), blue = (int)(colour & 255);
    return red > 180 && red - (green > blue ? green : blue) > 80;
}

static bool has_message()
{
    return !rows(20, 21, [](uint32_t colour) { return colour == ERROR_BOX; }).empty();
}

static void do_action(wb_action action)
{
    wb_request request = {};
    request.action = action;
    wb_session_do(&session, request);
    frame();
}

static void assert_title(const char *part)
{
    char title[512];
    wb_session_describe(&session, 60.0, title, sizeof title);
    if (strstr(title, part) == NULL) fail_msg("\"%s\" is not in the title: %s", part, title);
}

static double value_of(int param)
{
    const wb_param *p = &panel_lesson.params[param];
    return p->at.i != NULL ? (double)*p->at.i : (double)*p->at.f;
}

/* ---- Start and end ---- */

static int open_panel(bool stepping)
{
    app = wb_app{};
    app.lesson = &panel_lesson;
    app.options.seed = 1;
    wb_params_keep(app.lesson, &app.defaults);
    wb_app_choose(&app, panel_lesson.variants);
    assert_true(wb_target_create(&app.target, WIDTH, HEIGHT));
    assert_int_equal(wb_app_start(&app), WB_EXIT_GOOD);
    session = wb_session{};
    session.app = &app;
    session.paused = true;
    wb_pass_timing(true);
    wb_panel_keep_errors(true);
    wb_panel_show(NULL, &session, stepping);
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2(WIDTH, HEIGHT);
#if IMGUI_VERSION_NUM < 18900
    for (int key : {ImGuiKey_Enter, ImGuiKey_Escape, ImGuiKey_Backspace}) io.KeyMap[key] = key;
#endif
    leave();
    return 0;
}

static int start_stepping(void **)
{
    return open_panel(true);
}

static int start_plain(void **)
{
    return open_panel(false);
}

static int stop(void **)
{
    wb_session_close_debugger(&session);
    wb_panel_quit();
    wb_panel_clear_errors();
    wb_panel_keep_errors(false);
    wb_app_stop(&app);
    wb_params_restore(app.lesson, &app.defaults);
    wb_target_delete(&app.target);
    wb_image_free(&screen);
    panel_refuses = false;
    return 0;
}

/* ---- As many as the machine can show ---- */

// A frame a second: as few as there may be. Then two steps, because a cut is rather too small.
static void test_fit(void **)
{
    wb_session_begin_fit(&session);
    int starts = panel_starts;
    assert_false(wb_session_fit(&session, 10.0)); // the first frame does not count
    assert_false(wb_session_fit(&session, 10.9));
    assert_true(wb_session_fit(&session, 12.0));
    assert_int_equal(panel_starts, starts + 1);
    assert_true(value_of(PANEL_COUNT) == 8.0);
    assert_title("| 8 of 48 count |");
    assert_false(wb_session_fit(&session, 13.0));
    assert_false(wb_session_fit(&session, 15.0));
    assert_true(session.fit.is_over);
    do_action(WB_ACTION_RESTART); // it stays
    assert_title("| 8 of 48 count |");
}

// `rate` frames in a second, and the one before.
static bool probe(int rate)
{
    for (int i = 0; i < rate; i++) assert_false(wb_session_fit(&session, (double)i / rate));
    return wb_session_fit(&session, 1.0);
}

static void test_fit_in_two_steps(void **)
{
    wb_session_begin_fit(&session);
    assert_true(probe(8));
    assert_true(value_of(PANEL_COUNT) == 25.0); // 48 * 8 / 15
    assert_false(session.fit.is_over);
    assert_true(probe(10));
    assert_true(value_of(PANEL_COUNT) == 16.0);
    assert_false(probe(12));
    assert_true(session.fit.is_over);
    assert_true(value_of(PANEL_COUNT) == 16.0);
}

// A lesson that can draw fewer pixels does that first.
static void test_fit_coarse(void **)
{
    wb_lesson coarse = panel_lesson;
    coarse.can_be_coarse = true;
    app.lesson = &coarse;
    wb_session_begin_fit(&session);
    assert_true(probe(8));
    assert_true(app.is_coarse);
    assert_true(value_of(PANEL_COUNT) == 48.0);
    assert_title("| half size |");
    assert_true(probe(10));
    assert_true(value_of(PANEL_COUNT) == 32.0);
    assert_title("| 32 of 48 count, half size |");
    wb_view whole = wb_app_view(&app), half = wb_coarse_begin(&whole);
    wb_coarse_end();
    assert_int_equal(half.width, (whole.width + 1) / 2);
    assert_int_equal(half.height, (whole.height + 1) / 2);
    app.is_coarse = false;
    assert_int_equal(wb_coarse_begin(&whole).width, whole.width);
    wb_target_delete(&app.coarse);
    app.lesson = &panel_lesson;
}

static void test_fit_leaves_alone(void **)
{
    int starts = panel_starts;
    assert_false(probe(1)); // not begun
    wb_session_begin_fit(&session);
    assert_false(probe(12)); // quick enough
    wb_session_begin_fit(&session);
    do_action(WB_ACTION_PAUSE); // a person has taken over
    assert_false(probe(1));
    assert_int_equal(panel_starts, starts);
    assert_true(value_of(PANEL_COUNT) == 48.0);
}

/* ---- Parameters ---- */

static void test_slider(void **)
{
    do_action(WB_ACTION_STEP);
    int starts = panel_starts;
    set_slider(PANEL_ROUNDS, "10");
    assert_int_equal(asked, WB_ACTION_PARAM);
    assert_true(value_of(PANEL_ROUNDS) == 10.0);
    set_slider(PANEL_GAIN, "2.5");
    assert_true(value_of(PANEL_GAIN) == 2.5);
    assert_int_equal(panel_starts, starts); // these take effect at the next step
    assert_int_equal(panel_cell(), 3);
    do_action(WB_ACTION_STEP);
    assert_int_equal(panel_cell(), 3 + 10 * 2);
    set_slider(PANEL_ROUNDS, "1000"); // more than it may be
    assert_true(value_of(PANEL_ROUNDS) == 100.0);
}

// A button for each, in a row above the first parameter: what it names is set, the others go back.
static void test_presets(void **)
{
    set_slider(PANEL_GAIN, "2.5");
    int starts = panel_starts, y = row_of(PANEL_ROUNDS) - ROW;
    click(30, y);
    assert_int_equal(asked, WB_ACTION_PRESET);
    assert_int_equal(panel_starts, starts + 1);
    assert_true(value_of(PANEL_ROUNDS) == 7.0 && value_of(PANEL_GAIN) == 2.0);
    click(75, y);
    assert_int_equal(panel_starts, starts + 2);
    assert_true(value_of(PANEL_ROUNDS) == 3.0 && value_of(PANEL_GAIN) == 1.0);
    assert_true(value_of(PANEL_SHAPE) == 3.0);
    assert_string_equal(app.variant->name, "fast");
}

// A parameter with names opens a list of them.
static void test_choice(void **)
{
    assert_true(value_of(PANEL_SHAPE) == 2.0);
    int y = row_of(PANEL_SHAPE);
    click(200, y);
    click(200, y + 5 * ROW / 2); // the last of three
    assert_int_equal(asked, WB_ACTION_PARAM);
    assert_true(value_of(PANEL_SHAPE) == 4.0);
}

static void test_slider_dragged(void **)
{
    ImGuiIO &io = ImGui::GetIO();
    int y = row_of(PANEL_GAIN);
    io.MousePos = ImVec2(150.0f, (float)y);
    frame(2);
    io.MouseDown[0] = true;
    frame(2);
    double before = value_of(PANEL_GAIN); // changes while it is dragged
    io.MousePos.x = 250.0f;
    frame(2);
    assert_true(value_of(PANEL_GAIN) > before);
    io.MouseDown[0] = false;
    frame(2);
    click(25, y, 2); // the name, twice: as it was at first
    assert_true(value_of(PANEL_GAIN) == 1.0);
}

static void test_box_restarts(void **)
{
    do_action(WB_ACTION_STEP);
    int starts = panel_starts;
    set_box(PANEL_COUNT, "100");
    assert_true(value_of(PANEL_COUNT) == 100.0);
    assert_int_equal(panel_starts, starts + 1);
    assert_int_equal(app.frame, 0);
    assert_int_equal(panel_cell(), 0);
    assert_title("| plain | pass 0 | paused");
    set_box(PANEL_COUNT, "0"); // less than it may be
    assert_true(value_of(PANEL_COUNT) == 1.0);
}

static void test_seed(void **)
{
    int starts = panel_starts;
    set_box(PANEL_PARAMS, "77"); // its row follows the parameters'
    assert_int_equal(asked, WB_ACTION_SEED);
    assert_int_equal(app.options.seed, 77);
    assert_int_equal(panel_starts, starts + 1);
}

// `block` makes a kernel anew: the cells stay, also in the middle of a step, which is finished
// first.
static void test_rebuild(void **)
{
    do_action(WB_ACTION_DISPATCH);
    assert_title("pass 1 | in a step, after pass 1 | paused");
    int starts = panel_starts, rebuilds = panel_rebuilds;
    set_slider(PANEL_BLOCK, "16");
    assert_int_equal(panel_starts, starts);
    assert_int_equal(panel_rebuilds, rebuilds + 1);
    assert_title("pass 3 | paused");
    assert_int_equal(panel_cell(), 3);
    do_action(WB_ACTION_DISPATCH);
    assert_title("pass 4 | in a step, after pass 1 | paused");
    assert_int_equal(panel_cell(), 4);
    assert_true(wb_app_can_step_back(&app));
    do_action(WB_ACTION_STEP);
    assert_title("pass 6 | paused");
    assert_int_equal(panel_cell(), 6);
}

// Keys that are typed into a box are not the lesson's.
static void test_typing(void **)
{
    assert_false(wb_panel_wants_keys());
    click(200, row_of(PANEL_COUNT), 2);
    assert_true(wb_panel_wants_keys());
    asked = WB_ACTION_NONE;
    type("n v");
    assert_int_equal(asked, WB_ACTION_NONE);
    press(ImGuiKey_Escape);
    assert_true(value_of(PANEL_COUNT) == 48.0);
    assert_false(wb_panel_wants_keys());
}

// A size that cannot be had: a message in the panel, and the lesson as it was.
static void test_refused(void **)
{
    fflush(stderr);
    FILE *errors = tmpfile();
    int kept = dup(STDERR_FILENO);
    dup2(fileno(errors), STDERR_FILENO);

    do_action(WB_ACTION_DISPATCH);
    assert_false(has_message());
    set_box(PANEL_COUNT, "900000");
    assert_true(wb_panel_has_errors());
    assert_true(has_message());
    assert_true(value_of(PANEL_COUNT) == 48.0);
    assert_false(session.stopped);
    assert_title("| plain | pass 0 | paused");
    do_action(WB_ACTION_DISPATCH);
    assert_title("in a step, after pass 1 ");
    assert_int_equal(panel_cell(), 1);
    set_box(PANEL_COUNT, "20"); // now further down
    assert_true(value_of(PANEL_COUNT) == 20.0);
    assert_false(wb_panel_has_errors());
    assert_false(has_message());

    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    char text[2000] = "";
    rewind(errors);
    size_t length = fread(text, 1, sizeof text - 1, errors);
    fclose(errors);
    assert_string_equal(std::string(text, length).c_str(),
                        "error: lab: 900000 cells cannot be had\n");
}

/* ---- Running and stepping ---- */

static wb_buffer volume;

// A volume of two channels comes first in the list, so that it is shown. Slice 1 holds ones in its
// second channel, and all else is 0.
static int start_with_volume(void **)
{
    enum { SIDE = 8, CHANNELS = 2, SLICE = SIDE * SIDE * CHANNELS };
    static float numbers[4 * SLICE];
    for (int i = 0; i < SLICE; i++) numbers[SLICE + i] = (float)(i % CHANNELS);
    wb_texture_desc desc = {};
    desc.name = "volume";
    desc.format = GL_RG32F;
    desc.width = desc.height = SIDE;
    desc.depth = 4;
    desc.data = numbers;
    assert_true(wb_texture_create(&volume, &desc));
    return open_panel(true);
}

static int stop_with_volume(void **)
{
    int failed = stop(NULL);
    wb_buffer_delete(&volume);
    return failed;
}

static void choose_slice(int y, const char *number)
{
    hold_control(true);
    click(300, y);
    hold_control(false);
    type(number);
    press(ImGuiKey_Enter);
}

// Of the coloured cells, which are all alike.
static bool is_amber()
{
    leave();
    look();
    return (pixel(150, 750) >> 16) > 180;
}

static void test_slices(void **)
{
    int list = row_of(PANEL_ROUNDS) + 309, view = list + ROW, slice = view + ROW;
    click(90, list);
    click(60, list + 24);     // the first
    click(130, view);         // as cells
    assert_false(is_amber()); // slice 2, channel r
    choose_slice(slice, "1");
    assert_false(is_amber());
    click(62, slice); // channel g
    assert_true(is_amber());
    choose_slice(slice, "3");
    assert_false(is_amber());
    choose_slice(slice, "1");
    assert_true(is_amber());
    click(25, view); // as numbers again
}

static void test_stepper(void **)
{
    set_slider(PANEL_ROUNDS, "5");
    assert_title("pass 0 | paused");
    for (int i = 1; i <= 2; i++) {
        do_action(WB_ACTION_DISPATCH);
        assert_int_equal(panel_cell(), i);
    }
    assert_title("pass 2 | in a step, after pass 2 | paused");
    assert_string_equal(wb_last_pass(), "add");
    do_action(WB_ACTION_STEP);
    assert_null(wb_last_pass());
    assert_title("pass 5 | paused");
    do_action(WB_ACTION_DISPATCH);
    assert_title("pass 6 | in a step, after pass 1 ");
    do_action(WB_ACTION_BACK);
    assert_title("pass 5 | paused");
    assert_int_equal(panel_cell(), 5);
    do_action(WB_ACTION_STEP);
    assert_int_equal(panel_cell(), 10);
    do_action(WB_ACTION_BACK);
    assert_title("pass 5 | paused");
    for (int i = 0; i < 5; i++) do_action(WB_ACTION_DISPATCH); // the last of a step ends it
    assert_title("pass 10 | paused");
    assert_int_equal(panel_cell(), 10);
    assert_int_equal(app.frame, 2);
}

static void test_pause(void **)
{
    do_action(WB_ACTION_DISPATCH);
    do_action(WB_ACTION_PAUSE); // runs on: what was begun is finished first
    assert_false(session.paused);
    assert_title("pass 3 | 60 frames/s");
    do_action(WB_ACTION_DISPATCH); // also stops
    assert_true(session.paused);
    do_action(WB_ACTION_RESTART);
    assert_title("pass 0 | paused");
    assert_int_equal(panel_cell(), 0);
}

// Without what it needs a lesson stops, until a restart goes well.
static void test_stopped(void **)
{
    panel_refuses = true;
    do_action(WB_ACTION_RESTART);
    assert_true(session.stopped);
    assert_title("stopped by an error");
    assert_true(has_message());
    do_action(WB_ACTION_DISPATCH);
    do_action(WB_ACTION_STEP);
    do_action(WB_ACTION_BACK);
    assert_title("stopped by an error");
    panel_refuses = false;
    do_action(WB_ACTION_RESTART);
    assert_false(session.stopped);
    assert_false(has_message());
    assert_title("pass 0 | paused");
}

// Run, Dispatch, Step, Back, Restart side by side, in a row below title and state.
static void test_buttons(void **)
{
    static const wb_action actions[] = {WB_ACTION_DISPATCH, WB_ACTION_STEP, WB_ACTION_BACK,
                                        WB_ACTION_RESTART, WB_ACTION_PAUSE};
    static const int places[] = {1, 2, 3, 4, 0};
    std::vector<int> found = rows(12, 16, [](uint32_t colour) { return colour == 0x1d1f26; });
    assert_true(found.size() >= 1);
    for (int i = 0; i < 5; i++) {
        click(40 + 71 * places[i], found[0]);
        assert_int_equal(asked, actions[i]);
    }
}

/* ---- Variants, and what is no button ---- */

// Without stepping the variants are open: a click chooses one. Broken ones have a red mark.
static void test_variants(void **)
{
    static const int broken[] = {1, 3};
    std::vector<int> marks = rows(12, 24, is_red);
    assert_int_equal(marks.size(), 2);
    for (int i = 0; i < 2; i++) {
        do_action(WB_ACTION_STEP);
        click(60, marks[(size_t)i]);
        assert_int_equal(asked, WB_ACTION_VARIANT);
        assert_ptr_equal(app.variant, &panel_lesson.variants[broken[i]]);
        assert_title(i == 0 ? "| torn | pass 0 | paused" : "| late | pass 0 | paused");
    }
    click(60, 2 * marks[0] - marks[1] > 0 ? marks[0] + (marks[1] - marks[0]) / 2
                                          : marks[0]); // between them
    assert_ptr_equal(app.variant, &panel_lesson.variants[2]);
}

// The second section: a click opens it, and chooses a task, whose buttons ask for its check and for
// the debugger.
static void test_tasks(void **)
{
    static char data[WB_PATH_SIZE];
    snprintf(data, sizeof data, "%s/wb-panel", wb_path_temporary());
    assert_true(wb_scratch_make(data, sizeof data));
    wb_host_set_variable("XDG_DATA_HOME", data);
    wb_host_set_variable("LOCALAPPDATA", data); // which is the same elsewhere
    click(60, 137);
    std::vector<int> next = rows(12, 24, [](uint32_t colour) { return colour == ACCENT; });
    assert_true(next.size() >= 1); // the mark of the task that comes next
    click(200, next[0] + 21);      // the other one
    leave();
    look();
    bool found[2] = {};
    for (int y = next[0] + 30; y < HEIGHT && !(found[0] && found[1]); y += 7)
        for (int x : {38, 160}) {
            click(x, y);
            if (asked == WB_ACTION_CHECK) found[0] = session.check.task == &panel_lesson.tasks[1];
            if (asked == WB_ACTION_DEBUG_TASK) found[1] = strcmp(app.variant->name, "own") == 0;
            if (found[1]) break;
        }
    assert_true(found[0]);
    assert_true(found[1]);
    for (int i = 0; i < 1000 && session.check.child.id != 0; i++)
        wb_clock_sleep(0.01), wb_session_go_on(&session);
    assert_string_equal(session.check.text, "NOT YET  own\n");
    assert_false(session.check.solved);
    wb_scratch_remove();
}

static void test_empty_place(void **)
{
    click(300, HEIGHT - 20); // below the sections
    assert_int_equal(asked, WB_ACTION_NONE);
}

// On a large monitor of unknown scale text is larger, but in a small window on it, or
// beside what the platform says, it is not.
static void test_scale(void **)
{
    assert_true(wb_panel_scale_for(1.0f, 1280, 800) == 1.0f);
    assert_true(wb_panel_scale_for(1.0f, 1920, 1080) == 1.0f);
    assert_true(wb_panel_scale_for(1.0f, 3840, 2160) == 2.0f);
    assert_true(wb_panel_scale_for(1.0f, 1400, 2160) == 1.0f);
    assert_true(wb_panel_scale_for(1.25f, 3840, 2160) == 1.25f);
}

static void test_hidden(void **)
{
    assert_true(wb_panel_is_shown());
    assert_int_equal(wb_panel_width(), WIDTH);
    wb_panel_hide();
    assert_false(wb_panel_is_shown());
    assert_int_equal(wb_panel_width(), 0);
    assert_false(wb_panel_wants_keys());
    do_action(WB_ACTION_NONE);
    wb_panel_show(NULL, &session, false);
    assert_int_equal(wb_panel_width(), WIDTH);
}

// In the middle of a step: its passes are still known.
static void test_hidden_in_step(void **)
{
    do_action(WB_ACTION_DISPATCH);
    assert_non_null(wb_trace_pass_at(false, 0));
    wb_panel_hide();
    wb_panel_show(NULL, &session, false);
    assert_non_null(wb_trace_pass_at(false, 0));
}

/* ---- The debugger ---- */

constexpr int WIDE = 1300, DEBUGGER_WIDTH = 780;
constexpr uint32_t NEXT_LINE = 0x40341a, BREAKPOINT = 0xff7068;

static void ask(wb_request request)
{
    wb_session_do(&session, request);
    frame(3);
}

static void go(wb_debug_until until, bool back)
{
    wb_request request = {};
    request.action = WB_ACTION_GO;
    request.goal = wb_debug_goal{until, 0};
    request.back = back;
    ask(request);
}

static void ask_debugger(int pass)
{
    wb_request request = {};
    request.action = WB_ACTION_DEBUG;
    request.pass = pass;
    ask(request);
}

// A wide picture: the panel takes 780 of it. False: the machine lacks the compiler.
static bool open_debugger(int pass)
{
    wb_target_delete(&app.target);
    assert_true(wb_target_create(&app.target, WIDE, HEIGHT));
    ImGui::GetIO().DisplaySize = ImVec2(WIDE, HEIGHT);
    ask_debugger(pass);
    if (!wb_kernels_possible(nullptr)) return false;
    assert_non_null(session.debugger.caught);
    assert_true(session.debugger.is_there);
    assert_int_equal(wb_panel_width(), DEBUGGER_WIDTH);
    return true;
}

// What the first lane has there.
static int number(const char *text)
{
    double value = 0;
    bool undefined;
    wb_module_error error;
    assert_true(wb_debug_number(session.debugger.debug, 0, text, &value, &undefined, &error));
    return (int)value;
}

// Of the line that comes next.
static int next_row()
{
    std::vector<int> found = rows(300, 302, [](uint32_t colour) { return colour == NEXT_LINE; });
    return found.size() == 1 ? found[0] : -1;
}

static bool in_picture(int left, int right, int top, uint32_t colour)
{
    look();
    for (int y = top; y < HEIGHT; y++)
        for (int x = left; x < right; x++)
            if (pixel(x, y) == colour) return true;
    return false;
}

// The lesson stands in front of the dispatch, and the debugger changes nothing of it.
static void test_debugger(void **)
{
    if (!open_debugger(1)) skip();
    assert_title("| debugging add, group (0, 0, 0)");
    assert_int_equal(panel_cell(), 1);
    assert_int_equal(wb_stepper_position(&app.stepper), 1);
    int first = next_row();
    assert_true(first > 0);
    go(WB_DEBUG_OVER, false);
    int second = next_row();
    assert_true(second > first);
    go(WB_DEBUG_OVER, true);
    assert_int_equal(next_row(), first);
    go(WB_DEBUG_END, false);
    assert_int_equal(next_row(), -1);
    assert_int_equal(number("cells[7]"), 2); // of the first group
    assert_int_equal(number("cells[8]"), 1);
    assert_int_equal(panel_cell(), 1);
    do_action(WB_ACTION_DISPATCH); // closes it
    assert_null(session.debugger.caught);
    assert_int_equal(wb_panel_width(), WIDTH);
    assert_int_equal(panel_cell(), 2);
}

// Buttons, the gutter and the lanes.
static void test_debugger_mouse(void **)
{
    if (!open_debugger(0)) skip();
    int first = next_row();
    click(55, 84); // "Line"
    assert_int_equal(asked, WB_ACTION_GO);
    int second = next_row();
    assert_true(second > first);
    click(18, second); // left of the number
    assert_int_equal(asked, WB_ACTION_BREAKPOINT);
    assert_true(in_picture(12, 24, second - 6, BREAKPOINT));
    click(710, 126); // "Start"
    assert_int_equal(next_row(), first);
    click(610, 84); // "Run"
    assert_int_equal(next_row(), second);
    assert_int_equal(session.debugger.stop, WB_DEBUG_AT_BREAKPOINT);
    click(18, second);
    assert_null(wb_debug_breakpoint_at(session.debugger.debug, 0));
    std::vector<int> lanes = rows(12, 14, [](uint32_t colour) { return colour == 0xffffff; });
    assert_true(lanes.size() >= 1); // the outline of lane 0
    click(100, lanes[0] + 8);
    assert_int_equal(asked, WB_ACTION_LANE);
    assert_true(session.debugger.caught != NULL && wb_debug_selected(session.debugger.debug) > 0);
}

static void request_text(wb_action action, int line, uint32_t width, const char *text)
{
    wb_request request = {};
    request.action = action;
    request.line = line;
    request.width = width;
    snprintf(request.text, sizeof request.text, "%s", text);
    ask(request);
}

// What stops commands stays when another group is chosen; why one has stopped is said.
static void test_debugger_stops(void **)
{
    if (!open_debugger(0)) skip();
    const wb_debugger *debugger = &session.debugger;
    go(WB_DEBUG_OVER, false);
    int line = wb_debug_where(debugger->debug).line;
    request_text(WB_ACTION_BREAKPOINT, line, 0, "");
    request_text(WB_ACTION_CONDITION, line, 0, "gl_WorkGroupID.x == 7");
    request_text(WB_ACTION_STOP, 0, 0, "cells[23]");
    request_text(WB_ACTION_STOP, 0, 1, "cells[i]");
    request_text(WB_ACTION_STOP, 0, 0, "nothing");
    assert_non_null(strstr(debugger->refusal, "nothing: there is no variable nothing"));
    assert_non_null(wb_debugger_watched(debugger, "cells[23]", true));
    assert_null(wb_debugger_watched(debugger, "cells[i]", true));
    wb_request request = {};
    request.action = WB_ACTION_DELETE;
    request.number = wb_debugger_watched(debugger, "cells[i]", false)->number;
    ask(request);
    assert_null(wb_debug_watched_at(debugger->debug, 1));
    request.action = WB_ACTION_GROUP;
    request.group[0] = 2;
    ask(request);
    assert_string_equal(wb_debug_breakpoint_at(debugger->debug, 0)->condition,
                        "gl_WorkGroupID.x == 7");
    go(WB_DEBUG_BREAKPOINT, false);
    assert_int_equal(debugger->stop, WB_DEBUG_CHANGED);
    assert_string_equal(debugger->change.before, "0");
    assert_string_equal(debugger->change.after, "1");
    go(WB_DEBUG_FINDING, false);
    assert_int_equal(debugger->change.number, 0);
    assert_string_equal(debugger->missed, "nothing was found up to here");
    go(WB_DEBUG_BREAKPOINT, true);
    assert_int_equal(debugger->stop, WB_DEBUG_CHANGED);
    assert_string_equal(debugger->missed, "");
    request_text(WB_ACTION_STOP, 0, 0, "cells[23]"); // no longer
    go(WB_DEBUG_BREAKPOINT, true);
    assert_int_equal(debugger->stop, WB_DEBUG_START);
}

// One lane alone leaves the others behind, and does not come back for them.
static void test_debugger_lanes(void **)
{
    if (!open_debugger(0)) skip();
    wb_request request = {};
    request.action = WB_ACTION_LANE;
    request.lane = 3;
    request.width = 1;
    ask(request);
    go(WB_DEBUG_END, false);
    uint32_t waiting, ended;
    wb_debug_count_lanes(session.debugger.debug, &waiting, &ended);
    assert_int_equal(ended, 1);
    request.action = WB_ACTION_WATCH;
    snprintf(request.text, sizeof request.text, "cells[i]");
    ask(request);
    request.action = WB_ACTION_GROUP;
    request.group[0] = 2;
    ask(request);
    assert_title("debugging add, group (2, 0, 0)");
    request.group[0] = 6; // of 0 to 5: told, and the old one stays
    ask(request);
    assert_title("debugging add, group (2, 0, 0)");
    assert_true(wb_panel_has_errors());
    do_action(WB_ACTION_CLOSE);
    assert_null(session.debugger.caught);
}

static void choose_variant(int index)
{
    wb_request request = {};
    request.action = WB_ACTION_VARIANT;
    request.variant = &panel_lesson.variants[index];
    wb_session_do(&session, request);
}

// One lane comes to the barrier() alone; the button brings the others, and all are behind it.
static void test_bring_others(void **)
{
    choose_variant(PANEL_SHARED);
    if (!open_debugger(0)) skip();
    wb_request request = {};
    request.action = WB_ACTION_LANE;
    request.lane = 3;
    request.width = 1;
    ask(request);
    go(WB_DEBUG_BARRIER, false);
    assert_int_equal(session.debugger.stop, WB_DEBUG_WAITS);
    click(490, 158);
    assert_int_equal(asked, WB_ACTION_OTHERS);
    uint32_t waiting, ended;
    wb_debug_count_lanes(session.debugger.debug, &waiting, &ended);
    assert_int_equal(waiting, 0);
    assert_true(next_row() > 0);
    click(490, 158); // now there is no such button
    assert_int_equal(asked, WB_ACTION_NONE);
}

// Where the tabs below the source are: Variables is chosen at first.
static int row_of_tabs()
{
    std::vector<int> found = rows(320, 324, [](uint32_t colour) { return colour == 0x363a46; });
    assert_int_equal(found.size(), 1);
    return found[0];
}

constexpr int AT_SHARED = 482, AT_BREAKPOINTS = 696; // tabs: x
constexpr int READS_WORDS = 9;                       // the line that reads what others have written

static void test_condition(void **)
{
    choose_variant(PANEL_SHARED);
    if (!open_debugger(0)) skip();
    wb_request request = {};
    request.action = WB_ACTION_BREAKPOINT;
    request.line = READS_WORDS;
    ask(request);
    int top = row_of_tabs();
    click(AT_BREAKPOINTS, top);
    click(700, top + 28);
    type("l == 5");
    press(ImGuiKey_Enter);
    assert_int_equal(asked, WB_ACTION_CONDITION);
    const wb_debug_breakpoint *b = wb_debug_breakpoint_at(session.debugger.debug, 0);
    assert_string_equal(b->condition, "l == 5");
    assert_true(rows(314, DEBUGGER_WIDTH, is_red).empty());
    go(WB_DEBUG_BREAKPOINT, false);
    assert_int_equal(session.debugger.stop, WB_DEBUG_AT_BREAKPOINT);
    assert_int_equal(wb_debug_selected(session.debugger.debug), 5);
    click(700, top + 28, 2); // selects the last word
    type("nonsense");
    press(ImGuiKey_Enter);
    assert_int_equal(asked, WB_ACTION_CONDITION);
    b = wb_debug_breakpoint_at(session.debugger.debug, 0); // it stays, and the reason is told
    assert_string_equal(b->condition, "l == 5");
    assert_non_null(strstr(session.debugger.refusal, "there is no variable nonsense"));
    assert_false(rows(314, DEBUGGER_WIDTH, is_red).empty());
}

// How many pixels of that colour there are in the grid of words, which is below tabs and legend.
static int count_pixels(int top, uint32_t colour)
{
    int count = 0;
    leave();
    look();
    for (int y = top + 88; y < HEIGHT; y++)
        for (int x = 314; x < DEBUGGER_WIDTH; x++) count += pixel(x, y) == colour;
    return count;
}

// Unwritten words are hatched, written ones have the colour of their writers, and those of a bank
// that two lanes want are outlined in red, also before the line has run.
static void test_shared_grid(void **)
{
    constexpr uint32_t UNWRITTEN = 0x14161b, LANE_31 = 0x5c80b2, RED = 0xff7068;
    choose_variant(PANEL_SHARED);
    wb_request request = {};
    request.action = WB_ACTION_PARAM;
    request.param = PANEL_BLOCK;
    request.value = 64.0;
    wb_session_do(&session, request);
    if (!open_debugger(0)) skip();
    int top = row_of_tabs();
    click(AT_SHARED, top);
    assert_true(count_pixels(top, UNWRITTEN) > 64 * 20);
    go(WB_DEBUG_BARRIER, false);
    assert_int_equal(count_pixels(top, UNWRITTEN), 0);
    assert_true(count_pixels(top, LANE_31) > 50);
    assert_int_equal(count_pixels(top, RED), 0);
    click(674, top + 24); // "next line"
    assert_int_equal(wb_debug_where(session.debugger.debug).line, READS_WORDS);
    assert_true(count_pixels(top, RED) > 20);
    click(614, top + 24); // "last line", which was the barrier()
    assert_int_equal(count_pixels(top, RED), 0);
    go(WB_DEBUG_OVER, false);
    assert_true(count_pixels(top, RED) > 20);
}

// A pass with two dispatches: the second finds what the first has left.
static void test_dispatches(void **)
{
    choose_variant(PANEL_TWICE);
    if (!open_debugger(1)) skip();
    assert_int_equal(session.debugger.dispatch_count, 2);
    assert_int_equal(number("cells[0]"), 2); // of the first pass
    wb_request request = {};
    request.action = WB_ACTION_BREAKPOINT;
    request.line = 6;
    ask(request);
    request.action = WB_ACTION_WATCH;
    snprintf(request.text, sizeof request.text, "i * 2");
    ask(request);
    click(280, 21); // to the second
    assert_int_equal(asked, WB_ACTION_WHICH);
    assert_int_equal(session.debugger.dispatch, 2);
    assert_int_equal(number("cells[0]"), 3);
    assert_int_equal(wb_debug_breakpoint_at(session.debugger.debug, 0)->line, 6);
    assert_string_equal(session.debugger.watched, "i * 2");
    click(280, 21); // there is none behind it
    assert_int_equal(asked, WB_ACTION_NONE);
    assert_int_equal(panel_cell(), 2); // the lesson stands in front of the pass
    do_action(WB_ACTION_STEP);
    assert_int_equal(panel_cell(), 6);
}

// The ways in which dispatches of the course cover their cells.
static void test_group_of_cell(void **)
{
    static const struct {
        uint32_t groups[3], size[3];
        int columns, rows, column, row;
        uint32_t x, y;
    } table[] = {
        {{60, 40, 1}, {16, 16, 1}, 960, 640, 500, 333, 31, 20},  // an invocation a cell
        {{15, 640, 1}, {64, 1, 1}, 960, 640, 500, 333, 7, 333},  // in rows
        {{10, 960, 1}, {64, 1, 1}, 960, 640, 500, 333, 5, 500},  // x down the columns
        {{9600, 1, 1}, {64, 1, 1}, 960, 640, 500, 333, 5002, 0}, // cell after cell
        {{4096, 3, 1}, {64, 1, 1}, 960, 640, 500, 333, 906, 1},  // the same, folded
        {{2400, 1, 1}, {64, 1, 1}, 960, 640, 500, 333, 1250, 0}, // four cells each
        {{2, 2, 1}, {256, 1, 1}, 256, 256, 100, 200, 0, 1},      // blocks of 128 x 128
        {{1, 6, 1}, {32, 16, 1}, 1024, 96, 700, 50, 0, 3},       // words of 32 cells
    };
    for (const auto &t : table) {
        wb_cells cells = {t.columns, t.rows, {}, NULL};
        uint32_t group[3] = {};
        wb_debugger_group_of_cell(t.groups, t.size, &cells, t.column, t.row, group);
        assert_int_equal(group[0], t.x);
        assert_int_equal(group[1], t.y);
    }
}

// A place of the picture is a cell, and the cell a group's.
static void test_group_at_mouse(void **)
{
    uint32_t group[3];
    if (!open_debugger(0)) skip();
    app.mouse_x = (float)PANEL_CELLS_X + 3.5f * (float)PANEL_CELL;
    app.mouse_y = (float)PANEL_CELLS_Y + 2.5f * (float)PANEL_CELL;
    assert_true(wb_debugger_group_at_mouse(&session.debugger, &app, group));
    assert_int_equal(group[0], 2); // cell 19, of 8 a group
    assert_int_equal(group[1], 0);
    app.mouse_x = (float)PANEL_CELLS_X - 1.0f;
    assert_false(wb_debugger_group_at_mouse(&session.debugger, &app, group));
    app.mouse_x = app.mouse_y = -1.0f;
    assert_false(wb_debugger_group_at_mouse(&session.debugger, &app, group));
}

// A broken variant shows where it goes wrong: a race, played in both orders.
static void test_show_me(void **)
{
    wb_request request = {};
    request.action = WB_ACTION_VARIANT;
    request.variant = &panel_lesson.variants[3];
    wb_session_do(&session, request);
    if (!open_debugger(0)) skip();
    do_action(WB_ACTION_SHOW_ME);
    frame(3);
    assert_non_null(session.debugger.caught);
    assert_int_equal(session.debugger.finding, 1);
    assert_true(session.debugger.is_played);
    assert_false(session.debugger.orders.same);
    assert_true(in_picture(290, DEBUGGER_WIDTH, 300, BREAKPOINT)); // the finding, in red
    go(WB_DEBUG_END, true); // nothing has been found at the start
    assert_int_equal(session.debugger.finding, 0);
}

// As the check of a task, the panel starts this program.
int main(int argc, char **)
{
    if (argc > 1) return puts("driver\nNOT YET  own\ntask:    Write it."), 1;
    wb_context_desc desc = {};
    desc.headless = desc.debug = true;
    if (!wb_context_create(&desc)) return WB_EXIT_LACKING;
    if (!wb_draw_init()) return WB_EXIT_FAILED;
    wb_dispatch_begin(); // so that the text of all programs is known, as in a lesson
#define STEPPING(name) cmocka_unit_test_setup_teardown(name, start_stepping, stop)
    const struct CMUnitTest tests[] = {
        STEPPING(test_fit),
        STEPPING(test_fit_in_two_steps),
        STEPPING(test_fit_coarse),
        STEPPING(test_fit_leaves_alone),
        STEPPING(test_slider),
        STEPPING(test_presets),
        STEPPING(test_choice),
        STEPPING(test_slider_dragged),
        STEPPING(test_box_restarts),
        STEPPING(test_seed),
        STEPPING(test_rebuild),
        STEPPING(test_typing),
        STEPPING(test_refused),
        STEPPING(test_stepper),
        STEPPING(test_pause),
        STEPPING(test_stopped),
        STEPPING(test_buttons),
        cmocka_unit_test_setup_teardown(test_slices, start_with_volume, stop_with_volume),
        STEPPING(test_scale),
        STEPPING(test_hidden),
        STEPPING(test_hidden_in_step),
        STEPPING(test_debugger),
        STEPPING(test_debugger_mouse),
        STEPPING(test_debugger_stops),
        STEPPING(test_debugger_lanes),
        STEPPING(test_bring_others),
        STEPPING(test_condition),
        STEPPING(test_shared_grid),
        STEPPING(test_dispatches),
        STEPPING(test_group_at_mouse),
        cmocka_unit_test(test_group_of_cell),
        STEPPING(test_show_me),
        STEPPING(test_tasks),
        cmocka_unit_test_setup_teardown(test_variants, start_plain, stop),
        cmocka_unit_test_setup_teardown(test_empty_place, start_plain, stop),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    wb_kernels_forget();
    wb_dispatch_end();
    wb_draw_quit();
    wb_pass_quit();
    if (wb_context_error_count() > 0) failed++;
    wb_context_delete();
    return failed;
}
