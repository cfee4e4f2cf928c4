// 1 / sqrt(x) out of products and differences alone, which all drivers round alike, as they do not with inversesqrt(): a guess
// by halving the exponent, and three of Newton's steps. What is next to nothing counts as nothing: 0.
float inverse_root(float x)
{
    if (x < 1e-18) return 0.0;
    precise float y = uintBitsToFloat(0x5F3759DFu - (floatBitsToUint(x) >> 1)), h = 0.5 * x;
    for (int i = 0; i < 3; i++) {
        precise float next = y * (1.5 - (h * y) * y);
        y = next;
    }
    return y;
}
