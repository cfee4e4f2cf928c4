#version 430
// An array is turned round in place: two invocations write each pair.
// expect: race a A B
// also: race a
// buffer 0: 256 iota
// groups: 4 1 1
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
void main()
{
    uint g = gl_GlobalInvocationID.x, n = 256u;
#if BUG
    uint other = a[n - 1u - g]; // B
    a[g] = other; // A
#else
    if (g < n / 2u) {
        uint other = a[n - 1u - g], own = a[g];
        a[g] = other;
        a[n - 1u - g] = own;
    }
#endif
}
