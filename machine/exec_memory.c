/* Loads and stores: addresses, bounds, what is defined, and which detectors are told. */
#include "machine/counters.h"
#include "machine/machine_state.h"

#include <string.h>

/* ---- Rows of a lane ---- */

void wb_exec_Undefine(wb_team *team, const wb_instruction *i)
{
    if (!team->machine->options.check) return;
    wb_flags undefined = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, 0, 0, 0, 0}};
    for (uint32_t k = 0; k < i->count; k++) wb_set_flags(team, i->result + k, &undefined);
}

static uint32_t length_of(const wb_team *team, const uint32_t *extra)
{
    if (extra[0] != 0) return extra[0];
    wb_memory memory = wb_memory_of(team, extra[1]);
    return extra[2] < memory.count && extra[3] > 0 ? (memory.count - extra[2]) / extra[3] : 0;
}

static WB_CLONES uint32_t compute_index(wb_team *team, const wb_instruction *i, uint32_t length)
{
    uint32_t *d = wb_row(team, i->result);
    const uint32_t *m = team->mask, *index = wb_row(team, i->b);
    uint32_t bad = 0, step = i->c, low = team->low, high = team->high;
    if (i->a == WB_NO_ROW) {
        WB_INDEPENDENT
        for (uint32_t l = low; l < high; l++) {
            uint32_t out = index[l] >= length ? m[l] : 0;
            bad |= out;
            uint32_t r = out != 0 ? WB_NO_WORD : index[l] * step;
            d[l] = m[l] != 0 ? r : d[l];
        }
        return bad;
    }
    const uint32_t *before = wb_row(team, i->a);
    WB_INDEPENDENT
    for (uint32_t l = low; l < high; l++) {
        uint32_t out = index[l] >= length ? m[l] : 0;
        bad |= out;
        uint32_t r = out != 0 || before[l] == WB_NO_WORD ? WB_NO_WORD : before[l] + index[l] * step;
        d[l] = m[l] != 0 ? r : d[l];
    }
    return bad;
}

// An address or a branch that depends on the order in which lanes run; or on nothing at all.
void wb_check_decision(wb_team *team, const wb_instruction *i, uint32_t row, const char *what)
{
    if (wb_any_flag(team, row, 0)) wb_report_undefined(team, i, wb_first_flag(team, row, 0), what);
    if (team->machine->depends_on_order || !wb_any_flag(team, row, 1)) return;
    team->machine->depends_on_order = true;
    team->machine->depends_line = i->line;
}

void wb_exec_Index(wb_team *team, const wb_instruction *i)
{
    uint32_t length = length_of(team, team->machine->module->extra + i->extra);
    if (team->machine->options.check) {
        wb_check_decision(team, i, i->b, "an index");
        wb_flags none = {{0}};
        wb_set_flags(team, i->result, &none);
    }
    if (compute_index(team, i, length) == 0) return;
    const uint32_t *index = wb_row(team, i->b);
    for (uint32_t l = team->low; l < team->high; l++)
        if (team->mask[l] != 0 && index[l] >= length) wb_report_index(team, i, l, index[l], length);
}

static void copy_flag(wb_team *team, uint32_t to, uint32_t from, uint32_t lane)
{
    uint64_t bit = (uint64_t)1 << (lane & 63);
    for (uint32_t w = lane >> 6; w < 8; w += 4) {
        uint64_t set = from != WB_NO_ROW ? team->flags[from].bits[w] & bit : 0;
        team->flags[to].bits[w] = (team->flags[to].bits[w] & ~bit) | set;
    }
}

// Whether all lanes that run have the same address, and a good one.
static WB_CLONES bool is_one_address(const wb_team *team, const uint32_t *address)
{
    uint32_t first = address[team->low], other = 0;
    for (uint32_t l = team->low, high = team->high; l < high; l++)
        other |= (address[l] ^ first) & team->mask[l];
    return other == 0 && first != WB_NO_WORD;
}

static WB_CLONES void copy_row(wb_team *team, uint32_t to, uint32_t from)
{
    uint32_t *d = wb_row(team, to);
    const uint32_t *a = wb_row(team, from), *m = team->mask;
    WB_INDEPENDENT
    for (uint32_t l = team->low, high = team->high; l < high; l++) d[l] = m[l] != 0 ? a[l] : d[l];
    if (!team->machine->options.check) return;
    wb_flags f = team->flags[from];
    wb_set_flags(team, to, &f);
}

