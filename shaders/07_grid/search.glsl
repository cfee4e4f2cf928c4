// What all searches share: the particle that looks around, and what it does with each candidate.
// Kernels define BY_SLOT: 1 if invocation s looks for the particle in slot s, 0 for particle s.
// With WATCH, one invocation looks around for one particle, and leaves marks for the picture.
#include "07_grid/slots.h"

layout(local_size_x = GROUP) in;

#if WATCH || !BY_SLOT
layout(std430, binding = POINTS) restrict readonly buffer Points { vec4 points[]; }; // w: bits of the number
#endif
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
#if WATCH
layout(std430, binding = MARKS) restrict writeonly buffer Marks { uint marks[]; }; // 1 candidate, 2 neighbour
layout(std430, binding = WATCHED) restrict buffer Watched { uint watched[]; }; // cells, candidates, neighbours
#else
layout(std430, binding = FOUND) restrict buffer Found { uvec4 found[]; };
#endif
layout(location = PARTICLES) uniform uint particles;
layout(location = RADIUS_SQUARED) uniform float radius_squared;
layout(location = REACH) uniform ivec3 reach; // cells to look at on each side: 1, and 0 along z in a plane
layout(location = PICKED) uniform uint picked;

#include "grid/grid.glsl"
#if BY_SLOT
layout(std430, binding = SORTED_POINTS) restrict readonly buffer SortedPoints { vec4 sorted_points[]; };
#else
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };
#endif

vec3 centre; // where the particle is that looks around
uint self;   // its number
// Its neighbours: how many, the sum of their numbers, all of them by exclusive or, and the sum of
// their squares. Two different sets are as good as certain to differ in one of these.
uvec4 result = uvec4(0u);
uint looked_at = 0u, cells_seen = 0u;

// False for invocations that have nothing to do.
bool begin_search()
{
    uint i = gl_GlobalInvocationID.x;
#if WATCH
    if (i > 0u) return false;
    vec4 own = points[picked];
#else
    if (i >= particles) return false;
#if BY_SLOT
    vec4 own = sorted_points[i];
#else
    vec4 own = points[i];
#endif
#endif
    centre = own.xyz;
    self = floatBitsToUint(own.w);
    return true;
}

// Whether the points are within the radius. NaN is near nothing.
bool is_near(vec3 point)
{
    precise vec3 to = point - centre;
    precise float distance_squared = to.x * to.x + to.y * to.y + to.z * to.z;
    return distance_squared <= radius_squared;
}

void visit(vec4 candidate)
{
    uint id = floatBitsToUint(candidate.w);
    bool is_neighbour = is_near(candidate.xyz) && id != self;
    if (is_neighbour) {
        result += uvec4(1u, id, 0u, id * id);
        result.z ^= id;
    }
#if WATCH
    marks[id] = is_neighbour ? 2u : 1u;
    looked_at++;
#endif
}

// The slots from the start of one cell to the end of another, itself or further to the right. None
// is beyond the last particle, not even where a broken build has counted wrong.
uvec2 slots_of(uint first_cell, uint last_cell)
{
#if WATCH
    cells_seen += last_cell - first_cell + 1u;
#endif
    return min(uvec2(starts[first_cell], starts[last_cell + 1u]), uvec2(particles));
}

void end_search()
{
#if WATCH
    watched[0] += cells_seen;
    watched[1] += looked_at;
    watched[2] += result.x;
#else
    found[self] = result;
#endif
}
