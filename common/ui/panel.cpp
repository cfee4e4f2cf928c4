// The panel's frame, the errors on top and the buttons below them.
#include "ui/panel_parts.h"

#include "os/time.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <stdarg.h>

constexpr float WIDTH = 380.0f;          // of the panel, on a monitor of scale 1
constexpr float WIDTH_DEBUGGER = 780.0f; // while it shows a kernel

enum { MAX_ERRORS = 4, MAX_ERROR_TEXT = 2000 };

panel_shared panel;

static struct {
    char texts[MAX_ERRORS][MAX_ERROR_TEXT]; // the latest last
    int count;
} errors;

/* ---- Pieces ---- */

void panel_text(ImU32 colour, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextV(format, arguments);
    ImGui::PopStyleColor();
    va_end(arguments);
}

void panel_text_right(ImU32 colour, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + fmaxf(0.0f, room));
    panel_text(colour, "%s", text);
}

void panel_text_fitted(ImU32 colour, float width, const char *text)
{
    ImFont *font = ImGui::GetFont();
    float size = ImGui::GetFontSize(), ellipsis = ImGui::CalcTextSize("…").x;
    if (ImGui::CalcTextSize(text).x <= width) {
        panel_text(colour, "%s", text);
        return;
    }
    const char *rest = text;
    font->CalcTextSizeA(size, fmaxf(1.0f, width - ellipsis), 0.0f, text, NULL, &rest);
    panel_text(colour, "%.*s…", (int)(rest - text), text);
    panel_hint("%s", text);
}

void panel_text_wrapped(ImU32 colour, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextWrappedV(format, arguments);
    ImGui::PopStyleColor();
    va_end(arguments);
}

// Below the last item, or, if there is no room, above it; never over the picture.
bool panel_begin_hint(void)
{
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsItemActive())
        return false;
    float gap = 4.0f * panel.scale, top = ImGui::GetItemRectMin().y - gap;
    float bottom = ImGui::GetItemRectMax().y + gap;
    bool is_below = bottom + 110.0f * panel.scale < ImGui::GetIO().DisplaySize.y;
    ImGui::SetNextWindowPos(ImVec2(ImGui::GetWindowPos().x + gap, is_below ? bottom : top),
                            ImGuiCond_Always, ImVec2(0.0f, is_below ? 0.0f : 1.0f));
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(340.0f * panel.scale);
    return true;
}

