// The panel's buffer inspector: a part of a named buffer as numbers or as coloured cells, its
// statistics, and what the last dispatch changed. It reads back only what it shows.
#include "ui/panel_parts.h"

constexpr int MAX_SIDE = 256; // cells of the coloured view, each way
constexpr int MAX_CELLS = MAX_SIDE * MAX_SIDE;
constexpr int TABLE_ROWS = 10;         // of the table, at least
constexpr int MAX_COMPARED = 16 << 20; // elements that are compared with the CPU's
constexpr int64_t MAX_KEPT = 64 << 20; // bytes of all buffers that are kept before a dispatch

// The part that is shown: rows and columns of the buffer seen as a table.
typedef struct table_part {
    long long row, column, rows, columns, slice, channel;
} table_part;

static struct {
    char name[64]; // of the buffer that is shown
    bool as_cells;
    int side = 64;         // cells of the coloured view
    int characters = 4;    // of the widest number seen in the table
    int line = 4;          // elements a line, of a buffer with one dimension
    long long row, column; // the upper left corner
    int slice, channel;    // of a texture
    bool compares;         // with the CPU
} chosen;

// What was read last, and from which buffer.
static struct {
    char name[64];
    GLuint id;
    int64_t version;
    table_part part;
    double values[MAX_CELLS];
    bool there[MAX_CELLS], changed[MAX_CELLS];
    double lowest, highest; // of the values and 0
} seen;

// The comparison of the whole buffer with what the CPU expects.
static struct {
    char name[64];
    int64_t version;
    bool answered;
    bool *wrong;        // for each element
    uint32_t *expected; // the bits of each
    size_t count, wrong_count;
    long long first_wrong;
} comparison;

static GLuint texture; // the coloured view

/* ---- A buffer as a table ---- */

long long panel_elements(const wb_buffer *buffer)
{
    return (long long)buffer->size_bytes / 4;
}

bool panel_is_flat(const wb_buffer *buffer)
{
    return buffer->dimensions < 2;
}

static bool is_texture(const wb_buffer *buffer)
{
    return buffer->target != GL_NONE;
}

static bool is_volume(const wb_buffer *buffer)
{
    return buffer->target == GL_TEXTURE_3D;
}

static long long channels_of(const wb_buffer *buffer)
{
    return (long long)wb_texture_channels(buffer);
}

long long panel_columns(const wb_buffer *buffer)
{
    if (panel_is_flat(buffer)) return chosen.line;
    return (long long)buffer->shape[buffer->dimensions - 1 - (channels_of(buffer) > 1)];
}

long long panel_rows(const wb_buffer *buffer)
{
    long long columns = panel_columns(buffer);
    if (is_texture(buffer)) return (long long)buffer->shape[is_volume(buffer)];
    return (panel_elements(buffer) + columns - 1) / columns;
}

// Where in the buffer a number of the table is.
static size_t element_at(const wb_buffer *buffer, long long row, long long column)
{
    long long first = is_texture(buffer) ? chosen.slice * panel_rows(buffer) : 0;
    long long texel = (first + row) * panel_columns(buffer) + column;
    return (size_t)(texel * channels_of(buffer) + (is_texture(buffer) ? chosen.channel : 0));
}

wb_inspect_table panel_table(const wb_buffer *buffer, long long row, long long rows,
                             long long column, long long columns)
{
    wb_inspect_table table;
    table.first = element_at(buffer, row, column);
    table.columns = (size_t)columns;
    table.column_step = (size_t)channels_of(buffer);
    table.rows = (size_t)rows;
    table.row_step = (size_t)(panel_columns(buffer) * channels_of(buffer));
    return table;
}

int panel_figures_column(const wb_buffer *buffer)
{
    return is_texture(buffer) ? chosen.channel : (int)seen.part.column;
}

