// Numbers that C and GLSL share, for the Fourier transforms of common/compute/fft.h.
// C includes this file, and so do the kernels.
#ifndef WB_SHADERS_FFT_SLOTS_H
#define WB_SHADERS_FFT_SLOTS_H

// Storage blocks
#define FFT_NUMBERS 0
#define FFT_TWIDDLES 7 // the factors between two rounds: of every kernel with transform.glsl

// Uniforms of lines.comp
#define FFT_INVERSE 0
#define FFT_SCALE 1

// Uniforms of every kernel with lines.glsl: wb_fft_set_lines() sets them.
#define FFT_COUNTS 20
#define FFT_STEPS 21
#define FFT_STRIDE 22
#define FFT_HALF_IN 23
#define FFT_HALF_OUT 24

#endif
