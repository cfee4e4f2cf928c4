// says: velocities[
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    vec3 here = positions[i].xyz, velocity = velocities[i].xyz;
    precise vec3 apart = vec3(0.0), along = vec3(0.0), together = vec3(0.0);
    float neighbours = 0.0;
    for (uint j = 0u; j < count; j++) {
        vec3 way = nearest_image(positions[j].xyz - here);
        float square = square_of(way);
        if (square >= radius * radius || j == i) continue;
        neighbours += 1.0;
        along += velocities[j].xyz;
        together += way;
        if (square < separation * separation && square > 0.0)
            apart -= way * (1.0 / square - per_separation_squared);
    }
    precise vec3 wish = separate * apart;
    if (neighbours > 0.0) wish += 1.0 * (along / neighbours - velocity) + 0.5 * together / neighbours;
    float speed = sqrt(square_of(velocity));
    if (speed > 0.0) wish += 1.0 * (cruise - speed) / speed * velocity;
    float size = sqrt(square_of(wish));
    if (size > agility) wish *= agility / size;

    precise vec3 faster = velocity + time_step * wish;
    speed = sqrt(square_of(faster));
    if (speed > 0.0) faster *= clamp(speed, slowest, fastest) / speed;
    precise vec3 place = here + time_step * faster;
    place -= box * floor(place * per_box);
    next_positions[i] = vec4(place, 0.0);
    next_velocities[i] = vec4(faster, 0.0);
}
