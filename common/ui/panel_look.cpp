// The panel's colours, sizes and fonts.
#include "ui/panel_parts.h"

static void set_colours(void)
{
    ImVec4 *colours = ImGui::GetStyle().Colors;
    static const struct {
        ImGuiCol item;
        ImU32 colour;
    } table[] = {
        {ImGuiCol_Text, PANEL_TEXT},
        {ImGuiCol_TextDisabled, PANEL_MUTED},
        {ImGuiCol_WindowBg, PANEL_BACKGROUND},
        {ImGuiCol_ChildBg, IM_COL32(0, 0, 0, 0)},
        {ImGuiCol_PopupBg, IM_COL32(24, 26, 32, 252)},
        {ImGuiCol_Border, PANEL_LINE},
        {ImGuiCol_FrameBg, PANEL_FRAME},
        {ImGuiCol_FrameBgHovered, PANEL_HOVERED},
        {ImGuiCol_FrameBgActive, PANEL_HOVERED},
        {ImGuiCol_ScrollbarBg, IM_COL32(0, 0, 0, 0)},
        {ImGuiCol_ScrollbarGrab, PANEL_HOVERED},
        {ImGuiCol_ScrollbarGrabHovered, PANEL_ACTIVE},
        {ImGuiCol_ScrollbarGrabActive, PANEL_ACTIVE},
        {ImGuiCol_CheckMark, PANEL_ACCENT},
        {ImGuiCol_SliderGrab, IM_COL32(150, 122, 62, 255)},
        {ImGuiCol_SliderGrabActive, PANEL_ACCENT},
        {ImGuiCol_Button, PANEL_FRAME},
        {ImGuiCol_ButtonHovered, PANEL_HOVERED},
        {ImGuiCol_ButtonActive, PANEL_ACTIVE},
        {ImGuiCol_Header, IM_COL32(24, 26, 32, 255)},
        {ImGuiCol_HeaderHovered, PANEL_FRAME},
        {ImGuiCol_HeaderActive, PANEL_HOVERED},
        {ImGuiCol_Separator, PANEL_LINE},
        {ImGuiCol_TextSelectedBg, IM_COL32(120, 98, 52, 255)},
        {ImGuiCol_PlotHistogram, IM_COL32(190, 152, 70, 255)},
        {ImGuiCol_PlotHistogramHovered, PANEL_ACCENT},
        {ImGuiCol_TableBorderLight, PANEL_LINE},
        {ImGuiCol_Tab, IM_COL32(24, 26, 32, 255)},
        {ImGuiCol_TabHovered, PANEL_HOVERED},
        {ImGuiCol_TabActive, PANEL_ACTIVE},
        {ImGuiCol_TableBorderStrong, PANEL_LINE},
        {ImGuiCol_TableHeaderBg, IM_COL32(0, 0, 0, 0)},
    };
    ImGui::StyleColorsDark();
    for (const auto &entry : table)
        colours[entry.item] = ImGui::ColorConvertU32ToFloat4(entry.colour);
}

static void set_sizes(void)
{
    ImGuiStyle &style = ImGui::GetStyle();
    style.WindowRounding = 0.0f;
    style.WindowBorderSize = 0.0f;
    style.FrameBorderSize = 1.0f;
    style.ChildRounding = style.FrameRounding = style.PopupRounding = style.GrabRounding = 4.0f;
    style.ScrollbarRounding = 4.0f;
    style.WindowPadding = ImVec2(10.0f, 10.0f);
    style.FramePadding = ImVec2(8.0f, 4.0f);
    style.ItemSpacing = ImVec2(8.0f, 6.0f);
    style.CellPadding = ImVec2(5.0f, 2.0f);
    style.ScrollbarSize = 10.0f;
    style.ScaleAllSizes(panel.scale);
}

static ImFont *add_font(const void *data, size_t size_bytes, float pixels)
{
    // Latin-1, and of the rest what the panel's own words use: dashes, dots, arrows, triangles, the
    // cross of broken variants, the pencil of tasks and the tick of those that are solved.
    static const ImWchar ranges[] = {0x20,   0xFF,   0x2013, 0x2026, 0x2190, 0x2193, 0x25A0,
                                     0x25CF, 0x2713, 0x2718, 0x270E, 0x270F, 0};
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(
        const_cast<void *>(data), (int)size_bytes, roundf(pixels * panel.scale), &config, ranges);
}

static void load_fonts(void)
{
    size_t size_bytes;
    const void *sans = wb_draw_font(&size_bytes);
    panel.text = add_font(sans, size_bytes, 15.0f);
    panel.title = add_font(sans, size_bytes, 19.0f);
    panel.small = add_font(sans, size_bytes, 12.0f);
    const void *mono = wb_draw_mono_font(&size_bytes);
    panel.mono = add_font(mono, size_bytes, 13.0f);
}

void panel_set_look(void)
{
    set_colours();
    set_sizes();
    load_fonts();
}
