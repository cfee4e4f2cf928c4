#version 430 core
// The texels are those of a texture, read through a sampler.
// Limit: nine fetches a sum, which the texture units serve.
#include "10_profiling/slots.h"

layout(binding = TEXELS) uniform usampler2D texels;
#include "10_profiling/paths.glsl"

uint texel(ivec2 at) { return texelFetch(texels, at, 0).x; }
