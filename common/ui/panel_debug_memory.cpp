// The debugger: shared memory bank by bank, and what the line before or the next one accesses.
#include "ui/panel_parts.h"

#include "base/memory.h"
#include "machine/counters.h"

constexpr int BANKS = 32;

/* ---- The accesses that are looked at ---- */

// The accesses of one instruction by the 32 lanes around the focused one: one request.
typedef struct request {
    const wb_debug_access *at[WB_REQUEST_LANES]; // of each lane; NULL: none
    uint32_t first;                              // the first of the lanes
    const wb_debug_access *any;
    uint32_t cost; // sectors, bank ways, or lanes on one word
} request;

static int chosen_instruction; // number among those of the line
static bool looks_ahead;       // to the next line, not back to the last one

// What the next line would access, once asked for.
static struct {
    int64_t version;
    wb_debug_access *list;
    int count;
} ahead;

static void forget_ahead(void)
{
    free(ahead.list);
    memset(&ahead, 0, sizeof ahead);
}

static const wb_debug_access *accesses(int *count)
{
    wb_debug *debug = panel.session->debugger.debug;
    if (!looks_ahead) return wb_debug_accesses(debug, count);
    if (ahead.version != debug_seen.version) {
        forget_ahead();
        ahead.list = wb_debug_next_accesses(debug, &ahead.count);
        ahead.version = debug_seen.version;
    }
    *count = ahead.count;
    return ahead.list;
}

static void choose_line(void)
{
    panel_text(PANEL_MUTED, "accesses of the line");
    if (panel_choice("that has run", !looks_ahead)) looks_ahead = false;
    if (panel_choice("that comes next", looks_ahead)) looks_ahead = true;
}

// Lists the instructions of the line that access memory.
static int instructions_of(const wb_debug_access *a, int count, uint32_t *list, int most,
                           bool shared)
{
    int n = 0;
    const wb_module *m = &panel.session->debugger.kernel->module;
    for (int i = 0; i < count; i++) {
        bool known = false;
        if (shared && m->variables[a[i].variable].space != WB_SPACE_SHARED) continue;
        for (int k = 0; k < n; k++) known = known || list[k] == a[i].instruction;
        if (!known && n < most) list[n++] = a[i].instruction;
    }
    return n;
}

// The first request by these lanes; a loop in one line makes several.
static bool find_request(const wb_debug_access *a, int count, uint32_t instruction, request *r)
{
    uint32_t words[WB_REQUEST_LANES], last = 0;
    *r = request{};
    r->first = debug_seen.focus / WB_REQUEST_LANES * WB_REQUEST_LANES;
    for (uint32_t &word : words) word = WB_NO_WORD;
    for (int i = 0; i < count; i++) {
        if (a[i].instruction != instruction || a[i].lane - r->first >= WB_REQUEST_LANES) continue;
        if (r->any != NULL && a[i].lane <= last) break; // the next turn
        last = a[i].lane;
        r->at[a[i].lane - r->first] = r->any = &a[i];
        words[a[i].lane - r->first] = a[i].word;
    }
    if (r->any == NULL) return false;
    bool shared =
        panel.session->debugger.kernel->module.variables[r->any->variable].space == WB_SPACE_SHARED;
    r->cost = r->any->kind == WB_DEBUG_ATOMIC ? wb_count_collisions(words, WB_REQUEST_LANES)
              : shared                        ? wb_count_bank_ways(words, WB_REQUEST_LANES)
                       : wb_count_sectors(words, WB_REQUEST_LANES, r->any->words);
    return true;
}

static ImU32 kind_colour(wb_debug_access_kind kind)
{
    return kind == WB_DEBUG_READ ? PANEL_READS : PANEL_WRITES;
}

static const char *kind_text(wb_debug_access_kind kind)
{
    static const char *const texts[] = {"read", "write", "atomic"};
    return texts[kind];
}

static const char *word_name(const wb_debug_access *a, char *text, size_t size)
{
    int64_t element;
    const wb_module *m = &panel.session->debugger.kernel->module;
    if (m->variables[a->variable].space == WB_SPACE_IMAGE)
        snprintf(text, size, "%s, texel %u", m->variables[a->variable].name, a->word);
    else
        wb_module_name_word(m, a->variable, a->word, text, size, &element);
    return text;
}

void panel_memory_quit(void)
{
    forget_ahead();
}

