// What acts on a boid besides its neighbours: chance, an obstacle, a target that leads, a shark. And
// the torus, which brings back boids that leave the box. The including kernel has flock.glsl.
#include "random/random.glsl"

// Where a way leads that is not 0; upwards, if it is.
vec3 direction_of(vec3 way, float length_of_way)
{
    precise vec3 direction = way / length_of_way;
    return length_of_way > 0.0 ? direction : vec3(0.0, 1.0, 0.0);
}

// An acceleration in m/s2. Chance depends on the boid and the frame, not on the order in which invocations run.
vec3 from_outside(vec3 place, uint id)
{
    precise vec3 wish = vec3(0.0);
    if (noise > 0.0) {
        uint random = hash(id ^ key);
        float x = next_float(random), y = next_float(random), z = next_float(random);
        wish += noise * (2.0 * vec3(x, y, z) - 1.0);
    }
    if (obstacle.w > 0.0) {
        vec3 way = nearest_image(place - obstacle.xyz);
        precise float far = sqrt(square_of(way)), gap = max(far - obstacle.w, 0.0);
        wish += (2.0 * agility * max(1.0 - gap / obstacle_margin, 0.0)) * direction_of(way, far);
    }
    if (target.w > 0.0) {
        vec3 way = nearest_image(target.xyz - place);
        wish += target.w * direction_of(way, sqrt(square_of(way)));
    }
    if (shark.w > 0.0) {
        vec3 way = nearest_image(place - shark.xyz);
        precise float far = sqrt(square_of(way));
        wish += (2.0 * agility * max(1.0 - far / shark.w, 0.0)) * direction_of(way, far);
    }
    return wish;
}

// A boid that has come into the obstacle all the same is put on its surface, and bounces off.
void keep_out(inout vec3 place, inout vec3 its_velocity)
{
    vec3 way = nearest_image(place - obstacle.xyz);
    precise float far = sqrt(square_of(way));
    if (far >= obstacle.w) return;
    vec3 outwards = direction_of(way, far);
    precise float inwards = min(its_velocity.x * outwards.x + its_velocity.y * outwards.y + its_velocity.z * outwards.z, 0.0);
    precise vec3 surface = place + (obstacle.w - far) * outwards, bounced = its_velocity - 2.0 * inwards * outwards;
    place = surface;
    its_velocity = bounced;
}

// Into the box, whose lower border belongs to it. A number that is a little below 0 may come out as
// `box`, which is the same place.
vec3 wrap(vec3 place)
{
    precise vec3 inside = fma(floor(place * per_box), vec3(-box), place);
    inside = mix(inside, vec3(0.0), lessThan(inside, vec3(0.0)));
    return mix(inside, vec3(0.0), greaterThanEqual(inside, vec3(box)));
}
