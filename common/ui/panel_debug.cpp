// The debugger: its work group, the commands with their keys, and the source.
#include "ui/panel_parts.h"

#include "base/memory.h"
#include "os/text.h"

#include <ctype.h>
#include <stdarg.h>

panel_debug_seen debug_seen;

void panel_debug_quit(void)
{
    panel_memory_quit();
    free(debug_seen.counts);
    free(debug_seen.here);
    memset(&debug_seen, 0, sizeof debug_seen);
}

/* ---- Pieces ---- */

const char *panel_plural(long long count)
{
    return count == 1 ? "" : "s";
}

const char *panel_place(int line)
{
    static char texts[4][160];
    static int turn;
    char *text = texts[turn++ % 4];
    wb_finding_place place = wb_kernel_place(panel.session->debugger.kernel, line);
    snprintf(text, sizeof texts[0], "%s:%d", place.file, place.line);
    return text;
}

bool panel_is_in_picture(void)
{
    return wb_debugger_is_in_picture(&panel.session->debugger, panel.session->app);
}

void panel_ask_lane(uint32_t lane)
{
    panel.request.action = WB_ACTION_LANE;
    panel.request.lane = lane;
    panel.request.width = debug_seen.width;
}

void panel_ask_watch(const char *expression)
{
    panel.request.action = WB_ACTION_WATCH;
    snprintf(panel.request.text, sizeof panel.request.text, "%s", expression);
}

void panel_ask_stop(const char *expression, bool in_any)
{
    panel.request.action = WB_ACTION_STOP;
    panel.request.width = in_any ? 0 : 1;
    snprintf(panel.request.text, sizeof panel.request.text, "%s", expression);
}

static void ask(wb_debug_until until, bool back, int line)
{
    panel.request.action = WB_ACTION_GO;
    panel.request.goal = wb_debug_goal{until, line};
    panel.request.back = back;
}

// A small square and what it stands for, in one row with what is before; it breaks the row where
// there is no room left.
void panel_legend(ImU32 colour, const char *format, ...)
{
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ImGui::PushFont(panel.small);
    float height = ImGui::GetTextLineHeight(), side = 0.75f * height, gap = 4.0f * panel.scale;
    float width = side + gap + ImGui::CalcTextSize(text).x;
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    ImVec2 at = ImGui::GetCursorScreenPos();
    float top = at.y + 0.5f * (height - side);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + side, top + side), colour);
    list->AddText(ImVec2(at.x + side + gap, at.y), PANEL_MUTED, text);
    ImGui::Dummy(ImVec2(width, height));
    ImGui::PopFont();
    ImGui::SameLine(0.0f, 10.0f * panel.scale);
}

/* ---- What is asked after every command ---- */

static void read_values(const wb_debugger *debugger)
{
    static wb_debug_value value;
    wb_module_error error;
    debug_seen.has_values = debugger->watched[0] != '\0';
    debug_seen.value_error[0] = '\0';
    bool any = false;
    for (uint32_t i = 0; debug_seen.has_values && i < debug_seen.lane_count; i++) {
        bool good = wb_debug_evaluate(debugger->debug, i, debugger->watched, &value, &error);
        any = any || good;
        debug_seen.numbers[i] = NAN;
        snprintf(debug_seen.values[i], sizeof debug_seen.values[i], "–");
        if (!good) continue;
        wb_debug_value_text(&value, debug_seen.values[i], sizeof debug_seen.values[i]);
        char *end;
        double number = strtod(debug_seen.values[i], &end);
        if (*end == '\0') debug_seen.numbers[i] = number;
        if (strcmp(debug_seen.values[i], "true") == 0) debug_seen.numbers[i] = 1.0;
        if (strcmp(debug_seen.values[i], "false") == 0) debug_seen.numbers[i] = 0.0;
    }
    if (!debug_seen.has_values || any) return;
    debug_seen.has_values = false;
    snprintf(debug_seen.value_error, sizeof debug_seen.value_error, "%s", error.text);
}

