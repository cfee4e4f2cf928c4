/* Findings: the first of each kind and place, with a count. */
#include "machine/verdict.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FINDINGS = 256 };

// One text each, so that they compare as pointers.
static const char code_arithmetic[] = "undefined-arithmetic";
static const char code_bounds[] = "out-of-bounds";
static const char code_format[] = "format-mismatch";
static const char code_undefined[] = "undefined-value";
static const char code_divergence[] = "barrier-divergence";
static const char code_endless[] = "endless-loop";
static const char code_long[] = "long-loop";
static const char code_spin[] = "spin-in-group";
static const char code_race[] = "race";
static const char code_same[] = "race-same-value";
static const char code_lost[] = "race-lost-update";
static const char code_design[] = "race-by-design";

static bool is_same(const wb_kernel_finding *a, const wb_kernel_finding *b)
{
    return a->line == b->line && a->other_line == b->other_line && strcmp(a->code, b->code) == 0 &&
           strcmp(a->variable, b->variable) == 0 && strcmp(a->conflict, b->conflict) == 0;
}

static wb_seen *seen_at(wb_machine *machine, uint32_t instruction, uint32_t other)
{
    return &machine->seen[(instruction * 31 + other * 17) % WB_SEEN_COUNT];
}

// Counts a finding that was there before at the same instructions.
static bool is_known(wb_machine *machine, const char *code, uint32_t instruction, uint32_t other)
{
    const wb_seen *s = seen_at(machine, instruction, other);
    if (s->code != code || s->instruction != instruction || s->other_instruction != other)
        return false;
    machine->findings[s->finding].count++;
    return true;
}

static void remember(wb_machine *machine, const wb_kernel_finding *f, int finding)
{
    *seen_at(machine, f->instruction, f->other_instruction) =
        (wb_seen){f->code, f->instruction, f->other_instruction, finding};
}

// Counts a finding; true if it is the first of its kind and place, and `*kept`, which is where it
// is kept (or NULL, if there are too many), waits for its words.
static bool keep(wb_machine *machine, const wb_kernel_finding *finding, wb_kernel_finding **kept)
{
    for (int i = 0; i < machine->finding_count; i++) {
        if (!is_same(&machine->findings[i], finding)) continue;
        machine->findings[i].count++;
        remember(machine, finding, i);
        *kept = &machine->findings[i];
        return false;
    }
    *kept = NULL;
    if (machine->finding_count >= MAX_FINDINGS) return false;
    machine->findings = wb_grow(machine->findings, &machine->finding_capacity,
                                machine->finding_count + 1, sizeof *machine->findings);
    remember(machine, finding, machine->finding_count);
    *kept = &machine->findings[machine->finding_count++];
    **kept = *finding;
    (*kept)->count = 1;
    return true;
}

int wb_machine_finding_count(const wb_machine *machine)
{
    return machine->finding_count;
}

const wb_kernel_finding *wb_machine_finding(const wb_machine *machine, int index)
{
    return index >= 0 && index < machine->finding_count ? &machine->findings[index] : NULL;
}

/* ---- Lanes and objects ---- */

wb_invocation wb_invocation_of(const wb_machine *machine, uint32_t group, uint32_t lane)
{
    const uint32_t *size = machine->module->local_size, *groups = machine->dispatch.groups;
    return (wb_invocation){
        {group % groups[0], group / groups[0] % groups[1], group / groups[0] / groups[1]},
        {lane % size[0], lane / size[0] % size[1], lane / size[0] / size[1]}};
}

// It carries operations out again, with other operands, by copies of their instructions: what these
// come to is no finding.
static bool is_free_run(const wb_team *team)
{
    return team->machine->options.freedom != NULL;
}

static uint32_t instruction_number(const wb_team *team, const wb_instruction *i)
{
    return (uint32_t)(i - team->machine->module->code);
}

