#version 430
// Neighbours exchange texels: a barrier() orders no image.
// expect: race-no-memory-barrier picture A B
// image 0: 8 8
// buffer 1: 64 zero
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32ui, binding = 0) coherent uniform uimage2D picture;
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    ivec2 l = ivec2(gl_LocalInvocationID.xy);
    imageStore(picture, l, uvec4(l.x)); // A
#if !BUG
    memoryBarrierImage();
#endif
    barrier();
    b[l.y * 8 + l.x] = imageLoad(picture, 7 - l).x; // B
}