void panel_end_hint(void)
{
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void panel_hint(const char *format, ...)
{
    if (!panel_begin_hint()) return;
    va_list arguments;
    va_start(arguments, format);
    ImGui::TextV(format, arguments);
    va_end(arguments);
    panel_end_hint();
}

void panel_hint_at_mouse(const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ImVec2 mouse = ImGui::GetIO().MousePos, padding = ImGui::GetStyle().WindowPadding;
    float width = ImGui::CalcTextSize(text).x + 2.0f * padding.x;
    float rightmost = (float)wb_panel_width() - width;
    ImGui::SetNextWindowPos(
        ImVec2(fminf(mouse.x + 12.0f * panel.scale, rightmost), mouse.y + 18.0f * panel.scale));
    ImGui::SetTooltip("%s", text);
}

bool panel_section(const char *title, bool open_at_first)
{
    ImGui::SetNextItemOpen(open_at_first, ImGuiCond_Once);
    return ImGui::CollapsingHeader(title);
}

const char *panel_count(long long count)
{
    static char texts[4][32];
    static int turn;
    char digits[24], *text = texts[turn++ % 4];
    int length = snprintf(digits, sizeof digits, "%lld", count), at = 0;
    for (int i = 0; i < length; i++) {
        text[at++] = digits[i];
        if ((length - 1 - i) % 3 == 0 && i + 1 < length && digits[i] != '-') text[at++] = ',';
    }
    text[at] = '\0';
    return text;
}

const char *panel_size(const uint32_t size[3])
{
    static char texts[4][40];
    static int turn;
    char *text = texts[turn++ % 4];
    if (size[2] > 1)
        snprintf(text, sizeof texts[0], "%u × %u × %u", size[0], size[1], size[2]);
    else if (size[1] > 1)
        snprintf(text, sizeof texts[0], "%u × %u", size[0], size[1]);
    else
        return panel_count(size[0]);
    return text;
}

bool panel_choice(const char *label, bool chosen)
{
    ImGui::SameLine(0.0f, 4.0f * panel.scale);
    ImGui::PushStyleColor(ImGuiCol_Text, chosen ? PANEL_ACCENT : PANEL_TEXT);
    bool pressed = ImGui::SmallButton(label);
    ImGui::PopStyleColor();
    return pressed;
}

/* ---- Errors ---- */

static void keep_error(wb_severity severity, const char *text, void *user)
{
    (void)user;
    wb_message_print(severity, text);
    if (severity != WB_ERROR) return;
    if (errors.count == MAX_ERRORS) {
        memmove(errors.texts[0], errors.texts[1], sizeof errors.texts - sizeof errors.texts[0]);
        errors.count--;
    }
    snprintf(errors.texts[errors.count++], MAX_ERROR_TEXT, "%s", text);
}

void wb_panel_keep_errors(bool on)
{
    wb_message_redirect(on ? keep_error : NULL, NULL);
}

void wb_panel_clear_errors(void)
{
    errors.count = 0;
}

bool wb_panel_has_errors(void)
{
    return errors.count > 0;
}

// In a box that grows with them up to a limit, and scrolls then.
void panel_show_errors(void)
{
    if (errors.count == 0) return;
    float width = ImGui::GetContentRegionAvail().x - 2.0f * ImGui::GetStyle().WindowPadding.x;
    float height = 0.0f, gap = ImGui::GetStyle().ItemSpacing.y;
    for (int i = 0; i < errors.count; i++)
        height += ImGui::CalcTextSize(errors.texts[i], NULL, false, width).y + gap;
    height = fminf(height, 220.0f * panel.scale) + 2.0f * ImGui::GetStyle().WindowPadding.y;

    ImGui::PushStyleColor(ImGuiCol_ChildBg, IM_COL32(58, 20, 22, 255));
    ImGui::PushStyleColor(ImGuiCol_Border, IM_COL32(130, 44, 46, 255));
    ImGui::BeginChild("errors", ImVec2(-ImGui::GetStyle().ScrollbarSize, height), true);
    for (int i = errors.count - 1; i >= 0; i--)
        panel_text_wrapped(IM_COL32(255, 196, 190, 255), "%s", errors.texts[i]);
    ImGui::EndChild();
    ImGui::PopStyleColor(2);
}

/* ---- The head: title, state, buttons ---- */

static void action_button(const char *label, wb_action action, float width, const char *hint)
{
    if (ImGui::Button(label, ImVec2(width, 0.0f))) panel.request.action = action;
    panel_hint("%s", hint);
}

static void show_buttons(void)
{
    float gap = 4.0f * panel.scale;
    float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
    float width = floorf((room - 4.0f * gap) / 5.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0.0f, ImGui::GetStyle().FramePadding.y));
    ImGui::PushStyleColor(ImGuiCol_Text, panel.session->paused ? PANEL_ACCENT : PANEL_TEXT);
    action_button(panel.session->paused ? "Run" : "Pause", WB_ACTION_PAUSE, width, "Space");
    ImGui::PopStyleColor();
    ImGui::SameLine(0.0f, gap);
    action_button("Dispatch", WB_ACTION_DISPATCH, width, "N: run one dispatch, and stop after it");
    ImGui::SameLine(0.0f, gap);
    action_button("Step", WB_ACTION_STEP, width, "Shift+N: run what is left of the step");
    ImGui::SameLine(0.0f, gap);
    ImGui::BeginDisabled(!wb_app_can_step_back(panel.session->app));
    action_button("Back", WB_ACTION_BACK, width, "B: back to the start of the step");
    ImGui::EndDisabled();
    ImGui::SameLine(0.0f, gap);
    action_button("Restart", WB_ACTION_RESTART, width, "R: from the start, with the same seed");
    ImGui::PopStyleVar();
}

