/* The five parts of the lesson, one file each. They share the list of variants, the state, and the
 * way in which main.c calls them. */
#ifndef SHARED_PARTS_H
#define SHARED_PARTS_H

#include "lesson/lesson.h"

/* The places in the list of variants in main.c. */
enum {
    BLUR_GLOBAL,
    BLUR_TILE,
    BLUR_SEPARABLE,
    BLUR_FUSED,
    BLUR_WALK,
    BLUR_NO_HALO,
    BLUR_NO_BARRIER,
    BLUR_UNWRITTEN,
    BLUR_EARLY_RETURN,
    BLUR_TOO_MUCH,
    BANKS_STRIDED,
    BANKS_PADDED,
    BANKS_BROADCAST,
    CHASE_SHARED,
    CHASE_GLOBAL,
    MATMUL_NAIVE,
    MATMUL_TILE,
    MATMUL_PADDED,
    MATMUL_REGISTERS,
    SCAN_SERIAL,
    SCAN_HILLIS_STEELE,
    SCAN_BLELLOCH,
    SCAN_PADDED,
    SCAN_EXERCISE,
    VARIANT_COUNT,
};

/* Everything that the lesson keeps. Buffers and programs that a variant has no use for are 0. */
typedef struct shared_lesson {
    GLint shared_bytes; // what this machine has for one work group
    GLuint panel_array; // draws panels, see picture.h

    struct {
        int width, height, radius, rows_each; // parameters
        char file[1000];                      // of --load; empty: the picture that ships
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
} shared_lesson;

extern shared_lesson lesson;

/* What main.c asks of a part, for the variant that runs. init() may fail half-way, after which
 * quit() works. expect() is wb_lesson's. */
typedef struct shared_part {
    bool (*init)(void);
    void (*draw)(const wb_view *view);
    void (*quit)(void);
    bool (*expect)(const char *buffer, int64_t steps, void *expected);
    wb_cost (*cost)(void);
} shared_part;

extern const shared_part blur_part, banks_part, chase_part, matmul_part, scan_part;

void blur_step(void);
void blur_step_separable(void);
bool blur_rebuild(void); // for another radius or number of rows
bool blur_load(const char *buffer, const char *path);
bool blur_dump(const char *buffer, const char *path);
void banks_step(void);
void chase_step(void);
void matmul_step(void);
bool matmul_verify_reals(void); // `c` against the oracle, with a tolerance
void scan_step(void);

/* So many groups of `size` that they cover `count`: the quotient, rounded up. */
GLuint groups_for(int count, int size);

/* Whether a work group can have so many bytes of shared memory. If not, says so, for `what`, with
 * what to do. Without this the program would not link, and the driver's message names no cure. */
bool shared_memory_fits(const char *what, GLint bytes, const char *cure);

#endif
