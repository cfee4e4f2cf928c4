// Lesson 01: how a dispatch is laid out: work groups, invocations, and the ids that tell an
// invocation which element is its own. First on the bare ids, then on a picture turned to grey.
//
// Open steps.c first: the dispatches. This file only says what there is.
#include "oracle.h"
#include "picture.h"
#include "scene.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

/* ---- Parts ---- */

static const wb_part layout = {
    .name = "layout",
    .init = layout_init,
    .draw = layout_draw,
    .quit = layout_quit,
    .expect = layout_expect,
    .check_frames = 2,
    .cases = {"count=240", "count=1", "count=63", "count=64", "count=65", "count=1009 local=1",
              "count=1009 local=1024", "preset=small", "preset=particles", "preset=box"},
    .cost = layout_cost,
    .status = layout_status,
    .group_at = layout_group_at,
};

// A box has other parameters than a list.
static const char *const box_cases[] = {
    "size_x=11 size_y=7 size_z=3",
    "size_x=1 size_y=1 size_z=1",
    "size_x=4 size_y=4 size_z=1",
    "size_x=5 size_y=3 size_z=2",
    "size_x=13 size_y=17 size_z=5 local_x=2 local_y=3 local_z=2",
    "size_x=31 local_x=1 local_y=1 local_z=7",
    "preset=small",
    "preset=particles",
    "preset=box",
    NULL,
};

static const wb_part grey = {
    .name = "grey",
    .init = grey_init,
    .draw = grey_draw,
    .quit = grey_quit,
    .expect = grey_expect,
    .check_frames = 2,
    .cases = {"width=1 height=1", "width=63 height=1", "width=1 height=65", "width=64 height=64",
              "width=65 height=63 local=32", "width=61 height=67 local=37",
              "width=127 height=3 local=1024", "width=960 height=640",
              "width=401 height=331 local=1 fours=1", // 33,183 groups of a list: folded
              "width=2000 height=1999 local=256 fours=2"},
    .cost = grey_cost,
    .bench_cases = {"width=8192 height=4096 local=32", "width=8192 height=4096 local=64",
                    "width=8192 height=4096 local=128", "width=8192 height=4096 local=256",
                    "width=8192 height=4096 local=512", "width=8192 height=4096 local=1024",
                    "width=8192 height=4096 local=4", "width=8192 height=4096 local=8",
                    "width=8192 height=4096 local=16"}, // last: texts name a case by its place
    .quick_case = "width=4096 height=2048 local=256",
    .status = grey_status,
    .cells = grey_cells,
};

/* ---- Variants ---- */

static const char *const list_cases[] = {
    "count=240", "count=1", "count=64", "count=65", "count=1009 local=1", "count=1009 local=128",
    NULL,
};

static const char *const apart_cases[] = {
    "width=128 height=64",
    "width=1 height=1",
    "width=63 height=65",
    "width=64 height=61 local=32",
    "width=128 height=33 local=256",
    NULL,
};

static const char *const negative_cases[] = {
    "width=1 height=1",
    "width=63 height=1",
    "width=128 height=128",
    "width=61 height=67 local=37",
    "width=127 height=3 local=1024",
    "width=401 height=661 local=3", // more groups than a row of them has on many devices
    "width=960 height=640",
    NULL,
};

