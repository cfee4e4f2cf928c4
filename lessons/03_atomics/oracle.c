#include "oracle.h"

#include "scene.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What several parts do ---- */

// A copy of the whole buffer for the caller to free; NULL, with a message, if there is none.
static void *copy_of(const wb_buffer *buffer)
{
    void *copy = malloc((size_t)buffer->size_bytes);
    if (copy == NULL) wb_error("there is no memory for a copy of the buffer %s", buffer->name);
    if (copy == NULL || wb_buffer_read(buffer, copy)) return copy;
    free(copy);
    return NULL;
}

// All of the state equals what expect() says, exactly.
static wb_result verify_state(void)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData here and in copy_of()
    return wb_verify_state();
}

// How many values are below the limit, once a frame has run.
static wb_answer expect_kept(int64_t steps, uint32_t *kept)
{
    if (steps == 0) return WB_NO_ANSWER;
    uint32_t *values = copy_of(&lesson.values);
    if (values == NULL) return WB_ANSWER_FAILED;
    *kept = 0;
    for (int i = 0; i < lesson.count; i++) *kept += values[i] < value_limit();
    free(values);
    return WB_ANSWERED;
}

/* ---- Part histogram ---- */

void count_plane(const uint32_t *samples, int plane, uint32_t bins[BINS])
{
    const uint32_t *words = samples + (size_t)plane * (size_t)plane_words();
    memset(bins, 0, BINS * sizeof *bins);
    for (int i = 0; i < lesson.plane_samples; i++) bins[words[i / 4] >> 8 * (i % 4) & 255]++;
}

wb_answer histogram_expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "histogram") != 0 || steps == 0) return WB_NO_ANSWER;
    uint32_t *samples = copy_of(&lesson.samples), *bins = expected;
    if (samples == NULL) return WB_ANSWER_FAILED;
    for (int plane = 0; plane < lesson.plane_count; plane++)
        count_plane(samples, plane, bins + plane * BINS);
    free(samples);
    return WB_ANSWERED;
}

// Among the samples of a value the places are 0, 1, 2 and so on, each of them once.
static bool compare_plane(int plane, const uint32_t *samples, const uint32_t *places,
                          uint32_t *taken)
{
    uint32_t bins[BINS], first[BINS], sum = 0;
    const uint32_t *words = samples + (size_t)plane * (size_t)plane_words();
    count_plane(samples, plane, bins);
    for (int bin = 0; bin < BINS; bin++) {
        first[bin] = sum;
        sum += bins[bin];
    }
    memset(taken, 0, (size_t)sum * sizeof *taken);
    for (int i = 0; i < lesson.plane_samples; i++) {
        uint32_t value = words[i / 4] >> 8 * (i % 4) & 255, place = places[i];
        bool exists = place < bins[value];
        if (exists && taken[first[value] + place]++ == 0) continue;
        char got[64] = "never written";
        if (place != WB_UNWRITTEN)
            snprintf(got, sizeof got, "got %u, which %s", place,
                     exists ? "another sample has" : "is too large");
        wb_error("places[%d][%d]: %s; this sample is a %u, and the plane has %u of them", plane, i,
                 got, value, bins[value]);
        return false;
    }
    return true;
}

static wb_result verify_sample_places(void)
{
    uint32_t *samples = copy_of(&lesson.samples), *places = copy_of(&lesson.places);
    uint32_t *taken = malloc(((size_t)lesson.plane_samples + 1) * sizeof *taken);
    wb_result result = WB_NOT_RUN;
    if (taken == NULL) wb_error("there is no memory to check the places");
    if (samples != NULL && places != NULL && taken != NULL) {
        result = WB_RIGHT;
        size_t plane_places = 4 * (size_t)plane_words();
        for (int plane = 0; plane < lesson.plane_count && result == WB_RIGHT; plane++)
            result = wb_result_of(
                compare_plane(plane, samples, places + (size_t)plane * plane_places, taken));
    }
    free(samples);
    free(places);
    free(taken);
    return result;
}

wb_result histogram_verify(void)
{
    wb_result state = verify_state();
    return traits()->has_places ? wb_result_and(state, verify_sample_places()) : state;
}

/* ---- Part count ---- */

