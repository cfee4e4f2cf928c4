#include "scene.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

enum { BALLS = 12, TRIES = 100 };

// A direction, all equally likely; of length 1.
static void pick_direction(wb_random *random, float direction[3])
{
    double turn = 6.28318530717958648 * (double)wb_random_float(random);
    double up = 2.0 * (double)wb_random_float(random) - 1.0, around = sqrt(1.0 - up * up);
    direction[0] = (float)(around * cos(turn));
    direction[1] = (float)up;
    direction[2] = (float)(around * sin(turn));
}

// Onto the torus; a float a little below 0 may come out as `box`.
static float wrap(float x, float box)
{
    float inside = x - box * floorf(x / box);
    return inside >= 0.0f && inside < box ? inside : 0.0f;
}

static bool is_in_obstacle(const flock *f, const float place[3])
{
    double square = 0.0;
    for (int k = 0; k < 3; k++) square += pow((double)place[k] - (double)f->obstacle[k], 2.0);
    return square < pow((double)f->obstacle[3] + 0.1, 2.0);
}

typedef struct ball {
    float centre[3], heading[3];
} ball;

// Somewhere in the box, or in a ball of an eighth of it.
static void pick_place(int scene, const flock *f, const ball *in, wb_random *random, float place[3])
{
    float direction[3];
    pick_direction(random, direction);
    // The root of a double, rounded to a float: the same bits from any C library, whose double may
    // be off by 20 units in the last place before a float is another. tests/unit/test_random.c
    // looks.
    float far = 0.16f * f->box * (float)cbrt((double)wb_random_float(random));
    for (int k = 0; k < 3; k++) {
        float anywhere = wb_random_float(random) * f->box;
        float x = scene == SCENE_FLOCKS ? in->centre[k] + far * direction[k] : anywhere;
        place[k] = wrap(x, f->box);
    }
}

// Two by two at one place; the two of every other pair are a tenth of a millimetre apart.
static void pair_up(const flock *f, float (*positions)[4])
{
    for (uint32_t i = 1; i < f->count; i += 2) {
        memcpy(positions[i], positions[i - 1], sizeof *positions);
        if (i % 4 == 3) positions[i][0] = wrap(positions[i][0] + 1e-4f, f->box);
    }
}

void scene_fill(int scene, const flock *f, uint64_t seed, float (*positions)[4],
                float (*velocities)[4])
{
    wb_random random = wb_random_seed(seed);
    ball balls[BALLS];
    for (int b = 0; b < BALLS; b++) {
        for (int k = 0; k < 3; k++) balls[b].centre[k] = wb_random_float(&random) * f->box;
        pick_direction(&random, balls[b].heading);
    }
    float speed = fminf(fmaxf(f->cruise, f->slowest), f->fastest);
    for (uint32_t i = 0; i < f->count; i++) {
        const ball *in = &balls[i % BALLS];
        float heading[3];
        for (int tries = 0; tries < TRIES; tries++) {
            pick_place(scene, f, in, &random, positions[i]);
            if (!is_in_obstacle(f, positions[i])) break;
        }
        pick_direction(&random, heading);
        if (scene == SCENE_FLOCKS) memcpy(heading, in->heading, sizeof heading);
        for (int k = 0; k < 3; k++) velocities[i][k] = speed * heading[k];
        positions[i][3] = velocities[i][3] = 0.0f;
    }
    if (scene == SCENE_PAIRS) pair_up(f, positions);
}
