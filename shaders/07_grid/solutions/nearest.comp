#version 430 core
// Task: the K nearest neighbours. visit_slot() meets the candidates in the order in which they
// lie in memory; what has to come out are the K nearest of those within the radius, the nearest
// first, and of those as near as each other the one with the smaller number. Keep the best so far in
// distances[] and numbers[].
// Write take() in the gap, then run: ./wb check 7.nearest
#include "07_grid/slots.h"
#define BY_SLOT 1
#include "07_grid/search.glsl"

layout(std430, binding = NEAREST_IDS) restrict writeonly buffer Nearest { uint nearest[]; };

const float FAR = 3.0e38;
const uint NOBODY = 0xFFFFFFFFu; // fewer than K are within the radius
float distances[K]; // squared, the smallest first
uint numbers[K];

// --- your lines from here ---
// Whether a candidate comes before another one: nearer, or as near and with the smaller number.
bool comes_before(float distance_squared, uint number, float other_squared, uint other_number)
{
    return distance_squared < other_squared ||
           (distance_squared == other_squared && number < other_number);
}

// Called for every neighbour within the radius, once.
void take(float distance_squared, uint number)
{
    for (int i = 0; i < K; i++) {
        if (!comes_before(distance_squared, number, distances[i], numbers[i])) continue;
        // It takes this place; who was here goes on with the next place.
        float displaced = distances[i];
        uint displaced_number = numbers[i];
        distances[i] = distance_squared;
        numbers[i] = number;
        distance_squared = displaced;
        number = displaced_number;
    }
}
// --- to here ---

void visit_slot(uint slot)
{
    vec4 candidate = sorted_points[slot];
    visit(candidate);
    uint number = floatBitsToUint(candidate.w);
    if (!is_near(candidate.xyz) || number == self) return;
    precise vec3 to = candidate.xyz - centre;
    precise float distance_squared = to.x * to.x + to.y * to.y + to.z * to.z;
    take(distance_squared, number);
}

void visit_cells(uint first, uint last)
{
    uvec2 slots = slots_of(first, last);
    for (uint slot = slots.x; slot < slots.y; slot++) visit_slot(slot);
}

#include "grid/rows.glsl"

void main()
{
    if (!begin_search()) return;
    for (int i = 0; i < K; i++) {
        distances[i] = FAR;
        numbers[i] = NOBODY;
    }
    visit_candidates(centre);
    end_search();
#if WATCH // for the picture: the picked particle's alone
    uint first = 0u;
#else
    uint first = self * uint(K);
#endif
    for (int i = 0; i < K; i++) nearest[first + uint(i)] = numbers[i];
}

// --- as shipped ---
// // Called for every neighbour within the radius, once.
// void take(float distance_squared, uint number) {}
