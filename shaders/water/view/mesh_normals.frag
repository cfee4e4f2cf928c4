#version 430 core
// The mesh's own normals, over those that normals.frag has made of the slopes: where the mesh is seen, and not the glass.
#include "water/view/surface.glsl"
#include "draw/slots.h"
in vec3 place;
in vec3 normal;
layout(location = DRAW_VIEW) uniform mat4 view;
layout(location = 0) out vec4 seen_normal;

const float SAME = 1e-5; // relative: rounding

void main()
{
    float near = nearness_at(ivec2(gl_FragCoord.xy)), own = -1.0 / (view * vec4(place, 1.0)).z;
    if (abs(near - own) > SAME * near) discard;
    seen_normal = vec4(normalize(normal), 1.0);
}
