/* Whether a loop that has taken all the time there was comes to an end. What is compared where the
 * loop is left either moves towards that, turn after turn, or it does not. */
#include "machine/machine_state.h"

#include <math.h>
#include <string.h>

enum { LOOKS = 4, MOST_LOOPS = 16, MOST_GAUGES = 8 };
enum { LEAST_TURNS = 2 };  // of a team, from one look to the next
#define LEAST_STEP 4000000 // lane instructions from one look to the next,
#define MOST_STEP 32000000 // and in loops with much in them

/* A comparison that has a say in whether a loop is left. */
typedef struct gauge {
    const wb_instruction *compare;
    double apart[LOOKS]; // how far what is compared is apart, at each look
} gauge;

/* One of the loops around the lane that is watched. */
typedef struct loop {
    uint32_t first, last;  // instructions; the last jumps back
    uint64_t turns[LOOKS]; // so far, of all teams
    uint64_t work[LOOKS];  // instructions in it, so far
    gauge gauges[MOST_GAUGES];
    int gauge_count;
    bool is_left; // the lane has come out of it
} loop;

typedef struct outlook {
    wb_team *team;
    uint32_t group, lane;
    uint32_t rounds[LOOKS]; // of the lane, in all loops together
    loop loops[MOST_LOOPS]; // from the outermost on
    int count;
} outlook;

typedef enum verdict { ENDS, ENDLESS, TOO_EARLY } verdict;

/* ---- What decides about leaving ---- */

static bool is_comparison(int op)
{
    return (op >= WbOpIEqual && op <= WbOpSLessEqual) ||
           (op >= WbOpFEqual && op <= WbOpFUnordLessEqual);
}

static void add_gauge(loop *r, const wb_instruction *compare)
{
    for (int g = 0; g < r->gauge_count; g++)
        if (r->gauges[g].compare == compare) return;
    if (r->gauge_count < MOST_GAUGES) r->gauges[r->gauge_count++].compare = compare;
}

static void collect(loop *r, const wb_module *m, uint32_t row, int depth);

// The comparisons that decide whether an instruction of the loop runs.
static void collect_deciding(loop *r, const wb_module *m, uint32_t at, int depth)
{
    for (uint32_t k = r->first; k < at; k++) {
        const wb_instruction *i = &m->code[k];
        if (i->op != WbOpBranch) continue;
        uint32_t near = i->b < i->c ? i->b : i->c, far = i->b < i->c ? i->c : i->b;
        if (near <= at && at < far) collect(r, m, i->a, depth);
    }
}

// The comparisons from which a condition is made: through !, && and ||, and variables that hold it.
static void collect(loop *r, const wb_module *m, uint32_t row, int depth)
{
    for (uint32_t k = r->first; k <= r->last && depth > 0; k++) {
        const wb_instruction *i = &m->code[k];
        bool stores = i->op == WbOpStoreRows && i->c == row;
        bool makes = (wb_operation_operands(i->op) > 0 || i->op == WbOpLoadRows) &&
                     i->result == row && i->count == 1;
        if (is_comparison(i->op) && makes) add_gauge(r, i);
        if (stores) collect(r, m, i->b, depth - 1);
        if (stores || (makes && i->op == WbOpMove)) collect_deciding(r, m, k, depth - 1);
        if (!makes) continue;
        bool joins = i->op == WbOpAnd || i->op == WbOpOr;
        if (joins || i->op == WbOpLogicalNot || i->op == WbOpMove) collect(r, m, i->a, depth - 1);
        if (joins) collect(r, m, i->b, depth - 1);
        if (i->op == WbOpLoadRows) collect(r, m, i->c, depth - 1);
    }
}

static bool is_outside(const loop *r, uint32_t to)
{
    return to < r->first || to > r->last;
}

static void find_gauges(loop *r, const wb_module *m)
{
    enum { DEPTH = 8 };
    for (uint32_t k = r->first; k <= r->last; k++) {
        const wb_instruction *i = &m->code[k];
        bool leaves = (i->op == WbOpJump && is_outside(r, i->a)) || i->op == WbOpEnd;
        if (leaves) collect_deciding(r, m, k, DEPTH);
        if (i->op == WbOpBranch && (is_outside(r, i->b) || is_outside(r, i->c)))
            collect(r, m, i->a, DEPTH);
    }
}

static bool is_jump_back(const wb_instruction *i, uint32_t k, uint32_t to)
{
    return (i->op == WbOpJump && i->a <= to && to <= k) ||
           (i->op == WbOpBranch && i->b <= to && to <= k);
}

// The loops around an instruction: inner ones end first, and stand last.
static void find_loops(outlook *o, const wb_module *m, uint32_t pc)
{
    for (uint32_t k = m->code_count; k-- > pc && o->count < MOST_LOOPS;) {
        const wb_instruction *i = &m->code[k];
        uint32_t first = i->op == WbOpJump ? i->a : i->b;
        if (!is_jump_back(i, k, pc)) continue;
        if (o->count > 0 && o->loops[o->count - 1].first == first) continue; // `continue`
        o->loops[o->count] = (loop){.first = first, .last = k};
        find_gauges(&o->loops[o->count++], m);
    }
}

/* ---- Looking ---- */

static double value(int op, uint32_t word)
{
    float number;
    if (op == WbOpULess || op == WbOpULessEqual) return word;
    if (op >= WbOpIEqual && op <= WbOpSLessEqual) return (int32_t)word;
    memcpy(&number, &word, sizeof number);
    return (double)number;
}

