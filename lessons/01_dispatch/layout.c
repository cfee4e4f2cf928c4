// Part 1, layout: what a dispatch is made of. Every invocation writes down who it is.
#include "parts.h"

#include "labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDS = 0, DISPATCHED = 1, PLACES = 2 };  // storage block bindings
enum { SIZE = 0 };                             // uniform location of the kernels
enum { GROUPS = 2, ELEMENTS = 3 };             // and of the picture's shader
enum { PLACE_NONE = -1, CANARY = 0x0CA9A121 }; // a cell that shows nothing; what must stay
enum { MOST_INVOCATIONS = 1 << 23 };           // that the picture can show

static const char *const kernels[] = {
    [LAYOUT_LINE] = "01_dispatch/line.comp",
    [LAYOUT_VOLUME] = "01_dispatch/volume.comp",
    [LAYOUT_N_GROUPS] = "01_dispatch/line.comp",
    [LAYOUT_TRUNCATED] = "01_dispatch/line.comp",
    [LAYOUT_NO_GUARD] = "01_dispatch/no_guard.comp",
    [LAYOUT_TOO_MANY] = "01_dispatch/line.comp",
    [LAYOUT_EXERCISE] = "01_dispatch/exercise_flatten.comp",
};

// What a preset stands for: the dispatches of the module and the article that this lesson follows.
static const struct {
    int size[3], local[3];
} presets[] = {
    [1] = {{256, 1, 1}, {64, 1, 1}},
    [2] = {{50000, 1, 1}, {64, 1, 1}},
    [3] = {{128, 64, 4}, {8, 8, 1}},
};

/* ---- Work groups ---- */

int groups_for(int64_t count, int64_t size)
{
    return (int)((count + size - 1) / size);
}

static bool is_box(void)
{
    return wb_variant_index() == LAYOUT_VOLUME || wb_variant_index() == LAYOUT_EXERCISE;
}

static void choose_groups(dispatch_plan *plan)
{
    for (int axis = 0; axis < 3; axis++)
        plan->groups[axis] = groups_for(plan->size[axis], plan->local[axis]);
    if (wb_variant_index() == LAYOUT_N_GROUPS)
        plan->groups[0] = plan->size[0]; // BROKEN: a group, not an invocation, for each element
    if (wb_variant_index() == LAYOUT_TRUNCATED)
        plan->groups[0] = plan->size[0] / plan->local[0]; // BROKEN: rounded down
    if (wb_variant_index() == LAYOUT_TOO_MANY) {
        plan->groups[0] = 1;
        plan->groups[1] = lesson.limits.groups[1] + 1; // BROKEN: one more than the device takes
    }
}

static void choose_plan(void)
{
    int preset = lesson.layout.preset;
    dispatch_plan plan = {.size = {lesson.layout.count, 1, 1},
                          .local = {lesson.local, 1, 1},
                          .by_group = wb_variant_index() == LAYOUT_EXERCISE};
    if (preset > 0 || is_box()) {
        memcpy(plan.size, preset > 0 ? presets[preset].size : lesson.layout.size, sizeof plan.size);
        memcpy(plan.local, preset > 0 ? presets[preset].local : lesson.layout.box,
               sizeof plan.local);
    }
    if (!is_box()) // a list sees a box as a list
        for (int axis = 1; axis < 3; axis++) {
            plan.size[0] *= plan.size[axis];
            plan.local[0] *= plan.local[axis];
            plan.size[axis] = plan.local[axis] = 1;
        }
    choose_groups(&plan);
    lesson.layout.plan = plan;
}

/* ---- Start and end ---- */

static const wb_field id_fields[] = {{"group", WB_U32, 3}, {"index", WB_U32, 1}, {0}};
static const wb_field dispatched_fields[] = {
    {"groups", WB_U32, 3}, {"invocations", WB_U32, 1}, {0}};

