// What is right: the model of flock.h on the CPU, in double precision, every boid against every
// other. The check lets it fly as many frames as the kernels, from the same start.
//
// A boid that is as good as `radius` away from another one is seen in float32 and not in double, or
// the other way round, and then all is different. So the oracle notes the boids within a hair of
// such an edge, and those that have seen one of these in the step after. It compares neither. There
// are few.
#include "oracle.h"
#include "base/random.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double VELOCITY_M_S = 1e-4, SMALLEST_SQUARE = 1e-6;
static const double MOST_UNSURE = 0.5; // of all boids, that need not be compared

typedef double vector[3];

typedef struct oracle {
    uint32_t count;
    vector *positions, *velocities;
    vector *next_positions, *next_velocities;
    bool *unsure, *next_unsure;
    double hair; // m: how far float32 may be wrong about a distance
} oracle;

/* ---- Vectors ---- */

static double dot(const vector a, const vector b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add_scaled(vector sum, double factor, const vector v)
{
    for (int k = 0; k < 3; k++) sum[k] += factor * v[k];
}

static void subtract(vector result, const vector a, const vector b)
{
    for (int k = 0; k < 3; k++) result[k] = a[k] - b[k];
}

// The shortest of all ways on the torus that are as good; its length.
static double nearest_image(vector way, double box)
{
    for (int k = 0; k < 3; k++) way[k] -= box * floor(way[k] / box + 0.5);
    return sqrt(dot(way, way));
}

static double way_from(vector way, const float there[4], const vector here, double box)
{
    for (int k = 0; k < 3; k++) way[k] = here[k] - (double)there[k];
    return nearest_image(way, box);
}

// The same, of length 1; upwards if it has none.
static void make_direction(vector way, double length)
{
    for (int k = 0; k < 3; k++) way[k] = length > 0.0 ? way[k] / length : k == 1;
}

/* ---- The model ---- */

typedef struct sums {
    double neighbours, companions;
    vector apart, along, together;
} sums;

static sums look_around(oracle *o, const flock *f, uint32_t i)
{
    sums s = {0};
    double radius = f->radius, separation = f->separation, cohesion = f->cohesion;
    for (uint32_t j = 0; j < o->count; j++) {
        if (j == i) continue;
        vector way;
        subtract(way, o->positions[j], o->positions[i]);
        double distance = nearest_image(way, f->box), square = distance * distance;
        bool on_edge = fabs(distance - radius) < o->hair ||
                       (distance < radius && fabs(distance - cohesion) < o->hair);
        if (on_edge || (distance < radius && o->unsure[j])) o->next_unsure[i] = true;
        if (distance >= radius) continue;
        s.neighbours++;
        if (distance < cohesion) {
            s.companions++;
            add_scaled(s.together, 1.0, way);
        }
        add_scaled(s.along, 1.0, o->velocities[j]);
        if (distance >= separation) continue;
        double nearer = fmax(square, SMALLEST_SQUARE);
        add_scaled(s.apart, -(1.0 / nearer - 1.0 / (separation * separation)), way);
    }
    return s;
}

static void add_noise(vector wish, const flock *f, uint32_t i)
{
    if (f->noise <= 0.0f) return;
    uint32_t random = wb_random_hash(i ^ f->key);
    for (int k = 0; k < 3; k++)
        wish[k] += f->noise * (2.0 * (double)wb_random_hash_float(&random) - 1.0);
}

static void add_surroundings(oracle *o, const flock *f, uint32_t i, vector wish)
{
    const double *place = o->positions[i];
    vector away;
    if (f->obstacle[3] > 0.0f) {
        double far = way_from(away, f->obstacle, place, f->box);
        double gap = fmax(far - f->obstacle[3], 0.0);
        make_direction(away, far);
        add_scaled(wish, 2.0 * f->agility * fmax(1.0 - gap / f->obstacle_margin, 0.0), away);
    }
    if (f->target[3] > 0.0f) {
        double far = way_from(away, f->target, place, f->box);
        for (int k = 0; k < 3; k++) away[k] = -away[k];
        make_direction(away, far);
        add_scaled(wish, f->target[3], away);
    }
    if (f->shark[3] > 0.0f) {
        double far = way_from(away, f->shark, place, f->box);
        make_direction(away, far);
        add_scaled(wish, 2.0 * f->agility * fmax(1.0 - far / f->shark[3], 0.0), away);
    }
    if (!traits()->has_hawk) return;
    double far = way_from(away, f->hawk, place, f->box);
    if (fabs(far - 8.0) < o->hair) o->next_unsure[i] = true; // it is pushed, or it is not
    if (far > 0.0 && far < 8.0) add_scaled(wish, 40.0 / (far * far), away);
}

static void keep_out(oracle *o, const flock *f, uint32_t i, vector place, vector velocity)
{
    vector outwards;
    double far = way_from(outwards, f->obstacle, place, f->box), inside = f->obstacle[3] - far;
    if (f->obstacle[3] <= 0.0f) return;
    if (fabs(inside) < o->hair) o->next_unsure[i] = true; // it bounces, or it does not
    if (inside <= 0.0) return;
    make_direction(outwards, far);
    double inwards = fmin(dot(velocity, outwards), 0.0);
    add_scaled(place, inside, outwards);
    add_scaled(velocity, -2.0 * inwards, outwards);
}

static void scale_to(vector v, double length, double wanted)
{
    for (int k = 0; k < 3; k++) v[k] *= wanted / length;
}

static void step_boid(oracle *o, const flock *f, uint32_t i)
{
    const double *own = o->velocities[i];
    vector wish = {0.0}, velocity = {own[0], own[1], own[2]}, place;
    sums s = look_around(o, f, i);
    double speed = sqrt(dot(own, own));
    add_scaled(wish, f->separate, s.apart);
    for (int k = 0; k < 3 && s.neighbours > 0.0; k++)
        wish[k] += f->align * (s.along[k] / s.neighbours - own[k]);
    if (s.companions > 0.0) add_scaled(wish, f->cohere / s.companions, s.together);
    if (speed > 0.0) add_scaled(wish, f->steady * (f->cruise - speed) / speed, own);
    add_noise(wish, f, i);
    add_surroundings(o, f, i, wish);
    double size = sqrt(dot(wish, wish));
    if (size > f->agility) scale_to(wish, size, f->agility);

    add_scaled(velocity, f->time_step, wish);
    speed = sqrt(dot(velocity, velocity));
    if (speed > 0.0) scale_to(velocity, speed, fmin(fmax(speed, f->slowest), f->fastest));
    for (int k = 0; k < 3; k++) place[k] = o->positions[i][k] + f->time_step * velocity[k];
    keep_out(o, f, i, place, velocity);
    for (int k = 0; k < 3; k++) {
        o->next_positions[i][k] = place[k] - f->box * floor(place[k] / f->box);
        o->next_velocities[i][k] = velocity[k];
    }
}

// Of a place: from the nearest point of the ray.
static double way_from_ray(vector way, const wb_hand *hand, const vector place)
{
    vector ray = {hand->way[0], hand->way[1], hand->way[2]};
    for (int k = 0; k < 3; k++) way[k] = place[k] - (double)hand->eye[k];
    add_scaled(way, -dot(way, ray), ray);
    return sqrt(dot(way, way));
}

// The task about the hand, before the boids look around: a push around the ray and one towards it.
static void take_hand(oracle *o, const flock *f, uint32_t i)
{
    wb_hand hand = hand_now();
    double reach = 0.3 * (double)f->box, strength = 60.0 * (double)f->time_step / reach;
    const float *ray = hand.way;
    vector way;
    double far = way_from_ray(way, &hand, o->positions[i]);
    double weight = fmax(1.0 - far * far / (reach * reach), 0.0);
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        double around = (double)ray[l] * way[m] - (double)ray[m] * way[l];
        o->velocities[i][k] += strength * weight * (around - way[k]);
    }
}

