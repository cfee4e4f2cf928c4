// The numbers of the project's kernels. They may change while it runs. kpc, km/s, and a star's mass as the
// unit of mass; so a time is in kpc/(km/s).
layout(location = 0) uniform uint stars;
layout(location = 1) uniform int grid;            // cells along each axis of the box, BOX kpc wide, around the origin
layout(location = 2) uniform float cells_per_kpc;
layout(location = 3) uniform float gm;            // G times a star's mass, kpc (km/s)^2
layout(location = 4) uniform float softening;     // kpc
layout(location = 5) uniform float time_step;     // kpc/(km/s)
layout(location = 6) uniform uint frame;          // from 0
layout(location = 7) uniform uint first;          // project_pull.comp: the cells from here on
layout(location = 8) uniform uint count;          // so many
layout(location = 9) uniform int scene;           // SCENE_DISC, SCENE_HOLE or SCENE_COLLISION
layout(location = 11) uniform int arms;           // of a disc
layout(location = 12) uniform uint seed;

#include "14_galaxy/halo.glsl" // halo_pull(): what pulls besides the stars
