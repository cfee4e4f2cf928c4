// What the check asks: two more frames, and each of their passes judged from what that pass has
// read, the water's bodies and motions, the foam and the head before. reference.c has what is
// right.
#include "oracle.h"
#include "reference.h"
#include "steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double POSITION_M = 1e-5, VELOCITY_M_S = 1e-4, LIFE_S = 1e-5, CREST = 1e-3,
                    CURL = 1e-4, KICK_M_S = 1e-6;

/* ---- Births ---- */

static bool verify_births(const seen *s)
{
    size_t wrong = 0, first = 0;
    uint32_t expected = 0;
    for (size_t k = 0; k < s->count; k++) {
        bool unsure;
        uint32_t births = births_of(s, k, &unsure);
        if (births == s->births[k] ||
            (unsure && births + 1 >= s->births[k] && births <= s->births[k] + 1))
            continue;
        if (wrong++ > 0) continue;
        first = k;
        expected = births;
    }
    if (wrong == 0) return true;
    wb_error("births[%zu]: particle %u of the water has %u newborn, expected %u; %zu of %zu are "
             "wrong",
             first, s->ids[first], s->births[first], expected, wrong, s->count);
    return false;
}

// `atomic` keeps no births, so they are the oracle's.
static void guess_births(seen *s)
{
    s->unsure = 0;
    for (size_t k = 0; k < s->count; k++) {
        bool unsure;
        s->births[k] = births_of(s, k, &unsure);
        if (unsure) s->unsure++;
    }
}

/* ---- The ring ---- */

static uint32_t total_births(const seen *s)
{
    uint32_t sum = 0;
    for (size_t k = 0; k < s->count; k++) sum += s->births[k];
    return sum;
}

static bool verify_places(const seen *s)
{
    uint32_t sum = 0;
    for (size_t k = 0; k < s->count; k++) {
        if (s->places[k] != sum) {
            wb_error("births_before[%zu]: got %u, expected %u, the births before it", k,
                     s->places[k], sum);
            return false;
        }
        sum += s->births[k];
    }
    return true;
}

// This frame's head, from what the frame before has left.
static foam_head expected_head(const seen *s)
{
    foam_head last = s->heads[(lesson.f.frame & 1) ^ 1], head = {0};
    uint32_t pool = (uint32_t)s->pool, born = last.births < pool ? last.births : pool;
    head.slot = (last.slot + born) % pool;
    head.number = last.number + born;
    head.births = total_births(s);
    return head;
}

static bool verify_head(const seen *s)
{
    foam_head got = s->next_heads[lesson.f.frame & 1], expected = expected_head(s);
    uint32_t off =
        got.births > expected.births ? got.births - expected.births : expected.births - got.births;
    if (got.slot == expected.slot && got.number == expected.number && off <= s->unsure) return true;
    if (got.slot != expected.slot || got.number != expected.number)
        wb_error("the ring's head: slot %u, and %u were born before this frame; expected slot %u, "
                 "and %u",
                 got.slot, got.number, expected.slot, expected.number);
    else if (got.births == UINT32_MAX) // FIRST_BIRTHS in a check of a task
        wb_error("the ring's head: in this frame, nothing has been written to heads[now()].births; "
                 "expected %u",
                 expected.births);
    else
        wb_error("the ring's head: %u births in this frame; expected %u", got.births,
                 expected.births);
    return false;
}

/* ---- The comparison ---- */

static bool is_close(float got, double expected, double most)
{
    return fabs((double)got - expected) <= most;
}

// Whether a slot holds what it should. A newborn's share of water has not been looked at yet.
static bool is_right(const float *x, const float *v, const particle *p, bool is_newborn)
{
    bool good = is_close(x[3], p->left, LIFE_S) && (is_newborn || is_close(v[3], p->water, UNSURE));
    for (int axis = 0; axis < 3; axis++) {
        double fast = VELOCITY_M_S + 1e-5 * fabs(p->v[axis]);
        good = good && isfinite(x[axis]) && isfinite(v[axis]) &&
               (p->unsure ||
                (is_close(x[axis], p->x[axis], POSITION_M) && is_close(v[axis], p->v[axis], fast)));
    }
    return good;
}

