#version 430
// expect: out-of-bounds picture A
// groups: 2 2 1
// image 0: 12 16
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32ui, binding = 0) writeonly uniform uimage2D picture;
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
#if BUG
    imageStore(picture, at, uvec4(1u)); // A
#else
    if (all(lessThan(at, imageSize(picture)))) imageStore(picture, at, uvec4(1u));
#endif
}
