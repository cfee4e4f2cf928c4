// What a wall does. Behind it there are no particles, so those beside it would miss half of their
// neighbours, take the water for thin, and pack until it is not. So the space behind a wall counts as
// water: its part of the kernels' integrals has a closed form.

// The integral of W_poly6 over all that is further than `distance` away on one side: 1/2 at 0.
float poly6_behind(float distance)
{
    precise float x = min(distance / reach, 1.0), x2 = x * x; // in reaches
    precise float part = x * (1.0 + x2 * (-4.0 / 3.0 + x2 * (6.0 / 5.0 + x2 * (-4.0 / 7.0 + x2 / 9.0))));
    precise float behind = 0.5 - 315.0 / 256.0 * part;
    return behind;
}

// The same of the gradient of W_spiky, in 1/m. Its divergence makes it an integral over the wall.
float spiky_behind(float distance)
{
    precise float x = max(1.0 - distance / reach, 0.0);
    precise float behind = 30.0 * x * x * x * x * (1.0 / 4.0 - x / 5.0) / reach;
    return behind;
}

// The density that walls and floor add, in kg/m3. Under the ceiling is air. In an edge, what is behind
// both walls counts once.
float wall_density(vec3 position)
{
    precise vec3 open = vec3(1.0) - vec3(poly6_behind(position.x), poly6_behind(position.y), poly6_behind(position.z));
    precise float far_x = 1.0 - poly6_behind(box.x - position.x), far_z = 1.0 - poly6_behind(box.z - position.z);
    precise float density = rest_density * (1.0 - open.x * open.y * open.z * far_x * far_z);
    return density;
}

// What water behind the walls, of the particle's own pressure, adds to its acceleration: m/s2.
vec3 wall_force(vec3 position, float pressure, float density)
{
    precise vec3 slope = vec3(spiky_behind(position.x) - spiky_behind(box.x - position.x),
                              spiky_behind(position.y),
                              spiky_behind(position.z) - spiky_behind(box.z - position.z));
    precise vec3 force = slope * (2.0 * pressure * rest_density / (density * density));
    return force;
}

// And if a particle gets to a wall or an obstacle all the same, that takes the velocity towards
// it back, less what it swallows.
// `outwards`, of length 1, points away from the wall.
void bounce(inout vec3 velocity, vec3 outwards)
{
    vec3 o = outwards;
    precise float speed = fma(velocity.z, o.z, fma(velocity.y, o.y, velocity.x * o.x));
    precise vec3 change = (1.0 + restitution) * speed * outwards;
    if (speed < 0.0) velocity -= change;
}

void keep_in_box(inout vec3 position, inout vec3 velocity)
{
    vec3 low = vec3(margin), high = max(low, box - margin);
    // Taken back along the axes on which the particle left the box while moving away from it.
    bvec3 below = lessThan(position, low), above = greaterThan(position, high);
    precise vec3 taken = mix(vec3(0.0), min(velocity, 0.0), below) + mix(vec3(0.0), max(velocity, 0.0), above);
    precise vec3 change = (1.0 + restitution) * taken;
    velocity -= change;
    position = min(max(position, low), high);
}

void keep_out_of_sphere(inout vec3 position, inout vec3 velocity)
{
    vec3 d = position - obstacle;
    float distance = sqrt(square_of(d)), closest = radius + margin;
    if (distance >= closest || distance == 0.0) return;
    precise vec3 outwards = d / distance;
    precise vec3 surface = obstacle + outwards * closest;
    position = surface;
    bounce(velocity, outwards);
}

// Out through the face that is closest.
void keep_out_of_block(inout vec3 position, inout vec3 velocity)
{
    vec3 d = position - obstacle, depth = half_size + margin - abs(d);
    if (min(depth.x, min(depth.y, depth.z)) <= 0.0) return;
    vec3 face = vec3(1.0, 0.0, 0.0);
    if (depth.y < depth.x) face = vec3(0.0, 1.0, 0.0);
    if (depth.z < min(depth.x, depth.y)) face = vec3(0.0, 0.0, 1.0);
    vec3 outwards = face * vec3(d.x < 0.0 ? -1.0 : 1.0, d.y < 0.0 ? -1.0 : 1.0, d.z < 0.0 ? -1.0 : 1.0);
    position += outwards * max(depth * face, vec3(0.0));
    bounce(velocity, outwards);
}

void keep_inside(inout vec3 position, inout vec3 velocity)
{
    if (obstacle_kind == OBSTACLE_SPHERE) keep_out_of_sphere(position, velocity);
    if (obstacle_kind == OBSTACLE_BOX) keep_out_of_block(position, velocity);
    keep_in_box(position, velocity);
}