static void complain(const seen *s, size_t slot, const particle *p, const char *who, size_t wrong)
{
    const float *x = s->next_x[slot], *v = s->next_v[slot];
    wb_error(
        "slot %zu, %s: at (%g, %g, %g) m with (%g, %g, %g) m/s, %g s to live, %.3f of the room "
        "around is water\nexpected: at (%g, %g, %g) m with (%g, %g, %g) m/s, %g s, %.3f; %zu "
        "of %zu slots are wrong",
        slot, who, (double)x[0], (double)x[1], (double)x[2], (double)v[0], (double)v[1],
        (double)v[2], (double)x[3], (double)v[3], p->x[0], p->x[1], p->x[2], p->v[0], p->v[1],
        p->v[2], p->left, p->water, wrong, s->pool);
}

// Counted on the GPU, once a frame: how many there are of each kind, before newborn come over them.
static bool verify_counts(const seen *s, const particle *expected)
{
    uint32_t counted[4] = {0}, right[KINDS] = {0}, unsure = 0;
    size_t at = (lesson.f.frame + HISTORY_FRAMES - 1) % HISTORY_FRAMES;
    glBindBuffer(GL_COPY_READ_BUFFER, lesson.history.id);
    glGetBufferSubData(GL_COPY_READ_BUFFER, (GLintptr)(at * sizeof counted), sizeof counted,
                       counted);
    for (size_t slot = 0; slot < s->pool; slot++) {
        const particle *p = &expected[slot];
        if (p->left > 0.0) right[kind_of(p->water)]++;
        if (p->unsure || fabs((double)s->x[slot][3] - (double)lesson.f.frame_s) < LIFE_S) unsure++;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t off =
            counted[kind] > right[kind] ? counted[kind] - right[kind] : right[kind] - counted[kind];
        if (off <= unsure) continue;
        wb_error("foam_history: %u of spray, %u of foam, %u bubbles; expected %u, %u and %u",
                 counted[SPRAY], counted[FOAM], counted[BUBBLE], right[SPRAY], right[FOAM],
                 right[BUBBLE]);
        return false;
    }
    return true;
}

// What is in each slot now: the older particles, moved, and over them the newborn.
static void expect_newborn(const seen *s, particle *expected, bool *is_newborn)
{
    foam_head head = expected_head(s);
    uint32_t births = s->next_heads[lesson.f.frame & 1].births, place = 0;
    for (size_t j = 0; j < births && j < s->pool; j++) is_newborn[(head.slot + j) % s->pool] = true;
    for (size_t k = 0; k < s->count; k++)
        for (uint32_t j = 0; j < s->births[k] && place < s->pool; j++, place++)
            expected[(head.slot + place) % s->pool] = newborn(s, k, j);
}

static bool compare_pool(const seen *s, const particle *expected, const bool *is_newborn)
{
    size_t wrong = 0, first = 0;
    for (size_t slot = 0; slot < s->pool; slot++) {
        if (is_right(s->next_x[slot], s->next_v[slot], &expected[slot], is_newborn[slot])) continue;
        if (wrong++ == 0) first = slot;
    }
    if (wrong == 0) return true;
    complain(s, first, &expected[first], is_newborn[first] ? "a newborn" : "one that has moved",
             wrong);
    return false;
}

// `atomic`: the newborn of a frame may be in any order, and if they are more than the pool, any of
// them. Each slot's is looked for among the oracle's; births that hang on a rounding may be
// missing there.
static int by_place(const void *a, const void *b)
{
    const particle *p = a, *q = b;
    for (int axis = 0; axis < 3; axis++)
        if (p->x[axis] < q->x[axis] || p->x[axis] > q->x[axis])
            return p->x[axis] < q->x[axis] ? -1 : 1;
    return 0;
}

static bool is_among(const float *x, const float *v, const particle *all, bool *taken, size_t count)
{
    size_t low = 0, high = count;
    while (low < high) { // the first that is not left of it by more than a rounding
        size_t middle = (low + high) / 2;
        if (all[middle].x[0] < (double)x[0] - POSITION_M)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < count && all[i].x[0] <= (double)x[0] + POSITION_M; i++) {
        if (taken[i] || !is_right(x, v, &all[i], true)) continue;
        taken[i] = true;
        return true;
    }
    return false;
}

