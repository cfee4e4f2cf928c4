// Functions of C, for those of MinGW-w64 round twice, or more often, where others round once.
#include <math.h>
#include <stdbool.h>

static __attribute__((target("fma"))) double once(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}

static __attribute__((target("fma"))) float oncef(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}

// Processors from before 2013 do it in 113 bits: a product has room there, and so has all of a sum
// but what is smaller by 2^-60.
double fma(double a, double b, double c)
{
    bool has = __builtin_cpu_supports("fma");
    return has ? once(a, b, c) : (double)((__float128)a * (__float128)b + (__float128)c);
}

float fmaf(float a, float b, float c)
{
    bool has = __builtin_cpu_supports("fma");
    return has ? oncef(a, b, c) : (float)((__float128)a * (__float128)b + (__float128)c);
}

// The power of a whole number is a row of products there, each rounded.
double pow(double base, double exponent)
{
    return (double)powl((long double)base, (long double)exponent);
}