/* ---- Shared memory ---- */

enum { AS_WRITER, AS_VALUE };
static int shown_as = AS_WRITER;

// Neighbours have similar colours, warps of 32 different ones.
static ImU32 writer_colour(uint32_t lane)
{
    static const ImU32 warps[] = {IM_COL32(92, 128, 178, 255), IM_COL32(96, 158, 132, 255),
                                  IM_COL32(150, 118, 176, 255), IM_COL32(168, 138, 92, 255)};
    return panel_mix(panel_mix(warps[lane / 32 % 4], PANEL_BACKGROUND, 0.45), warps[lane / 32 % 4],
                     (double)(lane % 32) / 31.0);
}

static void hatch(ImDrawList *list, ImVec2 low, ImVec2 high)
{
    ImU32 colour = IM_COL32(62, 66, 78, 255);
    float middle_x = 0.5f * (low.x + high.x), middle_y = 0.5f * (low.y + high.y);
    list->AddRectFilled(low, high, IM_COL32(20, 22, 27, 255));
    list->AddLine(ImVec2(low.x, high.y), ImVec2(high.x, low.y), colour);
    list->AddLine(ImVec2(low.x, middle_y), ImVec2(middle_x, low.y), colour);
    list->AddLine(ImVec2(middle_x, high.y), ImVec2(high.x, middle_y), colour);
}

static double shared_number(const wb_debug_word *word)
{
    char text[40], *end;
    wb_debug_word_text(&panel.session->debugger.kernel->module, word->variable, 0, word->value,
                       text, sizeof text);
    double number = strtod(text, &end);
    return *end == '\0' ? number : 0.0;
}

// The request that the line made to shared memory, if it did.
static bool shared_request(request *r)
{
    int count;
    uint32_t list[32];
    const wb_debug_access *a = accesses(&count);
    int n = instructions_of(a, count, list, 32, true);
    request one;
    bool any = false;
    for (int i = 0; i < n; i++) { // the costliest
        if (!find_request(a, count, list[i], &one)) continue;
        if (!any || one.cost > r->cost) *r = one;
        any = true;
    }
    return any;
}

static void show_shared_hint(uint32_t index, const wb_debug_word *word)
{
    char name[100], value[40] = "?";
    int64_t element;
    const wb_module *m = &panel.session->debugger.kernel->module;
    if (word->variable < 0) {
        panel_hint_at_mouse("word %u, bank %d: no variable", index, word->bank);
        return;
    }
    wb_module_name_word(m, word->variable, index, name, sizeof name, &element);
    if (word->written)
        wb_debug_word_text(m, word->variable, index, word->value, value, sizeof value);
    if (!word->written)
        panel_hint_at_mouse("%s, bank %d\nnever written", name, word->bank);
    else if (word->lane == WB_DEBUG_NO_LANE)
        panel_hint_at_mouse("%s = %s, bank %d", name, value, word->bank);
    else
        panel_hint_at_mouse("%s = %s, bank %d\nwritten by lane %u in %s", name, value, word->bank,
                            word->lane, panel_place(word->line));
}

// How many different words of each bank the request takes.
static void count_banks(const request *r, uint32_t ways[BANKS])
{
    memset(ways, 0, BANKS * sizeof *ways);
    for (int i = 0; i < WB_REQUEST_LANES; i++) {
        bool again = r->at[i] == NULL;
        for (int k = 0; k < i && !again; k++)
            again = r->at[k] != NULL && r->at[k]->word == r->at[i]->word;
        if (!again) ways[r->at[i]->word % BANKS]++;
    }
}

static bool is_in_request(const request *r, uint32_t word)
{
    for (const wb_debug_access *a : r->at)
        if (a != NULL && word >= a->word && word < a->word + a->words) return true;
    return false;
}

static void show_bank_heads(ImVec2 at, float cell, const uint32_t ways[BANKS])
{
    char text[12];
    ImDrawList *list = ImGui::GetWindowDrawList();
    for (int bank = 0; bank < BANKS; bank++) {
        bool conflict = ways[bank] > 1;
        if (!conflict && bank % 4 != 0) continue;
        snprintf(text, sizeof text, "%u", conflict ? ways[bank] : (unsigned)bank);
        // Two digits are wider than a small cell: of equal neighbours every second has its number
        if (conflict && cell < 20.0f * panel.scale && bank > 0 && ways[bank] == ways[bank - 1] &&
            ways[bank] > 9 && bank % 2 == 1)
            continue;
        list->AddText(panel.small, panel.small->FontSize, ImVec2(at.x + (float)bank * cell, at.y),
                      conflict ? PANEL_BAD : PANEL_MUTED, text);
    }
}

