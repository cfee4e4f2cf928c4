// Part 2, grey: a picture turned to grey, its pixels shared out among the invocations in four ways.
#include "parts.h"

#include "labels.h"

#include "lesson/picture_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IMAGE = 0, GREY = 1 };  // storage block bindings
enum { SIZE = 0, COUNT = 0 };  // uniform locations: of columns and rows, of fours and several
enum { PLACE = 2, SPLIT = 3 }; // and of the picture's shader
enum { FOLD = 32768 };         // most groups in a row of a folded dispatch

static const char *const kernels[] = {
    [GREY_COLUMNS] = "01_dispatch/columns.comp",
    [GREY_ROWS] = "01_dispatch/rows.comp",
    [GREY_FOURS] = "01_dispatch/fours.comp",
    [GREY_SEVERAL] = "01_dispatch/several.comp",
};

/* ---- Work groups ---- */

// How many work groups the variant that runs dispatches, in x and y.
static void choose_groups(int groups[2])
{
    int64_t fours = ((int64_t)lesson.grey.columns * lesson.grey.rows + 3) / 4;
    int64_t a_group =
        (int64_t)lesson.local * (wb_variant_index() == GREY_SEVERAL ? lesson.grey.fours : 1);
    switch (wb_variant_index()) {
    case GREY_COLUMNS:
        groups[0] = groups_for(lesson.grey.rows, lesson.local);
        groups[1] = lesson.grey.columns;
        break;
    case GREY_ROWS:
        groups[0] = groups_for(lesson.grey.columns, lesson.local);
        groups[1] = lesson.grey.rows;
        break;
    default: // more groups than fit into x are folded, like a line of text that is too long
        groups[0] = groups_for(fours, a_group) < FOLD ? groups_for(fours, a_group) : FOLD;
        groups[1] = groups_for(groups_for(fours, a_group), FOLD);
    }
}

/* ---- Start and end ---- */

static bool create_image_buffer(size_t height, size_t width, const uint32_t *pixels)
{
    return wb_buffer_create(&lesson.grey.image, &(wb_buffer_desc){.name = "image",
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
    if (!wb_picture_load(&image, lesson.grey.file[0] != '\0' ? lesson.grey.file : NULL))
        return false;
    size_t width = (size_t)(lesson.grey.width > 0 ? lesson.grey.width : image.width);
    size_t height = (size_t)(lesson.grey.height > 0 ? lesson.grey.height : image.height);
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
    double across = 960.0 / lesson.grey.columns, down = 640.0 / lesson.grey.rows;
    double scale = across < down ? across : down; // pixels a cell
    lesson.columns = (int)(1280 / scale + 0.999);
    lesson.rows = (int)(800 / scale + 0.999);
    lesson.grey.place_x = (int)(24 / scale);
    lesson.grey.place_y = (int)(100 / scale);
}

static bool init(void)
{
    if (!create_image()) return false;
    size_t height = lesson.grey.image.shape[0], width = lesson.grey.image.shape[1];
    lesson.grey.columns = (int)width;
    lesson.grey.rows = (int)height;
    int groups[3] = {0, 0, 1};
    choose_groups(groups);
    if (!device_takes(&lesson.limits, groups, (int[]){lesson.local, 1, 1})) return false;
    place_picture();
    const wb_define *constants = WB_DEFINES({"LOCAL", lesson.local}, {"FOURS", lesson.grey.fours});
    lesson.kernel = wb_program_compute(kernels[wb_variant_index()], constants);
    lesson.picture = wb_program_draw("draw/picture.vert", "01_dispatch/picture.frag", constants);
    return lesson.kernel != 0 && lesson.picture != 0 &&
           wb_buffer_create(&lesson.grey.grey, &(wb_buffer_desc){.name = "grey",
                                                                 .type = WB_U32,
                                                                 .shape = {height, width},
                                                                 .state = true});
}

static void quit(void)
{
    wb_buffer_delete(&lesson.grey.image);
    wb_buffer_delete(&lesson.grey.grey);
}

/* ---- The versions ---- */

void grey_step(void)
{
    int groups[2];
    choose_groups(groups);
    wb_pass_begin("grey");
    glUseProgram(lesson.kernel);
    if (wb_variant_index() == GREY_COLUMNS || wb_variant_index() == GREY_ROWS)
        glUniform2ui(SIZE, (GLuint)lesson.grey.columns, (GLuint)lesson.grey.rows);
    else
        glUniform1ui(COUNT, (GLuint)(lesson.grey.columns * lesson.grey.rows));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.grey.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GREY, lesson.grey.grey.id);
    glDispatchCompute((GLuint)groups[0], (GLuint)groups[1], 1);
    // The picture's shader reads the grey pixels, and the next step writes them again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    static const char *const titles[] = {[GREY_COLUMNS] = "column by column",
                                         [GREY_ROWS] = "row by row",
                                         [GREY_FOURS] = "four pixels an invocation",
                                         [GREY_SEVERAL] = "several fours an invocation"};
    static const grey_order orders[] = {[GREY_COLUMNS] = BY_COLUMN,
                                        [GREY_ROWS] = BY_ROW,
                                        [GREY_FOURS] = IN_LIST,
                                        [GREY_SEVERAL] = IN_LIST};
    int v = wb_variant_index();
    glUseProgram(lesson.picture);
    glUniform4i(PLACE, lesson.grey.place_x, lesson.grey.place_y, lesson.grey.columns,
                lesson.grey.rows);
    glUniform1f(SPLIT, lesson.grey.split);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.grey.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GREY, lesson.grey.grey.id);
    wb_draw_cells(lesson.picture, view->grid, lesson.columns, lesson.rows);
    // The next step overwrites the grey pixels that this picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    grey_labels labels = {.width = lesson.grey.columns,
                          .height = lesson.grey.rows,
                          .column = lesson.grey.place_x,
                          .row = lesson.grey.place_y,
                          .order = orders[v],
                          .local = lesson.local,
                          .pixels = v == GREY_SEVERAL ? 4 * lesson.grey.fours
                                    : v == GREY_FOURS ? 4
                                                      : 1,
                          .title = titles[v]};
    choose_groups(labels.groups);
    labels_draw_grey(view, &labels);
}

