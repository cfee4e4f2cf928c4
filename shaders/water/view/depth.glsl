// What the depth buffer has for a distance along the view.
float depth_at(float distance)
{
    float z = -projection[2][2] * distance + projection[3][2];
    return clamp(0.5 * z / distance + 0.5, 0.0, 1.0);
}
