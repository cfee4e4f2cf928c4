// Reading a field between its texels: trilinear, as a sampler does it. But a GPU's sampler knows only 256 places between two
// texels; this knows all, and `precise` makes every driver round alike.
float at(sampler3D field, ivec3 p)
{
    return texelFetch(field, clamp(p, ivec3(0), textureSize(field, 0) - 1), 0).x;
}

#ifndef SAMPLED
// [between]
// `place` in texels: the middle of texel p is p + 0.5. Beyond the edge comes what is on it.
float between(sampler3D field, vec3 place)
{
    ivec3 last = textureSize(field, 0) - 1;
    precise vec3 from_first = clamp(place - 0.5, vec3(0.0), vec3(last));
    ivec3 a = ivec3(from_first), b = min(a + 1, last);
    precise vec3 part = from_first - vec3(a);
    float aaa = texelFetch(field, a, 0).x, baa = texelFetch(field, ivec3(b.x, a.y, a.z), 0).x;
    float aba = texelFetch(field, ivec3(a.x, b.y, a.z), 0).x, bba = texelFetch(field, ivec3(b.x, b.y, a.z), 0).x;
    float aab = texelFetch(field, ivec3(a.x, a.y, b.z), 0).x, bab = texelFetch(field, ivec3(b.x, a.y, b.z), 0).x;
    float abb = texelFetch(field, ivec3(a.x, b.y, b.z), 0).x, bbb = texelFetch(field, b, 0).x;
    precise float aa = aaa + part.x * (baa - aaa), ba = aba + part.x * (bba - aba);
    precise float ab = aab + part.x * (bab - aab), bb = abb + part.x * (bbb - abb);
    precise float low = aa + part.y * (ba - aa), high = ab + part.y * (bb - ab);
    precise float result = low + part.z * (high - low);
    return result;
}
// [/between]
#else
float between(sampler3D field, vec3 place)
{
    return textureLod(field, place / vec3(textureSize(field, 0)), 0.0).x;
}
#endif

// The least and the most of the eight texels around a place.
vec2 range_around(sampler3D field, vec3 place)
{
    ivec3 last = textureSize(field, 0) - 1;
    ivec3 a = ivec3(clamp(place - 0.5, vec3(0.0), vec3(last)));
    float first = texelFetch(field, a, 0).x;
    vec2 range = vec2(first);
    for (int i = 1; i < 8; i++) {
        float value = texelFetch(field, min(a + ivec3(i & 1, (i >> 1) & 1, i >> 2), last), 0).x;
        range = vec2(min(range.x, value), max(range.y, value));
    }
    return range;
}

// MacCormack's step. What is at p came from `from`, says the guess, and will go to `to`. Read the guess there, and it should be
// what was here before: half of what it misses mends the guess. A value beyond all that was around would ring.
float mended(sampler3D before, sampler3D guess, ivec3 p, vec3 from, vec3 to)
{
    precise float missed = at(before, p) - between(guess, to);
    precise float better = at(guess, p) + 0.5 * missed;
    vec2 range = range_around(before, from);
    return clamp(better, range.x, range.y);
}
