// The numbers that lesson 14's kernels and its C share. GROUP, invocations of a work group, is none
// of them: kernels that transform get it from the transform (common/compute/fft.h), and the others
// from C.
#ifndef WB_SHADERS_14_GALAXY_SLOTS_H
#define WB_SHADERS_14_GALAXY_SLOTS_H

// Storage block bindings. Those of one number never meet in one kernel.
#define FIELD 0
#define POSITIONS 1
#define VELOCITIES 2
#define NEXT_POSITIONS 3
#define NEXT_VELOCITIES 4
#define PULLS 5
#define NODES 6
#define ENERGIES 7
#define GREEN 1
#define MASSES 3
#define SUMS 3
#define POTENTIAL 2
#define SOURCES 2
#define COMMANDS 6
#define CENTRES 4
#define FLAGS 5
#define PLACES 2
#define LIST 1
#define HISTORY_ENTRIES 0
#define NEIGHBOURS 5 // of the tasks at the tree, and of stars.vert
#define NUMBERS 0    // levels.comp and spectrum.frag
#define FACTORS 1

// Uniform locations: of clear.comp,
#define WORDS 0
// of cloud.glsl, which deposit.comp, gather.comp and advance.comp include,
#define STARS 0
#define GRID 1
#define CELLS_PER_KPC 2
// of masses.comp, potential.comp, gradient.comp and centres.comp,
#define FIELD_GRID 0
#define UNIT 1
// of pull.glsl, pairs.comp and pairs_four.comp, beside STARS,
#define SOFTENING_SQUARED 1
#define FIRST 2
#define SLICE_COUNT 3
#define SLICE_LENGTH 2 // pairs_four.comp
#define THETA 2        // walk.comp
// of advance.comp and start.comp, beside those of cloud.glsl,
#define GM 3
#define TIME 4
#define BEFORE 5
#define AFTER 6
#define SLICES 7
#define WEIGHT 8
#define HALO 10
#define HOLE_NUMBERS 11
#define GALAXIES 12
// of energy.comp,
#define COUNT 0
#define ENTRY 1
// of occupied.comp,
#define CELLS 0
#define SLICE_SIZE 1
#define STAR_GROUPS 2
// of project.glsl, beside HALO,
#define PROJECT_STARS 0
#define PROJECT_GRID 1
#define PROJECT_CELLS_PER_KPC 2
#define PROJECT_GM 3
#define PROJECT_SOFTENING 4
#define PROJECT_TIME 5
#define PROJECT_FRAME 6
#define PROJECT_FIRST 7
#define PROJECT_COUNT 8
#define PROJECT_SCENE 9
#define PROJECT_ARMS 11
#define PROJECT_SEED 12
// of levels.comp and spectrum.frag,
#define LINE_COUNT 0
#define INVERSE 1
#define SHOWS_FREQUENCIES 2
// of stars.vert,
#define VIEW 0
#define PROJECTION 4
#define LIGHT 8
#define LOOK 9
#define CLOSEST 10
#define ENDS 11
#define PIXELS 12
// and of glow.frag.
#define PICTURE_SIZE 0
#define GLOW 1

#define BOX 40 // kpc: the side of the box around the origin that the mesh divides

// What there is at first, and what colours mean.
#define SCENE_DISC 0
#define SCENE_HOLE 1
#define SCENE_COLLISION 2
#define SCENE_RING 3     // nearly all stars in one of the rings of the task; but not of the project
#define HOLE_STARS 10000 // the mass of a black hole, in stars
#define VIEW_LIGHT 0
#define VIEW_SPEED 1

// The tasks at the tree: which of a star's neighbours they look for, and a distance that no star
// has from another, kpc.
#define CROWD 8
#define FAR 1000

// The rotation curve: the number of its rings, each a quarter of a kpc wide.
#define RINGS 64
#define RINGS_PER_KPC 4

#endif
