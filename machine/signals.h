/* What invocations tell each other through atomic operations: an invocation that issues a memory
 * barrier and then changes a word atomically tells what it has done before; one that accesses the
 * word atomically afterwards, and then issues a memory barrier, has heard it. From that memory
 * barrier on, and for its whole group behind the next barrier(), the two are in order.
 *
 * A telling and what its group had heard by then are never changed, so hearing is to keep the
 * number of a telling; whether one thing comes before another is a search through them. */
#ifndef WB_MACHINE_SIGNALS_H
#define WB_MACHINE_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wb_signals wb_signals;

/* The memory barriers of a group's invocations: so far, before its last barrier(), and before the
 * last subgroupBarrier() of their subgroup. */
typedef struct wb_fences {
    uint16_t so_far[1024], at_barrier[1024], at_subgroup[1024];
    uint16_t changes[1024];     // atomic operations so far that have changed a word
    uint32_t subgroup;          // its size
    uint32_t subgroup_barriers; // of all subgroups, since the last barrier()
    bool any;
} wb_fences;

typedef struct wb_heard_event {
    uint32_t telling, through; // a word
    uint16_t lane, fences;     // of that lane, until then
    bool by_subgroup;          // a memory barrier and a subgroupBarrier() stand behind it
    int earlier;               // of the same lane: its number, from 1; 0: none
} wb_heard_event;

/* What a group has heard. */
typedef struct wb_heard {
    uint32_t known;         // by all of it
    uint32_t unfenced;      // before its last barrier(), without a memory barrier since
    wb_heard_event *events; // since that barrier()
    int event_count, event_capacity;
    int newest[1024]; // of each lane: its newest event's number, from 1
    bool any_by_subgroup;
} wb_heard;

/* An earlier access: does it come before this one? */
typedef struct wb_signals_first {
    uint32_t group, stamp, lane;
    uint16_t fences;  // of a write: of its lane until then
    uint16_t changes; // of a read: the same
    bool reads;
} wb_signals_first;

typedef enum wb_signals_answer {
    WB_UNHEARD,
    WB_HEARD_EARLY,   // but no memory barrier stands behind the hearing
    WB_HEARD_WITHOUT, // that lane or group has told, but issued no memory barrier before
    WB_HEARD,
} wb_signals_answer;

wb_signals *wb_signals_create(void); // NULL if memory runs out
void wb_signals_free(wb_signals *signals);

/* A group begins; it may have the place of one that has ended. */
void wb_signals_begin_group(wb_signals *signals, wb_heard *heard);
/* A lane of a group accesses a word atomically; `changes`: and leaves another value there. */
void wb_signals_atomic(wb_signals *signals, wb_heard *heard, const wb_fences *fences, int region,
                       uint32_t word, uint32_t group, uint32_t stamp, uint32_t lane, bool changes);
/* All of a group have reached a barrier(); `fences` are those before it. */
void wb_signals_barrier(wb_signals *signals, wb_heard *heard, const wb_fences *fences);
/* A subgroup has, after its memory barriers have been counted. */
void wb_signals_subgroup_barrier(wb_signals *signals, wb_heard *heard, const wb_fences *fences,
                                 uint32_t subgroup);
/* Whether a read's group has told something since, as far as its newest telling says. */
bool wb_signals_has_told(const wb_signals *signals, const wb_signals_first *read);
wb_signals_answer wb_signals_ask(wb_signals *signals, const wb_heard *heard,
                                 const wb_fences *fences, uint32_t lane,
                                 const wb_signals_first *first);

/* For going back in time, as wb_race_visit(). */
typedef void (*wb_race_visitor)(void *piece, size_t size, bool grows, void *user);
void wb_signals_visit(wb_signals *signals, wb_heard *heard, wb_race_visitor visitor, void *user);

#endif
