// Square roots and quotients to the last bit, the same on every driver. GLSL lets a driver miss both by a little, each in
// its own way, and a simulation makes a large difference of a small one. Includers define ROUNDS_BEST: 1 where the driver
// does not miss (wb_floats says so). Elsewhere its result is only where to begin: fma(), which rounds once there, tells
// exactly by how much it misses, and the correction leaves the nearest float (Markstein 1990, "Computation of elementary
// functions on the IBM RISC System/6000 processor").
// For numbers from about 2^-60 to 2^60: nothing on the way may overflow, or lose bits below 2^-126.

#if ROUNDS_BEST
float exact_sqrt(float x)
{
    precise float root = sqrt(x);
    return root;
}

float exact_quotient(float a, float b)
{
    precise float quotient = a / b;
    return quotient;
}
#else
// x > 0.
float exact_sqrt(float x)
{
    precise float inverse = inversesqrt(x);
    precise float root = x * inverse, half_inverse = 0.5 * inverse;
    precise float miss = fma(-half_inverse, root, 0.5);
    precise float closer = fma(root, miss, root), half_closer = fma(half_inverse, miss, half_inverse);
    precise float left = fma(-closer, closer, x);
    precise float nearest = fma(left, half_closer, closer);
    return nearest;
}

// b is not 0.
float exact_quotient(float a, float b)
{
    precise float inverse = 1.0 / b;
    precise float miss = fma(-b, inverse, 1.0);
    precise float closer = fma(inverse, miss, inverse);
    precise float quotient = a * closer;
    precise float left = fma(-b, quotient, a);
    precise float nearest = fma(left, closer, quotient);
    return nearest;
}
#endif
