// Lesson 01: how a dispatch is laid out: work groups, invocations, and the ids that tell an
// invocation which element is its own. First on the bare ids, then on a picture turned to grey.
#include "lesson/lesson.h"
#include "lesson/picture_file.h"
#include "device.h"
#include "labels.h"
#include "map.h"
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum { IDS = 0, DISPATCHED = 1, PLACES = 2 };  // storage block bindings of the first part
enum { IMAGE = 0, GREY = 1 };                  // and of the second
enum { SIZE = 0, COUNT = 0 };                  // uniform locations of the kernels
enum { GROUPS = 2, ELEMENTS = 3 };             // of the first picture's shader
enum { PLACE = 2, SPLIT = 3 };                 // of the second's
enum { PLACE_NONE = -1, CANARY = 0x0CA9A121 }; // a cell that shows nothing; what must stay
enum { MOST_INVOCATIONS = 1 << 23 };           // that the first picture can show
enum { FOLD = 32768 };                         // most groups in a row of a folded dispatch

enum {
    LINE,
    VOLUME,
    N_GROUPS,
    TRUNCATED,
    NO_GUARD,
    TOO_MANY,
    EXERCISE,
    COLUMNS,
    ROWS,
    FOURS,
    SEVERAL
};

static const char *const kernels[] = {
    [LINE] = "01_dispatch/line.comp",
    [VOLUME] = "01_dispatch/volume.comp",
    [N_GROUPS] = "01_dispatch/line.comp",
    [TRUNCATED] = "01_dispatch/line.comp",
    [NO_GUARD] = "01_dispatch/no_guard.comp",
    [TOO_MANY] = "01_dispatch/line.comp",
    [EXERCISE] = "01_dispatch/exercise_flatten.comp",
    [COLUMNS] = "01_dispatch/columns.comp",
    [ROWS] = "01_dispatch/rows.comp",
    [FOURS] = "01_dispatch/fours.comp",
    [SEVERAL] = "01_dispatch/several.comp",
};

// What a preset stands for: the dispatches of the module and the article that this lesson follows.
static const struct {
    int size[3], local[3];
} presets[] = {
    [1] = {{256, 1, 1}, {64, 1, 1}},
    [2] = {{50000, 1, 1}, {64, 1, 1}},
    [3] = {{128, 64, 4}, {8, 8, 1}},
};

/* ---- State ---- */

static struct {
    int preset, count, local, marked; // parameters
    int size[3], box[3];              // of the box and of its work groups
    int width, height, fours;         // of the picture; 0: as the file is
    float split;

    device_limits limits;
    dispatch_plan plan; // of the first part
    cell_map map;
    bool refused;         // the driver took the dispatch for an error
    wb_buffer ids;        // elements + canaries x 4: group x, y, z, index in the group
    wb_buffer dispatched; // 4: groups in x, y, z, invocations of a group
    GLuint places;        // what each cell of the picture shows: an element, or less than 0

    char file[1024];      // the picture's; empty: the one that ships
    int columns, rows;    // of what is drawn, in cells
    int place_x, place_y; // where in it the picture lies
    int image_width, image_height;
    wb_buffer image, grey; // height x width pixels
    GLuint kernel, picture;
} lesson = {.count = 240,
            .local = 64,
            .marked = 150,
            .size = {11, 7, 3},
            .box = {4, 4, 1},
            .fours = 4,
            .split = 0.5f};

static bool is_grey(void)
{
    return wb_variant_index() >= COLUMNS;
}

static bool is_box(void)
{
    return wb_variant_index() == VOLUME || wb_variant_index() == EXERCISE;
}

/* ---- Work groups ---- */

// So many groups of `size` that they cover `count`: the quotient, rounded up.
static int groups_for(int64_t count, int64_t size)
{
    return (int)((count + size - 1) / size);
}

static void choose_groups(dispatch_plan *plan)
{
    for (int axis = 0; axis < 3; axis++)
        plan->groups[axis] = groups_for(plan->size[axis], plan->local[axis]);
    if (wb_variant_index() == N_GROUPS)
        plan->groups[0] = plan->size[0]; // BROKEN: a group, not an invocation, for each element
    if (wb_variant_index() == TRUNCATED)
        plan->groups[0] = plan->size[0] / plan->local[0]; // BROKEN: rounded down
    if (wb_variant_index() == TOO_MANY) {
        plan->groups[0] = 1;
        plan->groups[1] = lesson.limits.groups[1] + 1; // BROKEN: one more than the device takes
    }
}