static wb_kernel_finding begin(const wb_team *team, const wb_instruction *i, uint32_t lane,
                               const char *code, wb_severity severity)
{
    wb_kernel_finding f = {.code = code,
                           .severity = severity,
                           .line = i->line,
                           .call = i->call,
                           .element = -1,
                           .conflict = "",
                           .mend = ""};
    f.instruction = instruction_number(team, i);
    f.at = wb_invocation_of(team->machine, team->group->number, team->first + lane);
    return f;
}

static void name_variable(const wb_machine *machine, wb_kernel_finding *f, uint32_t variable)
{
    const wb_module *m = machine->module;
    if (variable >= (uint32_t)m->variable_count) return;
    const wb_variable *v = &m->variables[variable];
    const wb_module_type *t = &m->types[v->type];
    // A block without a name of its own: the member's name is what the kernel says
    const char *name = v->name;
    if (*name == '\0' && t->kind == WB_TYPE_STRUCT && t->count == 1) name = t->members[0].name;
    if (*name == '\0') name = v->block;
    snprintf(f->variable, sizeof f->variable, "%s", name);
    snprintf(f->object, sizeof f->object, "%s", name);
}

// The name of a word: for a block without a name of its own the variable is the member.
static void name_word(const wb_machine *machine, wb_kernel_finding *f, uint32_t variable,
                      uint32_t word)
{
    if (variable >= (uint32_t)machine->module->variable_count) return;
    wb_module_name_word(machine->module, (int)variable, word, f->object, sizeof f->object,
                        &f->element);
    size_t length = strcspn(f->object, ".[");
    if (length >= sizeof f->variable) length = sizeof f->variable - 1;
    memcpy(f->variable, f->object, length);
    f->variable[length] = '\0';
}

/* ---- Arithmetic, bounds, definedness ---- */

void wb_report_arithmetic(wb_team *team, const wb_instruction *i, uint32_t lane, const char *text)
{
    if (is_free_run(team)) return;
    if (is_known(team->machine, code_arithmetic, instruction_number(team, i), 0)) return;
    wb_kernel_finding *kept, f = begin(team, i, lane, code_arithmetic, WB_WARNING);
    if (!keep(team->machine, &f, &kept)) return;
    snprintf(kept->text, sizeof kept->text, "%s has no defined result", text);
    kept->mend = "leave such values out before the operation";
}

// What the function is called in GLSL, and its operands in the order of GLSL.
static const char *const functions[WB_OPERATION_COUNT] = {
    [WbOpSqrt] = "sqrt",
    [WbOpDSqrt] = "sqrt",
    [WbOpInverseSqrt] = "inversesqrt",
    [WbOpDInverseSqrt] = "inversesqrt",
    [WbOpLog] = "log",
    [WbOpLog2] = "log2",
    [WbOpPow] = "pow",
    [WbOpAsin] = "asin",
    [WbOpAcos] = "acos",
    [WbOpAcosh] = "acosh",
    [WbOpAtanh] = "atanh",
    [WbOpAtan2] = "atan",
    [WbOpLdexp] = "ldexp",
    [WbOpDLdexp] = "ldexp",
    [WbOpFrexpExponent] = "frexp",
    [WbOpFrexpSignificand] = "frexp",
    [WbOpDFrexpSignificand] = "frexp",
    [WbOpFClamp] = "clamp",
    [WbOpSClamp] = "clamp",
    [WbOpUClamp] = "clamp",
    [WbOpDClamp] = "clamp",
    [WbOpSmoothStep] = "smoothstep",
    [WbOpDSmoothStep] = "smoothstep",
};

