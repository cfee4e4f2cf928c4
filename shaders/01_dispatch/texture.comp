#version 430 core
// `texture`: as `rows`, but from a texture into an image. How their pixels lie in memory is the driver's
// affair; a kernel names them by column and row.
// Limit: to have the pixels in a buffer, you have to copy them.
layout(local_size_x = LOCAL) in;

layout(binding = 0) uniform sampler2D image;
layout(rgba8, binding = 0) restrict writeonly uniform image2D grey;
layout(location = 0) uniform uvec2 size; // width, height

#include "01_dispatch/grey.glsl"

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, ivec2(size)))) return; // an imageStore() beyond the edge would do nothing

    vec4 colour = texelFetch(image, p, 0); // 0 to 1 a channel: bytes that the texture unit has divided by 255
    imageStore(grey, p, unpackUnorm4x8(grey_pixel(packUnorm4x8(colour))));
}