static void choose_plan(void)
{
    dispatch_plan plan = {.size = {lesson.count, 1, 1},
                          .local = {lesson.local, 1, 1},
                          .by_group = wb_variant_index() == EXERCISE};
    if (lesson.preset > 0 || is_box()) {
        memcpy(plan.size, lesson.preset > 0 ? presets[lesson.preset].size : lesson.size,
               sizeof plan.size);
        memcpy(plan.local, lesson.preset > 0 ? presets[lesson.preset].local : lesson.box,
               sizeof plan.local);
    }
    if (!is_box()) // a list sees a box as a list
        for (int axis = 1; axis < 3; axis++) {
            plan.size[0] *= plan.size[axis];
            plan.local[0] *= plan.local[axis];
            plan.size[axis] = plan.local[axis] = 1;
        }
    choose_groups(&plan);
    lesson.plan = plan;
}

// What the picture's versions dispatch, in x and y.
static void grey_groups(int groups[2])
{
    int64_t fours = ((int64_t)lesson.image_width * lesson.image_height + 3) / 4;
    int64_t a_group = (int64_t)lesson.local * (wb_variant_index() == SEVERAL ? lesson.fours : 1);
    switch (wb_variant_index()) {
    case COLUMNS:
        groups[0] = groups_for(lesson.image_height, lesson.local);
        groups[1] = lesson.image_width;
        break;
    case ROWS:
        groups[0] = groups_for(lesson.image_width, lesson.local);
        groups[1] = lesson.image_height;
        break;
    default: // more groups than fit into x are folded, like a line of text that is too long
        groups[0] = groups_for(fours, a_group) < FOLD ? groups_for(fours, a_group) : FOLD;
        groups[1] = groups_for(groups_for(fours, a_group), FOLD);
    }
}

/* ---- Start and end: the ids ---- */

static const wb_field id_fields[] = {{"group", WB_U32, 3}, {"index", WB_U32, 1}, {0}};
static const wb_field dispatched_fields[] = {
    {"groups", WB_U32, 3}, {"invocations", WB_U32, 1}, {0}};

// The elements, which no kernel has written yet, and behind them a group's length of canaries.
static bool create_ids(void)
{
    size_t elements = (size_t)plan_elements(&lesson.plan);
    size_t all = elements + (size_t)plan_product(lesson.plan.local);
    uint32_t(*start)[4] = malloc(all * sizeof *start);
    if (start == NULL) {
        wb_error("there is no memory for %zu elements", all);
        return false;
    }
    memset(start, 0xCD, elements * sizeof *start);
    for (size_t i = elements; i < all; i++)
        for (int k = 0; k < 4; k++) start[i][k] = CANARY;
    bool good = wb_buffer_create(&lesson.ids, &(wb_buffer_desc){.name = "ids",
                                                                .type = WB_U32,
                                                                .shape = {all, 4},
                                                                .fields = id_fields,
                                                                .data = start,
                                                                .state = true});
    free(start);
    return good &&
           wb_buffer_create(&lesson.dispatched, &(wb_buffer_desc){.name = "dispatched",
                                                                  .type = WB_U32,
                                                                  .shape = {1, 4},
                                                                  .fields = dispatched_fields,
                                                                  .state = true});
}

// Tells the picture's shader which element each cell shows.
static bool create_places(void)
{
    size_t cells = (size_t)lesson.map.columns * (size_t)lesson.map.rows;
    GLint *places = malloc(cells * sizeof *places);
    if (places == NULL) {
        wb_error("there is no memory for a picture of %zu cells", cells);
        return false;
    }
    for (int row = 0; row < lesson.map.rows; row++) {
        for (int column = 0; column < lesson.map.columns; column++) {
            invocation one;
            bool is_one = map_at(&lesson.map, &lesson.plan, column, row, &one);
            // Without a guard, an idle invocation of a list writes at its number too.
            if (is_one && lesson.map.is_list && one.element == PLAN_IDLE)
                one.element = one.global[0];
            places[(size_t)row * (size_t)lesson.map.columns + (size_t)column] =
                is_one ? (GLint)one.element : PLACE_NONE;
        }
    }
    glGenBuffers(1, &lesson.places);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.places);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)(cells * sizeof *places), places,
                 GL_STATIC_DRAW);
    glObjectLabel(GL_BUFFER, lesson.places, -1, "places");
    free(places);
    return true;
}

