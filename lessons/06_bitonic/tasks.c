#include "tasks.h"

#include "state.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// The keys after a pass of a network; the caller frees them. NULL if they cannot be read.
static uint32_t *keys_after(int pass)
{
    uint32_t *rows = malloc((size_t)lesson.history.size_bytes), count = lesson.given.count;
    if (rows != NULL && wb_buffer_read(&lesson.history, rows)) {
        for (uint32_t i = 0; i < count; i++) rows[i] = rows[(uint32_t)pass * count + i];
        return rows;
    }
    free(rows);
    return NULL;
}

// Which place meets place 5 in the third pass, and where the larger key is then.
static bool answer_partner(char *text, size_t size)
{
    enum { PLACE = 5, J = 2, PASS = 3 };
    uint32_t *keys = keys_after(PASS);
    if (keys == NULL) return false;
    int partner = PLACE ^ J;
    snprintf(text, size, "%d %d", partner, keys[PLACE] > keys[partner] ? PLACE : partner);
    free(keys);
    return true;
}

// How many comparisons of pass 8 exchange their keys, and what lane 5 compares.
static bool answer_changed(char *text, size_t size)
{
    enum { PASS = 8, J = 4, LANE = 5 };
    uint32_t *before = keys_after(PASS - 1), *after = keys_after(PASS);
    bool good = before != NULL && after != NULL;
    int changed = 0, lower = LANE / J * 2 * J + LANE % J;
    for (uint32_t i = 0; good && i < lesson.given.count; i++) changed += before[i] != after[i];
    snprintf(text, size, "%d %d %d", changed / 2, lower, lower + J);
    free(before);
    free(after);
    return good;
}