void wb_exec_LoadRows(wb_team *team, const wb_instruction *i)
{
    const uint32_t *address = wb_row(team, i->a);
    bool one = is_one_address(team, address);
    for (uint32_t k = 0; k < i->count; k++) {
        uint32_t *d = wb_row(team, i->result + k);
        if (one) {
            copy_row(team, i->result + k, i->c + k + address[team->low]);
            continue;
        }
        for (uint32_t l = team->low; l < team->high; l++) {
            if (team->mask[l] == 0) continue;
            bool good = address[l] != WB_NO_WORD;
            uint32_t row = i->c + k + (good ? address[l] : 0);
            d[l] = good ? wb_row(team, row)[l] : 0;
            if (team->machine->options.check)
                copy_flag(team, i->result + k, good ? row : WB_NO_ROW, l);
        }
    }
}

void wb_exec_StoreRows(wb_team *team, const wb_instruction *i)
{
    const uint32_t *address = wb_row(team, i->a);
    bool one = is_one_address(team, address);
    for (uint32_t k = 0; k < i->count; k++) {
        const uint32_t *from = wb_row(team, i->b + k);
        if (one) {
            copy_row(team, i->c + k + address[team->low], i->b + k);
            continue;
        }
        for (uint32_t l = team->low; l < team->high; l++) {
            if (team->mask[l] == 0 || address[l] == WB_NO_WORD) continue;
            uint32_t row = i->c + k + address[l];
            wb_row(team, row)[l] = from[l];
            if (team->machine->options.check) copy_flag(team, row, i->b + k, l);
        }
    }
}

/* ---- Where in memory ---- */

typedef struct place {
    wb_memory memory;
    const uint32_t *offsets;      // of the words; NULL: one after the other
    uint32_t span;                // words from the first to the last
    uint32_t word[WB_TEAM_LANES]; // of each lane that runs: the first; or WB_NO_WORD
    bool same;                    // all lanes access the same words
    bool all_good;                // no lane that runs is out of bounds
    bool in_row; // all lanes from the first to the last run, each one word behind the one before
} place;

static WB_CLONES uint32_t compute_words(const wb_team *team, const wb_instruction *i, place *p)
{
    const uint32_t *m = team->mask, *address = wb_row(team, i->a);
    uint32_t *word = p->word, c = i->c, bad = 0, gaps = 0;
    uint32_t room = p->memory.count >= p->span ? p->memory.count - p->span + 1 : 0;
    uint32_t end = room > c ? room - c : 0; // addresses below it are good
    uint32_t start = address[team->low] - team->low;
    for (uint32_t l = team->low, high = team->high; l < high; l++) {
        uint32_t good = address[l] < end ? m[l] : 0;
        bad |= m[l] & ~good;
        gaps |= address[l] ^ (start + l);
        word[l] = good != 0 ? address[l] + c : WB_NO_WORD;
    }
    p->in_row = team->dense && bad == 0 && gaps == 0;
    return bad;
}

static void report_bad(wb_team *team, const wb_instruction *i, const place *p, bool writes)
{
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0 || p->word[l] != WB_NO_WORD) continue;
        uint32_t address = p->same ? 0 : wb_row(team, i->a)[l];
        if (address == WB_NO_WORD) continue; // that was told already
        wb_report_bounds(team, i, l, address + i->c, p->memory.count, writes);
    }
}

static void find_place(wb_team *team, const wb_instruction *i, place *p, bool writes)
{
    p->memory = wb_memory_of(team, i->b);
    bool listed = i->op != WbOpAtomic && i->extra != 0;
    p->offsets = listed ? team->machine->module->extra + i->extra : NULL;
    p->span = i->count;
    for (uint32_t k = 0; p->offsets != NULL && k < i->count; k++)
        if (k == 0 || p->offsets[k] >= p->span) p->span = p->offsets[k] + 1;
    p->same = i->a == WB_NO_ROW;
    p->in_row = false;
    if (!p->same) {
        p->all_good = compute_words(team, i, p) == 0;
    } else {
        p->all_good = (uint64_t)i->c + p->span <= p->memory.count;
        for (uint32_t l = team->low; l < team->high; l++)
            p->word[l] = p->all_good && team->mask[l] != 0 ? i->c : WB_NO_WORD;
    }
    if (!p->all_good) report_bad(team, i, p, writes);
    const wb_machine *machine = team->machine;
    if (machine->watch != NULL)
        machine->watch(machine->watch_user, team, i, &p->memory, p->word, p->span);
}

