// Numbers that C and GLSL share, for what common/gl/draw.h draws.
// C includes this file, and so do the kernels.
#ifndef WB_SHADERS_DRAW_SLOTS_H
#define WB_SHADERS_DRAW_SLOTS_H

// Uniforms: of cells.glsl
#define DRAW_GRID_VIEW 0
#define DRAW_GRID_SIZE 1

// Of rectangles, texts and lines in a picture
#define DRAW_PICTURE_SIZE 0
#define DRAW_COLOUR 1
#define DRAW_RECTANGLE 2
#define DRAW_LINE 2
#define DRAW_LINE_WIDTH 3

// Of what stands in space: lines and meshes
#define DRAW_VIEW 2
#define DRAW_PROJECTION 3
#define DRAW_COLUMNS 4
#define DRAW_EYE 5
#define DRAW_TO_LIGHT 6

// Storage blocks of a mesh
#define DRAW_POSITIONS 0
#define DRAW_NORMALS 1

// Texture units
#define DRAW_ATLAS 0
#define DRAW_LAYER 0
#define DRAW_LIGHT 0

// Vertex attributes
#define DRAW_CORNER 0
#define DRAW_POINT 0

#endif