// A reading of the task about the largest, and its word, as the kernel's comment says.
static float reading(uint32_t value)
{
    return ((float)value - (float)value_limit()) / 256.0f;
}

static uint32_t word_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0x80000000u ? bits + 0x80000000u : ~bits;
}

// The index of the largest; -1 if there are none, -2 if memory is short.
static int find_largest(float *largest)
{
    uint32_t *values = copy_of(&lesson.values);
    int at = -1;
    for (int i = 0; values != NULL && i < lesson.count; i++)
        if (at < 0 || values[i] > values[at]) at = i;
    if (at >= 0) *largest = reading(values[at]);
    free(values);
    return values != NULL ? at : -2;
}

static wb_answer expect_largest(int64_t steps, uint32_t *word)
{
    float largest = 0.0f;
    int at = find_largest(&largest);
    if (steps == 0) return WB_NO_ANSWER;
    *word = at >= 0 ? word_of(largest) : 0;
    return at > -2 ? WB_ANSWERED : WB_ANSWER_FAILED;
}

void count_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    float largest = 0.0f;
    uint32_t kept = 0;
    (void)index;
    if (strcmp(buffer, "total") != 0) return;
    if (!traits()->is_largest && expect_kept(steps, &kept) == WB_ANSWERED)
        snprintf(text, size, "%u of %d values are below the limit, each of which adds 1", kept,
                 lesson.count);
    if (!traits()->is_largest) return;
    int at = find_largest(&largest);
    if (at >= 0)
        snprintf(text, size, "the largest reading is %.9g, of value %d of %d", (double)largest, at,
                 lesson.count);
}

wb_answer count_expect(const char *buffer, int64_t steps, void *expected)
{
    if (traits()->is_largest && strcmp(buffer, "total") == 0)
        return expect_largest(steps, expected);
    return strcmp(buffer, "total") == 0 ? expect_kept(steps, expected) : WB_NO_ANSWER;
}

/* ---- Part append ---- */

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Sorts them, and takes out those that are there already. Returns how many are left, in front.
static size_t keep_kinds(uint32_t *values, size_t count)
{
    size_t kinds = 0;
    qsort(values, count, sizeof *values, compare_words);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || values[i] != values[i - 1]) values[kinds++] = values[i];
    return kinds;
}

size_t count_kinds(void)
{
    uint32_t *values = copy_of(&lesson.values);
    size_t kinds = values != NULL ? keep_kinds(values, (size_t)lesson.count) : 0;
    free(values);
    return kinds;
}

wb_answer append_expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "length") != 0 || steps == 0) return WB_NO_ANSWER;
    if (!traits()->has_kinds) return expect_kept(steps, expected);
    *(uint32_t *)expected = lesson.kept;
    return WB_ANSWERED;
}

// Two entries of the list that are of one kind.
static void tell_same_kind(const uint32_t *list, const uint32_t *values, size_t entries, char *text,
                           size_t size)
{
    for (size_t p = 1; p < entries; p++)
        for (size_t q = 0; q < p && list[p] < (uint32_t)lesson.count; q++)
            if (list[q] < (uint32_t)lesson.count && values[list[p]] == values[list[q]]) {
                snprintf(text, size,
                         "list[%zu] and list[%zu] are of one kind: values %u and %u are both %u", q,
                         p, list[q], list[p], values[list[p]]);
                return;
            }
}

void append_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    enum { MOST = 4000 }; // entries that are looked at: each is compared with all before it
    uint32_t length = 0;
    (void)index, (void)steps;
    if (strcmp(buffer, "length") != 0 || !traits()->has_kinds) return;
    uint32_t *list = copy_of(&lesson.list), *values = copy_of(&lesson.values);
    if (list != NULL && values != NULL && wb_buffer_read(&lesson.length, &length)) {
        size_t room = (size_t)lesson.list.size_bytes / 4, entries = length < room ? length : room;
        snprintf(text, size, "%u different values are among the %d", lesson.kept, lesson.count);
        tell_same_kind(list, values, entries < MOST ? entries : MOST, text, size);
    }
    free(list);
    free(values);
}

