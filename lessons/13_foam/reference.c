// What is right: the same frame on the CPU, in double precision, written for clearness.
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Cells, and memory ---- */

static int cell_along(int axis, double x)
{
    double last = floor((double)lesson.w.box[axis] / lesson.w.reach);
    return (int)fmin(fmax(floor(x / lesson.w.reach), 0.0), last); // of NaN, 0
}

static int cell_index(const int cell[3])
{
    int across = cell_along(0, INFINITY) + 1, up = cell_along(1, INFINITY) + 1;
    return (cell[2] * up + cell[1]) * across + cell[0];
}

static int cell_count(void)
{
    const int last[3] = {cell_along(0, INFINITY), cell_along(1, INFINITY), cell_along(2, INFINITY)};
    return cell_index(last) + 1;
}

bool seen_create(seen *s)
{
    size_t n = (size_t)lesson.w.count, pool = (size_t)lesson.pool;
    *s = (seen){.count = n, .pool = pool};
    s->bodies = calloc(n, sizeof *s->bodies);
    s->motions = calloc(n, sizeof *s->motions);
    s->ids = calloc(n, sizeof *s->ids);
    s->births = calloc(n, sizeof *s->births);
    s->places = calloc(n, sizeof *s->places);
    s->next = calloc(n, sizeof *s->next);
    s->first = calloc((size_t)cell_count(), sizeof *s->first);
    s->x = calloc(pool, sizeof *s->x);
    s->v = calloc(pool, sizeof *s->v);
    s->next_x = calloc(pool, sizeof *s->next_x);
    s->next_v = calloc(pool, sizeof *s->next_v);
    bool good = s->bodies && s->motions && s->ids && s->births && s->places && s->next &&
                s->first && s->x && s->v && s->next_x && s->next_v;
    if (traits()->has_crests) {
        s->normals = calloc(n, sizeof *s->normals);
        s->crests = calloc(n, sizeof *s->crests);
        good = good && s->normals && s->crests;
    }
    if (lesson.confinement > 0.0f) {
        s->before = calloc(n, sizeof *s->before);
        s->curls = calloc(n, sizeof *s->curls);
        good = good && s->before && s->curls;
    }
    if (!good) wb_error("--check: no memory for %zu particles", n + pool);
    return good;
}

void seen_free(seen *s)
{
    void *const all[] = {s->bodies, s->motions, s->ids,    s->births, s->places,
                         s->next,   s->first,   s->x,      s->v,      s->next_x,
                         s->next_v, s->normals, s->crests, s->before, s->curls};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    *s = (seen){0};
}

/* ---- Neighbours ---- */

void build_lists(seen *s)
{
    for (int c = 0; c < cell_count(); c++) s->first[c] = -1;
    for (int k = (int)s->count - 1; k >= 0; k--) {
        int cell[3];
        for (int axis = 0; axis < 3; axis++)
            cell[axis] = cell_along(axis, (double)s->bodies[k][axis]);
        s->next[k] = s->first[cell_index(cell)];
        s->first[cell_index(cell)] = k;
    }
}

// What is summed up over the water around a place.
typedef struct around {
    size_t self;       // of a particle of water
    double x[3], v[3]; // the place, and how fast one is there
    double normal[3];
    double trapped, crest, unsure_crest;
    double curl[3], slope[3], unsure; // unsure: all terms added without their signs
    double water, weights, flow[3];
} around;

typedef void (*visitor)(around *a, const seen *s, size_t j, const double d[3], double r);

