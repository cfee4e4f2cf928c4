#include "machine/race.h"

#include "base/memory.h"
#include "base/message.h"
#include "machine/signals.h"

#include <stdlib.h>
#include <string.h>

/* ---- Shadow ----
 *
 * A stamp is a stretch of one group between two of its barriers; all stamps of a dispatch are
 * numbered in the order in which they begin, from 1. Two accesses of one stamp by different lanes
 * are unordered (unless a barrier of their subgroup lies between). Of an access it is kept in which
 * stamp it was, by which lane, and where in the program.
 *
 * Reading alone does no harm. So two readers of the last stamp are enough, and one reader of
 * another group: at least one of them is not the writer that comes. If groups tell each other
 * something (signals.h), the one of another group is rather one that has told nothing since: no
 * writer can have heard of it. */

#define NO_WORD UINT32_MAX // of a lane that does not take part

enum {
    LANE_BITS = 10,
    LANE_MASK = (1 << LANE_BITS) - 1, // above it: how many barriers of its subgroup there were
    NO_LANE = 0xFFFF,
    MAX_LANES = 1 << LANE_BITS,
};

typedef struct shadow {
    uint32_t write_stamp; // 0: never
    uint16_t write_lane, write_site;
    uint16_t write_fences; // of that lane until then
    uint16_t write_far_fences;
    uint32_t read_stamp;
    uint16_t read_lane, read_site;
    uint16_t other_lane, other_site; // of the same stamp; or NO_LANE
    uint32_t far_stamp;              // of another group than read_stamp's
    uint16_t far_lane, far_site;
    uint16_t read_changes, other_changes, far_changes; // atomic ones, of that lane until then
} shadow;

typedef struct region {
    shadow *words;
    uint32_t count;
    uint8_t *touched; // for each 1,024 words: whether there was an access
} region;
enum { TOUCH_BITS = 10 };

/* Memory barriers are counted apart by what they are for, and so is what was told and heard. */
enum { FAR = 1, OF_IMAGES = 2, VIEWS = 4 }; // 0: for the own group, of buffers

struct wb_race_group {
    uint32_t group, stamp;
    region shared;
    uint8_t subgroup_barriers[MAX_LANES]; // of each subgroup
    wb_fences fences[VIEWS];
    wb_heard heard[VIEWS];
    wb_race_group *next; // in the list of those that are free
};

struct wb_race {
    const uint8_t *sites;
    wb_race_sink sink;
    void *user;
    uint32_t subgroup, shared_words;
    region *regions; // [0] is not used: each group has its own
    int region_count;
    uint32_t told_site;
    uint32_t *stamp_group;
    uint32_t stamp_count, stamp_capacity;
    wb_race_group *free_groups;
    wb_signals *signals[VIEWS]; // NULL: as in the one that is for less
};

/* ---- Regions and groups ---- */

static bool make_region(region *r, uint32_t words)
{
    *r = (region){.words = calloc(words > 0 ? words : 1, sizeof *r->words), // if large, zero pages
                  .touched = calloc((words >> TOUCH_BITS) + 1, 1),
                  .count = words};
    return r->words != NULL && r->touched != NULL;
}

static void free_region(region *r)
{
    free(r->words);
    free(r->touched);
}

static bool make_signals(wb_race *race, unsigned fences)
{
    for (int v = 0; v < VIEWS; v++) {
        bool needed = ((v & FAR) == 0 || (fences & WB_RACE_NEAR_FENCES) != 0) &&
                      ((v & OF_IMAGES) == 0 || (fences & WB_RACE_FENCES_OF_ONE) != 0);
        if (needed) race->signals[v] = wb_signals_create();
        if (needed && race->signals[v] == NULL) return false;
    }
    return true;
}

wb_race *wb_race_create(const uint8_t *sites, uint32_t shared_words, int subgroup, unsigned fences,
                        wb_race_sink sink, void *user)
{
    wb_race *race = calloc(1, sizeof *race);
    if (race == NULL) return NULL;
    *race = (wb_race){.sites = sites,
                      .sink = sink,
                      .user = user,
                      .stamp_count = 1,
                      .subgroup = (uint32_t)subgroup,
                      .shared_words = shared_words};
    race->regions = calloc(1, sizeof *race->regions);
    race->region_count = 1;
    if (make_signals(race, fences) && race->regions != NULL) return race;
    wb_race_free(race);
    return NULL;
}

