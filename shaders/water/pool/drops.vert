#version 430 core
// A particle that has no surface of its own is a drop, drawn out by its motion while the shutter is open. One point, a
// square of pixels, around each; the others get none.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "water/pool/spray.glsl"
layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(location = WATER_POOL_DROP) uniform float size;
layout(location = WATER_POOL_OPEN) uniform float open_s;
layout(location = WATER_CUT) uniform float cut; // z, m

flat out vec2 from, to;   // on the picture, in pixels
flat out float radius_px, share, far;

vec2 on_picture(vec4 clip) { return (0.5 * clip.xy / clip.w + 0.5) * picture_size; }

void main()
{
    vec4 particle = positions[gl_VertexID];
    share = spray_share(particle);
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // out of the picture
    gl_PointSize = 1.0;
    if (share <= 0.0 || particle.z > cut) return;
    vec4 start = projection * view * vec4(particle.xyz - open_s * velocities[gl_VertexID].xyz, 1.0);
    vec4 end = projection * view * vec4(particle.xyz, 1.0);
    if (start.w < 0.1 || end.w < 0.1) return;
    from = on_picture(start);
    to = on_picture(end);
    far = end.w;
    float larger = 0.5 + fract(float(gl_VertexID) * 0.6180340); // drops are not all alike
    float size_px = larger * size * margin * projection[1][1] * 0.5 * picture_size.y / end.w;
    radius_px = max(size_px, 0.7); // what is smaller than a pixel is fainter
    share *= min(size_px * size_px / (radius_px * radius_px), 1.0);
    gl_PointSize = 2.0 * (radius_px + 1.0) + distance(from, to);
    gl_Position = vec4((from + to) / picture_size - 1.0, 0.0, 1.0);
}
