// One time step of a particle: it falls, the air brakes it, and the water throws it back.
#include "08_indirect/slots.h"

// The speed gained by falling, in m/s; shares of the speed that stay: in air, upwards off the water, along the water
layout(location = PLAN_PHYSICS) uniform vec4 physics;

// False if it has died.
bool move(inout Particle p)
{
    precise vec3 velocity = p.velocity.xyz, position;
    velocity.y = velocity.y - physics.x;
    velocity = velocity * physics.y;
    position = p.position.xyz + velocity * STEP;
    if (position.y < 0.0) {
        position.y = -position.y;
        velocity = velocity * vec3(physics.w, -physics.z, physics.w);
    }
    float age = p.position.w + STEP, life = p.velocity.w;
    p = Particle(vec4(position, age), vec4(velocity, life));
    return is_alive(p);
}
