// What a substep does to a particle alone: before the links, and after them. x has the inverse mass in w.

// Gravity, wind and a step with the velocity. air: the cloth's normal there, and the wind along it. Air
// pushes along the normal by the square of the speed between the two, and never makes the cloth
// faster than the wind: (1 + push) below sees to that.
void predict(inout vec4 x, inout vec3 v, vec4 air)
{
    if (x.w <= 0.0) {
        v = vec3(0.0);
        return;
    }
    precise float falling = v.y - fall;
    v.y = falling;
    if (drag > 0.0) {
        precise float through = air.w - (v.x * air.x + v.y * air.y + v.z * air.z);
        precise float push = drag * abs(through);
        precise float caught = exact_quotient(through * push, 1.0 + push);
        precise vec3 blown = v + caught * air.xyz;
        v = blown;
    }
    precise vec3 to = x.xyz + time_step * v;
    x.xyz = to;
}

// Where the t-th tether of a particle is tied: corners, or the particle at the upper edge above it.
ivec2 pin_of(ivec2 p, int t)
{
    if (pins == PINS_EDGE) return ivec2(p.x, 0);
    return ivec2((t & 1) * (size.x - 1), (t >> 1) * (size.y - 1));
}

// No further from the pin than the cloth is long between the two.
vec3 tether(vec3 x, ivec2 p, ivec2 pin, vec4 pin_x)
{
    if (pin_x.w > 0.0) return x; // loaded from a file: no particle is pinned there
    precise float longest = spacing * length_of(vec3(p - pin, 0.0));
    precise vec3 d = x - pin_x.xyz;
    float length = length_of(d);
    if (length <= longest) return x;
    precise float share = exact_quotient(longest, length);
    precise vec3 to = pin_x.xyz + share * d;
    return to;
}

// Out of the ball, and not below the floor, which holds what lies on it: there it stays where it came from,
// a step with velocity v before `predicted`.
vec3 collide(vec3 x, vec3 predicted, vec3 v, int substep)
{
    precise vec3 centre = ball.xyz + float(substep + 1) * ball_step;
    precise vec3 d = x - centre;
    float length = length_of(d);
    if (length < ball.w) {
        precise float share = length > 0.0 ? exact_quotient(ball.w, length) : 0.0;
        precise vec3 to = length > 0.0 ? centre + share * d : centre + vec3(0.0, ball.w, 0.0);
        x = to;
    }
    precise vec3 before = predicted - time_step * v;
    return x.y < floor_height ? vec3(before.x, floor_height, before.z) : x;
}

// The velocity is what the particle has really moved: that of the prediction, and what has changed since.
// (x - q) / dt says the same, but not in float32. Where x is 2 m, its last bit is 0.00000024 m; gravity
// moves a particle by 0.00000303 m in a substep, and the difference would have that in whole bits only.
vec3 velocity_of(vec3 x, vec3 predicted, vec3 v)
{
    precise vec3 moved = (v + (x - predicted) * per_step) * keep;
    return moved;
}
