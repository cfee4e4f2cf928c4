// What is right in the plane: the same rules in double precision, step by step from the start.
#include "plane.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>

// float32, and a few dozen steps that hand errors on; lengths in m.
static const double POSITION = 2e-5, VELOCITY = 1e-2, CROWD = 2e-4, INK = 1e-4;
static const double MOST_GROWTH = 0.01; // of the energy
static const int64_t FEW_STEPS = 100;   // after more than that, see margins_of()
static const double ROUNDINGS = 16.0;   // of a kernel to one of the rounded oracle, in a step

typedef struct oracle {
    int count;
    double (*positions)[2], (*velocities)[2], (*pushes)[2], *crowds, *inks, *more;
    bool lets_go; // a likely mistake: friction only where two come closer
} oracle;

/* ---- The rules ---- */

static double weight(const plane_numbers *n, double r)
{
    double u = fmax(1.0 - r / (double)n->reach, 0.0);
    return (double)n->unit * u * u * u * u * (5.0 - 4.0 * u);
}

// What is at -y, if the floor is a mirror, and at -x or as far beyond the other wall.
static void image(const plane_numbers *n, const double place[2], int k, double seen[2])
{
    double width = (double)n->box[0];
    seen[0] = (k & 2) == 0 ? place[0] : place[0] < 0.5 * width ? -place[0] : 2.0 * width - place[0];
    seen[1] = (k & 1) == 0 ? place[1] : -place[1];
}

static void turn(const double arrow[2], int k, double turned[2])
{
    turned[0] = (k & 2) == 0 ? arrow[0] : -arrow[0];
    turned[1] = (k & 1) == 0 ? arrow[1] : -arrow[1];
}

static int images(void)
{
    return plane_variant()->walls ? 4 : 1;
}

static double crowd_of(const oracle *o, const plane_numbers *n, int i)
{
    double sum = 0.0;
    for (int k = 0; k < images(); k++) {
        double here[2];
        image(n, o->positions[i], k, here);
        for (int j = 0; j < o->count; j++)
            sum += weight(n, hypot(here[0] - o->positions[j][0], here[1] - o->positions[j][1]));
    }
    return sum;
}

static double pressure(const plane_numbers *n, double crowd)
{
    double square = (double)n->sound * (double)n->sound;
    return plane_variant()->is_gas ? 0.1 * square * crowd : square * fmax(crowd - 1.0, 0.0);
}

static void add_push(oracle *o, const plane_numbers *n, int i, int j, int k)
{
    double here[2], motion[2], d[2], approach = 0.0, square = 0.0, h = (double)n->reach, push[2];
    image(n, o->positions[i], k, here);
    turn(o->velocities[i], k, motion);
    for (int axis = 0; axis < 2; axis++) {
        d[axis] = here[axis] - o->positions[j][axis];
        square += d[axis] * d[axis];
        approach -= d[axis] * (motion[axis] - o->velocities[j][axis]);
    }
    double u = 1.0 - sqrt(square) / h;
    if (u <= 0.0) return;
    double p = pressure(n, o->crowds[i]) + pressure(n, o->crowds[j]);
    if (o->lets_go) approach = fmax(approach, 0.0);
    if (plane_variant()->rubs)
        p += (double)n->friction * (double)n->sound * h * approach / (square + 0.01 * h * h);
    for (int axis = 0; axis < 2; axis++)
        d[axis] *= p * (double)n->unit * 20.0 / (h * h) * u * u * u;
    turn(d, k, push);
    for (int axis = 0; axis < 2; axis++) o->pushes[i][axis] += push[axis];
}

// Where it may be, and how fast: a wall swallows what goes towards it. Dust knows the floor alone.
static void stop_at_walls(const plane_numbers *n, double x[2], double v[2])
{
    bool is_dust = plane_is_dust();
    for (int axis = is_dust ? 1 : 0; axis < 2; axis++) {
        double low = (double)n->gap, high = is_dust ? INFINITY : (double)n->box[axis] - low;
        if (x[axis] < low) v[axis] = is_dust ? 0.0 : fmax(v[axis], 0.0);
        if (x[axis] > high) v[axis] = fmin(v[axis], 0.0);
        x[axis] = fmin(fmax(x[axis], low), high);
    }
}

