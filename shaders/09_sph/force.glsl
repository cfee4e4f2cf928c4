// What one particle does to another, as an acceleration in m/s2. The sum over all pairs is zero:
// a pair's two forces differ only in their sign.

// Read from the uniform block here, once. In add_force(), some drivers would fetch them for each neighbour anew.
precise float h = reach, softening = 0.01 * reach * reach, mu = viscosity, spiky = spiky_factor;
precise float no_distance = 1e-6 * reach; // nearer than this, the direction is rounding
precise float artificial_factor = artificial * sound_speed * rest_density;

// The extra pressure between two particles that come closer (Monaghan 1992); 0 for those that part.
float artificial_pressure(vec3 d, vec3 velocity_difference, float square)
{
    vec3 v = velocity_difference;
    precise float approach = max(fma(v.z, d.z, fma(v.y, d.y, v.x * d.x)), 0.0);
    precise float rate = h * approach / (square + softening);
    precise float pressure = artificial_factor * rate;
    return pressure;
}

// `sum` and what a neighbour adds to it. d points from the neighbour to the particle, square is its
// length squared, velocity_difference = neighbour's - own, pressures is the sum of both (half of that, as
// it is often printed, gives half of the pressure's gradient), volume is the neighbour's, m / rho. The
// result still lacks the factor 1 / rho of the particle itself.
//
// There is no branch for those beyond the reach: `inside` is 0 for them, and so is all that they add. At
// distance 0, as of the particle itself, there is no direction to push in: d is 0.
vec3 add_force(vec3 sum, vec3 d, float square, vec3 velocity_difference, float pressures, float volume)
{
    float distance = max(sqrt(square), no_distance);
    precise float inside = max(h - distance, 0.0);
    precise float laplacian = spiky * inside; // of W_viscosity, in 1/m5
    precise float slope = laplacian * inside; // of W_spiky, in 1/m4
    precise float pressure = pressures + artificial_pressure(d, velocity_difference, square);
    precise float push = volume * pressure * slope / distance;
    precise float drag = volume * mu * laplacian;
    return fma(d, vec3(push), fma(velocity_difference, vec3(drag), sum));
}
