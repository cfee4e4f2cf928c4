/* The two parts of the lesson, one file each: layout.c shows what a dispatch is made of, grey.c
 * turns a picture to grey. They share the list of variants, the state, and the way in which main.c
 * calls them. */
#ifndef DISPATCH_PARTS_H
#define DISPATCH_PARTS_H

#include "device.h"
#include "map.h"
#include "plan.h"

#include "lesson/lesson.h"

/* The places in the list of variants in main.c. */
enum {
    LAYOUT_LINE,
    LAYOUT_VOLUME,
    LAYOUT_N_GROUPS,
    LAYOUT_TRUNCATED,
    LAYOUT_NO_GUARD,
    LAYOUT_TOO_MANY,
    LAYOUT_EXERCISE,
    GREY_COLUMNS,
    GREY_ROWS,
    GREY_FOURS,
    GREY_SEVERAL,
    VARIANT_COUNT,
};

/* Everything that the lesson keeps. Buffers and programs that a variant has no use for are 0. */
typedef struct dispatch_lesson {
    int local; // parameter: invocations of a work group, of the list or of the picture

    device_limits limits;
    int columns, rows; // of what is drawn, in cells
    GLuint kernel, picture;

    struct {
        int preset, count, marked; // parameters
        int size[3], box[3];       // parameters: the box, and its work groups
        dispatch_plan plan;
        cell_map map;
        bool refused;         // the driver took the dispatch for an error
        wb_buffer ids;        // elements + canaries x 4: group x, y, z, index in the group
        wb_buffer dispatched; // 4: groups in x, y, z, invocations of a group
        GLuint places;        // what each cell of the picture shows: an element, or less than 0
    } layout;

    struct {
        int width, height, fours; // parameters; a width or height of 0: as the file is
        float split;              // parameter
        char file[1024];          // of --load; empty: the picture that ships
        int place_x, place_y;     // where in what is drawn the picture lies
        int columns, rows;        // of the picture, in pixels
        wb_buffer image, grey;    // rows x columns pixels
    } grey;
} dispatch_lesson;

extern dispatch_lesson lesson;

/* What main.c asks of a part, for the variant that runs. main.c has asked for the limits before
 * init(), which makes `kernel` and `picture`, and deletes these two after quit(). init() may fail
 * half-way, after which quit() works. */
typedef struct dispatch_part {
    bool (*init)(void);
    void (*draw)(const wb_view *view);
    void (*quit)(void);

    /* Fills in what `buffer` should hold after any number of steps but none. `expected` comes with
     * what it held before them. False if there is no answer. */
    bool (*expect)(const wb_buffer *buffer, void *expected);
    wb_cost (*cost)(void);
    void (*status)(char *text, size_t size);
} dispatch_part;

extern const dispatch_part layout_part, grey_part;

void layout_step(void);
void layout_step_too_many(void);
void grey_step(void);
bool grey_load(const char *buffer, const char *path);
bool grey_dump(const char *buffer, const char *path);

/* So many work groups of `size` that they cover `count`: the quotient, rounded up. */
int groups_for(int64_t count, int64_t size);

#endif
