// The debugger: the lanes in the shape of the work group, what the focused one has, and what all
// of them have.
#include "ui/panel_parts.h"

/* ---- Colours ---- */

enum { BY_STATE, BY_LINE, BY_VALUE };
static int colour_by = BY_STATE;

enum { LINE_COLOURS = 6 };

// The lines at which lanes stand, in the order of the source: each gets a colour.
static struct {
    int line[LINE_COLOURS + 1], lanes[LINE_COLOURS + 1];
    int count; // at most LINE_COLOURS + 1: the last stands for all other lines
} places;

static ImU32 line_colour(int index)
{
    static const ImU32 colours[LINE_COLOURS + 1] = {PANEL_ACCENT,
                                                    IM_COL32(88, 150, 220, 255),
                                                    IM_COL32(116, 201, 143, 255),
                                                    IM_COL32(186, 132, 220, 255),
                                                    IM_COL32(226, 122, 110, 255),
                                                    IM_COL32(110, 196, 204, 255),
                                                    PANEL_ELSEWHERE};
    return colours[index < LINE_COLOURS ? index : LINE_COLOURS];
}

static void find_places(void)
{
    int lines = panel.session->debugger.line_count;
    memset(&places, 0, sizeof places);
    for (int line = 1; line <= lines; line++) {
        int lanes = debug_seen.here[line - 1];
        if (lanes == 0) continue;
        int at = places.count < LINE_COLOURS ? places.count++ : LINE_COLOURS;
        if (at == LINE_COLOURS) places.count = LINE_COLOURS + 1;
        places.line[at] = line;
        places.lanes[at] += lanes;
    }
}

static ImU32 state_colour(wb_debug_state state)
{
    switch (state) {
    case WB_DEBUG_RUNS: return PANEL_NEXT;
    case WB_DEBUG_READY: return PANEL_ELSEWHERE;
    case WB_DEBUG_AT_BARRIER: return PANEL_WAITS;
    default: return PANEL_ENDED;
    }
}

constexpr ImU32 PANEL_NO_NUMBER = IM_COL32(186, 132, 220, 255);

static struct {
    double lowest, highest;
    bool any, others; // some value is a number; some is something else
} values;

static void find_range(void)
{
    values.any = values.others = false;
    values.lowest = values.highest = 0.0;
    for (uint32_t i = 0; debug_seen.has_values && i < debug_seen.lane_count; i++) {
        double number = debug_seen.numbers[i];
        if (!isfinite(number)) {
            values.others = values.others || strcmp(debug_seen.values[i], "–") != 0;
            continue;
        }
        values.lowest = values.any ? fmin(values.lowest, number) : number;
        values.highest = values.any ? fmax(values.highest, number) : number;
        values.any = true;
    }
}

// The lowest value is dark, the highest bright.
static ImU32 value_colour(uint32_t lane)
{
    double number = debug_seen.numbers[lane];
    if (!debug_seen.has_values) return PANEL_ENDED;
    if (!isfinite(number))
        return strcmp(debug_seen.values[lane], "–") == 0 ? PANEL_ENDED : PANEL_NO_NUMBER;
    double range = values.highest - values.lowest;
    return panel_mix(IM_COL32(38, 54, 84, 255), PANEL_ACCENT,
                     range > 0.0 ? (number - values.lowest) / range : 0.5);
}

static ImU32 lane_colour(uint32_t lane)
{
    const wb_debug_lane *l = &debug_seen.lanes[lane];
    if (colour_by == BY_VALUE) return value_colour(lane);
    if (colour_by == BY_STATE) return state_colour(l->state);
    if (l->state == WB_DEBUG_DONE) return PANEL_ENDED;
    for (int i = 0; i < places.count && i < LINE_COLOURS; i++)
        if (places.line[i] == l->line) return line_colour(i);
    return line_colour(LINE_COLOURS);
}

/* ---- The grid ---- */

// Lanes in rows, in the shape of the work group, slice beside slice; a group with one dimension is
// broken into rows of 32 or 64.
typedef struct lane_grid {
    uint32_t columns, rows, slices, across; // slices side by side
    float cell, gap;
} lane_grid;

