/* What the parts of lesson 03 share: the state, the constants that the kernels get too, and the
 * functions in parts.c that several parts call. Each part is a file of its own and reads from top
 * to bottom: buffers, step functions, picture, oracle. */
#ifndef ATOMICS_H
#define ATOMICS_H

#include "base/image.h"
#include "lesson/lesson.h"

enum {
    BINS = 256,              // of a histogram of 8-bit samples
    COUNTERS = 256,          // of count_spread,
    SPACING = 32,            // each so many words from the next: a cache line of 128 bytes
    SUM_ITEMS = 32,          // reals that an invocation adds up by itself
    HISTORY = 64,            // sums that are kept, a row each
    ROUNDS = 16,             // additions of each invocation in the part contention
    SHARED_WORDS = 8192,     // 32 KiB: what every OpenGL 4.3 has
    VARIABLES = 16,          // of a group, in the part operations,
    RESULTS = 14,            // of which the first 14 are the same in every run
    LARGEST_VALUE = 1 << 24, // values are smaller
};

/* All variants, in the order of the table in main.c. */
enum {
    HISTOGRAM_GLOBAL,
    HISTOGRAM_GROUP,
    HISTOGRAM_WALK,
    HISTOGRAM_COPIES,
    EXERCISE,
    COUNT_THREAD,
    COUNT_ONE,
    COUNT_SPREAD,
    COUNT_GROUP,
    COUNT_PRIVATE,
    COUNT_LOST,
    APPEND_EACH,
    APPEND_GROUP,
    APPEND_SCAN,
    CELLS,
    CELLS_NO_RESET,
    SUM_FLOAT,
    SUM_FIXED,
    SUM_WIDE,
    SUM_OVERFLOW,
    OPERATIONS_BUFFER,
    OPERATIONS_SHARED,
    CONTENTION_BUFFER,
    CONTENTION_SHARED,
    VARIANT_COUNT,
};

enum { IN = 0, OUT = 1, MORE = 2 }; // storage block bindings; a part may have more
enum { COUNT = 0 };                 // uniform location: how many elements there are

/* Where the samples of a histogram come from. */
enum { FROM_PICTURE, FROM_CHANCE, ALL_EQUAL };

typedef struct atomics_state {
    /* Parameters. */
    int source, count, group, groups, copies, cells, addresses, stride;
    float density, spread;

    wb_image picture; // the image of the histogram
    bool has_file;    // it comes from --load

    wb_buffer samples, histogram;                  // histogram
    wb_buffer values;                              // count, append, operations
    wb_buffer counters, total;                     // count; contention has counters too
    wb_buffer length, list;                        // append
    wb_buffer particles, counts, places;           // cells
    wb_buffer reals, sums, terms;                  // sum
    wb_buffer results, variables, chances, orders; // operations
    GLuint kernel, clear, second, canvas, curves;  // programs

    int plane_count, plane_samples; // of the histogram: an image has three planes
    uint32_t peak; // of the histogram: its largest bin, for the scale of the picture
    uint32_t kept; // count, append: how many values are below the limit
    double exact;  // sum: of the reals
} atomics_state;

extern atomics_state atomics;

/* A part of the lesson. */
typedef struct lesson_part {
    const char *name;
    bool (*init)(void);          // creates the buffers
    const char *second;          // another kernel, or NULL
    const char *canvas, *curves; // fragment shaders of the picture; the second may be NULL
    void (*draw)(const wb_view *view);
    bool (*expect)(const char *buffer, int64_t steps, void *expected); // as wb_lesson's
    bool (*verify)(void); // what expect() cannot say, because its order is left to chance; or NULL
    wb_cost (*cost)(void);
} lesson_part;

extern const lesson_part histogram_part, count_part, append_part, cells_part, sum_part,
    operations_part, contention_part;

void step_histogram(void);
void step_count_thread(void);
void step_count(void);
void step_count_spread(void);
void step_append(void);
void step_cells(void);
void step_cells_no_reset(void);
void step_sum(void);
void step_operations(void);
void step_contention(void);

/* So many groups that they cover `count` elements with `items` each invocation: at least one, and
 * in two dimensions if there are too many for one (shaders/03_atomics/linear.glsl). */
typedef struct extent {
    GLuint x, y;
} extent;
extent groups_for(int count, int items);

/* Groups for a kernel that walks over `vectors` vectors of 16 bytes: the parameter `groups`, unless
 * fewer are enough, or more are needed because a driver ends loops that grow too long. */
GLuint groups_for_walk(int vectors);

/* The pass "clear": sets `count` words of the buffer to zero, from word `first` on. */
void clear_words(const wb_buffer *buffer, int first, int count);

/* The buffer `values`: `count` random numbers below LARGEST_VALUE, filled up to whole vectors with
 * numbers that are not below any limit. Sets atomics.kept. */
bool create_values(void);

/* Values below it count, or are kept. */
uint32_t value_limit(void);

/* A copy of the whole buffer for the caller to free; NULL, with a message, if memory is short. */
void *copy_of(const wb_buffer *buffer);

/* The oracle of what counts values: how many there are below the limit, once a frame has run. */
bool expect_kept(int64_t steps, uint32_t *kept);

/* Pictures are laid out on 1280 x 800 units, each so many pixels. */
float layout_unit(const wb_view *view);

/* Text in units of the layout. */
void draw_note(const wb_view *view, float x, float y, float size, wb_colour colour,
               const char *format, ...) WB_PRINTF_LIKE(6, 7);

/* Title and one line below it, at the upper left. */
void draw_heading(const wb_view *view, const char *title, const char *line);

/* Fills a part of the picture with a program that includes 03_atomics/panel.glsl. In units. */
void draw_panel(const wb_view *view, GLuint program, float x, float y, int width, int height);

/* A grid of cells, as large as fits the place, in whole pixels a cell if there is at least one. In
 * units. */
void draw_grid(const wb_view *view, GLuint program, int columns, int rows, float x, float y,
               float width, float height);

extern const wb_colour INK, FAINT;

#endif
