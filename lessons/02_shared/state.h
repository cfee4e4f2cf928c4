/* Everything that the lesson keeps, what tells its variants apart, and the start and the end of its
 * five parts. */
#ifndef SHARED_STATE_H
#define SHARED_STATE_H

#include "lesson/lesson.h"

/* ---- What C and GLSL share ---- */

enum {                         // blur
    PIXELS = 16,               // a group of `global` and `tile` is PIXELS x PIXELS pixels
    QUADS_X = 32,              // of the other blurs: 32 x 8 invocations, each with four
    LINES = 8,                 // pixels side by side at a time
    COLUMN_ROWS = 8,           // rows that `separable` walks down
    SUMS_BYTES = 32 * QUADS_X, // a row of the tile of `fused`
};

enum { // banks
    BANKS_GROUP = 256,
    LANES = 32,   // invocations that read at one moment, and words that each reads in a round
    STRIDES = 33, // the largest stride
    WORDS = LANES * STRIDES, // the last row begins at 31 * 33
    DRAWN_BITS = 10,         // `random` reads from 2^DRAWN_BITS of them
};
_Static_assert(1 << DRAWN_BITS <= WORDS, "every drawn place is there");

#define NO_ADDRESS UINT32_MAX // what a lane has told before the kernel has run

enum { // chase
    CHASE_GROUP = 256,
    HOPS = 30000, // a frame: one load after the other; no multiple of a table, or all would be
                  // where it began
    SHARED_WORDS = 4096, // 16 KiB: as much of the table as goes into shared memory
};

enum {          // matmul
    GROUP = 16, // naive
    TILE = 32,  // matmul_tile and matmul_padded: 32 x 32 invocations

    // `registers`. A group computes a block of C, in steps of BLOCK_DEPTH along k; an invocation, 8
    // x
    // 8 elements. Rows and columns are multiples of 32; BLOCK_DEPTH is so large that a tile has at
    // least one vector of four for each invocation.
    BLOCK_ROWS = 128,
    BLOCK_COLUMNS = 128,
    BLOCK_DEPTH = 8,
    INVOCATIONS = BLOCK_ROWS / 8 * (BLOCK_COLUMNS / 8),

    // `vectors`: the same blocks, TALL x 8 elements an invocation.
    TALL = 16,
    TALL_INVOCATIONS = BLOCK_ROWS / TALL * (BLOCK_COLUMNS / 8),
};
_Static_assert(BLOCK_ROWS / 4 * BLOCK_DEPTH % INVOCATIONS == 0, "equal shares of A's tile");
_Static_assert(BLOCK_COLUMNS / 4 * BLOCK_DEPTH % INVOCATIONS == 0, "equal shares of B's tile");
_Static_assert(INVOCATIONS % TALL_INVOCATIONS == 0, "and in `vectors`");

/* Storage block bindings of the five parts. */
enum { IMAGE = 0, BLURRED = 1, ROW_SUMS = 2 };
enum { SUMS = 0, ADDRESSES = 1 };
enum { TABLE = 0, END = 1 };
enum { A = 0, B = 1, C = 2 };
enum { VALUES = 0, SCAN = 1, TREE = 2 };

/* ---- What tells the variants apart: their .data ---- */

typedef struct blur_traits {
    const char *caption;
    const char *second_kernel; // of two dispatches, with row sums in a buffer between them
    bool tile_of_sums;         // keeps row sums in shared memory, which may be too small for them
    bool turns;                // exchanges rows and columns, and takes no mean
    bool smears;               // the mean of a pixel and those to its right
    bool twice;                // the mean of means
    bool cannot_link;          // BROKEN: and runs on without its kernel
} blur_traits;

typedef struct banks_traits {
    bool padded, broadcast;
    bool random; // no rows at all: each read is of a word of chance
} banks_traits;

typedef struct chase_traits {
    bool shared; // walks through shared memory, as far as the table goes into it
} chase_traits;

typedef struct matmul_traits {
    int rows, columns; // of C that a group computes
    int depth;         // of its tiles, along k; 0: no tiles
    bool padded;
    bool tall; // an invocation computes TALL x 8 elements, not 8 x 8
} matmul_traits;

/* What a scan writes down for the picture: no more than input and result, the levels of Hillis and
 * Steele, or a tree, up and down. */
typedef enum scan_levels { NO_LEVELS, HILLIS_STEELE, SWEEPS } scan_levels;

typedef struct scan_traits {
    const char *title;
    scan_levels levels;
    bool padded;
} scan_traits;

/* ---- The state ---- */

/* Buffers and programs that a variant has no use for are 0. */
typedef struct lesson_state {
    GLuint panel_array; // draws panels, see picture.h

    struct {
        int width, height, radius, rows_each; // parameters
        char file[1000];                      // of --load; empty: the picture that ships
        GLint shared_bytes;                   // what this machine has for one work group
        int columns, rows;                    // of the picture that is blurred
        int pitch;                            // words from row to row: columns rounded up to 4
        wb_buffer image, row_sums, blurred;
        GLuint kernel, second_kernel, picture;
    } blur;

    struct {
        int stride, groups, rounds; // parameters
        wb_buffer sums, addresses;
        GLuint kernel;
    } banks;

    struct {
        int table_bits; // parameter
        wb_buffer table, end;
        GLuint kernel;
    } chase;

    struct {
        int n, reals; // parameters
        int pitch;    // from row to row: n rounded up to 4
        wb_buffer a, b, c;
        GLuint kernel, picture;
    } matmul;

    struct {
        int n, levels; // parameters
        wb_buffer values, scan, tree;
        GLuint kernel;
    } scan;
} lesson_state;

extern lesson_state lesson;

/* ---- What follows from the parameters, in the present variant ---- */

int blur_walk_rows(void);         // rows that `walk` goes down
uint32_t banks_pitch(int stride); // words from row to row
size_t chase_table_words(void);
uint32_t chase_walked_words(void); // that the walk goes through
int scan_block(void);              // elements of a work group
bool scan_has_tree(void);          // whether it is small enough to be written down, and drawn
int scan_tree_rows(void);          // the input, then each level, then what becomes of it

enum { SHOWN_LEVELS = 4 }; // the tree is drawn for blocks of up to 16 elements

/* ---- The parts ---- */

bool blur_init(void);
bool blur_rebuild(void); // for another radius or number of rows
void blur_quit(void);
wb_cost blur_cost(void);

bool banks_init(void);
void banks_quit(void);
wb_cost banks_cost(void);

bool chase_init(void);
void chase_quit(void);
wb_cost chase_cost(void);

bool matmul_init(void);
void matmul_quit(void);
wb_cost matmul_cost(void);

bool scan_init(void);
void scan_quit(void);
wb_cost scan_cost(void);

#endif
