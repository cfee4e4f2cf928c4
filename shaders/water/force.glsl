// What one particle does to another, as an acceleration in m/s2. A pair's two forces lie on the line between the two and
// differ only in their sign, so momentum and angular momentum stay what they are.

// Read from the uniform block here, once. In add_force(), some drivers would fetch them for each neighbour anew.
precise float softening = 0.001 * reach * reach; // of a division by r^2
precise float viscous = 10.0 * viscosity, artificial_viscous = artificial * sound_speed * rest_density * reach;
precise float rest_volume = 1.0 / rest_density;

// The room that a kilogram takes in the two viscosities: never more than at rest. In spray the density is a tenth of
// that of the water it is made of; with that tenth, a few drops would stop each other as fast as a hundred should.
float volume_of(float per_density)
{
    return min(per_density, rest_volume);
}

// `sum` and what a neighbour adds to it. d points from the neighbour to the particle; velocity_difference =
// neighbour's - own; elastic is the sum of both pushes, P / (rho^2 open), the gradient of both energies; volumes is the
// product of both volume_of(). The result still lacks the factor mass * slope_factor.
//
// Both viscosities are friction along the line between the two: the faster they come closer (or part, which the
// artificial one ignores), the harder it pushes (or pulls). So they take energy from every pair, and never give.
//
// There is no branch for those beyond the reach: their slope is 0, and so is all that they add. So is d of the particle
// itself.
vec3 add_force(vec3 sum, vec3 d, vec3 velocity_difference, float elastic, float volumes)
{
    float square = square_of(d);
    vec3 v = velocity_difference;
    precise float approach = fma(v.z, d.z, fma(v.y, d.y, v.x * d.x));
    precise float friction = fma(artificial_viscous, max(approach, 0.0), viscous * approach);
    precise float push = fma(volumes, friction / (square + softening), elastic) * slope_at(inside_at(square));
    return fma(d, vec3(push), sum);
}