static uint32_t offset_of(const place *p, uint32_t k)
{
    return p->offsets != NULL ? p->offsets[k] : k;
}

/* ---- Telling the detectors ---- */

void wb_count_access(wb_team *team, const wb_instruction *i, const wb_memory *memory,
                     const uint32_t *word, uint32_t each, bool atomic)
{
    wb_instruction_counts *c = &team->machine->counts[i - team->machine->module->code];
    for (uint32_t l = team->low & ~31u; l < team->high; l += WB_REQUEST_LANES) {
        uint32_t words[WB_REQUEST_LANES], used = 0;
        for (uint32_t k = 0; k < WB_REQUEST_LANES; k++) {
            bool in = l + k >= team->low && l + k < team->high && team->mask[l + k] != 0;
            words[k] = in ? word[l + k] : WB_NO_WORD;
            used += words[k] != WB_NO_WORD;
        }
        if (used == 0) continue;
        c->requests++;
        c->cost += atomic                ? wb_count_collisions(words, WB_REQUEST_LANES)
                   : memory->region == 0 ? wb_count_bank_ways(words, WB_REQUEST_LANES)
                                         : wb_count_sectors(words, WB_REQUEST_LANES, each);
    }
}

static void tell_race(wb_team *team, const wb_instruction *i, const place *p, uint32_t lane,
                      uint32_t word, wb_access_kind kind, bool same_value)
{
    wb_machine *machine = team->machine;
    wb_race_access(machine->race, team->group->race, p->memory.region, p->memory.first + word,
                   team->first + lane, machine->site_of[i - machine->module->code], kind,
                   same_value);
}

/* ---- Loads ---- */

static WB_CLONES void gather(wb_team *team, uint32_t *d, const uint32_t *from, const uint32_t *word)
{
    for (uint32_t l = team->low, high = team->high; l < high; l++) d[l] = from[word[l]];
}

// Lanes that do not run have no word.
static WB_CLONES void gather_some(wb_team *team, uint32_t *d, const uint32_t *from,
                                  const uint32_t *word)
{
    for (uint32_t l = team->low, high = team->high; l < high; l++)
        if (word[l] != WB_NO_WORD) d[l] = from[word[l]];
}

static void load_words(wb_team *team, const place *p, uint32_t *d, uint32_t offset)
{
    const uint32_t *from = p->memory.words != NULL ? p->memory.words + offset : NULL;
    uint32_t low = team->low;
    if (p->in_row)
        memcpy(d + low, from + p->word[low], (team->high - low) * sizeof *d);
    else if (team->dense && p->all_good)
        gather(team, d, from, p->word);
    else if (p->all_good)
        gather_some(team, d, from, p->word);
    else
        for (uint32_t l = low; l < team->high; l++)
            if (team->mask[l] != 0) d[l] = p->word[l] != WB_NO_WORD ? from[p->word[l]] : 0;
}

static WB_CLONES uint8_t join_bytes(const uint8_t *bytes, uint32_t count)
{
    uint8_t all = 0;
    for (uint32_t i = 0; i < count; i++) all |= bytes[i];
    return all;
}

// Whether some of the words have flags.
static bool has_flags(const wb_team *team, const place *p, const uint8_t *from)
{
    if (from == NULL || (p->memory.any_flags != NULL && !*p->memory.any_flags)) return false;
    uint32_t low = team->low, all = 0;
    if (p->in_row) return join_bytes(from + p->word[low], team->high - low) != 0;
    for (uint32_t l = low; l < team->high; l++)
        all |= p->word[l] != WB_NO_WORD ? from[p->word[l]] : 0;
    return all != 0;
}