void wb_race_free(wb_race *race)
{
    if (race == NULL) return;
    for (int i = 1; i < race->region_count; i++) free_region(&race->regions[i]);
    for (int v = 0; v < VIEWS; v++) wb_signals_free(race->signals[v]);
    while (race->free_groups != NULL) {
        wb_race_group *g = race->free_groups;
        race->free_groups = g->next;
        free_region(&g->shared);
        for (int v = 0; v < VIEWS; v++) free(g->heard[v].events);
        free(g);
    }
    free(race->regions);
    free(race->stamp_group);
    free(race);
}

int wb_race_add_region(wb_race *race, uint32_t words)
{
    region *grown =
        realloc(race->regions, (size_t)(race->region_count + 1) * sizeof *race->regions);
    if (grown == NULL) return -1;
    race->regions = grown;
    region *r = &race->regions[race->region_count];
    if (make_region(r, words)) return race->region_count++;
    free_region(r);
    return -1;
}

// Without another stamp it would take accesses for ordered that are not.
static void too_many_stamps(void)
{
    wb_error("the race detector cannot tell more than %u barriers and work groups apart\n"
             "what to do: dispatch fewer work groups, or shorter ones",
             UINT32_MAX / 2);
    exit(EXIT_FAILURE);
}

static uint32_t new_stamp(wb_race *race, uint32_t group)
{
    if (race->stamp_count >= race->stamp_capacity) {
        if (race->stamp_count > UINT32_MAX / 2) too_many_stamps();
        uint32_t capacity = race->stamp_capacity < 64 ? 64 : race->stamp_capacity * 2;
        race->stamp_group =
            wb_or_end(realloc(race->stamp_group, (size_t)capacity * sizeof *race->stamp_group));
        race->stamp_capacity = capacity;
    }
    race->stamp_group[race->stamp_count] = group;
    return race->stamp_count++;
}

wb_race_group *wb_race_begin_group(wb_race *race, uint32_t group)
{
    wb_race_group *g = race->free_groups;
    if (g != NULL)
        race->free_groups = g->next;
    else {
        g = wb_or_end(calloc(1, sizeof *g));
        wb_or_end(make_region(&g->shared, race->shared_words) ? g : NULL);
    }
    // What is left of another group in shared memory is of older stamps
    for (int v = 0; v < VIEWS; v++) {
        if (race->signals[v] == NULL) continue;
        g->fences[v] = (wb_fences){.subgroup = race->subgroup};
        wb_signals_begin_group(race->signals[v], &g->heard[v]);
    }
    memset(g->subgroup_barriers, 0, sizeof g->subgroup_barriers);
    g->group = group;
    g->stamp = new_stamp(race, group);
    return g;
}

void wb_race_end_group(wb_race *race, wb_race_group *group)
{
    group->next = race->free_groups;
    race->free_groups = group;
}

static void pass_barrier(wb_signals *signals, wb_heard *heard, wb_fences *f)
{
    wb_signals_barrier(signals, heard, f);
    f->subgroup_barriers = 0;
    if (f->any) memcpy(f->at_barrier, f->so_far, sizeof f->so_far);
}

void wb_race_barrier(wb_race *race, wb_race_group *group)
{
    for (int v = 0; v < VIEWS; v++)
        if (race->signals[v] != NULL)
            pass_barrier(race->signals[v], &group->heard[v], &group->fences[v]);
    group->stamp = new_stamp(race, group->group);
}

static void pass_subgroup_barrier(wb_signals *signals, wb_heard *heard, wb_fences *f,
                                  uint32_t subgroup)
{
    if (!f->any) return;
    uint32_t first = subgroup * f->subgroup, count = f->subgroup;
    if (first + count > MAX_LANES) return;
    memcpy(f->at_subgroup + first, f->so_far + first, count * sizeof *f->so_far);
    f->subgroup_barriers++;
    wb_signals_subgroup_barrier(signals, heard, f, subgroup);
}

