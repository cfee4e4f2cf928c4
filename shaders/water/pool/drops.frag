#version 430 core
// A drop: clear in the middle, where it shows the bright sky upside down; dark below its upper rim; a glint.
#include "water/pool/eye.glsl"
#include "water/pool/depth.glsl"
layout(binding = WATER_FRONT_DEPTH_UNIT) uniform sampler2D front_depth;
flat in vec2 from, to;
flat in float radius_px, share, far;
layout(location = 0) out vec4 pixel;

void main()
{
    float depth = texelFetch(front_depth, ivec2(gl_FragCoord.xy), 0).r;
    if (depth < 1.0 && far > distance_of(depth)) discard;
    vec2 way = to - from, d = gl_FragCoord.xy - from;
    float along = clamp(dot(d, way) / max(dot(way, way), 1e-6), 0.0, 1.0);
    vec2 off = (d - along * way) / radius_px;
    float cover = clamp((1.0 - length(off)) * radius_px + 0.5, 0.0, 1.0);
    float thin = 1.0 / (1.0 + 0.35 * length(way) / radius_px); // the same water over more pixels
    vec3 colour = mix(vec3(0.80, 0.93, 0.97), vec3(0.20, 0.47, 0.62), smoothstep(-0.6, 0.9, off.y));
    colour += vec3(1.0) * smoothstep(0.55, 0.0, distance(off, vec2(0.25, 0.30)));
    pixel = vec4(min(colour, vec3(1.0)), share * cover * mix(0.35, 0.85, thin));
}