static void show_shared_legend(const request *r, bool any)
{
    if (shown_as == AS_WRITER) {
        panel_legend(writer_colour(31), "lanes 0–31");
        if (debug_seen.lane_count > 32) panel_legend(writer_colour(63), "32–63");
        if (debug_seen.lane_count > 64) panel_legend(writer_colour(95), "64–95");
        if (debug_seen.lane_count > 96) panel_legend(writer_colour(127), "96–127, and so on");
    } else {
        panel_legend(panel_value_colour(0.0, 0.0, 1.0), "0");
        panel_legend(panel_value_colour(1.0, 0.0, 1.0), "the highest");
    }
    ImGui::NewLine();
    panel_legend(IM_COL32(62, 66, 78, 255), "hatched: never written");
    ImGui::NewLine();
    if (!any) return;
    panel_legend(r->cost > 1 ? PANEL_BAD : PANEL_GOOD,
                 "outlined: %s by lanes %u–%u in line %d, %u way%s%s", kind_text(r->any->kind),
                 r->first, r->first + WB_REQUEST_LANES - 1,
                 wb_kernel_place(panel.session->debugger.kernel, r->any->line).line, r->cost,
                 panel_plural(r->cost), r->cost > 1 ? ": a bank conflict" : "");
    ImGui::NewLine();
}

// Where the words are drawn: 32 in a row, one of each bank.
typedef struct word_grid {
    ImVec2 at; // the first word's upper left corner
    float cell;
    uint32_t count;
    double lowest, highest; // of their values
} word_grid;

static ImVec2 word_corner(const word_grid *g, uint32_t index)
{
    return ImVec2(g->at.x + (float)(index % BANKS) * g->cell,
                  g->at.y + (float)(index / BANKS) * g->cell);
}

static void find_value_range(word_grid *g)
{
    const wb_debug *debug = panel.session->debugger.debug;
    for (uint32_t i = 0; i < g->count; i++) {
        wb_debug_word word = wb_debug_shared_at(debug, i);
        if (!word.written || word.variable < 0) continue;
        double number = shared_number(&word);
        if (!isfinite(number)) continue;
        g->highest = fmax(g->highest, number);
        g->lowest = fmin(g->lowest, number);
    }
}

static ImU32 word_colour(const word_grid *g, const wb_debug_word *word)
{
    if (shown_as == AS_VALUE) return panel_value_colour(shared_number(word), g->lowest, g->highest);
    return word->lane == WB_DEBUG_NO_LANE ? PANEL_ELSEWHERE : writer_colour(word->lane);
}

// `outline`: 0 if the word is not in the request.
static void draw_word(const word_grid *g, uint32_t index, const wb_debug_word *word, ImU32 outline)
{
    ImDrawList *list = ImGui::GetWindowDrawList();
    float inner = g->cell >= 6.0f ? g->cell - 1.0f : g->cell;
    ImVec2 low = word_corner(g, index), high(low.x + inner, low.y + inner);
    if (!ImGui::IsRectVisible(low, high)) return;
    if (word->written)
        list->AddRectFilled(low, high, word_colour(g, word));
    else
        hatch(list, low, high);
    if (outline != 0) list->AddRect(low, high, outline, 0.0f, 0, fmaxf(1.5f, 1.5f * panel.scale));
}

// The number of a row's first word, where there is room for it.
static void draw_row_head(const word_grid *g, float x, uint32_t index)
{
    char text[16];
    uint32_t row = index / BANKS;
    if (row % 2 != 0 && g->cell < panel.small->FontSize) return;
    snprintf(text, sizeof text, "%u", index);
    ImGui::GetWindowDrawList()->AddText(panel.small, panel.small->FontSize,
                                        ImVec2(x, g->at.y + (float)row * g->cell), PANEL_MUTED,
                                        text);
}

