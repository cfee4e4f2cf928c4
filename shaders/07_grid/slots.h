// Numbers that this lesson's C and GLSL share: both include this file, and so write the same names.
#ifndef WB_SHADERS_07_GRID_SLOTS_H
#define WB_SHADERS_07_GRID_SLOTS_H

// Storage blocks. A kernel has at most eight, so that some share a number; no kernel has both of these.
#define POINTS 0
#define STARTS 1
#define IDS 2
#define POSITIONS 2
#define SORTED_POINTS 3
#define FOUND 4
#define VELOCITIES 4
#define MARKS 5
#define NEIGHBOUR_LISTS 5
#define PLACES 5
#define COUNTS 6
#define WATCHED 6
#define SORTED_VELOCITIES 6
#define LENGTHS 7
#define NEAREST_IDS 7

// Uniforms. Those of the grid begin at GRID_LOW.
#define PARTICLES 0
#define RADIUS_SQUARED 1
#define REACH 2
#define PICKED 3
#define FIRST 4
#define CHUNK 5
#define ENTRIES 4
#define COUNTERS 0

// Of move.comp
#define LOW 1
#define HIGH 2
#define TIME_STEP 3

// Of the picture, with PARTICLES and PICKED
#define BALL 1
#define VIEW 2
#define LOOK 4
#define PLACING 5
#define PROJECTION 6
#define FOG 7
#define VIEWPORT 20
#define STRIP 21
#define CHOSEN 24 // and as many behind it as are wanted, less one

#endif