// The other way round: what is to be shown, so that the number is in the corner.
static void go_to(const wb_buffer *buffer, long long element)
{
    long long channels = channels_of(buffer), columns = panel_columns(buffer);
    long long rows = panel_rows(buffer), texel = element / channels;
    chosen.column = texel % columns;
    chosen.row = texel / columns;
    if (!is_texture(buffer)) return;
    chosen.channel = (int)(element % channels);
    chosen.slice = (int)(chosen.row / rows);
    chosen.row %= rows;
}

static long long clamp(long long value, long long low, long long high)
{
    return value < low ? low : value > high ? high : value;
}

static table_part choose_part(const wb_buffer *buffer, long long most_rows, long long most_columns)
{
    table_part shown;
    long long rows = panel_rows(buffer), columns = panel_columns(buffer);
    shown.rows = clamp(most_rows, 1, rows);
    shown.columns = clamp(most_columns, 1, columns);
    shown.row = chosen.row = clamp(chosen.row, 0, rows - shown.rows);
    shown.column = chosen.column = clamp(chosen.column, 0, columns - shown.columns);
    shown.slice = chosen.slice;
    shown.channel = chosen.channel;
    return shown;
}

static const char *const channel_names[] = {"r", "g", "b", "a"};

// "[12, 34]", or "[50]" in a buffer with one dimension, or "[3, 12, 34].g" in a texture.
static const char *index_text(const wb_buffer *buffer, long long row, long long column, char *text,
                              size_t size)
{
    char label[64], slice[24] = "";
    if (is_volume(buffer)) snprintf(slice, sizeof slice, "%d, ", chosen.slice);
    if (is_texture(buffer))
        snprintf(text, size, "[%s%lld, %lld]%s%s", slice, row, column,
                 channels_of(buffer) > 1 ? "." : "",
                 channels_of(buffer) > 1 ? channel_names[chosen.channel] : "");
    else if (panel_is_flat(buffer))
        snprintf(text, size, "[%lld]", row * chosen.line + column);
    else if (buffer->fields != NULL)
        snprintf(text, size, "[%lld].%s", row,
                 wb_fields_label(buffer->fields, (int)column, label, sizeof label));
    else
        snprintf(text, size, "[%lld, %lld]", row, column);
    return text;
}

static const char *value_text(const wb_buffer *buffer, long long column, double value, char *text,
                              size_t size)
{
    wb_type type = wb_fields_type(buffer->fields, buffer->type, (size_t)column);
    if (buffer->pixels) {
        uint32_t pixel = (uint32_t)value; // red in the lowest byte
        snprintf(text, size, "%u %u %u %u", pixel & 255u, pixel >> 8 & 255u, pixel >> 16 & 255u,
                 pixel >> 24);
        return text;
    }
    snprintf(text, size, type == WB_F32 ? "%.6g" : "%.0f", value);
    return text;
}

/* ---- Reading ---- */

static void note_values(size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        seen.there[i] = true;
        if (!isfinite(seen.values[i])) continue;
        seen.lowest = fmin(seen.lowest, seen.values[i]);
        seen.highest = fmax(seen.highest, seen.values[i]);
    }
}

static void read_rows(const wb_buffer *buffer, const table_part *shown)
{
    long long columns = panel_columns(buffer);
    bool *changed = panel.session->paused ? seen.changed : NULL;
    memset(seen.there, 0, sizeof seen.there);
    memset(seen.changed, 0, sizeof seen.changed);
    seen.lowest = seen.highest = 0.0;
    if (is_texture(buffer)) { // all at once: each reading is one of the whole texture
        wb_inspect_table table =
            panel_table(buffer, shown->row, shown->rows, shown->column, shown->columns);
        wb_inspect_read_table(buffer, &table, seen.values, changed);
        note_values(0, (size_t)(shown->rows * shown->columns));
        return;
    }
    for (long long r = 0; r < shown->rows; r++) {
        size_t first = (size_t)((shown->row + r) * columns + shown->column);
        size_t at = (size_t)(r * shown->columns);
        size_t count = wb_inspect_read(buffer, first, (size_t)shown->columns, seen.values + at,
                                       changed != NULL ? changed + at : NULL);
        note_values(at, count);
    }
}

