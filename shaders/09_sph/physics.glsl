// The water's numbers: struct physics of lessons/09_sph/physics.h, which says what each is. SI units.
layout(std140, binding = 0) uniform Physics {
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
    float restitution;
    float poly6_factor; // 315 / (64 pi h^9)
    float spiky_factor; // 45 / (pi h^6)
    int particle_count;
    float tension;
};

// W_poly6 in 1/m3, from the square of the distance: it needs no root.
float poly6(float square)
{
    float inside = reach * reach - square;
    return poly6_factor * inside * inside * inside;
}

// The steepness of W_spiky in 1/m4. Its gradient points to the neighbour.
float spiky_slope(float distance)
{
    float inside = reach - distance;
    return spiky_factor * inside * inside;
}

// The Laplacian of W_viscosity in 1/m5.
float viscosity_laplacian(float distance) { return spiky_factor * (reach - distance); }

// In Pa. Water pushes and does not pull.
float pressure_of(float density) { return max(stiffness * (density / rest_density - 1.0), 0.0); }
