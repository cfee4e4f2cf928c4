#version 430 core
// From the sum of all light to a picture: a soft glow around what is bright, from the smaller copies of
// the picture (mipmaps), and a curve that lets bright places turn white instead of cutting them off.
layout(binding = 0) uniform sampler2D light;
layout(location = 0) uniform vec2 picture_size;
layout(location = 1) uniform float horizon; // its height in the picture, from 0 to 1
layout(location = 0) out vec4 pixel;

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

vec3 background(vec2 at)
{
    float below = max(horizon - at.y, 0.0), above = max(at.y - horizon, 0.0);
    vec3 sky = mix(vec3(0.046, 0.052, 0.080), vec3(0.018, 0.020, 0.032), min(above * 1.6, 1.0));
    vec3 water = mix(vec3(0.040, 0.046, 0.066), vec3(0.014, 0.016, 0.024), min(below * 1.5, 1.0));
    return mix(water, sky, smoothstep(-0.004, 0.004, at.y - horizon));
}

void main()
{
    vec2 at = gl_FragCoord.xy / picture_size;
    vec3 sum = texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb;
    sum += 0.10 * blurred(at, 2.0) + 0.09 * blurred(at, 4.0) + 0.07 * blurred(at, 6.0);
    vec3 shown = 1.0 - exp(-sum);
    pixel = vec4(background(at) * (1.0 - shown) + pow(shown, vec3(0.80)), 1.0);
}
