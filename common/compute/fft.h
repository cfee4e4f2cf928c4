/* Fourier transforms of complex numbers, many lines at a time, in shared memory:
 *
 *     forward  X[k] = sum over i of x[i] e^(-2 pi sqrt(-1) i k / length)
 *     inverse  x[i] = sum over k of X[k] e^(+2 pi sqrt(-1) i k / length) / length
 *
 * A line has a power of two elements, 8 to 1,024, which a team of length / 8 invocations keeps in
 * registers and exchanges through shared memory (the algorithm of Stockham, eight transforms joined
 * in a round; N. K. Govindaraju and others, "High performance discrete Fourier transforms on
 * graphics processors", 2008). The order of all sums is fixed: the same input gives the same bits
 * in every run.
 *
 * A transform of an image or a volume is one of the lines along each axis. Lesson 14 walks through
 * the kernels. */
#ifndef WB_COMPUTE_FFT_H
#define WB_COMPUTE_FFT_H

#include "compute/groups.h"
#include "gl/buffer.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    WB_FFT_LEAST = 8, // elements in a line
    WB_FFT_MOST = 1024,
};

/* How lines lie in a buffer of complex numbers (vec2), in elements: line (a, b) begins at
 * a * steps[0] + b * steps[1]. Lines do not overlap. */
typedef struct wb_fft_lines {
    uint32_t counts[2], steps[2]; // lines: counts[0] * counts[1]
    uint32_t stride;              // from one element of a line to the next
    bool half_in;                 // elements from length / 2 on count as 0 and are not read
    bool half_out;                // elements from length / 2 on are not written
} wb_fft_lines;

/* Must stay where it is, as its named buffers must. */
typedef struct wb_fft {
    int length;
    int along_group, across_group; // invocations in a work group, each with eight numbers: of lines
                                   // with a stride of 1, and of others
    GLuint along, across;          // kernels for them
    wb_buffer twiddles;            // "twiddles": vec2, in the order in which rounds read them
} wb_fft;

/* For lines of `length` elements. False, with a message, if that is no power of two from 8 to 1,024
 * or the driver refuses; wb_fft_delete() is then still needed. */
bool wb_fft_create(wb_fft *fft, int length);

/* Does nothing to a zeroed one. */
void wb_fft_delete(wb_fft *fft);

/* Transforms the lines in `numbers` in place, in one dispatch, which is a pass named `pass`.
 *
 * Before: `numbers` is visible to storage blocks. After: the result is, and may be overwritten by
 * shaders. Changes the program in use and the storage block bindings FFT_NUMBERS and FFT_TWIDDLES
 * (fft/slots.h). */
void wb_fft_forward(const wb_fft *fft, const char *pass, GLuint numbers, const wb_fft_lines *lines);
void wb_fft_inverse(const wb_fft *fft, const char *pass, GLuint numbers, const wb_fft_lines *lines);

/* For kernels that include "fft/transform.glsl" and "fft/lines.glsl", because they make the numbers
 * on the way in or use them on the way out. They are made with the constants LENGTH and GROUP (one
 * of the two, as the stride is). For the program in use this binds the factors, as FFT_TWIDDLES,
 * and sets the uniforms of fft/lines.glsl; it returns how many work groups to dispatch. */
wb_extent wb_fft_set_lines(const wb_fft *fft, const wb_fft_lines *lines);

#endif
