// The panel's sections on what a step does: the times of its passes, and the stepper.
#include "ui/panel_parts.h"

#include "base/memory.h"
#include "base/text.h"
#include "watch/barrier_bits.h"
#include "watch/barriers.h"
#include "watch/log.h"

/* ---- What the barrier checker has found, and what kernels say ---- */

static void show_findings(const char *title, const wb_findings *findings)
{
    if (findings->count == 0 || !panel_section(title, true)) return;
    for (int i = 0; i < findings->count; i++) {
        const wb_finding *finding = &findings->at[i];
        panel_text_wrapped(finding->severity == WB_ERROR ? PANEL_BAD : PANEL_MUTED, "%s",
                           finding->text);
        ImGui::Spacing();
    }
}

// What the last dispatch logged.
static void show_log(void)
{
    if (wb_log_line(0) == NULL || !panel_section("Log of the last dispatch", true)) return;
    for (int i = 0; wb_log_line(i) != NULL; i++)
        panel_text_wrapped(PANEL_MUTED, "%s", wb_log_line(i));
}

void panel_show_findings(void)
{
    show_findings("Barrier checker", wb_barriers_findings());
    show_findings("Assertions", wb_log_findings());
    show_log();
}

/* ---- Words for barriers ---- */

// "STORAGE, COMMAND"
static const char *short_barrier(GLbitfield bits, char *text, size_t size)
{
    const wb_barrier_bit *words;
    *text = '\0';
    for (int i = 0; (words = wb_barrier_bit_at(i)) != NULL; i++)
        if ((bits & words->bit) != 0)
            wb_text_append(text, size, "%s%s", *text != '\0' ? ", " : "", words->short_name);
    return bits != 0 ? text : "no barrier";
}

static void show_barrier_hint(GLbitfield bits)
{
    if (!panel_begin_hint()) return;
    if (bits == 0) ImGui::TextUnformatted("No glMemoryBarrier follows it within its pass.");
    const wb_barrier_bit *words;
    for (int i = 0; (words = wb_barrier_bit_at(i)) != NULL; i++) {
        if ((bits & words->bit) == 0) continue;
        panel_text(PANEL_ACCENT, "%s", words->name);
        ImGui::TextUnformatted(words->meaning);
    }
    panel_end_hint();
}

/* ---- The passes of a step ---- */

// A pass of the step under way as far as it has run, then of the last whole step. NULL past the
// end.
static const wb_trace_pass *pass_at(int index)
{
    const wb_trace_pass *pass = NULL;
    if (panel.session->app->stepper.is_inside) pass = wb_trace_pass_at(false, index);
    return pass != NULL ? pass : wb_trace_pass_at(true, index);
}

static int pass_count(void)
{
    int count = 0;
    while (pass_at(count) != NULL) count++;
    return count;
}

static int shown_index(void)
{
    int index = panel.chosen_pass;
    if (index < 0)
        index = panel.session->app->stepper.is_inside
                    ? wb_stepper_position(&panel.session->app->stepper) - 1
                    : pass_count() - 1;
    return index < 0 ? 0 : index;
}

const wb_trace_pass *panel_shown_pass(void)
{
    return pass_at(shown_index());
}

static const wb_trace_pass *find_pass(const char *name)
{
    const wb_trace_pass *pass;
    for (int i = 0; (pass = pass_at(i)) != NULL; i++)
        if (strcmp(pass->name, name) == 0) return pass;
    return NULL;
}

static const char *groups_text(const wb_trace_pass *pass)
{
    if (pass->dispatches == 0) return "no dispatch";
    return pass->dispatch.is_indirect ? "indirect" : panel_size(pass->dispatch.groups);
}

// "32 × 32 groups of 64"
static const char *dispatch_text(const wb_trace_pass *pass, char *text, size_t size)
{
    if (pass->dispatches == 0) return groups_text(pass);
    const char *groups = groups_text(pass);
    snprintf(text, size, "%s group%s of %s", groups, strcmp(groups, "1") == 0 ? "" : "s",
             panel_size(pass->dispatch.local_size));
    return text;
}

/* ---- Times ---- */

static struct {
    wb_pass_times *passes; // kept to the end
    int count, capacity;
    double total_ms, frames_per_s;
} times;