// How many passes the network has, and how many dispatches `shared` takes for them.
static bool answer_dispatches(char *text, size_t size)
{
    int merges = 0;
    while (1u << merges < lesson.given.count) merges++;
    snprintf(text, size, "%d %d", merges * (merges + 1) / 2, lesson.dispatches);
    return true;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // The partner is j places away, and bit k of the place decides which way the pair is put.
    {.name = "partner",
     .kind = WB_PREDICT,
     .title = "The partner of place 5",
     .minutes = 2,
     .demand = "Eight keys, the pass with k = 4 and j = 2. Which place does place 5 meet, and at "
               "which of the two is the larger key afterwards?",
     .hints = {"Places that are j apart meet: 4 and 6, and so on.",
               "Where i & k is 0 the smaller key goes to the lower place. 5 & 4 is 4."},
     .runs = "global",
     .settings = "keys=8",
     .frames = 1,
     .answer = answer_partner,
     .slips =
         {{"7 7",
           "5 & 4 is not 0: there the run goes down, and the larger key goes to the lower place"},
          {"3 5", "3 and 5 differ in more than the bit of value 2: 3 meets 1"},
          {"3 3", "3 and 5 differ in more than the bit of value 2: 3 meets 1"},
          {"1 5", "1 is 4 away, and j is 2"},
          {"4 4", "that is the next pass, where j is 1"}},
     .why = "5 is 101 in binary, and with its bit of value 2 turned over 111, which is 7. Its bit "
            "of value 4 is set, so its run goes down.",
     .shows = "./wb debug 6 --set keys=8 --pass pass:2 --do \"width 4; until 17; lanes i; lanes "
              "partner; lanes upwards\""},
    // No two invocations of a pass may touch the same place, and all places have to be met.
    {.name = "lower",
     .kind = WB_LINE,
     .title = "Which places are mine?",
     .minutes = 8,
     .is_flawed = true,
     .demand = "Invocation p makes the p-th comparison of a pass. Find the lower one of its two "
               "places: in the gap, by one line.",
     .hints = {"With j = 4, write down what belongs to p = 0 to 7: 0, 1, 2, 3, then 8, 9, 10, 11. "
               "What is skipped?",
               "Behind every j comparisons j places are skipped: those are the upper partners.",
               "uint i = p / j * 2u * j + p % j;"}},
    // An exchange is a matter of two places, which are read and written by one invocation.
    {.name = "changed",
     .kind = WB_LOOK,
     .title = "Who exchanges",
     .minutes = 5,
     .demand =
         "Sort 16 keys, and stop pass 8 (k = 16, j = 4) where a comparison has been made. How many "
         "of the eight exchange their keys, and which two places does lane 5 compare?",
     .hints = {"./wb debug 6 --set keys=16 --pass pass:8 --do \"width 8; until 17; next\"",
               "Behind `next`, the debugger says how many of the eight lanes are in the branch. "
               "`lanes i` and `lanes partner` show the places."},
     .runs = "global",
     .settings = "keys=16",
     .frames = 1,
     .answer = answer_changed,
     .slips = {{"8 9 13", "those are all comparisons; only some exchange"},
               {"4 5 9", "lane 5 is the comparison number 5, and its lower place is not 5"}},
     .why = "the others were in order already. Lane 5 is in the second run of eight places: 8 + 1, "
            "and 4 further on.",
     .shows = "./wb debug 6 --set keys=16 --pass pass:8 --do \"width 8; until 17; lanes i; lanes "
              "partner; next\""},
    // Two invocations that write halves of one exchange read what the other may have written.
    {.name = "each",
     .kind = WB_REPAIR,
     .title = "Keys that come twice",
     .minutes = 8,
     .is_flawed = true,
     .demand = "Here each place has an invocation. Some keys come out twice, and others are gone. "
               "Find out why, and mend it.",
     .hints =
         {"Who reads keys[partner], and who writes it? When?",
          "Half of the invocations are too many: let the lower of two partners do both places.",
          "if (i >= count || partner < i) return; and then write keys[i], values[i], keys[partner] "
          "and values[partner]."}},
    // Only passes whose partners lie within a span can stay in shared memory.
    {.name = "dispatches",
     .kind = WB_PREDICT,
     .title = "How many dispatches",
     .minutes = 4,
     .demand = "4,096 keys. How many passes does the network have, and how many dispatches does "
               "`shared` take for them, `begin` not counted?",
     .hints = {"Merges of 2, 4, ... 4,096 keys have 1, 2, ... 12 passes.",
               "One dispatch for all merges up to 1,024. Then the merge of 2,048: j = 1,024, and "
               "the rest. And the one of 4,096?"},
     .runs = "shared",
     .settings = "keys=4096",
     .frames = 1,
     .answer = answer_dispatches,
     .slips = {{"78 78", "one dispatch does all passes of a span"},
               {"78 3",
                "a pass whose partners are 1,024 or more apart needs a dispatch of its own"},
               {"12 6", "that is how many merges there are; the last of them has 12 passes"},
               {"78 5",
                "the merge of 4,096 has two passes with partners so far apart: 2,048 and 1,024"}},
     .why = "1 + 2 + ... + 12 = 78 passes. One dispatch for the first 55; the merge of 2,048 takes "
            "one pass and one dispatch for the rest, that of 4,096 two passes and one.",
     .shows = "./wb run 6 --variant shared --set keys=4096 --headless --frames 1 --profile"},
    // Mirrored, two runs that go up make a bitonic one: nothing needs a direction, nor padding.
    {.name = "mirrored",
     .kind = WB_EXTEND,
     .title = "The mirrored network",
     .minutes = 20,
     .demand = "Make the pass one of the mirrored network: all comparisons upwards, the first pass "
               "of each merge from both ends inwards, and any number of keys, without padding.",
     .hints = {"Which pass is the first of a merge? There j is k / 2.",
               "In a run of k places, counted from 0, place x meets place k - 1 - x. All bits "
               "below k are turned over.",
               "uint partner = j == k / 2u ? i ^ (k - 1u) : i + j; and a comparison without a "
               "partner is left out: the key that is missing would be the largest."},
     .least_active = 0.25,
     .but = "few invocations do the work of all"},
    // A key of another kind needs a number that has its place in the order: then any network sorts
    // it.
    {.name = "scores",
     .kind = WB_BLANK,
     .exact = true,
     .title = "The best scores first",
     .minutes = 30,
     .demand =
         "Sort float32 keys, the largest first and NaN last, by the mirrored network: write one "
         "pass of it, from a blank page.",
     .hints =
         {"Three questions: which two places are mine? Is there a key at both? Which of the two "
          "pairs comes first?",
          "lower_partner() gives the lower place in all passes. In the first pass of a merge "
          "its partner is the same place, counted from the other end of the run: all bits "
          "below k are turned over.",
          "A comparison with < is false for NaN, both ways round. Turn the bits into a uint "
          "that says how far in front the key belongs: one number for every NaN, the same for "
          "0 and -0; the larger a positive number, the less; the larger the bits of a negative "
          "one, the more."},
     .least_active = 0.25,
     .but = "few invocations do the work of all"},
    // A place is the sum of what stands before, and a rank; and equal digits keep their order.
    {.name = "digits",
     .kind = WB_BLANK,
     .title = "Radix sort by digits of four bits",
     .minutes = 120,
     .has_host = true,
     .demand = "A radix sort by digits of four bits, from blank pages: the kernels that count and "
               "place, and the C code that runs its passes.",
     .hints = {"In C, for each digit from the lowest to the highest: count, a barrier, scan the "
               "counts, place, a barrier. Each pass reads what the one before it has written, so "
               "two pairs of buffers take turns. How many passes are there, and where do the last "
               "one's pairs end up?",
               "Let all counts of digit 0 come first, group by group, then all of digit 1, and so "
               "on. The sum of what stands before a count is then the place of the first key that "
               "it counts: what wb_scan_exclusive() makes of the counts.",
               "A key's place is that sum, and its rank: how many keys of its group stand before "
               "it and have the same digit. An atomic counter would tell how many have *come* "
               "before it, in whatever order. With the group's digits in shared memory, each key's "
               "invocation can look for itself."},
     .least_active = 0.25,
     .but = "few invocations do the work of all",
     .repeatable = true},
    {0},
};

const char *const network_cases[] = {
    "keys=8", "keys=16 input=reversed", "keys=61",   "keys=2",
    "keys=1", "keys=256 input=few",     "keys=1000", "keys=4096",
    NULL,
};

const char *const mirrored_cases[] = {
    "keys=8",
    "keys=16 input=organ_pipe",
    "keys=1",
    "keys=2",
    "keys=3 input=reversed",
    "keys=61 input=few",
    "keys=513 input=largest",
    "keys=1000",
    "keys=4097",
    NULL,
};

// The first has all passes that there are; then from no comparison at all to keys behind which a
// half of the network has no partner.
const char *const scores_cases[] = {
    "type=float32 keys=16",
    "type=float32 keys=1",
    "type=float32 keys=2",
    "type=float32 keys=3 input=reversed",
    "type=float32 keys=61 input=special",
    "type=float32 keys=513 input=few",
    "type=float32 keys=1027 input=special",
    "type=float32 keys=4097 input=special",
    "type=float32 keys=5003",
    NULL,
};

const char *const digits_cases[] = {
    "keys=1",
    "keys=2 input=reversed",
    "keys=511",
    "keys=512 input=few",
    "keys=513 input=largest",
    "keys=1537 input=equal",
    "keys=5003 input=few",
    "keys=20011",
    NULL,
};