static void look(const wb_debugger *debugger)
{
    if (debug_seen.version == debugger->version) return;
    size_t lines = (size_t)debugger->line_count;
    debug_seen.version = debugger->version;
    debug_seen.lane_count = wb_debug_lane_count(debugger->debug);
    debug_seen.first = wb_debug_selection(debugger->debug, &debug_seen.width);
    debug_seen.focus = wb_debug_selected(debugger->debug);
    debug_seen.place = wb_debug_where(debugger->debug);
    wb_debug_lanes(debugger->debug, debug_seen.lanes);
    wb_debug_count_lanes(debugger->debug, &debug_seen.waiting, &debug_seen.ended);
    debug_seen.counts = (wb_line_counts *)wb_grow(debug_seen.counts, &debug_seen.counts_capacity,
                                                  debugger->line_count, sizeof(wb_line_counts));
    debug_seen.here = (int *)wb_grow(debug_seen.here, &debug_seen.here_capacity,
                                     debugger->line_count, sizeof(int));
    memset(debug_seen.counts, 0, lines * sizeof *debug_seen.counts);
    memset(debug_seen.here, 0, lines * sizeof *debug_seen.here);
    wb_debug_line_counts(debugger->debug, debug_seen.counts, debugger->line_count);
    for (uint32_t i = 0; i < debug_seen.lane_count; i++) {
        int line = debug_seen.lanes[i].line;
        if (line >= 1 && line <= debugger->line_count) debug_seen.here[line - 1]++;
    }
    read_values(debugger);
}

/* ---- The head ---- */

static void group_box(const char *id, int axis, uint32_t group[3])
{
    static int typed[3];
    static bool is_typing[3];
    int value = is_typing[axis] ? typed[axis] : (int)group[axis];
    ImGui::SetNextItemWidth(48.0f * panel.scale);
    ImGui::InputInt(id, &value, 0, 0);
    is_typing[axis] = ImGui::IsItemActive();
    typed[axis] = value;
    if (!ImGui::IsItemDeactivatedAfterEdit()) return;
    panel.request.action = WB_ACTION_GROUP;
    memcpy(panel.request.group, group, sizeof panel.request.group);
    panel.request.group[axis] = (uint32_t)(value < 0 ? 0 : value);
}

static void show_group(const wb_debugger *debugger)
{
    static const char *const ids[] = {"##x", "##y", "##z"};
    const uint32_t *groups = debugger->desc.dispatch->groups,
                   *size = debugger->kernel->module.local_size;
    uint32_t group[3];
    memcpy(group, debugger->desc.group, sizeof group);
    int axes = groups[2] > 1 ? 3 : groups[1] > 1 ? 2 : 1;
    ImGui::AlignTextToFramePadding();
    panel_text(PANEL_MUTED, "work group");
    for (int i = 0; i < axes; i++) {
        ImGui::SameLine(0.0f, (i == 0 ? 6.0f : 3.0f) * panel.scale);
        group_box(ids[i], i, group);
        panel_hint("gl_WorkGroupID.%c. %s", "xyz"[i],
                   panel_is_in_picture()
                       ? "A click on the picture chooses the group that works there."
                       : "Type a number, and Enter.");
    }
    ImGui::SameLine(0.0f, 6.0f * panel.scale);
    // What the group accesses is known once it has been reached; and three boxes leave less room
    const char *how = !debugger->is_there      ? ""
                      : !panel_is_in_picture() ? ", by number"
                      : axes < 3               ? ", by click or number"
                                               : ", by click";
    panel_text(PANEL_MUTED, "of %s%s", panel_size(groups), how);
    panel_hint("Each has %u × %u × %u invocations (lanes).", size[0], size[1], size[2]);
}

