// The numbers that lesson 12's kernels and its C share.
#ifndef WB_SHADERS_12_CLOTH_SLOTS_H
#define WB_SHADERS_12_CLOTH_SLOTS_H

// Uniform block binding: cloth.glsl.
#define CLOTH 0

// Storage block bindings. OpenGL promises no more than eight.
#define POSITIONS 0
#define PREDICTED 1
#define VELOCITIES 2
#define AIR 3
#define CUTS 4
#define LIST 5
#define NEXT_POSITIONS 6
#define NEXT_VELOCITIES 7
#define NEXT_CUTS 1 // of the pass that tears
#define INDICES 2

// Uniform locations: of finish.comp and tile.comp,
#define SUBSTEP 0
// of colour.comp and the project's,
#define COLOUR 0
// of two_sets.comp,
#define ODD 0
// of colour_list.comp,
#define FIRST 0
#define COUNT 1
// of hand.comp,
#define HAND_TIME 0
// and of the tasks.
#define BEND 0
#define BEND_ODD 1
#define SUBSTEPS 0

#define GROUP 128 // invocations of a work group, one for each particle or link of a list
#define GROUP_X 32
#define GROUP_Y 4 // where links are found from the invocation's number
#define SIDE 16   // tile: particles of a group along x and y
#define WHOLE_SIDE 32
#define WHOLE_GROUP 256 // the second task: the largest cloth, for one group

// What holds the cloth: `pins` of cloth.glsl.
#define PINS_NONE 0
#define PINS_CORNERS 1
#define PINS_EDGE 2
#define PINS_FOUR 3

// What the picture shows.
#define VIEW_CLOTH 0
#define VIEW_STRETCH 1
#define VIEW_COLOURS 2

// Uniform locations of the picture: as in draw/mesh.glsl,
#define VIEW 2
#define PROJECTION 3
#define EYE 5
#define TO_LIGHT 6
// and beside those.
#define LAMP 7
#define SOLID 8
#define SHOWN 9        // cloth.frag
#define PICTURE_SIZE 9 // background.frag
#define BALL 9         // ball.vert, ball.frag
#define BALL_COLOUR 10

#define SHADOW_UNIT 0 // texture unit, of the map and later of the layer
#define SHADOW_PIXELS 1024

#endif