static void load_flags(wb_team *team, const place *p, uint32_t row, uint32_t offset)
{
    wb_flags f = {{0}};
    const uint8_t *from = p->memory.flags != NULL ? p->memory.flags + offset : NULL;
    bool some = has_flags(team, p, from);
    for (uint32_t l = team->low; some && l < team->high; l++) {
        if (p->word[l] == WB_NO_WORD) continue;
        uint64_t byte = from[p->word[l]];
        f.bits[l >> 6] |= (byte & 1) << (l & 63);
        f.bits[4 + (l >> 6)] |= (byte >> 1 & 1) << (l & 63);
    }
    wb_set_flags(team, row, &f);
}

static void tell_reads(wb_team *team, const wb_instruction *i, const place *p, uint32_t offset)
{
    uint32_t first = team->low, last = team->high - 1;
    if (p->same) { // two of them are as good as all
        if (p->word[first] != WB_NO_WORD)
            tell_race(team, i, p, first, p->word[first] + offset, WB_ACCESS_READ, false);
        if (last != first && p->word[last] != WB_NO_WORD)
            tell_race(team, i, p, last, p->word[last] + offset, WB_ACCESS_READ, false);
        return;
    }
    const wb_machine *machine = team->machine;
    wb_race_reads(machine->race, team->group->race, p->memory.region, p->word + first,
                  p->memory.first + offset, team->first + first, team->high - first,
                  machine->site_of[i - machine->module->code]);
}

void wb_exec_Load(wb_team *team, const wb_instruction *i)
{
    place p;
    find_place(team, i, &p, false);
    const wb_machine *machine = team->machine;
    for (uint32_t k = 0; k < i->count; k++) {
        uint32_t offset = offset_of(&p, k);
        load_words(team, &p, wb_row(team, i->result + k), offset);
        if (machine->options.check) load_flags(team, &p, i->result + k, offset);
        if (machine->race != NULL && p.memory.region >= 0) tell_reads(team, i, &p, offset);
    }
    if (machine->options.count) wb_count_access(team, i, &p.memory, p.word, p.span, false);
}

/* ---- Stores ---- */

static void store_flag(wb_team *team, const place *p, uint32_t row, uint32_t lane, uint32_t word)
{
    const wb_flags *f = &team->flags[row];
    uint8_t byte = (uint8_t)((wb_flag(f, lane, 0) ? WB_UNDEFINED : 0) |
                             (wb_flag(f, lane, 1) ? WB_TAINTED : 0));
    if (p->memory.any_flags != NULL && byte != 0) *p->memory.any_flags = true;
    p->memory.flags[word] = byte;
}

static void store_flags(wb_team *team, const place *p, uint32_t row, uint32_t offset, uint32_t low,
                        uint32_t high)
{
    bool some = wb_any_flag(team, row, 0) || wb_any_flag(team, row, 1);
    if (p->in_row && !some && high > low) {
        memset(p->memory.flags + p->word[low] + offset, 0, high - low);
        return;
    }
    for (uint32_t l = low; l < high; l++) {
        if (p->word[l] == WB_NO_WORD) continue;
        if (some)
            store_flag(team, p, row, l, p->word[l] + offset);
        else
            p->memory.flags[p->word[l] + offset] = 0;
    }
}

// Stores for the lanes from `low` to `high`, where there is nothing to report.
static void store_quietly(wb_team *team, const place *p, uint32_t row, uint32_t offset,
                          uint32_t low, uint32_t high)
{
    const uint32_t *from = wb_row(team, row);
    uint32_t *to = p->memory.words != NULL ? p->memory.words + offset : NULL;
    if (p->memory.flags != NULL) store_flags(team, p, row, offset, low, high);
    if (p->in_row && high > low)
        memcpy(to + p->word[low], from + low, (high - low) * sizeof *to);
    else
        for (uint32_t l = low; l < high; l++)
            if (p->word[l] != WB_NO_WORD) to[p->word[l]] = from[l];
}

