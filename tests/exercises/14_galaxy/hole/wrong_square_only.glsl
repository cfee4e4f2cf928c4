// says: velocities
vec4 hole_pull(vec3 position)
{
    float square = dot(position, position), soft = square + hole.y * hole.y;
    return vec4(-hole.x / soft * position, -hole.x / sqrt(soft));
}