// Reads the part if it can have changed; while the lesson runs, five times a second at most. True
// if it did.
static bool read_part(const wb_buffer *buffer, const table_part *shown)
{
    bool same_part = memcmp(&seen.part, shown, sizeof *shown) == 0 && seen.id == buffer->id &&
                     strcmp(seen.name, buffer->name) == 0;
    bool is_old = seen.version != panel.session->version && panel.refresh;
    if (same_part && !is_old) return false;
    snprintf(seen.name, sizeof seen.name, "%s", buffer->name);
    seen.id = buffer->id;
    seen.version = panel.session->version;
    seen.part = *shown;
    glMemoryBarrier(wb_buffers_read_bits()); // what kernels wrote is read back
    read_rows(buffer, shown);
    return true;
}

// For a buffer that is too large to be kept: keeps the part that is shown.
static void remember_part(const wb_buffer *buffer)
{
    const table_part *p = &seen.part;
    size_t first = element_at(buffer, p->row, p->column);
    size_t last = element_at(buffer, p->row + p->rows - 1, p->column + p->columns - 1);
    wb_inspect_remember(buffer, first, last - first + 1);
}

// Keeps all buffers that are small enough, so that the user may look around afterwards.
void panel_buffers_before_dispatch(void)
{
    int64_t room = MAX_KEPT;
    const wb_buffer *buffer, *shown = wb_buffer_find(seen.name);
    wb_inspect_remember(NULL, 0, 0);
    glMemoryBarrier(wb_buffers_read_bits()); // what kernels wrote is read back
    for (int i = 0; (buffer = wb_buffer_at(i)) != NULL; i++) {
        bool fits = buffer->size_bytes <= room;
        if (fits) wb_inspect_remember(buffer, 0, (size_t)panel_elements(buffer));
        if (fits) room -= buffer->size_bytes;
        if (!fits && buffer == shown) remember_part(buffer);
    }
}

/* ---- Right or wrong ---- */

static void compare(const wb_buffer *buffer)
{
    bool same =
        comparison.version == panel.session->version && strcmp(comparison.name, buffer->name) == 0;
    if (same || !panel.session->paused) return;
    free(comparison.wrong);
    free(comparison.expected);
    memset(&comparison, 0, sizeof comparison);
    comparison.version = panel.session->version;
    snprintf(comparison.name, sizeof comparison.name, "%s", buffer->name);
    comparison.count = (size_t)panel_elements(buffer);
    if (comparison.count > MAX_COMPARED) return;
    comparison.wrong = (bool *)calloc(comparison.count + 1, sizeof *comparison.wrong);
    if (comparison.wrong == NULL) return;
    glMemoryBarrier(wb_buffers_read_bits()); // what kernels wrote is read back
    comparison.expected = (uint32_t *)wb_app_expected(panel.session->app, buffer);
    comparison.answered =
        comparison.expected != NULL &&
        wb_inspect_compare(buffer, comparison.expected, 0, comparison.count, comparison.wrong,
                           &comparison.first_wrong, &comparison.wrong_count);
}

static bool is_compared(const wb_buffer *buffer)
{
    return chosen.compares && comparison.answered && comparison.version == panel.session->version &&
           strcmp(comparison.name, buffer->name) == 0;
}

static bool is_wrong(const wb_buffer *buffer, long long row, long long column)
{
    size_t index = element_at(buffer, row, column);
    return index < comparison.count && comparison.wrong[index];
}

// For a buffer that is compared: what the CPU expects there.
static const char *expected_text(const wb_buffer *buffer, long long row, long long column,
                                 char *text, size_t size)
{
    size_t index = element_at(buffer, row, column);
    double value = wb_inspect_value(buffer, index, comparison.expected[index]);
    return value_text(buffer, column, value, text, size);
}

