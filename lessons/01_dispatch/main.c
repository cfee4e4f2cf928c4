// Lesson 01: how a dispatch is laid out: work groups, invocations, and the ids that tell an
// invocation which element is its own. First on the bare ids, then on a picture turned to grey.
#include "parts.h"

#include <string.h>

/* Each of the two parts stands in a file of its own: layout.c and grey.c. Here is what they have in
 * common, and the list of all variants. */

dispatch_lesson lesson = {
    .local = 64,
    .layout = {.count = 240, .marked = 150, .size = {11, 7, 3}, .box = {4, 4, 1}},
    .grey = {.fours = 4, .split = 0.5f},
};

static const dispatch_part *part(void)
{
    return wb_variant_index() < GREY_COLUMNS ? &layout_part : &grey_part;
}

static bool init(void)
{
    lesson.limits = device_ask_limits();
    return part()->init();
}

static void draw(const wb_view *view)
{
    part()->draw(view);
}

static void quit(void)
{
    part()->quit();
    glDeleteProgram(lesson.kernel);
    glDeleteProgram(lesson.picture);
    lesson.kernel = lesson.picture = 0;
}

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    const void *start = wb_start_state(buffer);
    const wb_buffer *found = wb_buffer_find(buffer);
    if (start == NULL || found == NULL) return false;
    memcpy(expected, start, (size_t)found->size_bytes);   // which stays where nobody writes
    return steps == 0 || part()->expect(found, expected); // every step writes the same
}

static wb_cost cost(void)
{
    return part()->cost();
}

static void status(char *text, size_t size)
{
    part()->status(text, size);
}

/* ---- The description ---- */

static const wb_exercise flatten = {
    .task = "Number all invocations of a three-dimensional dispatch, work group by work group.",
    .kernel = "01_dispatch/exercise_flatten.comp",
    .solution = "01_dispatch/solution_flatten.comp",
    .hints =
        {"Flatten twice: the group's id within all groups, and the local id within the group. "
         "volume.comp flattens an id within a box of known size.",
         "Before group g come g * (invocations of a group) numbers. The groups lie in a box of "
         "gl_NumWorkGroups, the invocations of a group in one of gl_WorkGroupSize."},
};

static const wb_variant variants[] = {
    [LAYOUT_LINE] = {.name = "line",
                     .part = "layout",
                     .shows = "a list: one invocation an element, an id of one number",
                     .limit = "a list has one direction, a picture or a room has more",
                     .step = layout_step},
    [LAYOUT_VOLUME] = {.name = "volume",
                       .part = "layout",
                       .shows = "a box: ids of three numbers, made into one index",
                       .limit = "its groups reach over the box on three sides: more of them idle",
                       .step = layout_step},
    [LAYOUT_N_GROUPS] = {.name = "n_groups",
                         .part = "layout",
                         .shows = "dispatches a work group, not an invocation, for each element",
                         .broken =
                             "a sea of grey: so many times too many invocations as a group has",
                         .step = layout_step},
    [LAYOUT_TRUNCATED] = {.name = "truncated",
                          .part = "layout",
                          .shows = "rounds the number of groups down",
                          .broken = "the last elements are never written",
                          .step = layout_step},
    [LAYOUT_NO_GUARD] = {.name = "no_guard",
                         .part = "layout",
                         .shows = "lets the idle invocations write",
                         .broken = "what lies behind the list is overwritten",
                         .step = layout_step},
    [LAYOUT_TOO_MANY] = {.name = "too_many",
                         .part = "layout",
                         .shows = "dispatches more work groups than the device takes",
                         .broken = "GL_INVALID_VALUE, and nothing is written at all",
                         .step = layout_step_too_many},
    [LAYOUT_EXERCISE] = {.name = "exercise",
                         .part = "layout",
                         .shows =
                             "your kernel: a three-dimensional dispatch, numbered group by group",
                         .exercise = &flatten,
                         .step = layout_step},
    [GREY_COLUMNS] =
        {.name = "columns",
         .part = "grey",
         .shows = "one pixel an invocation; neighbouring invocations lie one below the other",
         .limit = "each of a group's pixels is in another line of memory",
         .step = grey_step},
    [GREY_ROWS] = {.name = "rows",
                   .part = "grey",
                   .shows = "one pixel an invocation; neighbouring invocations lie side by side",
                   .limit = "four bytes are little to ask for at a time",
                   .step = grey_step},
    [GREY_FOURS] = {.name = "fours",
                    .part = "grey",
                    .shows = "four pixels an invocation, in one load and one store of 16 bytes",
                    .limit = "one load an invocation: its wait must be filled by others",
                    .step = grey_step},
    [GREY_SEVERAL] = {.name = "several",
                      .part = "grey",
                      .shows = "several fours an invocation, a group's width apart",
                      .limit = "the memory",
                      .step = grey_step},
    [VARIANT_COUNT] = {0},
};

