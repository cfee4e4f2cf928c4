// The water's numbers: wb_water_numbers of common/water/physics.h, which says what each is. SI units.
#include "water/slots.h"

layout(std140, binding = WATER_NUMBERS) uniform Physics {
    vec3 box;
    float margin;
    vec3 obstacle;
    int obstacle_kind;
    vec3 half_size;
    float radius;
    float reach; // h
    float mass;
    float rest_density;
    float stiffness;
    float viscosity;
    float sound_speed;
    float artificial;
    float gravity;
    float time_step;
    float gap;
    float kernel_factor; // 21 / (2 pi h^3)
    float slope_factor;  // 210 / (pi h^5)
    int particle_count;
    float tension;
};

// `precise` below, and sums written out: then every driver does the same operations in the same order,
// and particles that start alike stay alike. Without it, one rounding in a thousand comes out
// differently, and after a hundred steps the splashes do.

float square_of(vec3 v)
{
    precise float square = fma(v.z, v.z, fma(v.y, v.y, v.x * v.x));
    return square;
}

// Compressed by the share x = rho / rho0 - 1, a kilogram of water stores k / rho0 x^2 / 2, like a spring. Not
// compressed, nothing: water pushes and does not pull. This is what that energy grows by with the density, in
// J m3/kg2: P / rho^2, if one calls P = rho^2 de/drho the pressure. All that the force needs of an equation of state.
float elastic_slope(float density)
{
    precise float slope = stiffness / (rest_density * rest_density) * max(density / rest_density - 1.0, 0.0);
    return slope;
}

// How much a neighbour counts: Wendland's kernel C2, with u = 1 - r / h (0 beyond the reach),
//     W(r) = 21 / (2 pi h^3) u^4 (5 - 4 u)    in 1/m3: its integral over space is 1
//     W'(r) = -r 210 / (pi h^5) u^3           in 1/m4
// so the gradient, -(x_i - x_j) 210 / (pi h^5) u^3, needs no division by r: neither at 0 nor at h is anything special.
// The factors in front are in the uniform block; the sum is multiplied by them once, at the end.

// Read from the uniform block here, once. In the functions, some drivers would fetch it for each neighbour anew.
precise float per_reach = 1.0 / reach;

// 1 - r / h, below 0 beyond the reach.
float inside_at(float square)
{
    precise float inside = fma(-sqrt(square), per_reach, 1.0);
    return inside;
}

#ifndef OWN_KERNEL // a lesson may bring another
// `sum` and W, without its factor.
float add_kernel(float sum, float inside)
{
    precise float u = max(inside, 0.0), square = u * u;
    precise float more = fma(square * square, fma(-4.0, u, 5.0), sum);
    return more;
}

// -W' / r without its factor.
float slope_at(float inside)
{
    precise float u = max(inside, 0.0);
    precise float slope = u * u * u;
    return slope;
}
#endif