static void show_comparison(const wb_buffer *buffer)
{
    char index[64], expected[80];
    ImGui::Checkbox("right or wrong", &chosen.compares);
    panel_hint("After a whole step run by Step or by dispatches: compares the buffer with what the "
               "lesson's CPU code makes of the same start.");
    if (!chosen.compares) return;
    compare(buffer);
    ImGui::SameLine();
    if (!is_compared(buffer)) {
        panel_text_right(PANEL_MUTED, "no answer at this moment");
        panel_hint("There is one after a whole step, for buffers that the lesson has an oracle "
                   "for, and up to %s elements.",
                   panel_count(MAX_COMPARED));
    } else if (comparison.wrong_count == 0) {
        panel_text_right(PANEL_GOOD, "all right");
    } else {
        auto before = chosen;
        go_to(buffer, comparison.first_wrong);
        long long row = chosen.row, column = chosen.column;
        panel_text_right(PANEL_BAD, "%s wrong", panel_count((long long)comparison.wrong_count));
        panel_text(PANEL_BAD, "%s: %s expected",
                   index_text(buffer, row, column, index, sizeof index),
                   expected_text(buffer, row, column, expected, sizeof expected));
        panel_hint("The first that is wrong.");
        ImGui::SameLine();
        if (!ImGui::SmallButton("go there")) chosen = before;
    }
}

/* ---- The table ---- */

static ImU32 text_colour(const wb_buffer *buffer, size_t at, long long row, long long column)
{
    if (is_compared(buffer)) return is_wrong(buffer, row, column) ? PANEL_BAD : PANEL_GOOD;
    if (seen.changed[at]) return PANEL_ACCENT;
    return seen.values[at] == 0.0 ? PANEL_MUTED : PANEL_TEXT;
}

static void show_number(const wb_buffer *buffer, const table_part *shown, long long r, long long c)
{
    char text[40];
    size_t at = (size_t)(r * shown->columns + c);
    long long row = shown->row + r, column = shown->column + c;
    if (!seen.there[at]) return;
    value_text(buffer, column, seen.values[at], text, sizeof text);
    if ((int)strlen(text) > chosen.characters) chosen.characters = (int)strlen(text);
    if (seen.changed[at])
        ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, IM_COL32(70, 56, 26, 255));
    if (is_compared(buffer) && is_wrong(buffer, row, column))
        ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, IM_COL32(74, 24, 26, 255));
    panel_text_right(text_colour(buffer, at, row, column), "%s", text);
    if (is_compared(buffer) && is_wrong(buffer, row, column))
        panel_hint("%s expected", expected_text(buffer, row, column, text, sizeof text));
}

static void show_table_row(const wb_buffer *buffer, const table_part *shown, long long r)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    long long row = shown->row + r;
    panel_text_right(PANEL_MUTED, "%lld", panel_is_flat(buffer) ? row * chosen.line : row);
    for (long long c = 0; c < shown->columns; c++) {
        ImGui::TableNextColumn();
        show_number(buffer, shown, r, c);
    }
}

static void show_column_head(const wb_buffer *buffer, long long column)
{
    char label[64];
    if (buffer->fields == NULL) {
        panel_text_right(PANEL_MUTED, panel_is_flat(buffer) ? "+%lld" : "%lld", column);
        return;
    }
    wb_fields_label(buffer->fields, (int)column, label, sizeof label);
    if ((int)strlen(label) > chosen.characters) chosen.characters = (int)strlen(label);
    panel_text_right(PANEL_MUTED, "%s", label);
}

// A list is broken into lines for which there is room, so that no element is left out.
static void fit_line(long long fitting)
{
    int line = fitting >= 4 ? 4 : fitting >= 2 ? 2 : 1;
    chosen.row = chosen.row * chosen.line / line;
    chosen.line = line;
}

