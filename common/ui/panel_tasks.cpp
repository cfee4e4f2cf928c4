// The panel's section on the tasks: the list, and the one that is chosen.
#include "ui/panel_parts.h"

static struct {
    const wb_task *task; // that is chosen; NULL: the next one
    int hints;           // of it that are shown
    char answer[96];
} chosen;

static void choose(const wb_task *task)
{
    chosen = {};
    chosen.task = task;
}

static void show_task_row(const wb_task *task, const char *state)
{
    const wb_lesson *lesson = panel.session->app->lesson;
    float left = ImGui::GetCursorPosX();
    bool is_solved = strcmp(state, "solved") == 0, is_next = strcmp(state, "next") == 0;
    ImGui::PushID(task->name);
    if (ImGui::Selectable("##task", task == chosen.task)) choose(task);
    ImGui::SameLine(left + 4.0f * panel.scale);
    panel_text(is_solved ? PANEL_GOOD
               : is_next ? PANEL_ACCENT
                         : PANEL_MUTED,
               "%s",
               is_solved ? "✓"
               : is_next ? "▶"
                         : "·");
    ImGui::SameLine(left + 22.0f * panel.scale);
    panel_text(PANEL_TEXT, "%s", wb_task_label(lesson, task));
    ImGui::SameLine(left + 62.0f * panel.scale);
    panel_text(PANEL_MUTED, "%s", wb_task_kind_name(task->kind));
    ImGui::SameLine(left + 118.0f * panel.scale);
    panel_text_fitted(PANEL_TEXT, ImGui::GetContentRegionAvail().x, task->title);
    ImGui::PopID();
}

static void ask_check(const wb_task *task, const char *answer)
{
    panel.request.action = WB_ACTION_CHECK;
    panel.request.task = task;
    snprintf(panel.request.text, sizeof panel.request.text, "%s", answer);
}

// The answer's box, or the button of the check; the hints' button; and the debugger's.
static void show_buttons(const wb_task *task)
{
    const wb_variant *variant = wb_task_variant(panel.session->app->lesson, task);
    bool is_said = variant == NULL && !task->is_host;
    if (is_said) {
        ImGui::SetNextItemWidth(150.0f * panel.scale);
        bool entered = ImGui::InputText("##answer", chosen.answer, sizeof chosen.answer,
                                        ImGuiInputTextFlags_EnterReturnsTrue);
        ImGui::SameLine();
        if ((ImGui::Button("Answer") || entered) && *chosen.answer != '\0')
            ask_check(task, chosen.answer);
    } else if (ImGui::Button("Check")) {
        ask_check(task, "");
    }
    ImGui::SameLine();
    ImGui::BeginDisabled(chosen.hints == WB_MOST_HINTS || task->hints[chosen.hints] == NULL);
    if (ImGui::Button("Hint")) chosen.hints++;
    ImGui::EndDisabled();
    if (variant == NULL) return;
    ImGui::SameLine();
    if (ImGui::Button("Debug it")) {
        panel.request.action = WB_ACTION_DEBUG_TASK;
        panel.request.variant = variant;
    }
    panel_hint("Runs your kernel, and opens the debugger at the first line where it goes wrong.");
}

static void show_result(const wb_task *task)
{
    const wb_task_run *run = &panel.session->check;
    if (run->task != task) return;
    if (run->child.id != 0)
        panel_text(PANEL_MUTED, "checking ...");
    else
        panel_text_wrapped(run->solved ? PANEL_GOOD : PANEL_BAD, "%s", run->text);
}

static void show_task(const wb_task *task)
{
    char files[400];
    ImGui::Spacing();
    panel_text_wrapped(PANEL_ACCENT, "%s", task->demand);
    wb_task_files(panel.session->app->lesson, task, files, sizeof files);
    if (*files != '\0') panel_text_wrapped(PANEL_MUTED, "Edit %s", files);
    show_buttons(task);
    for (int i = 0; i < chosen.hints; i++)
        panel_text_wrapped(PANEL_TEXT, "Hint %d: %s", i + 1, wb_as_typed(task->hints[i]));
    show_result(task);
}

// The states are on a disk: they are looked up when something may have changed.
void panel_show_tasks(void)
{
    enum { MOST = 32 };
    static const char *states[MOST];
    static double looked_s;
    const wb_lesson *lesson = panel.session->app->lesson;
    if (lesson->tasks == NULL || !panel_section("Tasks", false)) return;
    double now_s = ImGui::GetTime();
    bool looks = states[0] == NULL || now_s < looked_s || now_s - looked_s > 0.5;
    if (looks) looked_s = now_s;
    for (int i = 0; i < MOST && lesson->tasks[i].name != NULL; i++) {
        if (looks) states[i] = wb_task_state(lesson, &lesson->tasks[i]);
        if (chosen.task == NULL && strcmp(states[i], "next") == 0) choose(&lesson->tasks[i]);
        show_task_row(&lesson->tasks[i], states[i]);
    }
    if (chosen.task != NULL) show_task(chosen.task);
    ImGui::Spacing();
}