static void store_word(wb_team *team, const wb_instruction *i, const place *p, uint32_t row,
                       uint32_t offset, uint32_t lane)
{
    if (p->word[lane] == WB_NO_WORD) return;
    uint32_t word = p->word[lane] + offset, value = wb_row(team, row)[lane];
    uint32_t *to = p->memory.words + word;
    if (team->machine->race != NULL && p->memory.region >= 0)
        tell_race(team, i, p, lane, word, WB_ACCESS_WRITE, *to == value);
    if (p->memory.flags != NULL) store_flag(team, p, row, lane, word);
    *to = value;
}

static void store_words(wb_team *team, const wb_instruction *i, const place *p, uint32_t k)
{
    uint32_t offset = offset_of(p, k), row = i->result + k, low = team->low, high = team->high;
    const wb_machine *machine = team->machine;
    if (team->order != NULL) {
        WB_FOR_LANES_IN_ORDER(team, l) store_word(team, i, p, row, offset, l);
        return;
    }
    if (machine->race == NULL || p->memory.region < 0) {
        store_quietly(team, p, row, offset, low, high);
        return;
    }
    uint32_t site = machine->site_of[i - machine->module->code];
    while (low < high) {
        uint32_t next =
            low + wb_race_writes(machine->race, team->group->race, p->memory.region, p->word + low,
                                 p->memory.first + offset, team->first + low, high - low, site);
        store_quietly(team, p, row, offset, low, next);
        if (next < high) store_word(team, i, p, row, offset, next);
        low = next + 1;
    }
}

void wb_exec_Store(wb_team *team, const wb_instruction *i)
{
    place p;
    find_place(team, i, &p, true);
    const wb_machine *machine = team->machine;
    team->machine->changes++;
    for (uint32_t k = 0; k < i->count; k++) {
        if (machine->options.check && p.memory.region != 0 && wb_any_flag(team, i->result + k, 0))
            wb_report_undefined(team, i, wb_first_flag(team, i->result + k, 0), "a stored value");
        store_words(team, i, &p, k);
    }
    if (machine->options.count) wb_count_access(team, i, &p.memory, p.word, p.span, false);
}

void wb_exec_Length(wb_team *team, const wb_instruction *i)
{
    const uint32_t *extra = team->machine->module->extra + i->extra;
    wb_memory memory = wb_memory_of(team, i->b);
    uint64_t size = (uint64_t)memory.count * 4;
    uint32_t length = size > extra[0] ? (uint32_t)((size - extra[0]) / extra[1]) : 0;
    uint32_t *d = wb_row(team, i->result);
    for (uint32_t l = team->low; l < team->high; l++)
        if (team->mask[l] != 0) d[l] = length;
    wb_flags none = {{0}};
    if (team->machine->options.check) wb_set_flags(team, i->result, &none);
}

/* ---- Atomics ---- */