static void show_table(const wb_buffer *buffer)
{
    ImGui::PushFont(panel.mono);
    float digit = ImGui::CalcTextSize("0").x, padding = 2.0f * ImGui::GetStyle().CellPadding.x;
    float head = 6.0f * digit + padding;
    float room = ImGui::GetContentRegionAvail().x - head;
    long long fitting = (long long)(room / ((float)chosen.characters * digit + padding));
    if (panel_is_flat(buffer)) fit_line(fitting);
    long long rows = (long long)(0.4f * ImGui::GetWindowHeight() / ImGui::GetFrameHeight());
    if (rows < TABLE_ROWS) rows = TABLE_ROWS;
    table_part shown = choose_part(buffer, rows, fitting < 8 ? fitting : 8);
    read_part(buffer, &shown);
    ImGuiTableFlags flags = ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingStretchSame |
                            ImGuiTableFlags_PadOuterX | ImGuiTableFlags_NoSavedSettings;
    if (ImGui::BeginTable("elements", (int)shown.columns + 1, flags)) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, head - padding);
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        for (long long c = 0; c < shown.columns; c++) {
            ImGui::TableNextColumn();
            show_column_head(buffer, shown.column + c);
        }
        for (long long r = 0; r < shown.rows; r++) show_table_row(buffer, &shown, r);
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

/* ---- Coloured cells ---- */

static ImU32 cell_colour(const wb_buffer *buffer, const table_part *shown, size_t at)
{
    long long row = shown->row + (long long)at / shown->columns;
    long long column = shown->column + (long long)at % shown->columns;
    if (!seen.there[at]) return PANEL_BACKGROUND;
    ImU32 colour = buffer->pixels
                       ? (ImU32)seen.values[at] | 0xFF000000u // as they are, but none transparent
                       : panel_value_colour(seen.values[at], seen.lowest, seen.highest);
    if (is_compared(buffer))
        return panel_mix(colour, is_wrong(buffer, row, column) ? PANEL_BAD : PANEL_GOOD,
                         is_wrong(buffer, row, column) ? 0.85 : 0.25);
    return seen.changed[at] ? panel_mix(colour, IM_COL32(255, 255, 255, 255), 0.42) : colour;
}

static void make_texture(void)
{
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, MAX_SIDE, MAX_SIDE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glObjectLabel(GL_TEXTURE, texture, -1, "inspector");
}

static void fill_texture(const wb_buffer *buffer, const table_part *shown)
{
    static ImU32 pixels[MAX_CELLS];
    for (size_t i = 0; i < (size_t)(shown->rows * shown->columns); i++)
        pixels[i] = cell_colour(buffer, shown, i);
    if (texture == 0) make_texture();
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)shown->columns, (GLsizei)shown->rows, GL_RGBA,
                    GL_UNSIGNED_BYTE, pixels);
}

static void show_cell_hint(const wb_buffer *buffer, const table_part *shown, ImVec2 corner,
                           float scale)
{
    char index[64], value[80], expected[80];
    if (!ImGui::IsItemHovered()) return;
    ImVec2 mouse = ImGui::GetIO().MousePos;
    long long r = clamp((long long)((mouse.y - corner.y) / scale), 0, shown->rows - 1);
    long long c = clamp((long long)((mouse.x - corner.x) / scale), 0, shown->columns - 1);
    size_t at = (size_t)(r * shown->columns + c);
    long long row = shown->row + r, column = shown->column + c;
    bool wrong = is_compared(buffer) && is_wrong(buffer, row, column);
    panel_hint_at_mouse("%s = %s%s%s%s", index_text(buffer, row, column, index, sizeof index),
                        value_text(buffer, column, seen.values[at], value, sizeof value),
                        wrong ? ", expected " : "",
                        wrong ? expected_text(buffer, row, column, expected, sizeof expected) : "",
                        seen.changed[at] ? "\nchanged by the last dispatch" : "");
}