static void take_times(void)
{
    times.count = 0;
    times.total_ms = 0.0;
    wb_pass_times one;
    while (wb_pass_times_at(times.count, false, &one)) {
        times.passes =
            (wb_pass_times *)wb_grow(times.passes, &times.capacity, times.count + 1, sizeof one);
        times.passes[times.count++] = one;
        times.total_ms += one.median_ms;
    }
    times.frames_per_s = panel.frames_per_s;
}

static void show_bar(float width, double share)
{
    float height = 6.0f * panel.scale;
    ImVec2 at = ImGui::GetCursorScreenPos();
    at.y += 0.5f * (ImGui::GetTextLineHeight() - height);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, ImVec2(at.x + width, at.y + height), PANEL_FRAME, 0.5f * height);
    float filled = fmaxf(height, width * (float)share);
    list->AddRectFilled(at, ImVec2(at.x + filled, at.y + height), PANEL_ACCENT, 0.5f * height);
    ImGui::Dummy(ImVec2(width, ImGui::GetTextLineHeight()));
}

static void show_time_details(const wb_trace_pass *pass)
{
    char text[200], barrier[128];
    ImGui::Indent(12.0f * panel.scale);
    panel_text(PANEL_MUTED, "%s", dispatch_text(pass, text, sizeof text));
    ImGui::SameLine();
    panel_text_right(PANEL_MUTED, "%s", short_barrier(pass->barrier, barrier, sizeof barrier));
    show_barrier_hint(pass->barrier);
    ImGui::Unindent(12.0f * panel.scale);
}

constexpr int LATEST = 60; // frames: a second, at best

// Shows the latest second of the pass and its mean: whether it is steady, and what has just
// changed.
static void show_latest(int index, const wb_pass_times *one)
{
    float times_ms[LATEST], sum_ms = 0.0f, longest_ms = 0.0f;
    int count = wb_pass_latest(index, times_ms, LATEST);
    if (count == 0 || !panel_begin_hint()) return;
    for (int i = 0; i < count; i++) {
        sum_ms += times_ms[i];
        longest_ms = fmaxf(longest_ms, times_ms[i]);
    }
    ImGui::PlotLines("##latest", times_ms, count, 0, NULL, 0.0f, 1.1f * longest_ms,
                     ImVec2(300.0f * panel.scale, 56.0f * panel.scale));
    ImGui::Text("The latest %d frames, from 0 to %.3f ms: %.3f ms on the mean.", count,
                (double)longest_ms, (double)(sum_ms / (float)count));
    ImGui::Text("The median of the latest %d is %.3f ms; a tenth took less than %.3f ms, a tenth "
                "more than %.3f ms.",
                one->frames, one->median_ms, one->low_ms, one->high_ms);
    panel_end_hint();
}

static void show_time(int index)
{
    const wb_pass_times *one = &times.passes[index];
    char name[80];
    float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
    snprintf(name, sizeof name, one->dispatches > 1 ? "%s × %d" : "%s", one->name, one->dispatches);
    panel_text_fitted(PANEL_TEXT, 0.36f * width, name);
    ImGui::SameLine(left + 0.38f * width);
    show_bar(0.34f * width, times.total_ms > 0.0 ? one->median_ms / times.total_ms : 0.0);
    panel_hint("%.0f %% of the passes' time",
               times.total_ms > 0.0 ? 100.0 * one->median_ms / times.total_ms : 0.0);
    ImGui::SameLine();
    panel_text_right(PANEL_TEXT, "%.3f ms", one->median_ms);
    show_latest(index, one);
    const wb_trace_pass *pass = find_pass(one->name);
    if (pass != NULL) show_time_details(pass);
}

void panel_show_times(void)
{
    if (!panel_section("Passes", !panel.stepping)) return;
    if (panel.refresh) take_times();
    if (times.count == 0) {
        panel_text(PANEL_MUTED, "No pass has run yet.");
        return;
    }
    for (int i = 0; i < times.count; i++) show_time(i);
    ImGui::Separator();
    if (times.frames_per_s > 0.0 && !panel.session->paused)
        panel_text(PANEL_MUTED, "all, at %.0f frames/s", times.frames_per_s);
    else
        panel_text(PANEL_MUTED, "all");
    ImGui::SameLine();
    panel_text_right(PANEL_TEXT, "%.3f ms", times.total_ms);
    panel_text(PANEL_MUTED, "%s", wb_pass_clock_name());
    ImGui::Spacing();
}

