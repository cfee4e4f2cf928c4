#version 430 core
// The velocity goes with the air, too, from three textures into three others.
#include "16_fields/smoke/move_velocity.glsl"
