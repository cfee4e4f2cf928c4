// The plane's numbers: plane_numbers of lessons/09_sph/plane.h. And how two particles know of each other. SI units, and
// crowds: 1 is water at rest.
layout(std140, binding = PLANE_NUMBERS) uniform Plane {
    vec2 box;
    uint count;
    float reach;
    float unit;  // makes the sum of all weights 1 in water at rest
    float gap;   // no particle is nearer to a wall
    float sound; // m/s: how hard crowded water pushes
    float friction;
    float gravity;
    float time_step;
    float spread; // 1/s: of ink
};

// How much a neighbour at the distance r counts: most at 0, and nothing from the reach on.
float weight(float r)
{
    precise float u = max(1.0 - r / reach, 0.0), w = unit * u * u * u * u * (5.0 - 4.0 * u);
    return w;
}

// How the weight falls on the way from neighbour to particle, d: it points away from the neighbour.
vec2 fall(vec2 d)
{
    precise float u = max(1.0 - length(d) / reach, 0.0), steep = unit * 20.0 / (reach * reach) * u * u * u;
    return steep * d;
}

// What is more crowded than water at rest pushes. What is less crowded does not pull.
float pressure(float crowd)
{
    precise float p = sound * sound * max(crowd - 1.0, 0.0);
    return p;
}
