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

// `precise` below, and sums written out: then every driver does the same operations in the same order,
// and particles that start alike stay alike. Without it, one rounding in a thousand comes out
// differently, and after a hundred steps the splashes do.

float square_of(vec3 v)
{
    precise float square = fma(v.z, v.z, fma(v.y, v.y, v.x * v.x));
    return square;
}

// W_poly6 in 1/m3, from the square of the distance: it needs no root.
float poly6(float square)
{
    precise float inside = reach * reach - square;
    precise float value = poly6_factor * inside * inside * inside;
    return value;
}

// In Pa. Water pushes and does not pull.
float pressure_of(float density)
{
    precise float pressure = stiffness * (density / rest_density - 1.0);
    return max(pressure, 0.0);
}