static bool compare_set(const seen *s, const particle *expected, const bool *is_newborn)
{
    size_t count = 0, wrong = 0, missing = 0, all_born = total_births(s);
    particle *all = calloc(all_born + 1, sizeof *all);
    bool *taken = calloc(all_born + 1, sizeof *taken), good = all != NULL && taken != NULL;
    for (size_t k = 0; good && k < s->count; k++)
        for (uint32_t j = 0; j < s->births[k]; j++) all[count++] = newborn(s, k, j);
    if (good) qsort(all, count, sizeof *all, by_place);
    for (size_t slot = 0; good && slot < s->pool; slot++) {
        const float *x = s->next_x[slot], *v = s->next_v[slot];
        bool right = is_newborn[slot] ? is_among(x, v, all, taken, count)
                                      : is_right(x, v, &expected[slot], false);
        if (!right && is_newborn[slot] && missing < s->unsure)
            missing++;
        else if (!right && wrong++ == 0)
            complain(s, slot, &expected[slot],
                     is_newborn[slot] ? "a newborn, in whatever order" : "one that has moved", 1);
    }
    free(all);
    free(taken);
    return good && wrong == 0;
}

static wb_result verify_pool(const seen *s)
{
    particle *expected = calloc(s->pool, sizeof *expected);
    bool *is_newborn = calloc(s->pool, sizeof *is_newborn);
    wb_result result = WB_NOT_RUN;
    if (expected == NULL || is_newborn == NULL) {
        wb_error("--check: no memory for %zu slots", s->pool);
    } else {
        for (size_t slot = 0; slot < s->pool; slot++) expected[slot] = moved(s, slot);
        bool good = verify_counts(s, expected);
        expect_newborn(s, expected, is_newborn);
        good = good && (traits()->is_atomic ? compare_set(s, expected, is_newborn)
                                            : compare_pool(s, expected, is_newborn));
        result = wb_result_of(good);
    }
    free(expected);
    free(is_newborn);
    return result;
}

// What decides about a crest: whether the particle counts at all, and if so, the sum.
static void complain_of_crest(const seen *s, size_t k, double expected, size_t wrong)
{
    char why[112] = "the sum over the neighbours behind its surface";
    double outwards = outwards_of(s, k);
    if (isnan(outwards))
        snprintf(why, sizeof why, "it is at rest");
    else if (outwards < 0.6 || s->crests[k] == 0.0f)
        snprintf(why, sizeof why,
                 "the cosine between its velocity and its normal is %.3f, and counts from 0.6 on",
                 outwards);
    wb_error("crests[%zu]: particle %u of the water has a crest of %g, expected %g: %s; %zu of %zu "
             "are wrong",
             k, s->ids[k], (double)s->crests[k], expected, why, wrong, s->count);
}

static bool verify_crests(const seen *s)
{
    size_t wrong = 0, first = 0;
    double expected = 0.0;
    for (size_t k = 0; s->crests != NULL && k < s->count; k++) {
        double unsure, crest = crest_of(s, k, &unsure);
        if (crest < 0.0 || is_close(s->crests[k], crest, CREST + unsure)) continue;
        if (wrong++ > 0) continue;
        first = k;
        expected = crest;
    }
    if (wrong > 0) complain_of_crest(s, first, expected, wrong);
    return wrong == 0;
}

/* ---- Eddies ---- */

// What an earlier frame may have left.
static bool are_numbers(const seen *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const float *v = s->before[i];
        if (isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2])) continue;
        wb_error("velocities[%zu]: particle %zu of the water moves at (%g, %g, %g) m/s, which are "
                 "no numbers: a sum of length 0 has no direction",
                 i, i, (double)v[0], (double)v[1], (double)v[2]);
        return false;
    }
    return true;
}

static bool verify_curls(const seen *s)
{
    for (size_t k = 0; k < s->count; k++) {
        double curl[4], unsure;
        const float *got = s->curls[k];
        curl_of(s, k, curl, &unsure);
        bool good = true;
        for (int i = 0; i < 4; i++) good = good && is_close(got[i], curl[i], unsure + CURL);
        if (good) continue;
        wb_error("curls[%zu]: around particle %u of the water the curl is (%g, %g, %g) / s, %g of "
                 "it; expected (%g, %g, %g), %g",
                 k, s->ids[k], (double)got[0], (double)got[1], (double)got[2], (double)got[3],
                 curl[0], curl[1], curl[2], curl[3]);
        return false;
    }
    return true;
}

