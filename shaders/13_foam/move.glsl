// One foam particle for one frame: what is around it decides what it is, and that decides how it moves.
#include "water/physics.glsl"
#include "water/walls.glsl"
#include "water/fine.glsl"
#include "13_foam/foam.glsl"
layout(std430, binding = BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };    // position, push
layout(std430, binding = MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity, 1 / density
layout(std430, binding = FOAM_POSITIONS) restrict buffer FoamPositions { vec4 foam_positions[]; };
layout(std430, binding = FOAM_VELOCITIES) restrict buffer FoamVelocities { vec4 foam_velocities[]; };
layout(std430, binding = HEADS) restrict buffer Heads { Head heads[2]; };
layout(std430, binding = HISTORY) restrict buffer History { uvec4 history[]; }; // of each frame: kinds, births
shared uint kinds[KINDS];

vec3 here;
precise float weights, water;
precise vec3 flow;

// [visit]
// The room that a particle takes is never more than at rest: a lone drop is not a sea.
void visit(uint j)
{
    float inside = inside_at(square_of(here - bodies[j].xyz));
    if (inside <= 0.0) return;
    vec4 motion = motions[j];
    float weight = add_kernel(0.0, inside);
    weights += weight;
    water = fma(min(motion.w, 1.0 / rest_density), weight, water);
    flow = fma(motion.xyz, vec3(weight), flow);
}

void visit_run(uint begin, uint end)
{
    for (uint j = begin; j < end; j++) visit(j);
}
// [/visit]

uint lane() { return 0u; } // each goes through all rows of cells itself

// The share of the room around, walls excepted, that is water.
float share_of_water()
{
    precise float share = mass * kernel_factor * water;
#ifndef NO_WALL // BROKEN without: beside a wall, half of the ball is behind it, where no water can be
    share /= open_at(here).share;
#endif
    return share;
}

// [fly]
void advance(inout vec4 position, inout vec4 velocity)
{
    here = position.xyz;
    weights = water = 0.0;
    flow = vec3(0.0);
    visit_candidates(here);
    float share = share_of_water();
    int kind = kind_of(share);
    precise vec3 v = velocity.xyz, around = flow / max(weights, 1e-20);
    precise vec3 place;
    if (kind == SPRAY) { // falls
        v -= vec3(0.0, gravity * frame_s, 0.0);
        place = here + frame_s * v;
    } else if (kind == FOAM) { // floats along
        v = around;
        place = here + frame_s * v;
    } else { // a bubble rises through the water, to whose speed drag brings it within a hundredth of a second
        precise vec3 rising = around + vec3(0.0, rise, 0.0), other = v - rising;
        place = here + frame_s * rising + drift_s * other;
        v = rising + keep * other;
    }
    vec3 there = place, moves = v;
    keep_inside(there, moves);
    precise float left = max(position.w - frame_s, 0.0);
    position = vec4(there, left);
    velocity = vec4(moves, share);
}
// [/fly]

void move(uint slot)
{
    vec4 position = foam_positions[slot], velocity = foam_velocities[slot];
    if (position.w <= 0.0) return; // nobody lives here
    advance(position, velocity);
    foam_positions[slot] = position;
    foam_velocities[slot] = velocity;
    if (position.w > 0.0) atomicAdd(kinds[kind_of(velocity.w)], 1u);
}

// [turn]
// The ring goes on by as many slots as the last frame had births.
void turn_head()
{
    Head last = heads[before()];
    uint born = min(last.births, pool);
    heads[now()] = Head((last.slot + born) % pool, last.number + born, 0u, 0u);
    history[frame % HISTORY_FRAMES] = uvec4(0u); // this kernel's next dispatch counts there
    history[(frame + HISTORY_FRAMES - 1u) % HISTORY_FRAMES].w = last.births;
}
// [/turn]

// All invocations of the group come here. What they are is counted once a group, and then added up.
void begin_count()
{
    if (gl_LocalInvocationIndex < uint(KINDS)) kinds[gl_LocalInvocationIndex] = 0u;
    barrier(); // before anybody counts
}

void end_count()
{
    barrier(); // all have counted
    uint kind = gl_LocalInvocationIndex;
    if (kind < uint(KINDS) && kinds[kind] > 0u)
        atomicAdd(history[(frame + HISTORY_FRAMES - 1u) % HISTORY_FRAMES][kind], kinds[kind]);
}
