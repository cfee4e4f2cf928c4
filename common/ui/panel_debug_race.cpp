// The debugger: what has been found, a race in both orders, and breakpoints.
#include "ui/panel_parts.h"

/* ---- A finding ---- */

// A lane of the finding: which, at which line, and the code.
static void show_party(const char *when, const wb_invocation *who, int line)
{
    char code[300];
    const wb_debugger *debugger = &panel.session->debugger;
    uint32_t lane = wb_debugger_lane(debugger, who);
    bool own = memcmp(who->group, debugger->desc.group, sizeof who->group) == 0;
    ImGui::PushID(when);
    panel_text(PANEL_MUTED, "%s", when);
    ImGui::SameLine();
    if (own) {
        char label[40];
        snprintf(label, sizeof label, "lane %u", lane);
        if (ImGui::SmallButton(label)) panel_ask_lane(lane);
    } else {
        panel_text(PANEL_TEXT, "lane %u of group (%u, %u, %u)", lane, who->group[0], who->group[1],
                   who->group[2]);
    }
    ImGui::SameLine();
    panel_text_fitted(PANEL_TEXT, ImGui::GetContentRegionAvail().x, panel_place(line));
    ImGui::PopID();
    if (debugger->is_played) return; // room for what comes of it; the code stands above
    ImGui::PushFont(panel.mono);
    panel_text_wrapped(PANEL_MUTED, "%s",
                       wb_kernel_line(debugger->kernel, line, code, sizeof code));
    ImGui::PopFont();
}

static bool is_race(const wb_kernel_finding *f)
{
    return f->has_other && f->conflict[0] != '\0';
}

static const char *value_text(uint32_t value, bool undefined, char *text, size_t size)
{
    const wb_debugger *debugger = &panel.session->debugger;
    snprintf(text, size, "?");
    if (!undefined)
        wb_debug_word_text(&debugger->kernel->module, debugger->orders.variable,
                           debugger->orders.word, value, text, size);
    return text;
}

static void show_turn(const char *when, const wb_debug_turn *turn)
{
    char value[40];
    const wb_debug_access *a = &turn->access;
    static const char *const verbs[] = {"reads", "writes", "changes it by"};
    value_text(a->value, turn->undefined, value, sizeof value);
    ImGui::TextUnformatted(when);
    ImGui::SameLine(0.0f, 6.0f * panel.scale);
    panel_text(PANEL_TEXT, "lane %u %s", a->lane, verbs[a->kind]);
    ImGui::SameLine(0.0f, 6.0f * panel.scale);
    panel_text(a->kind == WB_DEBUG_READ ? PANEL_ACCENT : PANEL_TEXT, "%s", value);
}

static void show_order(const wb_debug_order *o, const char *object, float width)
{
    char before[40], after[40];
    value_text(o->before, o->before_undefined, before, sizeof before);
    value_text(o->after, o->after_undefined, after, sizeof after);
    ImGui::PushID(o);
    ImGui::PushFont(panel.small);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, PANEL_FRAME);
    float row = ImGui::GetTextLineHeightWithSpacing();
    ImGui::BeginChild("order", ImVec2(width, 4.0f * row + ImGui::GetStyle().WindowPadding.y), true,
                      ImGuiWindowFlags_NoScrollbar);
    panel_text(PANEL_MUTED, "%s before:", object);
    ImGui::SameLine(0.0f, 6.0f * panel.scale);
    panel_text(PANEL_TEXT, "%s", before);
    show_turn("first", &o->first);
    show_turn("then", &o->second);
    panel_text(PANEL_MUTED, "after both lines:");
    ImGui::SameLine(0.0f, 6.0f * panel.scale);
    panel_text(PANEL_ACCENT, "%s", after);
    ImGui::EndChild();
    ImGui::PopStyleColor();
    ImGui::PopFont();
    ImGui::PopID();
}

static void show_orders(void)
{
    const wb_debug_orders *orders = &panel.session->debugger.orders;
    float gap = 8.0f * panel.scale;
    float width = floorf(0.5f * (ImGui::GetContentRegionAvail().x - gap));
    show_order(&orders->order[0], orders->object, width);
    ImGui::SameLine(0.0f, gap);
    show_order(&orders->order[1], orders->object, width);
    panel_text_wrapped(orders->same ? PANEL_MUTED : PANEL_ACCENT, "%s",
                       orders->same
                           ? "For these values both come to the same; for others they need not."
                           : "Nothing says which of the two a GPU does. (? was never written.)");
}

static void show_finding(int number, const wb_kernel_finding *f)
{
    const wb_debugger *debugger = &panel.session->debugger;
    panel_text_wrapped(f->severity == WB_NOTE ? PANEL_TEXT : PANEL_BAD, "%s: %s", f->code, f->text);
    show_party("now", &f->at, f->line);
    if (f->has_other) show_party("before that", &f->other, f->other_line);
    if (is_race(f)) {
        if (!debugger->is_played && ImGui::Button("Play both orders")) {
            panel.request.action = WB_ACTION_BOTH_ORDERS;
            panel.request.finding = number;
        }
        if (debugger->is_played) show_orders();
    }
    if (debugger->refusal[0] != '\0') panel_text_wrapped(PANEL_MUTED, "%s", debugger->refusal);
    if (f->mend[0] != '\0') panel_text_wrapped(PANEL_GOOD, "What to do: %s.", f->mend);
}