static bool init_ids(void)
{
    choose_plan();
    const dispatch_plan *plan = &lesson.plan;
    bool asks = wb_variant_index() != TOO_MANY; // BROKEN: does not ask what the device takes
    if (asks && !device_takes(&lesson.limits, plan->groups, plan->local)) return false;
    int64_t invocations = asks ? plan_invocations(plan) : 0; // of which none will run
    if (invocations > MOST_INVOCATIONS || plan_product(plan->size) > MOST_INVOCATIONS) {
        wb_error("%lld invocations for %lld elements: this picture shows at most %d\n"
                 "what to do: choose fewer elements",
                 (long long)invocations, (long long)plan_product(plan->size), MOST_INVOCATIONS);
        return false;
    }
    lesson.map = map_make(plan);
    lesson.columns = lesson.map.columns;
    lesson.rows = lesson.map.rows;
    const wb_define *constants =
        WB_DEFINES({"LOCAL_X", plan->local[0]}, {"LOCAL_Y", plan->local[1]},
                   {"LOCAL_Z", plan->local[2]}, {"GROUP_SIZE", (int)plan_product(plan->local)},
                   {"CANARY", CANARY}, {"PLACE_NONE", PLACE_NONE});
    lesson.kernel = wb_program_compute(kernels[wb_variant_index()], constants);
    lesson.picture = wb_program_draw("draw/picture.vert", "01_dispatch/cells.frag", constants);
    return lesson.kernel != 0 && lesson.picture != 0 && create_ids() && create_places();
}

/* ---- Start and end: the picture ---- */

static bool create_image_buffer(size_t height, size_t width, const uint32_t *pixels)
{
    return wb_buffer_create(&lesson.image, &(wb_buffer_desc){.name = "image",
                                                             .type = WB_U32,
                                                             .shape = {height, width},
                                                             .data = pixels,
                                                             .state = true});
}

// The picture's pixels, or as many as are asked for; more is the same again, side by side.
static bool create_image(void)
{
    wb_array array = {.type = WB_U32};
    bool given;
    bool is_read = wb_load_shape("image", &array, &given);
    if (given && !is_read) return false;
    if (is_read && array.dimensions == 2) // filled from the file, once it is there
        return create_image_buffer(array.shape[0], array.shape[1], NULL);

    wb_image image;
    if (!wb_picture_load(&image, lesson.file[0] != '\0' ? lesson.file : NULL)) return false;
    size_t width = (size_t)(lesson.width > 0 ? lesson.width : image.width);
    size_t height = (size_t)(lesson.height > 0 ? lesson.height : image.height);
    uint32_t *pixels = malloc(width * height * sizeof *pixels);
    if (pixels == NULL) wb_error("there is no memory for %zu x %zu pixels", width, height);
    for (size_t y = 0; pixels != NULL && y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            size_t from = y % (size_t)image.height * (size_t)image.width + x % (size_t)image.width;
            memcpy(&pixels[y * width + x], image.rgba + 4 * from, sizeof *pixels);
        }
    }
    bool good = pixels != NULL && create_image_buffer(height, width, pixels);
    free(pixels);
    wb_image_free(&image);
    return good;
}

// Where the picture lies in what is drawn: as if it had 960 x 640 pixels of 1280 x 800.
static void place_picture(void)
{
    double across = 960.0 / lesson.image_width, down = 640.0 / lesson.image_height;
    double scale = across < down ? across : down; // pixels a cell
    lesson.columns = (int)(1280 / scale + 0.999);
    lesson.rows = (int)(800 / scale + 0.999);
    lesson.place_x = (int)(24 / scale);
    lesson.place_y = (int)(100 / scale);
}

static bool init_grey(void)
{
    if (!create_image()) return false;
    size_t height = lesson.image.shape[0], width = lesson.image.shape[1];
    lesson.image_width = (int)width;
    lesson.image_height = (int)height;
    int groups[3] = {0, 0, 1};
    grey_groups(groups);
    if (!device_takes(&lesson.limits, groups, (int[]){lesson.local, 1, 1})) return false;
    place_picture();
    const wb_define *constants = WB_DEFINES({"LOCAL", lesson.local}, {"FOURS", lesson.fours});
    lesson.kernel = wb_program_compute(kernels[wb_variant_index()], constants);
    lesson.picture = wb_program_draw("draw/picture.vert", "01_dispatch/picture.frag", constants);
    return lesson.kernel != 0 && lesson.picture != 0 &&
           wb_buffer_create(&lesson.grey, &(wb_buffer_desc){.name = "grey",
                                                            .type = WB_U32,
                                                            .shape = {height, width},
                                                            .state = true});
}

