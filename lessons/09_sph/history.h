/* What the pass "measure" has found out about each frame: a ring of the latest HISTORY_FRAMES. */
#ifndef SPH_HISTORY_H
#define SPH_HISTORY_H

#include <glad/gl.h>
#include <stdint.h>

enum {
    HISTORY_FRAMES = 4096,
    HISTORY_PARTS = 64, // partial results of a frame: see shaders/09_sph/measure.comp
    HISTORY_WIDTH = 8,  // numbers in each
};

typedef struct history_figures {
    double kinetic, potential, elastic; // energies, J
    double lost;                        // particles outside of the box, or that are no numbers
    double compression;                 // the largest density in rest densities
    double front, top;                  // the largest x and y, m
    double speed;                       // the largest, m/s
} history_figures;

/* What the parts of one frame are together. */
history_figures history_together(const float parts[HISTORY_PARTS][HISTORY_WIDTH]);

/* The figures after `frame` (from 1) frames. Reads what the GPU wrote: the caller has issued
 * GL_BUFFER_UPDATE_BARRIER_BIT. All zero for frames that the ring no longer or not yet holds. */
history_figures history_at(GLuint history, int64_t frame, int64_t frames_so_far);

/* Where in the ring a frame (from 1) begins, in bytes; a frame takes HISTORY_BYTES. */
GLintptr history_place(int64_t frame);
enum { HISTORY_BYTES = HISTORY_PARTS * HISTORY_WIDTH * (int)sizeof(float) };

double history_energy(const history_figures *figures);

#endif
