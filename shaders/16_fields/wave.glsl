// A step of the wave equation: what a cell's height becomes, from its own, its four neighbours' and the one before.
// The including shader defines height(). `precise`: every driver rounds each sum and product by itself.
layout(location = COURANT_SQUARED) uniform float courant_squared; // (c dt / dx) squared

float height(ivec2 p);

float next_height(ivec2 p, float before)
{
    float here = height(p);
    precise float sides = (height(p - ivec2(1, 0)) + height(p + ivec2(1, 0))) +
                          (height(p - ivec2(0, 1)) + height(p + ivec2(0, 1)));
    precise float bend = sides - 4.0 * here;
    precise float next = (2.0 * here - before) + courant_squared * bend;
    return next;
}