static bool init(void)
{
    lesson.refused = false;
    lesson.limits = device_ask_limits();
    return is_grey() ? init_grey() : init_ids();
}

static void quit(void)
{
    wb_buffer_delete(&lesson.ids);
    wb_buffer_delete(&lesson.dispatched);
    wb_buffer_delete(&lesson.image);
    wb_buffer_delete(&lesson.grey);
    glDeleteBuffers(1, &lesson.places);
    glDeleteProgram(lesson.kernel);
    glDeleteProgram(lesson.picture);
    lesson.places = lesson.kernel = lesson.picture = 0;
}

/* ---- The versions: ids ---- */

static void dispatch_ids(int groups_x, int groups_y, int groups_z)
{
    const int *size = lesson.plan.size;
    glUseProgram(lesson.kernel);
    glUniform3ui(SIZE, (GLuint)size[0], (GLuint)size[1], (GLuint)size[2]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DISPATCHED, lesson.dispatched.id);
    glDispatchCompute((GLuint)groups_x, (GLuint)groups_y, (GLuint)groups_z);
}

static void step_ids(void)
{
    const int *groups = lesson.plan.groups;
    if (groups[0] == 0) return; // a dispatch of no groups would be legal, and do nothing
    wb_pass_begin("ids");
    dispatch_ids(groups[0], groups[1], groups[2]);
    // The picture's shader reads the ids, and the next step writes them again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// OpenGL tells of its own accord only a debug context; everybody else has to ask.
static void step_too_many(void)
{
    bool was_refused = lesson.refused;
    step_ids();
    lesson.refused = glGetError() == GL_INVALID_VALUE;
    if (lesson.refused && !was_refused)
        wb_warning("glDispatchCompute(1, %d, 1) is a GL_INVALID_VALUE: this device takes at most "
                   "%d work groups in y. Nothing ran.",
                   lesson.plan.groups[1], lesson.limits.groups[1]);
}

/* ---- The versions: a picture turned to grey ---- */

static void step_grey(void)
{
    int groups[2];
    grey_groups(groups);
    wb_pass_begin("grey");
    glUseProgram(lesson.kernel);
    if (wb_variant_index() == COLUMNS || wb_variant_index() == ROWS)
        glUniform2ui(SIZE, (GLuint)lesson.image_width, (GLuint)lesson.image_height);
    else
        glUniform1ui(COUNT, (GLuint)(lesson.image_width * lesson.image_height));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GREY, lesson.grey.id);
    glDispatchCompute((GLuint)groups[0], (GLuint)groups[1], 1);
    // The picture's shader reads the grey pixels, and the next step writes them again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The pictures ---- */

// What a broken variant has done, in a line; NULL for the others. Returns `text`.
static const char *what_is_wrong(char *text, size_t size)
{
    int elements = lesson.plan.size[0], local = lesson.plan.local[0];
    int needed = groups_for(elements, local);
    switch (wb_variant_index()) {
    case N_GROUPS:
        snprintf(text, size, "%d work groups would do; %d have nothing to do at all", needed,
                 elements - needed);
        return text;
    case TRUNCATED:
        snprintf(text, size, "%d elements have no invocation, and keep what they held",
                 elements % local);
        return text;
    case NO_GUARD:
        snprintf(text, size, "%d idle invocations have written too, behind the end of the list",
                 needed * local - elements);
        return text;
    case TOO_MANY:
        snprintf(text, size,
                 "GL_INVALID_VALUE: this device takes at most %d groups in y. Nothing ran.",
                 lesson.limits.groups[1]);
        return text;
    default: return NULL;
    }
}

static void draw_ids(const wb_view *view)
{
    const int *groups = lesson.plan.groups;
    char text[128];
    glUseProgram(lesson.picture);
    glUniform3ui(GROUPS, (GLuint)groups[0], (GLuint)groups[1], (GLuint)groups[2]);
    glUniform1i(ELEMENTS, (GLint)plan_elements(&lesson.plan));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, lesson.places);
    wb_draw_cells(lesson.picture, view->grid, lesson.columns, lesson.rows);
    // The next step overwrites the ids that this picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    labels_draw_layout(view, &(layout_labels){.plan = &lesson.plan,
                                              .map = &lesson.map,
                                              .limits = &lesson.limits,
                                              .refused = lesson.refused,
                                              .wrong = what_is_wrong(text, sizeof text),
                                              .marked = lesson.marked});
}

