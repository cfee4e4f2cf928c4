// One link between two particles: each moves towards the other, or away from it, until the link has its
// length again. The lighter one moves further, and a pinned one (w, the inverse mass, is 0) stays.
void pull(inout vec4 a, inout vec4 b, float rest)
{
    precise vec3 d = b.xyz - a.xyz;
    float wa = max(a.w, 0.0), wb = max(b.w, 0.0), w = wa + wb; // files may hold anything
    float length = length_of(d);
    if (w == 0.0 || length == 0.0) return;
    precise float excess = length - rest, against = length * (w + softness);
    precise float share = exact_quotient(excess, against);
    precise float share_a = wa * share, share_b = wb * share;
    precise vec3 move_a = share_a * d, move_b = share_b * d;
    precise vec3 to_a = a.xyz + move_a, to_b = b.xyz - move_b;
    a.xyz = to_a;
    b.xyz = to_b;
}
