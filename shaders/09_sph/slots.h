// The numbers that lesson 09's kernels and its C share. What stands in water/slots.h has the same slot here.
#ifndef WB_SHADERS_09_SPH_SLOTS_H
#define WB_SHADERS_09_SPH_SLOTS_H

// Storage block bindings of versions that do not pack their state: in the place of WATER_BODIES and WATER_MOTIONS, and in
// the first, which has no grid, in that of WATER_STARTS and WATER_IDS.
#define DENSITIES 2
#define ACCELERATIONS 3
#define NEXT_POSITIONS 4
#define NEXT_VELOCITIES 5

// How a version finds neighbours, each in a way that builds upon the one before: VERSION is one of these. From SORTED on,
// densities and the like lie in the order of the cells; from ROWS on, the state is packed, and the force pass moves the
// particles. LIST is the water's own: common/water/step.h.
#define ALL_PAIRS 0
#define INDEX 1
#define SORTED 2
#define ROWS 3
#define FINE 4
#define TEAM 5
#define LIST 6

// What the picture shows: the water's surface; its particles, all alike, or in the colour of a number: of a pass of the step,
// most of them; a picked one's neighbours.
#define VIEW_SURFACE 0
#define VIEW_PARTICLES 1
#define VIEW_SPEED 2
#define VIEW_DENSITY 3
#define VIEW_PRESSURE 4
#define VIEW_FORCE 5
#define VIEW_CELL 6
#define VIEW_SLOT 7
#define VIEW_NEIGHBOURS 8

// shown.comp, beside the state and what a step leaves.
#define SHOWN_NUMBERS 6 // storage block bindings
#define SHOWN_ENDS 7
#define SHOWN 0 // uniform locations
#define IS_NEW 1
#define SHOWN_GROUP 256 // invocations

// probe.comp, beside the state.
#define PROBE 2         // storage block binding
#define PICKED 0        // uniform location
#define PROBE_GROUP 256 // invocations

// The plane: its uniform block, and the storage blocks of its kernels.
#define PLANE_NUMBERS 1
#define PLANE_POSITIONS 0
#define PLANE_VELOCITIES 1
#define PLANE_CROWDS 2
#define PLANE_NEXT_POSITIONS 3
#define PLANE_NEXT_VELOCITIES 4
#define PLANE_ENERGIES 5 // of each particle: kinetic, potential, elastic, in J/kg
#define PLANE_SUMS 6     // of all, for PLANE_FRAMES frames
#define PLANE_LENGTHS 6  // of the lists of neighbours
#define PLANE_LISTS 7
#define PLANE_INKS 2 // ink.comp
#define PLANE_NEXT_INKS 3
#define PLANE_FRAME 0    // uniform location: measure.comp
#define PLANE_PARTS 32   // partial sums of a frame
#define PLANE_FRAMES 512 // the first, and the last 511
#define PLANE_MOST 24    // neighbours in a list
#define PLANE_LANES 32   // of a team

// Its picture, disc.vert: uniform locations, and what the colours mean.
#define DISC_PLACING 0 // of the lower left corner, in pixels from there, and pixels a metre
#define DISC_PICTURE 1
#define DISC_LOOK 2
#define DISC_DUST 0
#define DISC_CROWD 1
#define DISC_INK 2

#define FRAMES 3 // uniform location of plot.frag, beside the rectangle of draw/rectangle.vert

#endif