static lane_grid lay_out(float width, float height)
{
    const uint32_t *size = panel.session->debugger.kernel->module.local_size;
    uint32_t n = debug_seen.lane_count;
    lane_grid g = {size[0], size[1], size[2], 1, 0.0f, 0.0f};
    if (g.rows == 1 && g.slices == 1 && n > 32) {
        g.columns = n > 512 ? 64 : 32;
        g.rows = (n + g.columns - 1) / g.columns;
    }
    g.gap = 6.0f * panel.scale;
    for (uint32_t across = 1; across <= g.slices; across++) {
        uint32_t down = (g.slices + across - 1) / across;
        float x = (width - (float)(across - 1) * g.gap) / (float)(across * g.columns);
        float y = (height - (float)(down - 1) * g.gap) / (float)(down * g.rows);
        float cell = floorf(fminf(fminf(x, y), 24.0f * panel.scale));
        if (cell > g.cell) g.cell = cell, g.across = across;
    }
    g.cell = fmaxf(g.cell, 2.0f);
    return g;
}

static ImVec2 corner_of(const lane_grid *g, ImVec2 at, uint32_t lane)
{
    uint32_t in_slice = lane % (g->columns * g->rows), slice = lane / (g->columns * g->rows);
    float x = (float)(in_slice % g->columns) * g->cell,
          y = (float)(in_slice / g->columns) * g->cell;
    x += (float)(slice % g->across) * ((float)g->columns * g->cell + g->gap);
    y += (float)(slice / g->across) * ((float)g->rows * g->cell + g->gap);
    return ImVec2(at.x + x, at.y + y);
}

static const char *state_text(const wb_debug_lane *lane, char *text, size_t size)
{
    switch (lane->state) {
    case WB_DEBUG_RUNS: snprintf(text, size, "runs next, %s", panel_place(lane->line)); break;
    case WB_DEBUG_READY: snprintf(text, size, "is at %s", panel_place(lane->line)); break;
    case WB_DEBUG_AT_BARRIER:
        snprintf(text, size, "waits at the barrier() in %s", panel_place(lane->line));
        break;
    default: snprintf(text, size, "has ended");
    }
    return text;
}

static void show_lane_hint(uint32_t lane)
{
    char text[200];
    const wb_debug_lane *l = &debug_seen.lanes[lane];
    state_text(l, text, sizeof text);
    if (debug_seen.has_values)
        panel_hint_at_mouse("lane %u (%u, %u, %u) %s\n%s = %s", lane, l->local[0], l->local[1],
                            l->local[2], text, panel.session->debugger.watched,
                            debug_seen.values[lane]);
    else
        panel_hint_at_mouse("lane %u (%u, %u, %u) %s", lane, l->local[0], l->local[1], l->local[2],
                            text);
}

static void draw_lane(const lane_grid *g, ImVec2 at, uint32_t lane)
{
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImVec2 low = corner_of(g, at, lane);
    float inner = g->cell >= 6.0f ? g->cell - 1.0f : g->cell;
    ImVec2 high(low.x + inner, low.y + inner);
    bool moves = lane >= debug_seen.first && lane < debug_seen.first + debug_seen.width;
    ImU32 colour = lane_colour(lane);
    list->AddRectFilled(low, high, moves ? colour : panel_mix(colour, PANEL_BACKGROUND, 0.6));
    if (lane != debug_seen.focus) return;
    list->AddRect(ImVec2(low.x - 1.0f, low.y - 1.0f), ImVec2(high.x + 1.0f, high.y + 1.0f),
                  IM_COL32(255, 255, 255, 255), 0.0f, 0, fmaxf(1.5f, 1.5f * panel.scale));
}

// Outlines the lanes of the finding that is shown.
static void mark_finding(const lane_grid *g, ImVec2 at)
{
    const wb_debugger *debugger = &panel.session->debugger;
    const wb_kernel_finding *f = wb_debug_finding(debugger->debug, debugger->finding - 1);
    for (int i = 0; f != NULL && i < 1 + f->has_other; i++) {
        const wb_invocation *who = i == 0 ? &f->at : &f->other;
        if (memcmp(who->group, debugger->desc.group, sizeof who->group) != 0) continue;
        ImVec2 low = corner_of(g, at, wb_debugger_lane(debugger, who));
        ImGui::GetWindowDrawList()->AddRect(low,
                                            ImVec2(low.x + g->cell - 1.0f, low.y + g->cell - 1.0f),
                                            PANEL_BAD, 0.0f, 0, 3.0f * panel.scale);
    }
}

