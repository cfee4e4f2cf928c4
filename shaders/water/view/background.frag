#version 430 core
// What is around the water; and the depth of the obstacle, which hides what is behind it.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
#include "water/view/depth.glsl"
#include "water/view/surroundings.glsl"
layout(location = 0) out vec4 pixel;

void main()
{
    vec3 direction = along_view(gl_FragCoord.xy);
    float way, along = length(direction); // in metres a metre along the view
    pixel = vec4(surroundings(eye, direction / along, way), 1.0);
    vec2 solid = inside_obstacle(eye, direction);
    gl_FragDepth = solid.y > solid.x && solid.x > 0.0 ? depth_at(solid.x) : 1.0;
}
