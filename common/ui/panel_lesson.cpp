// The panel's sections on the lesson: its variants and its parameters.
#include "ui/panel_parts.h"

/* ---- Variants ---- */

// Versions have a dot, broken variants a cross, tasks and projects a pencil.
static void show_mark(const wb_variant *variant)
{
    switch (variant->kind) {
    case WB_BROKEN: panel_text(PANEL_BAD, "✕"); break;
    case WB_TASK:
    case WB_PROJECT: panel_text(PANEL_ACCENT, "✎"); break;
    default: panel_text(PANEL_MUTED, "·");
    }
}

static void show_variant_row(int index, float name_width)
{
    const wb_variant *variant = &panel.session->app->lesson->variants[index];
    bool chosen = variant == panel.session->app->variant;
    float indent = 22.0f * panel.scale, left = ImGui::GetCursorPosX();
    ImGui::PushID(index);
    if (ImGui::Selectable("##variant", chosen)) {
        panel.request.action = WB_ACTION_VARIANT;
        panel.request.variant = variant;
    }
    ImGui::SameLine(left + 4.0f * panel.scale);
    show_mark(variant);
    ImGui::SameLine(left + indent);
    panel_text(variant->kind == WB_BROKEN ? PANEL_BAD
               : chosen                   ? PANEL_ACCENT
                                          : PANEL_TEXT,
               "%s", variant->name);
    ImGui::SameLine(left + indent + name_width);
    panel_text_fitted(PANEL_MUTED, ImGui::GetContentRegionAvail().x, variant->shows);
    ImGui::PopID();
}

static void show_variant_details(const wb_variant *variant)
{
    ImGui::Spacing();
    panel_text_wrapped(PANEL_TEXT, "%s", variant->shows);
    if (variant->kind == WB_BROKEN) panel_text_wrapped(PANEL_BAD, "Look for: %s", variant->remark);
    if (variant->kind == WB_BROKEN && variant->finding != NULL) {
        if (ImGui::Button("Show me")) panel.request.action = WB_ACTION_SHOW_ME;
        panel_hint("Opens the debugger at the line of the kernel where it goes wrong.");
    }
    if (variant->kind == WB_BROKEN) return;
    if (variant->remark != NULL) panel_text_wrapped(PANEL_MUTED, "Its limit: %s", variant->remark);
}

void panel_show_variants(void)
{
    const wb_lesson *lesson = panel.session->app->lesson;
    if (!panel_section("Variants", !panel.stepping)) return;
    float name_width = 0.0f;
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++)
        name_width = fmaxf(name_width, ImGui::CalcTextSize(v->name).x + 12.0f * panel.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        ImVec2(ImGui::GetStyle().ItemSpacing.x, 4.0f * panel.scale));
    for (int i = 0; lesson->variants[i].name != NULL; i++) {
        const wb_variant *variant = &lesson->variants[i];
        bool begins = i == 0 || variant->part != variant[-1].part;
        if (begins && wb_part_of(lesson, variant)->name != NULL)
            panel_text(PANEL_MUTED, "%s", wb_part_of(lesson, variant)->name);
        show_variant_row(i, name_width);
    }
    ImGui::PopStyleVar();
    show_variant_details(panel.session->app->variant);
    ImGui::Spacing();
}

/* ---- Parameters ---- */

enum { NOTHING = -1, SEED = -2 };
constexpr int MOST_BESIDE_STEPPER = 8;

// The number that is being changed. The lesson keeps its own until the edit has ended.
static struct {
    int param = NOTHING;
    double value;
    uint64_t seed;
    bool to_default; // after a double click
    char text[WB_PARAM_TEXT];
} edit;

static double default_of(int index)
{
    return panel.session->app->defaults.values[index];
}

static void ask_for(int index, double value)
{
    const wb_param *param = &panel.session->app->lesson->params[index];
    value = fmin(fmax(value, param->min), param->max);
    if (value == wb_param_value(param)) return;
    panel.request.action = WB_ACTION_PARAM;
    panel.request.param = index;
    panel.request.value = value;
}

// A slider can tell some hundred values apart, not thousands. Over decades it need only come near:
// a Ctrl+click takes the number itself.
static bool suits_slider(const wb_param *param)
{
    if (param->decades) return true;
    if (param->min > 0.0) return param->max / param->min <= 1e5;
    return param->at.f != NULL || param->max - param->min <= 1000.0;
}