static void for_each_neighbour(around *a, const seen *s, visitor visit)
{
    int low[3], high[3], cell[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = cell_along(axis, a->x[axis] - lesson.w.reach);
        high[axis] = cell_along(axis, a->x[axis] + lesson.w.reach);
    }
    for (cell[2] = low[2]; cell[2] <= high[2]; cell[2]++)
        for (cell[1] = low[1]; cell[1] <= high[1]; cell[1]++)
            for (cell[0] = low[0]; cell[0] <= high[0]; cell[0]++)
                for (int j = s->first[cell_index(cell)]; j >= 0; j = s->next[j]) {
                    double d[3], square = 0.0;
                    for (int axis = 0; axis < 3; axis++) {
                        d[axis] = a->x[axis] - (double)s->bodies[j][axis];
                        square += d[axis] * d[axis];
                    }
                    if (square < (double)lesson.w.reach * lesson.w.reach)
                        visit(a, s, (size_t)j, d, sqrt(square));
                }
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

static double ramp(double x, float low, float high)
{
    return clamp((x - (double)low) / ((double)high - (double)low), 0.0, 1.0);
}

/* ---- Births ---- */

static void trap(around *a, const seen *s, size_t j, const double d[3], double r)
{
    double v[3];
    if (r == 0.0 && j == a->self) return;
    for (int axis = 0; axis < 3; axis++) v[axis] = a->v[axis] - (double)s->motions[j][axis];
    double parting = r > 0.0 ? dot(v, d) / r : 0.0;
    a->trapped += (sqrt(dot(v, v)) - parting) * (1.0 - r / (double)lesson.w.reach);
}

// The task: how much the surface is bent, where it is convex.
static void bend(around *a, const seen *s, size_t j, const double d[3], double r)
{
    if (r == 0.0) return;
    double other[3], inside = 1.0 - r / (double)lesson.w.reach;
    for (int axis = 0; axis < 3; axis++) other[axis] = (double)s->normals[j][axis];
    double share = (1.0 - dot(a->normal, other)) * inside, above = -dot(d, a->normal) / r;
    if (fabs(above) < UNSURE) a->unsure_crest += share;
    if (above < 0.0) a->crest += share;
}

static around look_from_body(const seen *s, size_t k)
{
    around a = {.self = k};
    for (int axis = 0; axis < 3; axis++) {
        a.x[axis] = (double)s->bodies[k][axis];
        a.v[axis] = (double)s->motions[k][axis];
        if (s->normals != NULL) a.normal[axis] = (double)s->normals[k][axis];
    }
    return a;
}

static uint32_t chance_of(uint32_t id, uint32_t k)
{
    return wb_random_hash(wb_random_hash(wb_random_hash(id ^ lesson.f.key) ^ lesson.f.frame) + k);
}

static double wildness(const seen *s, size_t k)
{
    around a = look_from_body(s, k);
    if (s->crests != NULL)
        return ramp((double)s->crests[k], lesson.f.crest_low, lesson.f.crest_high);
    for_each_neighbour(&a, s, trap);
    return ramp(a.trapped, lesson.f.trapped_low, lesson.f.trapped_high);
}

uint32_t births_of(const seen *s, size_t k, bool *unsure)
{
    around a = look_from_body(s, k);
    uint32_t random = chance_of(s->ids[k], 0);
    double energy = ramp(0.5 * dot(a.v, a.v), lesson.f.energy_low, lesson.f.energy_high);
    double wanted = (double)lesson.f.rate * wildness(s, k) * energy * (double)lesson.f.frame_s;
    double chosen = wanted + (double)wb_random_hash_float(&random);
    double density = 1.0 / (double)s->motions[k][3] / (double)lesson.w.rest_density;
    double room = UNSURE + 1e-5 * wanted;
    *unsure = (wanted > 0.0 && fabs(chosen - floor(chosen + 0.5)) < room) ||
              fabs(density - (double)lesson.f.surface) < 1e-5;
    return density < (double)lesson.f.surface ? (uint32_t)floor(chosen) : 0;
}

double crest_of(const seen *s, size_t k, double *unsure)
{
    around a = look_from_body(s, k);
    double speed = sqrt(dot(a.v, a.v)), along = dot(a.v, a.normal);
    *unsure = 0.0;
    if (speed == 0.0) return 0.0; // exactly: that is no matter of rounding
    if (fabs(along - 0.6 * speed) < UNSURE * (speed + 1.0)) return -1.0;
    if (along >= 0.6 * speed) for_each_neighbour(&a, s, bend);
    *unsure = a.unsure_crest;
    return a.crest;
}

double outwards_of(const seen *s, size_t k)
{
    around a = look_from_body(s, k);
    return dot(a.v, a.normal) / sqrt(dot(a.v, a.v));
}

/* ---- Eddies ---- */

// -W' / r, without its factor.
static double slope_at(double r)
{
    return pow(1.0 - r / (double)lesson.w.reach, 3.0);
}

static void cross(const double a[3], const double b[3], double product[3])
{
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        product[axis] = a[next] * b[last] - a[last] * b[next];
    }
}