static void step(oracle *o, const flock *f)
{
    for (uint32_t i = 0; i < o->count && traits()->has_hand; i++) take_hand(o, f, i);
    for (uint32_t i = 0; i < o->count; i++) o->next_unsure[i] = o->unsure[i];
    for (uint32_t i = 0; i < o->count; i++) step_boid(o, f, i);
    vector *positions = o->positions, *velocities = o->velocities;
    bool *unsure = o->unsure;
    o->positions = o->next_positions;
    o->velocities = o->next_velocities;
    o->unsure = o->next_unsure;
    o->next_positions = positions;
    o->next_velocities = velocities;
    o->next_unsure = unsure;
}

/* ---- Start and end ---- */

static bool create(oracle *o, const float (*positions)[4], const float (*velocities)[4])
{
    size_t count = lesson.f.count;
    *o = (oracle){.count = lesson.f.count, .hair = 1e-5 + 5e-7 * (double)lesson.f.box};
    vector **const vectors[] = {&o->positions, &o->velocities, &o->next_positions,
                                &o->next_velocities};
    for (int i = 0; i < 4; i++) *vectors[i] = calloc(count, sizeof(vector));
    o->unsure = calloc(count, sizeof *o->unsure);
    o->next_unsure = calloc(count, sizeof *o->next_unsure);
    bool good = o->positions != NULL && o->velocities != NULL && o->next_positions != NULL &&
                o->next_velocities != NULL && o->unsure != NULL && o->next_unsure != NULL &&
                positions != NULL && velocities != NULL;
    if (!good) {
        wb_error("--check: no memory for %u boids", o->count);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            o->positions[i][k] = (double)positions[i][k];
            o->velocities[i][k] = (double)velocities[i][k];
        }
    return true;
}

