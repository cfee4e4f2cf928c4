// The numbers that the water's kernels and the C that dispatches them share: slots and constants. C includes this file,
// too, so it has nothing but such lines.
#ifndef WB_SHADERS_WATER_SLOTS_H
#define WB_SHADERS_WATER_SLOTS_H

// Uniform block binding: physics.glsl.
#define WATER_NUMBERS 0

// Storage block bindings, in both passes of a step. All eight that OpenGL promises are taken in the first; in the
// second, the place of WATER_STARTS is free for a buffer of the caller's, WATER_OWN.
#define WATER_POSITIONS 0  // first pass: in the order of the cells; second: the state's
#define WATER_VELOCITIES 1 // the state's
#define WATER_BODIES 2
#define WATER_MOTIONS 3
#define WATER_STARTS 4
#define WATER_OWN 4
#define WATER_IDS 5
#define WATER_NOTES 6
#define WATER_LASTS 7

// obstacle_kind of physics.glsl.
#define WATER_NO_OBSTACLE 0
#define WATER_BOX 1
#define WATER_SPHERE 2

// measure.comp, beside the state.
#define WATER_HISTORY 2          // storage block binding
#define WATER_FRAME 0            // uniform location
#define WATER_MEASURE_GROUP 1024 // invocations of a work group
#define WATER_PARTS 64           // partial results of a frame
#define WATER_FRAMES 4096        // in the ring

// Uniform locations of the pictures.
#define WATER_VIEW 0
#define WATER_PROJECTION 1
#define WATER_EYE 2
#define WATER_PICTURE_SIZE 3
#define WATER_SIZE 4         // of particles
#define WATER_BY_DENSITY 5   // sphere.frag
#define WATER_PICKED 6       // sphere.frag
#define WATER_ONLY_SURFACE 7 // sphere.vert
#define WATER_TURN 8         // sphere.vert
#define WATER_SHUTTER 5      // spray.vert
#define WATER_SHOWN 4        // image.frag: one of these:
#define WATER_IMAGE_NEAREST 0
#define WATER_IMAGE_FLATTENED 1
#define WATER_IMAGE_NORMALS 2
#define WATER_IMAGE_THICKNESS 3

// Texture units.
#define WATER_SHADOW_UNIT 0
#define WATER_NEARNESS_UNIT 1
#define WATER_NORMALS_UNIT 2
#define WATER_THICKNESS_UNIT 3
#define WATER_SPHERES_UNIT 0 // glass.frag, which has no other

// The pool: uniform locations beside those of the eye, which are the first four; texture units.
#define WATER_SNAP 4       // mesh.vert
#define WATER_POOL_DROP 4  // drops.vert: the radius in margins
#define WATER_POOL_OPEN 5  // drops.vert: how long the shutter is open
#define WATER_FRONT_UNIT 0 // of the nearest front face: normal,
#define WATER_FRONT_DEPTH_UNIT 1
#define WATER_BACK_UNIT 2 // the same of the nearest back face behind it
#define WATER_BACK_DEPTH_UNIT 3
#define WATER_WAY_UNIT 4    // metres of water in all
#define WATER_LIGHT_UNIT 5  // what the sun's light has passed: light.frag
#define WATER_FLOOR_UNIT 5  // how much of it arrives: floor.frag
#define WATER_COLOUR_UNIT 0 // the picture before its edges are smoothed

#define WATER_SHADOW_MARGIN 4 // how many metres of floor around the box the shadow map covers

// smooth.comp and flatten.comp: image units, uniform locations, invocations of a work group.
#define WATER_FROM_IMAGE 0
#define WATER_TO_IMAGE 1
#define WATER_DIRECTION 0 // smooth.comp
#define WATER_RADIUS 1
#define WATER_SMOOTH_GROUP 128
#define WATER_MOST_TAPS 24
#define WATER_STRIDE 0 // flatten.comp
#define WATER_RANGE 1
#define WATER_BUMP 2
#define WATER_FLATTEN_SIDE 16 // along x and y

#endif
