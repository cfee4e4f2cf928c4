// The panel's section with the GLSL source of the pass that is shown. It is only shown, not edited:
// an editor does that better, and what it saves is loaded at once.
#include "ui/panel_parts.h"

#include "base/text.h"
#include "os/path.h"
#include "os/text.h"
#include "watch/interface.h"

enum { MAX_PATH = 1500, DEEPEST = 16 };

static void show_source(const char *name, int depth);

// Code, and what stands behind //.
static void show_code(const char *line, int length)
{
    const char *comment = (const char *)memmem(line, (size_t)length, "//", 2);
    int code = comment != NULL ? (int)(comment - line) : length;
    if (code > 0) {
        panel_text(line[0] == '#' ? PANEL_ACCENT : PANEL_TEXT, "%.*s", code, line);
        if (comment != NULL) ImGui::SameLine(0.0f, 0.0f);
    }
    if (comment != NULL) panel_text(PANEL_MUTED, "%.*s", length - code, comment);
    if (length == 0) ImGui::NewLine();
}

// An #include opens in its place.
static bool show_include(const char *line, int length, int depth)
{
    char name[128];
    if (depth >= DEEPEST || sscanf(line, "#include \"%127[^\"\n]\"", name) != 1) return false;
    ImGui::PushStyleColor(ImGuiCol_Text, PANEL_ACCENT);
    bool open = ImGui::TreeNodeEx(name, ImGuiTreeNodeFlags_NoTreePushOnOpen, "%.*s", length, line);
    ImGui::PopStyleColor();
    if (!open) return true;
    float indent = 18.0f * panel.scale;
    ImGui::Indent(indent);
    ImVec2 top = ImGui::GetCursorScreenPos();
    show_source(name, depth + 1);
    float bottom = ImGui::GetCursorScreenPos().y, x = top.x - 6.0f * panel.scale;
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x, top.y), ImVec2(x, bottom), PANEL_LINE);
    ImGui::Unindent(indent);
    return true;
}

// Shows a line that is cut off at the panel's edge in a tooltip.
static void show_whole(const char *line, int length)
{
    float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
    if (length == 0 || ImGui::GetItemRectMax().x <= edge || !ImGui::IsWindowHovered()) return;
    float y = ImGui::GetIO().MousePos.y;
    if (y < ImGui::GetItemRectMin().y || y >= ImGui::GetItemRectMax().y) return;
    panel_hint_at_mouse("%.*s", length, line);
}

// The file is read for every frame: it is small, and may just have been saved.
static void show_source(const char *name, int depth)
{
    char path[MAX_PATH];
    wb_program_find(name, path, sizeof path);
    char *text = wb_path_is_readable(path) ? wb_file_read(path, NULL) : NULL;
    if (text == NULL) {
        panel_text(PANEL_BAD, "%s cannot be read", name);
        return;
    }
    ImGui::PushID(name);
    int number = 1;
    for (const char *line = text; *line != '\0'; number++) {
        int length = (int)strcspn(line, "\r\n");
        panel_text(IM_COL32(84, 88, 100, 255), "%3d ", number);
        ImGui::SameLine(0.0f, 0.0f);
        if (!show_include(line, length, depth)) {
            show_code(line, length);
            show_whole(line, length);
        }
        line += length;
        if (*line == '\r') line++;
        if (*line == '\n') line++;
    }
    free(text);
    ImGui::PopID();
}

// The constants that C has handed in, "GROUP 16, RADIUS 3": the files only use them.
static void show_constants(GLuint program)
{
    const char *line = wb_interface_of(program)->source;
    const wb_source *source = line != NULL ? wb_program_source(line) : NULL;
    char text[800] = "";
    for (int i = 0; source != NULL && i < source->line_count; i++) {
        int length = (int)strcspn(line, "\n"), skipped = (int)strlen("#define ");
        if (source->lines[i].file < 0 && length > skipped)
            wb_text_append(text, sizeof text, "%s%.*s", *text != '\0' ? ", " : "", length - skipped,
                           line + skipped);
        line += length + (line[length] == '\n');
    }
    if (*text == '\0') return;
    panel_text_wrapped(PANEL_MUTED, "%s", text);
    panel_hint("Constants that C hands in, as #define lines behind #version.");
}

void panel_show_kernel(void)
{
    if (!panel_section("Kernel", false)) return;
    char path[MAX_PATH];
    const wb_trace_pass *pass = panel_shown_pass();
    if (pass == NULL || pass->dispatches == 0) {
        panel_text(PANEL_MUTED, pass == NULL ? "It is known once a dispatch has run."
                                             : "This pass dispatches nothing.");
        return;
    }
    panel_text_fitted(PANEL_TEXT, ImGui::GetContentRegionAvail().x, pass->dispatch.kernel);
    wb_program_find(pass->dispatch.kernel, path, sizeof path);
    panel_hint("%s", path);
    show_constants(pass->dispatch.program);
    ImGui::PushFont(panel.mono);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(8.0f * panel.scale, 2.0f * panel.scale));
    ImGui::BeginChild("source", ImVec2(0.0f, 420.0f * panel.scale), true,
                      ImGuiWindowFlags_HorizontalScrollbar);
    show_source(pass->dispatch.kernel, 0);
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopFont();
}