static void append_operand(const wb_team *team, const wb_instruction *i, int n, uint32_t k,
                           uint32_t lane, char *text, size_t size)
{
    const uint32_t rows[3] = {i->a, i->b, i->c};
    bool is_exponent = (i->op == WbOpLdexp || i->op == WbOpDLdexp) && n == 1;
    bool is_double = i->op >= WbOpDAdd && !is_exponent;
    uint32_t words[2] = {wb_row(team, rows[n] + k * (is_double ? 2 : 1))[lane], 0};
    const char *comma = n > 0 ? ", " : "";
    float f;
    double d;
    if (is_double) {
        words[1] = wb_row(team, rows[n] + 2 * k + 1)[lane];
        memcpy(&d, words, sizeof d);
        wb_text_append(text, size, "%s%.9g", comma, d);
    } else if (is_exponent || i->op == WbOpSClamp) {
        wb_text_append(text, size, "%s%d", comma, (int32_t)words[0]);
    } else if (i->op == WbOpUClamp) {
        wb_text_append(text, size, "%s%u", comma, words[0]);
    } else {
        memcpy(&f, words, sizeof f);
        wb_text_append(text, size, "%s%.9g", comma, (double)f);
    }
}

void wb_report_domain(wb_team *team, const wb_instruction *i, uint32_t lane, uint32_t k,
                      const char *condition)
{
    if (is_free_run(team)) return;
    if (is_known(team->machine, code_arithmetic, instruction_number(team, i), 0)) return;
    wb_kernel_finding *kept, f = begin(team, i, lane, code_arithmetic, WB_WARNING);
    if (!keep(team->machine, &f, &kept)) return;
    kept->mend = "leave such values out before the operation";
    if (functions[i->op] == NULL) {
        bool is_length = i->b == i->a;
        snprintf(kept->text, sizeof kept->text, "%s of %s has no defined result",
                 is_length ? "normalize()" : "inverse()",
                 is_length ? "a vector of length 0, which has no direction," : condition);
        return;
    }
    snprintf(kept->text, sizeof kept->text, "%s(", functions[i->op]);
    for (int n = 0; n < wb_operation_operands(i->op); n++)
        append_operand(team, i, n, k, lane, kept->text, sizeof kept->text);
    wb_text_append(kept->text, sizeof kept->text,
                   ") has no defined result: GLSL leaves it open for %s", condition);
}

static bool is_image_access(const wb_instruction *i)
{
    return i->op == WbOpImageRead || i->op == WbOpImageWrite || i->op == WbOpAtomic;
}

static void word_coordinate(wb_kernel_finding *f, const wb_instruction *i, uint32_t at,
                            uint32_t length)
{
    snprintf(f->text, sizeof f->text, "a coordinate of %s is %d; there are %u from 0 on%s",
             f->object, (int32_t)at, length,
             f->severity == WB_ERROR   ? ""
             : i->op == WbOpImageRead  ? ", so what is loaded is 0"
             : i->op == WbOpImageWrite ? ", so nothing is stored"
                                       : ", so nothing is changed, and 0 comes back");
    if (f->severity != WB_ERROR)
        f->mend = "OpenGL allows it; if it is not meant, clamp the coordinate, or guard the access";
}

// Beyond an image OpenGL says what happens (4.3, section 8.25), beyond arrays and textures not.
void wb_report_index(wb_team *team, const wb_instruction *i, uint32_t lane, uint32_t index,
                     uint32_t length)
{
    if (is_free_run(team)) return;
    if (is_known(team->machine, code_bounds, instruction_number(team, i), 0)) return;
    bool is_defined = is_image_access(i) && length > 0; // there is an image
    wb_kernel_finding *kept,
        f = begin(team, i, lane, code_bounds, is_defined ? WB_WARNING : WB_ERROR);
    const uint32_t *extra = team->machine->module->extra + i->extra;
    uint32_t variable = i->op == WbOpIndex ? extra[1] : i->b;
    if (variable != UINT32_MAX && i->op == WbOpIndex) {
        uint32_t base = team->machine->module->variables[variable].space == WB_SPACE_SHARED
                            ? team->machine->module->variables[variable].offset / 4
                            : 0;
        name_word(team->machine, &f, variable, base + extra[2]);
        f.object[strcspn(f.object, "[")] = '\0';
    } else
        name_variable(team->machine, &f, variable);
    if (!keep(team->machine, &f, &kept)) return;
    bool negative = (i->mode & WB_SIGNED) != 0 && index > INT32_MAX;
    kept->element = negative ? (int32_t)index : (int64_t)index;
    kept->mend =
        "compute an index within the length; or, if this invocation has none, guard the access";
    if (i->op != WbOpIndex)
        word_coordinate(kept, i, index, length);
    else if (*f.object == '\0' ||
             strcmp(f.object, "indexable") == 0) // glslang's name: a constant list
        snprintf(kept->text, sizeof kept->text, "an index is %lld; there are %u elements",
                 (long long)kept->element, length);
    else
        snprintf(kept->text, sizeof kept->text, "the index into %s is %lld; it has %u elements",
                 f.object, (long long)kept->element, length);
}

