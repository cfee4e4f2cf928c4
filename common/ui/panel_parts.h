/* What the files of the panel share. They are C++ because Dear ImGui is, and use no more of it. */
#ifndef WB_UI_PANEL_PARTS_H
#define WB_UI_PANEL_PARTS_H

#include <imgui.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern "C" { // what is below ui/ is C
#include "base/file.h"
#include "base/image.h"
#include "base/memory.h"
#include "base/text.h"
#include "gl/texture.h"
#include "lesson/stepping.h"
#include "lesson/task_list.h"
#include "lesson/variants.h"
#include "machine/counters.h"
#include "step/inspect.h"
#include "step/trace.h"
#include "ui/panel.h"
#include "watch/barrier_bits.h"
#include "watch/barriers.h"
#include "watch/interface.h"
#include "watch/log.h"
}

/* The colours; the picture's own background is the panel's. */
constexpr ImU32 PANEL_BACKGROUND = IM_COL32(14, 15, 19, 255);
constexpr ImU32 PANEL_FRAME = IM_COL32(29, 31, 38, 255);
constexpr ImU32 PANEL_HOVERED = IM_COL32(40, 43, 52, 255);
constexpr ImU32 PANEL_ACTIVE = IM_COL32(54, 58, 70, 255);
constexpr ImU32 PANEL_LINE = IM_COL32(42, 45, 54, 255);
constexpr ImU32 PANEL_TEXT = IM_COL32(218, 221, 228, 255);
constexpr ImU32 PANEL_MUTED = IM_COL32(138, 143, 156, 255);
constexpr ImU32 PANEL_ACCENT = IM_COL32(255, 199, 77, 255);
constexpr ImU32 PANEL_BAD = IM_COL32(255, 112, 104, 255);
constexpr ImU32 PANEL_GOOD = IM_COL32(116, 201, 143, 255);

struct panel_shared {
    bool started;              // from the first show on
    struct GLFWwindow *window; // NULL: there is none
    bool shown;
    bool stepping;
    float scale; // wb_panel_scale()
    ImFont *text, *title, *mono, *small;
    const wb_session *session; // that it shows
    wb_request request;        // of this frame
    double frames_per_s;       // 0: not known yet
    bool refresh;              // take figures anew: always while paused, else five times a second
    int chosen_pass;           // the pass of the step that was clicked; -1: follow the stepper
};
extern panel_shared panel;

/* ---- Pieces, in panel.cpp ---- */

/* One line of text, in a colour. _right: ends at the right edge. _fitted: cut to the width, with an
 * ellipsis, and whole in a tooltip. _wrapped: as many lines as it takes. */
void panel_text(ImU32 colour, const char *format, ...) WB_PRINTF_LIKE(2, 3);
void panel_text_right(ImU32 colour, const char *format, ...) WB_PRINTF_LIKE(2, 3);
void panel_text_fitted(ImU32 colour, float width, const char *text);
void panel_text_wrapped(ImU32 colour, const char *format, ...) WB_PRINTF_LIKE(2, 3);

/* A tooltip for the last item; the same for more than a text, to be ended if the begin is true; and
 * one at the mouse, whose place the caller has checked. */
void panel_hint(const char *format, ...) WB_PRINTF_LIKE(1, 2);
bool panel_begin_hint(void);
void panel_end_hint(void);
void panel_hint_at_mouse(const char *format, ...) WB_PRINTF_LIKE(1, 2);

void panel_show_errors(void); // in a box

/* The heading of a section; whether the section is open. */
bool panel_section(const char *title, bool open_at_first);

/* "1,048,576"; "32 × 32", "64" (what is 1 at the end goes without saying). The text lives until the
 * fourth call after this one. */
const char *panel_count(long long count);
const char *panel_size(const uint32_t size[3]);

/* A small button in one row with what is before it, bright if it is the one that is chosen. */
bool panel_choice(const char *label, bool chosen);

/* ---- Sections ---- */