// A choice of the lanes that commands move: all, or the 64, 32, 8, 1 around the focused one.
static void show_widths(void)
{
    static const uint32_t widths[] = {0, 64, 32, 8, 1};
    ImGui::SameLine(0.0f, 18.0f * panel.scale);
    panel_text(PANEL_MUTED, "commands move");
    for (uint32_t width : widths) {
        char label[24];
        if (width >= debug_seen.lane_count && width != 0) continue;
        snprintf(label, sizeof label, width == 0 ? "all lanes" : "%u", width);
        bool chosen =
            width == 0 ? debug_seen.width == debug_seen.lane_count : debug_seen.width == width;
        ImGui::SameLine(0.0f, 4.0f * panel.scale);
        ImGui::PushStyleColor(ImGuiCol_Text, chosen ? PANEL_ACCENT : PANEL_TEXT);
        if (ImGui::Button(label)) {
            panel.request.action = WB_ACTION_LANE;
            panel.request.lane = debug_seen.focus;
            panel.request.width = width;
        }
        ImGui::PopStyleColor();
        if (width == 0)
            panel_hint("All lanes of the group go on together.");
        else if (width == 1)
            panel_hint("Only the focused lane goes on.");
        else
            panel_hint("Only the %u lanes around the focused one go on, as a GPU would run them.",
                       width);
    }
}

static void ask_dispatch(int number)
{
    panel.request.action = WB_ACTION_WHICH;
    panel.request.dispatch = number;
}

// If the pass has several dispatches, a choice of one: "◀ ▶ dispatch 2 of 5".
static void show_dispatches(const wb_debugger *debugger)
{
    if (debugger->dispatch_count < 2) return;
    ImGui::SameLine(0.0f, 10.0f * panel.scale);
    ImGui::BeginDisabled(debugger->dispatch <= 1);
    if (ImGui::Button("◀##dispatch")) ask_dispatch(debugger->dispatch - 1);
    ImGui::EndDisabled();
    ImGui::SameLine(0.0f, 3.0f * panel.scale);
    ImGui::BeginDisabled(debugger->dispatch >= debugger->dispatch_count);
    if (ImGui::Button("▶##dispatch")) ask_dispatch(debugger->dispatch + 1);
    ImGui::EndDisabled();
    ImGui::SameLine(0.0f, 6.0f * panel.scale);
    panel_text(PANEL_MUTED, "dispatch %d of %d", debugger->dispatch, debugger->dispatch_count);
    panel_hint("Those of this pass, in their order: each finds what the ones before have left.");
}

static void show_title(const wb_debugger *debugger)
{
    ImGui::PushFont(panel.title);
    panel_text(PANEL_TEXT, "Debugging %s", debugger->caught->pass);
    ImGui::PopFont();
    ImGui::SameLine(0.0f, 10.0f * panel.scale);
    ImGui::AlignTextToFramePadding();
    panel_text(PANEL_MUTED, "%s", debugger->kernel->name);
    show_dispatches(debugger);
    float width = ImGui::CalcTextSize("Close  Esc").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         fmaxf(0.0f, ImGui::GetContentRegionAvail().x - width));
    if (ImGui::Button("Close  Esc")) panel.request.action = WB_ACTION_CLOSE;
}

/* ---- Commands ---- */

// Its name, and its key below.
static bool command(const char *name, const char *keys, float width, bool can, const char *hint)
{
    ImGui::PushFont(panel.small);
    float key_width = ImGui::CalcTextSize(keys).x, key_height = ImGui::GetTextLineHeight();
    ImGui::PopFont();
    float height = ImGui::GetTextLineHeight() + key_height + 8.0f * panel.scale;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(keys);
    ImGui::BeginDisabled(!can);
    bool pressed = ImGui::Button("##command", ImVec2(width, height));
    ImGui::EndDisabled();
    ImGui::PopID();
    panel_hint("%s", hint);
    ImDrawList *list = ImGui::GetWindowDrawList();
    float x = at.x + 0.5f * (width - ImGui::CalcTextSize(name).x), y = at.y + 3.0f * panel.scale;
    list->AddText(ImVec2(x, y), can ? PANEL_TEXT : PANEL_MUTED, name);
    y += ImGui::GetTextLineHeight() + 1.0f * panel.scale;
    list->AddText(panel.small, panel.small->FontSize, ImVec2(at.x + 0.5f * (width - key_width), y),
                  PANEL_MUTED, keys);
    ImGui::SameLine(0.0f, 3.0f * panel.scale);
    return pressed;
}