/* ---- The stepper ---- */

constexpr GLint MOST_BINDINGS = 256; // far more than any driver has

// How many neighbours in the list do the same, as in a loop of one pass: they take one row.
static int run_length(int first)
{
    const wb_trace_pass *start = pass_at(first), *pass;
    int count = 1;
    while ((pass = pass_at(first + count)) != NULL && strcmp(pass->name, start->name) == 0 &&
           pass->dispatch.program == start->dispatch.program)
        count++;
    return count;
}

static void show_run(int first, int count, int position)
{
    const wb_trace_pass *pass = pass_at(first);
    bool inside = panel.session->app->stepper.is_inside;
    bool is_next = inside && position >= first && position < first + count;
    bool done = !inside || position >= first + count;
    float left = ImGui::GetCursorPosX();
    ImGui::PushID(first);
    bool chosen = panel.chosen_pass >= first && panel.chosen_pass < first + count;
    if (ImGui::Selectable("##pass", chosen)) panel.chosen_pass = chosen ? -1 : first;
    if (is_next && panel.chosen_pass < 0) ImGui::SetScrollHereY();
    ImGui::SameLine(left + 4.0f * panel.scale);
    panel_text(PANEL_ACCENT, "%s", is_next ? "▶" : " ");
    ImGui::SameLine(left + 24.0f * panel.scale);
    ImU32 colour = is_next ? PANEL_ACCENT : done ? PANEL_TEXT : PANEL_MUTED;
    if (count == 1)
        panel_text(colour, "%s", pass->name);
    else if (is_next)
        panel_text(colour, "%s × %d, %d done", pass->name, count, position - first);
    else
        panel_text(colour, "%s × %d", pass->name, count);
    ImGui::SameLine();
    panel_text_right(PANEL_MUTED, "%s", groups_text(pass));
    ImGui::PopID();
}

static void show_runs(int count, int position)
{
    int rows = 0;
    for (int first = 0; first < count; first += run_length(first)) rows++;
    float row_height = ImGui::GetTextLineHeightWithSpacing();
    ImGui::BeginChild("runs", ImVec2(0.0f, row_height * (float)(rows < 8 ? rows : 8)));
    for (int first = 0; first < count;) {
        int length = run_length(first);
        show_run(first, length, position);
        first += length;
    }
    ImGui::EndChild();
}

// Where the step stands: "pass 17 of 136 has run".
static void show_position(int count, int position)
{
    if (!panel.session->app->stepper.is_inside)
        panel_text(PANEL_MUTED, "between two steps; a step has %d pass%s", count,
                   count == 1 ? "" : "es");
    else if (wb_trace_pass_at(true, 0) != NULL)
        panel_text(PANEL_TEXT, "pass %d of %d has run", position, count);
    else
        panel_text(PANEL_TEXT, "pass %d has run", position);
}

static void show_field(const char *name, ImU32 colour, const char *text)
{
    float left = ImGui::GetCursorPosX();
    panel_text(PANEL_MUTED, "%s", name);
    ImGui::SameLine(left + 76.0f * panel.scale);
    panel_text_fitted(colour, ImGui::GetContentRegionAvail().x, text);
}

static void show_binding(const wb_dispatch_buffer *binding, const char *heading)
{
    char text[200];
    bool bound = binding->buffer != 0;
    const char *block = binding->resource.name;
    snprintf(text, sizeof text, "%d  %s ← %s", binding->resource.binding, block,
             bound ? binding->label : "nothing is bound");
    show_field(heading, bound ? PANEL_TEXT : PANEL_BAD, text);
    panel_hint("Binding %d of GL_SHADER_STORAGE_BUFFER: the block %s is the buffer %s.",
               binding->resource.binding, block, bound ? binding->label : "(none)");
}

// Shows them in the order of their numbers, which is not the driver's.
static void show_bindings(const wb_trace_pass *pass)
{
    const char *heading = "buffers";
    int left = 0;
    for (int i = 0; i < pass->dispatch.buffer_count; i++)
        left += pass->dispatch.buffers[i].resource.kind == WB_STORAGE_BLOCK;
    for (GLint number = 0; left > 0 && number < MOST_BINDINGS; number++)
        for (int i = 0; i < pass->dispatch.buffer_count; i++) {
            const wb_dispatch_buffer *binding = &pass->dispatch.buffers[i];
            if (binding->resource.kind != WB_STORAGE_BLOCK || binding->resource.binding != number)
                continue;
            show_binding(binding, heading);
            heading = "";
            left--;
        }
}