// The list has a place of each kind of value; in the order of these values it is told.
static bool compare_kinds(uint32_t *list, uint32_t *values, uint32_t *expected)
{
    size_t size = (size_t)lesson.list.size_bytes / 4;
    for (size_t p = 0; p < size && p < lesson.kept; p++) {
        if (list[p] >= (uint32_t)lesson.count && list[p] != WB_UNWRITTEN) {
            wb_error("list[%zu]: got %u, which is no index of %d values", p, list[p], lesson.count);
            return false;
        }
        if (list[p] != WB_UNWRITTEN) list[p] = values[list[p]];
    }
    keep_kinds(values, (size_t)lesson.count);
    memset(expected, 0xCD, size * sizeof *expected); // as wb_buffer_create() leaves it
    memcpy(expected, values, lesson.kept * sizeof *expected);
    qsort(list, lesson.kept, sizeof *list, compare_words);
    wb_array array = {.type = WB_U32, .dimensions = 1, .shape = {size}, .data = list};
    return wb_check_equal("values of those in the list, sorted", &array, expected);
}

// In ascending order the list is that of a plain loop over all values; nothing is behind its end.
static bool compare_list(uint32_t *list, const uint32_t *values, uint32_t *expected)
{
    size_t size = (size_t)lesson.list.size_bytes / 4, length = 0;
    memset(expected, 0xCD, size * sizeof *expected); // as wb_buffer_create() leaves it
    for (int i = 0; i < lesson.count; i++)
        if (values[i] < value_limit()) expected[length++] = (uint32_t)i;
    qsort(list, length, sizeof *list, compare_words);
    wb_array array = {.type = WB_U32, .dimensions = 1, .shape = {size}, .data = list};
    return wb_check_equal("list, sorted", &array, expected);
}

wb_result append_verify(void)
{
    wb_result state = verify_state(), result = WB_NOT_RUN;
    if (traits()->has_kinds && state != WB_RIGHT) return state; // its length is wrong
    uint32_t *list = copy_of(&lesson.list), *values = copy_of(&lesson.values);
    uint32_t *expected = malloc((size_t)lesson.list.size_bytes);
    if (expected == NULL) wb_error("there is no memory for another list");
    if (list != NULL && values != NULL && expected != NULL)
        result = wb_result_of(traits()->has_kinds ? compare_kinds(list, values, expected)
                                                  : compare_list(list, values, expected));
    free(list);
    free(values);
    free(expected);
    return wb_result_and(state, result);
}

/* ---- Part cells ---- */

static uint32_t cell_of(const particle *p)
{
    uint32_t cells = (uint32_t)lesson.cells;
    return ((p->y >> 16) * cells >> 16) * cells + ((p->x >> 16) * cells >> 16);
}

wb_answer cells_expect(const char *buffer, int64_t steps, void *expected)
{
    const particle *start = wb_start_state("particles");
    bool counts = strcmp(buffer, "counts") == 0;
    if (start == NULL || (!counts && strcmp(buffer, "particles") != 0)) return WB_NO_ANSWER;
    size_t bytes = (size_t)(counts ? lesson.counts : lesson.particles).size_bytes;
    memset(expected, 0, bytes);
    uint32_t time = (uint32_t)steps; // positions are kept modulo 2^32, and so is their way
    for (int i = 0; i < lesson.count; i++) {
        particle p = start[i];
        p.x += time * p.velocity_x;
        p.y += time * p.velocity_y;
        if (!counts)
            ((particle *)expected)[i] = p;
        else if (steps > 0)
            ((uint32_t *)expected)[cell_of(&p)]++;
    }
    return WB_ANSWERED;
}

// In each cell the places are 0, 1, 2 and so on, each of them once, in any order of particles.
static bool compare_places(const particle *particles, const uint32_t *places, uint32_t *first,
                           uint8_t *taken)
{
    for (int i = 0; i < lesson.count; i++) first[cell_of(&particles[i]) + 1]++;
    for (int c = 0; c < lesson.cells * lesson.cells; c++) first[c + 1] += first[c];
    for (int i = 0; i < lesson.count; i++) {
        uint32_t cell = cell_of(&particles[i]), size = first[cell + 1] - first[cell];
        if (places[i] < size && !taken[first[cell] + places[i]]++) continue;
        wb_error("places[%d]: got %u, %s; the particle's cell has %u", i, places[i],
                 places[i] < size ? "which another particle has" : "which is too large", size);
        return false;
    }
    return true;
}

