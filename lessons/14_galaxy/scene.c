// The scenes. Directions and chances come from a sequence that is the same on every machine.
#include "scene.h"
#include "state.h"

#include "14_galaxy/slots.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

/* A galaxy as it is built: a disc e^(-R / scale) up to `edge` with arms, and a ninth of the stars
 * in a bulge around the middle. Lengths in kpc. */
typedef struct galaxy {
    double middle[3], drift[3]; // km/s
    double scale, edge, height, bulge;
    double tilt; // of the disc, around the x axis
} galaxy;

static const galaxy alone = {.scale = 3.0, .edge = 15.0, .height = 0.3, .bulge = 0.6};
static const galaxy meeting[2] = {
    {{-6.5, 0.0, -2.2}, {75.0, 0.0, 0.0}, 1.3, 6.0, 0.2, 0.35, 0.25},
    {{6.5, 0.0, 2.2}, {-75.0, 0.0, 0.0}, 1.3, 6.0, 0.2, 0.35, -1.0},
};

static const galaxy *galaxy_of(int star)
{
    if (lesson.scene != SCENE_COLLISION) return &alone;
    return &meeting[star < lesson.stars / 2 ? 0 : 1];
}

/* ---- Chance ---- */

// 0 < x < 1.
static double chance(wb_random *random)
{
    return (wb_random_u32(random) + 0.5) * 0x1p-32;
}

// A number with a normal distribution (G. Marsaglia's polar method).
static double normal(wb_random *random)
{
    for (;;) {
        double a = 2.0 * chance(random) - 1.0, b = 2.0 * chance(random) - 1.0, s = a * a + b * b;
        if (s < 1.0) return a * sqrt(-2.0 * log(s) / s);
    }
}

/* ---- Places ---- */

// H. C. Plummer's sphere, cut off at eight times its size.
static void place_in_bulge(const galaxy *g, wb_random *random, double place[3])
{
    double r;
    do r = g->bulge / sqrt(pow(chance(random), -2.0 / 3.0) - 1.0);
    while (r > 8.0 * g->bulge);
    double up = 2.0 * chance(random) - 1.0, flat = sqrt(1.0 - up * up);
    double angle = 2.0 * PI * chance(random);
    place[0] = r * flat * cos(angle);
    place[1] = r * up;
    place[2] = r * flat * sin(angle);
}

// Where the arms are, there are three times as many stars as between them.
static double arms_at(const galaxy *g, double r, double angle)
{
    const double pitch = 0.35;
    double turn = log(r / g->scale + 0.1) / tan(pitch);
    return 1.0 + 0.5 * cos(lesson.arms * (angle - turn));
}

static void place_in_disc(const galaxy *g, wb_random *random, double place[3])
{
    double r, angle;
    // Tries places in the disc until chance takes one: R e^(-R / scale) is largest at the scale.
    do {
        do r = g->edge * chance(random);
        while (chance(random) * g->scale * exp(-1.0) > r * exp(-r / g->scale));
        angle = 2.0 * PI * chance(random);
    } while (lesson.arms > 0 && 1.5 * chance(random) > arms_at(g, r, angle));
    double share = chance(random), up = 0.5 * g->height * log(share / (1.0 - share));
    place[0] = r * cos(angle);
    place[1] = fmax(fmin(up, 2.0), -2.0);
    place[2] = r * sin(angle);
}

static void tilt(const galaxy *g, double v[3])
{
    double c = cos(g->tilt), s = sin(g->tilt), y = v[1], z = v[2];
    v[1] = c * y - s * z;
    v[2] = s * y + c * z;
}

static bool is_hole(int star)
{
    return lesson.scene == SCENE_HOLE && star == 0;
}

// One in nine, spread over all numbers: a galaxy of few stars has a bulge, too.
static bool is_in_bulge(int star)
{
    return star % 9 == 4;
}

