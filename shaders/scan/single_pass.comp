#version 430 core
// Scan in a single pass, with decoupled look-back (Merrill and Garland, 2016). A tile publishes its
// own sum as soon as it knows it. Then it looks back over its predecessors, adding up their sums,
// until it meets one that has already published its prefix: the sum of everything up to its end.
//
// OpenGL leaves open in which order work groups start, and does not promise that a waiting one lets
// others run. The drivers that we know start them in the order of gl_WorkGroupID, so that those
// before a tile have started when it looks for them; but no group relies on it, and none waits for
// ever. After PATIENCE looks at a predecessor that has published nothing, the group adds up that
// predecessor's tile itself, and goes on. (Numbers from an atomic counter would be in the order in
// which groups start. But a group would wait for its number before it can load anything.)
// Limit: 8 bytes of traffic an element, the least there is. A chain remains: a tile cannot finish
// before its predecessors have read theirs.
#include "scan/slots.h"
#pragma optionNV(unroll all)
#include "scan/tile_scan.glsl"
#include "scan/look_back.glsl"

layout(local_size_x = GROUP) in;

shared uint before_tile;

// Publishes the tile's sum, finds what is before it, and publishes its prefix.
void find_before(uint tile, uint total)
{
    if (me() == 0u) {
        progress[tile].xy = words_of(total);
        memoryBarrierBuffer(); // visible at once, and before any group overwrites elements: see add_up()
    }
    uint before = look_back(tile);
    if (me() != 0u) return;
    progress[tile].zw = words_of(before + total);
    before_tile = before;
}

void main()
{
    uint tile = gl_WorkGroupID.x;
    uvec4 vectors[SCAN_VECTORS];
    uint before[SCAN_VECTORS], total;
    load_tile(tile, vectors);
    scan_tile(vectors, before, total);
#if SUBGROUPS
    if (gl_SubgroupID == 0u) // the others wait
#endif
        find_before(tile, total);
    barrier(); // before_tile is there, and the tile's sum published
    store_tile(tile, vectors, before, before_tile);
}