static void show_commands(const wb_debugger *debugger)
{
    static const struct {
        const char *name, *keys, *back_name, *back_keys, *hint;
        wb_debug_until until;
    } table[] = {
        {"Line", "F10", "◀ Line", "Shift+F10", "one line, over the functions that it calls",
         WB_DEBUG_OVER},
        {"Into", "F11", "◀ Into", "Ctrl+F11", "one line, also into functions", WB_DEBUG_INTO},
        {"Out", "Shift+F11", "◀ Out", "Ctrl+Shift+F11", "to where this function was called",
         WB_DEBUG_OUT},
        {"Cursor", "Ctrl+F10", "◀ Cursor", "Ctrl+Shift+F10", "to the line that was clicked",
         WB_DEBUG_LINE},
        {"Barrier", "F8", "◀ Barrier", "Shift+F8",
         "behind the next barrier(); in front of the last", WB_DEBUG_BARRIER},
        {"Finding", "F7", "◀ Finding", "Shift+F7", "to what the kernel machine finds wrong",
         WB_DEBUG_FINDING},
        {"Run", "F5", "◀ Run", "Shift+F5", "to a breakpoint, or the group's end or start",
         WB_DEBUG_BREAKPOINT},
        {"End", "End", "◀ Start", "Home", "to the end of the group; to its start", WB_DEBUG_END},
    };
    constexpr int COUNT = sizeof table / sizeof table[0];
    float gap = 3.0f * panel.scale;
    float width = floorf((ImGui::GetContentRegionAvail().x - (COUNT - 1) * gap) / COUNT);
    bool ended = debug_seen.ended == debug_seen.lane_count,
         at_start = wb_debug_position(debugger->debug) == 0;
    for (const auto &c : table) {
        bool can = !ended && (c.until != WB_DEBUG_LINE || debugger->cursor > 0);
        if (command(c.name, c.keys, width, can, c.hint)) ask(c.until, false, debugger->cursor);
    }
    ImGui::NewLine();
    for (const auto &c : table) {
        bool can = !at_start && (c.until != WB_DEBUG_LINE || debugger->cursor > 0);
        if (command(c.back_name, c.back_keys, width, can, c.hint))
            ask(c.until, true, debugger->cursor);
    }
    ImGui::NewLine();
}

/* ---- Where it stands ---- */

static const char *stop_text(wb_debug_stop stop)
{
    switch (stop) {
    case WB_DEBUG_AT_BREAKPOINT: return "Breakpoint. ";
    case WB_DEBUG_START: return "The group's start. ";
    case WB_DEBUG_LONG: return "Not there yet, after a long time: the same again goes on. ";
    default: return "";
    }
}

// Why it stopped: "sum in lane 5 and 2 more: 3 → 8. ", "Breakpoint. ", "Nothing was found up to
// here. "
static const char *before_place(void)
{
    static char text[400];
    const wb_debugger *debugger = &panel.session->debugger;
    const wb_debug_change *c = &debugger->change;
    char more[32] = "";
    text[0] = '\0';
    if (c->number != 0 && c->lanes > 1) snprintf(more, sizeof more, " and %u more", c->lanes - 1);
    if (c->number != 0)
        snprintf(text, sizeof text, "%s in lane %u%s: %s → %s. ", c->expression, c->lane, more,
                 c->before, c->after);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%s", stop_text(debugger->stop));
    length = strlen(text);
    if (debugger->missed[0] != '\0')
        snprintf(text + length, sizeof text - length, "%c%s. ", toupper(debugger->missed[0]),
                 debugger->missed + 1);
    return text;
}

static void show_stuck(void)
{
    uint32_t others = debug_seen.lane_count - debug_seen.waiting - debug_seen.ended;
    const wb_debug_lane *lane = &debug_seen.lanes[debug_seen.focus];
    if (debug_seen.ended == debug_seen.lane_count) {
        panel_text(PANEL_TEXT, "%sThe group has ended. Going back still works.", before_place());
        return;
    }
    if (lane->state == WB_DEBUG_DONE) {
        panel_text(PANEL_WAITS, "These lanes have ended; %u others have not.",
                   debug_seen.lane_count - debug_seen.ended);
        return;
    }
    panel_text(PANEL_WAITS, "These lanes wait at the barrier() in %s for %u others.",
               panel_place(lane->line), others);
    ImGui::SameLine();
    if (ImGui::SmallButton("Bring the others")) panel.request.action = WB_ACTION_OTHERS;
    panel_hint("Runs the lanes that are not there yet up to the barrier().");
}

