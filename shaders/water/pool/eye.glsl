// Where the picture is seen from.
#include "water/slots.h"

layout(location = WATER_VIEW) uniform mat4 view;
layout(location = WATER_PROJECTION) uniform mat4 projection;
layout(location = WATER_EYE) uniform vec3 eye;
layout(location = WATER_PICTURE_SIZE) uniform vec2 picture_size; // in pixels

// What a pixel shows is in this direction, seen from the eye: 1 m away along the view.
vec3 seen_from_eye(vec2 pixel)
{
    vec2 ndc = pixel / picture_size * 2.0 - 1.0;
    return vec3(ndc.x / projection[0][0], ndc.y / projection[1][1], -1.0);
}

// The same in the world.
vec3 along_view(vec2 pixel) { return transpose(mat3(view)) * seen_from_eye(pixel); }