void wb_race_subgroup_barrier(wb_race *race, wb_race_group *group, uint32_t subgroup)
{
    if (subgroup >= MAX_LANES) return;
    group->subgroup_barriers[subgroup]++;
    for (int v = 0; v < VIEWS; v++)
        if (race->signals[v] != NULL)
            pass_subgroup_barrier(race->signals[v], &group->heard[v], &group->fences[v], subgroup);
}

void wb_race_fence(wb_race_group *group, uint32_t lane, unsigned of)
{
    for (unsigned v = 0; v < VIEWS; v++) {
        unsigned kind = (v & OF_IMAGES) != 0 ? WB_FENCE_OF_IMAGES : WB_FENCE_OF_BUFFERS;
        if ((of & kind) == 0 || ((v & FAR) != 0 && (of & WB_FENCE_FOR_ALL) == 0)) continue;
        group->fences[v].so_far[lane & LANE_MASK]++;
        group->fences[v].any = true;
    }
}

/* ---- Accesses ---- */

typedef struct access {
    wb_race *race;
    wb_race_group *group;
    shadow *word;
    int region;
    uint32_t index, lane, site;
    uint16_t marked_lane; // with the barriers of its subgroup
    wb_access_kind kind;
    bool same_value, atomic;
} access;

static void tell(const access *a, wb_race_verdict verdict, bool across, wb_access_kind first_kind,
                 uint32_t stamp, uint32_t lane, uint32_t site)
{
    if ((a->race->sites[site] & WB_SITE_ATOMIC) != 0) first_kind = WB_ACCESS_ATOMIC;
    wb_race_conflict c = {
        .verdict = verdict,
        .across_groups = across,
        .by_flag = stamp == a->group->stamp || across,
        .region = a->region,
        .word = a->index,
        .first_kind = first_kind,
        .second_kind = a->kind,
        .first = {a->race->stamp_group[stamp], lane & LANE_MASK, site, true},
        .second = {a->group->group, a->lane, a->site, true},
        .of_image = (a->race->sites[site] & WB_SITE_IMAGE) != 0,
    };
    a->race->sink(&c, a->race->user);
}

static bool is_coherent(uint8_t site)
{
    return (site & (WB_SITE_COHERENT | WB_SITE_ATOMIC)) != 0;
}

// The view of those memory barriers that are for what a site accesses.
static int view_of(const wb_race *race, uint32_t site, bool far)
{
    bool of_images = (race->sites[site] & WB_SITE_IMAGE) != 0 && race->signals[OF_IMAGES] != NULL;
    int view = of_images ? OF_IMAGES : 0;
    return far && race->signals[view | FAR] != NULL ? view | FAR : view;
}

// Reports two accesses that nothing orders.
static void tell_unordered(const access *a, bool across, wb_access_kind first_kind, uint32_t stamp,
                           uint32_t lane, uint32_t site)
{
    bool first_atomic = (a->race->sites[site] & WB_SITE_ATOMIC) != 0;
    if (first_atomic && a->atomic) return;
    wb_race_verdict verdict = WB_RACE;
    if (first_atomic != a->atomic)
        verdict = WB_RACE_MIXED;
    else if (first_kind == WB_ACCESS_WRITE && a->kind == WB_ACCESS_WRITE && a->same_value)
        verdict = WB_RACE_SAME_VALUE;
    tell(a, verdict, across, first_kind, stamp, lane, site);
}

static wb_signals_answer ask_view(const access *a, int view, const wb_signals_first *first)
{
    const wb_race_group *g = a->group;
    return wb_signals_ask(a->race->signals[view], &g->heard[view], &g->fences[view], a->lane,
                          first);
}

static wb_signals_answer ask(const access *a, bool across, uint32_t site,
                             const wb_signals_first *first)
{
    int near_view = view_of(a->race, site, false), far_view = view_of(a->race, site, across);
    wb_signals_answer near = ask_view(a, near_view, first);
    if (near_view == far_view || near == WB_UNHEARD) return near;
    wb_signals_first from_afar = *first;
    from_afar.fences = a->word->write_far_fences;
    wb_signals_answer far = ask_view(a, far_view, &from_afar);
    return far == WB_UNHEARD ? WB_HEARD_WITHOUT : far;
}