static void show_state(const wb_debugger *debugger)
{
    const wb_debug_place *place = &debug_seen.place;
    if (place->line == 0) {
        show_stuck();
        return;
    }
    char text[700];
    const char *function = debugger->kernel->module.calls[place->call].function;
    snprintf(text, sizeof text, "%s%u of %u lanes %s %s, in %s()", before_place(), place->lanes,
             debug_seen.width, place->inside ? "are in the middle of" : "are about to run",
             panel_place(place->line), function);
    panel_text_fitted(PANEL_TEXT, ImGui::GetContentRegionAvail().x, text);
}

/* ---- The source ---- */

// Where the columns of the gutter end, and the code begins.
static struct {
    float number, here, runs, active, sectors, ways, code, width;
} gutter;

static void lay_gutter_out(const wb_debugger *debugger)
{
    float s = panel.scale;
    gutter.number = 46.0f * s;
    gutter.here = gutter.number + 38.0f * s;
    gutter.runs = gutter.here + 50.0f * s;
    gutter.active = gutter.runs + 44.0f * s;
    gutter.sectors = gutter.active + 48.0f * s;
    gutter.ways = gutter.sectors + (debugger->kernel->module.shared_size > 0 ? 36.0f * s : 0.0f);
    gutter.code = gutter.ways + 12.0f * s;
    gutter.width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
}

// Ends at that column.
static void gutter_text(ImVec2 at, float column, ImU32 colour, const char *text)
{
    float size = panel.small->FontSize;
    float width = panel.small->CalcTextSizeA(size, 1e9f, 0.0f, text).x;
    ImGui::GetWindowDrawList()->AddText(
        panel.small, size, ImVec2(at.x + column - width, at.y + 1.0f * panel.scale), colour, text);
}

static void column_head(float column, float width, const char *name, const char *hint)
{
    ImVec2 at = ImGui::GetCursorScreenPos();
    gutter_text(at, column, PANEL_MUTED, name);
    ImGui::SetCursorScreenPos(ImVec2(at.x + column - width, at.y));
    ImGui::Dummy(ImVec2(width, panel.small->FontSize));
    panel_hint("%s", hint);
    ImGui::SetCursorScreenPos(at);
}

static void show_column_heads(void)
{
    float s = panel.scale;
    ImVec2 at = ImGui::GetCursorScreenPos();
    column_head(gutter.number, 30.0f * s, "line",
                "A click left of it sets or takes away a "
                "breakpoint (F9: at the next line, or the one "
                "that was clicked).");
    column_head(gutter.here, 30.0f * s, "here", "How many lanes are about to run this line.");
    column_head(gutter.runs, 40.0f * s, "runs",
                "How many instructions of single lanes have run in this line.");
    column_head(gutter.active, 40.0f * s, "active",
                "How many of the lanes that ran together took part.");
    column_head(gutter.sectors, 44.0f * s, "sectors",
                "Pieces of 32 bytes that a request of 32 lanes to a buffer touches; 4 is the least "
                "for one word each.");
    if (gutter.ways > gutter.sectors)
        column_head(gutter.ways, 32.0f * s, "ways",
                    "Words that the most loaded of 32 banks of shared memory delivers to 32 lanes, "
                    "one after the other; 1 is the best.");
    ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + panel.small->FontSize + 3.0f * s));
    ImGui::GetWindowDrawList()->AddLine(ImGui::GetCursorScreenPos(),
                                        ImVec2(at.x + gutter.width, ImGui::GetCursorScreenPos().y),
                                        PANEL_LINE);
    ImGui::Dummy(ImVec2(1.0f, 1.0f));
}

static const char *short_count(uint64_t count, char *text, size_t size)
{
    if (count < 100000)
        snprintf(text, size, "%s", panel_count((long long)count));
    else if (count < 10000000)
        snprintf(text, size, "%.0fk", (double)count / 1e3);
    else
        snprintf(text, size, "%.0fM", (double)count / 1e6);
    return text;
}

