#include "state.h"

#include "scene.h"
#include "steps.h"

#include <stdlib.h>
#include <string.h>

enum { PLACE_NONE = -1 };            // a cell that shows nothing
enum { MOST_INVOCATIONS = 1 << 23 }; // that the picture can show

lesson_state lesson = {
    .local = 64,
    .layout = {.count = 240, .marked = 150, .size = {11, 7, 3}, .box = {4, 4, 1}},
    .grey = {.fours = 4, .split = 0.5f},
};

// What a preset stands for: the dispatches of the module and the article that this lesson follows.
static const struct {
    int size[3], local[3];
} presets[] = {
    [1] = {{256, 1, 1}, {64, 1, 1}},
    [2] = {{50000, 1, 1}, {64, 1, 1}},
    [3] = {{128, 64, 4}, {8, 8, 1}},
};

// Both parts have a kernel and a picture.
static bool create_programs(const char *picture, const wb_define *constants)
{
    lesson.kernel = wb_program_compute(wb_current_variant()->kernel, constants);
    lesson.picture = wb_program_draw("draw/picture.vert", picture, constants);
    return lesson.kernel != 0 && lesson.picture != 0;
}

static void delete_programs(void)
{
    glDeleteProgram(lesson.kernel);
    glDeleteProgram(lesson.picture);
    lesson.kernel = lesson.picture = 0;
}

/* ---- Layout ---- */

static void choose_plan(void)
{
    const layout_traits *traits = wb_current_variant()->data;
    int preset = lesson.layout.preset;
    dispatch_plan plan = {.size = {lesson.layout.count, 1, 1},
                          .local = {lesson.local, 1, 1},
                          .by_group = traits->by_group};
    if (preset > 0 || traits->is_box) {
        memcpy(plan.size, preset > 0 ? presets[preset].size : lesson.layout.size, sizeof plan.size);
        memcpy(plan.local, preset > 0 ? presets[preset].local : lesson.layout.box,
               sizeof plan.local);
    }
    if (!traits->is_box) // a list sees a box as a list
        for (int axis = 1; axis < 3; axis++) {
            plan.size[0] *= plan.size[axis];
            plan.local[0] *= plan.local[axis];
            plan.size[axis] = plan.local[axis] = 1;
        }
    layout_choose_groups(&plan);
    lesson.layout.plan = plan;
}

