#version 430 core
// Four samples in a word, taken apart and put together again.
// Limit: memory.
#include "10_profiling/packing.glsl"

uvec4 brighter_words(uvec4 words)
{
    uvec4 all = uvec4(0u);
    for (uint shift = 0u; shift < 32u; shift += 8u) all |= brighter(words >> shift & 0xFFu) << shift;
    return all;
}