/* ---- All of them ---- */

static void show_nan(void)
{
    const wb_debug_nan *nan = wb_debug_nan_found(panel.session->debugger.debug);
    if (nan == NULL) return;
    char more[32] = "";
    if (nan->lanes > 1) snprintf(more, sizeof more, " and %u more", nan->lanes - 1);
    panel_text_wrapped(PANEL_BAD, "NaN in %s, lane %u%s: %s%s", panel_place(nan->line), nan->lane,
                       more, nan->operation, nan->came_in ? ", which got one" : "");
}

void panel_show_race(void)
{
    const wb_debugger *debugger = &panel.session->debugger;
    int count = wb_debug_finding_count(debugger->debug);
    int shown = debugger->finding > 0 && debugger->finding <= count ? debugger->finding : 1;
    if (ImGui::SmallButton("To the first NaN  F6")) {
        panel.request.action = WB_ACTION_GO;
        panel.request.goal = wb_debug_goal{WB_DEBUG_NAN, 0};
        panel.request.back = false;
    }
    panel_hint("Runs to the first float operation whose result is not a number.");
    show_nan();
    if (count == 0) {
        panel_text_wrapped(PANEL_MUTED, "Nothing has been found in this group so far. F7 runs to "
                                        "the first finding.");
        return;
    }
    for (int i = 1; count > 1 && i <= count && i <= 8; i++) {
        char label[16];
        snprintf(label, sizeof label, "%d", i);
        if (!panel_choice(label, i == shown)) continue;
        panel.request.action = WB_ACTION_FINDING;
        panel.request.finding = i;
    }
    show_finding(shown, wb_debug_finding(debugger->debug, shown - 1));
}

/* ---- Breakpoints ---- */

static void show_breakpoint(const wb_debug_breakpoint *b)
{
    static char typed[96];
    static int typed_for;
    ImGui::PushID(b->number);
    if (ImGui::SmallButton("✕")) {
        panel.request.action = WB_ACTION_BREAKPOINT;
        panel.request.line = b->line;
    }
    panel_hint("Takes it away.");
    ImGui::SameLine();
    panel_text_fitted(PANEL_TEXT, 0.5f * ImGui::GetContentRegionAvail().x, panel_place(b->line));
    ImGui::SameLine();
    panel_text(PANEL_MUTED, "if");
    ImGui::SameLine();
    char text[96];
    snprintf(text, sizeof text, "%s", typed_for == b->number ? typed : b->condition);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    ImGui::InputTextWithHint("##condition", "always", text, sizeof text);
    if (ImGui::IsItemActive()) {
        typed_for = b->number;
        memcpy(typed, text, sizeof typed);
    } else if (typed_for == b->number) {
        typed_for = 0;
    }
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        panel.request.action = WB_ACTION_CONDITION;
        panel.request.line = b->line;
        snprintf(panel.request.text, sizeof panel.request.text, "%s", text);
    }
    panel_hint("It stops where a lane that is about to run the line has this: sum > 3, "
               "i == 7 && isnan(v.x)");
    ImGui::PopID();
}

static void show_watched(const wb_debug_watched *w)
{
    ImGui::PushID(w->number);
    if (ImGui::SmallButton("✕")) {
        panel.request.action = WB_ACTION_DELETE;
        panel.request.number = w->number;
    }
    panel_hint("Takes it away.");
    ImGui::SameLine();
    if (w->in_any)
        panel_text(PANEL_TEXT, "when %s changes, in any lane", w->expression);
    else
        panel_text(PANEL_TEXT, "when %s changes, in lane %u", w->expression, w->lane);
    ImGui::PopID();
}

void panel_show_breakpoints(void)
{
    const wb_debugger *debugger = &panel.session->debugger;
    const wb_debug_breakpoint *b;
    const wb_debug_watched *w;
    if (wb_debug_breakpoint_at(debugger->debug, 0) == NULL &&
        wb_debug_watched_at(debugger->debug, 0) == NULL)
        panel_text_wrapped(PANEL_MUTED, "None. A click left of a line's number sets one there; F9 "
                                        "at the next line, or at the line that was clicked. Under "
                                        "All lanes, a value stops commands when it changes.");
    for (int i = 0; (b = wb_debug_breakpoint_at(debugger->debug, i)) != NULL; i++)
        show_breakpoint(b);
    for (int i = 0; (w = wb_debug_watched_at(debugger->debug, i)) != NULL; i++) show_watched(w);
    if (debugger->refusal[0] != '\0') panel_text_wrapped(PANEL_BAD, "%s", debugger->refusal);
}
