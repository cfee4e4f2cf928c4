// The numbers that lesson 11's kernels and its C share.
#ifndef WB_SHADERS_11_BOIDS_SLOTS_H
#define WB_SHADERS_11_BOIDS_SLOTS_H

// Uniform block binding: flock.glsl.
#define FLOCK 0

// Storage block bindings.
#define POSITIONS 0
#define VELOCITIES 1
#define NEXT_POSITIONS 2
#define NEXT_VELOCITIES 3
#define STARTS 4
#define IDS 5
#define SORTED_POSITIONS 6 // the project's
#define SORTED_VELOCITIES 7
#define HISTORY 6 // measure.comp and the plot

#define GROUP 128 // invocations of a work group

// measure.comp.
#define ROW 0               // uniform location
#define MEASURE_GROUP 1024  // invocations of a work group
#define PARTS 64            // partial sums of a frame
#define HISTORY_FRAMES 4096 // of the plot: a ring

// Uniform locations of the picture: of all that stands in space,
#define VIEW 0
#define PROJECTION 1
// of boids and their trails,
#define PLACING 2
#define LOOK 3 // one of the next two
#define VIEW_HEADING 0
#define VIEW_NEIGHBOURS 1
#define SHARK 4
#define SHARK_HEADING 5
#define PICTURE_SIZE 6
#define TIME 7 // s
// of balls,
#define BALL 2
#define COLOUR 3
#define LIGHT 4
// of the sky, and of the plot beside the rectangle of draw/rectangle.vert.
#define PICTURE_HEIGHT 0
#define FRAMES 3

#endif