static float to_float(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static uint32_t from_float(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

uint32_t wb_combine(int kind, uint32_t old, uint32_t value)
{
    int32_t a = (int32_t)old, b = (int32_t)value;
    switch (kind) {
    case WB_ATOMIC_STORE:
    case WB_ATOMIC_EXCHANGE: return value;
    case WB_ATOMIC_ADD: return old + value;
    case WB_ATOMIC_SUB: return old - value;
    case WB_ATOMIC_SMIN: return a < b ? old : value;
    case WB_ATOMIC_UMIN: return old < value ? old : value;
    case WB_ATOMIC_SMAX: return a > b ? old : value;
    case WB_ATOMIC_UMAX: return old > value ? old : value;
    case WB_ATOMIC_AND: return old & value;
    case WB_ATOMIC_OR: return old | value;
    case WB_ATOMIC_XOR: return old ^ value;
    case WB_ATOMIC_FADD: return from_float(to_float(old) + to_float(value));
    case WB_ATOMIC_MUL: return old * value;
    case WB_ATOMIC_FMUL: return from_float(to_float(old) * to_float(value));
    case WB_ATOMIC_FMIN: return to_float(value) < to_float(old) ? value : old;
    case WB_ATOMIC_FMAX: return to_float(old) < to_float(value) ? value : old;
    default: return old;
    }
}

static void set_result_flags(wb_team *team, const wb_instruction *i)
{
    if (!team->machine->options.check) return;
    wb_flags f = {{0, 0, 0, 0, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    wb_set_flags(team, i->result, &f);
}

// For an operation on a word that was never written, or with a value that was never computed.
static void check_atomic(wb_team *team, const wb_instruction *i, const place *p, uint32_t value)
{
    bool reads = i->sub != WB_ATOMIC_STORE && i->sub != WB_ATOMIC_EXCHANGE;
    for (uint32_t l = team->low; l < team->high && p->memory.flags != NULL; l++) {
        if (p->word[l] == WB_NO_WORD) continue;
        uint8_t *flags = &p->memory.flags[p->word[l]];
        if (reads && (*flags & WB_UNDEFINED) != 0)
            wb_report_undefined(team, i, l, "the word that is changed");
        *flags &= (uint8_t)~WB_UNDEFINED;
    }
    if (team->machine->options.check && i->sub != WB_ATOMIC_LOAD && wb_any_flag(team, value, 0))
        wb_report_undefined(team, i, wb_first_flag(team, value, 0), "a stored value");
}

static uint32_t new_value(int kind, uint32_t old, uint32_t value, uint32_t other)
{
    if (kind == WB_ATOMIC_COMPARE) return old == other ? value : old;
    return wb_combine(kind, old, value);
}

// Returns the old value.
static uint32_t change_word(int kind, uint32_t *word, uint32_t value, uint32_t other)
{
    uint32_t old = *word;
    *word = new_value(kind, old, value, other);
    return old;
}

// The same where other threads change it, too.
static uint32_t change_shared_word(int kind, uint32_t *word, uint32_t value, uint32_t other)
{
    uint32_t old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    while (!__atomic_compare_exchange_n(word, &old, new_value(kind, old, value, other), false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return old;
}

static void atomic_words(wb_team *team, const wb_instruction *i, place *p)
{
    const uint32_t *extra = team->machine->module->extra + i->extra;
    const uint32_t *value = wb_row(team, extra[0]), *other = wb_row(team, extra[1]);
    uint32_t *result = wb_row(team, i->result);
    check_atomic(team, i, p, extra[0]);
    bool races = team->machine->race != NULL && p->memory.region >= 0;
    WB_FOR_LANES_IN_ORDER(team, l)
    {
        if (p->word[l] == WB_NO_WORD) {
            result[l] = 0;
            continue;
        }
        uint32_t *word = &p->memory.words[p->word[l]];
        // In parallel others change the word now, and nothing asks for changes
        bool changes =
            !team->machine->parallel && new_value(i->sub, *word, value[l], other[l]) != *word;
        team->machine->changes += changes;
        if (races) tell_race(team, i, p, l, p->word[l], WB_ACCESS_ATOMIC, !changes);
        result[l] = team->machine->parallel ? change_shared_word(i->sub, word, value[l], other[l])
                                            : change_word(i->sub, word, value[l], other[l]);
    }
    set_result_flags(team, i);
    if (team->machine->options.count) wb_count_access(team, i, &p->memory, p->word, 1, true);
}

/* ---- Texels, for exec_image.c ---- */

void wb_exec_Atomic(wb_team *team, const wb_instruction *i)
{
    place p;
    const wb_variable *v = &team->machine->module->variables[i->b];
    if (v->space != WB_SPACE_IMAGE)
        find_place(team, i, &p, true);
    else {
        p.memory = wb_memory_of(team, i->b);
        wb_find_texels(team, i, &p.memory, p.word);
        // A texel is a word in formats of 32 bits in one channel; GLSL allows no other here
        const wb_machine_resource *r = p.memory.resource;
        if (r != NULL && (r->format.bits != 32 || r->format.channels != 1))
            for (uint32_t l = team->low; l < team->high; l++) p.word[l] = WB_NO_WORD;
    }
    atomic_words(team, i, &p);
}

void wb_tell_texels(wb_team *team, const wb_instruction *i, const wb_memory *memory,
                    const uint32_t *texel, bool writes)
{
    place p;
    p.memory = *memory;
    if (team->machine->race == NULL || memory->region < 0) return;
    WB_FOR_LANES_IN_ORDER(team, l)
    if (texel[l] != WB_NO_WORD)
        tell_race(team, i, &p, l, wb_unit_of_texel(memory, texel[l]),
                  writes ? WB_ACCESS_WRITE : WB_ACCESS_READ, false);
}
