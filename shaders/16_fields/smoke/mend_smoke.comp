#version 430 core
// `maccormack`: the guess of where smoke and heat went is mended by half of what it misses on the way back.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(binding = SMOKE) uniform sampler3D smoke;
layout(binding = HEAT) uniform sampler3D heat;
layout(binding = SMOKE_GUESS) uniform sampler3D smoke_guess;
layout(binding = HEAT_GUESS) uniform sampler3D heat_guess;
layout(r32f, binding = SMOKE_NEXT) restrict writeonly uniform image3D smoke_next;
layout(r32f, binding = HEAT_NEXT) restrict writeonly uniform image3D heat_next;

#include "16_fields/smoke/grid.glsl"
#include "16_fields/smoke/velocity.glsl"
#include "16_fields/smoke/source.glsl"

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (!is_inside(p)) return;
    vec3 from = origin_of(p, 1.0), to = origin_of(p, -1.0);
    float warm = faded(mended(heat, heat_guess, p, from, to)), dark = faded(mended(smoke, smoke_guess, p, from, to));
    float fresh = source_at(p);
    bool is_air = openings_of(p) != 0u;
    imageStore(smoke_next, p, vec4(is_air ? max(dark, fresh) : 0.0));
    imageStore(heat_next, p, vec4(is_air ? max(warm, flickering(fresh, p)) : 0.0));
}
