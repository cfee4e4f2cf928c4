// Which eight nodes of the mesh a star belongs to, and with what shares: cloud in cell. Node (0, 0, 0)
// is the middle of the first cell.
#include "14_galaxy/slots.h"

layout(location = STARS) uniform uint stars;
layout(location = GRID) uniform int grid;            // nodes along each axis
layout(location = CELLS_PER_KPC) uniform float cells_per_kpc;

struct Cloud {
    ivec3 low;   // the node before the star, on each axis
    vec3 share;  // how far it is on the way to the next: 0 to 1
    bool inside; // so far that both nodes have neighbours on all sides; false for NaN, too
};

Cloud cloud_of(vec3 position)
{
    precise vec3 place = position * cells_per_kpc + (0.5 * float(grid) - 0.5);
    vec3 low = floor(place);
    Cloud cloud;
    cloud.inside = all(greaterThanEqual(low, vec3(1.0))) && all(lessThan(low, vec3(grid - 2)));
    cloud.low = cloud.inside ? ivec3(low) : ivec3(1);
    cloud.share = place - low;
    return cloud;
}

// The place of corner 0 to 7: bit 0 is x, bit 1 is y, bit 2 is z.
ivec3 corner_of(int corner) { return ivec3(corner & 1, corner >> 1 & 1, corner >> 2); }

float share_of(Cloud cloud, int corner)
{
    vec3 share = mix(1.0 - cloud.share, cloud.share, bvec3(corner_of(corner)));
    precise float product = share.x * share.y * share.z;
    return product;
}

uint node_index(ivec3 node) { return uint((node.z * grid + node.y) * grid + node.x); }
uint node_of(Cloud cloud, int corner) { return node_index(cloud.low + corner_of(corner)); }