static void spread(oracle *o, const plane_numbers *n)
{
    for (int i = 0; i < o->count; i++) {
        o->more[i] = 0.0;
        for (int j = 0; j < o->count; j++)
            o->more[i] += (o->inks[j] - o->inks[i]) *
                          weight(n, hypot(o->positions[i][0] - o->positions[j][0],
                                          o->positions[i][1] - o->positions[j][1]));
    }
    for (int i = 0; i < o->count; i++)
        o->inks[i] += (double)n->time_step * (double)n->spread * o->more[i];
}

static void one_step(oracle *o, const plane_numbers *n)
{
    const plane_traits *t = plane_variant();
    bool is_dust = plane_is_dust();
    double dt = (double)n->time_step;
    if (t->crowd != NULL)
        for (int i = 0; i < o->count; i++) o->crowds[i] = crowd_of(o, n, i);
    if (t->ink != NULL) spread(o, n);
    for (int i = 0; i < o->count; i++) {
        o->pushes[i][0] = 0.0;
        o->pushes[i][1] = -(double)n->gravity;
        for (int j = 0; !is_dust && j < o->count; j++)
            for (int k = 0; k < images(); k++) add_push(o, n, i, j, k);
    }
    for (int i = 0; i < o->count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            o->velocities[i][axis] += dt * o->pushes[i][axis];
            o->positions[i][axis] += dt * o->velocities[i][axis];
        }
        stop_at_walls(n, o->positions[i], o->velocities[i]);
    }
}

double plane_crowd_at(const plane_numbers *n, const float (*positions)[2], int i)
{
    double sum = 0.0;
    for (uint32_t j = 0; j < n->count; j++)
        sum += weight(n, hypot((double)positions[i][0] - (double)positions[j][0],
                               (double)positions[i][1] - (double)positions[j][1]));
    return sum;
}

/* ---- The comparison ---- */

static void oracle_free(oracle *o)
{
    free(o->positions);
    free(o->velocities);
    free(o->pushes);
    free(o->crowds);
    free(o->inks);
    free(o->more);
}

static bool oracle_create(oracle *o)
{
    size_t count = (size_t)lesson.plane.discs;
    const float(*positions)[2] = wb_start_state("positions");
    const float(*velocities)[2] = wb_start_state("velocities");
    const float *inks = plane_variant()->ink != NULL ? wb_start_state("inks") : NULL;
    *o = (oracle){.count = lesson.plane.discs,
                  .positions = calloc(count, sizeof *o->positions),
                  .velocities = calloc(count, sizeof *o->velocities),
                  .pushes = calloc(count, sizeof *o->pushes),
                  .crowds = calloc(count, sizeof *o->crowds),
                  .inks = calloc(count, sizeof *o->inks),
                  .more = calloc(count, sizeof *o->more)};
    if (!o->positions || !o->velocities || !o->pushes || !o->crowds || !o->inks || !o->more ||
        positions == NULL || velocities == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            o->positions[i][axis] = (double)positions[i][axis];
            o->velocities[i][axis] = (double)velocities[i][axis];
        }
        if (inks != NULL) o->inks[i] = (double)inks[i];
    }
    return true;
}

static wb_result compare(const wb_buffer *buffer, const double *expected, double most, double share)
{
    void *data = malloc((size_t)buffer->size_bytes);
    wb_result result = WB_NOT_RUN;
    if (data != NULL && wb_buffer_read(buffer, data)) {
        wb_array array = wb_buffer_array(buffer, data);
        result = wb_result_of(wb_check_close(buffer->name, &array, expected, most, share));
    }
    free(data);
    return result;
}

