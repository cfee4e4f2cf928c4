#include "machine/signals.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 12, LANES = 1024, FAR = 256 };

typedef struct telling {
    uint32_t group, stamp, lane;
    uint32_t before;   // the telling before it through the same word; 0: none
    uint32_t knows;    // a link: what its group had heard
    uint32_t snapshot; // of the other lanes' memory barriers
    uint32_t mark;     // of the search that has come by
    uint32_t alike;    // in a table: the next of the same group
    uint16_t fences;   // of its lane
    uint16_t changes;  // likewise, before it
} telling;

typedef struct link {
    uint32_t telling, next; // 0: none
} link;

typedef struct word {
    uint32_t word, last, next; // last: telling through it
    int region;
} word;

/* Of one listener, who came by how much: all tellings that it has heard, by group. */
typedef struct table {
    uint32_t *first; // of each group
    size_t size;
    uint32_t known, unfenced, lane, fences;
    const wb_heard *heard;
    int events;
} table;

struct wb_signals {
    telling *tellings; // [0] is not used; so with links and words
    link *links;
    word *words;
    uint16_t *snapshots;
    uint32_t telling_count, link_count, word_count, snapshot_count;
    int telling_capacity, link_capacity, word_capacity, snapshot_capacity;
    uint32_t snapshot_stamp, snapshot_barriers, snapshot_subgroup; // the last one's
    uint32_t buckets[BUCKETS];
    uint32_t *newest; // telling of each group; 0: none
    int newest_capacity;
    uint32_t mark;
    uint32_t *stack;
    int stack_capacity;
    table table;
};

wb_signals *wb_signals_create(void)
{
    wb_signals *s = calloc(1, sizeof *s);
    if (s != NULL) s->telling_count = s->link_count = s->word_count = 1;
    return s;
}

void wb_signals_free(wb_signals *s)
{
    if (s == NULL) return;
    free(s->tellings);
    free(s->links);
    free(s->words);
    free(s->snapshots);
    free(s->newest);
    free(s->stack);
    free(s->table.first);
    free(s);
}

/* ---- Telling and hearing ---- */

static uint32_t *find_word(wb_signals *s, int region, uint32_t number)
{
    uint32_t *at = &s->buckets[(number * 2654435761u >> 16 ^ (uint32_t)region) % BUCKETS];
    while (*at != 0 && (s->words[*at].word != number || s->words[*at].region != region))
        at = &s->words[*at].next;
    return at;
}

static uint32_t add_link(wb_signals *s, uint32_t number, uint32_t next)
{
    if (next != 0 && s->links[next].telling == number) return next;
    s->links = wb_grow(s->links, &s->link_capacity, (int)s->link_count + 1, sizeof *s->links);
    s->links[s->link_count] = (link){number, next};
    return s->link_count++;
}

static uint32_t add_links(wb_signals *s, uint32_t from, uint32_t to)
{
    for (; from != 0; from = s->links[from].next) to = add_link(s, s->links[from].telling, to);
    return to;
}

// How many memory barriers of the group's other lanes come before what a lane does now.
static uint32_t take_snapshot(wb_signals *s, const wb_fences *f, uint32_t stamp, uint32_t lane)
{
    uint32_t at = s->snapshot_count, subgroup = lane / f->subgroup;
    if (at > 0 && s->snapshot_stamp == stamp && s->snapshot_barriers == f->subgroup_barriers &&
        (s->snapshot_subgroup == subgroup || f->subgroup_barriers == 0))
        return at - LANES;
    s->snapshots = wb_grow(s->snapshots, &s->snapshot_capacity, (int)at + LANES, sizeof(uint16_t));
    uint16_t *to = s->snapshots + at;
    memcpy(to, f->at_barrier, sizeof f->at_barrier);
    for (uint32_t l = subgroup * f->subgroup; l < (subgroup + 1) * f->subgroup && l < LANES; l++)
        if ((int16_t)(f->at_subgroup[l] - to[l]) > 0) to[l] = f->at_subgroup[l];
    // Group after group is often as far as the one before
    bool is_alike = at > 0 && memcmp(to - LANES, to, LANES * sizeof *to) == 0;
    s->snapshot_count += is_alike ? 0 : LANES;
    s->snapshot_stamp = stamp;
    s->snapshot_barriers = f->subgroup_barriers;
    s->snapshot_subgroup = subgroup;
    return s->snapshot_count - LANES;
}

