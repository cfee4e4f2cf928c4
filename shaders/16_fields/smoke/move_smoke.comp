#version 430 core
// Smoke and heat go with the air, from one texture each into another.
#include "16_fields/smoke/move_smoke.glsl"
