// What boids and their trails share: the buffers, which way up a body is, and how far away the fog is.
layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = PLACING) uniform vec4 placing; // 1 / box; a body's length in boxes; fog: from here to there
layout(location = PICTURE_SIZE) uniform vec2 picture_size;

const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);

// To the right, up and ahead, for one that flies like this.
mat3 axes_of(vec3 velocity)
{
    float speed = length(velocity);
    vec3 ahead = speed > 0.0 ? velocity / speed : vec3(0.0, 0.0, 1.0), side = cross(ahead, vec3(0.0, 1.0, 0.0));
    vec3 right = dot(side, side) > 1e-6 ? normalize(side) : vec3(1.0, 0.0, 0.0);
    return mat3(right, cross(right, ahead), ahead);
}

vec3 colour_of(int look, vec4 moves, vec3 ahead)
{
    return look == VIEW_NEIGHBOURS ? hue(0.68 - 0.60 * min(moves.w / 40.0, 1.0), 0.72, 0.14) : heading_colour(ahead);
}

float fog_at(float distance) { return smoothstep(placing.z, placing.w, distance); }

// What is no number is not drawn: neither a place nor a heading.
bool is_number(vec3 place, vec3 velocity) { return dot(place, place) < 1e30 && dot(velocity, velocity) < 1e30; }

// Corners on a lattice of eighths of a pixel, off the pixels' middles: then drivers that round the last
// bit in another way draw the same pixels all the same.
vec4 on_lattice(vec4 clip)
{
    vec2 pixels = clip.xy / clip.w * 0.5 * picture_size;
    return vec4((floor(pixels * 8.0) + 0.5) / 8.0 / (0.5 * picture_size) * clip.w, clip.zw);
}
