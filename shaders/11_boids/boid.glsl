// What a boid makes of its neighbours. The kernels differ in how they find them; for each one that is
// within the radius they call add(), and at the end move_on().
#include "11_boids/flock.glsl"
#include "11_boids/around.glsl"

vec3 here, velocity; // of the boid that looks around
uint neighbours, companions; // those near enough to fly to their middle
precise vec3 apart, along, together; // sums: of all pushes and velocities, and of the ways to companions

void begin(vec3 position, vec3 its_velocity)
{
    here = position;
    velocity = its_velocity;
    neighbours = companions = 0u;
    apart = along = together = vec3(0.0);
}

// A neighbour: the way to it, the square of that, and how fast it flies.
void add(vec3 way, float square, vec3 its_velocity)
{
    neighbours++;
    along += its_velocity;
    if (square < cohesion * cohesion) {
        companions++;
        together += way;
    }
    // Away from it, by 1 / d - d / separation^2. Two in one place have no direction to go.
    precise float push = 1.0 / max(square, 1e-6) - per_separation_squared;
    if (square < separation * separation) apart -= way * push;
}

bool has_neighbours()
{
#ifdef MEAN_OF_NOBODY
    return true; // BROKEN: without any, what follows divides 0 by 0
#else
    return neighbours > 0u;
#endif
}

#ifdef HAWK
vec3 from_hawk(vec3 place); // the task's
#endif

// What the three rules, the wish for one's own speed, and the surroundings ask for: an acceleration.
vec3 steer(uint id)
{
    precise vec3 wish = separate * apart;
    if (has_neighbours()) wish += align * (along / float(neighbours) - velocity);
    if (companions > 0u) wish += cohere * (together / float(companions));
    precise float speed = sqrt(square_of(velocity));
    if (speed > 0.0) wish += (steady * (cruise - speed) / speed) * velocity;
    wish += from_outside(here, id);
#ifdef HAWK
    wish += from_hawk(here);
#endif
    precise float size = sqrt(square_of(wish));
    if (size > agility) wish *= agility / size;
    return wish;
}

// Neither too slow nor too fast. A boid without a direction keeps none.
vec3 limit_speed(vec3 its_velocity)
{
#ifdef NORMALISE_ZERO
    return normalize(its_velocity) * clamp(length(its_velocity), slowest, fastest); // BROKEN: of 0
#else
    precise float speed = sqrt(square_of(its_velocity));
    precise vec3 limited = its_velocity * (clamp(speed, slowest, fastest) / speed);
    return speed > 0.0 ? limited : its_velocity;
#endif
}

// Faster by the wish, and with the new velocity further: semi-implicit Euler. The number of
// neighbours comes along, for the pass that measures.
void move_on(uint id, out vec4 next_position, out vec4 next_velocity)
{
    precise vec3 faster = limit_speed(velocity + time_step * steer(id));
    precise vec3 place = here + time_step * faster;
    keep_out(place, faster);
    next_position = vec4(wrap(place), 0.0);
    next_velocity = vec4(faster, float(neighbours));
}