static void draw_grey(const wb_view *view)
{
    static const char *const titles[] = {[COLUMNS] = "column by column",
                                         [ROWS] = "row by row",
                                         [FOURS] = "four pixels an invocation",
                                         [SEVERAL] = "several fours an invocation"};
    static const grey_order orders[] = {
        [COLUMNS] = BY_COLUMN, [ROWS] = BY_ROW, [FOURS] = IN_LIST, [SEVERAL] = IN_LIST};
    int v = wb_variant_index();
    glUseProgram(lesson.picture);
    glUniform4i(PLACE, lesson.place_x, lesson.place_y, lesson.image_width, lesson.image_height);
    glUniform1f(SPLIT, lesson.split);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GREY, lesson.grey.id);
    wb_draw_cells(lesson.picture, view->grid, lesson.columns, lesson.rows);
    // The next step overwrites the grey pixels that this picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    grey_labels labels = {.width = lesson.image_width,
                          .height = lesson.image_height,
                          .column = lesson.place_x,
                          .row = lesson.place_y,
                          .order = orders[v],
                          .local = lesson.local,
                          .pixels = v == SEVERAL ? 4 * lesson.fours
                                    : v == FOURS ? 4
                                                 : 1,
                          .title = titles[v]};
    grey_groups(labels.groups);
    labels_draw_grey(view, &labels);
}

static void draw(const wb_view *view)
{
    if (is_grey())
        draw_grey(view);
    else
        draw_ids(view);
}

static void status(char *text, size_t size)
{
    if (is_grey())
        snprintf(text, size, "%d x %d pixels", lesson.image_width, lesson.image_height);
    else
        snprintf(text, size, "%lld elements", (long long)plan_elements(&lesson.plan));
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    const void *start = wb_start_state(buffer);
    const wb_buffer *found = wb_buffer_find(buffer);
    if (start == NULL || found == NULL) return false;
    memcpy(expected, start, (size_t)found->size_bytes);
    if (steps == 0 || found == &lesson.image) return true;

    if (found == &lesson.grey) {
        const uint32_t *image = wb_start_state("image");
        size_t pixels = lesson.grey.shape[0] * lesson.grey.shape[1];
        for (size_t i = 0; image != NULL && i < pixels; i++)
            ((uint32_t *)expected)[i] = plan_grey(image[i]);
        return image != NULL;
    }
    dispatch_plan right = lesson.plan;
    for (int axis = 0; axis < 3; axis++)
        right.groups[axis] = groups_for(right.size[axis], right.local[axis]);
    uint32_t *dispatched = expected;
    if (found == &lesson.ids)
        plan_expect_ids(&right, expected);
    else if (plan_invocations(&right) > 0) { // one of them has told how many there are
        for (int axis = 0; axis < 3; axis++) dispatched[axis] = (uint32_t)right.groups[axis];
        dispatched[3] = (uint32_t)plan_product(right.local);
    }
    return true;
}

static wb_cost cost(void)
{
    double pixels = (double)lesson.image_width * lesson.image_height;
    double ids = (double)plan_elements(&lesson.plan);
    if (!is_grey()) return (wb_cost){.written_bytes = 16 * ids, .items = ids, .item = "ids"};
    return (wb_cost){
        .read_bytes = 4 * pixels, .written_bytes = 4 * pixels, .items = pixels, .item = "pixels"};
}

/* ---- Picture files ---- */

static bool load(const char *buffer, const char *path)
{
    if (strcmp(buffer, "image") != 0) {
        wb_error("--load %s=%s: a picture goes into the buffer image", buffer, path);
        return false;
    }
    wb_image image;
    if (!wb_picture_load(&image, path)) return false;
    wb_image_free(&image);
    snprintf(lesson.file, sizeof lesson.file, "%s", path);
    return true;
}

