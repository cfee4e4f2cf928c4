layout(local_size_x = LOCAL) in;

layout(std430, binding = 0) readonly buffer Before { uint before[]; };
layout(std430, binding = 1) writeonly buffer After { uint after[]; };
layout(location = 0) uniform uint pixels;

void main()
{
    uint row = gl_NumWorkGroups.x * gl_WorkGroupSize.x; // of invocations
    uint i = row * gl_GlobalInvocationID.y + gl_GlobalInvocationID.x;
    if (i >= pixels) return;
    vec4 colour = unpackUnorm4x8(before[i]);
    colour.rgb = 1.0 - colour.rgb;
    after[i] = packUnorm4x8(colour);
}
