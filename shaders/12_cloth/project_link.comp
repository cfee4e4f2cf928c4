#version 430 core
// The project's second kernel: puts links right, and cuts those that are too long. It is dispatched for
// colours 0 to 7, one after the other, in groups of GROUP_X x GROUP_Y that cover all particles. Which links
// are of which colour is up to you; those of one colour must not share a particle. A cell is known by its
// upper left particle and has four links, see cloth.glsl; bit d of its cuts says that link d is torn, and the
// picture leaves such triangles out. Below, the page is blank.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP_X, local_size_y = GROUP_Y) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = CUTS) restrict buffer Cuts { uint cuts[]; };
layout(location = COLOUR) uniform int colour;

#include "12_cloth/cloth.glsl"

void main()
{
}
