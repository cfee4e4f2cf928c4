// The window that workbench.exe opens: a picture of each lesson, to start one; its text, and how
// far its tasks are.
#include "course.h"

#include "ui/panel_parts.h"

#include <cerrno>
#include <glad/gl.h>

extern "C" {
#include "gl/context.h"
#include "gl/draw.h"
#include "os/host.h"
#include "os/path.h"
#include "os/process.h"
#include "os/time.h"
}

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>

constexpr int MOST = 32;             // lessons
constexpr float LEAST_TILE = 215.0f; // how wide, on a monitor of scale 1
constexpr float SHAPE = 0.625f;      // of a picture: its height for its width
constexpr double LOOK_SECONDS = 1.0; // from one look at the record of tasks to the next

struct tile {
    GLuint picture; // 0: there is none, or it has not been read yet
    bool was_read;
    wb_process process; // the lesson that was started
    FILE *said;         // what it says on stderr
};

static struct {
    GLFWwindow *window;
    course all;
    tile tiles[MOST];
    char message[2000]; // of a lesson that has failed, or of ours
    double looked_s;
} ui;

static void keep_message(wb_severity severity, const char *text, void *user)
{
    (void)user;
    wb_message_print(severity, text);
    snprintf(ui.message, sizeof ui.message, "%s", text);
}

/* ---- Pictures: one a frame is read, so that the window is there at once ---- */

static GLuint make_texture(const wb_image *image)
{
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image->width, image->height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, image->rgba);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

// Whether there may be more to read.
static bool read_picture(void)
{
    for (int i = 0; i < ui.all.lesson_count; i++) {
        if (ui.tiles[i].was_read) continue;
        char path[COURSE_PATH];
        wb_image image;
        snprintf(path, sizeof path, "%.900s/%.200s", ui.all.folder, ui.all.lessons[i].picture);
        ui.tiles[i].was_read = true;
        if (!wb_path_is_readable(path) || !wb_image_read(&image, path)) return true;
        ui.tiles[i].picture = make_texture(&image);
        wb_image_free(&image);
        return true;
    }
    return false;
}

/* ---- Lessons ---- */

static void start_lesson(int index)
{
    const course_lesson *lesson = &ui.all.lessons[index];
    tile *t = &ui.tiles[index];
    char path[COURSE_PATH];
    bool is_first = atoi(lesson->id) == 0; // it has a program with a window, and one without
    course_program(&ui.all, is_first ? "00_window" : lesson->id, path);
    const char *words[] = {path, NULL};
    wb_process_desc desc = {};
    desc.program = path;
    desc.words = words;
    desc.errors = t->said = wb_process_file();
    ui.message[0] = '\0';
    if (!wb_process_start(&t->process, &desc))
        wb_error("cannot start %s: %s", path, strerror(errno));
}

// The last words of a lesson that has failed.
static void take_message(tile *t, const char *id)
{
    char text[1600];
    rewind(t->said);
    size_t length = fread(text, 1, sizeof text - 1, t->said);
    text[length] = '\0';
    while (length > 0 && text[length - 1] == '\n') text[--length] = '\0';
    snprintf(ui.message, sizeof ui.message, "%s has ended: %s", id,
             length > 0 ? text : "it says nothing of the reason");
}

static void look_at_lessons(void)
{
    for (int i = 0; i < ui.all.lesson_count; i++) {
        tile *t = &ui.tiles[i];
        wb_process_end end;
        if (t->process.id == 0 || !wb_process_has_ended(&t->process, &end)) continue;
        if (end.status != 0 && !end.is_wanted && t->said != NULL)
            take_message(t, ui.all.lessons[i].id);
        if (t->said != NULL) fclose(t->said);
        t->said = NULL;
        ui.looked_s = 0.0; // tasks may have been solved
    }
}

static void show_page(const char *page)
{
    char path[COURSE_PATH];
    snprintf(path, sizeof path, "%.900s/%.200s", ui.all.folder, page);
    if (!wb_path_is_readable(path))
        wb_error("%s is not there: this archive was made without the book", path);
    else if (!wb_host_show(path))
        wb_error("nothing here opens %s", path);
}

/* ---- The window ---- */

static void draw_picture(const tile *t, ImVec2 low, ImVec2 high, bool hovered)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    float round = 4.0f * panel.scale;
    draw->AddRectFilled(low, high, PANEL_FRAME, round);
    if (t->picture != 0)
        draw->AddImageRounded((ImTextureID)(uintptr_t)t->picture, low, high, ImVec2(0.0f, 0.0f),
                              ImVec2(1.0f, 1.0f), IM_COL32_WHITE, round);
    draw->AddRect(low, high, hovered ? PANEL_ACCENT : PANEL_LINE, round, 0,
                  hovered ? 2.0f * panel.scale : 1.0f);
}

static void show_state(const course_lesson *lesson, const tile *t)
{
    if (t->process.id != 0)
        panel_text(PANEL_ACCENT, "runs");
    else if (lesson->task_count > 0 && lesson->solved_count == lesson->task_count)
        panel_text(PANEL_GOOD, "all %d tasks solved", lesson->task_count);
    else if (lesson->task_count > 0)
        panel_text(PANEL_MUTED, "%d of %d tasks solved", lesson->solved_count, lesson->task_count);
    else
        panel_text(PANEL_MUTED, "its tasks need a compiler");
}