// Whether the list of particle i has all that are within its reach, in the order of their numbers,
// as far as there is room. Who is at the reach to a rounding may be there or not.
static bool is_listed(const float (*x)[2], int i, const uint32_t *list, uint32_t length)
{
    double reach = (double)lesson.plane.numbers.reach;
    uint32_t place = 0, doubtful = 0;
    for (uint32_t j = 0; j < (uint32_t)lesson.plane.discs; j++) {
        double r = hypot((double)(x[i][0] - x[j][0]), (double)(x[i][1] - x[j][1]));
        bool inside = r < reach, doubt = fabs(r - reach) < 1e-5 * reach;
        bool is_there = place < PLANE_MOST ? place < length && list[place] == j : inside;
        doubtful += place >= PLANE_MOST && doubt;
        place += is_there;
        if (is_there == inside || doubt) continue;
        wb_error("the list of particle %d: %u is %.4f m away, the reach is %.4f m; at place %u of "
                 "the list it was %sexpected",
                 i, j, r, reach, is_there ? place - 1 : place, inside ? "" : "not ");
        return false;
    }
    if (length + doubtful >= place && length <= place + doubtful) return true;
    wb_error("lengths[%d]: got %u, expected %u", i, length, place);
    return false;
}

// The lists of the last step are of the positions before it.
static wb_result verify_lists(void)
{
    plane_state *p = &lesson.plane;
    if (p->list == 0) return WB_RIGHT;
    float(*x)[2] = malloc((size_t)p->next_positions.size_bytes);
    uint32_t *lengths = malloc((size_t)p->lengths.size_bytes);
    uint32_t(*lists)[PLANE_MOST] = malloc((size_t)p->lists.size_bytes);
    bool good = x != NULL && lengths != NULL && lists != NULL &&
                wb_buffer_read(&p->next_positions, x) && wb_buffer_read(&p->lengths, lengths) &&
                wb_buffer_read(&p->lists, lists);
    wb_result result = good ? WB_RIGHT : WB_NOT_RUN;
    for (int i = 0; good && i < p->discs; i++)
        good = is_listed((const float(*)[2])x, i, lists[i], lengths[i]);
    if (result == WB_RIGHT && !good) result = WB_WRONG;
    free(x);
    free(lengths);
    free(lists);
    return result;
}

// By the ledger: whatever the energy was before, it never grows.
static wb_result verify_energy(void)
{
    plane_state *p = &lesson.plane;
    double least = INFINITY, first = 0.0;
    if (p->measure == 0) return WB_RIGHT; // there is none
    float(*sums)[PLANE_PARTS][4] = malloc((size_t)p->sums.size_bytes);
    bool good = sums != NULL && wb_buffer_read(&p->sums, sums);
    wb_result result = good ? WB_RIGHT : WB_NOT_RUN;
    int64_t lost = p->frame > PLANE_FRAMES ? p->frame - PLANE_FRAMES : 0; // behind the first
    for (int64_t frame = 0; good && frame < p->frame; frame += frame == 0 ? 1 + lost : 1) {
        double e[3];
        plane_energies((const float(*)[PLANE_PARTS][4])sums, frame, e);
        double all = e[0] + e[1] + e[2];
        if (frame == 0) first = fabs(e[0]) + fabs(e[1]) + fabs(e[2]);
        least = fmin(least, all);
        if (!(all - least > MOST_GROWTH * first)) continue;
        wb_error("the energy grew by %.1f %% up to frame %lld, from nowhere",
                 100.0 * (all - least) / first, (long long)frame + 1);
        result = WB_WRONG;
        break;
    }
    free(sums);
    return result;
}

// Behind wrong crowds: at the end fewer are near than at the start, and those lists may be right.
static void tell_of_lists(void)
{
    if (lesson.plane.list != 0)
        wb_error("the lists of the last step are right, those of a step before are not; lengths[] "
                 "counts all neighbours, even if there are more than %d",
                 PLANE_MOST);
}

// Behind wrong crowds of water that rubs: whether they are those of the likely mistake.
static void tell_of_friction(void)
{
    plane_state *p = &lesson.plane;
    oracle o;
    float *crowds = malloc((size_t)p->crowds.size_bytes);
    bool fits = oracle_create(&o) && crowds != NULL && wb_buffer_read(&p->crowds, crowds);
    o.lets_go = true;
    for (int64_t step = 0; fits && step < p->frame * p->steps; step++) one_step(&o, &p->numbers);
    for (int i = 0; fits && i < o.count; i++) fits = fabs((double)crowds[i] - o.crowds[i]) <= CROWD;
    if (fits) wb_error("no energy comes from nowhere, but two that part are not held back");
    oracle_free(&o);
    free(crowds);
}

