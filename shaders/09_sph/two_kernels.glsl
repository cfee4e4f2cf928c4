// BROKEN: Mueller's two kernels in the place of the one of water/physics.glsl, poly6 for the density and spiky for the
// force, over the factors of the one.
#define OWN_KERNEL

float add_kernel(float sum, float inside)
{
    precise float u = max(inside, 0.0), all = u * (2.0 - u); // 1 - r^2 / h^2
    precise float more = fma(315.0 / 672.0 * all * all, all, sum);
    return more;
}

float slope_at(float inside)
{
    precise float u = max(inside, 0.0);
    precise float slope = 45.0 / 210.0 * u * u / max(1.0 - u, 1e-6);
    return slope;
}
