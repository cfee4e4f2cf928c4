// Soft light around what is bright, from the smaller copies of a picture (mipmaps). The including shader
// has `uniform sampler2D light`, the sum of all light.

// Level `level` at the pixel that is being drawn, without the blocks that bilinear samples show: a cubic B-spline over 4 x 4
// texels. Each is fetched by itself: a GPU's own filter knows places between two texels to 1/256 only,
// and beside a thousand times brighter middle that can be seen.
vec3 blurred(float level)
{
    ivec2 size = textureSize(light, int(level));
    vec2 p = gl_FragCoord.xy / exp2(level) - 0.5, f = fract(p), f2 = f * f, f3 = f2 * f;
    ivec2 first = ivec2(floor(p)) - 1;
    vec2 weights[4];
    weights[0] = (1.0 - 3.0 * f + 3.0 * f2 - f3) / 6.0;
    weights[1] = (4.0 - 6.0 * f2 + 3.0 * f3) / 6.0;
    weights[3] = f3 / 6.0;
    weights[2] = 1.0 - weights[0] - weights[1] - weights[3];
    vec3 sum = vec3(0.0);
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            ivec2 texel = clamp(first + ivec2(x, y), ivec2(0), size - 1);
            sum += weights[x].x * weights[y].y * texelFetch(light, texel, int(level)).rgb;
        }
    return sum;
}
