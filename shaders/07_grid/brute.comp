#version 430 core
// Version 1: every particle looks at every particle. A dispatch takes `chunk` of them, because a loop
// of some drivers ends without a word after 65,535 rounds, and others take a long dispatch for a hang.
// Limit: the work grows with the square of the number of particles.
#include "07_grid/slots.h"
#define BY_SLOT 0
#include "07_grid/search.glsl"

layout(location = FIRST) uniform uint first;
layout(location = CHUNK) uniform uint chunk;

void main()
{
    if (!begin_search()) return;
#if !WATCH
    if (first > 0u) result = found[self]; // go on from where the dispatch before has got to
#endif
    uint end = min(first + chunk, particles);
    for (uint j = first; j < end; j++) visit(points[j]);
    end_search();
}