static bool is_fenced(const wb_fences *fences, const wb_heard_event *e)
{
    return fences->so_far[e->lane] != e->fences;
}

// A lane's own hearing, or that of another of its subgroup which has passed it on.
static bool is_for(const wb_fences *fences, const wb_heard_event *e, uint32_t lane)
{
    return e->lane == lane ||
           (e->by_subgroup && e->lane / fences->subgroup == lane / fences->subgroup);
}

// Goes through what a lane has heard: from `number` 0 on; 0 is the end.
static int next_event(const wb_heard *h, const wb_fences *fences, uint32_t lane, int number)
{
    if (!h->any_by_subgroup)
        return number == 0 ? h->newest[lane % LANES] : h->events[number - 1].earlier;
    for (number++; number <= h->event_count; number++)
        if (is_for(fences, &h->events[number - 1], lane)) return number;
    return 0;
}

// What a lane passes on of what its group has heard.
static uint32_t heard_by(wb_signals *s, const wb_heard *h, const wb_fences *fences, uint32_t lane)
{
    uint32_t links = h->known;
    for (int i = 0; (i = next_event(h, fences, lane, i)) > 0;)
        if (is_fenced(fences, &h->events[i - 1]))
            links = add_link(s, h->events[i - 1].telling, links);
    if (h->unfenced != 0 && fences->so_far[lane] != fences->at_barrier[lane])
        links = add_links(s, h->unfenced, links);
    return links;
}

// A telling implies those before it through the same word.
static void hear(wb_heard *h, const wb_fences *fences, uint32_t lane, uint32_t through,
                 uint32_t number)
{
    int *newest = &h->newest[lane % LANES];
    wb_heard_event *known = *newest > 0 ? &h->events[*newest - 1] : NULL;
    if (known != NULL && known->through == through && known->telling == number) return;
    int earlier = known != NULL ? known->earlier : 0;
    if (known == NULL || known->through != through || is_fenced(fences, known)) {
        h->events = wb_grow(h->events, &h->event_capacity, h->event_count + 1, sizeof *h->events);
        earlier = *newest;
        *newest = ++h->event_count;
    }
    h->events[*newest - 1] =
        (wb_heard_event){number, through, (uint16_t)lane, fences->so_far[lane], false, earlier};
}

static void forget_events(wb_heard *h)
{
    if (h->event_count > 0) memset(h->newest, 0, sizeof h->newest);
    h->event_count = 0;
    h->any_by_subgroup = false;
}

// Another listener may have the same numbers, by which the table knows its own.
static void forget_table(wb_signals *s)
{
    s->table.heard = NULL;
}

void wb_signals_begin_group(wb_signals *s, wb_heard *h)
{
    forget_table(s);
    h->known = h->unfenced = 0;
    forget_events(h);
}

void wb_signals_atomic(wb_signals *s, wb_heard *h, const wb_fences *fences, int region,
                       uint32_t number, uint32_t group, uint32_t stamp, uint32_t lane, bool changes)
{
    bool tells = changes && fences->any;
    if (s->word_count == 1 && !tells) return;
    uint32_t at = *find_word(s, region, number);
    uint32_t last = at != 0 ? s->words[at].last : 0;
    bool own = last != 0 && s->tellings[last].group == group && s->tellings[last].lane == lane;
    if (last != 0 && !own) hear(h, fences, lane, at, last);
    if (!tells) return;
    if (at == 0) {
        s->words = wb_grow(s->words, &s->word_capacity, (int)s->word_count + 1, sizeof *s->words);
        at = *find_word(s, region, number) = s->word_count++;
        s->words[at] = (word){.word = number, .region = region};
    }
    telling t = {.group = group,
                 .stamp = stamp,
                 .lane = lane,
                 .before = last,
                 .knows = heard_by(s, h, fences, lane),
                 .snapshot = take_snapshot(s, fences, stamp, lane),
                 .fences = fences->so_far[lane],
                 .changes = fences->changes[lane]};
    s->tellings =
        wb_grow(s->tellings, &s->telling_capacity, (int)s->telling_count + 1, sizeof *s->tellings);
    s->tellings[s->telling_count] = t;
    s->newest = wb_grow(s->newest, &s->newest_capacity, (int)group + 1, sizeof *s->newest);
    s->newest[group] = s->telling_count;
    s->words[at].last = s->telling_count++;
}