static void destroy(oracle *o)
{
    free(o->positions);
    free(o->velocities);
    free(o->next_positions);
    free(o->next_velocities);
    free(o->unsure);
    free(o->next_unsure);
}

/* ---- The comparison ---- */

// What the last step made of a boid's surroundings: who was near, as the oracle saw it before.
typedef struct near {
    uint32_t seen, beyond_seam, same_place;
} near;

static near who_was_near(const oracle *o, const flock *f, uint32_t i)
{
    near n = {0};
    for (uint32_t j = 0; j < o->count; j++) {
        vector straight, way;
        subtract(straight, o->next_positions[j], o->next_positions[i]);
        memcpy(way, straight, sizeof way);
        double distance = nearest_image(way, f->box);
        if (j == i || distance >= (double)f->radius) continue;
        n.seen++;
        n.beyond_seam += dot(straight, straight) > 2.0 * distance * distance + o->hair;
        n.same_place += distance == 0.0;
    }
    return n;
}

// The row that is furthest off: what is wrong begins there, and neighbours hand it on.
static size_t worst_of(float (*got)[3], const vector *wanted, size_t count)
{
    size_t worst = 0;
    double most = -1.0;
    for (size_t i = 0; i < count && isfinite(most); i++) {
        vector off;
        for (int k = 0; k < 3; k++) off[k] = (double)got[i][k] - wanted[i][k];
        double square = dot(off, off);
        if (square <= most) continue;
        most = isnan(square) ? INFINITY : square;
        worst = i;
    }
    return worst;
}

// The inputs of a boid that is wrong; after the last swap, next_... hold the state before the step.
static void tell_inputs(const oracle *o, const flock *f, uint32_t i)
{
    const double *x = o->next_positions[i], *v = o->next_velocities[i];
    near n = who_was_near(o, f, i);
    char seam[60] = "", place[60] = "", hawk[120] = "";
    wb_hand hand = hand_now();
    vector away;
    if (n.beyond_seam > 0)
        snprintf(seam, sizeof seam, ", %u of them across the seam", n.beyond_seam);
    if (n.same_place > 0)
        snprintf(place, sizeof place, ", %u of them at its very place", n.same_place);
    if (traits()->has_hawk)
        snprintf(hawk, sizeof hawk, ", was %.2f m from the hawk at (%.2f, %.2f, %.2f)",
                 way_from(away, f->hawk, x, f->box), (double)f->hawk[0], (double)f->hawk[1],
                 (double)f->hawk[2]);
    if (traits()->has_hand)
        snprintf(hawk, sizeof hawk, ", was %.2f m from the hand's ray, %.2f boxes",
                 way_from_ray(away, &hand, x), way_from_ray(away, &hand, x) / (double)f->box);
    wb_note("furthest off is boid %u; before the last step it was at (%.2f, %.2f, %.2f) m, flew "
            "at %.2f m/s%s, and saw %u other%s%s%s",
            i, x[0], x[1], x[2], sqrt(dot(v, v)), hawk, n.seen, n.seen == 1 ? "" : "s", seam,
            place);
}

