#version 430 core
// Scan in a single pass, with decoupled look-back (Merrill and Garland, 2016). A tile publishes its
// own sum as soon as it knows it. Then it looks back over its predecessors, adding up their sums,
// until it meets one that has already published its prefix: the sum of everything up to its end.
//
// What makes it safe:
// - Tiles are numbered in the order in which work groups start (`next_tile`), not by gl_WorkGroupID,
//   whose order OpenGL leaves open. So all predecessors of a tile have started before it.
// - Started is not yet going to finish: OpenGL does not promise that a waiting work group lets
//   others run. So nobody waits for ever. After PATIENCE looks at a predecessor that has published
//   nothing, the group adds up that predecessor's tile itself, and goes on.
// - A value of 32 bits and the mark that says it is there do not fit one word, and two words may
//   become visible in either order. So each of two words carries 16 bits of the value, and in its
//   upper half the epoch: the number of this scan. The value is there when both are of this epoch.
//   Words of earlier scans are out of date by themselves; nothing has to be cleared before a scan.
// Limit: 8 bytes of traffic an element, the least there is. A chain remains: a tile cannot finish
// before its predecessors have read theirs.
#include "scan/tile_scan.glsl"

layout(local_size_x = GROUP) in;

// coherent: seen by other work groups of this dispatch; volatile: read anew at each look.
layout(std430, binding = 2) coherent volatile buffer LookBack {
    uint next_tile, finished; // work groups that have started; that need `progress` no more
    uint epoch;               // 1 to 65,535
    uint unused;
    uvec4 progress[]; // of each tile: its sum in two words, then its prefix in two words
};

shared uint my_tile, my_epoch, my_order;
shared uint nearest_prefix, nearest_unknown; // how many tiles back, counted from 0; or WINDOW
shared uint window_sum;
shared bool published;

uvec2 words_of(uint value) { return (my_epoch << 16) | uvec2(value & 0xFFFFu, value >> 16); }
bool is_there(uvec2 words) { return all(equal(words >> 16, uvec2(my_epoch))); }
uint value_of(uvec2 words) { return (words.y << 16) | (words.x & 0xFFFFu); }

// The sum of a predecessor's tile, from its elements. False if it has published that sum meanwhile:
// from then on it may overwrite the elements, if the scan is in place.
bool add_up(uint tile, out uint total)
{
    uvec4 vectors[4];
    load_tile(tile, vectors);
    total = group_sum(sum_of(vector_sums(vectors)));
    memoryBarrierBuffer(); // first the elements, then this:
    if (gl_LocalInvocationIndex == 0u) {
        published = is_there(progress[tile].xy);
        if (!published) progress[tile].xy = words_of(total); // as it will itself: for the others
    }
    barrier(); // everybody reads `published`
    return !published;
}

// The sum of all tiles before this one. In each round, WINDOW invocations look at one predecessor
// each, from `end` - 1 down.
uint look_back(uint tile)
{
    uint me = gl_LocalInvocationIndex;
    uint before = 0u, end = tile, patience = PATIENCE;
    bool found = tile == 0u;
    while (!found) { // the same for all of the group, as is everything that decides about barriers
        if (me == 0u) nearest_prefix = nearest_unknown = WINDOW;
        barrier(); // set, before anybody finds a nearer one; and everybody has read window_sum
        if (me == 0u) window_sum = 0u;
        uint value = 0u;
        if (me < min(WINDOW, end)) {
            uvec4 words = progress[end - 1u - me];
            bool has_prefix = is_there(words.zw);
            value = value_of(has_prefix ? words.zw : words.xy);
            if (has_prefix)
                atomicMin(nearest_prefix, me);
            else if (!is_there(words.xy))
                atomicMin(nearest_unknown, me);
        }
        barrier(); // everybody has looked
        uint known = min(min(nearest_prefix + 1u, nearest_unknown), end); // so many tiles back
        found = nearest_prefix < nearest_unknown || known == end;
        if (me < known) atomicAdd(window_sum, value);
        barrier(); // everybody has added
        before += window_sum;
        end -= known;
        if (known > 0u) continue;
        if (patience > 0u) {
            patience--;
            continue;
        }
        uint total;
        if (!add_up(end - 1u, total)) continue; // it is there now
        before += total;
        end--;
        found = end == 0u;
    }
    return before;
}

// The last group to need `progress` leaves everything as the next scan wants it.
void prepare_next_scan()
{
    uint next_epoch = my_epoch + 1u;
    if (next_epoch > 0xFFFFu) { // once in 65,535 scans: or words of long ago would count again
        next_epoch = 1u;
        for (uint t = gl_LocalInvocationIndex; t < uint(progress.length()); t += GROUP) progress[t] = uvec4(0u);
    }
    if (gl_LocalInvocationIndex == 0u) {
        next_tile = finished = 0u;
        epoch = next_epoch;
    }
}

void main()
{
    if (gl_LocalInvocationIndex == 0u) {
        my_tile = atomicAdd(next_tile, 1u);
        my_epoch = epoch;
    }
    barrier(); // everybody reads both
    uint tile = my_tile;
    uvec4 vectors[4];
    uint total;
    load_tile(tile, vectors);
    uvec4 before = scan_tile(vectors, total);

    if (gl_LocalInvocationIndex == 0u) {
        progress[tile].xy = words_of(total);
        memoryBarrierBuffer();
    }
    barrier(); // nobody writes elements before the tile's sum is published: see add_up()
    uint before_tile = look_back(tile);
    uint order = 0u;
    if (gl_LocalInvocationIndex == 0u) {
        progress[tile].zw = words_of(before_tile + total);
        order = atomicAdd(finished, 1u);
    }
    store_tile(tile, vectors, before + before_tile);

    if (gl_LocalInvocationIndex == 0u) my_order = order;
    barrier(); // everybody reads my_order
    if (my_order == gl_NumWorkGroups.x - 1u) prepare_next_scan();
}
