#include "scene.h"

#include "base/message.h"
#include "base/random.h"

#include <math.h>

static const float SHAKE = 0.02f; // of the spacing, each way

static const struct {
    const char *name;
    float box[3];
    double volume; // of water, m3
} scenes[SCENE_COUNT] = {
    // 50,000 particles at 0.15 m
    [SCENE_DAM] = {"dam break", {8.0f, 6.0f, 8.0f}, 168.75},
    [SCENE_DOUBLE_DAM] = {"double dam break", {8.0f, 6.0f, 8.0f}, 168.75},
    [SCENE_DROP] = {"falling drop", {8.0f, 6.0f, 8.0f}, 168.75},
    [SCENE_TANK] = {"settled tank", {8.0f, 6.0f, 8.0f}, 168.75},
    // The experiment of Martin and Moyce, 29 times as large: a column of 1.65 m x 3.3 m.
    [SCENE_COLUMN] = {"column of the experiment", {8.0f, 6.0f, 1.5f}, 1.65 * 3.3 * 1.5},
};
static const double DAM_WIDTH = 3.75, DOUBLE_WIDTH = 2.1, COLUMN_WIDTH = 1.65; // m
static const double DROP_RADIUS = 1.4, DROP_HEIGHT = 4.35;                     // m

const char *scene_name(int scene)
{
    return scenes[scene].name;
}

void scene_box(int scene, float box[3])
{
    for (int axis = 0; axis < 3; axis++) box[axis] = scenes[scene].box[axis];
}

double scene_spacing(int scene, int count)
{
    return cbrt(scenes[scene].volume / count);
}

void scene_obstacle(int kind, physics *p)
{
    p->obstacle_kind = kind;
    p->radius = 0.9f;
    float half_size[3] = {0.45f, 0.9f, 0.9f};
    float centre[3] = {0.7f * p->box[0], 0.9f, 0.5f * p->box[2]};
    for (int axis = 0; axis < 3; axis++) {
        p->half_size[axis] = half_size[axis];
        p->obstacle[axis] = centre[axis];
    }
}

static bool is_in_obstacle(const physics *p, const double point[3])
{
    double d[3], square = 0.0, room = p->margin;
    for (int axis = 0; axis < 3; axis++) {
        d[axis] = fabs(point[axis] - p->obstacle[axis]);
        square += d[axis] * d[axis];
    }
    if (p->obstacle_kind == OBSTACLE_SPHERE) return square < pow(p->radius + room, 2.0);
    return p->obstacle_kind == OBSTACLE_BOX && d[0] < p->half_size[0] + room &&
           d[1] < p->half_size[1] + room && d[2] < p->half_size[2] + room;
}

/* ---- Filling ---- */

typedef struct filling {
    const physics *p;
    float (*positions)[4];
    int placed;
    wb_random random;
} filling;

static void place(filling *f, const double point[3])
{
    double spacing = 2.0 * f->p->margin;
    float *position = f->positions[f->placed++];
    for (int axis = 0; axis < 3; axis++) {
        double shake = SHAKE * (2.0 * wb_random_float(&f->random) - 1.0) * spacing;
        double low = f->p->margin, high = f->p->box[axis] - f->p->margin;
        position[axis] = (float)fmin(fmax(point[axis] + shake, low), fmax(low, high));
    }
    position[3] = 0.0f;
}

// How many layers of about this spacing fill a length; at least one.
static int layers(double length, double spacing)
{
    int count = (int)floor(length / spacing + 0.5);
    return count > 0 ? count : 1;
}

// Layer upon layer on the floor from x = `first` over `width`, up to `wanted` particles in all. The
// lattice is stretched a little, to fill width and depth exactly at the right volume a particle.
// Returns false if the ceiling comes first.
static bool fill_block(filling *f, double first, double width, int wanted)
{
    const physics *p = f->p;
    double s = 2.0 * p->margin;
    int nx = layers(width, s), nz = layers(p->box[2], s);
    double sx = width / nx, sz = (double)p->box[2] / nz, sy = s * s * s / (sx * sz);
    int ny = (int)fmax(p->box[1] / sy + 1e-4, 1.0);
    for (int y = 0; y < ny; y++)
        for (int z = 0; z < nz; z++)
            for (int x = 0; x < nx; x++) {
                if (f->placed == wanted) return true;
                double point[3] = {first + (x + 0.5) * sx, (y + 0.5) * sy, (z + 0.5) * sz};
                if (!is_in_obstacle(p, point)) place(f, point);
            }
    return f->placed == wanted;
}

// A ball of lattice points in the air, of no more than `wanted` particles.
static void fill_ball(filling *f, double radius, double height, int wanted)
{
    const physics *p = f->p;
    double s = 2.0 * p->margin, middle[3] = {0.5 * p->box[0], height, 0.5 * p->box[2]};
    int n = layers(radius, s);
    for (int y = -n; y <= n; y++)
        for (int z = -n; z <= n; z++)
            for (int x = -n; x <= n; x++) {
                double inside = (double)(x * x + y * y + z * z) * s * s;
                if (inside > radius * radius || f->placed == wanted) continue;
                place(f, (double[]){middle[0] + x * s, middle[1] + y * s, middle[2] + z * s});
            }
}

// False if this width of the block leaves the water too high.
static bool try_width(filling *f, int scene, double width)
{
    const physics *p = f->p;
    double right = p->box[0] - width;
    if (scene == SCENE_DROP) fill_ball(f, DROP_RADIUS, DROP_HEIGHT, p->count);
    if (scene == SCENE_DOUBLE_DAM)
        return fill_block(f, 0.0, width, p->count / 2) && fill_block(f, right, width, p->count);
    return fill_block(f, 0.0, width, p->count);
}

bool scene_fill(int scene, const physics *p, uint64_t seed, float (*positions)[4])
{
    double spacing = 2.0 * p->margin, width = p->box[0];
    if (scene == SCENE_DAM) width = DAM_WIDTH;
    if (scene == SCENE_DOUBLE_DAM) width = DOUBLE_WIDTH;
    if (scene == SCENE_COLUMN) width = COLUMN_WIDTH;
    for (; width < p->box[0] + spacing; width += spacing) {
        filling f = {.p = p, .positions = positions, .random = wb_random_seed(seed)};
        if (try_width(&f, scene, fmin(width, p->box[0]))) return true;
    }
    wb_error("%d particles do not fit into the box of the scene \"%s\"", p->count,
             scene_name(scene));
    return false;
}

void scene_mix(int count, uint64_t seed, float (*positions)[4])
{
    wb_random random = wb_random_seed(seed);
    for (int i = count - 1; i > 0; i--) { // Fisher and Yates
        int j = (int)wb_random_below(&random, (uint32_t)i + 1);
        for (int axis = 0; axis < 4; axis++) {
            float kept = positions[i][axis];
            positions[i][axis] = positions[j][axis];
            positions[j][axis] = kept;
        }
    }
}