// Two accesses that no barrier() orders: an atomic flag may, with memory barriers on both sides.
// `changes`: of a read. False: they are in order.
static bool check_signals(const access *a, bool across, wb_access_kind first_kind, uint32_t stamp,
                          uint32_t lane, uint32_t site, uint16_t changes)
{
    const wb_fences *fences = &a->group->fences[view_of(a->race, site, false)];
    bool reads = first_kind == WB_ACCESS_READ;
    if (a->atomic && (a->race->sites[site] & WB_SITE_ATOMIC) != 0) return false;
    if (a->region == 0 || (!across && !fences->any)) {
        if (a->region != 0 || !across) tell_unordered(a, across, first_kind, stamp, lane, site);
        return true;
    }
    wb_signals_first first = {.group = a->race->stamp_group[stamp],
                              .stamp = stamp,
                              .lane = lane & LANE_MASK,
                              .fences = a->word->write_fences,
                              .changes = changes,
                              .reads = reads};
    wb_signals_answer answer = ask(a, across, site, &first);
    uint8_t coherent = a->race->sites[site] & a->race->sites[a->site];
    bool mixed = ((a->race->sites[site] ^ a->race->sites[a->site]) & WB_SITE_ATOMIC) != 0;
    if (answer == WB_HEARD) {
        if (a->race->told_site == 0) a->race->told_site = a->site;
        if (!reads && !mixed && (coherent & (WB_SITE_COHERENT | WB_SITE_ATOMIC)) == 0)
            tell(a, WB_RACE_INCOHERENT, across, first_kind, stamp, lane, site);
        return false;
    }
    if (reads && answer == WB_HEARD_WITHOUT) answer = WB_UNHEARD; // it told before it read
    if (answer == WB_UNHEARD || mixed || (coherent & WB_SITE_ATOMIC) != 0)
        tell_unordered(a, across, first_kind, stamp, lane, site);
    else
        tell(a, answer == WB_HEARD_EARLY ? WB_RACE_NO_FENCE_READER : WB_RACE_NO_FENCE, across,
             first_kind, stamp, lane, site);
    return true;
}

// Two lanes of one stamp: a barrier of their subgroup may order them.
static bool is_ordered_in_stamp(const access *a, uint32_t lane)
{
    uint32_t mine = a->marked_lane;
    if (((lane ^ mine) & LANE_MASK) == 0) return true;
    return lane >> LANE_BITS != mine >> LANE_BITS &&
           (lane & LANE_MASK) / a->race->subgroup == (mine & LANE_MASK) / a->race->subgroup;
}

// The writer of an earlier stretch of the same group: a barrier() orders, but does it see the
// value?
static void check_visible(const access *a)
{
    const shadow *s = a->word;
    uint32_t lane = s->write_lane & LANE_MASK;
    if (a->region == 0 || lane == a->lane) return;
    uint8_t first = a->race->sites[s->write_site], second = a->race->sites[a->site];
    if ((first & second & WB_SITE_ATOMIC) != 0) return;
    const wb_fences *fences = &a->group->fences[view_of(a->race, s->write_site, false)];
    if (fences->at_barrier[lane] == s->write_fences)
        tell(a, WB_RACE_NO_FENCE, false, WB_ACCESS_WRITE, s->write_stamp, lane, s->write_site);
    else if (!is_coherent(first) || !is_coherent(second))
        tell(a, WB_RACE_INCOHERENT, false, WB_ACCESS_WRITE, s->write_stamp, lane, s->write_site);
}

static void check_writer(const access *a)
{
    const shadow *s = a->word;
    if (s->write_stamp == 0) return;
    if (s->write_stamp == a->group->stamp) {
        if (!is_ordered_in_stamp(a, s->write_lane))
            check_signals(a, false, WB_ACCESS_WRITE, s->write_stamp, s->write_lane, s->write_site,
                          0);
    } else if (a->race->stamp_group[s->write_stamp] == a->group->group)
        check_visible(a);
    else
        check_signals(a, true, WB_ACCESS_WRITE, s->write_stamp, s->write_lane, s->write_site, 0);
}

