// What a particle contributes at a corner: to the colour, in 2^-22, and to its slope, R times the
// gradient in 2^-18, with the sign that points away from the particle. Whole numbers, so that the
// sum of all is the same in whatever order they come. A particle at the radius contributes 0, and so
// does one within a thousandth of it: so it does not matter on which side of it rounding puts a particle.
struct Contribution {
    uint colour;
    ivec3 slope;
};

Contribution contribution_of(vec3 particle, vec3 corner)
{
    precise vec3 away = corner - particle;
    precise float square = away.x * away.x + away.y * away.y + away.z * away.z;
    precise float near = max(1.0 - square * contribution.x, 0.0); // 1 at the particle, 0 from R on
    precise float near_square = near * near;
    precise float colour = near_square * near * contribution.y + 0.5;
    precise float steep = near_square * contribution.z;
    precise vec3 slope = floor(away * steep + 0.5);
    return Contribution(uint(colour), ivec3(slope));
}

vec3 corner_position(ivec3 corner)
{
    precise vec3 position = grid_low + vec3(corner) * cell_size;
    return position;
}

// A place on the edge between two corners, given the share of the way.
vec3 on_edge(ivec3 from, ivec3 to, float share)
{
    precise vec3 start = corner_position(from);
    precise vec3 position = start + (corner_position(to) - start) * share;
    return position;
}

// The normal there: of length 1, the way the slope goes. Where there is none, the edge is as good.
vec3 normal_of(vec3 from_slope, vec3 to_slope, float share, vec3 edge)
{
    precise vec3 slope = from_slope + (to_slope - from_slope) * share;
    precise float square = slope.x * slope.x + slope.y * slope.y + slope.z * slope.z;
    precise vec3 normal = slope / sqrt(square);
    return square > 0.0 ? normal : edge;
}