// Makes room for the words, with the banks' heads above and the rows' numbers from `left` on.
static word_grid lay_words_out(const uint32_t ways[BANKS], float *left)
{
    word_grid g = {};
    float label = 34.0f * panel.scale, head = panel.small->FontSize + 2.0f * panel.scale;
    float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
    ImVec2 at = ImGui::GetCursorScreenPos();
    g.count = wb_debug_shared_count(panel.session->debugger.debug);
    g.cell = fminf(fmaxf(floorf((room - label) / BANKS), 4.0f), 22.0f * panel.scale);
    g.at = ImVec2(at.x + label, at.y + head);
    *left = at.x;
    ImGui::GetWindowDrawList()->AddText(panel.small, panel.small->FontSize, at, PANEL_MUTED,
                                        "bank");
    show_bank_heads(ImVec2(g.at.x, at.y), g.cell, ways);
    float height = g.cell * (float)((g.count + BANKS - 1) / BANKS);
    ImGui::InvisibleButton("##words", ImVec2(label + g.cell * BANKS, head + height));
    return g;
}

static void show_words(const request *r, bool any)
{
    uint32_t ways[BANKS] = {0};
    float left;
    if (any) count_banks(r, ways);
    word_grid g = lay_words_out(ways, &left);
    if (shown_as == AS_VALUE) find_value_range(&g);
    bool hovered = ImGui::IsItemHovered();
    ImVec2 mouse = ImGui::GetIO().MousePos;
    for (uint32_t i = 0; i < g.count; i++) {
        wb_debug_word word = wb_debug_shared_at(panel.session->debugger.debug, i);
        ImU32 outline = ways[i % BANKS] > 1 ? PANEL_BAD : PANEL_GOOD;
        if (i % BANKS == 0) draw_row_head(&g, left, i);
        draw_word(&g, i, &word, any && is_in_request(r, i) ? outline : 0);
        ImVec2 low = word_corner(&g, i);
        if (hovered && mouse.x >= low.x && mouse.x < low.x + g.cell && mouse.y >= low.y &&
            mouse.y < low.y + g.cell)
            show_shared_hint(i, &word);
    }
}

static void list_variables(void)
{
    char type[60];
    const wb_module *m = &panel.session->debugger.kernel->module;
    for (int i = 0; i < m->variable_count; i++) {
        const wb_variable *v = &m->variables[i];
        if (v->space != WB_SPACE_SHARED) continue;
        ImGui::PushFont(panel.small);
        panel_text(PANEL_MUTED, "%s %s from word %u",
                   wb_debug_type_text(m, v->type, type, sizeof type), v->name, v->offset / 4);
        ImGui::PopFont();
    }
}

void panel_show_shared(void)
{
    request r = {};
    bool any = shared_request(&r);
    panel_text(PANEL_MUTED, "words by");
    if (panel_choice("last writer", shown_as == AS_WRITER)) shown_as = AS_WRITER;
    if (panel_choice("value", shown_as == AS_VALUE)) shown_as = AS_VALUE;
    ImGui::SameLine(0.0f, 14.0f * panel.scale);
    panel_text(PANEL_MUTED, "outlined");
    if (panel_choice("last line", !looks_ahead)) looks_ahead = false;
    if (panel_choice("next line", looks_ahead)) looks_ahead = true;
    show_shared_legend(&r, any);
    show_words(&r, any);
    list_variables();
}

/* ---- Accesses ---- */

// A row of boxes: the sectors of 8 words that are touched, or the banks of shared memory.
typedef struct box_list {
    uint32_t number[64]; // of the sector or bank, in ascending order
    int count;
} box_list;

static void add_box(box_list *boxes, uint32_t number)
{
    for (int i = 0; i < boxes->count; i++)
        if (boxes->number[i] == number) return;
    if (boxes->count == 64) return;
    int at = boxes->count++;
    while (at > 0 && boxes->number[at - 1] > number) {
        boxes->number[at] = boxes->number[at - 1];
        at--;
    }
    boxes->number[at] = number;
}

static box_list boxes_of(const request *r, bool shared)
{
    box_list boxes = {};
    for (uint32_t bank = 0; shared && bank < BANKS; bank++) add_box(&boxes, bank);
    for (const wb_debug_access *a : r->at) {
        if (a == NULL || shared) continue;
        for (uint32_t word = a->word; word < a->word + a->words; word++) add_box(&boxes, word / 8);
    }
    return boxes;
}

static int box_index(const box_list *boxes, uint32_t number)
{
    for (int i = 0; i < boxes->count; i++)
        if (boxes->number[i] == number) return i;
    return 0;
}

