vec3 on_torus(vec3 way)
{
    for (int k = 0; k < 3; k++) {
        if (way[k] > 0.5 * box) way[k] -= box;
        if (way[k] < -0.5 * box) way[k] += box;
    }
    return way;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    vec3 here = positions[i].xyz, velocity = velocities[i].xyz, apart = vec3(0.0);
    vec4 along = vec4(0.0), together = vec4(0.0); // w counts
    for (uint j = 0u; j < count; j++) {
        vec3 way = on_torus(positions[j].xyz - here);
        float d = length(way);
        if (j == i || d >= radius) continue;
        along += vec4(velocities[j].xyz, 1.0);
        together += vec4(way, 1.0);
        if (d > 0.0 && d < separation) apart -= way / (d * d) - way / (separation * separation);
    }
    vec3 wish = separate * apart;
    if (along.w > 0.0) {
        wish += align * (along.xyz / along.w - velocity);
        wish += cohere * together.xyz / together.w;
    }
    if (velocity != vec3(0.0)) wish += steady * (cruise / length(velocity) - 1.0) * velocity;
    wish *= min(1.0, agility / max(length(wish), 1e-9));
    vec3 next = velocity + time_step * wish;
    if (next != vec3(0.0)) next *= clamp(length(next), slowest, fastest) / length(next);
    vec3 place = here + time_step * next;
    next_positions[i] = vec4(mod(place, vec3(box)), 1.0);
    next_velocities[i] = vec4(next, along.w);
}