static void turn(around *a, const seen *s, size_t j, const double d[3], double r)
{
    double room = fmin((double)s->motions[j][3], 1.0 / (double)lesson.w.rest_density);
    double weight = (double)lesson.w.mass * (double)lesson.w.slope * room * slope_at(r), v[3],
           product[3];
    for (int axis = 0; axis < 3; axis++) v[axis] = (double)s->before[s->ids[j]][axis] - a->v[axis];
    cross(v, d, product);
    for (int axis = 0; axis < 3; axis++) a->curl[axis] += weight * product[axis];
    a->unsure += weight * sqrt(dot(v, v)) * r;
}

void curl_of(const seen *s, size_t k, double curl[4], double *unsure)
{
    around a = look_from_body(s, k);
    for (int axis = 0; axis < 3; axis++) a.v[axis] = (double)s->before[s->ids[k]][axis];
    for_each_neighbour(&a, s, turn);
    memcpy(curl, a.curl, sizeof a.curl);
    curl[3] = sqrt(dot(a.curl, a.curl));
    *unsure = ROUNDING * a.unsure;
}

static void climb(around *a, const seen *s, size_t j, const double d[3], double r)
{
    double more = ((double)s->curls[j][3] - (double)s->curls[a->self][3]) * slope_at(r);
    for (int axis = 0; axis < 3; axis++) a->slope[axis] -= more * d[axis];
    a->unsure += fabs(more) * r;
}

void kick_of(const seen *s, size_t k, double kick[3], double *unsure)
{
    around a = look_from_body(s, k);
    double curl[3], most = (double)lesson.f.confinement * (double)lesson.w.time_step;
    for (int axis = 0; axis < 3; axis++) curl[axis] = (double)s->curls[k][axis];
    for_each_neighbour(&a, s, climb);
    double steep = fmax(sqrt(dot(a.slope, a.slope)), 1e-30);
    cross(a.slope, curl, kick);
    for (int axis = 0; axis < 3; axis++) kick[axis] *= most / steep;
    *unsure = most * (double)s->curls[k][3] * fmin(2.0, ROUNDING * a.unsure / steep);
}

/* ---- Moves ---- */

// Away from walls and obstacle, as the water itself: see shaders/water/walls.glsl.
static void stop(particle *p, const double outwards[3])
{
    double speed = dot(p->v, outwards);
    for (int axis = 0; axis < 3 && speed < 0.0; axis++) p->v[axis] -= speed * outwards[axis];
}

static void keep_out_of_sphere(particle *p)
{
    double d[3], closest = (double)lesson.w.radius + (double)lesson.w.gap;
    for (int axis = 0; axis < 3; axis++) d[axis] = p->x[axis] - (double)lesson.w.obstacle[axis];
    double distance = sqrt(dot(d, d));
    if (fabs(distance - closest) < UNSURE) p->unsure = true;
    if (distance >= closest || distance == 0.0) return;
    for (int axis = 0; axis < 3; axis++) {
        d[axis] /= distance;
        p->x[axis] = (double)lesson.w.obstacle[axis] + d[axis] * closest;
    }
    stop(p, d);
}