static void show_request_title(const request *r, bool shared)
{
    char first[100];
    uint32_t lanes = 0;
    const wb_debug_access *start = NULL;
    for (const wb_debug_access *a : r->at) {
        if (a == NULL) continue;
        if (start == NULL) start = a;
        lanes++;
    }
    word_name(start, first, sizeof first);
    panel_text(kind_colour(r->any->kind), "%s", kind_text(r->any->kind));
    ImGui::SameLine();
    panel_text(PANEL_TEXT, "%u lane%s, from %s on", lanes, panel_plural(lanes), first);
    const char *what = r->any->kind == WB_DEBUG_ATOMIC ? "on one word, where they queue"
                       : shared ? "from the most loaded bank, one after the other"
                                : "of 32 bytes";
    uint32_t least =
        shared || r->any->kind == WB_DEBUG_ATOMIC ? 1 : (lanes * r->any->words + 7) / 8;
    const char *unit = r->any->kind == WB_DEBUG_ATOMIC ? "lane" : shared ? "word" : "sector";
    panel_text_wrapped(r->cost > least ? PANEL_BAD : PANEL_GOOD,
                       "%u %s%s %s; %u would be the least", r->cost, unit, panel_plural(r->cost),
                       what, least);
}

// Where lanes and boxes are drawn.
typedef struct arrow_layout {
    ImVec2 at; // the upper left corner of it all
    float room, top, bottom, cell;
    float lane_width, box_width;
    bool shared;
} arrow_layout;

static arrow_layout lay_arrows_out(const box_list *boxes, bool shared)
{
    arrow_layout l = {};
    ImVec2 avail = ImGui::GetContentRegionAvail();
    float s = panel.scale;
    l.at = ImGui::GetCursorScreenPos();
    l.shared = shared;
    l.room = avail.x - 4.0f * s;
    l.cell = 14.0f * s;
    l.lane_width = floorf(l.room / (float)WB_REQUEST_LANES);
    l.box_width = fminf(l.room / (float)boxes->count, 120.0f * s);
    l.top = l.at.y + panel.small->FontSize + 2.0f * s;
    l.bottom = l.top + l.cell + fmaxf(70.0f * s, 0.35f * avail.y);
    return l;
}

// A lane, its word in the box below, and a line from one to the other.
static void draw_arrow(const arrow_layout *l, const request *r, const box_list *boxes,
                       uint32_t lane)
{
    constexpr ImU32 WHITE = IM_COL32(255, 255, 255, 255);
    const wb_debug_access *a = r->at[lane];
    ImDrawList *list = ImGui::GetWindowDrawList();
    float x = l->at.x + (float)lane * l->lane_width, s = panel.scale;
    bool focus = r->first + lane == debug_seen.focus;
    ImU32 colour = a == NULL ? PANEL_ENDED : kind_colour(a->kind);
    list->AddRectFilled(ImVec2(x, l->top), ImVec2(x + l->lane_width - 1.0f, l->top + l->cell),
                        colour);
    if (focus)
        list->AddRect(ImVec2(x - 1.0f, l->top - 1.0f),
                      ImVec2(x + l->lane_width, l->top + l->cell + 1.0f), WHITE);
    if (a == NULL) return;
    // A box is a bank, or the eight words of a sector
    float step = l->shared ? l->box_width : l->box_width / 8.0f;
    uint32_t box = l->shared ? a->word % BANKS : a->word / 8;
    float to = l->at.x + (float)box_index(boxes, box) * l->box_width;
    if (!l->shared) to += (float)(a->word % 8) * step;
    float width = fmaxf(1.0f, step * (float)(l->shared ? 1 : a->words) - 1.0f);
    list->AddRectFilled(ImVec2(to, l->bottom), ImVec2(to + width, l->bottom + l->cell), colour);
    list->AddLine(ImVec2(x + 0.5f * l->lane_width, l->top + l->cell),
                  ImVec2(to + 0.5f * width, l->bottom),
                  focus ? WHITE : (colour & 0x00FFFFFF) | 0xB0000000u, (focus ? 2.0f : 1.0f) * s);
}

