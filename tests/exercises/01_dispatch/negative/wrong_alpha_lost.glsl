// says: expected RGBA
layout(local_size_x = LOCAL) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint image[]; };
layout(std430, binding = 1) restrict writeonly buffer Negative { uint negative[]; };
layout(location = 0) uniform uint count; // of pixels

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; // the rows of groups are one list
    uint i = group * LOCAL + gl_LocalInvocationID.x;
    if (i >= count) return;
    uvec3 colour = 255u - (uvec3(image[i], image[i] >> 8, image[i] >> 16) & 255u);
    negative[i] = colour.r | colour.g << 8 | colour.b << 16;
}
