// What one particle does to another, as an acceleration in m/s2. The sum over all pairs is zero:
// a pair's two forces differ only in their sign.

// The extra pressure between two particles that come closer (Monaghan 1992); 0 for those that part.
float artificial_pressure(vec3 d, vec3 velocity_difference, float square)
{
    vec3 v = velocity_difference;
    precise float approach = max(-fma(v.z, d.z, fma(v.y, d.y, v.x * d.x)), 0.0);
    precise float rate = reach * approach / (square + 0.01 * reach * reach);
    precise float pressure = artificial * sound_speed * rest_density * rate;
    return pressure;
}

// d points from the neighbour to the particle, velocity_difference = neighbour's - own, pressures is the
// sum of both (half of that, as it is often printed, gives half of the pressure's gradient). The
// result still lacks the factor m / (rho_i rho_j).
vec3 pair_force(vec3 d, float square, vec3 velocity_difference, float pressures)
{
    float distance = sqrt(square);
    precise float pressure = pressures + artificial_pressure(d, -velocity_difference, square);
    precise float push = pressure * spiky_slope(distance) / distance;
    precise float drag = viscosity * viscosity_laplacian(distance);
    precise vec3 force = d * push + velocity_difference * drag;
    return force;
}
