#version 430 core
// What the picture shows of each particle, with a direction if it has one; the least and the most of it; and how many
// have a number from one power of 2 to the next: those are floats with the same exponent.
#include "09_sph/slots.h"

layout(local_size_x = SHOWN_GROUP) in;

#include "water/physics.glsl"
#include "grid/grid.glsl"

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = SHOWN_NUMBERS) restrict writeonly buffer Numbers { vec4 numbers[]; }; // direction, number
layout(std430, binding = SHOWN_ENDS) restrict buffer Ends { uint least, most, sizes[256]; }; // bits of floats, which are not below 0
layout(location = SHOWN) uniform int shown;  // VIEW_SPEED and so on
layout(location = IS_NEW) uniform int is_new; // 1: the density pass has run, and particles have not moved since

// Of the last passes, in the order that they keep: k.
#if VERSION >= ROWS
layout(std430, binding = WATER_MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // before the step; 1 / density
float new_density(uint k) { return 1.0 / motions[k].w; }
vec3 acceleration(uint k, uint i) { return (velocities[i].xyz - motions[k].xyz) / time_step; }
#else
layout(std430, binding = DENSITIES) restrict readonly buffer Densities { vec2 densities[]; };
float new_density(uint k) { return densities[k].x; }
#if VERSION == ALL_PAIRS
layout(std430, binding = NEXT_VELOCITIES) restrict readonly buffer Before { vec4 before[]; }; // they have been exchanged
vec3 acceleration(uint k, uint i) { return (velocities[i].xyz - before[k].xyz) / time_step; }
#else
layout(std430, binding = ACCELERATIONS) restrict readonly buffer Accelerations { vec4 accelerations[]; };
vec3 acceleration(uint k, uint i) { return accelerations[k].xyz; }
#endif
#endif
#if VERSION > ALL_PAIRS
layout(std430, binding = WATER_IDS) restrict readonly buffer Ids { uint ids[]; };
uint particle_in(uint slot) { return min(ids[slot], uint(particle_count) - 1u); }
#else
uint particle_in(uint slot) { return slot; }
#endif

// Whether k is a slot, and not a particle's own number.
bool is_slot() { return shown == VIEW_SLOT || (VERSION >= SORTED && (shown == VIEW_FORCE || is_new != 0)); }

float pressure(float density) { return density * density * elastic_slope(density); }

void main()
{
    uint k = gl_GlobalInvocationID.x;
    if (k >= uint(particle_count)) return;
    uint i = is_slot() ? particle_in(k) : k;
    vec3 along = velocities[i].xyz;
    float density = is_new != 0 ? new_density(k) : positions[i].w, number = sqrt(square_of(along));
    if (shown == VIEW_DENSITY) number = density / rest_density;
    if (shown == VIEW_PRESSURE) number = pressure(density);
    if (shown == VIEW_CELL) number = float(cell_index(cell_of(positions[i].xyz)));
    if (shown == VIEW_SLOT) number = float(k);
    if (shown == VIEW_FORCE) {
        along = mass * acceleration(k, i);
        number = sqrt(square_of(along));
    }
    numbers[i] = vec4(along, number);
    atomicMin(least, floatBitsToUint(number));
    atomicMax(most, floatBitsToUint(number));
    atomicAdd(sizes[floatBitsToUint(number) >> 23], 1u);
}
