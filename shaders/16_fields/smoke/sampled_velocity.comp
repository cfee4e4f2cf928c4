#version 430 core
// `by_sampler`: the same for the velocity.
#define SAMPLED
#include "16_fields/smoke/move_velocity.glsl"