static void show_ratio(ImVec2 at, float column, uint64_t part, uint64_t whole, double good)
{
    char text[32];
    if (whole == 0) return;
    double ratio = (double)part / (double)whole;
    snprintf(text, sizeof text, "%.1f", ratio);
    gutter_text(at, column, ratio > good ? PANEL_BAD : PANEL_MUTED, text);
}

static void show_counts(ImVec2 at, int line)
{
    char text[32];
    const wb_line_counts *c = &debug_seen.counts[line - 1];
    if (debug_seen.here[line - 1] > 0) {
        snprintf(text, sizeof text, "%d", debug_seen.here[line - 1]);
        gutter_text(at, gutter.here, PANEL_ACCENT, text);
    }
    if (c->executions == 0) return;
    gutter_text(at, gutter.runs, PANEL_MUTED, short_count(c->lane_executions, text, sizeof text));
    snprintf(text, sizeof text, "%.0f %%",
             100.0 * (double)c->lane_executions / (double)c->lane_places);
    gutter_text(at, gutter.active, PANEL_MUTED, text);
    show_ratio(at, gutter.sectors, c->sectors, c->buffer_requests, 16.0);
    if (gutter.ways > gutter.sectors)
        show_ratio(at, gutter.ways, c->bank_ways, c->shared_requests, 2.0);
}

static const wb_kernel_finding *shown_finding(void)
{
    const wb_debugger *debugger = &panel.session->debugger;
    return debugger->finding > 0 ? wb_debug_finding(debugger->debug, debugger->finding - 1) : NULL;
}

static void show_mark(const wb_debugger *debugger, ImVec2 at, int line, float height)
{
    ImDrawList *list = ImGui::GetWindowDrawList();
    float s = panel.scale, x = at.x + 8.0f * s, y = at.y + 0.5f * ImGui::GetTextLineHeight();
    const wb_debug_breakpoint *b = wb_debugger_breakpoint(debugger, line);
    bool waits = debug_seen.place.line == 0 && debug_seen.lanes[debug_seen.focus].line == line;
    if (line == debug_seen.place.line || waits) {
        list->AddRectFilled(at, ImVec2(at.x + gutter.width, at.y + height),
                            waits ? IM_COL32(24, 40, 62, 255) : IM_COL32(64, 52, 26, 255));
    } else if (line == debugger->cursor) {
        list->AddRectFilled(at, ImVec2(at.x + gutter.width, at.y + height), PANEL_FRAME);
    }
    const wb_kernel_finding *f = shown_finding();
    if (f != NULL && (line == f->line || (f->has_other && line == f->other_line)))
        list->AddRectFilled(at, ImVec2(at.x + 3.0f * s, at.y + height), PANEL_BAD);
    if (b != NULL) list->AddCircleFilled(ImVec2(x, y), 5.0f * s, PANEL_BAD);
    if (b != NULL && b->condition[0] != '\0')
        list->AddCircleFilled(ImVec2(x, y), 2.0f * s, PANEL_BACKGROUND);
    if (line == debug_seen.place.line) {
        ImVec2 tip(at.x + 21.0f * s, y);
        list->AddTriangleFilled(ImVec2(tip.x - 7.0f * s, y - 5.0f * s),
                                ImVec2(tip.x - 7.0f * s, y + 5.0f * s), tip, PANEL_ACCENT);
    }
}

// Where a row of code ends that begins at `from` and has so much room.
static const char *row_end(const char *from, const char *end, float room)
{
    const char *at = panel.mono->CalcWordWrapPositionA(1.0f, from, end, room);
    return at > from ? at : end;
}

// A line of code. One that is too long goes on below, further in.
static void draw_code(const wb_debugger_line *l, ImVec2 at, float room)
{
    const char *end = l->text + l->length, *from = l->text;
    const char *comment = (const char *)memmem(l->text, (size_t)l->length, "//", 2);
    if (comment == NULL) comment = end;
    ImDrawList *list = ImGui::GetWindowDrawList();
    float left = at.x, letter = ImGui::CalcTextSize("0").x, indent = 0.0f;
    ImU32 colour = l->text[0] == '#' ? PANEL_MUTED : PANEL_TEXT;
    do {
        const char *stop = row_end(from, end, room - indent);
        const char *code = stop < comment ? stop : from < comment ? comment : from;
        at.x = left + indent;
        if (code > from) list->AddText(at, colour, from, code);
        if (code > from) at.x += ImGui::CalcTextSize(from, code).x;
        if (stop > code) list->AddText(at, PANEL_MUTED, code, stop);
        for (from = stop; from < end && *from == ' ';) from++;
        indent = (float)(strspn(l->text, " ") + 4) * letter;
        at.y += ImGui::GetTextLineHeight();
    } while (from < end);
}