wb_result cells_verify(void)
{
    wb_result state = verify_state(), result = WB_NOT_RUN;
    size_t cells = (size_t)lesson.cells * (size_t)lesson.cells;
    particle *particles = copy_of(&lesson.particles);
    uint32_t *places = copy_of(&lesson.places), *first = calloc(cells + 1, sizeof *first);
    uint8_t *taken = calloc((size_t)lesson.count + 1, 1);
    if (first == NULL || taken == NULL) wb_error("there is no memory to check the places");
    if (particles != NULL && places != NULL && first != NULL && taken != NULL)
        result = wb_result_of(compare_places(particles, places, first, taken));
    free(particles);
    free(places);
    free(first);
    free(taken);
    return wb_result_and(state, result);
}

/* ---- Part sum ---- */

// What a row of `sums` holds, as a number.
static double sum_of(const uint32_t row[2])
{
    if (!traits()->is_float) return ldexp((double)row[1] * 4294967296.0 + row[0], -fraction_bits());
    float sum;
    memcpy(&sum, row, sizeof sum);
    return sum;
}

// For the fixed-point versions: each frame so far has written the same sum into a row.
static wb_answer expect_rows(int64_t steps, uint32_t *rows)
{
    const void *start = wb_start_state("sums");
    if (start == NULL) return WB_NO_ANSWER;
    float *reals = copy_of(&lesson.reals);
    if (reals == NULL) return WB_ANSWER_FAILED;
    uint64_t sum = 0;
    float scale = ldexpf(1.0f, fraction_bits());
    for (int i = 0; i < lesson.count; i++) sum += (uint32_t)rintf(reals[i] * scale);
    free(reals);
    memcpy(rows, start, (size_t)lesson.sums.size_bytes);
    for (int64_t frame = wb_frame() - steps; frame < wb_frame(); frame++) {
        int64_t row = frame % HISTORY;
        rows[2 * row] = (uint32_t)sum;
        rows[2 * row + 1] = (uint32_t)(sum >> 32);
    }
    return WB_ANSWERED;
}

wb_answer sum_expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "terms") == 0) {
        *(uint32_t *)expected = steps > 0 ? (uint32_t)lesson.count : WB_UNWRITTEN;
        return WB_ANSWERED;
    }
    if (strcmp(buffer, "sums") != 0 || traits()->is_float) return WB_NO_ANSWER;
    return expect_rows(steps, expected);
}

// How far a right sum may be from the exact one. Fixed point: half a step for each real. Float:
// each of the additions that go into it rounds by at most half a unit in the last place of a sum
// that is not larger than the exact one (N. J. Higham, "Accuracy and Stability of Numerical
// Algorithms", 4.2).
static double tolerance(void)
{
    if (!traits()->is_float) return lesson.count * ldexp(0.5, -fraction_bits());
    double additions = SUM_ITEMS + lesson.count / SUM_ITEMS + lesson.group;
    return additions * 0.5 * FLT_EPSILON * lesson.exact * (1.0 + 1e-3);
}

wb_result sum_verify(void)
{
    wb_result state = verify_state();
    uint32_t(*rows)[2] = copy_of(&lesson.sums);
    if (rows == NULL) return WB_NOT_RUN;
    double exact[HISTORY];
    float sums[HISTORY];
    for (int row = 0; row < rows_filled(); row++) {
        sums[row] = (float)sum_of(rows[row]);
        exact[row] = lesson.exact;
    }
    free(rows);
    wb_array array = {
        .type = WB_F32, .dimensions = 1, .shape = {(size_t)rows_filled()}, .data = sums};
    bool good = wb_check_close("sums", &array, exact, tolerance(), FLT_EPSILON);
    return wb_result_and(state, wb_result_of(good));
}

/* ---- Part operations ---- */

enum { NO_OWNER = -1 };

// The variables of a group, in the order of the kernels.
enum {
    JOINED,
    WAITING,
    LAST,
    LEAST,
    FALLEN,
    MOST,
    RISEN,
    SEEN,
    DISTINCT,
    LEFT,
    TAKEN,
    LAMPS,
    SWITCHED_ON,
    WINNERS,
    HEAD,
    OWNER
};
_Static_assert(WINNERS == RESULTS - 1 && OWNER == VARIABLES - 1, "as in operations.glsl");