// Whether the dispatch can be made and shown; if not, a message says what is too much.
static bool plan_is_possible(void)
{
    const layout_traits *traits = wb_current_variant()->data;
    const dispatch_plan *plan = &lesson.layout.plan;
    bool asks = traits->pitfall != TOO_MANY_GROUPS; // BROKEN: does not ask what the device takes
    if (asks && !device_takes(&lesson.limits, plan->groups, plan->local)) return false;
    int64_t invocations = asks ? plan_invocations(plan) : 0; // 0: none will run
    int64_t elements = plan_product(plan->size);
    if (invocations <= MOST_INVOCATIONS && elements <= MOST_INVOCATIONS) return true;
    wb_error("%lld invocations for %lld elements: this picture shows at most %d\n"
             "what to do: choose fewer elements",
             (long long)invocations, (long long)elements, MOST_INVOCATIONS);
    return false;
}

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
        for (int k = 0; k < 4; k++) start[i][k] = WB_CANARY;
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
    const cell_map *map = &lesson.layout.map;
    size_t cells = (size_t)map->columns * (size_t)map->rows;
    GLint *places = malloc(cells * sizeof *places);
    if (places == NULL) {
        wb_error("there is no memory for a picture of %zu cells", cells);
        return false;
    }
    for (int row = 0; row < map->rows; row++) {
        for (int column = 0; column < map->columns; column++) {
            invocation one;
            bool is_one = map_at(map, &lesson.layout.plan, column, row, &one);
            // Without a guard, an idle invocation of a list writes at its number too.
            if (is_one && map->is_list && one.element == PLAN_IDLE) one.element = one.global[0];
            places[(size_t)row * (size_t)map->columns + (size_t)column] =
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

bool layout_init(void)
{
    const dispatch_plan *plan = &lesson.layout.plan;
    lesson.limits = device_ask_limits();
    lesson.layout.refused = false;
    choose_plan();
    if (!plan_is_possible()) return false;
    lesson.layout.map = map_make(plan);
    lesson.columns = lesson.layout.map.columns;
    lesson.rows = lesson.layout.map.rows;
    const wb_define *constants =
        WB_DEFINES({"LOCAL_X", plan->local[0]}, {"LOCAL_Y", plan->local[1]},
                   {"LOCAL_Z", plan->local[2]}, {"GROUP_SIZE", (int)plan_product(plan->local)},
                   {"CANARY", (int)WB_CANARY}, {"PLACE_NONE", PLACE_NONE});
    return create_programs("01_dispatch/cells.frag", constants) && create_ids() && create_places();
}

void layout_quit(void)
{
    wb_buffer_delete(&lesson.layout.ids);
    wb_buffer_delete(&lesson.layout.dispatched);
    glDeleteBuffers(1, &lesson.layout.places);
    lesson.layout.places = 0;
    delete_programs();
}

wb_cost layout_cost(void)
{
    double ids = (double)plan_elements(&lesson.layout.plan);
    return (wb_cost){.written_bytes = 16 * ids, .items = ids, .item = "ids"};
}

/* ---- Grey ---- */

int grey_pixels_each(void)
{
    const grey_traits *traits = wb_current_variant()->data;
    if (traits->order != IN_LIST || traits->negative) return 1;
    return traits->several ? 4 * lesson.grey.fours : 4;
}

// Where the picture lies in what is drawn: as if it had 960 x 640 pixels of 1280 x 800.
static void place_picture(void)
{
    double across = 960.0 / lesson.grey.columns, down = 640.0 / lesson.grey.rows;
    double scale = across < down ? across : down; // pixels a cell
    lesson.columns = (int)(1280 / scale + 0.999);
    lesson.rows = (int)(800 / scale + 0.999);
    lesson.grey.place_x = (int)(24 / scale);
    lesson.grey.place_y = (int)(100 / scale);
}

// A texture with as many texels as the picture has pixels.
static GLuint create_texture(const char *name)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, lesson.grey.columns, lesson.grey.rows);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST); // there is one level only
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glObjectLabel(GL_TEXTURE, texture, -1, name);
    return texture;
}

bool grey_init(void)
{
    const grey_traits *traits = wb_current_variant()->data;
    lesson.limits = device_ask_limits();
    if (!scene_create_image()) return false;
    wb_extent groups = grey_groups();
    if (!device_takes(&lesson.limits, (int[]){(int)groups.x, (int)groups.y, 1},
                      (int[]){lesson.local, 1, 1}))
        return false;
    place_picture();
    if (traits->texture) {
        lesson.grey.from = create_texture("image");
        lesson.grey.to = create_texture("grey");
    }
    const wb_define *constants = WB_DEFINES({"LOCAL", lesson.local}, {"FOURS", lesson.grey.fours});
    size_t height = lesson.grey.image.shape[0], width = lesson.grey.image.shape[1];
    return create_programs("01_dispatch/picture.frag", constants) &&
           wb_buffer_create(&lesson.grey.grey, &(wb_buffer_desc){.name = "grey",
                                                                 .type = WB_U32,
                                                                 .pixels = true,
                                                                 .shape = {height, width},
                                                                 .state = true});
}

void grey_quit(void)
{
    wb_buffer_delete(&lesson.grey.image);
    wb_buffer_delete(&lesson.grey.grey);
    glDeleteTextures(1, &lesson.grey.from);
    glDeleteTextures(1, &lesson.grey.to);
    lesson.grey.from = lesson.grey.to = 0;
    lesson.grey.filled = false;
    delete_programs();
}

wb_cost grey_cost(void)
{
    const grey_traits *traits = wb_current_variant()->data;
    double pixels = (double)lesson.grey.columns * lesson.grey.rows;
    double bytes = (traits->texture ? 8 : 4) * pixels; // `texture` copies what it has written
    return (wb_cost){
        .read_bytes = bytes, .written_bytes = bytes, .items = pixels, .item = "pixels"};
}