void panel_show_variants(void); // panel_lesson.cpp
void panel_show_params(void);
void panel_show_tasks(void);    // panel_tasks.cpp
void panel_show_findings(void); // panel_steps.cpp, as are these
void panel_show_times(void);
void panel_show_stepper(void);
void panel_show_buffers(void); // panel_buffers.cpp
void panel_show_kernel(void);  // panel_kernel.cpp

/* The pass whose details and kernel are shown; NULL if no step has run yet. */
const wb_trace_pass *panel_shown_pass(void);

/* A buffer as a table; one with a single dimension is broken into lines. Of a texture, one channel
 * of one slice is. */
bool panel_is_flat(const wb_buffer *buffer); // it has one dimension at most
long long panel_elements(const wb_buffer *buffer);
long long panel_rows(const wb_buffer *buffer);
long long panel_columns(const wb_buffer *buffer);

/* These rows and columns of it, which are there, to be read; and the column that
 * panel_show_figures() takes. */
wb_inspect_table panel_table(const wb_buffer *buffer, long long row, long long rows,
                             long long column, long long columns);
int panel_figures_column(const wb_buffer *buffer);

/* Zero is dark; above, colours become amber up to the highest value; below, blue down to the
 * lowest; NaN is violet. */
ImU32 panel_value_colour(double value, double lowest, double highest);
ImU32 panel_mix(ImU32 from, ImU32 to, double share);

/* In panel_figures.cpp. If the buffer holds records, the figures are those of one column. */
void panel_show_figures(const wb_buffer *buffer, int column);
void panel_show_export(const wb_buffer *buffer);
void panel_forget_export(void);

/* ---- The debugger, in place of the sections ---- */

/* The colours of lanes, in all that shows lanes. */
constexpr ImU32 PANEL_NEXT = PANEL_ACCENT;                      // runs next
constexpr ImU32 PANEL_ELSEWHERE = IM_COL32(104, 112, 132, 255); // will run, but not next
constexpr ImU32 PANEL_WAITS = IM_COL32(88, 150, 220, 255);      // at a barrier
constexpr ImU32 PANEL_ENDED = IM_COL32(40, 43, 52, 255);
constexpr ImU32 PANEL_READS = IM_COL32(88, 150, 220, 255); // accesses
constexpr ImU32 PANEL_WRITES = IM_COL32(255, 150, 70, 255);

/* What the debugger's parts show, taken anew when its version has changed. */
struct panel_debug_seen {
    int64_t version;
    uint32_t lane_count, first, width, focus; // of the lanes: all, those that a command moves
    wb_debug_lane lanes[WB_MAX_INVOCATIONS];
    wb_debug_place place;
    uint32_t waiting, ended;
    wb_line_counts *counts; // of each line
    int *here;              // how many lanes are at each line
    int counts_capacity, here_capacity;
    bool has_values; // of the expression that is watched
    char values[WB_MAX_INVOCATIONS][48];
    double numbers[WB_MAX_INVOCATIONS]; // NaN where it is none
    char value_error[256];
};
extern panel_debug_seen debug_seen;

void panel_show_debug(void); // panel_debug.cpp: commands and source
/* A place of the source: "02_shared/tile.glsl:18". The text lives until the fourth call after this
 * one. */
const char *panel_place(int line);
/* Whether a click on the picture chooses a group. */
bool panel_is_in_picture(void);
void panel_ask_lane(uint32_t lane);
void panel_ask_watch(const char *expression);
void panel_ask_stop(const char *expression, bool in_any);
void panel_legend(ImU32 colour, const char *format, ...) WB_PRINTF_LIKE(2, 3);
const char *panel_plural(long long count);

void panel_show_lanes(float height); // panel_debug_lanes.cpp, as are these
void panel_show_variables(void);
void panel_show_values(void);
void panel_show_shared(void); // panel_debug_memory.cpp
void panel_show_accesses(void);
void panel_memory_quit(void);
void panel_show_race(void); // panel_debug_race.cpp
void panel_show_breakpoints(void);
void panel_debug_quit(void);

void panel_set_look(void); // panel_look.cpp: colours, sizes and fonts, for panel.scale

void panel_buffers_before_dispatch(void);
void panel_buffers_quit(void);

#endif