// Whether the use of a range that begins at 0 is at its low end, where `standard` is: the pixels of
// a linear slider would be spent on values that make no sense.
static bool is_used_low(const wb_param *param, double standard)
{
    return param->min == 0.0 && standard > 0.0 && standard <= 0.1 * param->max;
}

static double slider(const wb_param *param, double standard, double value)
{
    ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp;
    bool spans_decades = param->min > 0.0 && param->max / param->min >= 50.0;
    bool is_low = !param->decades && is_used_low(param, standard);
    if (spans_decades || param->decades || is_low) flags |= ImGuiSliderFlags_Logarithmic;
    if (param->at.i != NULL) {
        int i = (int)value;
        ImGui::SliderInt("##value", &i, (int)param->min, (int)param->max, "%d", flags);
        return i;
    }
    float f = (float)value;
    char format[16] = "%.4g";
    // Dear ImGui lets the decades begin at the last digit that the format shows: four below the
    // end.
    if (is_low) snprintf(format, sizeof format, "%%.%df", (int)fmax(4.0 - log10(param->max), 0.0));
    if (param->max >= 1e6) snprintf(format, sizeof format, "%%.0f"); // a mass in suns, not 1e+09
    ImGui::SliderFloat("##value", &f, (float)param->min, (float)param->max, format, flags);
    return (double)f;
}

// A choice takes effect at once: nothing is dragged.
static void show_choice(int index)
{
    const wb_param *param = &panel.session->app->lesson->params[index];
    int now = (int)(wb_param_value(param) - param->min);
    if (!ImGui::BeginCombo("##value", param->names[now])) return;
    for (int i = 0; param->names[i] != NULL; i++)
        if (ImGui::Selectable(param->names[i], i == now)) ask_for(index, param->min + i);
    ImGui::EndCombo();
}

static double box(const wb_param *param, double value)
{
    if (param->at.i != NULL) {
        int i = (int)value;
        ImGui::InputInt("##value", &i, 0, 0);
        return i;
    }
    float f = (float)value;
    ImGui::InputFloat("##value", &f, 0.0f, 0.0f, "%.6g");
    return (double)f;
}

// How many, or the numbers themselves with commas between.
static void show_typed(int index)
{
    const wb_param *param = &panel.session->app->lesson->params[index];
    char now[WB_PARAM_TEXT], text[WB_PARAM_TEXT];
    wb_param_text(param, now, sizeof now);
    snprintf(text, sizeof text, "%s", edit.param == index ? edit.text : now);
    ImGui::InputText("##value", text, sizeof text);
    if (ImGui::IsItemActive()) {
        edit.param = index;
        snprintf(edit.text, sizeof edit.text, "%s", text);
    } else if (ImGui::IsItemDeactivated()) {
        edit.param = NOTHING;
        if (*text == '\0' || strcmp(text, now) == 0) return;
        panel.request.action = WB_ACTION_PARAM;
        panel.request.param = index;
        snprintf(panel.request.text, sizeof panel.request.text, "%s", text);
    }
}

// The text lives until the fourth call after this one.
static const char *number_text(const wb_param *param, double value)
{
    static char texts[4][32];
    static int turn;
    if (param->at.i != NULL || (value >= 1e4 && value == floor(value)))
        return panel_count((long long)value);
    char *text = texts[turn++ % 4];
    snprintf(text, sizeof texts[0], "%.6g", value);
    return text;
}

static void hint_at(int index)
{
    const wb_param *param = &panel.session->app->lesson->params[index];
    if (param->names != NULL) {
        panel_hint("%s\nat first %s (double-click)%s", param->help,
                   param->names[(int)(default_of(index) - param->min)],
                   param->restarts ? "\nA change starts the lesson anew." : "");
        return;
    }
    panel_hint("%s\n%s to %s%s%s; at first %s (double-click)%s%s", param->help,
               number_text(param, param->min), number_text(param, param->max),
               param->unit != NULL ? " " : "", param->unit != NULL ? param->unit : "",
               number_text(param, default_of(index)),
               suits_slider(param) ? "; Ctrl+click to type a number" : "",
               param->restarts ? "\nA change starts the lesson anew." : "");
}

static void show_label(const char *text)
{
    ImGui::AlignTextToFramePadding();
    panel_text(PANEL_MUTED, "%s", text);
}