static void show_textures(const wb_trace_pass *pass)
{
    char text[200];
    const char *heading = "textures";
    for (int i = 0; i < pass->dispatch.texture_count; i++) {
        const wb_dispatch_texture *binding = &pass->dispatch.textures[i];
        bool bound = binding->texture != 0;
        snprintf(text, sizeof text, "%d  %s ← %s", binding->unit, binding->resource.name,
                 bound ? binding->label : "nothing is bound");
        show_field(heading, bound ? PANEL_TEXT : PANEL_BAD, text);
        heading = "";
    }
}

// "12, -3.5"
static const char *uniform_text(const wb_trace_pass *pass, const wb_dispatch_uniform *uniform,
                                char *text, size_t size)
{
    *text = '\0';
    for (int i = 0; i < uniform->numbers; i++) {
        uint32_t bits = pass->dispatch.values[uniform->first + (size_t)i];
        float real;
        memcpy(&real, &bits, sizeof real);
        const char *comma = i > 0 ? ", " : "";
        if (uniform->number == GL_FLOAT)
            wb_text_append(text, size, "%s%.6g", comma, (double)real);
        else if (uniform->number == GL_INT)
            wb_text_append(text, size, "%s%d", comma, (int)bits);
        else
            wb_text_append(text, size, "%s%u", comma, bits);
    }
    return text;
}

// Shows the values of the last dispatch, except arrays: the debugger shows those.
static void show_uniforms(const wb_trace_pass *pass)
{
    char value[120], text[200];
    const char *heading = "uniforms";
    for (int i = 0; i < pass->dispatch.uniform_count; i++) {
        const wb_dispatch_uniform *uniform = &pass->dispatch.uniforms[i];
        if (uniform->resource.count > 1 || uniform->number == GL_DOUBLE) continue;
        snprintf(text, sizeof text, "%s = %s", uniform->resource.name,
                 uniform_text(pass, uniform, value, sizeof value));
        show_field(heading, PANEL_TEXT, text);
        heading = "";
    }
}

static void show_pass(const wb_trace_pass *pass)
{
    char text[200];
    show_field("pass", PANEL_ACCENT, pass->name);
    if (pass->dispatches > 0) show_field("kernel", PANEL_TEXT, pass->dispatch.kernel);
    show_field("dispatch", PANEL_TEXT, dispatch_text(pass, text, sizeof text));
    show_bindings(pass);
    show_textures(pass);
    show_uniforms(pass);
    show_field("barrier", pass->barrier != 0 ? PANEL_TEXT : PANEL_MUTED,
               short_barrier(pass->barrier, text, sizeof text));
    show_barrier_hint(pass->barrier);
    const wb_barrier_bit *words;
    for (int i = 0; (words = wb_barrier_bit_at(i)) != NULL; i++)
        if ((pass->barrier & words->bit) != 0)
            panel_text_wrapped(PANEL_MUTED, "%s", words->meaning);
}

void panel_show_stepper(void)
{
    if (!panel_section("Stepper", true)) return;
    int count = pass_count(), position = wb_stepper_position(&panel.session->app->stepper);
    const wb_trace_pass *pass = panel_shown_pass();
    if (pass == NULL) {
        panel_text_wrapped(PANEL_MUTED,
                           panel.session->app->stepper.is_inside
                               ? "This step began unseen; the next one will be listed here."
                               : "N runs the first dispatch of a step, and stops after it. F11 "
                                 "debugs a kernel.");
        ImGui::Spacing();
        return;
    }
    show_position(count, position);
    show_runs(count, position);
    ImGui::Separator();
    show_pass(pass);
    if (pass->dispatches > 0 && ImGui::Button("Debug  F11")) {
        panel.request.action = WB_ACTION_DEBUG;
        panel.request.pass = shown_index();
    }
    panel_hint("Stops in front of this pass, takes one of its work groups, and steps through "
               "the kernel line by line, forwards and back.");
    ImGui::Spacing();
}