static void check_readers(const access *a)
{
    const shadow *s = a->word;
    if (s->read_stamp == 0) return;
    if (s->read_stamp == a->group->stamp) {
        if (!is_ordered_in_stamp(a, s->read_lane))
            check_signals(a, false, WB_ACCESS_READ, s->read_stamp, s->read_lane, s->read_site,
                          s->read_changes);
        else if (s->other_lane != NO_LANE && !is_ordered_in_stamp(a, s->other_lane))
            check_signals(a, false, WB_ACCESS_READ, s->read_stamp, s->other_lane, s->other_site,
                          s->other_changes);
    } else if (a->race->stamp_group[s->read_stamp] != a->group->group &&
               !check_signals(a, true, WB_ACCESS_READ, s->read_stamp, s->read_lane, s->read_site,
                              s->read_changes) &&
               s->other_lane != NO_LANE)
        check_signals(a, true, WB_ACCESS_READ, s->read_stamp, s->other_lane, s->other_site,
                      s->other_changes);
    if (s->far_stamp != 0 && a->race->stamp_group[s->far_stamp] != a->group->group)
        check_signals(a, true, WB_ACCESS_READ, s->far_stamp, s->far_lane, s->far_site,
                      s->far_changes);
}

// A plain read beside atomic accesses of others; only the last of those is the writer.
static void check_atomics(const access *a)
{
    const shadow *s = a->word;
    if (s->read_stamp != a->group->stamp || s->write_stamp != a->group->stamp) return;
    const uint8_t *sites = a->race->sites;
    if ((sites[s->write_site] & WB_SITE_ATOMIC) == 0 || !is_ordered_in_stamp(a, s->write_lane))
        return; // told already, or nothing to tell
    if ((sites[s->read_site] & WB_SITE_ATOMIC) != 0 && !is_ordered_in_stamp(a, s->read_lane))
        tell_unordered(a, false, WB_ACCESS_ATOMIC, s->read_stamp, s->read_lane, s->read_site);
    else if (s->other_lane != NO_LANE && (sites[s->other_site] & WB_SITE_ATOMIC) != 0 &&
             !is_ordered_in_stamp(a, s->other_lane))
        tell_unordered(a, false, WB_ACCESS_ATOMIC, s->read_stamp, s->other_lane, s->other_site);
}

static bool has_told(const wb_race *race, uint32_t stamp, uint32_t lane, uint16_t changes)
{
    return wb_signals_has_told(race->signals[0],
                               &(wb_signals_first){.group = race->stamp_group[stamp],
                                                   .stamp = stamp,
                                                   .lane = lane & LANE_MASK,
                                                   .changes = changes,
                                                   .reads = true});
}

// The last reader is of another group than the one that reads now.
static void keep_far_reader(const wb_race *race, shadow *s, uint32_t group)
{
    bool has_other = s->far_stamp != 0 && race->stamp_group[s->far_stamp] != group;
    if (has_other && !has_told(race, s->far_stamp, s->far_lane, s->far_changes) &&
        has_told(race, s->read_stamp, s->read_lane, s->read_changes))
        return;
    s->far_stamp = s->read_stamp;
    s->far_lane = s->read_lane;
    s->far_site = s->read_site;
    s->far_changes = s->read_changes;
}

static inline void keep_other_reader(shadow *s)
{
    s->other_lane = s->read_lane;
    s->other_site = s->read_site;
    s->other_changes = s->read_changes;
}

static void note_reader(const access *a)
{
    shadow *s = a->word;
    uint32_t stamp = a->group->stamp;
    uint16_t site = (uint16_t)a->site, changes = a->group->fences[0].changes[a->lane];
    if (s->read_stamp == stamp) {
        if (s->read_lane == a->marked_lane) {
            bool was_atomic = (a->race->sites[s->read_site] & WB_SITE_ATOMIC) != 0;
            if (was_atomic && !a->atomic) s->read_site = site; // the one that others may race with
            s->read_changes = changes;
            return;
        }
        if (((s->read_lane ^ a->marked_lane) & LANE_MASK) != 0) keep_other_reader(s);
    } else {
        if (s->read_stamp != 0 && a->race->stamp_group[s->read_stamp] != a->group->group)
            keep_far_reader(a->race, s, a->group->group);
        s->read_stamp = stamp;
        s->other_lane = NO_LANE;
    }
    s->read_lane = a->marked_lane;
    s->read_site = site;
    s->read_changes = changes;
}