static void complain_of_kick(const seen *s, size_t k, const double got[3], const double kick[3])
{
    const float *curl = s->curls[k];
    double along = 0.0, square = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        along += got[axis] * kick[axis];
        square += kick[axis] * kick[axis];
    }
    bool is_backwards = fabs(along + square) <= 1e-4 * square && square > 0.0;
    wb_error("motions[%zu]: particle %u of the water, with a curl of (%g, %g, %g) / s around it, "
             "is pushed by (%g, %g, %g) m/s; expected (%g, %g, %g)%s",
             k, s->ids[k], (double)curl[0], (double)curl[1], (double)curl[2], got[0], got[1],
             got[2], kick[0], kick[1], kick[2],
             is_backwards ? ": so the eddy is slowed down, not pushed on" : "");
}

// The motions are those that the push has left.
static bool verify_kicks(const seen *s)
{
    for (size_t k = 0; k < s->count; k++) {
        double kick[3], got[3], unsure;
        bool good = true;
        kick_of(s, k, kick, &unsure);
        for (int axis = 0; axis < 3; axis++) {
            double old = (double)s->before[s->ids[k]][axis];
            got[axis] = (double)s->motions[k][axis] - old;
            good = good && fabs(got[axis] - kick[axis]) <= unsure + KICK_M_S + 1e-6 * fabs(old);
        }
        if (good) continue;
        complain_of_kick(s, k, got, kick);
        return false;
    }
    return true;
}

/* ---- The whole ---- */

static bool read_foam(quad *x, quad *v, foam_head *heads)
{
    return wb_buffer_read(&lesson.foam_positions, x) &&
           wb_buffer_read(&lesson.foam_velocities, v) && wb_buffer_read(&lesson.heads, heads);
}

static bool read_passes(seen *s)
{
    bool good = wb_buffer_read(&lesson.water.bodies, s->bodies) &&
                wb_buffer_read(&lesson.water.motions, s->motions) &&
                wb_buffer_read(&lesson.water.grid.ids, s->ids);
    if (!traits()->is_atomic)
        good = good && wb_buffer_read(&lesson.births, s->births) &&
               wb_buffer_read(&lesson.places, s->places);
    if (s->curls != NULL) good = good && wb_buffer_read(&lesson.curls, s->curls);
    if (s->crests != NULL)
        good = good && wb_buffer_read(&lesson.normals, s->normals) &&
               wb_buffer_read(&lesson.crests, s->crests);
    return good;
}

// One more frame, of one step of the water, so that everything that its passes have read is still
// there.
static wb_result verify_frame(seen *s)
{
    int kept = lesson.chosen.substeps;
    if (!read_foam(s->x, s->v, s->heads)) return WB_NOT_RUN;
    if (s->before != NULL && !wb_buffer_read(&lesson.velocities, s->before)) return WB_NOT_RUN;
    lesson.chosen.substeps = 1;
    wb_current_variant()->step();
    lesson.chosen.substeps = kept;
    if (!read_foam(s->next_x, s->next_v, s->next_heads) || !read_passes(s)) return WB_NOT_RUN;
    build_lists(s);
    if (s->curls != NULL && !(are_numbers(s) && verify_curls(s) && verify_kicks(s)))
        return WB_WRONG;
    if (!verify_crests(s)) return WB_WRONG;
    if (traits()->is_atomic) guess_births(s);
    bool good = traits()->is_atomic || (verify_births(s) && verify_places(s));
    if (!good || !verify_head(s)) return WB_WRONG;
    return verify_pool(s);
}

// The frames of the two heads.
wb_result verify(void)
{
    seen s;
    wb_result result = WB_NOT_RUN;
    if (seen_create(&s)) {
        result = verify_frame(&s);
        if (result == WB_RIGHT) result = verify_frame(&s);
    }
    seen_free(&s);
    return result;
}