static void show_grid(float height)
{
    lane_grid g = lay_out(ImGui::GetContentRegionAvail().x - 4.0f, height);
    ImVec2 at = ImGui::GetCursorScreenPos(), mouse = ImGui::GetIO().MousePos;
    at.x += 2.0f, at.y += 2.0f;
    ImVec2 last = corner_of(&g, at, debug_seen.lane_count - 1);
    float bottom = last.y + g.cell, right = at.x;
    for (uint32_t i = 0; i < debug_seen.lane_count; i++)
        right = fmaxf(right, corner_of(&g, at, i).x + g.cell);
    bool pressed =
        ImGui::InvisibleButton("##lanes", ImVec2(right - at.x + 2.0f, bottom - at.y + 2.0f));
    bool hovered = ImGui::IsItemHovered();
    for (uint32_t i = 0; i < debug_seen.lane_count; i++)
        if (i != debug_seen.focus) draw_lane(&g, at, i);
    if (panel.session->debugger.finding > 0) mark_finding(&g, at);
    draw_lane(&g, at, debug_seen.focus);
    for (uint32_t i = 0; hovered && i < debug_seen.lane_count; i++) {
        ImVec2 low = corner_of(&g, at, i);
        if (mouse.x < low.x || mouse.y < low.y || mouse.x >= low.x + g.cell ||
            mouse.y >= low.y + g.cell)
            continue;
        show_lane_hint(i);
        if (pressed) panel_ask_lane(i);
    }
}

/* ---- The legend ---- */

static void show_state_legend(void)
{
    uint32_t all = debug_seen.lane_count, next = 0;
    for (uint32_t i = 0; i < all; i++) next += debug_seen.lanes[i].state == WB_DEBUG_RUNS;
    uint32_t elsewhere = all - next - debug_seen.waiting - debug_seen.ended;
    panel_legend(PANEL_NEXT, "%u next", next);
    if (elsewhere > 0) panel_legend(PANEL_ELSEWHERE, "%u elsewhere", elsewhere);
    if (debug_seen.waiting > 0)
        panel_legend(PANEL_WAITS, "%u/%u wait at a barrier()", debug_seen.waiting,
                     all - debug_seen.ended);
    if (debug_seen.ended > 0) panel_legend(PANEL_ENDED, "%u ended", debug_seen.ended);
}

static void show_line_legend(void)
{
    for (int i = 0; i < places.count && i < LINE_COLOURS; i++) {
        const char *place = panel_place(places.line[i]), *slash = strrchr(place, '/');
        panel_legend(line_colour(i), "%d at %s", places.lanes[i],
                     slash != NULL ? slash + 1 : place);
    }
    if (places.count > LINE_COLOURS)
        panel_legend(line_colour(LINE_COLOURS), "%d at other lines", places.lanes[LINE_COLOURS]);
    if (debug_seen.ended > 0) panel_legend(PANEL_ENDED, "%u ended", debug_seen.ended);
}

static void show_value_legend(void)
{
    if (!debug_seen.has_values) {
        panel_legend(PANEL_ENDED, "choose a variable, by a click");
        return;
    }
    if (values.any && values.lowest < values.highest) {
        panel_legend(IM_COL32(38, 54, 84, 255), "%s = %g", panel.session->debugger.watched,
                     values.lowest);
        panel_legend(PANEL_ACCENT, "%g", values.highest);
    } else if (values.any) {
        panel_legend(panel_mix(IM_COL32(38, 54, 84, 255), PANEL_ACCENT, 0.5), "%s = %g",
                     panel.session->debugger.watched, values.lowest);
    }
    if (values.others) panel_legend(PANEL_NO_NUMBER, "? or no number");
}

