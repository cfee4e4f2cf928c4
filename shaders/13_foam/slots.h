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
#define CURLS 0

#define GROUP 128           // invocations of a work group
#define HISTORY_FRAMES 4096 // of the plot: a ring

// What a foam particle is.
#define SPRAY 0
#define FOAM 1
#define BUBBLE 2
#define KINDS 3

// What the picture shows: water and foam; the foam in the colour of its kind; the foam alone; the water's
// particles by how fast it turns around them; and water whose surface is made in the picture, with the images that it is made of: how far the spheres are, the same flattened, its normals, how
// thick it is.
#define VIEW_WATER 0
#define VIEW_KINDS 1
#define VIEW_FOAM 2
#define VIEW_CURL 3
#define VIEW_SCREEN 4
#define VIEW_NEAREST 5
#define VIEW_FLATTENED 6
#define VIEW_NORMALS 7
#define VIEW_THICKNESS 8

// Uniform locations of sprite.vert, beside those of water/pool/eye.glsl and WATER_SIZE.
#define BY_KIND 5

// Of sphere.vert, and what it may be; of image.frag.
#define TURN 5
#define ALL 0
#define OUTER 1
#define REST 2
#define IN_THE_SUN 3
#define SHOWN 4

// Texture units of the shaders in screen/.
#define NEARNESS_UNIT 0
#define NORMALS_UNIT 1
#define THICKNESS_UNIT 2
#define SPHERES_UNIT 0 // glass.frag, which has no other

// flatten.comp: image units, uniform locations, invocations of a work group along x and y.
#define FROM_IMAGE 0
#define TO_IMAGE 1
#define STRIDE 0
#define RANGE 1
#define BUMP 2
#define FLATTEN_SIDE 16

#endif
