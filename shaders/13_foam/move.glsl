// One foam particle for one frame: what is around it decides what it is, and that decides how it moves.
#include "water/physics.glsl"
#include "water/walls.glsl"
#include "water/team.glsl"
#include "water/fine.glsl"
#include "13_foam/foam.glsl"
layout(std430, binding = WATER_BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };    // position, push
layout(std430, binding = WATER_MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity, 1 / density
layout(std430, binding = FOAM_POSITIONS) restrict buffer FoamPositions { vec4 foam_positions[]; };
layout(std430, binding = FOAM_VELOCITIES) restrict buffer FoamVelocities { vec4 foam_velocities[]; };
layout(std430, binding = HEADS) restrict buffer Heads { Head heads[2]; };
layout(std430, binding = HISTORY) restrict buffer History { uvec4 history[]; }; // of each frame: kinds, births
shared uint kinds[KINDS];

vec3 here;
precise float weights, water; // of this lane's share of the rows of cells
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

// What all lanes of the team have found, together: the velocity of the water around, and the share of the room that
// it fills, walls excepted.
vec4 around(bool lives)
{
    weights = water = 0.0;
    flow = vec3(0.0);
    if (lives) visit_candidates(here);
    vec4 whole = team_sum(vec4(flow, weights));
    barrier(); // all have read the shares, which others follow
    float filled = mass * kernel_factor * team_sum(vec4(water)).x;
#ifndef NO_WALL // BROKEN without: beside a wall, half of the ball is behind it, where no water can be
    filled /= open_at(here).share;
#endif
    precise vec3 mean = whole.xyz / max(whole.w, 1e-20);
    return vec4(mean, filled);
}

// `drift`: the water's velocity; w: its share of the room.
void advance(inout vec4 position, inout vec4 velocity, vec4 drift)
{
    int kind = kind_of(drift.w);
    precise vec3 v = velocity.xyz, place;
    if (kind == SPRAY) { // falls
        v -= vec3(0.0, gravity * frame_s, 0.0);
        place = here + frame_s * v;
    } else if (kind == FOAM) { // floats along
        v = drift.xyz;
        place = here + frame_s * v;
    } else { // a bubble rises through the water, to whose speed drag brings it within a hundredth of a second
        precise vec3 rising = drift.xyz + vec3(0.0, rise, 0.0), other = v - rising;
        place = here + frame_s * rising + drift_s * other;
        v = rising + keep * other;
    }
    vec3 there = place, moves = v;
    keep_inside(there, moves);
    precise float left = max(position.w - frame_s, 0.0);
    position = vec4(there, left);
    velocity = vec4(moves, drift.w);
}

// All lanes of the team come here; its first one writes.
void move(uint slot, bool is_slot)
{
    vec4 position = is_slot ? foam_positions[slot] : vec4(0.0);
    bool lives = position.w > 0.0; // else the slot is empty
    here = position.xyz;
    vec4 drift = around(lives);
    if (!lives || lane() != 0u) return;
    vec4 velocity = foam_velocities[slot];
    advance(position, velocity, drift);
    foam_positions[slot] = position;
    foam_velocities[slot] = velocity;
    if (position.w > 0.0) atomicAdd(kinds[kind_of(drift.w)], 1u);
}

// The ring goes on by as many slots as the last frame had births. Those of this frame are counted from 0, or else
// FIRST_BIRTHS is a number that has to be written over.
void turn_head()
{
    Head last = heads[before()];
    uint born = min(last.births, pool);
    heads[now()] = Head((last.slot + born) % pool, last.number + born, uint(FIRST_BIRTHS), 0u);
    history[frame % HISTORY_FRAMES] = uvec4(0u); // this kernel's next dispatch counts there
    history[(frame + HISTORY_FRAMES - 1u) % HISTORY_FRAMES].w = last.births;
}

// All invocations of the group come here. What they are is counted once a group, and then added up.
void begin_count()
{
    // No barrier: those in team_sum() come before the counting.
    if (gl_LocalInvocationIndex < uint(KINDS)) kinds[gl_LocalInvocationIndex] = 0u;
}

void end_count()
{
    barrier(); // all have counted
    uint kind = gl_LocalInvocationIndex;
    if (kind < uint(KINDS) && kinds[kind] > 0u)
        atomicAdd(history[(frame + HISTORY_FRAMES - 1u) % HISTORY_FRAMES][kind], kinds[kind]);
}