void wb_report_bounds(wb_team *team, const wb_instruction *i, uint32_t lane, uint32_t word,
                      uint32_t count, bool writes)
{
    if (is_free_run(team)) return;
    if (is_known(team->machine, code_bounds, instruction_number(team, i), 0)) return;
    wb_kernel_finding *kept, f = begin(team, i, lane, code_bounds, WB_ERROR);
    name_word(team->machine, &f, i->b, word);
    if (!keep(team->machine, &f, &kept)) return;
    const wb_memory memory = wb_memory_of(team, i->b);
    if (memory.resource == NULL && memory.region != 0) {
        snprintf(kept->text, sizeof kept->text, "%s is %s, but no buffer is bound there", f.object,
                 writes ? "written" : "read");
        kept->mend = "bind a buffer to the block's binding before the dispatch";
        return;
    }
    snprintf(kept->text, sizeof kept->text, "%s is %s, but only %llu bytes are bound", f.object,
             writes ? "written" : "read", (unsigned long long)count * 4);
    kept->mend =
        "compute an index within the buffer, or guard the access, or bind more of the buffer";
}

void wb_report_format(wb_team *team, const wb_instruction *i, uint32_t lane,
                      const wb_texel_format *declared, const wb_texel_format *bound)
{
    if (is_free_run(team)) return;
    if (is_known(team->machine, code_format, instruction_number(team, i), 0)) return;
    wb_kernel_finding *kept, f = begin(team, i, lane, code_format, WB_ERROR);
    name_variable(team->machine, &f, i->b);
    if (!keep(team->machine, &f, &kept)) return;
    snprintf(kept->text, sizeof kept->text,
             "the kernel declares %s as %s, and it is bound as %s: what is loaded or stored is "
             "undefined",
             f.object, wb_texel_format_name(declared), wb_texel_format_name(bound));
    kept->mend = "name one format in both: in the image's layout(), and in glBindImageTexture()";
}

void wb_report_undefined(wb_team *team, const wb_instruction *i, uint32_t lane, const char *what)
{
    if (is_known(team->machine, code_undefined, instruction_number(team, i), 0)) return;
    wb_kernel_finding *kept, f = begin(team, i, lane, code_undefined, WB_ERROR);
    if (i->op == WbOpIndex)
        name_variable(team->machine, &f, team->machine->module->extra[i->extra + 1]);
    else if (i->op != WbOpBranch)
        name_variable(team->machine, &f, i->b);
    if (!keep(team->machine, &f, &kept)) return;
    snprintf(kept->text, sizeof kept->text, "%s%s%s depends on a variable that was never written",
             what, *f.object != '\0' ? " of " : "", f.object);
    kept->mend = "write the variable before it is read; shared memory does not start as 0";
}

/* ---- Barriers and loops ---- */

