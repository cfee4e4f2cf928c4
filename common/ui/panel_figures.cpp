// The panel's statistics of a buffer, its colours, and its export to files.
#include "ui/panel_parts.h"

#include "base/image.h"

constexpr int AT_ONCE = 4 << 20; // elements whose statistics are worth taking at every step

/* ---- Colours ---- */

ImU32 panel_mix(ImU32 from, ImU32 to, double share)
{
    ImU32 mixed = 0xFF000000u;
    for (int shift = 0; shift < 24; shift += 8) {
        double a = (from >> shift) & 0xFF, b = (to >> shift) & 0xFF;
        mixed |= (ImU32)lround(a + (b - a) * share) << shift;
    }
    return mixed;
}

ImU32 panel_value_colour(double value, double lowest, double highest)
{
    if (isnan(value)) return IM_COL32(230, 80, 230, 255);
    if (value == 0.0) return PANEL_FRAME;
    double share = value / (value > 0.0 ? highest : lowest);
    if (!(share >= 0.0 && share <= 1.0)) share = 1.0; // infinite
    ImU32 full = value > 0.0 ? PANEL_ACCENT : IM_COL32(72, 100, 172, 255);
    return panel_mix(PANEL_FRAME, full, 0.25 + 0.75 * sqrt(share));
}

/* ---- Statistics ---- */

static struct {
    bool valid;
    char name[64];
    int column; // of records
    int64_t version, frame;
    wb_inspect_statistics statistics;
} figures;

static void take_figures(const wb_buffer *buffer, int column)
{
    glMemoryBarrier(wb_buffers_read_bits()); // what kernels wrote is read back
    figures.valid = wb_inspect_statistics_of(buffer, column, &figures.statistics);
    figures.column = column;
    figures.version = panel.session->version;
    figures.frame = panel.session->app->frame;
    snprintf(figures.name, sizeof figures.name, "%s", buffer->name);
}

static void show_figure(const char *name, const char *format, double value, float at)
{
    ImGui::SetCursorPosX(at);
    panel_text(PANEL_MUTED, "%s", name);
    ImGui::SameLine(at + 76.0f * panel.scale);
    panel_text(PANEL_TEXT, format, value);
}

static void show_histogram(const wb_inspect_statistics *s)
{
    float bars[WB_INSPECT_BINS];
    size_t most = 0;
    for (int i = 0; i < WB_INSPECT_BINS; i++) {
        bars[i] = s->histogram[i] > 0 ? 0.3f + log10f((float)s->histogram[i]) : 0.0f;
        if (s->histogram[i] > most) most = s->histogram[i];
    }
    ImGui::PlotHistogram("##histogram", bars, WB_INSPECT_BINS, 0, NULL, 0.0f,
                         0.3f + log10f((float)(most > 0 ? most : 1)),
                         ImVec2(ImGui::GetContentRegionAvail().x, 56.0f * panel.scale));
    if (!ImGui::IsItemHovered()) return;
    float x = (ImGui::GetIO().MousePos.x - ImGui::GetItemRectMin().x) / ImGui::GetItemRectSize().x;
    const int bins = WB_INSPECT_BINS;
    int bin = x < 1.0f ? (int)(x * (float)bins) : bins - 1;
    double width = (s->maximum - s->minimum) / bins;
    panel_hint_at_mouse("%s elements from %.6g to %.6g\n(the heights are logarithms)",
                        panel_count((long long)s->histogram[bin]), s->minimum + bin * width,
                        s->minimum + (bin + 1) * width);
}

