#version 430
// A blur in place on an image.
// expect: race picture A B
// groups: 2 2 1
// image 0: 16 16
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32ui, binding = 0) uniform uimage2D picture;
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
#if BUG
    uvec4 left = imageLoad(picture, ivec2(max(at.x - 1, 0), at.y)); // A
#else
    uvec4 left = imageLoad(picture, at);
#endif
    imageStore(picture, at, left + 1u); // B
}