void wb_signals_barrier(wb_signals *s, wb_heard *h, const wb_fences *fences)
{
    if (h->unfenced != 0 &&
        memcmp(fences->so_far, fences->at_barrier, sizeof fences->so_far) != 0) {
        h->known = add_links(s, h->unfenced, h->known);
        h->unfenced = 0;
    }
    for (int i = 0; i < h->event_count; i++) {
        uint32_t *to = is_fenced(fences, &h->events[i]) ? &h->known : &h->unfenced;
        *to = add_link(s, h->events[i].telling, *to);
    }
    forget_events(h);
}

void wb_signals_subgroup_barrier(wb_signals *s, wb_heard *h, const wb_fences *fences,
                                 uint32_t subgroup)
{
    forget_table(s);
    for (int i = 0; i < h->event_count; i++) {
        wb_heard_event *e = &h->events[i];
        if (e->lane / fences->subgroup == subgroup && is_fenced(fences, e))
            e->by_subgroup = h->any_by_subgroup = true;
    }
}

/* ---- Whether one comes before the other ---- */

static bool covers(const wb_signals *s, const telling *t, const wb_signals_first *f)
{
    bool later = t->lane == f->lane && (int16_t)(t->changes - f->changes) >= 0;
    if (f->reads) return t->stamp > f->stamp || (t->stamp == f->stamp && later);
    uint16_t fences = t->lane == f->lane ? t->fences : s->snapshots[t->snapshot + f->lane % LANES];
    return (int16_t)(fences - f->fences) > 0;
}

bool wb_signals_has_told(const wb_signals *s, const wb_signals_first *read)
{
    uint32_t newest = read->group < (uint32_t)s->newest_capacity ? s->newest[read->group] : 0;
    return newest != 0 && covers(s, &s->tellings[newest], read);
}

static int push(wb_signals *s, int depth, uint32_t number)
{
    if (number == 0 || s->tellings[number].mark == s->mark) return depth;
    s->tellings[number].mark = s->mark;
    s->stack = wb_grow(s->stack, &s->stack_capacity, depth + 1, sizeof *s->stack);
    s->stack[depth] = number;
    return depth + 1;
}

static int push_links(wb_signals *s, int depth, uint32_t links)
{
    for (; links != 0; links = s->links[links].next)
        depth = push(s, depth, s->links[links].telling);
    return depth;
}

// Where the search begins; `early`: with what was heard without a memory barrier since.
static int push_heard(wb_signals *s, const wb_heard *h, const wb_fences *fences, uint32_t lane,
                      bool early)
{
    s->mark++;
    int depth = push_links(s, 0, h->known);
    if (early || fences->so_far[lane] != fences->at_barrier[lane])
        depth = push_links(s, depth, h->unfenced);
    for (int i = 0; (i = next_event(h, fences, lane, i)) > 0;)
        if (early || is_fenced(fences, &h->events[i - 1]))
            depth = push(s, depth, h->events[i - 1].telling);
    return depth;
}

static int push_known(wb_signals *s, int depth, const telling *t)
{
    uint32_t knows = t->knows;
    depth = push(s, depth, t->before);
    return push_links(s, depth, knows);
}

static wb_signals_answer best(wb_signals_answer a, wb_signals_answer b)
{
    return a > b ? a : b;
}

static wb_signals_answer weigh(const wb_signals *s, const telling *t, const wb_signals_first *f)
{
    if (t->group != f->group) return WB_UNHEARD;
    return covers(s, t, f) ? WB_HEARD : WB_HEARD_WITHOUT;
}

