// says: velocities[
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    vec3 here = positions[i].xyz, velocity = velocities[i].xyz;
    vec3 apart = vec3(0.0), along = vec3(0.0), together = vec3(0.0);
    float neighbours = 0.0;
    for (uint j = 0u; j < count; j++) {
        vec3 way = positions[j].xyz - here;
        way -= box * floor(way / box + 0.5); // the nearest image
        float square = dot(way, way);
        if (square >= radius * radius || j == i) continue;
        neighbours += 1.0;
        along += velocities[j].xyz;
        together += way;
        if (square < separation * separation && square > 0.0)
            apart -= way * (1.0 / square - 1.0 / (separation * separation));
    }
    vec3 wish = separate * apart;
    if (neighbours > 0.0) wish += align * (along / neighbours - velocity) + cohere * together / neighbours;
    float speed = length(velocity);
    if (speed > 0.0) wish += steady * (cruise - speed) / speed * velocity;
    if (length(wish) > agility) wish *= agility / length(wish);

    velocity += time_step * wish;
    velocity = normalize(velocity) * clamp(length(velocity), slowest, fastest);
    here += time_step * velocity;
    here -= box * floor(here / box);
    next_positions[i] = vec4(here, 0.0);
    next_velocities[i] = vec4(velocity, 0.0);
}