static void note_writer(const access *a)
{
    shadow *s = a->word;
    uint32_t stamp = a->group->stamp;
    // A plain write is remembered beside the same lane's atomic one
    if (a->atomic && s->write_stamp == stamp && s->write_lane == a->marked_lane &&
        (a->race->sites[s->write_site] & WB_SITE_ATOMIC) == 0)
        return;
    s->write_stamp = stamp;
    s->write_lane = a->marked_lane;
    s->write_site = (uint16_t)a->site;
    s->write_fences = a->group->fences[view_of(a->race, a->site, false)].so_far[a->lane];
    s->write_far_fences = a->group->fences[view_of(a->race, a->site, true)].so_far[a->lane];
}

void wb_race_access(wb_race *race, wb_race_group *group, int region_number, uint32_t word,
                    uint32_t lane, uint32_t site, wb_access_kind kind, bool same_value)
{
    region *r = region_number == 0 ? &group->shared : &race->regions[region_number];
    if (word >= r->count) return;
    r->touched[word >> TOUCH_BITS] = 1;
    uint32_t barriers = group->subgroup_barriers[lane / race->subgroup];
    access a = {.race = race,
                .group = group,
                .word = &r->words[word],
                .region = region_number,
                .index = word,
                .lane = lane,
                .site = site,
                .marked_lane = (uint16_t)(lane | barriers << LANE_BITS),
                .kind = kind,
                .same_value = same_value,
                .atomic = kind == WB_ACCESS_ATOMIC};
    for (int v = 0; v < VIEWS && a.atomic && region_number != 0; v++)
        if (race->signals[v] != NULL)
            wb_signals_atomic(race->signals[v], &group->heard[v], &group->fences[v], region_number,
                              word, group->group, group->stamp, lane, !same_value);
    check_writer(&a);
    if (kind == WB_ACCESS_READ)
        check_atomics(&a);
    else
        check_readers(&a);
    if (kind != WB_ACCESS_WRITE) note_reader(&a);
    if (kind != WB_ACCESS_READ) note_writer(&a);
    if (!a.atomic || region_number == 0 || same_value) return;
    for (int v = 0; v < VIEWS; v++) group->fences[v].changes[lane]++;
}

uint32_t wb_race_told_site(const wb_race *race)
{
    return race->told_site;
}

/* ---- Going back ---- */

void *wb_race_words(const wb_race *race, int region_number, size_t *each)
{
    *each = sizeof(shadow);
    return race->regions[region_number].words;
}

void wb_race_visit(wb_race *race, wb_race_group *g, wb_race_visitor visitor, void *user)
{
    visitor(&race->stamp_count, sizeof race->stamp_count, false, user);
    visitor(&race->told_site, sizeof race->told_site, false, user);
    visitor(&g->stamp, sizeof g->stamp, false, user);
    visitor(g->shared.words, g->shared.count * sizeof *g->shared.words, false, user);
    visitor(g->subgroup_barriers, sizeof g->subgroup_barriers, false, user);
    for (int v = 0; v < VIEWS; v++) {
        if (race->signals[v] == NULL) continue;
        visitor(&g->fences[v], sizeof g->fences[v], false, user);
        wb_signals_visit(race->signals[v], &g->heard[v], visitor, user);
    }
}

/* ---- Many lanes at once ----
 *
 * Nearly all accesses have nothing to be told about, and then only the shadow changes. */

typedef struct stretch { // what all lanes of one instruction have in common
    const wb_race *race;
    const wb_race_group *group;
    const wb_fences *fences, *far_fences;
    bool shared;
    uint32_t stamp;
    uint16_t site;
} stretch;

static stretch make_stretch(const wb_race *race, const wb_race_group *group, int region_number,
                            uint32_t site)
{
    return (stretch){.race = race,
                     .group = group,
                     .fences = &group->fences[view_of(race, site, false)],
                     .far_fences = &group->fences[view_of(race, site, true)],
                     .shared = region_number == 0,
                     .stamp = group->stamp,
                     .site = (uint16_t)site};
}

