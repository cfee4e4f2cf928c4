#include "machine/flow.h"

#include "machine/operations.h"

#include <stdlib.h>

/* ---- Rows of an instruction ---- */

enum { MOST_READS = 2 + WB_SAMPLE_ROWS };

/* What an instruction reads, in stretches of rows, and what it writes. */
typedef struct row_use {
    uint32_t reads[MOST_READS], counts[MOST_READS];
    int read_count;
    uint32_t written, written_count;
} row_use;

static void reads(row_use *use, uint32_t row, uint32_t count)
{
    if (row == WB_NO_ROW || count == 0 || use->read_count == MOST_READS) return;
    use->reads[use->read_count] = row;
    use->counts[use->read_count++] = count;
}

static void writes(row_use *use, uint32_t row, uint32_t count)
{
    use->written = row;
    use->written_count = count;
}

static uint32_t dimensions_of(const wb_module *m, const wb_instruction *i)
{
    bool is_image = m->variables[i->b].space == WB_SPACE_IMAGE;
    if (!is_image) return 1;
    return i->op == WbOpAtomic ? (uint32_t)m->types[m->variables[i->b].type].dimensions : i->sub;
}

static uint32_t sample_words(const wb_instruction *i, uint32_t which)
{
    if (which == WB_SAMPLE_OFFSETS) return 8;
    bool is_place = which == WB_SAMPLE_GRAD_X || which == WB_SAMPLE_GRAD_Y;
    return is_place || which == WB_SAMPLE_OFFSET ? i->sub : 1;
}

static void use_memory(const wb_module *m, const wb_instruction *i, row_use *use)
{
    bool has_result = true;
    switch (i->op) {
    case WbOpIndex: reads(use, i->b, 1), reads(use, i->a, 1), writes(use, i->result, 1); return;
    case WbOpLoadRows: reads(use, i->c, i->count), reads(use, i->a, 1); break;
    case WbOpStoreRows:
        reads(use, i->b, i->count), reads(use, i->a, 1), writes(use, i->c, i->count);
        return;
    case WbOpLoad: reads(use, i->a, 1); break;
    case WbOpStore: reads(use, i->a, 1), reads(use, i->result, i->count), has_result = false; break;
    case WbOpAtomic:
        reads(use, i->a, dimensions_of(m, i));
        reads(use, m->extra[i->extra], 1), reads(use, m->extra[i->extra + 1], 1);
        writes(use, i->result, 1);
        return;
    case WbOpImageRead: reads(use, i->a, dimensions_of(m, i)); break;
    case WbOpImageWrite:
        reads(use, i->a, dimensions_of(m, i)), reads(use, i->c, i->count), has_result = false;
        break;
    case WbOpTextureFetch:
    case WbOpTextureSample:
        reads(use, i->a, i->sub), reads(use, i->c, 1);
        for (uint32_t k = 0; k < WB_SAMPLE_ROWS; k++)
            reads(use, m->extra[i->extra + k], sample_words(i, k));
        break;
    case WbOpSubgroupElect: break;
    case WbOpSubgroupVote: reads(use, i->a, i->count), writes(use, i->result, 1); return;
    case WbOpSubgroupShuffle: reads(use, i->a, i->count), reads(use, i->b, 1); break;
    case WbOpSubgroupBallot: reads(use, i->a, 1); break;
    case WbOpSubgroupBitExtract: reads(use, i->b, 1), reads(use, i->a, 1); break;
    default:
        if (i->op >= WbOpSubgroupBroadcastFirst && i->op <= WbOpSubgroupSum)
            reads(use, i->a, i->count);
    }
    if (has_result) writes(use, i->result, i->count);
}

static row_use rows_of(const wb_module *m, const wb_instruction *i)
{
    row_use use = {0};
    int operands = wb_operation_operands(i->op);
    uint32_t from, to;
    wb_operation_rows(i->op, &from, &to);
    if (operands > 0) {
        const uint32_t rows[3] = {i->a, i->b, i->c};
        for (int k = 0; k < operands && k < 3; k++)
            reads(&use, rows[k], i->op == WbOpDLdexp && k == 1 ? i->count : from * i->count);
        if (i->op == WbOpInsert) reads(&use, m->extra[i->extra], i->count);
        writes(&use, i->result, to * i->count);
    } else if (i->op == WbOpBranch)
        reads(&use, i->a, 1);
    else if (i->op < WbOpJump)
        use_memory(m, i, &use);
    return use;
}

/* ---- Forward, to all that depends on it ---- */

/* What becomes of what a load reads. */
typedef struct flow {
    uint8_t *rows;         // of each row: whether its value depends on it
    uint8_t *instructions; // of each instruction: whether such a value decides that it runs
    uint8_t *variables;    // of each variable in shared memory: whether such a value gets there
} flow;

// A condition decides over what stands between its two targets, and, where the first part ends with
// a jump forwards, up to there.
static uint32_t region_end(const wb_module *m, uint32_t branch)
{
    const wb_instruction *i = &m->code[branch];
    uint32_t end = i->b > i->c ? i->b : i->c;
    if (end <= branch + 1 || end > m->code_count) return branch + 1;
    const wb_instruction *last = &m->code[end - 1];
    if (last->op == WbOpJump && last->a > end && last->a <= m->code_count) end = last->a;
    return end;
}

static bool mark(uint8_t *at, uint32_t count)
{
    bool is_new = false;
    for (uint32_t k = 0; k < count; k++) {
        is_new = is_new || at[k] == 0;
        at[k] = 1;
    }
    return is_new;
}

