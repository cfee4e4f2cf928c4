// Where the picture is seen from, and what is around the water.
layout(location = 0) uniform mat4 view;
layout(location = 1) uniform mat4 projection;
layout(location = 2) uniform vec3 eye;
layout(location = 3) uniform vec2 picture_size; // in pixels

const vec3 TO_LIGHT = vec3(-0.58, 0.78, -0.235); // of length 1, nearly

// The direction, in the world, of the ray through a pixel of the picture.
vec3 ray_through(vec2 pixel)
{
    vec2 ndc = pixel / picture_size * 2.0 - 1.0;
    vec3 direction = vec3(ndc.x / projection[0][0], ndc.y / projection[1][1], -1.0);
    return normalize(transpose(mat3(view)) * direction);
}