// clang-format off
static const wb_variant variants[] = {
    {.name = "line", .part = &layout,
     .shows = "a list: one invocation an element, an id of one number",
     .remark = "a list has one direction, a picture or a box has more",
     .kernel = "01_dispatch/line.comp",
     .data = &(layout_traits){0},
     .step = step_layout},
    {.name = "volume", .part = &layout,
     .shows = "a box: ids of three numbers, made into one index",
     .remark = "its groups reach beyond the box on three sides: more of them idle",
     .kernel = "01_dispatch/volume.comp",
     .cases = box_cases,
     .data = &(layout_traits){.is_box = true},
     .step = step_layout},
    {.name = "n_groups", .kind = WB_BROKEN, .part = &layout,
     .shows = "dispatches a work group, not an invocation, for each element",
     .remark = "a sea of grey: too many invocations, by a factor of the group's size",
     .kernel = "01_dispatch/line.comp",
     .data = &(layout_traits){.pitfall = GROUP_EACH},
     .step = step_layout},
    {.name = "truncated", .kind = WB_BROKEN, .part = &layout,
     .shows = "rounds the number of groups down",
     .remark = "the last elements are never written",
     .kernel = "01_dispatch/line.comp",
     .data = &(layout_traits){.pitfall = ROUNDED_DOWN},
     .step = step_layout},
    {.name = "no_guard", .kind = WB_BROKEN, .part = &layout,
     .shows = "lets the idle invocations write",
     .remark = "what lies beyond the list is overwritten",
     .kernel = "01_dispatch/no_guard.comp",
     .data = &(layout_traits){.pitfall = NO_GUARD},
     .step = step_layout},
    {.name = "too_many", .kind = WB_BROKEN, .part = &layout,
     .shows = "dispatches more work groups than the device takes",
     .remark = "GL_INVALID_VALUE, and nothing is written at all",
     .kernel = "01_dispatch/line.comp",
     .data = &(layout_traits){.pitfall = TOO_MANY_GROUPS},
     .step = step_layout_too_many},
    {.name = "mine", .kind = WB_TASK, .part = &layout,
     .shows = "your kernel: each invocation at its own place in a list",
     .kernel = "01_dispatch/tasks/mine.comp",
     .cases = list_cases,
     .data = &(layout_traits){0},
     .step = step_layout},
    {.name = "edge", .kind = WB_TASK, .part = &layout,
     .shows = "a box; some elements hold the ids of an invocation that is not theirs",
     .kernel = "01_dispatch/tasks/edge.comp",
     .cases = box_cases,
     .data = &(layout_traits){.is_box = true},
     .step = step_layout},
    {.name = "flatten", .kind = WB_TASK, .part = &layout,
     .shows = "your kernel: a three-dimensional dispatch, numbered group by group",
     .kernel = "01_dispatch/tasks/flatten.comp",
     .cases = box_cases,
     .data = &(layout_traits){.is_box = true, .by_group = true},
     .step = step_layout},
    {.name = "columns", .part = &grey,
     .shows = "one pixel an invocation; neighbouring invocations lie one below the other",
     .remark = "each of a group's pixels is in another line of memory",
     .kernel = "01_dispatch/columns.comp",
     .data = &(grey_traits){.title = "column by column", .order = BY_COLUMN},
     .step = step_grey},
    {.name = "rows", .part = &grey,
     .shows = "one pixel an invocation; neighbouring invocations lie side by side",
     .remark = "four bytes at a time are little",
     .kernel = "01_dispatch/rows.comp",
     .data = &(grey_traits){.title = "row by row", .order = BY_ROW},
     .step = step_grey},
    {.name = "texture", .part = &grey,
     .shows = "one pixel an invocation, from a texture through a sampler into an image",
     .remark = "the copy into a buffer, for readers of buffers",
     .kernel = "01_dispatch/texture.comp",
     .data = &(grey_traits){.title = "from a texture into an image", .order = BY_ROW, .texture = true},
     .step = step_texture},
    {.name = "fours", .part = &grey,
     .shows = "four pixels an invocation, in one load and one store of 16 bytes",
     .remark = "one load an invocation: its wait must be filled by others",
     .kernel = "01_dispatch/fours.comp",
     .data = &(grey_traits){.title = "four pixels an invocation", .order = IN_LIST},
     .step = step_grey},
    {.name = "several", .part = &grey,
     .shows = "several fours an invocation, a group's width apart",
     .remark = "the memory",
     .kernel = "01_dispatch/several.comp",
     .data = &(grey_traits){.title = "several fours an invocation", .order = IN_LIST, .several = true},
     .step = step_grey},
    {.name = "apart", .kind = WB_TASK, .part = &grey,
     .shows = "your kernel: four pixels an invocation, neighbours beside neighbours",
     .kernel = "01_dispatch/tasks/apart.comp",
     .cases = apart_cases,
     .data = &(grey_traits){.title = "your four pixels an invocation", .order = IN_LIST},
     .step = step_grey},
    {.name = "negative", .kind = WB_TASK, .part = &grey,
     .shows = "your kernel and your C code: the picture's negative",
     .kernel = "01_dispatch/tasks/negative.comp",
     .cases = negative_cases,
     .data = &(grey_traits){.title = "your negative", .order = IN_LIST, .negative = true},
     .step = step_task},
    {0},
};
// clang-format on

/* ---- Parameters ---- */

static const char *const preset_choices[] = {"none", "small", "particles", "box", NULL};

// clang-format off
static const wb_param params[] = {
    {"preset", {&lesson.layout.preset}, 0, 3, NULL, "small: 256 in groups of 64; particles: 50,000 in groups of 64; box: 16 x 8 x 4 groups of 8 x 8 x 1; none: the sizes below", &layout, .names = preset_choices, .restarts = true},
    {"count", {&lesson.layout.count}, 0, 1000000, "elements", "length of the list", &layout, .restarts = true},
    {"local", {&lesson.local}, 1, 1024, "invocations", "in a work group of the list, or of the picture", .restarts = true},
    {"size_x", {&lesson.layout.size[0]}, 1, 1024, "elements", "width of the box", &layout, .restarts = true},
    {"size_y", {&lesson.layout.size[1]}, 1, 1024, "elements", "height of the box", &layout, .restarts = true},
    {"size_z", {&lesson.layout.size[2]}, 1, 64, "elements", "depth of the box, in slices", &layout, .restarts = true},
    {"local_x", {&lesson.layout.box[0]}, 1, 1024, "invocations", "width of the box's work groups", &layout, .restarts = true},
    {"local_y", {&lesson.layout.box[1]}, 1, 1024, "invocations", "height of the box's work groups", &layout, .restarts = true},
    {"local_z", {&lesson.layout.box[2]}, 1, 64, "invocations", "depth of the box's work groups", &layout, .restarts = true},
    {"marked", {&lesson.layout.marked}, 0, 1000000, NULL, "the element that is explained while the mouse is over none", .part = &layout},
    {"width", {&lesson.grey.width}, 0, 16384, "pixels", "of the picture, which is cut or repeated; 0: as in the file", &grey, .restarts = true},
    {"height", {&lesson.grey.height}, 0, 16384, "pixels", "of the picture, which is cut or repeated; 0: as in the file", &grey, .restarts = true},
    {"fours", {&lesson.grey.fours}, 1, 16, NULL, "several: fours of pixels an invocation", &grey, .restarts = true},
    {"split", {.f = &lesson.grey.split}, 0, 1, NULL, "how much of the picture is shown in colour", .part = &grey},
    {0},
};
// clang-format on

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "01_dispatch",
            .title = "Dispatch layout",
            .variants = variants,
            .tasks = tasks,
            .params = params,
            .frames = 3,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .formats = {".png"},
            .load = scene_load,
            .dump = scene_dump,
            .grid_columns = &lesson.columns,
            .grid_rows = &lesson.rows,
            .hovers = true,
        },
        argc, argv);
}