static void show_state(void)
{
    char status[160] = "";
    if (panel.session->app->part->status != NULL && !panel.session->stopped)
        panel.session->app->part->status(status, sizeof status);
    static char shown[160]; // so that it does not flicker while running
    if (panel.refresh) snprintf(shown, sizeof shown, "%s", status);
    if (panel.session->stopped)
        panel_text(PANEL_BAD, "stopped by an error");
    else
        panel_text(PANEL_MUTED, "%s", panel.session->paused ? "paused" : "running");
    ImGui::SameLine();
    panel_text_fitted(PANEL_TEXT, ImGui::GetContentRegionAvail().x, shown);
}

static void show_head(void)
{
    ImGui::PushFont(panel.title);
    panel_text_fitted(PANEL_TEXT, ImGui::GetContentRegionAvail().x,
                      panel.session->app->lesson->title);
    ImGui::PopFont();
    show_state();
    ImGui::Spacing();
    show_buttons();
    ImGui::Spacing();
    panel_show_errors();
}

/* ---- The monitor ---- */

float wb_panel_scale_for(float reported, int width, int height)
{
    if (reported > 1.0f) return reported;
    // In halves, so that it changes seldom while the window is being resized
    float by_size = fminf((float)width / 1600.0f, (float)height / 1080.0f);
    return fmaxf(1.0f, floorf(2.0f * by_size) / 2.0f);
}

float wb_panel_scale(GLFWwindow *window)
{
    float scale_x = 1.0f, scale_y = 1.0f;
    int width = 0, height = 0;
    if (window == NULL) return 1.0f;
    glfwGetWindowContentScale(window, &scale_x, &scale_y);
    glfwGetFramebufferSize(window, &width, &height);
    return wb_panel_scale_for(scale_y, width, height);
}

/* ---- Keys ----
 * Dear ImGui looks at the keys once a frame. One that goes down and up again between two frames
 * would be missed, so its release waits until the next is over. */

typedef struct key_release {
    int key, scancode, mods;
} key_release;

static struct {
    bool pressed[GLFW_KEY_LAST + 1]; // since the last frame
    key_release waiting[16];
    int waiting_count;
    GLFWkeyfun pass_on; // to Dear ImGui, which passes it on to the window
} keys;

static void on_key(GLFWwindow *window, int key, int scancode, int action, int mods)
{
    bool known = key >= 0 && key <= GLFW_KEY_LAST;
    bool waits = action == GLFW_RELEASE && known && keys.pressed[key] && keys.waiting_count < 16;
    if (waits) {
        keys.waiting[keys.waiting_count++] = {key, scancode, mods};
        return;
    }
    if (action == GLFW_PRESS && known && panel.shown) keys.pressed[key] = true;
    keys.pass_on(window, key, scancode, action, mods);
}

static void pass_releases_on(void)
{
    for (int i = 0; i < keys.waiting_count; i++) {
        const key_release *waiting = &keys.waiting[i];
        keys.pass_on(panel.window, waiting->key, waiting->scancode, GLFW_RELEASE, waiting->mods);
    }
    keys.waiting_count = 0;
    memset(keys.pressed, 0, sizeof keys.pressed);
}

/* ---- Start and end ---- */

static void start(void)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = NULL;
    io.ConfigInputTextCursorBlink = false; // nothing is drawn while nothing happens
    panel.scale = wb_panel_scale(panel.window);
    panel_set_look();
    ImGui_ImplOpenGL3_Init("#version 430 core");
    if (panel.window == NULL) return;
    ImGui_ImplGlfw_InitForOpenGL(panel.window, true); // passes all input on to the window's own
    keys.pass_on = glfwSetKeyCallback(panel.window, on_key);
}

static void stop(void)
{
    pass_releases_on();
    ImGui_ImplOpenGL3_Shutdown();
    if (panel.window != NULL) {
        glfwSetKeyCallback(panel.window, keys.pass_on); // Dear ImGui puts the window's own back
        ImGui_ImplGlfw_Shutdown();
    }
    ImGui::DestroyContext();
}

void wb_panel_show(GLFWwindow *window, const wb_session *session, bool stepping)
{
    panel.session = session;
    if (!panel.started) {
        panel.started = true;
        panel.window = window;
        panel.stepping = stepping;
        panel.chosen_pass = -1;
        start();
    }
    ImGui::GetIO().ClearInputCharacters(); // those that were typed while it was hidden
    ImGui::GetIO().MouseWheel = ImGui::GetIO().MouseWheelH = 0.0f;
    panel.shown = true;
    wb_trace_begin();
}