/* ---- The oracle ---- */

static bool expect(const wb_buffer *buffer, void *expected)
{
    if (buffer != &lesson.grey.grey) return true; // the image stays as it is
    const uint32_t *image = wb_start_state("image");
    size_t pixels = buffer->shape[0] * buffer->shape[1];
    for (size_t i = 0; image != NULL && i < pixels; i++)
        ((uint32_t *)expected)[i] = plan_grey(image[i]);
    return image != NULL;
}

static wb_cost cost(void)
{
    double pixels = (double)lesson.grey.columns * lesson.grey.rows;
    return (wb_cost){
        .read_bytes = 4 * pixels, .written_bytes = 4 * pixels, .items = pixels, .item = "pixels"};
}

static void status(char *text, size_t size)
{
    snprintf(text, size, "%d x %d pixels", lesson.grey.columns, lesson.grey.rows);
}

/* ---- Picture files ---- */

bool grey_load(const char *buffer, const char *path)
{
    if (strcmp(buffer, "image") != 0) {
        wb_error("--load %s=%s: a picture goes into the buffer image", buffer, path);
        return false;
    }
    wb_image image;
    if (!wb_picture_load(&image, path)) return false;
    wb_image_free(&image);
    snprintf(lesson.grey.file, sizeof lesson.grey.file, "%s", path);
    return true;
}

bool grey_dump(const char *buffer, const char *path)
{
    wb_buffer *found = wb_buffer_find(buffer);
    if (found != &lesson.grey.image && found != &lesson.grey.grey) {
        wb_error("--dump %s=%s: only the buffers image and grey are pictures", buffer, path);
        return false;
    }
    wb_image image;
    if (!wb_image_create(&image, lesson.grey.columns, lesson.grey.rows)) return false;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_buffer_read(found, image.rgba);
    bool good = wb_image_write(&image, path);
    wb_image_free(&image);
    return good;
}

const dispatch_part grey_part = {init, draw, quit, expect, cost, status};