// Two lanes at different barriers, or one that waits and one that has ended.
void wb_report_divergence(wb_machine *machine, const wb_group *group)
{
    const wb_team *team = NULL, *other = NULL;
    uint32_t lane = 0, other_lane = 0, ended = 0, at = 0;
    for (uint32_t t = 0; t < group->team_count; t++)
        for (uint32_t l = 0; l < group->teams[t].lanes; l++) {
            const wb_team *here = &group->teams[t];
            if (here->lane_pc[l] != WB_PC_BARRIER) {
                if (ended++ == 0 && other == NULL) other = here, other_lane = l;
            } else if (team == NULL) {
                team = here, lane = l, at = here->resume[l] - 1;
            } else if (here->resume[l] - 1 != at && (other == NULL || ended > 0)) {
                other = here, other_lane = l, ended = 0;
                goto found;
            }
        }
found:
    if (team == NULL) return;
    bool same = other == NULL; // the same barrier(), in another turn
    for (uint32_t t = 0; same && other == NULL && t < group->team_count; t++) {
        other_lane = wb_team_other_turn(&group->teams[t], team, lane);
        if (other_lane < WB_TEAM_LANES) other = &group->teams[t];
    }
    if (other == NULL) return;
    const wb_instruction *code = machine->module->code;
    wb_kernel_finding *kept, f = begin(team, &code[at], lane, code_divergence, WB_ERROR);
    f.has_other = true;
    f.other = wb_invocation_of(machine, group->number, other->first + other_lane);
    if (ended == 0) {
        f.other_instruction = other->resume[other_lane] - 1;
        f.other_line = code[f.other_instruction].line;
        f.other_call = code[f.other_instruction].call;
    }
    if (!keep(machine, &f, &kept)) return;
    if (ended > 0)
        snprintf(kept->text, sizeof kept->text,
                 "some invocations of the group wait at this barrier(), which others never reach: "
                 "they have ended");
    else if (same)
        snprintf(kept->text, sizeof kept->text,
                 "invocations of one group wait at this barrier() in different turns of the loop "
                 "around it: some have passed it by");
    else
        snprintf(kept->text, sizeof kept->text,
                 "invocations of one group wait at different barrier()s%s",
                 f.line == f.other_line ? " (of the same line, in different calls or branches)"
                                        : "");
    kept->mend =
        "let all invocations of a group reach the same barrier()s: guard the work, not them";
}

void wb_report_loop(wb_team *team, const wb_instruction *i, uint32_t lane, bool endless)
{
    wb_kernel_finding *kept, f = begin(team, i, lane, endless ? code_endless : code_long,
                                       endless ? WB_ERROR : WB_WARNING);
    if (!keep(team->machine, &f, &kept)) return;
    if (endless)
        snprintf(kept->text, sizeof kept->text,
                 "the kernel has not ended after %llu instructions; it was here last",
                 (unsigned long long)team->machine->lane_instructions);
    else
        snprintf(kept->text, sizeof kept->text,
                 "an invocation goes round its loops for more than 65,535 times; some drivers "
                 "leave them then, without a word");
    kept->mend = endless
                     ? "let every loop come to an end; OpenGL does not promise that a lane runs "
                       "while others wait for it"
                     : "spread the work over more invocations, or over several dispatches";
}

void wb_report_no_end(wb_team *team, const wb_instruction *i, uint32_t lane, uint64_t turns,
                      double left)
{
    wb_kernel_finding *kept, f = begin(team, i, lane, code_endless, WB_ERROR);
    if (!keep(team->machine, &f, &kept)) return;
    if (isinf(left))
        snprintf(kept->text, sizeof kept->text,
                 "in %llu turns, what decides here whether this loop goes on has come no nearer to "
                 "leaving it: it may never end, or end by chance",
                 (unsigned long long)turns);
    else
        snprintf(kept->text, sizeof kept->text,
                 "this loop takes an invocation %.2g more turns, at the pace of the first %llu",
                 left, (unsigned long long)turns);
    kept->mend = "let every loop come to an end; spread long work over more invocations, or over "
                 "several dispatches";
}