// Behind wrong inks: whether their sum is wrong, too.
static void tell_of_ink(const oracle *o)
{
    float *inks = malloc((size_t)lesson.plane.inks.size_bytes);
    double before = 0.0, after = 0.0;
    if (inks != NULL && wb_buffer_read(&lesson.plane.inks, inks)) {
        for (int i = 0; i < o->count; i++) {
            before += o->inks[i]; // none is lost there
            after += (double)inks[i];
        }
        if (!(fabs(after - before) <= INK * (double)o->count))
            wb_error("ink %s: there were %.3f of it, now there are %.3f",
                     after > before ? "came from nowhere" : "was lost", before, after);
    }
    free(inks);
}

typedef struct margins {
    double position, velocity, crowd, ink;
} margins;

// The state as float32 keeps it.
static void round_state(oracle *o)
{
    for (int i = 0; i < o->count; i++) {
        for (int k = 0; k < 2; k++) {
            o->positions[i][k] = (double)(float)o->positions[i][k];
            o->velocities[i][k] = (double)(float)o->velocities[i][k];
        }
        o->inks[i] = (double)(float)o->inks[i];
    }
}

static void widen(double *most, double a, double b)
{
    *most = fmax(*most, ROUNDINGS * fabs(a - b));
}

// How far off is as good as right. Particles that push each other hand errors on, and larger ones:
// after many steps it is what a second oracle, whose state is rounded after each step, makes of
// them. False if that is all there is to see, or if there is no memory.
static bool margins_of(const oracle *o, int64_t steps, margins *m)
{
    *m = (margins){POSITION, VELOCITY, CROWD, INK};
    if (steps <= FEW_STEPS) return true;
    oracle rounded;
    bool good = oracle_create(&rounded);
    for (int64_t step = 0; good && step < steps; step++) {
        one_step(&rounded, &lesson.plane.numbers);
        round_state(&rounded);
    }
    for (int i = 0; good && i < o->count; i++) {
        for (int k = 0; k < 2; k++) {
            widen(&m->position, o->positions[i][k], rounded.positions[i][k]);
            widen(&m->velocity, o->velocities[i][k], rounded.velocities[i][k]);
        }
        widen(&m->crowd, o->crowds[i], rounded.crowds[i]);
        widen(&m->ink, o->inks[i], rounded.inks[i]);
    }
    oracle_free(&rounded);
    if (good && m->position < 0.1 * (double)lesson.plane.numbers.reach) return true;
    if (good)
        wb_error("after %lld steps rounding alone may move particles by %.2g m: no check\n"
                 "what to do: --check with fewer --frames",
                 (long long)steps, m->position);
    return false;
}

wb_result plane_verify(void)
{
    plane_state *p = &lesson.plane;
    margins most;
    const plane_traits *t = plane_variant();
    oracle o;
    if (!oracle_create(&o)) {
        wb_error("--check: no memory for %d particles", p->discs);
        oracle_free(&o);
        return WB_NOT_RUN;
    }
    for (int64_t step = 0; step < p->frame * p->steps; step++) one_step(&o, &p->numbers);
    // For glGetBufferSubData in wb_buffer_read(). Where there is a ledger, it has such a barrier.
    if (p->measure == 0) glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_result result = margins_of(&o, p->frame * p->steps, &most) ? verify_lists() : WB_NOT_RUN;
    if (result == WB_RIGHT && t->crowd != NULL) {
        result = compare(&p->crowds, o.crowds, most.crowd, 0.0);
        if (result == WB_WRONG) tell_of_lists();
        if (result == WB_WRONG && t->rubs) tell_of_friction();
    }
    if (result == WB_RIGHT && t->ink != NULL) {
        result = compare(&p->inks, o.inks, most.ink, 0.0);
        if (result == WB_WRONG) tell_of_ink(&o);
    }
    if (result == WB_RIGHT) result = compare(&p->positions, &o.positions[0][0], most.position, 0.0);
    if (result == WB_RIGHT)
        result = compare(&p->velocities, &o.velocities[0][0], most.velocity, 0.0);
    oracle_free(&o);
    return wb_result_and(result, verify_energy());
}
