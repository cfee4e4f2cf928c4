// A step in time: dust.comp's, with any acceleration, in a box. And the particle's energies, for the ledger.
layout(std430, binding = PLANE_POSITIONS) restrict readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = PLANE_VELOCITIES) restrict readonly buffer Velocities { vec2 velocities[]; };
layout(std430, binding = PLANE_CROWDS) restrict readonly buffer Crowds { float crowds[]; };
layout(std430, binding = PLANE_NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec2 next_positions[]; };
layout(std430, binding = PLANE_NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec2 next_velocities[]; };
layout(std430, binding = PLANE_ENERGIES) restrict writeonly buffer Energies { vec4 energies[]; };

// Particle i moves on. A wall swallows the velocity towards it.
void move(uint i, vec2 acceleration)
{
    precise vec2 velocity = velocities[i] + time_step * acceleration;
    precise vec2 middle = velocities[i] + 0.5 * time_step * acceleration;
    precise vec2 position = positions[i] + time_step * velocity;
    vec2 low = vec2(gap), high = box - gap;
    velocity = mix(velocity, max(velocity, 0.0), lessThan(position, low));
    velocity = mix(velocity, min(velocity, 0.0), greaterThan(position, high));
    next_positions[i] = clamp(position, low, high);
    next_velocities[i] = velocity;
    precise float more = max(crowds[i] - 1.0, 0.0), elastic = 0.5 * sound * sound * more * more;
    precise float kinetic = 0.5 * (middle.x * middle.x + middle.y * middle.y), potential = gravity * positions[i].y;
    energies[i] = vec4(kinetic, potential, elastic, 0.0);
}