// A word of shared memory is ordered by barriers alone; accesses before this stretch do not
// matter, nor what another group has left there.
static inline bool is_past(const stretch *t, uint32_t stamp)
{
    return stamp == 0 || (t->shared && stamp != t->stamp);
}

static inline bool reads_quietly(const stretch *t, shadow *s, uint32_t lane, uint16_t marked_lane)
{
    if (!is_past(t, s->write_stamp)) return false;
    if (s->read_stamp == t->stamp) {
        if (s->read_lane == marked_lane) {
            s->read_changes = t->group->fences[0].changes[lane];
            return true;
        }
        if (((s->read_lane ^ marked_lane) & LANE_MASK) != 0) keep_other_reader(s);
    } else {
        if (!is_past(t, s->read_stamp) && t->race->stamp_group[s->read_stamp] != t->group->group)
            keep_far_reader(t->race, s, t->group->group);
        s->read_stamp = t->stamp;
        s->other_lane = NO_LANE;
    }
    s->read_lane = marked_lane;
    s->read_site = t->site;
    s->read_changes = t->group->fences[0].changes[lane];
    return true;
}

static inline bool writes_quietly(const stretch *t, shadow *s, uint32_t lane, uint16_t marked_lane)
{
    bool own = s->write_stamp == t->stamp && s->write_lane == marked_lane;
    bool read_it =
        s->read_stamp == t->stamp && s->read_lane == marked_lane && s->other_lane == NO_LANE;
    if ((!own && !is_past(t, s->write_stamp)) || (!read_it && !is_past(t, s->read_stamp)) ||
        (!t->shared && s->far_stamp != 0))
        return false;
    s->write_stamp = t->stamp;
    s->write_lane = marked_lane;
    s->write_site = t->site;
    s->write_fences = t->fences->so_far[lane];
    s->write_far_fences = t->far_fences->so_far[lane];
    return true;
}

static inline uint16_t mark(const wb_race *race, const wb_race_group *group, uint32_t lane)
{
    return (uint16_t)(lane | (uint32_t)group->subgroup_barriers[lane / race->subgroup]
                                 << LANE_BITS);
}

void wb_race_reads(wb_race *race, wb_race_group *group, int region_number, const uint32_t *words,
                   uint32_t offset, uint32_t lane, uint32_t lanes, uint32_t site)
{
    region *r = region_number == 0 ? &group->shared : &race->regions[region_number];
    stretch t = make_stretch(race, group, region_number, site);
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t word = words[i] + offset;
        if (words[i] == NO_WORD || word >= r->count) continue;
        r->touched[word >> TOUCH_BITS] = 1;
        if (!reads_quietly(&t, &r->words[word], lane + i, mark(race, group, lane + i)))
            wb_race_access(race, group, region_number, word, lane + i, site, WB_ACCESS_READ, false);
    }
}

uint32_t wb_race_writes(wb_race *race, wb_race_group *group, int region_number,
                        const uint32_t *words, uint32_t offset, uint32_t lane, uint32_t lanes,
                        uint32_t site)
{
    region *r = region_number == 0 ? &group->shared : &race->regions[region_number];
    stretch t = make_stretch(race, group, region_number, site);
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t word = words[i] + offset;
        if (words[i] == NO_WORD || word >= r->count) continue;
        r->touched[word >> TOUCH_BITS] = 1;
        if (!writes_quietly(&t, &r->words[word], lane + i, mark(race, group, lane + i))) return i;
    }
    return lanes;
}

/* ---- Two detectors ---- */

static bool have_met(const shadow *x, const shadow *y)
{
    return (x->write_stamp != 0 && (y->write_stamp | y->read_stamp) != 0) ||
           (y->write_stamp != 0 && x->read_stamp != 0);
}

bool wb_race_are_apart(const wb_race *a, const wb_race *b)
{
    for (int i = 1; i < a->region_count; i++) {
        const region *x = &a->regions[i], *y = &b->regions[i];
        for (uint32_t w = 0; w < x->count; w++) {
            if ((x->touched[w >> TOUCH_BITS] & y->touched[w >> TOUCH_BITS]) == 0)
                w |= (1 << TOUCH_BITS) - 1; // on to the next 1,024
            else if (have_met(&x->words[w], &y->words[w]))
                return false;
        }
    }
    return true;
}