static bool dump(const char *buffer, const char *path)
{
    wb_buffer *found = wb_buffer_find(buffer);
    if (found != &lesson.image && found != &lesson.grey) {
        wb_error("--dump %s=%s: only the buffers image and grey are pictures", buffer, path);
        return false;
    }
    wb_image image;
    if (!wb_image_create(&image, lesson.image_width, lesson.image_height)) return false;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_buffer_read(found, image.rgba);
    bool good = wb_image_write(&image, path);
    wb_image_free(&image);
    return good;
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
    {.name = "line",
     .part = "layout",
     .shows = "a list: one invocation an element, an id of one number",
     .limit = "a list has one direction, a picture or a room has more",
     .step = step_ids},
    {.name = "volume",
     .part = "layout",
     .shows = "a box: ids of three numbers, made into one index",
     .limit = "its groups reach over the box on three sides: more of them idle",
     .step = step_ids},
    {.name = "n_groups",
     .part = "layout",
     .shows = "dispatches a work group, not an invocation, for each element",
     .broken = "a sea of grey: so many times too many invocations as a group has",
     .step = step_ids},
    {.name = "truncated",
     .part = "layout",
     .shows = "rounds the number of groups down",
     .broken = "the last elements are never written",
     .step = step_ids},
    {.name = "no_guard",
     .part = "layout",
     .shows = "lets the idle invocations write",
     .broken = "what lies behind the list is overwritten",
     .step = step_ids},
    {.name = "too_many",
     .part = "layout",
     .shows = "dispatches more work groups than the device takes",
     .broken = "GL_INVALID_VALUE, and nothing is written at all",
     .step = step_too_many},
    {.name = "exercise",
     .part = "layout",
     .shows = "your kernel: a three-dimensional dispatch, numbered group by group",
     .exercise = &flatten,
     .step = step_ids},
    {.name = "columns",
     .part = "grey",
     .shows = "one pixel an invocation; neighbouring invocations lie one below the other",
     .limit = "each of a group's pixels is in another line of memory",
     .step = step_grey},
    {.name = "rows",
     .part = "grey",
     .shows = "one pixel an invocation; neighbouring invocations lie side by side",
     .limit = "four bytes are little to ask for at a time",
     .step = step_grey},
    {.name = "fours",
     .part = "grey",
     .shows = "four pixels an invocation, in one load and one store of 16 bytes",
     .limit = "one load an invocation: its wait must be filled by others",
     .step = step_grey},
    {.name = "several",
     .part = "grey",
     .shows = "several fours an invocation, a group's width apart",
     .limit = "the memory",
     .step = step_grey},
    {0},
};

static const wb_param params[] = {
    {.name = "preset",
     .i = &lesson.preset,
     .max = 3,
     .help =
         "1: 256 in groups of 64; 2: 50,000 in groups of 64; 3: 16 x 8 x 4 groups of 8 x 8 x 1; "
         "0: the sizes below",
     .part = "layout",
     .restarts = true},
    {.name = "count",
     .i = &lesson.count,
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
    SIDE("size_x", lesson.size[0], 1024, "elements", "width of the box"),
    SIDE("size_y", lesson.size[1], 1024, "elements", "height of the box"),
    SIDE("size_z", lesson.size[2], 64, "elements", "depth of the box, in slices"),
    SIDE("local_x", lesson.box[0], 1024, "invocations", "width of the box's work groups"),
    SIDE("local_y", lesson.box[1], 1024, "invocations", "height of the box's work groups"),
    SIDE("local_z", lesson.box[2], 64, "invocations", "depth of the box's work groups"),
    {.name = "marked",
     .i = &lesson.marked,
     .max = 1000000,
     .help = "the element that is explained while the mouse is over none",
     .part = "layout"},
    {.name = "width",
     .i = &lesson.width,
     .max = 16384,
     .unit = "pixels",
     .help = "of the picture, which is cut or repeated; 0: as in the file",
     .part = "grey",
     .restarts = true},
    {.name = "height",
     .i = &lesson.height,
     .max = 16384,
     .unit = "pixels",
     .help = "of the picture, which is cut or repeated; 0: as in the file",
     .part = "grey",
     .restarts = true},
    {.name = "fours",
     .i = &lesson.fours,
     .min = 1,
     .max = 16,
     .help = "several: fours of pixels an invocation",
     .part = "grey",
     .restarts = true},
    {.name = "split",
     .f = &lesson.split,
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
            .load = load,
            .dump = dump,
            .status = status,
            .grid_columns = &lesson.columns,
            .grid_rows = &lesson.rows,
            .hovers = true,
        },
        argc, argv);
}