static bool depends(const flow *f, const row_use *use)
{
    for (int n = 0; n < use->read_count; n++)
        for (uint32_t k = 0; k < use->counts[n]; k++)
            if (f->rows[use->reads[n] + k] != 0) return true;
    return false;
}

// A decision and a value go through shared memory, too: as if each variable were one word.
static bool pass_shared(flow *f, const wb_module *m, const wb_instruction *i, bool depends)
{
    bool accesses = i->op == WbOpLoad || i->op == WbOpStore || i->op == WbOpAtomic;
    if (!accesses || m->variables[i->b].space != WB_SPACE_SHARED) return false;
    bool more = depends && i->op != WbOpLoad && mark(&f->variables[i->b], 1);
    if (f->variables[i->b] == 0 || i->op == WbOpStore) return more;
    return mark(f->rows + i->result, i->count) || more;
}

// One pass over the program; true if there is more than before.
static bool pass(flow *f, const wb_module *m, bool data_only)
{
    bool more = false;
    for (uint32_t k = 0; k < m->code_count; k++) {
        const wb_instruction *i = &m->code[k];
        row_use use = rows_of(m, i);
        bool is_decided = f->instructions[k] != 0, hit = depends(f, &use);
        if (i->op == WbOpBranch && hit && !data_only)
            more = mark(f->instructions + k + 1, region_end(m, k) - k - 1) || more;
        if (!data_only) more = pass_shared(f, m, i, hit || is_decided) || more;
        if ((hit || is_decided) && use.written_count > 0)
            more = mark(f->rows + use.written, use.written_count) || more;
    }
    return more;
}

static void free_flow(flow *f)
{
    free(f->rows);
    free(f->instructions);
    free(f->variables);
    *f = (flow){0};
}

// With the decisions that depend on it, or `data_only`. False if memory runs out.
static bool follow(flow *f, const wb_module *m, uint32_t load, bool data_only)
{
    *f = (flow){calloc(m->row_count + 16, 1), calloc(m->code_count + 1, 1),
                calloc((size_t)m->variable_count + 1, 1)};
    if (f->rows == NULL || f->instructions == NULL || f->variables == NULL) {
        free_flow(f);
        return false;
    }
    mark(f->rows + m->code[load].result, m->code[load].count);
    // Each pass carries a value over one more turn of a loop
    for (int passes = 0; passes < 64 && pass(f, m, data_only); passes++) {
    }
    return true;
}

/* ---- Backward ---- */

void wb_flow_decisive(const wb_module *m, uint8_t *rows)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t k = m->code_count; k-- > 0;) {
            const wb_instruction *i = &m->code[k];
            row_use use = rows_of(m, i);
            bool decides = i->op == WbOpBranch || i->op == WbOpAtomic || i->op == WbOpStoreRows;
            for (uint32_t n = 0; n < use.written_count && !decides; n++)
                decides = rows[use.written + n] != 0;
            for (int n = 0; n < use.read_count && decides; n++)
                more = mark(rows + use.reads[n], use.counts[n]) || more;
        }
    }
}

/* ---- Questions ---- */

static bool leaves(const wb_instruction *i, uint32_t first, uint32_t last)
{
    bool by_a = i->op == WbOpJump && (i->a < first || i->a > last);
    bool by_b = i->op == WbOpBranch && (i->b < first || i->b > last || i->c < first || i->c > last);
    return by_a || by_b || i->op == WbOpEnd;
}

// Whether a value of the flow decides if the loop between two instructions is left.
static bool decides_loop(const flow *f, const wb_module *m, uint32_t first, uint32_t last)
{
    for (uint32_t k = first; k <= last; k++) {
        const wb_instruction *i = &m->code[k];
        if (!leaves(i, first, last)) continue;
        if (f->instructions[k] != 0 || (i->op == WbOpBranch && f->rows[i->a] != 0)) return true;
    }
    return false;
}

bool wb_flow_polls(const wb_module *m, uint32_t load)
{
    flow f;
    bool polls = false;
    if (!follow(&f, m, load, false)) return false;
    for (uint32_t k = load; k < m->code_count && !polls; k++) {
        const wb_instruction *i = &m->code[k];
        uint32_t to = i->op == WbOpJump ? i->a : i->op == WbOpBranch && i->b <= k ? i->b : k + 1;
        if (to <= load) polls = decides_loop(&f, m, to, k);
    }
    free_flow(&f);
    return polls;
}

bool wb_flow_guesses(const wb_module *m, uint32_t load)
{
    flow data, all;
    bool guesses = false;
    if (!follow(&data, m, load, true)) return false;
    if (!follow(&all, m, load, false)) {
        free_flow(&data);
        return false;
    }
    for (uint32_t k = 0; k < m->code_count && !guesses; k++) {
        const wb_instruction *i = &m->code[k];
        if (i->op != WbOpAtomic || i->b != m->code[load].b) continue;
        bool compared = i->sub == WB_ATOMIC_COMPARE && data.rows[m->extra[i->extra + 1]] != 0;
        guesses = compared || all.instructions[k] != 0;
    }
    free_flow(&data);
    free_flow(&all);
    return guesses;
}

bool wb_flow_reaches(const wb_module *m, uint32_t load, uint32_t store)
{
    flow f;
    const wb_instruction *i = &m->code[store];
    if (!follow(&f, m, load, true)) return false;
    uint32_t row = i->op == WbOpImageWrite ? i->c : i->result;
    bool reaches = false;
    for (uint32_t k = 0; k < i->count; k++) reaches = reaches || f.rows[row + k] != 0;
    free_flow(&f);
    return reaches;
}