static void show_line(const wb_debugger *debugger, int line, float indent)
{
    const wb_debugger_line *l = &debugger->lines[line - 1];
    char number[16];
    float room = gutter.width - gutter.code - indent;
    float height = l->length > 0 ? ImGui::CalcTextSize(l->text, l->text + l->length, false, room).y
                                 : ImGui::GetTextLineHeight();
    height += 2.0f * panel.scale;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(line);
    if (ImGui::InvisibleButton("##mark", ImVec2(gutter.number, height)) && l->has_code) {
        panel.request.action = WB_ACTION_BREAKPOINT;
        panel.request.line = line;
    }
    ImGui::SameLine(0.0f, 0.0f);
    if (ImGui::InvisibleButton("##line", ImVec2(gutter.width - gutter.number, height)) &&
        l->has_code) {
        panel.request.action = WB_ACTION_CURSOR;
        panel.request.line = line;
    }
    ImGui::PopID();
    if (ImGui::IsRectVisible(at, ImVec2(at.x + gutter.width, at.y + height))) {
        show_mark(debugger, at, line, height);
        snprintf(number, sizeof number, "%d", l->number);
        if (l->number > 0)
            gutter_text(at, gutter.number, l->has_code ? PANEL_TEXT : IM_COL32(84, 88, 100, 255),
                        number);
        show_counts(at, line);
        draw_code(l, ImVec2(at.x + gutter.code + indent, at.y + 1.0f * panel.scale), room);
    }
    ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + height));
}

// The line that is kept in sight: the next one; if the lanes have ended, that of the finding.
static int shown_line(void)
{
    int line = debug_seen.place.line;
    if (line == 0) line = debug_seen.lanes[debug_seen.focus].line;
    return line == 0 && shown_finding() != NULL ? shown_finding()->line : line;
}

// Keeps the next line in sight, with some lines around it.
static void follow(float top)
{
    static int64_t version;
    float row = ImGui::GetTextLineHeight(), y = top - ImGui::GetWindowPos().y;
    if (version == debug_seen.version) return;
    version = debug_seen.version;
    if (y < 2.0f * row || y > ImGui::GetWindowHeight() - 4.0f * row)
        ImGui::SetScrollFromPosY(y, 0.4f);
}

static bool is_included(const wb_debugger *debugger, int line)
{
    return strcmp(debugger->lines[line - 1].file, debugger->kernel->name) != 0;
}

// The last line that comes from the same file without a gap.
static int end_of_file(const wb_debugger *debugger, int first)
{
    int last = first;
    while (last < debugger->line_count &&
           strcmp(debugger->lines[last].file, debugger->lines[first - 1].file) == 0)
        last++;
    return last;
}

// An included file opens in its place; by itself while the next line is in it.
static bool show_file_head(const wb_debugger *debugger, int first, int last)
{
    static int64_t version;
    const char *file = debugger->lines[first - 1].file;
    int next = shown_line();
    bool is_here = next >= first && next <= last;
    if (is_here && version != debug_seen.version) {
        ImGui::SetNextItemOpen(true);
        version = debug_seen.version;
    }
    ImGui::PushID(first);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gutter.code - 20.0f * panel.scale);
    ImGui::PushStyleColor(ImGuiCol_Text, PANEL_MUTED);
    bool open = ImGui::TreeNodeEx("file", ImGuiTreeNodeFlags_NoTreePushOnOpen, "%s", file);
    ImGui::PopStyleColor();
    ImGui::PopID();
    return open;
}

