// Soft light around what is bright, from the smaller copies of a picture (mipmaps). The including shader
// has `uniform sampler2D light`, the sum of all light.

// Level `level` at a place, without the blocks that bilinear samples show: a cubic B-spline over 4 x 4
// texels, put together from four bilinear samples (C. Sigg and M. Hadwiger, GPU Gems 2, chapter 20).
vec3 blurred(vec2 at, float level)
{
    vec2 size = vec2(textureSize(light, int(level))), p = at * size - 0.5, f = fract(p);
    vec2 f2 = f * f, f3 = f2 * f;
    vec2 w0 = (1.0 - 3.0 * f + 3.0 * f2 - f3) / 6.0, w1 = (4.0 - 6.0 * f2 + 3.0 * f3) / 6.0;
    vec2 w3 = f3 / 6.0, w2 = 1.0 - w0 - w1 - w3;
    vec2 low = (floor(p) - 0.5 + w1 / (w0 + w1)) / size, high = (floor(p) + 1.5 + w3 / (w2 + w3)) / size;
    vec2 share = w2 + w3;
    vec3 left = mix(textureLod(light, low, level).rgb, textureLod(light, vec2(low.x, high.y), level).rgb, share.y);
    vec3 right = mix(textureLod(light, vec2(high.x, low.y), level).rgb, textureLod(light, high, level).rgb, share.y);
    return mix(left, right, share.x);
}