void panel_show_lanes(float height)
{
    panel_text(PANEL_MUTED, "%s lanes by",
               panel_size(panel.session->debugger.kernel->module.local_size));
    panel_hint("The invocations of the work group, in the shape of its local size. A click chooses "
               "one; bright are those that commands move.");
    if (panel_choice("state", colour_by == BY_STATE)) colour_by = BY_STATE;
    if (panel_choice("line", colour_by == BY_LINE)) colour_by = BY_LINE;
    if (panel_choice("value", colour_by == BY_VALUE)) colour_by = BY_VALUE;
    find_places();
    find_range();
    // A picture of the dispatch itself shows no memory
    bool on_picture = panel_is_in_picture() && panel.session->app->part->group_at == NULL;
    float legend = (on_picture ? 2.6f : 1.8f) * ImGui::GetTextLineHeightWithSpacing();
    show_grid(height - ImGui::GetTextLineHeightWithSpacing() - legend);
    ImGui::Spacing();
    if (colour_by == BY_STATE) show_state_legend();
    if (colour_by == BY_LINE) show_line_legend();
    if (colour_by == BY_VALUE) show_value_legend();
    if (panel.session->debugger.finding > 0) panel_legend(PANEL_BAD, "outlined: the finding's");
    ImGui::NewLine();
    if (!on_picture) return;
    panel_legend(PANEL_READS, "picture: the group reads");
    panel_legend(PANEL_WRITES, "writes");
    ImGui::NewLine();
}

/* ---- The focused lane ---- */

static void show_calls(void)
{
    wb_debug_frame frames[WB_MAX_CALL_DEPTH + 1];
    const wb_debug_lane *lane = &debug_seen.lanes[debug_seen.focus];
    panel_text(PANEL_TEXT, "lane %u", debug_seen.focus);
    ImGui::SameLine();
    panel_text(PANEL_MUTED, "(%u, %u, %u) %s", lane->local[0], lane->local[1], lane->local[2],
               lane->state == WB_DEBUG_DONE         ? "has ended"
               : lane->state == WB_DEBUG_AT_BARRIER ? "waits at a barrier()"
                                                    : "");
    if (lane->state == WB_DEBUG_DONE) return;
    uint32_t count = wb_debug_calls(panel.session->debugger.debug, debug_seen.focus, frames,
                                    WB_MAX_CALL_DEPTH + 1);
    for (uint32_t i = 0; i < count; i++) {
        char text[240];
        snprintf(text, sizeof text, "%s %s()  %s", i == 0 ? "in" : "called from",
                 frames[i].function, panel_place(frames[i].line));
        panel_text_fitted(i == 0 ? PANEL_TEXT : PANEL_MUTED, ImGui::GetContentRegionAvail().x,
                          text);
    }
}

static bool is_shown(const wb_variable *v)
{
    return wb_debugger_is_local(v) && v->name[0] != '\0' && strncmp(v->name, "param", 5) != 0;
}

static void show_variable(const wb_variable *v)
{
    static wb_debug_value value;
    char text[240], type[60];
    const wb_debugger *debugger = &panel.session->debugger;
    if (!wb_debug_read(debugger->debug, debug_seen.focus, v, &value)) return;
    wb_debug_value_text(&value, text, sizeof text);
    const char *before = wb_debugger_before(debugger, v);
    bool changed =
        before != NULL && strncmp(before, text, sizeof debugger->before[0].text - 1) != 0;
    char name[96]; // of a vector, the first component: that has a colour
    bool is_vector = debugger->kernel->module.types[v->type].kind == WB_TYPE_VECTOR;
    snprintf(name, sizeof name, is_vector ? "%s.x" : "%s", v->name);
    bool watched = strcmp(debugger->watched, name) == 0;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(v->name);
    if (ImGui::Selectable(v->name, watched, ImGuiSelectableFlags_SpanAllColumns)) {
        panel_ask_watch(watched ? "" : name);
        if (!watched) colour_by = BY_VALUE;
    }
    panel_hint(
        "%s %s%s%s\nA click shows it for all lanes, in the grid of lanes and under All lanes.",
        wb_debug_type_text(&debugger->kernel->module, v->type, type, sizeof type), v->name,
        changed ? "\nbefore the last command: " : "", changed ? before : "");
    ImGui::PopID();
    ImGui::TableNextColumn();
    if (changed) ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, IM_COL32(70, 56, 26, 255));
    bool is_unknown = strcmp(text, "?") == 0;
    panel_text_wrapped(changed ? PANEL_ACCENT : is_unknown ? PANEL_MUTED : PANEL_TEXT, "%s", text);
}

