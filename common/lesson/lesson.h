/* The contract between a lesson and the workbench around it.
 *
 * A lesson describes itself in one wb_lesson and hands it to wb_main(), which reads the command
 * line, makes the context, and then calls the lesson's functions: in a window, without one, for a
 * check or for a bench.
 *
 * Order of calls: [load] init, then step and draw any number of times, then quit; a restart,
 * another variant, or a parameter that changes sizes is quit and init again. Everything a lesson
 * keeps lives in one static struct, which quit() leaves zeroed or ready for init(). quit() must
 * work after an init() that failed half-way.
 *
 * Between two frames a program may be made anew from shaders that were just saved (gl/program.h):
 * under the same name, but without uniform values. So a lesson sets all uniforms before each
 * dispatch or draw, at explicit locations, and asks a program for nothing in init(). */
#ifndef WB_LESSON_LESSON_H
#define WB_LESSON_LESSON_H

#include "base/array.h"
#include "base/check.h"
#include "base/message.h"
#include "base/random.h"
#include "bench/cost.h"
#include "compute/groups.h"
#include "gl/buffer.h"
#include "gl/camera.h"
#include "gl/draw.h"
#include "gl/hand.h"
#include "gl/pass.h"
#include "gl/program.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a program of the workbench ends. */
enum {
    WB_EXIT_GOOD = 0,
    WB_EXIT_FAILED = 1,   // a check failed, or the run did
    WB_EXIT_USAGE = 2,    // the command line or a file named on it is wrong
    WB_EXIT_LACKING = 77, // this machine lacks something: OpenGL 4.3, a display
};

/* What draw() is told about the picture. */
typedef struct wb_view {
    int width, height;      // of the picture, in pixels
    wb_grid_view grid;      // for a lesson seen as a grid: how it lies in the picture
    wb_eye eye;             // for a lesson seen in space: from where
    float mouse_x, mouse_y; // in pixels of the picture, origin top left; negative if not over it
} wb_view;

enum { WB_MOST_CASES = 48, WB_MOST_PLACES = 3 };

/* Data as cells in the picture: in rows, one element each, in the order of memory. */
typedef struct wb_cells {
    int columns, rows;
    wb_grid_view grid;  // how they lie in the picture
    const char *buffer; // that they show; NULL: any memory of that shape
} wb_cells;

/* A subject of a lesson; a lesson with several subjects has a part for each. The variants of a part
 * share its functions and cases, and are measured against each other.
 *
 * A case is a line of parameters, "width=17 height=5"; the others have their defaults. */
typedef struct wb_part {
    const char *name; // "blur", as --list shows it; NULL: the lesson has no other part

    bool (*init)(void);                // false, with a message, if it cannot run
    void (*draw)(const wb_view *view); // the picture of the present state; changes nothing
    void (*quit)(void);                // works on a zeroed lesson, and after half an init()

    /* The oracle, on the CPU: fills `expected`, laid out as the buffer, with what the named buffer
     * should hold after `steps` frames from wb_start_state(). A broken variant has the same oracle.
     * The check and the inspector ask it. NULL: there are no answers. */
    wb_answer (*expect)(const char *buffer, int64_t steps, void *expected);

    /* For the message on a number that is wrong, at `index` of the buffer: what went into it in the
     * last of `steps` frames, "it was dead and had 3 living neighbours". NULL: that is not told. */
    void (*inputs)(const char *buffer, size_t index, int64_t steps, char *text, size_t size);

    /* --check: for each variant and each case, the library sets the parameters of the case, calls
     * init(), runs `check_frames` frames and compares every buffer that is part of the state with
     * the oracle, exactly. If results have a tolerance, the part gives verify(), which compares
     * instead, with messages from base/check.h. check_frames 0 means 1. */
    wb_result (*verify)(void);
    int check_frames;
    const char *cases[WB_MOST_CASES];

    /* --bench: for each case, all versions of the part on the same data. */
    wb_cost (*cost)(void); // NULL: the part is not timed
    const char *bench_cases[WB_MOST_CASES];
    const char *quick_case; // of --quick, which takes this part; NULL: the first case, and part

    /* A few words on the state for the title bar: "generation 812". May be NULL. */
    void (*status)(char *text, size_t size);

    /* In the debugger, a click on the picture chooses the work group that works there, and the
     * picture marks what a group accesses. If the lesson is seen as a grid, its cells are the data.
     * Otherwise a part may say where its picture shows the data; or, if the picture shows the
     * dispatch itself, which work group is at view->mouse_x and mouse_y. False: nowhere, none. */
    bool (*cells)(const wb_view *view, wb_cells *cells);
    bool (*group_at)(const wb_view *view, uint32_t group[3]);

    /* The same for a lesson seen in space: which buffers belong to places. Each list begins with
     * the buffer that has them, as its elements' first three floats, "positions velocities"; the
     * marks are there, whichever buffer of the list a group accesses. to_picture() makes of a place
     * the point in the picture's space; NULL: it is one. */
    const char *places[WB_MOST_PLACES + 1];
    void (*to_picture)(float place[3]);

    bool is_flat; // in a lesson seen in space, a part that is not
} wb_part;

