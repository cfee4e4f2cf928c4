#include "fountain.h"

#include "base/random.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const float STEP = 1.0f / (float)STEPS_PER_SECOND;

/* ---- The plan ---- */

static uint32_t clamp(double value, uint32_t least, uint32_t most)
{
    return value < least ? least : value > most ? most : (uint32_t)value;
}

fountain_plan fountain_make_plan(uint32_t slots, double alive, double life, double spread,
                                 double gravity, uint64_t seed)
{
    uint32_t longest = clamp(life * STEPS_PER_SECOND + 0.5, 1, LONGEST_LIFE);
    uint32_t wanted = clamp(alive * slots, 0, slots); // in use at a time
    // In `longest` frames at most `slots` may be born: longest * 2 wanted / (shortest + longest).
    double least = ceil(2.0 * wanted * longest / slots) - longest;
    uint32_t shortest = clamp(fmax(longest * (1.0 - spread), least), 1, longest);
    return (fountain_plan){
        .slots = slots,
        .births = 2 * (uint64_t)wanted, // the mean life is (shortest + longest) / 2
        .in_frames = shortest + longest,
        .shortest = shortest,
        .longest = longest,
        .key = (uint32_t)(seed * UINT64_C(0x9E3779B97F4A7C15) >> 32),
        .physics = {(float)(gravity / STEPS_PER_SECOND), 0.995f, 0.35f, 0.9f},
    };
}

uint64_t fountain_born_before(const fountain_plan *plan, int64_t frame)
{
    return (uint64_t)frame * plan->births / plan->in_frames;
}

uint32_t fountain_births(const fountain_plan *plan, int64_t frame)
{
    return (uint32_t)(fountain_born_before(plan, frame + 1) - fountain_born_before(plan, frame));
}

uint32_t fountain_most_listed(const fountain_plan *plan, int64_t frame)
{
    int64_t oldest = frame + 1 - (int64_t)plan->longest;
    return (uint32_t)(fountain_born_before(plan, frame + 1) -
                      fountain_born_before(plan, oldest > 0 ? oldest : 0));
}

/* ---- The nozzles ---- */

// One nozzle, at an angle around the middle: how far from there, how fast upwards, outwards and
// along the circle, and how much that scatters.
typedef struct nozzle {
    double angle, radius, up, outwards, along, scatter;
} nozzle;

static void aim(fountain_jets *jets, int i, nozzle n)
{
    double x = cos(n.angle), z = sin(n.angle);
    float position[4] = {(float)(n.radius * x), 0.0f, (float)(n.radius * z), 0.0f};
    float velocity[4] = {(float)(n.outwards * x - n.along * z), (float)n.up,
                         (float)(n.outwards * z + n.along * x), (float)n.scatter};
    for (int k = 0; k < 4; k++) {
        jets->position[i][k] = position[k];
        jets->velocity[i][k] = velocity[k];
    }
}

// A ring of jets that turns and breathes, and in the middle a crown of higher ones.
fountain_jets fountain_aim(int64_t frame)
{
    fountain_jets jets;
    double time_s = (double)frame / STEPS_PER_SECOND;
    for (int i = 0; i < JETS; i++) {
        double turn = 2.0 * PI * i / (i < RING ? RING : JETS - RING);
        if (i < RING)
            aim(&jets, i,
                (nozzle){.angle = turn + 0.2 * time_s,
                         .radius = 2.6,
                         .up = 6.2 + 0.5 * sin(1.3 * time_s + 2.0 * turn),
                         .outwards = 0.9 + 0.5 * sin(0.9 * time_s),
                         .along = 1.3,
                         .scatter = 0.36});
        else
            aim(&jets, i,
                (nozzle){.angle = turn - 0.6 * time_s,
                         .radius = 0.25,
                         .up = 9.3,
                         .outwards = 0.55 + 0.35 * sin(1.1 * time_s),
                         .along = 0.4,
                         .scatter = 0.5});
    }
    return jets;
}

/* ---- One particle: birth.glsl and move.glsl ---- */

static float next_scatter(uint32_t *random)
{
    float a = wb_random_hash_float(random);
    return a + wb_random_hash_float(random) - 1.0f;
}

static particle birth(const fountain_plan *plan, const fountain_jets *jets, uint32_t number)
{
    particle p = {.age = 0.0f};
    uint32_t random = wb_random_hash(number ^ plan->key), jet = number % JETS;
    for (int k = 0; k < 3; k++)
        p.velocity[k] = jets->velocity[jet][k] + jets->velocity[jet][3] * next_scatter(&random);
    float since = wb_random_hash_float(&random) * STEP;
    for (int k = 0; k < 3; k++) p.position[k] = jets->position[jet][k] + p.velocity[k] * since;
    random = wb_random_hash(random);
    p.life = (float)(plan->shortest + random % (plan->longest - plan->shortest + 1)) * STEP;
    return p;
}

static bool move(const fountain_plan *plan, particle *p)
{
    p->velocity[1] -= plan->physics[0];
    for (int k = 0; k < 3; k++) {
        p->velocity[k] *= plan->physics[1];
        p->position[k] += p->velocity[k] * STEP;
    }
    if (p->position[1] < 0.0f) {
        p->position[1] = -p->position[1];
        p->velocity[0] *= plan->physics[3];
        p->velocity[1] *= -plan->physics[2];
        p->velocity[2] *= plan->physics[3];
    }
    p->age += STEP;
    return p->age < p->life;
}

/* ---- All of them ---- */

void fountain_fill(const fountain_plan *plan, int64_t frame, particle *pool)
{
    for (int64_t at = 0; at < frame; at++) {
        fountain_jets jets = fountain_aim(at);
        uint64_t end = fountain_born_before(plan, at + 1);
        for (uint64_t n = fountain_born_before(plan, at); n < end; n++) {
            particle *p = &pool[n % plan->slots];
            *p = birth(plan, &jets, (uint32_t)n);
            for (int64_t i = at; i < frame && move(plan, p); i++) continue;
        }
    }
}

void fountain_give_birth(const fountain_plan *plan, int64_t frame, uint32_t births, particle *pool)
{
    fountain_jets jets = fountain_aim(frame);
    uint64_t first = fountain_born_before(plan, frame);
    for (uint64_t n = first; n < first + births; n++)
        pool[n % plan->slots] = birth(plan, &jets, (uint32_t)n);
}

void fountain_move(const fountain_plan *plan, particle *pool)
{
    for (uint32_t i = 0; i < plan->slots; i++)
        if (pool[i].age < pool[i].life) move(plan, &pool[i]);
}

uint32_t fountain_list(const fountain_plan *plan, int64_t frame, const particle *pool,
                       uint32_t *living)
{
    uint32_t count = 0, head = (uint32_t)(fountain_born_before(plan, frame) % plan->slots);
    for (uint32_t i = 0; i < plan->slots; i++) {
        uint32_t slot = (uint32_t)(((uint64_t)head + i) % plan->slots);
        if (pool[slot].age < pool[slot].life) living[count++] = slot;
    }
    return count;
}