static void keep_out_of_block(particle *p)
{
    double d[3], depth[3], outwards[3] = {0};
    int face = 0;
    for (int axis = 0; axis < 3; axis++) {
        d[axis] = p->x[axis] - (double)lesson.w.obstacle[axis];
        depth[axis] = (double)lesson.w.half_size[axis] + (double)lesson.w.gap - fabs(d[axis]);
        if (fabs(depth[axis]) < UNSURE) p->unsure = true;
        if (depth[axis] <= 0.0) return;
        if (depth[axis] < depth[face]) face = axis;
    }
    for (int axis = 0; axis < 3; axis++)
        if (axis != face && fabs(depth[axis] - depth[face]) < UNSURE) p->unsure = true;
    outwards[face] = d[face] < 0.0 ? -1.0 : 1.0;
    p->x[face] += outwards[face] * depth[face];
    stop(p, outwards);
}

static void keep_inside(particle *p)
{
    if (lesson.w.obstacle_kind == WATER_SPHERE) keep_out_of_sphere(p);
    if (lesson.w.obstacle_kind == WATER_BOX) keep_out_of_block(p);
    for (int axis = 0; axis < 3; axis++) {
        double low = (double)lesson.w.gap,
               high = fmax(low, (double)lesson.w.box[axis] - (double)lesson.w.gap);
        if (p->x[axis] < low) p->v[axis] = fmax(p->v[axis], 0.0);
        if (p->x[axis] > high) p->v[axis] = fmin(p->v[axis], 0.0);
        if (fabs(p->x[axis] - low) < UNSURE || fabs(p->x[axis] - high) < UNSURE) p->unsure = true;
        p->x[axis] = clamp(p->x[axis], low, high);
    }
}

static double kernel(double r)
{
    double u = 1.0 - r / (double)lesson.w.reach;
    return (double)lesson.w.kernel * u * u * u * u * (5.0 - 4.0 * u);
}

static void weigh(around *a, const seen *s, size_t j, const double d[3], double r)
{
    double room = fmin((double)s->motions[j][3], 1.0 / (double)lesson.w.rest_density);
    double weight = kernel(r);
    (void)d;
    a->water += (double)lesson.w.mass * room * weight;
    a->weights += weight;
    for (int axis = 0; axis < 3; axis++) a->flow[axis] += weight * (double)s->motions[j][axis];
}

// The share of the kernel beyond a plane.
static double beyond(double distance)
{
    double u = fmax(1.0 - fabs(distance) / (double)lesson.w.reach, 0.0);
    double share = pow(u, 6.0) * (3.5 + u * (-4.5 + 1.5 * u));
    return distance < 0.0 ? 1.0 - share : share;
}

static double open_beside_obstacle(const double x[3])
{
    double d[3], covered = 1.0, h = (double)lesson.w.reach, radius = (double)lesson.w.radius;
    for (int axis = 0; axis < 3; axis++) {
        double half = (double)lesson.w.half_size[axis];
        d[axis] = x[axis] - (double)lesson.w.obstacle[axis];
        covered *= beyond(fabs(d[axis]) - half) - beyond(fabs(d[axis]) + half);
    }
    if (lesson.w.obstacle_kind == WATER_BOX) return 1.0 - covered;
    if (lesson.w.obstacle_kind != WATER_SPHERE) return 1.0;
    double centre = fmax(sqrt(dot(d, d)), radius), u = fmax(1.0 - (centre - radius) / h, 0.0);
    double rounding =
        h * pow(u, 6.0) * (7.0 + u * (-15.0 + u * (87.0 / 8.0 - 8.0 / 3.0 * u))) / (2.0 * centre);
    return 1.0 - beyond(centre - radius) + rounding;
}

static double open_share(const double x[3])
{
    const float *box = lesson.w.box;
    return (1.0 - beyond(x[0])) * (1.0 - beyond((double)box[0] - x[0])) * (1.0 - beyond(x[1])) *
           (1.0 - beyond(x[2])) * (1.0 - beyond((double)box[2] - x[2])) * open_beside_obstacle(x);
}