enum { WB_MOST_HINTS = 4, WB_MOST_SLIPS = 8 };

/* What one does in a task. */
typedef enum wb_task_kind {
    WB_PREDICT, // say what will come of a run, before it
    WB_LOOK,    // find something with the debugger or the inspector
    WB_REPAIR,  // mend a broken kernel
    WB_LINE,    // fill in a few lines
    WB_EXTEND,  // change what a kernel computes
    WB_BLANK,   // write a kernel, or kernel and host code
} wb_task_kind;

/* A wrong answer that many give, and what is wrong with it. "4 any" is one whose first word is 4:
 * half right. The first that fits is told. */
typedef struct wb_slip {
    const char *answer, *but;
} wb_slip;

/* A task. One that is code is a kernel with a gap for the learner to fill, the variant of kind
 * WB_TASK with the same name. As shipped it compiles and fails its check. With lesson L and name N
 * the file is shaders/L/tasks/N.comp, and our solution shaders/L/solutions/N.comp. */
typedef struct wb_task {
    const char *name; // NULL ends the list
    wb_task_kind kind;
    const char *title;                // a few words
    int minutes;                      // that it takes
    const char *demand;               // what to do, in one or two lines
    const char *hints[WB_MOST_HINTS]; // from the least to the most; each is shown on request

    /* To predict and to look: after `frames` frames of the variant `runs` with `settings`, answer()
     * writes what is right: words with spaces between them; "row|line" is one word in two
     * spellings. False, with a message, if it cannot. Names of barrier bits and functions may be
     * given without GL_ and _BARRIER_BIT. */
    const char *runs, *settings;
    int frames;
    bool (*answer)(char *text, size_t size);
    bool any_order;
    wb_slip slips[WB_MOST_SLIPS];
    const char *why;   // told behind the right answer
    const char *shows; // the command that shows it

    bool is_flawed; // as shipped it has a race or the like on purpose, which is to be mended
    bool has_host;  // lessons/L/tasks/N.c is to edit, too, and lessons/L/solutions/N.c
    bool is_host;   // it alone, and lessons/L/check.py checks it

    /* What a right result may cost: some right kernels miss what the task is about. The kernel
     * machine counts, over all dispatches of the task's kernel. 0: no limit, or that of
     * wb_task_limits(). */
    double most_loads;        // from buffers, by an invocation
    double least_loads;       // the same: invocations without work are not for nothing, either
    double most_atomics;      // on buffers, by an invocation
    double most_instructions; // by an invocation
    double most_sectors;  // of 32 bytes, that 32 invocations touch in a load or store on buffers
    double most_ways;     // words that 32 invocations want from one bank of shared memory at a time
    double least_active;  // share of a group's invocations that work at a time, from 0 to 1
    const char *indirect; // a kernel whose work groups must not come from the CPU; NULL: none
    const char *but;      // the message if it costs more: what the task asks for

    bool exact; // no rounding may decide about the result, though the part has its own verify()
    bool repeatable; // what the kernel leaves must not depend on which invocation comes first
    bool once;       // no two invocations may write one word, not even the same value
} wb_task;

/* One thing that a project has to achieve, judged by a property of the state: a learner's result
 * may differ from ours, so there is no oracle. */
typedef struct wb_acceptance {
    const char *name;     // in a few words, for people; NULL ends the list
    const char *settings; // a line of parameters, as a case
    int frames;           // to run with these settings

    /* Called after the frames. It may read the state back, and writes into `figure` what was
     * measured, and what was wanted. */
    bool (*is_met)(char *figure, size_t size);
} wb_acceptance;

