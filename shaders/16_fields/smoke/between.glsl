// Reading a field between its texels: trilinear, as a sampler does it. But a GPU's sampler knows only 256 places between two
// texels; this knows all, and `precise` makes every driver round alike.
float at(sampler3D field, ivec3 p)
{
    return texelFetch(field, clamp(p, ivec3(0), textureSize(field, 0) - 1), 0).x;
}

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
