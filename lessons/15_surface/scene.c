#include "scene.h"

#include "base/message.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979

static const double SHAKE = 0.02; // of the spacing, each way

// In metres. The shapes lie around the middle of their box.
static const double BALL = 2.4, RING = 2.6, TUBE = 1.0, OUTER = 2.6, INNER = 1.2;
static const double LEFT = 1.5, LEFT_X = -2.1, RIGHT = 1.2, RIGHT_X = 2.2;

#define SPHERE(r) (4.0 / 3.0 * PI * (r) * (r) * (r))

// Half of the cells of two spacings are empty, if each has 0.69 particles on average.
#define PER_CELL 0.69

static const float BOX[3] = {8.0f, 6.0f, 8.0f};

static const struct {
    const char *name;
    double volume; // m3, of all particles together
    int euler;
} scenes[SCENE_COUNT] = {
    [SCENE_WATER] = {"water", 168.75, 0},
    [SCENE_BALL] = {"ball", SPHERE(2.4), 2},
    [SCENE_TORUS] = {"torus", 2.0 * PI *PI * 2.6, 0},
    [SCENE_TWO_BALLS] = {"two balls", SPHERE(1.5) + SPHERE(1.2), 4},
    [SCENE_HOLLOW_BALL] = {"hollow ball", SPHERE(2.6) - SPHERE(1.2), 4},
    [SCENE_NOISE] = {"noise", 8.0 * 6.0 * 8.0 * PER_CELL / 8.0, 0},
};

const char *scene_name(int scene)
{
    return scenes[scene].name;
}

void scene_box(float box[3])
{
    for (int axis = 0; axis < 3; axis++) box[axis] = BOX[axis];
}

double scene_spacing(int scene, int count)
{
    return cbrt(scenes[scene].volume / (count > 0 ? count : 1));
}

int scene_euler(int scene)
{
    return scenes[scene].euler;
}

/* ---- Shapes ---- */

static double length_of(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

// How far a point, counted from the box's middle, is outside of the shape: negative inside.
static double distance_to(int scene, const double p[3])
{
    double from_middle = length_of(p[0], p[1], p[2]);
    switch (scene) {
    case SCENE_TORUS: return length_of(length_of(p[0], 0.0, p[2]) - RING, p[1], 0.0) - TUBE;
    case SCENE_TWO_BALLS:
        return fmin(length_of(p[0] - LEFT_X, p[1], p[2]) - LEFT,
                    length_of(p[0] - RIGHT_X, p[1], p[2]) - RIGHT);
    case SCENE_HOLLOW_BALL: return fmax(from_middle - OUTER, INNER - from_middle);
    default: return from_middle - BALL;
    }
}

typedef struct site {
    double distance; // to the shape
    int64_t number;  // in the lattice
} site;

static int compare_sites(const void *a, const void *b)
{
    const site *x = a, *y = b;
    if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

// The sites of the box, around its middle; no site on a plane of the shape's symmetry.
typedef struct lattice {
    double pitch, first[3];
    int64_t count[3];
} lattice;

static lattice lattice_with(double pitch)
{
    lattice l = {.pitch = pitch};
    for (int axis = 0; axis < 3; axis++) {
        l.count[axis] = (int64_t)((double)BOX[axis] / pitch);
        l.first[axis] = -0.5 * pitch * (double)(l.count[axis] - 1);
    }
    return l;
}

static int64_t sites_of(const lattice *l)
{
    return l->count[0] * l->count[1] * l->count[2];
}

// A lattice with the particles' spacing; narrower where a few large ones leave too many outside.
static lattice lattice_for(int scene, int count)
{
    lattice l = lattice_with(scene_spacing(scene, count));
    while (sites_of(&l) < count) l = lattice_with(0.95 * l.pitch);
    return l;
}

static void point_of(const lattice *l, int64_t number, double point[3])
{
    const int64_t at[3] = {number % l->count[0], number / l->count[0] % l->count[1],
                           number / l->count[0] / l->count[1]};
    for (int axis = 0; axis < 3; axis++) point[axis] = l->first[axis] + (double)at[axis] * l->pitch;
}

// Into `sites`, which may be NULL, those that are no further from the shape than `most`.
static int64_t sites_within(int scene, const lattice *l, double most, site *sites)
{
    int64_t found = 0;
    for (int64_t i = 0; i < sites_of(l); i++) {
        double point[3];
        point_of(l, i, point);
        double distance = distance_to(scene, point);
        if (distance > most) continue;
        if (sites != NULL) sites[found] = (site){.distance = distance, .number = i};
        found++;
    }
    return found;
}

static bool fill_shape(int scene, int count, wb_random *random, float (*positions)[4])
{
    lattice l = lattice_for(scene, count);
    double most = 0.5 * l.pitch;
    int64_t found = sites_within(scene, &l, most, NULL);
    for (; found < count; found = sites_within(scene, &l, most, NULL)) most *= 2.0;
    site *sites = malloc((size_t)found * sizeof *sites);
    if (sites == NULL) {
        wb_error("no memory for the %d particles of the scene \"%s\"", count, scene_name(scene));
        return false;
    }
    sites_within(scene, &l, most, sites);
    qsort(sites, (size_t)found, sizeof *sites, compare_sites);
    for (int i = 0; i < count; i++) {
        double point[3];
        point_of(&l, sites[i].number, point);
        for (int axis = 0; axis < 3; axis++) {
            double shake = SHAKE * (2.0 * (double)wb_random_float(random) - 1.0) * l.pitch;
            double side = (double)BOX[axis];
            positions[i][axis] = (float)fmin(fmax(0.5 * side + point[axis] + shake, 0.0), side);
        }
        positions[i][3] = 0.0f;
    }
    free(sites);
    return true;
}

static void fill_noise(int count, wb_random *random, float (*positions)[4])
{
    for (int i = 0; i < count; i++)
        for (int axis = 0; axis < 4; axis++)
            positions[i][axis] = axis < 3 ? BOX[axis] * wb_random_float(random) : 0.0f;
}

bool scene_fill(int scene, int count, uint64_t seed, float (*positions)[4])
{
    wb_random random = wb_random_seed(seed);
    if (count < 1) return true;
    if (scene != SCENE_NOISE) return fill_shape(scene, count, &random, positions);
    fill_noise(count, &random, positions);
    return true;
}
