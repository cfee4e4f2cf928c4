#version 430 core
// What happens to the sun's light on its way to the floor, added up over all faces: how many metres of water it passes;
// and by how much the surface bends it aside, in metres on the floor.
#include "water/physics.glsl"
#include "water/pool/wall.glsl"
#include "water/pool/sun.glsl"
in vec3 place, normal;
layout(location = 0) out vec4 passed;

void main()
{
    vec3 wall = wall_at(place), n = normalize(normal);
    bool enters = dot(wall != vec3(0.0) ? wall : n, SUN) > 0.0;
    vec3 bent = refract(-SUN, n, 1.0 / INDEX), level = refract(-SUN, vec3(0.0, 1.0, 0.0), 1.0 / INDEX);
    // Beside what still water does: that moves all of the pattern, but does not change it.
    vec2 aside = bent.xz / max(-bent.y, 0.2) - level.xz / -level.y;
    passed = vec4((enters ? place.y : -place.y) / SUN.y, enters && wall == vec3(0.0) ? aside * place.y : vec2(0.0), 0.0);
}
