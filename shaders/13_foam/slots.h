// The numbers that lesson 13's kernels and its C share. What stands in water/slots.h has the same slot here.
#ifndef WB_SHADERS_13_FOAM_SLOTS_H
#define WB_SHADERS_13_FOAM_SLOTS_H

// Uniform block binding: foam.glsl.
#define FOAM_NUMBERS 1

// Storage block bindings: beside those of the water's passes, in the places of what a kernel has no use for. OpenGL
// promises eight.
#define FOAM_POSITIONS 0
#define FOAM_VELOCITIES 1
#define BIRTHS 4 // WATER_OWN of the kernels that go through lists
#define PLACES 6
#define HEADS 7
#define ATOMIC_HEADS 4 // `atomic` has lists, and no births to write
#define HISTORY 6
#define LIST 5
#define FLAGS 2
#define RANKS 3
#define COMMANDS 4
#define NORMALS 0 // of the task
#define CRESTS 1

#define GROUP 128           // invocations of a work group
#define HISTORY_FRAMES 4096 // of the plot: a ring

// What a foam particle is.
#define SPRAY 0
#define FOAM 1
#define BUBBLE 2
#define KINDS 3

// Uniform locations of sprite.vert and sprite.frag, beside those of water/view/eye.glsl and WATER_SIZE.
#define BY_KIND 5
#define COVERED 6

#endif