void panel_show_figures(const wb_buffer *buffer, int column)
{
    bool same = figures.valid && strcmp(figures.name, buffer->name) == 0 &&
                ((buffer->fields == NULL && buffer->target == GL_NONE) || figures.column == column);
    bool is_now = same && figures.version == panel.session->version;
    if (!is_now && panel.session->paused && panel_elements(buffer) <= AT_ONCE) {
        take_figures(buffer, column);
        is_now = same = figures.valid;
    }
    if (!is_now) {
        if (ImGui::Button("Statistics")) take_figures(buffer, column);
        panel_hint("Reads all of the buffer. Of records: of the first column that is shown.");
        if (same) {
            ImGui::SameLine();
            panel_text_right(PANEL_MUTED, "these are of frame %s", panel_count(figures.frame));
        }
    }
    if (!same) return;
    const wb_inspect_statistics *s = &figures.statistics;
    if (buffer->fields != NULL) {
        char label[64];
        panel_text(PANEL_MUTED, "of %s",
                   wb_fields_label(buffer->fields, column, label, sizeof label));
    }
    float left = ImGui::GetCursorPosX(), middle = left + 0.52f * ImGui::GetContentRegionAvail().x;
    bool real = wb_fields_type(buffer->fields, buffer->type, (size_t)column) == WB_F32;
    show_figure("minimum", real ? "%.6g" : "%.0f", s->minimum, left);
    ImGui::SameLine();
    show_figure("maximum", real ? "%.6g" : "%.0f", s->maximum, middle);
    show_figure("mean", real ? "%.6g" : "%.1f", s->mean, left);
    ImGui::SameLine();
    show_figure("NaN", "%.0f", (double)s->nan_count, middle);
    show_histogram(s);
}

/* ---- Export ---- */

static char note[300]; // on the last one

void panel_forget_export(void)
{
    note[0] = '\0';
}

// The whole buffer, or the slice that is shown, in the colours of the cells.
static bool write_picture(const wb_buffer *buffer, const char *path)
{
    wb_image image = {};
    wb_inspect_statistics s;
    size_t rows = (size_t)panel_rows(buffer), columns = (size_t)panel_columns(buffer);
    double *values = (double *)malloc(rows * columns * sizeof *values + 1);
    bool good = values != NULL &&
                wb_inspect_statistics_of(buffer, panel_figures_column(buffer), &s) &&
                wb_image_create(&image, (int)columns, (int)rows);
    wb_inspect_table all = panel_table(buffer, 0, (long long)rows, 0, (long long)columns);
    if (good) wb_inspect_read_table(buffer, &all, values, NULL);
    for (size_t i = 0; good && i < rows * columns; i++) {
        ImU32 colour = panel_value_colour(values[i], s.minimum, s.maximum);
        memcpy(image.rgba + 4 * i, &colour, 4);
    }
    good = good && wb_image_write(&image, path);
    wb_image_free(&image);
    free(values);
    return good;
}

static void write_file(const wb_buffer *buffer, const char *path)
{
    glMemoryBarrier(wb_buffers_read_bits()); // what kernels wrote is read back
    bool is_coloured = wb_file_has_extension(path, ".png") && !buffer->pixels;
    bool good = is_coloured ? write_picture(buffer, path) : wb_buffer_dump(buffer, path);
    snprintf(note, sizeof note, good ? "wrote %s" : "failed: %s", path);
}

static void export_button(const wb_buffer *buffer, const char *extension)
{
    char path[128];
    snprintf(path, sizeof path, "%s-%lld.%s", buffer->name, (long long)panel.session->app->frame,
             extension);
    if (ImGui::Button(extension)) write_file(buffer, path);
    panel_hint("Writes the whole buffer to %s, in the directory that the program was started in.",
               path);
    ImGui::SameLine(0.0f, 4.0f * panel.scale);
}

void panel_show_export(const wb_buffer *buffer)
{
    ImGui::AlignTextToFramePadding();
    panel_text(PANEL_MUTED, "write");
    ImGui::SameLine();
    export_button(buffer, "npy");
    export_button(buffer, "csv");
    if (!panel_is_flat(buffer) && buffer->fields == NULL) export_button(buffer, "png");
    panel_text_right(PANEL_MUTED, "%s", note);
}