// Up to that height, or as high as it is.
static void show_source(const wb_debugger *debugger, float height)
{
    static float needed = 1e9f;
    ImGui::PushFont(panel.mono);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
    lay_gutter_out(debugger);
    show_column_heads();
    ImGui::BeginChild("code", ImVec2(0.0f, fminf(height, needed)), false);
    for (int first = 1; first <= debugger->line_count;) {
        int last = end_of_file(debugger, first);
        bool included = is_included(debugger, first), open = true;
        if (included) open = show_file_head(debugger, first, last);
        for (int line = first; open && line <= last; line++) {
            if (line == shown_line()) follow(ImGui::GetCursorScreenPos().y);
            show_line(debugger, line, included ? 12.0f * panel.scale : 0.0f);
        }
        first = last + 1;
    }
    needed = ImGui::GetCursorPosY() + ImGui::GetTextLineHeight();
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

/* ---- What stands below it ---- */

// Whether a finding has come, or has just been played: then its tab comes to the front, once.
static bool has_new_finding(const wb_debugger *debugger)
{
    static int64_t version;
    static int finding;
    bool is_other =
        debugger->finding != finding || (debugger->is_played && debugger->version != version);
    finding = debugger->finding;
    version = debugger->version;
    return is_other && debugger->finding > 0;
}

static void show_tabs(const wb_debugger *debugger)
{
    char label[40];
    bool has_new = has_new_finding(debugger);
    ImVec2 padding = ImGui::GetStyle().FramePadding;
    ImVec2 tight(5.0f * panel.scale, 3.0f * panel.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemInnerSpacing, ImVec2(2.0f * panel.scale, 0.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, tight);
    if (!ImGui::BeginTabBar("parts", ImGuiTabBarFlags_NoTooltip)) {
        ImGui::PopStyleVar(2);
        return;
    }
    int findings = wb_debug_finding_count(debugger->debug);
    snprintf(label, sizeof label, findings > 0 ? "Findings %d###findings" : "Findings###findings",
             findings);
    const struct {
        const char *name;
        void (*show)(void);
        bool there, comes;
    } tabs[] = {{"Variables", panel_show_variables, true, false},
                {"All lanes", panel_show_values, true, false},
                {"Shared", panel_show_shared, debugger->kernel->module.shared_size > 0, false},
                {"Accesses", panel_show_accesses, true, false},
                {label, panel_show_race, true, has_new},
                {"Breakpoints", panel_show_breakpoints, true, false}};
    for (const auto &tab : tabs) {
        if (!tab.there) continue;
        if (!ImGui::BeginTabItem(tab.name, NULL, tab.comes ? ImGuiTabItemFlags_SetSelected : 0))
            continue;
        ImGui::BeginChild("part", ImVec2(0.0f, 0.0f));
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
        tab.show();
        ImGui::PopStyleVar();
        ImGui::EndChild();
        ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
    ImGui::PopStyleVar(2);
}

static void show_below(const wb_debugger *debugger)
{
    ImVec2 room = ImGui::GetContentRegionAvail();
    float left = fminf(0.42f * room.x, fmaxf(270.0f * panel.scale, 0.75f * room.y));
    left = fmaxf(fminf(left, room.x - 470.0f * panel.scale), 0.34f * room.x); // the tabs' names
    ImGui::BeginChild("lanes", ImVec2(left, 0.0f));
    panel_show_lanes(ImGui::GetContentRegionAvail().y);
    ImGui::EndChild();
    ImGui::SameLine(0.0f, 14.0f * panel.scale);
    ImGui::BeginChild("right", ImVec2(0.0f, 0.0f));
    show_tabs(debugger);
    ImGui::EndChild();
}

void panel_show_debug(void)
{
    const wb_debugger *debugger = &panel.session->debugger;
    show_title(debugger);
    panel_show_errors();
    if (!debugger->is_there) {
        show_group(debugger);
        panel_text(PANEL_MUTED, "the work groups before it run: %s million instructions of lanes",
                   panel_count((long long)(debugger->approach / 1000000)));
        return;
    }
    look(debugger);
    show_group(debugger);
    show_widths();
    show_commands(debugger);
    show_state(debugger);
    ImGui::Spacing();
    float room = ImGui::GetContentRegionAvail().y;
    show_source(debugger, fmaxf(0.46f * room, room - 400.0f * panel.scale));
    ImGui::Separator();
    show_below(debugger);
}
