// Where the smoke is hot, it glows.
#include "16_fields/smoke/blackbody.glsl"
layout(binding = HEAT) uniform sampler3D heat;
layout(location = KELVIN) uniform float kelvin; // of heat 1; 0: there is no flame

const float ROOM_KELVIN = 293.0, COLDEST = 900.0; // what is colder glows too faintly to be seen

// How hot it is at a place in the sampler's measure, in kelvins.
float kelvin_at(vec3 at)
{
    return ROOM_KELVIN + textureLod(heat, at, 0.0).x * (kelvin - ROOM_KELVIN);
}
