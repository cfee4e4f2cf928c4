// What one particle does to another, as an acceleration in m/s2. The sum over all pairs is zero:
// a pair's two forces differ only in their sign.

// The extra pressure between two particles that come closer (Monaghan 1992); 0 for those that part.
float artificial_pressure(vec3 d, vec3 velocity_difference, float square)
{
    float approach = max(-dot(velocity_difference, d), 0.0);
    float rate = reach * approach / (square + 0.01 * reach * reach);
    return artificial * sound_speed * rest_density * rate;
}

// d points from the neighbour to the particle, velocity_difference = neighbour's - own. The result
// still lacks the factor m / (rho_i rho_j).
vec3 pair_force(vec3 d, float square, vec3 velocity_difference, float mean_pressure)
{
    float distance = sqrt(square);
    float pressure = mean_pressure + artificial_pressure(d, -velocity_difference, square);
    return d * (pressure * spiky_slope(distance) / distance) +
           velocity_difference * (viscosity * viscosity_laplacian(distance));
}
