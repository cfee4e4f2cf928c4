// How a version finds the neighbours of a particle; VERSION says which. The kernel that includes this
// defines visit(j), which is called for every candidate j: a particle that may be within the reach.
void visit(uint j);

#if VERSION != ALL_PAIRS
#include "grid/grid.glsl"
#endif
#include "09_sph/all_pairs.glsl"
#include "09_sph/index.glsl"
#include "09_sph/sorted.glsl"
#include "09_sph/rows.glsl"
#include "09_sph/fine.glsl"
#include "09_sph/team_rows.glsl"
