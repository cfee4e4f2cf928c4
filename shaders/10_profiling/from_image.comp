#version 430 core
// The texels are those of the same texture, bound as an image.
// Limit: nine loads a sum, which caches serve.
#include "10_profiling/slots.h"

layout(binding = TEXELS, r32ui) restrict readonly uniform uimage2D texels;
#include "10_profiling/paths.glsl"

uint texel(ivec2 at) { return imageLoad(texels, at).x; }
