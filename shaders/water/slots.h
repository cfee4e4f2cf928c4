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

// The picture: uniform locations of the eye, and beside those.
#define WATER_VIEW 0
#define WATER_PROJECTION 1
#define WATER_EYE 2
#define WATER_PICTURE_SIZE 3
#define WATER_SNAP 4      // mesh.vert
#define WATER_SIZE 4      // of particles
#define WATER_POOL_DROP 4 // drops.vert: the radius in margins
#define WATER_POOL_OPEN 5 // drops.vert: how long the shutter is open
#define WATER_LONGEST 5   // ball.vert
#define WATER_CUT 6
#define WATER_SCALE 7  // ball.vert
#define WATER_PICKED 8 // ball.vert

#define WATER_SHOWN 1 // storage block binding of ball.vert

// What a ball is painted as.
#define WATER_BY_SCALE 1
#define WATER_PLAIN 2
#define WATER_THE_PICKED 3
#define WATER_NEIGHBOUR 4
#define WATER_OTHER 5

// Kernels that make a whole picture: image units, and how many pixels a group has each way.
#define WATER_IMAGE 0
#define WATER_LIGHT_IMAGE 1 // clear.comp
#define WATER_TILE 8

// Of a front face, in place of 1 or -1: only how thick the water is behind it is known.
#define WATER_NO_MESH 2.0

// Texture units.
#define WATER_FRONT_UNIT 0 // of the nearest front face: normal,
#define WATER_FRONT_DEPTH_UNIT 1
#define WATER_BACK_UNIT 2 // the same of the nearest back face behind it
#define WATER_BACK_DEPTH_UNIT 3
#define WATER_WAY_UNIT 4    // metres of water in all
#define WATER_LIGHT_UNIT 5  // what the sun's light has passed: light.frag
#define WATER_FLOOR_UNIT 5  // how much of it arrives: floor.comp
#define WATER_COLOUR_UNIT 0 // the picture before its edges are smoothed

#endif