static uint32_t bits_in(uint32_t word)
{
    return (uint32_t)__builtin_popcount(word);
}

// One group, one invocation after the other.
static void expect_group(const uint32_t *values, int members, uint32_t *results)
{
    uint32_t switched_on = 0, lamps = 0, seen = 0, least = UINT32_MAX, most = 0;
    for (int i = 0; i < members; i++) {
        uint32_t bit = 1u << (31 - __builtin_clz(values[i] | 1));
        switched_on += (lamps & bit) == 0;
        lamps ^= bit;
        seen |= bit;
        if (values[i] < least) least = values[i];
        if (values[i] > most) most = values[i];
    }
    const uint32_t all[RESULTS] = {
        [JOINED] = (uint32_t)members,
        [LAST] = members > 0,
        [LEAST] = least,
        [FALLEN] = UINT32_MAX - least,
        [MOST] = most,
        [RISEN] = most,
        [SEEN] = seen,
        [DISTINCT] = bits_in(seen),
        [LEFT] = ~seen,
        [TAKEN] = bits_in(seen),
        [LAMPS] = lamps,
        [SWITCHED_ON] = switched_on,
        [WINNERS] = members > 0,
    };
    memcpy(results, all, sizeof all);
}

static int members_of(int group)
{
    int left = lesson.count - group * lesson.group;
    return left < lesson.group ? left : lesson.group;
}

wb_answer operations_expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "results") != 0 || steps == 0) return WB_NO_ANSWER;
    uint32_t *values = copy_of(&lesson.values), *results = expected;
    if (values == NULL) return WB_ANSWER_FAILED;
    for (int g = 0; g < group_count(); g++)
        expect_group(values + g * lesson.group, members_of(g), results + g * RESULTS);
    free(values);
    return WB_ANSWERED;
}

// The tickets of a group are 0, 1, 2 and so on, each of them once; its linked list, from the head
// on, visits every member once; its owner is one of them.
static bool compare_orders(int group, const uint32_t chances[2], const uint32_t (*orders)[2])
{
    int members = members_of(group), visited = 0;
    uint64_t tickets[1024 / 64] = {0}, visits[1024 / 64] = {0};
    for (int i = 0; i < members; i++)
        if (orders[i][0] < (uint32_t)members)
            tickets[orders[i][0] / 64] |= 1ull << orders[i][0] % 64;
    uint32_t at = chances[0];
    for (; at < (uint32_t)members && visited < members; visited++) {
        visits[at / 64] |= 1ull << at % 64;
        at = orders[at][1];
    }
    int distinct_tickets = 0, distinct_visits = 0;
    for (int i = 0; i < members; i++) {
        distinct_tickets += (int)(tickets[i / 64] >> i % 64 & 1);
        distinct_visits += (int)(visits[i / 64] >> i % 64 & 1);
    }
    bool has_owner =
        members > 0 ? chances[1] < (uint32_t)members : chances[1] == (uint32_t)NO_OWNER;
    if (distinct_tickets == members && distinct_visits == members && at == (uint32_t)NO_OWNER &&
        has_owner)
        return true;
    wb_error("group %d of %d members: %d different tickets, %d members in the list, owner %d",
             group, members, distinct_tickets, distinct_visits, (int)chances[1]);
    return false;
}

wb_result operations_verify(void)
{
    wb_result state = verify_state(), result = WB_NOT_RUN;
    uint32_t(*chances)[2] = copy_of(&lesson.chances), (*orders)[2] = copy_of(&lesson.orders);
    if (chances != NULL && orders != NULL) result = WB_RIGHT;
    for (int g = 0; result == WB_RIGHT && g < group_count(); g++)
        result = wb_result_of(
            compare_orders(g, chances[g], (const uint32_t(*)[2])orders + g * lesson.group));
    free(chances);
    free(orders);
    return wb_result_and(state, result);
}

/* ---- Part contention ---- */

wb_answer contention_expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "counters") != 0 || steps == 0) return WB_NO_ANSWER;
    uint32_t *counters = expected;
    memset(counters, 0, (size_t)lesson.counters.size_bytes);
    for (int i = 0; i < lesson.count; i++)
        for (int k = 0; k < ROUNDS; k++) counters[(i + k) % lesson.addresses * lesson.stride]++;
    return WB_ANSWERED;
}