double scene_weight(void)
{
    return lesson.stars + (lesson.scene == SCENE_HOLE ? HOLE_STARS - 1.0 : 0.0);
}

/* ---- The crowded ring ---- */

enum { CROWDED = 20 }; // nine stars in ten are in this ring, the others in all rings

static int ring_of(int star)
{
    return star % 10 == 9 ? star / 10 % RINGS : CROWDED;
}

// The stars of a ring are in its middle, at angles that are 0.618 of a turn apart.
static double ring_angle(int star)
{
    return 2.0 * PI * fmod(0.6180339887498949 * star, 1.0);
}

static void place_in_ring(int star, float place[4])
{
    double r = (ring_of(star) + 0.5) / RINGS_PER_KPC, angle = ring_angle(star);
    place[0] = (float)(r * cos(angle));
    place[1] = 0.0f;
    place[2] = (float)(r * sin(angle));
    place[3] = 1.0f;
}

// Far too fast to stay. Each ring has another speed, whose fractions show how exact a sum is. In
// the crowded one, a group's sum is just short of a multiple of 1024 km/s: its lower bits are
// nearly all 1, and add up fast.
static const double crowded_speed = 997.0;

static void fly_in_ring(int star, float velocity[4])
{
    double speed = crowded_speed - 13.37 * abs(ring_of(star) - CROWDED), angle = ring_angle(star);
    velocity[0] = (float)(speed * sin(angle));
    velocity[1] = velocity[3] = 0.0f;
    velocity[2] = (float)(-speed * cos(angle));
}

/* ---- All places ---- */

static void place_all_in_rings(float (*positions)[4])
{
    for (int i = 0; i < lesson.stars; i++) place_in_ring(i, positions[i]);
}

static void place_in_galaxies(float (*positions)[4])
{
    wb_random random = wb_random_seed(wb_seed());
    for (int i = 0; i < lesson.stars; i++) {
        const galaxy *g = galaxy_of(i);
        double place[3] = {0.0, 0.0, 0.0};
        if (!is_hole(i)) (is_in_bulge(i) ? place_in_bulge : place_in_disc)(g, &random, place);
        tilt(g, place);
        for (int k = 0; k < 3; k++) positions[i][k] = (float)(place[k] + g->middle[k]);
        positions[i][3] = is_hole(i) ? HOLE_STARS : 1.0f;
    }
}

void scene_place(float (*positions)[4])
{
    (lesson.scene == SCENE_RING ? place_all_in_rings : place_in_galaxies)(positions);
}

/* ---- Velocities ---- */

void scene_chance(float (*velocities)[4])
{
    for (int i = 0; i < lesson.stars && lesson.scene == SCENE_RING; i++)
        fly_in_ring(i, velocities[i]);
    if (lesson.scene == SCENE_RING) return;
    wb_random random = wb_random_seed(wb_seed() + 1);
    for (int i = 0; i < lesson.stars; i++) {
        int second = lesson.scene == SCENE_COLLISION && i >= lesson.stars / 2;
        for (int k = 0; k < 3; k++) velocities[i][k] = (float)normal(&random);
        velocities[i][3] = (float)(is_hole(i) ? 4 : second + 2 * is_in_bulge(i));
    }
}

void scene_galaxies(float galaxies[2][3][4])
{
    for (int i = 0; i < 2; i++) {
        const galaxy *g = lesson.scene == SCENE_COLLISION ? &meeting[i] : &alone;
        for (int k = 0; k < 3; k++) galaxies[i][0][k] = (float)g->middle[k];
        for (int k = 0; k < 3; k++) galaxies[i][1][k] = (float)g->drift[k];
        galaxies[i][0][3] = (float)g->scale;
        galaxies[i][1][3] = galaxies[i][2][2] = galaxies[i][2][3] = 0.0f;
        galaxies[i][2][0] = (float)cos(g->tilt);
        galaxies[i][2][1] = (float)sin(g->tilt);
    }
}