// The slider or box. If a parameter makes things anew, it changes only when the drag has ended.
static void show_value(int index)
{
    const wb_param *param = &panel.session->app->lesson->params[index];
    if (param->names != NULL) {
        show_choice(index);
        hint_at(index);
        return;
    }
    if (param->typed != NULL) {
        show_typed(index);
        hint_at(index);
        return;
    }
    bool slides = suits_slider(param);
    double value = edit.param == index ? edit.value : wb_param_value(param);
    value = slides ? slider(param, default_of(index), value) : box(param, value);
    if (slides && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) edit.to_default = true;
    if (ImGui::IsItemActive()) {
        edit.param = index;
        edit.value = value;
        bool at_once = !param->restarts && param->rebuild == NULL && !edit.to_default;
        if (slides && at_once) ask_for(index, value);
    } else if (ImGui::IsItemDeactivated()) {
        edit.param = NOTHING;
        ask_for(index, edit.to_default ? default_of(index) : value);
        edit.to_default = false;
    }
    hint_at(index);
}

static void show_param(int index, float label_width, float unit_width)
{
    const wb_param *param = &panel.session->app->lesson->params[index];
    float left = ImGui::GetCursorPosX(), right = left + ImGui::GetContentRegionAvail().x;
    ImGui::PushID(index);
    show_label(param->name);
    hint_at(index);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) ask_for(index, default_of(index));
    ImGui::SameLine(left + label_width);
    ImGui::SetNextItemWidth(right - left - label_width - unit_width);
    show_value(index);
    if (param->unit != NULL) {
        ImGui::SameLine(right - unit_width + 8.0f * panel.scale);
        panel_text(PANEL_MUTED, "%s", param->unit);
    }
    ImGui::PopID();
}

static void show_seed(float label_width, float unit_width)
{
    float left = ImGui::GetCursorPosX();
    if (edit.param != SEED) edit.seed = panel.session->app->options.seed;
    show_label("seed");
    ImGui::SameLine(left + label_width);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - unit_width);
    ImGui::InputScalar("##seed", ImGuiDataType_U64, &edit.seed);
    if (ImGui::IsItemActive()) {
        edit.param = SEED;
    } else if (ImGui::IsItemDeactivated()) {
        edit.param = NOTHING;
        if (edit.seed != panel.session->app->options.seed) {
            panel.request.action = WB_ACTION_SEED;
            panel.request.seed = edit.seed;
        }
    }
    panel_hint("The only source of chance: the same seed gives the same run.\n"
               "A change starts the lesson anew.");
}

static bool is_of_this_part(const wb_param *param)
{
    return param->part == NULL || param->part == panel.session->app->part;
}

// In as many rows as they need.
static void show_presets(void)
{
    const wb_preset *presets = panel.session->app->lesson->presets;
    float gap = 4.0f * panel.scale,
          right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    for (const wb_preset *p = presets; p != NULL && p->name != NULL; p++) {
        float width = ImGui::CalcTextSize(p->name).x + 2.0f * ImGui::GetStyle().FramePadding.x;
        if (p > presets) ImGui::SameLine(0.0f, gap);
        if (p > presets && ImGui::GetCursorPosX() + width > right) ImGui::NewLine();
        if (ImGui::SmallButton(p->name)) {
            panel.request.action = WB_ACTION_PRESET;
            panel.request.preset = p;
        }
        panel_hint("%s%s%s\nThe others get their defaults; the lesson starts anew.", p->settings,
                   p->variant != NULL ? ", variant " : "", p->variant != NULL ? p->variant : "");
    }
    if (presets != NULL) ImGui::Spacing();
}

void panel_show_params(void)
{
    const wb_param *params = panel.session->app->lesson->params;
    int count = 0;
    for (const wb_param *p = params; p != NULL && p->name != NULL; p++) count += is_of_this_part(p);
    // Many would push the stepper out of sight, which --step is about.
    if (!panel_section("Parameters", !panel.stepping || count <= MOST_BESIDE_STEPPER)) return;
    show_presets();
    float label_width = ImGui::CalcTextSize("seed").x, unit_width = 0.0f;
    for (const wb_param *p = params; p != NULL && p->name != NULL; p++) {
        label_width = fmaxf(label_width, ImGui::CalcTextSize(p->name).x);
        if (p->unit != NULL)
            unit_width = fmaxf(unit_width, ImGui::CalcTextSize(p->unit).x + 12.0f * panel.scale);
    }
    label_width += 14.0f * panel.scale;
    for (int i = 0; params != NULL && params[i].name != NULL && i < WB_MAX_PARAMS; i++)
        if (is_of_this_part(&params[i])) show_param(i, label_width, unit_width);
    show_seed(label_width, unit_width);
    ImGui::Spacing();
}
