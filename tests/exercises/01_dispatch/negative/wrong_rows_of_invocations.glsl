// says: width=401
layout(local_size_x = LOCAL) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint image[]; };
layout(std430, binding = 1) restrict writeonly buffer Negative { uint negative[]; };
layout(location = 0) uniform uint count; // of pixels

void main()
{
    uint i = gl_GlobalInvocationID.y * gl_NumWorkGroups.x + gl_GlobalInvocationID.x;
    if (i < count) negative[i] = image[i] ^ 0x00FFFFFFu;
}