// Lanes above, cells of memory below, and a line from each lane to its word.
static void show_arrows(const request *r, bool shared)
{
    char label[100];
    box_list boxes = boxes_of(r, shared);
    arrow_layout l = lay_arrows_out(&boxes, shared);
    ImDrawList *list = ImGui::GetWindowDrawList();
    float text = panel.small->FontSize, s = panel.scale;
    snprintf(label, sizeof label, "lanes %u–%u", r->first, r->first + WB_REQUEST_LANES - 1);
    list->AddText(panel.small, text, l.at, PANEL_MUTED, label);
    for (int i = 0; i < boxes.count; i++) {
        float x = l.at.x + (float)i * l.box_width;
        list->AddRectFilled(ImVec2(x, l.bottom), ImVec2(x + l.box_width - 1.0f, l.bottom + l.cell),
                            PANEL_FRAME);
    }
    for (uint32_t lane = 0; lane < WB_REQUEST_LANES; lane++) draw_arrow(&l, r, &boxes, lane);
    if (shared)
        snprintf(label, sizeof label, "the 32 banks of shared memory");
    else
        snprintf(label, sizeof label, "%d sector%s of 8 words, those between left out", boxes.count,
                 panel_plural(boxes.count));
    float below = l.bottom + l.cell;
    list->AddText(panel.small, text, ImVec2(l.at.x, below + 3.0f * s), PANEL_MUTED, label);
    ImGui::Dummy(ImVec2(l.room, below + text + 6.0f * s - l.at.y));
}

static void show_values_of(const request *r)
{
    const wb_debug_access *a = r->at[debug_seen.focus % WB_REQUEST_LANES];
    char name[100], value[40];
    if (a == NULL) {
        panel_text(PANEL_MUTED, "lane %u makes no access here", debug_seen.focus);
        return;
    }
    const wb_module *m = &panel.session->debugger.kernel->module;
    word_name(a, name, sizeof name);
    if (m->variables[a->variable].space == WB_SPACE_IMAGE) {
        panel_text(PANEL_TEXT, "lane %u: %s", a->lane, name);
        return;
    }
    wb_debug_word_text(m, a->variable, a->word, a->value, value, sizeof value);
    panel_text(PANEL_TEXT, "lane %u: %s %s %s", a->lane, name, a->kind == WB_DEBUG_READ ? "→" : "←",
               value);
}

// A button for each instruction of the line that accesses memory: one of them is looked at.
static void choose_instruction(const wb_debug_access *a, int count, const uint32_t *list, int n)
{
    const wb_module *m = &panel.session->debugger.kernel->module;
    panel_text(PANEL_MUTED,
               "line %d:", wb_kernel_place(panel.session->debugger.kernel, a[0].line).line);
    if (chosen_instruction >= n) chosen_instruction = 0;
    for (int i = 0; i < n; i++) {
        char label[100];
        const wb_debug_access *one = a;
        while (one + 1 < a + count && one->instruction != list[i]) one++;
        const wb_variable *v = &m->variables[one->variable];
        snprintf(label, sizeof label, "%d %s %s##%d", i + 1, kind_text(one->kind),
                 v->name[0] != '\0' ? v->name : v->block, i);
        float width = ImGui::CalcTextSize(label, NULL, true).x + 12.0f * panel.scale;
        ImGui::SameLine(0.0f, 4.0f * panel.scale);
        if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
        ImGui::PushStyleColor(ImGuiCol_Text, i == chosen_instruction ? PANEL_ACCENT : PANEL_TEXT);
        if (ImGui::SmallButton(label)) chosen_instruction = i;
        ImGui::PopStyleColor();
    }
}

void panel_show_accesses(void)
{
    int count;
    uint32_t list[32];
    const wb_debug_access *a = accesses(&count);
    int n = instructions_of(a, count, list, 32, false);
    request r;
    choose_line();
    if (n == 0) {
        panel_text_wrapped(PANEL_MUTED, looks_ahead ? "The next line accesses no memory."
                                                    : "The line that ran last has accessed none.");
        return;
    }
    choose_instruction(a, count, list, n);
    if (!find_request(a, count, list[chosen_instruction], &r)) {
        panel_text_wrapped(PANEL_MUTED, "The 32 lanes around lane %u make none of these.",
                           debug_seen.focus);
        return;
    }
    const wb_module *m = &panel.session->debugger.kernel->module;
    bool shared = m->variables[r.any->variable].space == WB_SPACE_SHARED;
    show_request_title(&r, shared);
    ImGui::Spacing();
    show_arrows(&r, shared);
    show_values_of(&r);
}
