// says: never written
layout(local_size_x = LOCAL) in;

layout(std430, binding = 1) restrict readonly buffer Image { uint image[]; };
layout(std430, binding = 0) restrict writeonly buffer Negative { uint negative[]; };
layout(location = 0) uniform uint count; // of pixels

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; // the rows of groups are one list
    uint i = group * LOCAL + gl_LocalInvocationID.x;
    if (i < count) negative[i] = image[i] ^ 0x00FFFFFFu;
}
