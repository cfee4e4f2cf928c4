#include "water/scene.h"

#include "base/message.h"
#include "base/random.h"
#include "water/slots.h"

#include <math.h>

static const float SHAKE = 0.02f; // of the spacing, each way

// A cubic lattice of the spacing would come out at 1.0075 times the rest density, because a sum
// over 80 neighbours is not quite the integral; and in the layer beside a wall at 1.036 times. So
// that nothing bursts at the start, the lattice is wider by that, and begins further from the wall.
// In spacings.
static const double PITCH = 1.0025, FIRST_LAYER = 0.55;

static const double DROP_RADIUS = 1.2, DROP_HEIGHT = 4.6; // m
#define WAVE_POOL ((14.0 - 3.2) * 0.8 * 4.4)
#define DROP_VOLUME (4.0 / 3.0 * 3.14159265358979 * 1.2 * 1.2 * 1.2)

static const struct {
    const char *name;
    float box[3];
    double volume; // of water, m3
    double width;  // of a block of water at first, m; 0: that of the box
} scenes[WB_WATER_SCENES] = {
    // 50,000 particles at 0.15 m
    [WB_WATER_DAM] = {"dam break", {8.0f, 6.0f, 8.0f}, 168.75, 3.75},
    [WB_WATER_DOUBLE_DAM] = {"double dam break", {8.0f, 6.0f, 8.0f}, 168.75, 2.1},
    [WB_WATER_DROP] = {"falling drop", {8.0f, 6.0f, 8.0f}, DROP_VOLUME + 8.0 * 0.8 * 8.0, 0.0},
    [WB_WATER_TANK] = {"settled tank", {8.0f, 6.0f, 8.0f}, 168.75, 0.0},
    // The experiment of Martin and Moyce, 29 times as large: a column of 1.65 m x 3.3 m.
    [WB_WATER_COLUMN] = {"column of the experiment", {8.0f, 6.0f, 1.5f}, 1.65 * 3.3 * 1.5, 1.65},
    // A dam that breaks into a pool.
    [WB_WATER_WAVE] = {"breaking wave", {14.0f, 10.0f, 4.4f}, WAVE_POOL + 3.2 * 4.8 * 4.4, 3.2},
};

const char *wb_water_scene_name(int scene)
{
    return scenes[scene].name;
}

void wb_water_scene_box(int scene, float box[3])
{
    for (int axis = 0; axis < 3; axis++) box[axis] = scenes[scene].box[axis];
}

double wb_water_scene_spacing(int scene, int count)
{
    return cbrt(scenes[scene].volume / count);
}

void wb_water_scene_obstacle(int kind, wb_water_numbers *p)
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

static bool is_in_obstacle(const wb_water_numbers *p, const double point[3])
{
    double d[3], square = 0.0, room = p->margin;
    for (int axis = 0; axis < 3; axis++) {
        d[axis] = fabs(point[axis] - p->obstacle[axis]);
        square += d[axis] * d[axis];
    }
    if (p->obstacle_kind == WATER_SPHERE) return square < pow(p->radius + room, 2.0);
    return p->obstacle_kind == WATER_BOX && d[0] < p->half_size[0] + room &&
           d[1] < p->half_size[1] + room && d[2] < p->half_size[2] + room;
}

/* ---- Filling ---- */

typedef struct filling {
    const wb_water_numbers *p;
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
        double low = f->p->gap, high = f->p->box[axis] - f->p->gap;
        position[axis] = (float)fmin(fmax(point[axis] + shake, low), fmax(low, high));
    }
    position[3] = 0.0f;
}

/* ---- Blocks ---- */

// Sites of a lattice.
typedef struct lattice {
    int64_t count[3];
    double first[3], pitch[3]; // m
} lattice;

static void site_of(const lattice *l, int64_t number, double point[3])
{
    int64_t at[3] = {number % l->count[0], number / (l->count[0] * l->count[2]),
                     number / l->count[0] % l->count[2]};
    for (int axis = 0; axis < 3; axis++)
        point[axis] = l->first[axis] + (double)at[axis] * l->pitch[axis];
}

static int64_t sites(const lattice *l)
{
    return l->count[0] * l->count[1] * l->count[2];
}

// Sites that are not in the obstacle.
static int64_t free_sites(const lattice *l, const wb_water_numbers *p)
{
    if (p->obstacle_kind == WATER_NO_OBSTACLE) return sites(l);
    int64_t found = 0;
    for (int64_t i = 0; i < sites(l); i++) {
        double point[3];
        site_of(l, i, point);
        if (!is_in_obstacle(p, point)) found++;
    }
    return found;
}

// `count` sites between two ends; one end, or both, may be walls.
static void set_axis(lattice *l, int axis, int64_t count, double low, double high, double spacing,
                     bool wall_below, bool wall_above)
{
    double below = spacing * (wall_below ? FIRST_LAYER : 0.5);
    double above = spacing * (wall_above ? FIRST_LAYER : 0.5);
    l->count[axis] = count;
    l->first[axis] = count > 1 ? low + below : 0.5 * (low + high);
    l->pitch[axis] = count > 1 ? (high - low - below - above) / (double)(count - 1) : high - low;
}