static void show_tile(int index, float width)
{
    const course_lesson *lesson = &ui.all.lessons[index];
    tile *t = &ui.tiles[index];
    char title[200];
    ImVec2 low = ImGui::GetCursorScreenPos(), high(low.x + width, low.y + SHAPE * width);
    ImGui::PushID(index);
    ImGui::BeginGroup();
    if (ImGui::InvisibleButton("run", ImVec2(width, SHAPE * width)) && t->process.id == 0)
        start_lesson(index);
    draw_picture(t, low, high, ImGui::IsItemHovered());
    panel_hint(t->process.id == 0 ? "click: run it" : "it runs already");
    snprintf(title, sizeof title, "%.2s  %s", lesson->id, lesson->title);
    panel_text_fitted(PANEL_TEXT, width, title);
    show_state(lesson, t);
    if (lesson->page[0] != '\0') {
        float button = ImGui::CalcTextSize("Text").x + 2.0f * ImGui::GetStyle().FramePadding.x;
        ImGui::SameLine(width - button);
        if (ImGui::SmallButton("Text")) show_page(lesson->page);
        panel_hint("its page of the book, in the browser");
    }
    ImGui::EndGroup();
    ImGui::PopID();
}

static void show_head(void)
{
    const course_task *next = course_next(&ui.all);
    ImGui::PushFont(panel.title);
    panel_text(PANEL_TEXT, "Learn GPU compute with OpenGL 4.3");
    ImGui::PopFont();
    ImGui::SameLine();
    float button = ImGui::CalcTextSize("The book").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - button);
    if (ImGui::Button("The book")) show_page("book/index.html");
    panel_hint("the texts of all lessons, in the browser");
    panel_text(PANEL_MUTED, "%s", wb_context_name());
    if (next != NULL) {
        panel_text_wrapped(PANEL_MUTED,
                           "Next task: %s %s (%s min). In a terminal: " WB_SCRIPT
                           " %s %s; in the lesson's window: Tab.",
                           next->label, next->title, next->minutes,
                           next->is_said ? "answer" : "check", next->label);
    }
    if (ui.message[0] != '\0') panel_text_wrapped(PANEL_BAD, "%s", ui.message);
    ImGui::Dummy(ImVec2(0.0f, 4.0f * panel.scale));
}

static void show_tiles(void)
{
    float gap = 14.0f * panel.scale, room = ImGui::GetContentRegionAvail().x;
    int columns = (int)fmaxf(1.0f, floorf((room + gap) / (LEAST_TILE * panel.scale + gap)));
    float width = floorf((room - gap * (float)(columns - 1)) / (float)columns);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(8.0f * panel.scale, 5.0f * panel.scale));
    for (int i = 0; i < ui.all.lesson_count && i < MOST; i++) {
        if (i % columns != 0)
            ImGui::SameLine(0.0f, gap);
        else if (i > 0)
            ImGui::Dummy(ImVec2(0.0f, 6.0f * panel.scale));
        show_tile(i, width);
    }
    ImGui::PopStyleVar();
}

static void show_window(void)
{
    ImGui::SetNextWindowPos(ImVec2(0.0f, 0.0f));
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("workbench", NULL,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings);
    show_head();
    ImGui::BeginChild("lessons");
    show_tiles();
    ImGui::EndChild();
    ImGui::End();
}

static void draw_frame(void)
{
    int width, height;
    glfwGetFramebufferSize(ui.window, &width, &height);
    glViewport(0, 0, width, height);
    glClearColor(14.0f / 255.0f, 15.0f / 255.0f, 19.0f / 255.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    show_window();
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(ui.window);
}

static void read_course(void)
{
    if (wb_clock_seconds() - ui.looked_s < LOOK_SECONDS) return;
    ui.looked_s = wb_clock_seconds();
    course_read(&ui.all);
}

static void run(void)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = NULL;
    panel.scale = wb_panel_scale(ui.window);
    panel_set_look();
    ImGui_ImplOpenGL3_Init("#version 430 core");
    ImGui_ImplGlfw_InitForOpenGL(ui.window, true);
    while (!glfwWindowShouldClose(ui.window)) {
        bool reads = read_picture();
        look_at_lessons();
        read_course();
        draw_frame();
        if (reads)
            glfwPollEvents();
        else
            glfwWaitEventsTimeout(0.25); // lessons end, and tasks are solved, without an event
    }
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

int main(void)
{
    wb_host_begin();
    wb_message_redirect(keep_message, NULL);
    wb_context_desc desc = {};
    desc.title = "The workbench";
    desc.width = 1080;
    desc.height = 940;
    if (!course_read(&ui.all) || !wb_context_create(&desc)) {
        wb_host_alert(ui.message);
        return 77;
    }
    ui.window = wb_context_window();
    run();
    wb_context_delete();
    course_free(&ui.all);
    return 0;
}