static uint32_t place_of(const outlook *o)
{
    uint32_t pc = o->team->lane_pc[o->lane];
    return pc == WB_PC_BARRIER ? o->team->resume[o->lane] - 1 : pc;
}

static void look(outlook *o, int n)
{
    const wb_machine *machine = o->team->machine;
    bool is_same = o->team->group->number == o->group;
    o->rounds[n] = o->team->iterations[o->lane];
    for (int k = 0; k < o->count; k++) {
        loop *r = &o->loops[k];
        r->is_left = r->is_left || is_outside(r, place_of(o)) || !is_same;
        r->turns[n] = machine->counts[r->last].executions;
        r->work[n] = 0;
        for (uint32_t i = r->first; i <= r->last; i++) r->work[n] += machine->counts[i].executions;
        for (int g = 0; g < r->gauge_count; g++) {
            const wb_instruction *i = r->gauges[g].compare;
            double a = value(i->op, wb_row(o->team, i->a)[o->lane]);
            double b = value(i->op, wb_row(o->team, i->b)[o->lane]);
            r->gauges[g].apart[n] = fabs(a - b);
        }
    }
}

/* ---- Judging ---- */

// How many more rounds the lane takes at the pace of the looks; infinite if it does not come
// nearer, or not steadily.
static double rounds_left(const outlook *o, const gauge *g)
{
    double least = HUGE_VAL, most = 0.0;
    for (int n = 1; n < LOOKS; n++) {
        double rounds = (double)o->rounds[n] - o->rounds[n - 1];
        double pace = (g->apart[n - 1] - g->apart[n]) / rounds;
        if (!(rounds > 0.0 && pace > 0.0)) return HUGE_VAL;
        least = fmin(least, pace);
        most = fmax(most, pace);
    }
    return least > 0.25 * most ? g->apart[LOOKS - 1] / least : HUGE_VAL;
}

static bool has_moved(const loop *r)
{
    for (int g = 0; g < r->gauge_count; g++)
        for (int n = 1; n < LOOKS; n++)
            if (r->gauges[g].apart[n] != r->gauges[g].apart[0]) return true;
    return r->gauge_count == 0 && r->turns[LOOKS - 1] > r->turns[0];
}

// Whether the lane came out of the loop, perhaps into it again: what goes on around it shows that.
static bool was_left(const outlook *o, int k)
{
    bool is_left = o->loops[k].is_left;
    for (int around = 0; around < k; around++) is_left = is_left || has_moved(&o->loops[around]);
    return is_left;
}

static uint32_t teams_under_way(const wb_group *group)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < group->team_count; t++) {
        const wb_team *team = &group->teams[t];
        uint32_t l = 0;
        while (l < team->lanes && team->lane_pc[l] == WB_PC_ENDED) l++;
        count += l < team->lanes;
    }
    return count;
}

// A group with many invocations may take as long for one turn as there is between two looks.
static bool too_few_turns(const outlook *o, const loop *r)
{
    uint64_t least = (uint64_t)LEAST_TURNS * teams_under_way(o->team->group);
    for (int n = 1; n < LOOKS; n++)
        if (r->turns[n] - r->turns[n - 1] < least) return true;
    return false;
}

static verdict judge(const outlook *o, const loop *r)
{
    const int last = LOOKS - 1;
    const wb_instruction *at = &o->team->machine->module->code[r->last];
    double left = HUGE_VAL;
    if (too_few_turns(o, r)) return TOO_EARLY;
    for (int g = 0; g < r->gauge_count; g++) {
        double rounds = rounds_left(o, &r->gauges[g]);
        if (g == 0 || rounds < left) at = r->gauges[g].compare;
        left = fmin(left, rounds);
    }
    double work = (double)(r->work[last] - r->work[0]),
           rounds = (double)o->rounds[last] - o->rounds[0];
    if (left * work / rounds <= WB_MOST_WORK) return ENDS;
    wb_report_no_end(o->team, at, o->lane, o->rounds[last], left);
    return ENDLESS;
}

// The lane of the group that has gone round loops most often, and is still under way.
static bool find_lane(outlook *o, const wb_group *group)
{
    o->group = group->number;
    for (uint32_t t = 0; t < group->team_count; t++) {
        wb_team *team = &group->teams[t];
        for (uint32_t l = 0; l < team->lanes; l++) {
            if (team->lane_pc[l] == WB_PC_ENDED) continue;
            if (o->team != NULL && team->iterations[l] <= o->team->iterations[o->lane]) continue;
            o->team = team;
            o->lane = l;
        }
    }
    return o->team != NULL;
}

static verdict look_at(wb_machine *machine, uint64_t step)
{
    wb_stop stop;
    outlook o = {0};
    if (machine->now == NULL || !find_lane(&o, machine->now->group)) return ENDS;
    find_loops(&o, machine->module, place_of(&o));
    look(&o, 0);
    for (int n = 1; n < LOOKS; n++) {
        if (wb_machine_run_some(machine, step, &stop)) return stop == WB_STOP_END ? ENDS : ENDLESS;
        look(&o, n);
    }
    for (int k = o.count; k-- > 0;) // the innermost in which the lane was all the time
        if (!was_left(&o, k)) return judge(&o, &o.loops[k]);
    return ENDS;
}

bool wb_machine_comes_to_end(wb_machine *machine)
{
    verdict v = TOO_EARLY;
    for (uint64_t step = LEAST_STEP; v == TOO_EARLY && step <= MOST_STEP; step *= 8)
        v = look_at(machine, step);
    return v != ENDLESS;
}
