// What walls do, and the step in time, in which a particle stays within them. Part of a particle's ball lies behind them, where no water can be: only the rest of it is open. The
// density is divided by that open share of the kernel, as if the water went on behind the wall as it is in front of it.
// Where the open share changes the energy does, so its slope is a force: see force_packed.glsl.

struct Open {
    float share; // of the kernel's integral: 1 far from all walls
    vec3 slope;  // its gradient, in 1/m: it grows away from a wall
};

// The share of the kernel beyond a plane at this distance, and how fast that falls with the distance, in 1/m:
//     21 times the integral of q (q - x) (1 - q)^4 (1 + 4 q) from x = distance / h to 1.
// On the other side of the plane, where the distance is negative, it is what is missing to 1.
vec2 beyond(float distance)
{
    precise float u = max(1.0 - abs(distance) / reach, 0.0), u2 = u * u, u5 = u2 * u2 * u;
    precise float share = u5 * u * (3.5 + u * (-4.5 + 1.5 * u));
    precise float slope = 21.0 / reach * u5 * (1.0 + u * (-1.5 + 4.0 / 7.0 * u));
    return vec2(distance < 0.0 ? 1.0 - share : share, slope);
}

// A ball covers less than the plane that touches it: the integral of W over what of the reach is in it.
Open open_beside_ball(vec3 position)
{
    vec3 d = position - obstacle;
    float centre = max(sqrt(square_of(d)), radius), distance = centre - radius;
    vec2 plane = beyond(distance);
    precise float u = max(1.0 - distance / reach, 0.0), u3 = u * u * u;
    precise float rounding = reach * u3 * u3 * (7.0 + u * (-15.0 + u * (87.0 / 8.0 - 8.0 / 3.0 * u))) / (2.0 * centre);
    precise float share = 1.0 - plane.x + rounding;
    precise float slope = plane.y * (radius / centre) - rounding / centre;
    precise vec3 gradient = d * (slope / centre);
    return Open(share, gradient);
}

// A block: between two planes along each axis. Where it has edges, shares multiply.
Open open_beside_block(vec3 position)
{
    vec3 d = position - obstacle;
    precise vec3 covered, falls;
    for (int axis = 0; axis < 3; axis++) {
        vec2 near = beyond(abs(d[axis]) - half_size[axis]), far = beyond(abs(d[axis]) + half_size[axis]);
        covered[axis] = near.x - far.x;
        falls[axis] = (near.y - far.y) * (d[axis] < 0.0 ? -1.0 : 1.0);
    }
    precise float share = 1.0 - covered.x * covered.y * covered.z;
    precise vec3 gradient = vec3(falls.x * covered.y * covered.z, falls.y * covered.x * covered.z,
                                 falls.z * covered.x * covered.y);
    return Open(share, gradient);
}

// Walls, floor and obstacle. There is air under the ceiling, so that does not count. Where several are near, as in an
// edge, their open shares multiply.
Open open_at(vec3 position)
{
    vec2 left = beyond(position.x), right = beyond(box.x - position.x), floor = beyond(position.y);
    vec2 front = beyond(position.z), back = beyond(box.z - position.z);
    precise float x = (1.0 - left.x) * (1.0 - right.x), y = 1.0 - floor.x, z = (1.0 - front.x) * (1.0 - back.x);
    precise float share = x * y * z;
    precise float grows_x = left.y * (1.0 - right.x) - right.y * (1.0 - left.x);
    precise float grows_z = front.y * (1.0 - back.x) - back.y * (1.0 - front.x);
    precise vec3 slope = vec3(grows_x * y * z, x * floor.y * z, x * y * grows_z);
    Open beside = Open(1.0, vec3(0.0));
    if (obstacle_kind == WATER_SPHERE) beside = open_beside_ball(position);
    if (obstacle_kind == WATER_BOX) beside = open_beside_block(position);
    precise vec3 both = slope * beside.share + beside.slope * share;
    precise float shares = share * beside.share;
    return Open(shares, both);
}

// And if a particle gets to a wall or an obstacle all the same, it stays in front, and the wall swallows the velocity
// towards it. `outwards`, of length 1, points away from the wall.
void stop(inout vec3 velocity, vec3 outwards)
{
    vec3 o = outwards;
    precise float speed = fma(velocity.z, o.z, fma(velocity.y, o.y, velocity.x * o.x));
    precise vec3 change = speed * outwards;
    if (speed < 0.0) velocity -= change;
}

void keep_in_box(inout vec3 position, inout vec3 velocity)
{
    vec3 low = vec3(gap), high = max(low, box - gap);
    velocity = mix(velocity, max(velocity, 0.0), lessThan(position, low));
    velocity = mix(velocity, min(velocity, 0.0), greaterThan(position, high));
    position = min(max(position, low), high);
}

void keep_out_of_sphere(inout vec3 position, inout vec3 velocity)
{
    vec3 d = position - obstacle;
    float distance = sqrt(square_of(d)), closest = radius + gap;
    if (distance >= closest || distance == 0.0) return;
    precise vec3 outwards = d / distance;
    precise vec3 surface = obstacle + outwards * closest;
    position = surface;
    stop(velocity, outwards);
}

// Out through the face that is closest.
void keep_out_of_block(inout vec3 position, inout vec3 velocity)
{
    vec3 d = position - obstacle, depth = half_size + gap - abs(d);
    if (min(depth.x, min(depth.y, depth.z)) <= 0.0) return;
    vec3 face = vec3(1.0, 0.0, 0.0);
    if (depth.y < depth.x) face = vec3(0.0, 1.0, 0.0);
    if (depth.z < min(depth.x, depth.y)) face = vec3(0.0, 0.0, 1.0);
    vec3 outwards = face * vec3(d.x < 0.0 ? -1.0 : 1.0, d.y < 0.0 ? -1.0 : 1.0, d.z < 0.0 ? -1.0 : 1.0);
    position += outwards * max(depth * face, vec3(0.0));
    stop(velocity, outwards);
}

void keep_inside(inout vec3 position, inout vec3 velocity)
{
    if (obstacle_kind == WATER_SPHERE) keep_out_of_sphere(position, velocity);
    if (obstacle_kind == WATER_BOX) keep_out_of_block(position, velocity);
    keep_in_box(position, velocity);
}

// Gravity and walls, in m/s2. A wall's is the gradient, too: where less of the ball is open, the same sum means more
// density, and so more energy.
vec3 outer_force(vec3 position, float density, float push)
{
    precise vec3 force = push * density * open_at(position).slope - vec3(0.0, gravity, 0.0);
    return force;
}

struct Moved {
    vec3 position, velocity;
    float kinetic; // energy, in J/kg, when the particle was where its density and its forces are from
};

// Velocity first, then the position with the new velocity: so the positions of whole steps and the velocities halfway
// between them take turns (leapfrog, or semi-implicit Euler). The velocity at a whole step is the mean of both sides.
Moved move_on(vec3 position, vec3 velocity, vec3 acceleration)
{
    precise vec3 middle = velocity + 0.5 * time_step * acceleration;
    precise float kinetic = 0.5 * square_of(middle);
    precise vec3 after = velocity + time_step * acceleration;
    precise vec3 there = position + time_step * after;
    keep_inside(there, after);
    return Moved(there, after, kinetic);
}
