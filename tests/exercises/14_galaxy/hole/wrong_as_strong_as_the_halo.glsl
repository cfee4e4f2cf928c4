// says: velocities
vec4 hole_pull(vec3 position)
{
    float square = dot(position, position), soft = square + hole.y * hole.y;
    return vec4(-22500.0 / soft * position, -hole.x / sqrt(soft));
}
