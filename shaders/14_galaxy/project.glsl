// The numbers of the project's kernels. They may change while it runs. kpc, km/s, and a star's mass as the
// unit of mass; so a time is in kpc/(km/s).
#include "14_galaxy/slots.h"

layout(location = PROJECT_STARS) uniform uint stars;
layout(location = PROJECT_GRID) uniform int grid;            // cells along each axis of the box, BOX kpc wide, around the origin
layout(location = PROJECT_CELLS_PER_KPC) uniform float cells_per_kpc;
layout(location = PROJECT_GM) uniform float gm;               // G times a star's mass, kpc (km/s)^2
layout(location = PROJECT_SOFTENING) uniform float softening; // kpc
layout(location = PROJECT_TIME) uniform float time_step;      // kpc/(km/s)
layout(location = PROJECT_FRAME) uniform uint frame;          // from 0
layout(location = PROJECT_FIRST) uniform uint first;          // project_pull.comp: the cells from here on
layout(location = PROJECT_COUNT) uniform uint count;          // how many cells
layout(location = PROJECT_SCENE) uniform int scene;           // SCENE_DISC, SCENE_HOLE or SCENE_COLLISION
layout(location = PROJECT_ARMS) uniform int arms;             // of a disc
layout(location = PROJECT_SEED) uniform uint seed;

#include "14_galaxy/halo.glsl" // halo_pull(): what pulls besides the stars