void panel_show_variables(void)
{
    enum { MOST = 128 };
    static const wb_variable *variables[MOST];
    uint32_t count =
        wb_debug_variables(panel.session->debugger.debug, debug_seen.focus, variables, MOST);
    show_calls();
    ImGui::Spacing();
    ImGui::PushFont(panel.mono);
    if (ImGui::BeginTable("variables", 2,
                          ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_BordersInnerH)) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
        for (uint32_t i = 0; i < count && i < MOST; i++)
            if (is_shown(variables[i])) show_variable(variables[i]);
        ImGui::EndTable();
    }
    ImGui::PopFont();
    ImGui::PushFont(panel.small);
    panel_text(PANEL_MUTED, "? has no value yet");
    ImGui::SameLine();
    panel_text(PANEL_ACCENT, "changed by the last command");
    ImGui::PopFont();
}

/* ---- All lanes ---- */

// "0–7, 12, 16–31": the lanes that have the same value as `lane`.
static void ranges_text(uint32_t lane, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t first = 0; first < debug_seen.lane_count; first++) {
        if (strcmp(debug_seen.values[first], debug_seen.values[lane]) != 0) continue;
        uint32_t last = first;
        while (last + 1 < debug_seen.lane_count &&
               strcmp(debug_seen.values[last + 1], debug_seen.values[lane]) == 0)
            last++;
        if (length + 16 >= size) {
            snprintf(text + length, size - length, ", …");
            return;
        }
        length += (size_t)snprintf(text + length, size - length, length > 0 ? ", %u" : "%u", first);
        if (last > first) length += (size_t)snprintf(text + length, size - length, "–%u", last);
        first = last;
    }
}

// Lanes with the same value are one row.
static void show_folded(void)
{
    static bool told[WB_MAX_INVOCATIONS];
    char lanes[120];
    memset(told, 0, sizeof told);
    for (uint32_t i = 0; i < debug_seen.lane_count; i++) {
        if (told[i]) continue;
        uint32_t count = 0;
        for (uint32_t k = i; k < debug_seen.lane_count; k++) {
            if (told[k] || strcmp(debug_seen.values[i], debug_seen.values[k]) != 0) continue;
            told[k] = true;
            count++;
        }
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID((int)i);
        if (ImGui::Selectable("##row", false, ImGuiSelectableFlags_SpanAllColumns))
            panel_ask_lane(i);
        ImGui::PopID();
        ImGui::SameLine(0.0f, 0.0f);
        panel_text(PANEL_MUTED, "%u lane%s", count, panel_plural(count));
        ImGui::TableNextColumn();
        panel_text(PANEL_TEXT, "%s", debug_seen.values[i]);
        ImGui::TableNextColumn();
        ranges_text(i, lanes, sizeof lanes);
        panel_text_fitted(PANEL_MUTED, ImGui::GetContentRegionAvail().x, lanes);
    }
}

// Whether commands stop where the expression changes.
static void show_stops(void)
{
    const wb_debugger *debugger = &panel.session->debugger;
    const char *expression = debugger->watched;
    if (expression[0] == '\0') return;
    panel_text(PANEL_MUTED, "stop when it changes in");
    for (int i = 0; i < 2; i++) {
        bool in_any = i == 0, is_on = wb_debugger_watched(debugger, expression, in_any) != NULL;
        char label[32];
        snprintf(label, sizeof label, in_any ? "any lane" : "lane %u", debug_seen.focus);
        ImGui::SameLine(0.0f, 8.0f * panel.scale);
        if (ImGui::Checkbox(label, &is_on)) panel_ask_stop(expression, in_any);
        panel_hint("Line, Into, Out, Cursor, Barrier and Run stop behind the line that changes it; "
                   "back, in front of it.");
    }
    if (debugger->refusal[0] != '\0') panel_text_wrapped(PANEL_BAD, "%s", debugger->refusal);
}

void panel_show_values(void)
{
    static char typed[96];
    static int64_t version;
    if (version != debug_seen.version)
        snprintf(typed, sizeof typed, "%s", panel.session->debugger.watched);
    version = debug_seen.version;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    ImGui::InputTextWithHint("##watched", "a variable or expression: sum, tile[i + 1], p.x * 2",
                             typed, sizeof typed);
    if (ImGui::IsItemDeactivatedAfterEdit()) panel_ask_watch(typed);
    show_stops();
    if (debug_seen.value_error[0] != '\0')
        panel_text_wrapped(PANEL_BAD, "%s", debug_seen.value_error);
    if (!debug_seen.has_values) return;
    ImGui::PushFont(panel.mono);
    if (ImGui::BeginTable("values", 3,
                          ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_BordersInnerH)) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
        show_folded();
        ImGui::EndTable();
    }
    ImGui::PopFont();
}
