// Numbers that C and GLSL share, for the kernels that measure what a machine can do.
// C includes this file, and so do the kernels.
#ifndef WB_SHADERS_ROOF_SLOTS_H
#define WB_SHADERS_ROOF_SLOTS_H

// Storage blocks
#define ROOF_FROM 0
#define ROOF_TO 1

// A uniform
#define ROOF_FACTOR 0

#define ROOF_SMALL_GROUP 32       // invocations of dispatch.comp
#define ROOF_ARITHMETIC_GROUP 256 // invocations of arithmetic.comp
#define ROOF_ROUNDS 512           // multiply-adds for each accumulator
#define ROOF_ACCUMULATORS 8       // in an invocation, so that none waits for its own last result

#endif
