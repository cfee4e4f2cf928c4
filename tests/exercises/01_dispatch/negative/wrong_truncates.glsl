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
    vec4 colour = unpackUnorm4x8(image[i]);
    uvec4 c = uvec4(255.0 * vec4(1.0 - colour.rgb, colour.a));
    negative[i] = c.r | c.g << 8 | c.b << 16 | c.a << 24;
}