void wb_report_spin(wb_team *team, const wb_spin *s, bool forever)
{
    const wb_machine *machine = team->machine;
    const wb_instruction *code = machine->module->code, *i = &code[s->pc];
    wb_kernel_finding *kept, f = begin(team, i, s->lane, code_spin, WB_ERROR);
    if (machine->module->variables[i->b].space == WB_SPACE_IMAGE)
        name_variable(machine, &f, i->b);
    else
        name_word(machine, &f, i->b, s->word);
    f.has_other = true;
    f.other_instruction = s->other_pc;
    f.other_line = code[s->other_pc].line;
    f.other_call = code[s->other_pc].call;
    f.other = wb_invocation_of(machine, team->group->number,
                               team->group->teams[s->other_team].first + s->other_lane);
    if (!keep(team->machine, &f, &kept)) return;
    snprintf(kept->text, sizeof kept->text,
             "an invocation goes round a loop until another of its work group changes %s, %s",
             f.object,
             s->other_waits ? "but that one waits for it at a barrier()"
             : forever      ? "but none does"
                            : "which is elsewhere, and need not go on as long as this one loops");
    kept->mend = "let no invocation wait for another of its group in a loop: a barrier() is for "
                 "that; and who gets a lock does its work, and opens it, inside the loop";
}

/* ---- Races ---- */

typedef struct wording {
    const char *code;
    wb_severity severity;
    const char *what, *mend;
} wording;

// The first issues no memory barrier behind what it does, or the second none before. The texts, of
// buffers and of images:
#define OF_BOTH(before, behind)                                                                    \
    {                                                                                              \
        before "memoryBarrierBuffer()" behind, before "memoryBarrierImage()" behind                \
    }
static wording word_no_fence(const wb_race_conflict *c)
{
    static const char *const reader[] =
        OF_BOTH("an atomic flag orders the two, but no ",
                " stands between the flag and this access, which may come first");
    static const char *const reader_mend[] = OF_BOTH("", " after the flag is read");
    static const char *const writer[] =
        OF_BOTH("an atomic flag orders the two, but the other invocation issues no ",
                " before it sets the flag");
    static const char *const writer_mend[] =
        OF_BOTH("", " by each that writes, before the flag is set");
    static const char *const group[] = {
        "a barrier() orders the two, but for a buffer that is not enough: the writer issues no "
        "memoryBarrierBuffer()",
        "a barrier() orders the two, but for an image that is not enough: the writer issues no "
        "memoryBarrierImage()"};
    static const char *const group_mend[] = {
        "memoryBarrierBuffer() before the barrier(), and a coherent buffer",
        "memoryBarrierImage() before the barrier(), and a coherent image"};
    int k = c->of_image ? 1 : 0;
    wording w = {.code = "race-no-memory-barrier", .severity = WB_ERROR};
    bool is_reader = c->verdict == WB_RACE_NO_FENCE_READER;
    w.what = is_reader ? reader[k] : c->by_flag ? writer[k] : group[k];
    w.mend = is_reader ? reader_mend[k] : c->by_flag ? writer_mend[k] : group_mend[k];
    return w;
}

static wording word_mixed(const wb_race_conflict *c)
{
    bool writes_plainly = c->first_kind == WB_ACCESS_WRITE || c->second_kind == WB_ACCESS_WRITE;
    return (wording){
        "race-atomic-and-plain", c->region == 0 || writes_plainly ? WB_ERROR : WB_WARNING,
        c->across_groups ? "one of the two is atomic, the other is not, and nothing "
                           "orders work groups"
                         : "one of the two is atomic, the other is not, and nothing "
                           "orders them",
        c->across_groups ? "make both atomic, or use a second dispatch"
        : c->region != 0 ? "make both atomic, or let each invocation write words of its "
                           "own"
                         : "put a barrier() between the two, or make both atomic"};
}

