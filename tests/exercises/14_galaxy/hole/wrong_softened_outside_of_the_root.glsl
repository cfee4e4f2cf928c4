// says: velocities
vec4 hole_pull(vec3 position)
{
    float square = dot(position, position), soft = square + hole.y * hole.y;
    float wrong = sqrt(square) + hole.y;
    return vec4(-hole.x / (wrong * wrong * wrong) * position, -hole.x / wrong);
}