// Compares the three numbers of each row that is sure. A place may be `box` further: on a torus,
// that is the same place.
static wb_result compare(const char *name, const oracle *o, const flock *f, const wb_buffer *buffer,
                         const vector *expected, bool wraps, double tolerance)
{
    size_t count = o->count, sure = 0;
    float(*rows)[4] = malloc((size_t)buffer->size_bytes), (*got)[3] = calloc(count, sizeof *got);
    vector *wanted = calloc(count, sizeof *wanted);
    uint32_t *who = calloc(count, sizeof *who); // each row is of this boid
    bool room = rows != NULL && got != NULL && wanted != NULL && who != NULL;
    if (!room) wb_error("--check: no memory for %zu boids", count);
    wb_result result = WB_NOT_RUN;
    if (room && wb_buffer_read(buffer, rows)) {
        for (uint32_t i = 0; i < count; i++) {
            if (o->unsure[i]) continue;
            for (int k = 0; k < 3; k++) {
                double off = (double)rows[i][k] - expected[i][k], box = lesson.f.box;
                got[sure][k] = rows[i][k];
                bool around = wraps && fabs(off) > 0.5 * box;
                wanted[sure][k] = expected[i][k] + (around ? (off > 0.0 ? box : -box) : 0.0);
            }
            who[sure++] = i;
        }
        wb_array array = {.type = WB_F32, .dimensions = 2, .shape = {sure, 3}, .data = &got[0][0]};
        result = wb_result_of(wb_check_close(name, &array, &wanted[0][0], tolerance, 0.0));
        if (result == WB_WRONG) tell_inputs(o, f, who[worst_of(got, wanted, sure)]);
    }
    free(rows);
    free(got);
    free(wanted);
    free(who);
    return result;
}

// Whether all places are on the torus; `box` itself is as good as 0 there.
static wb_result verify_inside(const oracle *o)
{
    float(*rows)[4] = malloc((size_t)lesson.positions.size_bytes);
    wb_result result = WB_NOT_RUN;
    if (rows == NULL) wb_error("--check: no memory for %u boids", o->count);
    if (rows != NULL && wb_buffer_read(&lesson.positions, rows)) result = WB_RIGHT;
    for (uint32_t i = 0; result == WB_RIGHT && i < o->count; i++)
        for (int k = 0; k < 3; k++) {
            if (rows[i][k] >= 0.0f && rows[i][k] <= lesson.f.box) continue;
            wb_error("positions[%u][%d] is %g: outside of the box, which reaches from 0 to %g", i,
                     k, (double)rows[i][k], (double)lesson.f.box);
            result = WB_WRONG;
            break;
        }
    free(rows);
    return result;
}

static bool enough_are_sure(const oracle *o)
{
    uint32_t unsure = 0;
    for (uint32_t i = 0; i < o->count; i++) unsure += o->unsure[i];
    if (unsure <= MOST_UNSURE * o->count) return true;
    wb_error("%u of %u boids have another within a hair of their radius: no check", unsure,
             o->count);
    return false;
}

static wb_result verify_all(oracle *o)
{
    double time_s = 0.0;
    flock f = lesson.f;
    for (int64_t frame = 0; frame < wb_frame(); frame++) {
        f = flock_at(frame, time_s);
        step(o, &f);
        time_s += (double)f.time_step;
    }
    if (!enough_are_sure(o)) return WB_NOT_RUN;
    wb_result result =
        compare("velocities", o, &f, &lesson.velocities, o->velocities, false, VELOCITY_M_S);
    if (result == WB_RIGHT) result = verify_inside(o);
    if (result != WB_RIGHT) return result;
    return compare("positions", o, &f, &lesson.positions, o->positions, true, o->hair);
}

wb_result verify(void)
{
    oracle o = {0};
    wb_result result = WB_NOT_RUN;
    if (lesson.f.count > MOST_FOR_PAIRS)
        wb_error("%u boids are too many to compare all pairs on the CPU; --check can do up to %d",
                 lesson.f.count, MOST_FOR_PAIRS);
    else if (create(&o, wb_start_state("positions"), wb_start_state("velocities")))
        result = verify_all(&o);
    destroy(&o);
    return result;
}
