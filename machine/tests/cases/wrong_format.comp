#version 430
// expect: format-mismatch picture A
// groups: 1 1 1
// image 0: 8 8
// buffer 1: 64 float
layout(local_size_x = 8, local_size_y = 8) in;
#if BUG
layout(r32f, binding = 0) writeonly uniform image2D picture; // r32ui is bound
#else
layout(r32ui, binding = 0) writeonly uniform uimage2D picture;
#endif
layout(std430, binding = 1) readonly buffer Values { float values[]; };
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
#if BUG
    imageStore(picture, at, vec4(values[gl_LocalInvocationIndex])); // A
#else
    imageStore(picture, at, uvec4(values[gl_LocalInvocationIndex]));
#endif
}