/* A project: kernels to be written from a blank page, by the brief that ends the lesson's text.
 * --check --project runs the acceptance checks on them, or on the variant asked for. */
typedef struct wb_project {
    const char *task; // what to do, in one or two lines
    const wb_acceptance *checks;
    const char *small; // settings for a few frames in the kernel machine, which looks for races
} wb_project;

typedef enum wb_variant_kind {
    WB_VERSION, // right, and faster or smaller than the version before it
    WB_BROKEN,  // shows a pitfall, and has to fail its check
    WB_TASK,    // the learner's; see wb_task
    WB_PEER,    // right, on the CPU: timed there, held against no roof
    WB_PROJECT, // the learner's, from a blank page
} wb_variant_kind;

/* One way to do a part's work. The variants of a part stand next to each other. */
typedef struct wb_variant {
    const char *name; // for --variant; NULL ends the list
    wb_variant_kind kind;
    const wb_part *part; // NULL: the lesson's
    const char *shows;   // one line: what it does, or what is wrong with it
    const char *remark;  // versions: what still limits it; broken variants: what to look for
    const char *kernel;  // its compute shader, "04_life/tile.comp"; step() may dispatch others, too
    const wb_project *project; // of a project, whose kernel is the first file to edit
    const char *finding; // broken variants with a mistake in a kernel: what the kernel machine has
                         // to find there, "race"; --check --kernels demands it, and --check of
                         // one whose values are right
    bool refused;        // broken variants: init() has to fail; that is the pitfall
    const char *const *cases; // to check it on, up to a NULL; NULL: those of the part
    const void *data;         // the lesson's own: how it differs from other variants of its part
    void (*step)(void);       // issues the dispatches of one frame; see step/stepper.h
} wb_variant;

/* Numbers that a person types in place of how many there are: "--set keys=5,3,8". */
enum { WB_MOST_TYPED = 16, WB_LARGEST_TYPED = 999 };
typedef struct wb_typed {
    int count; // 0: none were typed
    int numbers[WB_MOST_TYPED];
} wb_typed;

/* A number that a person may change, with --set NAME=VALUE and in the panel. What it holds at the
 * start of the program is its default. One line each:
 *     {"width", {&life.width}, 1, 32768, "cells", "width of the grid", .restarts = true},
 *     {"density", {.f = &life.density}, 0, 1, NULL, "share of living cells in the random disc"}, */
typedef struct wb_param {
    const char *name; // NULL ends the list
    struct {
        int *i; // one of the two
        float *f;
    } at;
    double min, max;
    const char *unit;    // "cells", "m/s"; NULL for a plain number
    const char *help;    // one line
    const wb_part *part; // the panel shows it for the variants of this part only; NULL: for all

    /* When a change takes effect: at the next step, if neither is given; through rebuild(), which
     * makes anew what depends on the parameter and keeps the state (false, with a message, if it
     * cannot), and is called only while a variant of `part` runs; or through quit() and init(). */
    bool (*rebuild)(void);
    bool restarts;

    /* If the values are choices: their names, from `min` on, which --set and the panel take. NULL
     * ends the list. */
    const char *const *names;
    bool decades; // its slider is logarithmic although `min` is 0

    /* If the parameter, an int that restarts, says how many there are: the fewest that still make
     * the picture. A window without a GPU may take that few, if the default is too slow for it.
     * At most one parameter of a lesson has this; 0: a window never changes it. */
    int fewest;

    /* If the parameter, an int, says how many: where the numbers themselves go, if a person types
     * them with commas between. Another value forgets them. */
    wb_typed *typed;
} wb_param;

/* Settings to try, as the lesson's text gives them under "Run it": `./wb run N --variant V --set
 * A=1 --set B=2`. The panel has a button for each. */
typedef struct wb_preset {
    const char *name;     // NULL ends the list
    const char *settings; // a line of parameters, as a case; the others get their defaults
    const char *variant;  // NULL: the lesson's first
} wb_preset;

enum { WB_MOST_FORMATS = 2 };

