#version 430 core
// A drop is a small disc, and as long as the shutter is open it draws a line: from where the particle is, back
// along its velocity. A rectangle around it for each particle of the spray; the others get one of no size.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
#include "water/view/spray.glsl"
layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(location = WATER_SIZE) uniform float size;     // of the drop's radius, in margins
layout(location = WATER_SHUTTER) uniform float shutter_s;

flat out vec2 from, to; // the line, in pixels
flat out float drop_radius;  // in pixels
flat out float light;   // how bright the line is

const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
const float SOFT = 1.0; // pixels from the drop's edge to where nothing of it is left

vec2 on_picture(vec4 clip) { return (0.5 * clip.xy / clip.w + 0.5) * picture_size; }

void main()
{
    int i = gl_VertexID / 6;
    vec4 particle = positions[i];
    float share = spray_share(particle);
    vec4 start = projection * view * vec4(particle.xyz - shutter_s * velocities[i].xyz, 1.0);
    vec4 end = projection * view * vec4(particle.xyz, 1.0);
    from = on_picture(start);
    to = on_picture(end);
    float larger = 0.6 + 0.8 * fract(float(i) * 0.6180340); // drops are not all alike
    drop_radius = larger * size * margin * projection[1][1] * 0.5 * picture_size.y / end.w;
    // The same light, however long the line: what is smeared over more pixels is dimmer in each.
    float disc = 3.14159265 * drop_radius * drop_radius, line = disc + 2.0 * drop_radius * distance(from, to);
    light = share * min(4.0 * disc / line, 1.0);
    vec2 way = to - from, along = dot(way, way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
    vec2 corner = CORNERS[gl_VertexID % 6] * (drop_radius + SOFT);
    vec2 place = (corner.x < 0.0 ? from : to) + corner.x * along + corner.y * vec2(-along.y, along.x);
    bool seen = share > 0.0 && start.w > 0.1 && end.w > 0.1;
    gl_Position = seen ? vec4((place / picture_size * 2.0 - 1.0) * end.w, end.zw) : vec4(0.0, 0.0, 2.0, 1.0);
}
