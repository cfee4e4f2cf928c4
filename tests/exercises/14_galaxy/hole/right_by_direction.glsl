vec4 hole_pull(vec3 position)
{
    float r = length(position), far = sqrt(r * r + hole.y * hole.y);
    vec3 inwards = r > 0.0 ? -position / r : vec3(0.0);
    return vec4(hole.x * r / pow(far, 3.0) * inwards, -hole.x / far);
}
