// How the mesh pulls at a place. The C side sets what cloud.glsl has, and these.
#include "14_galaxy/cloud.glsl"

layout(location = GM) uniform float gm;                                           // G times the mass of a star, kpc (km/s)2
layout(location = WEIGHT) uniform float weight;                                   // of all stars together, in stars
layout(std430, binding = NODES) restrict readonly buffer Nodes { vec4 nodes[]; }; // pull, potential

// [mesh_pull]
// From the eight nodes, with the shares that the mass was given by: so no star pulls itself. Beyond the
// mesh, all the mass is in the middle.
vec4 mesh_pull(vec3 position)
{
    Cloud cloud = cloud_of(position);
    if (!cloud.inside) {
        float inverse = inversesqrt(dot(position, position));
        return gm * weight * inverse * vec4(-position * inverse * inverse, -1.0);
    }
    vec4 pull = vec4(0.0);
#if NEAREST
    bvec3 far = greaterThanEqual(cloud.share, vec3(0.5)); // BROKEN: given to eight, taken from one
    pull = nodes[node_index(cloud.low + ivec3(far))];
#else
    for (int corner = 0; corner < 8; corner++) pull += share_of(cloud, corner) * nodes[node_of(cloud, corner)];
#endif
    return gm * pull;
}
// [/mesh_pull]