// The elements, which no kernel has written yet, and behind them a group's length of canaries.
static bool create_ids(void)
{
    size_t elements = (size_t)plan_elements(&lesson.layout.plan);
    size_t all = elements + (size_t)plan_product(lesson.layout.plan.local);
    uint32_t(*start)[4] = malloc(all * sizeof *start);
    if (start == NULL) {
        wb_error("there is no memory for %zu elements", all);
        return false;
    }
    memset(start, 0xCD, elements * sizeof *start);
    for (size_t i = elements; i < all; i++)
        for (int k = 0; k < 4; k++) start[i][k] = CANARY;
    bool good = wb_buffer_create(&lesson.layout.ids, &(wb_buffer_desc){.name = "ids",
                                                                       .type = WB_U32,
                                                                       .shape = {all, 4},
                                                                       .fields = id_fields,
                                                                       .data = start,
                                                                       .state = true});
    free(start);
    return good && wb_buffer_create(&lesson.layout.dispatched,
                                    &(wb_buffer_desc){.name = "dispatched",
                                                      .type = WB_U32,
                                                      .shape = {1, 4},
                                                      .fields = dispatched_fields,
                                                      .state = true});
}

// Tells the picture's shader which element each cell shows.
static bool create_places(void)
{
    size_t cells = (size_t)lesson.layout.map.columns * (size_t)lesson.layout.map.rows;
    GLint *places = malloc(cells * sizeof *places);
    if (places == NULL) {
        wb_error("there is no memory for a picture of %zu cells", cells);
        return false;
    }
    for (int row = 0; row < lesson.layout.map.rows; row++) {
        for (int column = 0; column < lesson.layout.map.columns; column++) {
            invocation one;
            bool is_one = map_at(&lesson.layout.map, &lesson.layout.plan, column, row, &one);
            // Without a guard, an idle invocation of a list writes at its number too.
            if (is_one && lesson.layout.map.is_list && one.element == PLAN_IDLE)
                one.element = one.global[0];
            places[(size_t)row * (size_t)lesson.layout.map.columns + (size_t)column] =
                is_one ? (GLint)one.element : PLACE_NONE;
        }
    }
    glGenBuffers(1, &lesson.layout.places);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.layout.places);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)(cells * sizeof *places), places,
                 GL_STATIC_DRAW);
    glObjectLabel(GL_BUFFER, lesson.layout.places, -1, "places");
    free(places);
    return true;
}

static bool init(void)
{
    lesson.layout.refused = false;
    choose_plan();
    const dispatch_plan *plan = &lesson.layout.plan;
    bool asks = wb_variant_index() != LAYOUT_TOO_MANY; // BROKEN: does not ask what the device takes
    if (asks && !device_takes(&lesson.limits, plan->groups, plan->local)) return false;
    int64_t invocations = asks ? plan_invocations(plan) : 0; // of which none will run
    if (invocations > MOST_INVOCATIONS || plan_product(plan->size) > MOST_INVOCATIONS) {
        wb_error("%lld invocations for %lld elements: this picture shows at most %d\n"
                 "what to do: choose fewer elements",
                 (long long)invocations, (long long)plan_product(plan->size), MOST_INVOCATIONS);
        return false;
    }
    lesson.layout.map = map_make(plan);
    lesson.columns = lesson.layout.map.columns;
    lesson.rows = lesson.layout.map.rows;
    const wb_define *constants =
        WB_DEFINES({"LOCAL_X", plan->local[0]}, {"LOCAL_Y", plan->local[1]},
                   {"LOCAL_Z", plan->local[2]}, {"GROUP_SIZE", (int)plan_product(plan->local)},
                   {"CANARY", CANARY}, {"PLACE_NONE", PLACE_NONE});
    lesson.kernel = wb_program_compute(kernels[wb_variant_index()], constants);
    lesson.picture = wb_program_draw("draw/picture.vert", "01_dispatch/cells.frag", constants);
    return lesson.kernel != 0 && lesson.picture != 0 && create_ids() && create_places();
}

static void quit(void)
{
    wb_buffer_delete(&lesson.layout.ids);
    wb_buffer_delete(&lesson.layout.dispatched);
    glDeleteBuffers(1, &lesson.layout.places);
    lesson.layout.places = 0;
}

/* ---- The versions ---- */

