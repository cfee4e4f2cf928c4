#version 430 core
// Two samples in a word.
// Limit: memory; every second byte is zero.
#include "10_profiling/packing.glsl"

uvec4 brighter_words(uvec4 words)
{
    return brighter(words & 0xFFFFu) | brighter(words >> 16u) << 16u;
}
