// Walls and obstacles take the velocity towards them back, less what they swallow.
// `outwards`, of length 1, points away from the wall.
void bounce(inout vec3 velocity, vec3 outwards)
{
    float speed = dot(velocity, outwards);
    if (speed < 0.0) velocity -= (1.0 + restitution) * speed * outwards;
}

void keep_in_box(inout vec3 position, inout vec3 velocity)
{
    vec3 low = vec3(margin), high = max(low, box - margin);
    // Taken back along the axes on which the particle left the box while moving away from it.
    bvec3 below = lessThan(position, low), above = greaterThan(position, high);
    vec3 taken = mix(vec3(0.0), min(velocity, 0.0), below) + mix(vec3(0.0), max(velocity, 0.0), above);
    velocity -= (1.0 + restitution) * taken;
    position = min(max(position, low), high);
}

void keep_out_of_sphere(inout vec3 position, inout vec3 velocity)
{
    vec3 d = position - obstacle;
    float distance = sqrt(dot(d, d)), closest = radius + margin;
    if (distance >= closest || distance == 0.0) return;
    vec3 outwards = d / distance;
    position = obstacle + outwards * closest;
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
    position += outwards * dot(depth, face);
    bounce(velocity, outwards);
}

void keep_inside(inout vec3 position, inout vec3 velocity)
{
    if (obstacle_kind == OBSTACLE_SPHERE) keep_out_of_sphere(position, velocity);
    if (obstacle_kind == OBSTACLE_BOX) keep_out_of_block(position, velocity);
    keep_in_box(position, velocity);
}
