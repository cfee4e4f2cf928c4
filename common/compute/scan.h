/* Prefix sums (scan) of uint32 in buffers, by either of two methods:
 *
 *     input       3  1  7  0  4
 *     exclusive   0  3  4 11 11      the sum of all elements before this one
 *     inclusive   3  4 11 11 15      this one included
 *
 * Sums are modulo 2^32. The elements are cut into tiles, one for each work group.
 *
 * WB_SCAN_THREE_DISPATCHES sums up each tile, scans these sums, and then scans each tile from there
 * on. It reads the input twice. WB_SCAN_SINGLE_PASS reads it once: each tile looks back at what its
 * predecessors have already found out (shaders/scan/single_pass.comp tells how, and why this is
 * safe on a driver that promises nothing about the order in which work groups make progress). Both
 * give the same results.
 *
 * Lesson 05 walks through the kernels. They use subgroup operations where compute/subgroup.h finds
 * them, and shared memory otherwise. */
#ifndef WB_COMPUTE_SCAN_H
#define WB_COMPUTE_SCAN_H

#include "gl/buffer.h"
#include "scan/slots.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum wb_scan_method { WB_SCAN_THREE_DISPATCHES, WB_SCAN_SINGLE_PASS } wb_scan_method;

enum {
    // In three dispatches, and in a single pass: invocations in a work group, elements in a tile.
    WB_SCAN_GROUP = 256,
    WB_SCAN_TILE = 4 * SCAN_VECTORS * WB_SCAN_GROUP,
    WB_SCAN_SINGLE_PASS_GROUP = 512,
    WB_SCAN_SINGLE_PASS_TILE = 4 * SCAN_VECTORS * WB_SCAN_SINGLE_PASS_GROUP,
};

/* Must stay where it is, as its named buffers must. */
typedef struct wb_scan {
    uint32_t most;
    wb_scan_method method;
    GLuint reduce, partials, tiles; // three dispatches
    GLuint single_pass;
    wb_buffer tile_sums; // three dispatches: the sum of each tile, then of all tiles before it
    wb_buffer look_back; // single pass: how far each tile is
    uint32_t epoch;      // single pass: the number of the latest scan, 1 to 65,535
} wb_scan;

/* For scans of up to `most` elements. False, with a message, if this driver cannot dispatch or hold
 * what they need; `scan` may then be deleted like any other. */
bool wb_scan_create(wb_scan *scan, uint32_t most, wb_scan_method method);

/* Does nothing to a zeroed scan. */
void wb_scan_delete(wb_scan *scan);

/* Scans the first `count` (0 to `most`) elements of `input` into `output`, which may be the same
 * buffer; elements beyond them are neither used nor changed. Both are storage buffers of `count`
 * elements or more, and not smaller than 16 bytes (wb_buffer_create() sees to that).
 *
 * Before: `input` is visible to shaders (GL_SHADER_STORAGE_BARRIER_BIT, if one wrote it). After:
 * `output` is, and `input` may be overwritten by shaders. Changes the program in use and the
 * storage block bindings of scan/slots.h. The passes are named "scan reduce", "scan partials" and
 * "scan tiles", or "scan single pass". */
void wb_scan_exclusive(wb_scan *scan, GLuint input, GLuint output, uint32_t count);
void wb_scan_inclusive(wb_scan *scan, GLuint input, GLuint output, uint32_t count);

#endif
