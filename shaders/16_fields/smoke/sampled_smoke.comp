#version 430 core
// `by_sampler`: what lies between texels comes from the sampler.
// Limit: a GPU's sampler knows 256 places between two texels.
#define SAMPLED
#include "16_fields/smoke/move_smoke.glsl"
