// says: crests[
void visit(uint j)
{
    vec3 to_neighbour = bodies[j].xyz - body.xyz;
    float distance = length(to_neighbour);
    if (distance < reach && dot(to_neighbour, normal) < 0.0)
        crest += (1.0 + dot(normal, normals[j].xyz)) * (1.0 - distance / reach);
}

bool moves_outwards()
{
    float speed = length(motion.xyz);
    return speed > 0.0 && dot(motion.xyz, normal) >= 0.6 * speed;
}