static const wb_param params[] = {
    {.name = "preset",
     .i = &lesson.layout.preset,
     .max = 3,
     .help =
         "1: 256 in groups of 64; 2: 50,000 in groups of 64; 3: 16 x 8 x 4 groups of 8 x 8 x 1; "
         "0: the sizes below",
     .part = "layout",
     .restarts = true},
    {.name = "count",
     .i = &lesson.layout.count,
     .max = 1000000,
     .unit = "elements",
     .help = "length of the list",
     .part = "layout",
     .restarts = true},
    {.name = "local",
     .i = &lesson.local,
     .min = 1,
     .max = 1024,
     .unit = "invocations",
     .help = "in a work group of the list, or of the picture",
     .restarts = true},
#define SIDE(NAME, PLACE, MAX, UNIT, HELP)                                                         \
    {                                                                                              \
        .name = NAME, .i = &(PLACE), .min = 1, .max = (MAX), .unit = UNIT, .help = HELP,           \
        .part = "layout", .restarts = true                                                         \
    }
    SIDE("size_x", lesson.layout.size[0], 1024, "elements", "width of the box"),
    SIDE("size_y", lesson.layout.size[1], 1024, "elements", "height of the box"),
    SIDE("size_z", lesson.layout.size[2], 64, "elements", "depth of the box, in slices"),
    SIDE("local_x", lesson.layout.box[0], 1024, "invocations", "width of the box's work groups"),
    SIDE("local_y", lesson.layout.box[1], 1024, "invocations", "height of the box's work groups"),
    SIDE("local_z", lesson.layout.box[2], 64, "invocations", "depth of the box's work groups"),
    {.name = "marked",
     .i = &lesson.layout.marked,
     .max = 1000000,
     .help = "the element that is explained while the mouse is over none",
     .part = "layout"},
    {.name = "width",
     .i = &lesson.grey.width,
     .max = 16384,
     .unit = "pixels",
     .help = "of the picture, which is cut or repeated; 0: as in the file",
     .part = "grey",
     .restarts = true},
    {.name = "height",
     .i = &lesson.grey.height,
     .max = 16384,
     .unit = "pixels",
     .help = "of the picture, which is cut or repeated; 0: as in the file",
     .part = "grey",
     .restarts = true},
    {.name = "fours",
     .i = &lesson.grey.fours,
     .min = 1,
     .max = 16,
     .help = "several: fours of pixels an invocation",
     .part = "grey",
     .restarts = true},
    {.name = "split",
     .f = &lesson.grey.split,
     .max = 1,
     .help = "how much of the picture is shown in colour",
     .part = "grey"},
    {0},
};

static const char *const cases[] = {
    "layout: count=240",
    "layout: count=1",
    "layout: count=63 size_x=1 size_y=1 size_z=1",
    "layout: count=64 size_x=4 size_y=4 size_z=1",
    "layout: count=65 size_x=5 size_y=3 size_z=2",
    "layout: count=1009 local=1 size_x=13 size_y=17 size_z=5 local_x=2 local_y=3 local_z=2",
    "layout: count=1009 local=1024 size_x=31 local_x=1 local_y=1 local_z=7",
    "layout: preset=1",
    "layout: preset=2",
    "layout: preset=3",
    "grey: width=1 height=1",
    "grey: width=63 height=1",
    "grey: width=1 height=65",
    "grey: width=64 height=64",
    "grey: width=65 height=63 local=32",
    "grey: width=61 height=67 local=37",
    "grey: width=127 height=3 local=1024",
    "grey: width=960 height=640",
    "grey: width=2000 height=1999 local=256 fours=2",
    NULL,
};

static const char *const bench_cases[] = {"grey: width=8192 height=4096 local=32",
                                          "grey: width=8192 height=4096 local=64",
                                          "grey: width=8192 height=4096 local=128",
                                          "grey: width=8192 height=4096 local=256",
                                          "grey: width=8192 height=4096 local=512",
                                          "grey: width=8192 height=4096 local=1024",
                                          NULL};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "01_dispatch",
            .title = "Dispatch layout",
            .variants = variants,
            .params = params,
            .frames = 3,
            .init = init,
            .draw = draw,
            .quit = quit,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .cases = cases,
            .check_frames = 2,
            .expect = expect,
            .bench_cases = bench_cases,
            .cost = cost,
            .format = ".png",
            .load = grey_load,
            .dump = grey_dump,
            .status = status,
            .grid_columns = &lesson.columns,
            .grid_rows = &lesson.rows,
            .hovers = true,
        },
        argc, argv);
}