// A block on the floor over the whole depth of the box, from x = `low` to `high`, of as many whole
// layers as it takes for `wanted` free sites. The volume of a site is always the same.
static lattice block(const wb_water_numbers *p, double low, double high, const int64_t count[2],
                     int64_t wanted)
{
    lattice l;
    double s = 2.0 * p->margin, width = p->box[0];
    set_axis(&l, 0, count[0], low, high, s, low <= 0.0, high >= width);
    set_axis(&l, 2, count[1], 0.0, p->box[2], s, true, true);
    l.pitch[1] = pow(PITCH * s, 3.0) / (l.pitch[0] * l.pitch[2]);
    l.first[1] = FIRST_LAYER * l.pitch[1];
    l.count[1] = (wanted + count[0] * count[1] - 1) / (count[0] * count[1]);
    while (p->obstacle_kind != WATER_NO_OBSTACLE && free_sites(&l, p) < wanted &&
           l.first[1] + (double)l.count[1] * l.pitch[1] < p->box[1])
        l.count[1]++;
    return l;
}

// How bad a lattice is: sites that have to stay empty, and pitches that differ.
static double badness(const lattice *l, int64_t wanted)
{
    double least = fmin(fmin(l->pitch[0], l->pitch[1]), l->pitch[2]);
    double most = fmax(fmax(l->pitch[0], l->pitch[1]), l->pitch[2]);
    return (double)(sites(l) - wanted) / (double)wanted + 0.3 * (most / least - 1.0);
}

// A few more or fewer sites along x and z: of these blocks, the best.
static lattice best_block(const wb_water_numbers *p, double low, double high, int64_t wanted)
{
    enum { AROUND = 3 };
    double s = PITCH * 2.0 * p->margin, best = INFINITY;
    lattice found = {0};
    for (int x = -AROUND; x <= AROUND; x++)
        for (int z = -AROUND; z <= AROUND; z++) {
            int64_t count[2] = {(int64_t)floor((high - low) / s + 0.5) + x,
                                (int64_t)floor(p->box[2] / s + 0.5) + z};
            if (count[0] < 1) count[0] = 1;
            if (count[1] < 1) count[1] = 1;
            lattice l = block(p, low, high, count, wanted);
            if (badness(&l, wanted) >= best) continue;
            best = badness(&l, wanted);
            found = l;
        }
    return found;
}

// Fills a block with `wanted` particles. Sites that remain are spread evenly through it, so that no
// layer is a part of one. False if the ceiling comes first.
static bool fill_block(filling *f, double low, double high, int64_t wanted)
{
    const wb_water_numbers *p = f->p;
    if (wanted < 1) return true;
    lattice l = best_block(p, low, high, wanted);
    int64_t all = free_sites(&l, p), number = 0;
    if (all < wanted || l.first[1] + (double)(l.count[1] - 1) * l.pitch[1] > p->box[1])
        return false;
    for (int64_t i = 0; i < sites(&l); i++) {
        double point[3];
        site_of(&l, i, point);
        if (is_in_obstacle(p, point)) continue;
        if ((number + 1) * wanted / all > number * wanted / all) place(f, point);
        number++;
    }
    return true;
}

/* ---- Scenes ---- */

// A ball of lattice points in the air, of no more than `wanted` particles.
static void fill_ball(filling *f, double radius, double height, int wanted)
{
    const wb_water_numbers *p = f->p;
    double s = PITCH * 2.0 * p->margin;
    double middle[3] = {0.5 * p->box[0], height, 0.5 * p->box[2]};
    int n = (int)(radius / s) + 1;
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
    const wb_water_numbers *p = f->p;
    double right = p->box[0] - width;
    if (scene == WB_WATER_DROP) fill_ball(f, DROP_RADIUS, DROP_HEIGHT, p->count);
    if (scene == WB_WATER_DOUBLE_DAM)
        return fill_block(f, 0.0, width, p->count / 2) &&
               fill_block(f, right, p->box[0], p->count - f->placed);
    if (scene == WB_WATER_WAVE) {
        int pool = (int)(p->count * WAVE_POOL / scenes[scene].volume);
        if (!fill_block(f, width, p->box[0], pool)) return false;
    }
    return fill_block(f, 0.0, width, p->count - f->placed);
}

bool wb_water_scene_fill(int scene, const wb_water_numbers *p, uint64_t seed, float (*positions)[4])
{
    double spacing = 2.0 * p->margin;
    double width = scenes[scene].width > 0.0 ? scenes[scene].width : p->box[0];
    for (; width < p->box[0] + spacing; width += spacing) {
        filling f = {.p = p, .positions = positions, .random = wb_random_seed(seed)};
        if (try_width(&f, scene, fmin(width, p->box[0]))) return true;
    }
    wb_error("%d particles do not fit into the box of the scene \"%s\"", p->count,
             wb_water_scene_name(scene));
    return false;
}

void wb_water_scene_mix(int count, uint64_t seed, float (*positions)[4])
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
