/* Finds data races in a stream of accesses: which lane reads or writes which word, in what order.
 *
 * In a work group a barrier() orders the accesses before it and after it. That is all that shared
 * memory needs. A word of a buffer or image that one invocation writes and another accesses also
 * needs a memory barrier by the writer in between, for that kind of memory, and `coherent` on both
 * sides. Between work groups nothing orders, except a word that both access atomically, with memory
 * barriers around it (signals.h). What a program means by accesses that nothing orders, verdict.c
 * says.
 *
 * For each word, the last writer and the last two readers are kept; see "Shadow" in race.c.
 * If memory runs out while it watches, or it runs out of numbers for stretches between barriers,
 * the program ends with a message: going on, it would miss races without a word.
 *
 * Nothing here knows where the stream comes from: machine.c feeds it, tests feed it by hand. */
#ifndef WB_MACHINE_RACE_H
#define WB_MACHINE_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/signals.h"

typedef enum wb_race_verdict {
    WB_RACE,          // nothing orders the two
    WB_RACE_NO_FENCE, // a barrier() or an atomic flag does, but the first issued no memory barrier
    WB_RACE_NO_FENCE_READER, // a flag does, but the second issued none after accessing it
    WB_RACE_INCOHERENT,      // both, but not both accesses are coherent
    WB_RACE_MIXED,           // unordered, one of them atomic
    WB_RACE_SAME_VALUE,      // unordered, but both write the same value
    // what verdict.c makes of these:
    WB_RACE_LOST_UPDATE, // a word is read, changed and written, and others change it, too
    WB_RACE_BY_DESIGN,   // a word of another group is read again until it holds what is waited for
    WB_RACE_GUESS,       // a read is only the guess for an atomic operation
} wb_race_verdict;

typedef enum wb_access_kind { WB_ACCESS_READ, WB_ACCESS_WRITE, WB_ACCESS_ATOMIC } wb_access_kind;

/* Where in the program an access stands: a number below 65,535 that the caller chooses. */
typedef struct wb_race_party {
    uint32_t group; // its number
    uint32_t lane;
    uint32_t site;
    bool known;
} wb_race_party;

typedef struct wb_race_conflict {
    wb_race_verdict verdict;
    bool across_groups;
    bool by_flag;  // an atomic flag would order them
    bool of_image; // the first is a load or store of an image
    int region;
    uint32_t word;
    wb_access_kind first_kind, second_kind;
    wb_race_party first, second;
} wb_race_conflict;

typedef void (*wb_race_sink)(const wb_race_conflict *conflict, void *user);

typedef struct wb_race wb_race;
/* A work group that is under way. */
typedef struct wb_race_group wb_race_group;

enum { WB_SITE_COHERENT = 1, WB_SITE_ATOMIC = 2, WB_SITE_IMAGE = 4 };
/* What there may be: memory barriers for the own group only, and such as are for buffers and not
 * for images, or the other way round. */
enum { WB_RACE_NEAR_FENCES = 1, WB_RACE_FENCES_OF_ONE = 2 };
/* What a memory barrier is for. */
enum { WB_FENCE_OF_BUFFERS = 1, WB_FENCE_OF_IMAGES = 2, WB_FENCE_FOR_ALL = 4 };

/* `sites` has flags for each site and must live as long as the detector. Region 0 is shared memory
 * of `shared_words`, in each group anew; the others are added. `fences`: of WB_RACE_NEAR_FENCES and
 * WB_RACE_FENCES_OF_ONE. NULL if memory runs out. */
wb_race *wb_race_create(const uint8_t *sites, uint32_t shared_words, int subgroup, unsigned fences,
                        wb_race_sink sink, void *user);
void wb_race_free(wb_race *race);
/* Returns the region's number, or -1. */
int wb_race_add_region(wb_race *race, uint32_t words);

wb_race_group *wb_race_begin_group(wb_race *race, uint32_t group);
void wb_race_end_group(wb_race *race, wb_race_group *group);
/* All of the group have reached a barrier(). */
void wb_race_barrier(wb_race *race, wb_race_group *group);
/* All of a subgroup have reached a subgroupBarrier(). */
void wb_race_subgroup_barrier(wb_race *race, wb_race_group *group, uint32_t subgroup);
/* A lane issues a memory barrier; `of`: WB_FENCE_OF_BUFFERS and WB_FENCE_OF_IMAGES, and
 * WB_FENCE_FOR_ALL if it is for other groups, too. */
void wb_race_fence(wb_race_group *group, uint32_t lane, unsigned of);

/* Two detectors watched different groups of one dispatch, with the same regions. True if no group
 * of one has accessed a word that a group of the other has written. */
bool wb_race_are_apart(const wb_race *a, const wb_race *b);

/* The site of the first access that is in order with an earlier one only by what an atomic
 * operation has told: in another order of the groups it may not be. 0: there is none. */
uint32_t wb_race_told_site(const wb_race *race);

/* For going back in time: what is kept of the words of a region, `*each` bytes for a word; not for
 * region 0. */
void *wb_race_words(const wb_race *race, int region, size_t *each);
/* And everything else that changes while a group runs, piece by piece. One that `grows` may be
 * larger at the next visit, never smaller; what it has then and had not is zero. */
void wb_race_visit(wb_race *race, wb_race_group *group, wb_race_visitor visitor, void *user);

/* A lane accesses a word. same_value: a write, or an atomic operation, that changes nothing. */
void wb_race_access(wb_race *race, wb_race_group *group, int region, uint32_t word, uint32_t lane,
                    uint32_t site, wb_access_kind kind, bool same_value);

/* The same for `lanes` lanes from `lane` on that access words[i] + offset each, one after the
 * other; UINT32_MAX: that lane does not. All reads are taken in. Writes are taken in up to the
 * first lane with something to report: its number, from 0, is returned. The caller goes on with
 * that lane, and then with those behind it. */
void wb_race_reads(wb_race *race, wb_race_group *group, int region, const uint32_t *words,
                   uint32_t offset, uint32_t lane, uint32_t lanes, uint32_t site);
uint32_t wb_race_writes(wb_race *race, wb_race_group *group, int region, const uint32_t *words,
                        uint32_t offset, uint32_t lane, uint32_t lanes, uint32_t site);

#endif
