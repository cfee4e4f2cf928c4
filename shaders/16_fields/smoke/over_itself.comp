#version 430 core
// `over_itself`, broken: the same kernel, but the texture that it reads is the one that it stores into.
#include "16_fields/smoke/move_smoke.glsl"
