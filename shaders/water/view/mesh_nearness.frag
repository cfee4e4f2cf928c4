#version 430 core
// How near the water is where its surface is a mesh: as nearness.frag has it.
#include "water/view/nearness.glsl"
#include "draw/slots.h"
in vec3 place;
layout(location = DRAW_VIEW) uniform mat4 view;

const float CLOSEST = 0.05; // m

void main()
{
    gl_FragDepth = DEPTH_OF_NEARNESS / max(-(view * vec4(place, 1.0)).z, CLOSEST);
}