static void show_cells(const wb_buffer *buffer)
{
    table_part shown = choose_part(buffer, chosen.side, chosen.side);
    read_part(buffer, &shown);
    fill_texture(buffer, &shown);
    float room = ImGui::GetContentRegionAvail().x;
    long long longer = shown.columns > shown.rows ? shown.columns : shown.rows;
    float scale = room / (float)longer;
    ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Image(
        (ImTextureID)(intptr_t)texture,
        ImVec2(scale * (float)shown.columns, scale * (float)shown.rows), ImVec2(0.0f, 0.0f),
        ImVec2((float)shown.columns / (float)MAX_SIDE, (float)shown.rows / (float)MAX_SIDE));
    show_cell_hint(buffer, &shown, corner, scale);
}

static void show_legend(const wb_buffer *buffer)
{
    if (is_compared(buffer))
        panel_text(PANEL_MUTED, "green: right; red: wrong");
    else
        panel_text(PANEL_MUTED, chosen.as_cells ? "whitish: changed by the last dispatch"
                                                : "amber: changed by the last dispatch");
}

/* ---- Where in the buffer ---- */

static void page_button(const char *label, const char *hint, long long *place, long long by)
{
    if (ImGui::Button(label)) *place += by;
    panel_hint("%s", hint);
    ImGui::SameLine(0.0f, 3.0f * panel.scale);
}

static void jump_box(const char *label, long long *place, long long factor)
{
    ImGui::AlignTextToFramePadding();
    panel_text(PANEL_MUTED, "%s", label);
    ImGui::SameLine(0.0f, 6.0f * panel.scale);
    ImGui::SetNextItemWidth(62.0f * panel.scale);
    ImGui::PushID(label);
    ImS64 value = *place * factor;
    ImGui::InputScalar("##jump", ImGuiDataType_S64, &value);
    if (ImGui::IsItemDeactivatedAfterEdit() || ImGui::IsItemActive()) *place = value / factor;
    panel_hint("The first %s that is shown: type one to jump there.", label);
    ImGui::PopID();
    ImGui::SameLine();
}

static void show_place(const wb_buffer *buffer)
{
    if (panel_is_flat(buffer)) {
        jump_box("index", &chosen.row, chosen.line);
    } else {
        jump_box("row", &chosen.row, 1);
        jump_box("column", &chosen.column, 1);
    }
    float buttons = panel_is_flat(buffer) ? 2.0f : 4.0f;
    float width = buttons * (ImGui::CalcTextSize("▲").x + 8.0f * panel.scale + 3.0f * panel.scale);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         fmaxf(0.0f, ImGui::GetContentRegionAvail().x - width));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        ImVec2(4.0f * panel.scale, ImGui::GetStyle().FramePadding.y));
    page_button("▲", "a page up", &chosen.row, -seen.part.rows);
    page_button("▼", "a page down", &chosen.row, seen.part.rows);
    if (!panel_is_flat(buffer)) {
        page_button("◀", "a page to the left", &chosen.column, -seen.part.columns);
        page_button("▶", "a page to the right", &chosen.column, seen.part.columns);
    }
    ImGui::PopStyleVar();
    ImGui::NewLine();
}

// Which channel, and which slice, of a texture that has several.
static void show_slice(const wb_buffer *buffer)
{
    int channels = (int)channels_of(buffer);
    for (int i = 0; channels > 1 && i < channels; i++) {
        if (i > 0) ImGui::SameLine();
        if (ImGui::RadioButton(channel_names[i], chosen.channel == i)) chosen.channel = i;
    }
    if (!is_volume(buffer)) return;
    if (channels > 1) ImGui::SameLine();
    int last = (int)buffer->shape[0] - 1;
    if (chosen.slice > last) chosen.slice = last;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    ImGui::SliderInt("##slice", &chosen.slice, 0, last, "slice %d", ImGuiSliderFlags_AlwaysClamp);
    panel_hint("The slice of the texture at this z, of %d.", last + 1);
}