// All that the listener has heard, by group: for those that ask about many.
static void make_table(wb_signals *s, const wb_heard *h, const wb_fences *fences, uint32_t lane)
{
    table *t = &s->table;
    if (t->first != NULL) memset(t->first, 0, t->size * sizeof *t->first);
    for (int depth = push_heard(s, h, fences, lane, false); depth > 0;) {
        uint32_t number = s->stack[--depth], group = s->tellings[number].group;
        if (group >= t->size) {
            size_t size = (group + 64) & ~(size_t)63;
            t->first = wb_or_end(realloc(t->first, size * sizeof *t->first));
            memset(t->first + t->size, 0, (size - t->size) * sizeof *t->first);
            t->size = size;
        }
        s->tellings[number].alike = t->first[group];
        t->first[group] = number;
        depth = push_known(s, depth, &s->tellings[number]);
    }
    t->heard = h;
    t->known = h->known;
    t->unfenced = h->unfenced;
    t->events = h->event_count;
    t->lane = lane;
    t->fences = fences->so_far[lane];
}

static bool has_table(const wb_signals *s, const wb_heard *h, const wb_fences *fences,
                      uint32_t lane)
{
    const table *t = &s->table;
    return t->heard == h && t->known == h->known && t->unfenced == h->unfenced &&
           t->events == h->event_count && t->lane == lane && t->fences == fences->so_far[lane];
}

static wb_signals_answer look_up(const wb_signals *s, const wb_signals_first *f)
{
    wb_signals_answer answer = WB_UNHEARD;
    uint32_t number = f->group < s->table.size ? s->table.first[f->group] : 0;
    for (; number != 0 && answer != WB_HEARD; number = s->tellings[number].alike)
        answer = best(answer, weigh(s, &s->tellings[number], f));
    return answer;
}

static wb_signals_answer search(wb_signals *s, const wb_heard *h, const wb_fences *fences,
                                uint32_t lane, const wb_signals_first *f, bool early)
{
    wb_signals_answer answer = WB_UNHEARD;
    int depth = push_heard(s, h, fences, lane, early);
    for (int steps = 0; depth > 0; steps++) {
        const telling *t = &s->tellings[s->stack[--depth]];
        answer = best(answer, weigh(s, t, f));
        if (answer == WB_HEARD) return answer;
        depth = push_known(s, depth, t);
        if (steps < FAR || early) continue;
        make_table(s, h, fences, lane);
        return look_up(s, f);
    }
    return answer;
}

wb_signals_answer wb_signals_ask(wb_signals *s, const wb_heard *h, const wb_fences *fences,
                                 uint32_t lane, const wb_signals_first *first)
{
    if (h->known == 0 && h->unfenced == 0 && h->event_count == 0) return WB_UNHEARD;
    wb_signals_answer answer = has_table(s, h, fences, lane)
                                   ? look_up(s, first)
                                   : search(s, h, fences, lane, first, false);
    if (answer == WB_HEARD) return answer;
    return search(s, h, fences, lane, first, true) == WB_HEARD ? WB_HEARD_EARLY : answer;
}

/* ---- Going back ---- */

// Tellings and links that are there are not changed: to forget the later ones is enough.
void wb_signals_visit(wb_signals *s, wb_heard *h, wb_race_visitor visitor, void *user)
{
    visitor(&s->telling_count, sizeof s->telling_count, false, user);
    visitor(&s->link_count, sizeof s->link_count, false, user);
    visitor(&s->snapshot_count, sizeof s->snapshot_count, false, user);
    visitor(&s->snapshot_stamp, sizeof s->snapshot_stamp, false, user);
    visitor(&s->snapshot_barriers, sizeof s->snapshot_barriers, false, user);
    visitor(&s->snapshot_subgroup, sizeof s->snapshot_subgroup, false, user);
    visitor(&s->word_count, sizeof s->word_count, false, user);
    visitor(s->buckets, sizeof s->buckets, false, user);
    visitor(s->words, (size_t)s->word_capacity * sizeof *s->words, true, user);
    visitor(s->newest, (size_t)s->newest_capacity * sizeof *s->newest, true, user);
    visitor(&h->known, sizeof h->known, false, user);
    visitor(&h->unfenced, sizeof h->unfenced, false, user);
    visitor(&h->event_count, sizeof h->event_count, false, user);
    visitor(&h->any_by_subgroup, sizeof h->any_by_subgroup, false, user);
    visitor(h->newest, sizeof h->newest, false, user);
    visitor(h->events, (size_t)h->event_capacity * sizeof *h->events, true, user);
    forget_table(s);
}
