// Gray and Scott's two substances in a dish, x and y of a texel: y eats x and makes more of itself. Each spreads to its
// neighbours; `feed` brings new x, and y is taken out. The including shader defines mix_at().
vec2 mix_at(ivec2 p);

vec2 next_mix(ivec2 p, float feed, float kill)
{
    vec2 here = mix_at(p);
    precise vec2 sides = (mix_at(p - ivec2(1, 0)) + mix_at(p + ivec2(1, 0))) +
                         (mix_at(p - ivec2(0, 1)) + mix_at(p + ivec2(0, 1)));
    precise vec2 spread = vec2(0.1875, 0.09375) * (sides - 4.0 * here);
    precise float eaten = (here.x * here.y) * here.y;
    precise vec2 next = here + (spread + vec2(feed * (1.0 - here.x) - eaten, eaten - (feed + kill) * here.y));
    return next;
}
