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

// What the picture shows: water; spheres by speed or by density; the images that the water is made of: how far the
// spheres are, the same flattened, its normals, how thick the water is, the spray alone; and water whose surface is a
// mesh, as a camera would see it.
#define VIEW_WATER 0
#define VIEW_SPEED 1
#define VIEW_DENSITY 2
#define VIEW_NEAREST 3
#define VIEW_FLATTENED 4
#define VIEW_NORMALS 5
#define VIEW_THICKNESS 6
#define VIEW_SPRAY 7
#define VIEW_POOL 8

// probe.comp, beside the state.
#define PROBE 2         // storage block binding
#define PICKED 0        // uniform location
#define PROBE_GROUP 256 // invocations

// Uniform locations of plot.frag and legend.frag, beside the rectangle of draw/rectangle.vert.
#define FRAMES 3 // plot.frag
#define SHOWN 3  // legend.frag
#define RANGE 4

#endif
