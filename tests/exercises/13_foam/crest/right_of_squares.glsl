void visit(uint j)
{
    vec3 to_neighbour = bodies[j].xyz - body.xyz;
    float distance = length(to_neighbour);
    if (distance < reach && dot(to_neighbour, normal) < 0.0)
        crest += 0.5 * square_of(normal - normals[j].xyz) * (1.0 - distance / reach);
}

bool moves_outwards()
{
    float along = dot(motion.xyz, normal);
    return along > 0.0 && along * along >= 0.36 * square_of(motion.xyz);
}
