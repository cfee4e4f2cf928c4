shared vec4 near_positions[GROUP], near_velocities[GROUP];

void main()
{
    uint i = gl_GlobalInvocationID.x, me = gl_LocalInvocationID.x, own = min(i, count - 1u);
    vec3 here = positions[own].xyz, velocity = velocities[own].xyz;
    vec3 apart = vec3(0.0), along = vec3(0.0), together = vec3(0.0);
    float neighbours = 0.0;
    for (uint first = 0u; first < count; first += GROUP) {
        if (first + me < count) {
            near_positions[me] = positions[first + me];
            near_velocities[me] = velocities[first + me];
        }
        barrier();
        for (uint j = first; j < min(first + GROUP, count); j++) {
            vec3 way = near_positions[j - first].xyz - here;
            way -= box * round(way / box);
            float square = dot(way, way);
            if (square >= radius * radius || j == own) continue;
            neighbours += 1.0;
            along += near_velocities[j - first].xyz;
            together += way;
            if (square < separation * separation && square > 0.0)
                apart += way / (separation * separation) - way / square;
        }
        barrier();
    }
    vec3 wish = separate * apart;
    if (neighbours > 0.0) wish += align * (along / neighbours - velocity) + cohere * together / neighbours;
    float speed = length(velocity);
    if (speed > 0.0) wish += steady * (cruise - speed) / speed * velocity;
    if (length(wish) > agility) wish = normalize(wish) * agility;
    velocity += time_step * wish;
    speed = length(velocity);
    if (speed > 0.0) velocity *= clamp(speed, slowest, fastest) / speed;
    here += time_step * velocity;
    if (i >= count) return;
    next_positions[i] = vec4(here - box * floor(here / box), 0.0);
    next_velocities[i] = vec4(velocity, 0.0);
}