#define OWN_WORDS                                                                                  \
    "let each invocation write words of its own, or use an atomic operation; if no other work "    \
    "group touches the word, "
#define BARRIER_OF_ALL " and a barrier() that all reach"
static wording word_race(const wb_race_conflict *c, wb_race_verdict verdict)
{
    switch (verdict) {
    case WB_RACE_NO_FENCE:
    case WB_RACE_NO_FENCE_READER: return word_no_fence(c);
    case WB_RACE_INCOHERENT:
        return (wording){"race-not-coherent", WB_ERROR,
                         "they are ordered, but the buffer is not declared coherent, so the value "
                         "may be an old one",
                         "declare the buffer coherent"};
    case WB_RACE_MIXED: return word_mixed(c);
    case WB_RACE_SAME_VALUE:
        return (wording){
            code_same, WB_NOTE, "both write the same value; that is a race, too, if a harmless one",
            "let one invocation write; if each is to add its share, use an atomic operation"};
    case WB_RACE_LOST_UPDATE:
        return (wording){code_lost, WB_ERROR,
                         "the value that is written comes from a read of the same word, and "
                         "nothing orders the two: one of the changes is lost",
                         "let an atomic operation read, change and write in one: atomicAdd(), "
                         "atomicMax(), ..."};
    case WB_RACE_BY_DESIGN:
        return (wording){code_design, WB_NOTE,
                         "nothing orders work groups, but the word is read again until it holds "
                         "what is waited for: that is good if nothing but this word depends on it",
                         "if it announces other words: read it with an atomic operation, and issue "
                         "memory barriers before it is set and after it is read"};
    default:
        return (wording){
            code_race, WB_ERROR,
            c->across_groups ? "nothing orders work groups" : "nothing orders the two",
            c->across_groups ? "let each group write words of its own, or use an atomic operation, "
                               "or a second dispatch"
            : c->region == 0 ? "put a barrier() that all reach between the two, or use an atomic "
                               "operation"
            : c->of_image    ? OWN_WORDS "memoryBarrierImage()" BARRIER_OF_ALL
                             : OWN_WORDS "memoryBarrierBuffer()" BARRIER_OF_ALL};
    }
}

static const char *conflict_of(const wb_race_conflict *c)
{
    bool first_reads = c->first_kind == WB_ACCESS_READ;
    if (c->second_kind == WB_ACCESS_READ) return "read after write";
    return first_reads ? "write after read" : "write after write";
}

static const char *verb(wb_access_kind kind)
{
    return kind == WB_ACCESS_READ ? "read" : kind == WB_ACCESS_WRITE ? "written" : "changed";
}

// The variable through which an instruction accesses memory.
static uint32_t variable_at(const wb_machine *machine, const wb_instruction *i, uint32_t word)
{
    if (machine->module->variables[i->b].space != WB_SPACE_SHARED) return i->b;
    int v = wb_module_shared_variable(machine->module, word);
    return v < 0 ? i->b : (uint32_t)v;
}

static wb_kernel_finding *find_race(const wb_machine *machine, const wb_kernel_finding *f,
                                    const char *code)
{
    for (int i = 0; i < machine->finding_count; i++) {
        wb_kernel_finding *known = &machine->findings[i];
        if (strcmp(known->code, code) == 0 && strcmp(known->variable, f->variable) == 0 &&
            known->line == f->line)
            return known;
    }
    return NULL;
}

// Beside which finding this one says nothing new: that two write the same value beside a race of
// the same lines, a race or another half beside a lost update, a design beside the first of the
// variable; or NULL.
static wb_kernel_finding *find_stronger(wb_machine *machine, const wb_kernel_finding *f)
{
    bool is_race = strcmp(f->code, code_race) == 0, is_same = strcmp(f->code, code_same) == 0;
    wb_kernel_finding *found = NULL;
    if (is_same || is_race || strcmp(f->code, code_lost) == 0)
        found = find_race(machine, f, code_lost);
    if (found != NULL && found->other_line != f->other_line) found = NULL;
    if (is_same && found == NULL) found = find_race(machine, f, code_race);
    if (strcmp(f->code, code_design) != 0) return found;
    for (int i = 0; i < machine->finding_count && found == NULL; i++)
        if (strcmp(machine->findings[i].code, code_design) == 0 &&
            strcmp(machine->findings[i].variable, f->variable) == 0)
            found = &machine->findings[i];
    return found;
}

