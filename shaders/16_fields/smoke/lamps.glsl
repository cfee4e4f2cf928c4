// Flames light what is around them. As if they came from a few lamps, one above the other.
layout(std430, binding = LAMPS) restrict readonly buffer Lamps { vec4 lamps[LAMP_COUNT]; }; // a place, and how bright

float glow_at(vec3 place)
{
    const float NEAR = 0.10; // squared: so close, smoke hides more than half of the flame
    float sum = 0.0;
    for (int i = 0; i < LAMP_COUNT; i++) {
        vec3 d = lamps[i].xyz - place;
        sum += lamps[i].w / (NEAR + dot(d, d));
    }
    return sum;
}