void layout_step(void)
{
    int variant = wb_variant_index();
    const int *size = lesson.layout.plan.size, *groups = lesson.layout.plan.groups;
    if (groups[0] == 0) return; // a dispatch of no groups would be legal, and do nothing
    wb_pass_begin("ids");
    glUseProgram(lesson.kernel);
    if (variant != LAYOUT_NO_GUARD && variant != LAYOUT_EXERCISE) // the kernels without `size`
        glUniform3ui(SIZE, (GLuint)size[0], (GLuint)size[1], (GLuint)size[2]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.layout.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DISPATCHED, lesson.layout.dispatched.id);
    glDispatchCompute((GLuint)groups[0], (GLuint)groups[1], (GLuint)groups[2]);
    // The picture's shader reads the ids, and the next step writes them again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// OpenGL tells of its own accord only a debug context; everybody else has to ask.
void layout_step_too_many(void)
{
    bool was_refused = lesson.layout.refused;
    layout_step();
    lesson.layout.refused = glGetError() == GL_INVALID_VALUE;
    if (lesson.layout.refused && !was_refused)
        wb_warning("glDispatchCompute(1, %d, 1) is a GL_INVALID_VALUE: this device takes at most "
                   "%d work groups in y. Nothing ran.",
                   lesson.layout.plan.groups[1], lesson.limits.groups[1]);
}

/* ---- The picture ---- */

// What a broken variant has done, in a line; NULL for the others. Returns `text`.
static const char *what_is_wrong(char *text, size_t size)
{
    int elements = lesson.layout.plan.size[0], local = lesson.layout.plan.local[0];
    int needed = groups_for(elements, local);
    switch (wb_variant_index()) {
    case LAYOUT_N_GROUPS:
        snprintf(text, size, "%d work groups would do; %d have nothing to do at all", needed,
                 elements - needed);
        return text;
    case LAYOUT_TRUNCATED:
        snprintf(text, size, "%d elements have no invocation, and keep what they held",
                 elements % local);
        return text;
    case LAYOUT_NO_GUARD:
        snprintf(text, size, "%d idle invocations have written too, behind the end of the list",
                 needed * local - elements);
        return text;
    case LAYOUT_TOO_MANY:
        snprintf(text, size,
                 "GL_INVALID_VALUE: this device takes at most %d groups in y. Nothing ran.",
                 lesson.limits.groups[1]);
        return text;
    default: return NULL;
    }
}

static void draw(const wb_view *view)
{
    const int *groups = lesson.layout.plan.groups;
    char text[128];
    glUseProgram(lesson.picture);
    glUniform3ui(GROUPS, (GLuint)groups[0], (GLuint)groups[1], (GLuint)groups[2]);
    glUniform1i(ELEMENTS, (GLint)plan_elements(&lesson.layout.plan));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.layout.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, lesson.layout.places);
    wb_draw_cells(lesson.picture, view->grid, lesson.columns, lesson.rows);
    // The next step overwrites the ids that this picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    labels_draw_layout(view, &(layout_labels){.plan = &lesson.layout.plan,
                                              .map = &lesson.layout.map,
                                              .limits = &lesson.limits,
                                              .refused = lesson.layout.refused,
                                              .wrong = what_is_wrong(text, sizeof text),
                                              .marked = lesson.layout.marked});
}

/* ---- The oracle ---- */

static bool expect(const wb_buffer *buffer, void *expected)
{
    dispatch_plan right = lesson.layout.plan;
    for (int axis = 0; axis < 3; axis++)
        right.groups[axis] = groups_for(right.size[axis], right.local[axis]);
    uint32_t *dispatched = expected;
    if (buffer == &lesson.layout.ids)
        plan_expect_ids(&right, expected);
    else if (plan_invocations(&right) > 0) { // one of them has told how many there are
        for (int axis = 0; axis < 3; axis++) dispatched[axis] = (uint32_t)right.groups[axis];
        dispatched[3] = (uint32_t)plan_product(right.local);
    }
    return true;
}

static wb_cost cost(void)
{
    double ids = (double)plan_elements(&lesson.layout.plan);
    return (wb_cost){.written_bytes = 16 * ids, .items = ids, .item = "ids"};
}

static void status(char *text, size_t size)
{
    snprintf(text, size, "%lld elements", (long long)plan_elements(&lesson.layout.plan));
}

const dispatch_part layout_part = {init, draw, quit, expect, cost, status};