static void note_dependence(wb_machine *machine, const wb_race_conflict *c, int line)
{
    if (c->verdict == WB_RACE_SAME_VALUE || machine->depends_on_order) return;
    machine->depends_on_order = true;
    machine->depends_line = line;
}

static void write_race(const wb_machine *machine, const wb_race_conflict *c, const wording *w,
                       wb_kernel_finding *kept)
{
    kept->at = wb_invocation_of(machine, c->second.group, c->second.lane);
    kept->other = wb_invocation_of(machine, c->first.group, c->first.lane);
    kept->word = c->word;
    snprintf(kept->text, sizeof kept->text, "%s is %s and was %s by another invocation; %s",
             kept->object, verb(c->second_kind), verb(c->first_kind), w->what);
}

// A race turns out to have been the first half of a lost update.
static void rename_race(wb_kernel_finding *f, const wording *w)
{
    size_t length = strcspn(f->text, ";");
    f->code = w->code;
    f->mend = w->mend;
    f->count++;
    snprintf(f->text + length, sizeof f->text - length, "; %s", w->what);
}

void wb_report_race(const wb_race_conflict *c, void *user)
{
    wb_machine *machine = user;
    uint32_t second = machine->instruction_of[c->second.site];
    uint32_t first = machine->instruction_of[c->first.site];
    const wb_instruction *i = &machine->module->code[second], *k = &machine->module->code[first];
    note_dependence(machine, c, i->line);
    wb_race_verdict verdict = wb_verdict(machine, c);
    if (verdict == WB_RACE_GUESS) return;
    wording w = word_race(c, verdict);
    if (is_known(machine, w.code, second, first)) return;
    uint32_t variable = variable_at(machine, i, c->word);
    wb_kernel_finding *kept, f = {.code = w.code,
                                  .severity = w.severity,
                                  .line = i->line,
                                  .other_line = k->line,
                                  .call = i->call,
                                  .other_call = k->call,
                                  .has_other = true,
                                  .element = -1,
                                  .conflict = conflict_of(c),
                                  .instruction = second,
                                  .other_instruction = first,
                                  .mend = w.mend};
    bool is_image = machine->module->variables[i->b].space == WB_SPACE_IMAGE;
    uint32_t word = c->word - (c->region == 0 ? 0 : machine->memory[i->b].first);
    if (is_image)
        name_variable(machine, &f, i->b);
    else
        name_word(machine, &f, variable, word);
    kept = find_stronger(machine, &f);
    if (kept != NULL) {
        kept->count++;
        remember(machine, &f, (int)(kept - machine->findings));
        return;
    }
    kept = verdict == WB_RACE_LOST_UPDATE ? find_race(machine, &f, code_race) : NULL;
    if (kept != NULL && kept->other_line == f.other_line)
        rename_race(kept, &w);
    else if (keep(machine, &f, &kept))
        write_race(machine, c, &w, kept);
}

/* ---- Several machines ---- */

void wb_report_merge(wb_machine *machine, const wb_machine *other)
{
    for (int i = 0; i < other->finding_count; i++) {
        const wb_kernel_finding *f = &other->findings[i];
        wb_kernel_finding *kept;
        if (find_stronger(machine, f) != NULL) continue;
        if (keep(machine, f, &kept))
            kept->count = f->count;
        else if (kept != NULL)
            kept->count += f->count - 1; // it has counted one
    }
}