void wb_panel_hide(void)
{
    panel.shown = false;
    pass_releases_on();
    // In the middle of a step the trace goes on: the panel may be shown again.
    if (!panel.session->app->stepper.is_inside) wb_trace_end();
}

bool wb_panel_is_shown(void)
{
    return panel.shown;
}

void wb_panel_quit(void)
{
    if (!panel.started) return;
    wb_panel_hide();
    wb_trace_end();
    panel_buffers_quit();
    panel_debug_quit();
    stop();
    panel = panel_shared{};
}

/* ---- The window's side ---- */

static float window_width(void)
{
    int width = (int)ImGui::GetIO().DisplaySize.x, height;
    if (panel.window != NULL) glfwGetWindowSize(panel.window, &width, &height);
    return (float)width;
}

static bool is_debugging(void)
{
    return panel.session->debugger.caught != NULL;
}

int wb_panel_width(void)
{
    if (!panel.shown) return 0;
    float width = WIDTH * panel.scale, window = window_width();
    if (is_debugging()) {
        float wide = fmaxf(WIDTH_DEBUGGER * panel.scale, 0.4f * window);
        width = fmaxf(width, fminf(wide, 0.6f * window));
    }
    return (int)roundf(width);
}

bool wb_panel_wants_keys(void)
{
    // The first is true a frame too long after the end of an edit, when keys are the window's
    // again.
    if (!panel.shown) return false;
    bool types = ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive();
    return types || ImGui::IsPopupOpen(NULL, ImGuiPopupFlags_AnyPopup);
}

void wb_panel_lesson_restarted(void)
{
    panel.chosen_pass = -1;
    wb_inspect_remember(NULL, 0, 0);
    if (!panel.shown) return;
    wb_trace_end();
    wb_trace_begin(); // forgets the passes
}

void wb_panel_before_dispatch(void)
{
    panel.chosen_pass = -1;
    if (panel.shown)
        panel_buffers_before_dispatch();
    else
        wb_inspect_remember(NULL, 0, 0);
}

/* ---- The frame ---- */

static void show_sections(void)
{
    panel_show_variants();
    panel_show_tasks();
    panel_show_params();
    if (panel.session->stopped) return;
    panel_show_findings();
    panel_show_times();
    panel_show_stepper();
    panel_show_buffers();
    panel_show_kernel();
}

static void end_panel(ImVec2 size)
{
    ImGui::GetWindowDrawList()->AddLine(ImVec2(size.x - 0.5f, 0.0f), ImVec2(size.x - 0.5f, size.y),
                                        PANEL_LINE);
    ImGui::End();
}

static void show_panel(void)
{
    ImVec2 size((float)wb_panel_width(), ImGui::GetIO().DisplaySize.y);
    ImGui::SetNextWindowPos(ImVec2(0.0f, 0.0f));
    ImGui::SetNextWindowSize(size);
    // Tab shows and hides the panel. It must not go to the next field as well, which then would get
    // all keys.
    ImGui::Begin("panel", NULL,
                 ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_NoDecoration |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoScrollWithMouse);
    if (is_debugging()) {
        panel_show_debug();
        end_panel(size);
        return;
    }
    show_head();
    // The scroll bar has its place at all times, or everything would move when it comes.
    ImGui::BeginChild("sections", ImVec2(0.0f, 0.0f), false,
                      ImGuiWindowFlags_AlwaysVerticalScrollbar | ImGuiWindowFlags_NoNavInputs);
    show_sections();
    ImGui::EndChild();
    end_panel(size);
}

wb_request wb_panel_frame(double frames_per_s)
{
    static double refreshed_s;
    double now_s = wb_clock_seconds();
    panel.frames_per_s = frames_per_s;
    wb_trace_values(panel.session->paused); // to be read, a value has to stand still
    panel.request = wb_request{};
    panel.refresh = panel.session->paused || now_s - refreshed_s > 0.2;
    if (panel.refresh) refreshed_s = now_s;

    if (wb_panel_scale(panel.window) != panel.scale) { // another monitor, or another size
        stop();
        start();
    }
    ImGui_ImplOpenGL3_NewFrame();
    if (panel.window != NULL) ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    show_panel();
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    pass_releases_on();
    return panel.request;
}
