// The picture as a list of pixels, and the same memory as a list of four pixels each: 16 bytes, the
// most that one load or store moves. Where the number of pixels is no multiple of four, up to three
// are left over at the end. (`restrict` is true all the same: no pixel is reached by both names.)
layout(std430, binding = 0) restrict readonly buffer Image { uint image[]; };
layout(std430, binding = 0) restrict readonly buffer ImageFours { uvec4 image_fours[]; };
layout(std430, binding = 1) restrict writeonly buffer Grey { uint grey[]; };
layout(std430, binding = 1) restrict writeonly buffer GreyFours { uvec4 grey_fours[]; };
layout(location = 0) uniform uint count; // of pixels

#include "01_dispatch/grey.glsl"

// The groups are a list that is folded into rows, because x alone may not have room for that many.
uint group_number() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

// Does the i-th four, or the rest behind the last; nothing beyond.
void convert_four(uint i)
{
    if (i < count / 4)
        grey_fours[i] = grey_pixels(image_fours[i]);
    else if (i == count / 4)
        for (uint k = 4 * i; k < count; k++) grey[k] = grey_pixel(image[k]);
}