int kind_of(double water)
{
    if (water < (double)lesson.f.spray_below) return SPRAY;
    return water < (double)lesson.f.bubble_above ? FOAM : BUBBLE;
}

static void fly(particle *p, const around *a)
{
    double dt = (double)lesson.f.frame_s, flow[3];
    int kind = kind_of(p->water);
    for (int axis = 0; axis < 3; axis++)
        flow[axis] = a->weights > 0.0 ? a->flow[axis] / a->weights : 0.0;
    if (kind == BUBBLE) flow[1] += (double)lesson.f.rise;
    if (kind == SPRAY) p->v[1] -= (double)lesson.w.gravity * dt;
    for (int axis = 0; axis < 3; axis++) {
        double other = p->v[axis] - flow[axis];
        if (kind == SPRAY) {
            p->x[axis] += dt * p->v[axis];
        } else if (kind == FOAM) {
            p->v[axis] = flow[axis];
            p->x[axis] += dt * flow[axis];
        } else {
            p->x[axis] += dt * flow[axis] + (double)lesson.f.drift_s * other;
            p->v[axis] = flow[axis] + (double)lesson.f.keep * other;
        }
    }
}

particle moved(const seen *s, size_t slot)
{
    particle p = {.left = (double)s->x[slot][3]};
    around a = {.self = SIZE_MAX};
    for (int axis = 0; axis < 3; axis++) {
        p.x[axis] = a.x[axis] = (double)s->x[slot][axis];
        p.v[axis] = (double)s->v[slot][axis];
    }
    p.water = (double)s->v[slot][3];
    if (!(p.left > 0.0)) return p; // an empty slot
    for_each_neighbour(&a, s, weigh);
    p.water = a.water / open_share(a.x);
    p.unsure = fabs(p.water - (double)lesson.f.spray_below) < UNSURE ||
               fabs(p.water - (double)lesson.f.bubble_above) < UNSURE;
    fly(&p, &a);
    keep_inside(&p);
    p.left = fmax(p.left - (double)lesson.f.frame_s, 0.0);
    return p;
}

/* ---- Newborn ---- */

static void next_in_disc(uint32_t *random, double disc[2])
{
    for (int tries = 0; tries < 16; tries++) {
        for (int k = 0; k < 2; k++) disc[k] = 2.0 * (double)wb_random_hash_float(random) - 1.0;
        if (disc[0] * disc[0] + disc[1] * disc[1] <= 1.0) return;
    }
    disc[0] = disc[1] = 0.0;
}

particle newborn(const seen *s, size_t k, uint32_t j)
{
    particle p = {0};
    double disc[2], way[3], across[2][3], speed;
    around a = look_from_body(s, k);
    uint32_t random = chance_of(s->ids[k], 1 + j);
    next_in_disc(&random, disc);
    double along = (double)wb_random_hash_float(&random);
    double life = (double)wb_random_hash_float(&random);
    speed = sqrt(dot(a.v, a.v));
    for (int axis = 0; axis < 3; axis++) way[axis] = a.v[axis] / speed;
    double turn = way[2] < 0.0 ? -1.0 : 1.0, c = -1.0 / (turn + way[2]), b = way[0] * way[1] * c;
    memcpy(across[0], (double[]){1.0 + turn * way[0] * way[0] * c, turn * b, -turn * way[0]},
           sizeof across[0]);
    memcpy(across[1], (double[]){b, turn + way[1] * way[1] * c, -way[1]}, sizeof across[1]);
    for (int axis = 0; axis < 3; axis++) {
        p.x[axis] =
            a.x[axis] + along * (double)lesson.f.frame_s * a.v[axis] +
            (double)lesson.w.margin * (disc[0] * across[0][axis] + disc[1] * across[1][axis]);
        p.v[axis] = a.v[axis];
    }
    p.left =
        (double)lesson.f.life_min + life * ((double)lesson.f.life_max - (double)lesson.f.life_min);
    keep_inside(&p);
    return p;
}
