#version 430 core
// BROKEN: density and force in one pass. A particle sums up its own density, and goes straight on to
// the forces, which want the densities of its neighbours. Some of those have not been written yet.
layout(local_size_x = GROUP) in;

#include "09_sph/physics.glsl"
#include "09_sph/neighbours.glsl"
#include "09_sph/force.glsl"
#include "09_sph/walls.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = DENSITIES) restrict buffer Densities { float densities[]; };
layout(std430, binding = ACCELERATIONS) restrict writeonly buffer Accelerations { vec4 accelerations[]; };

vec3 here, velocity;
precise vec3 sum;
precise float density;
float pressure;
bool second_time;

void visit(uint j)
{
    vec3 d = here - positions[j].xyz;
    float square = square_of(d);
    if (square >= reach * reach) return;
    if (!second_time) {
        density += mass * poly6(square);
        return;
    }
    float other = densities[j]; // BROKEN: from which pass?
    precise float pressures = pressure + pressure_of(other), volume = mass / other;
    sum = add_force(sum, d, square, velocities[j].xyz - velocity, pressures, volume);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(particle_count)) return;
    here = positions[i].xyz;
    velocity = velocities[i].xyz;
    density = wall_density(here);
    second_time = false;
    visit_candidates(here);
    densities[i] = density;
    pressure = pressure_of(density);
    sum = vec3(0.0);
    second_time = true;
    visit_candidates(here);
    precise vec3 acceleration = sum / density + wall_force(here, pressure, density);
    accelerations[i] = vec4(acceleration - vec3(0.0, gravity, 0.0), 0.0);
}