typedef struct wb_lesson {
    const char *id;      // "04_life": the program, its directories, its pictures
    const char *title;   // "Ping-pong: the Game of Life"
    const wb_part *part; // of the variants that name none
    const wb_variant *variants;
    const wb_task *tasks; // in the order of the text; NULL: there are none
    const char *first;    // the variant that runs without --variant; NULL: the first of `variants`
    const wb_param *params;
    const wb_preset *presets; // NULL: there are none
    int width, height;        // of the picture; 1280 x 800 if 0
    int frames;               // of a run without a window, and of the reference picture; 300 if 0

    /* The lesson's static struct, parameters included: the stepper and the bench copy it to go back
     * in time. */
    void *state;
    size_t state_bytes;

    /* Files other than .npy and .csv, if the lesson has formats of its own; else NULL. load() is
     * called before init(), because a file may decide sizes. Both print their own messages. */
    const char *formats[WB_MOST_FORMATS + 1]; // their extensions: {".rle", ".png"}; NULL ends them
    bool (*load)(const char *buffer, const char *path);
    bool (*dump)(const char *buffer, const char *path);
    const char *dumped; // what dump() writes beside buffers, in those formats: "mesh"; may be NULL

    /* A lesson seen as a grid of cells: the mouse pans and zooms. With paint(), the mouse paints:
     * the function gets every cell of the grid on the mouse's way. Else NULL. */
    const int *grid_columns, *grid_rows;
    void (*paint)(int column, int row, bool erase);

    /* A lesson seen in space: from where, at first; the mouse orbits, pans and zooms. Else NULL. */
    const wb_orbit *orbit;
    bool takes_hand; // seen in space: with Ctrl, the left button puts a hand in; wb_hand_now()
    bool (*camera_is_hand)(void); // then: whether the camera itself is the hand now; may be NULL

    /* For a click with the left button, without paint(), at view->mouse_x and mouse_y. */
    void (*pick)(const wb_view *view);
    bool hovers;        // draw() shows something for the place under the mouse
    bool can_be_coarse; // draw() calls wb_coarse_begin()
} wb_lesson;

/* Runs the lesson as the command line says. Returns the program's exit status. */
int wb_main(const wb_lesson *lesson, int argc, char **argv);

/* For use inside the lesson's functions: */

/* The frames that step() has run since init(). */
int64_t wb_frame(void);

/* For step(): the person's hand in the picture in this frame. If it does not hold, a step does what
 * it does without a person: no dispatch more, and nothing else in a kernel. */
wb_hand wb_hand_now(void);

/* For draw(): how many passes of the step have run while it stands still between two of them;
 * otherwise -1. What later passes write is then left from the step before. */
int wb_passes_run(void);

/* The last of those; otherwise NULL. */
const char *wb_last_pass(void);

/* For draw(), of a lesson that says can_be_coarse. What takes time for every pixel stands between
 * the two, and is drawn by the view that the first one returns. In a window that would be too slow,
 * that has half as many pixels each way, and the second one scales them up; otherwise it is `view`
 * itself, and nothing happens. The first binds a framebuffer that is empty, depth and all. */
wb_view wb_coarse_begin(const wb_view *view);
void wb_coarse_end(void);

/* For init(): the shape of the .npy or .csv file that --load gives for the buffer, so that the
 * buffer can be made alike; `shape->data` becomes NULL. `shape->type` is what the numbers of a .csv
 * are taken for. False if no such file was given; also, with a message, if it cannot be read (then
 * *given is true, and init() fails). */
bool wb_load_shape(const char *buffer, wb_array *shape, bool *given);

/* The same with its data, which the caller frees: for a lesson that needs the numbers before it can
 * make the buffer. */
bool wb_load_array(const char *buffer, wb_array *array, bool *given);

/* For init(), before it returns false: it fails because of what the command line asks for. The
 * program then ends with WB_EXIT_USAGE, as for a value out of range. */
void wb_wrong_usage(void);

/* For verify() and expect(): what the named buffer, part of the state, held before the first step.
 * Shape and type are the buffer's. Valid until they return; NULL if there is no such copy. */
const void *wb_start_state(const char *buffer);

/* For a part's verify(): compares every state buffer for which expect() has an answer with it,
 * exactly, and says with a message if one differs. WB_NOT_RUN, with a message, if expect() failed,
 * or had no answer at all. It reads with glGetBufferSubData, for which the caller has issued
 * GL_BUFFER_UPDATE_BARRIER_BIT. */
wb_result wb_verify_state(void);

/* The variant that runs, with its kernel and its data; and its part. */
const wb_variant *wb_current_variant(void);
const wb_part *wb_current_part(void);

/* The seed of --seed: the only source of chance. */
uint64_t wb_seed(void);

#ifdef __cplusplus
}
#endif
#endif
