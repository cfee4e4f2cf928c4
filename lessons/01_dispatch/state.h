/* Everything that the lesson keeps, what tells its variants apart, and the start and the end of its
 * two parts. */
#ifndef DISPATCH_STATE_H
#define DISPATCH_STATE_H

#include "device.h"
#include "map.h"
#include "plan.h"

#include "lesson/lesson.h"

/* ---- What tells the variants apart: their .data ---- */

typedef enum layout_pitfall {
    NO_PITFALL,
    GROUP_EACH,      // a work group, not an invocation, for each element
    ROUNDED_DOWN,    // too few work groups
    NO_GUARD,        // idle invocations write
    TOO_MANY_GROUPS, // for the device, which was not asked
} layout_pitfall;

typedef struct layout_traits {
    bool is_box;   // works on the box, not on the list
    bool by_group; // numbers all invocations, work group by work group
    layout_pitfall pitfall;
} layout_traits;

/* How a version shares out the picture among the invocations. */
typedef enum grey_order { BY_COLUMN, BY_ROW, IN_LIST } grey_order;

typedef struct grey_traits {
    const char *title; // the version in a few words
    grey_order order;
    bool several;  // as many fours of pixels an invocation as the parameter says
    bool texture;  // works on textures, and copies the result into the buffer
    bool negative; // not grey but the negative, by the learner's own dispatch
} grey_traits;

/* ---- The state ---- */

/* Storage block bindings. */
enum { IDS = 0, DISPATCHED = 1, PLACES = 2 };
enum { IMAGE = 0, GREY = 1 };

/* Buffers and programs that a variant has no use for are 0. */
typedef struct lesson_state {
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
        GLuint from, to;          // the same in textures
        bool filled;              // `from` has the image
    } grey;
} lesson_state;

extern lesson_state lesson;

/* ---- The parts ---- */

bool layout_init(void);
void layout_quit(void);
wb_cost layout_cost(void);

bool grey_init(void);
void grey_quit(void);
wb_cost grey_cost(void);

/* How many pixels an invocation of the present version has. */
int grey_pixels_each(void);

#endif