/* ---- The section ---- */

static void choose_buffer(const wb_buffer *buffer)
{
    snprintf(chosen.name, sizeof chosen.name, "%s", buffer->name);
    chosen.row = chosen.column = 0;
    chosen.channel = 0;
    chosen.slice = is_volume(buffer) ? (int)buffer->shape[0] / 2 : 0;
    chosen.characters = chosen.line = 4;
    panel_forget_export();
}

// Closes an open list.
static void close_on_escape(void)
{
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
}

static void show_choice(const wb_buffer *current)
{
    ImGui::SetNextItemWidth(0.46f * ImGui::GetContentRegionAvail().x);
    if (ImGui::BeginCombo("##buffer", current->name)) {
        close_on_escape();
        const wb_buffer *buffer;
        for (int i = 0; (buffer = wb_buffer_at(i)) != NULL; i++)
            if (ImGui::Selectable(buffer->name, buffer == current)) choose_buffer(buffer);
        ImGui::EndCombo();
    }
    wb_array shape = wb_buffer_array(current, NULL);
    char text[100];
    ImGui::SameLine();
    if (current->fields != NULL)
        panel_text_right(PANEL_MUTED, "%s records", panel_count((long long)current->shape[0]));
    else
        panel_text_right(PANEL_MUTED, "%s %s", wb_type_name(current->type),
                         wb_array_shape_text(&shape, text, sizeof text));
    panel_hint("%s elements, %s bytes%s", panel_count(panel_elements(current)),
               panel_count((long long)current->size_bytes),
               current->state ? ", part of the lesson's state" : "");
}

static void show_kind_of_view(const wb_buffer *buffer)
{
    if (panel_is_flat(buffer) || buffer->fields != NULL) { // a colour for metres and for seconds?
        chosen.as_cells = false;
        return;
    }
    if (ImGui::RadioButton("numbers", !chosen.as_cells)) chosen.as_cells = false;
    ImGui::SameLine();
    if (ImGui::RadioButton("cells", chosen.as_cells)) chosen.as_cells = true;
    if (!chosen.as_cells) return;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    char label[40];
    snprintf(label, sizeof label, "%d × %d", chosen.side, chosen.side);
    if (!ImGui::BeginCombo("##side", label)) return;
    close_on_escape();
    for (int side = 16; side <= MAX_SIDE; side *= 2) {
        snprintf(label, sizeof label, "%d × %d", side, side);
        if (ImGui::Selectable(label, side == chosen.side)) chosen.side = side;
    }
    ImGui::EndCombo();
}

void panel_show_buffers(void)
{
    if (!panel_section("Buffers", panel.stepping)) {
        seen.name[0] = '\0';
        return;
    }
    const wb_buffer *buffer = wb_buffer_find(chosen.name);
    if (buffer == NULL) buffer = wb_buffer_at(0);
    if (buffer == NULL || panel_elements(buffer) == 0) {
        panel_text(PANEL_MUTED, "There are no named buffers.");
        return;
    }
    if (strcmp(chosen.name, buffer->name) != 0) choose_buffer(buffer);
    if (!panel.session->paused) wb_inspect_remember(NULL, 0, 0);
    show_choice(buffer);
    show_kind_of_view(buffer);
    show_slice(buffer);
    show_place(buffer);
    if (chosen.as_cells)
        show_cells(buffer);
    else
        show_table(buffer);
    show_legend(buffer);
    show_comparison(buffer);
    if (!buffer->pixels) panel_show_figures(buffer, panel_figures_column(buffer));
    panel_show_export(buffer);
    ImGui::Spacing();
}

void panel_buffers_quit(void)
{
    glDeleteTextures(1, &texture);
    texture = 0;
    free(comparison.wrong);
    free(comparison.expected);
    memset(&comparison, 0, sizeof comparison);
    wb_inspect_remember(NULL, 0, 0);
}
