// Colours of the same lightness, around the circle of hues (B. Ottosson's OKLab, to linear and to sRGB).
vec3 hue(float turn, float lightness, float chroma)
{
    float angle = 6.2831853 * turn;
    vec2 ab = chroma * vec2(cos(angle), sin(angle));
    vec3 lms = vec3(lightness) + vec3(0.3963377774 * ab.x + 0.2158037573 * ab.y,
                                      -0.1055613458 * ab.x - 0.0638541728 * ab.y,
                                      -0.0894841775 * ab.x - 1.2914855480 * ab.y);
    lms = lms * lms * lms;
    vec3 rgb = vec3(4.0767416621 * lms.x - 3.3077115913 * lms.y + 0.2309699292 * lms.z,
                    -1.2684380046 * lms.x + 2.6097574011 * lms.y - 0.3413193965 * lms.z,
                    -0.0041960863 * lms.x - 0.7034186147 * lms.y + 1.7076147010 * lms.z);
    return clamp(rgb, 0.0, 1.0);
}

// By heading: around the compass by hue, and lighter the steeper it climbs.
vec3 heading_colour(vec3 heading)
{
    float turn = heading.x == 0.0 && heading.z == 0.0 ? 0.0 : atan(heading.z, heading.x) / 6.2831853;
    return hue(turn, 0.76 + 0.13 * heading.y, 0.15);
}

// Light that falls from above: what is linear until here becomes a pixel.
vec3 as_pixel(vec3 linear)
{
    return pow(clamp(linear, 0.0, 1.0), vec3(1.0 / 2.2));
}

const vec3 SKY_LOW = vec3(0.058, 0.048, 0.062), SKY_HIGH = vec3(0.008, 0.018, 0.045); // linear: dusk

vec3 sky(float up) { return mix(SKY_LOW, SKY_HIGH, up * up); }
