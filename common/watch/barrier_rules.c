#include "watch/barrier_rules.h"

#include "base/memory.h"
#include "os/text.h"
#include "watch/barrier_bits.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The heart: which bit a later access needs after a shader wrote to the same memory, whatever way
 * it wrote. OpenGL 4.3 core, 7.12.2, defines each bit by the accesses that come after the barrier.
 * `words` complete "pass X wrote buffer Y ..." and "glZ reads it ...". */
static const struct {
    GLbitfield bit;
    const char *words;
} usages[] = {
    // "memory accesses using shader buffer variables"; stores there also wait for earlier reads
    [WB_USAGE_STORAGE] = {GL_SHADER_STORAGE_BARRIER_BIT, " as a storage block"},
    // "image load, store, and atomic built-in functions"; stores there also wait for earlier reads
    [WB_USAGE_IMAGE] = {GL_SHADER_IMAGE_ACCESS_BARRIER_BIT, " as an image"},
    // "shader uniforms sourced from buffer objects"
    [WB_USAGE_UNIFORM] = {GL_UNIFORM_BARRIER_BIT, " as a uniform block"},
    // "vertex data sourced from buffer objects"
    [WB_USAGE_VERTEX] = {GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT, " as vertex attributes"},
    // "vertex array indices sourced from buffer objects"
    [WB_USAGE_ELEMENT] = {GL_ELEMENT_ARRAY_BARRIER_BIT, " as indices"},
    // "command data sourced from buffer objects by Draw*Indirect and DispatchComputeIndirect"
    [WB_USAGE_COMMAND] = {GL_COMMAND_BARRIER_BIT, " as commands"},
    // "texture fetches from shaders", buffer textures included
    [WB_USAGE_TEXTURE] = {GL_TEXTURE_FETCH_BARRIER_BIT, " as a texture"},
    // "buffer objects via PIXEL_PACK_BUFFER and PIXEL_UNPACK_BUFFER"
    [WB_USAGE_PIXEL] = {GL_PIXEL_BUFFER_BARRIER_BIT, " as a pixel buffer"},
    // "reads and writes via BufferSubData, CopyBufferSubData, GetBufferSubData, and mapping"
    [WB_USAGE_BUFFER_UPDATE] = {GL_BUFFER_UPDATE_BARRIER_BIT, ""},
    // "writes via TexSubImage*, CopyTexSubImage* and their kin, and reads via GetTexImage"
    [WB_USAGE_TEXTURE_UPDATE] = {GL_TEXTURE_UPDATE_BARRIER_BIT, ""},
    // "reads and writes via framebuffer object attachments"
    [WB_USAGE_FRAMEBUFFER] = {GL_FRAMEBUFFER_BARRIER_BIT, " as a framebuffer attachment"},
    // "writes via transform feedback bindings"
    [WB_USAGE_FEEDBACK] = {GL_TRANSFORM_FEEDBACK_BARRIER_BIT, " by transform feedback"},
    // "accesses to atomic counters"
    [WB_USAGE_COUNTER] = {GL_ATOMIC_COUNTER_BARRIER_BIT, " as atomic counters"},
};

enum {
    ORDINALS_PER_PASS = 1000, // barriers outside all passes are counted on and on
    PASS_DEPTH = 64,          // GL_MAX_DEBUG_GROUP_STACK_DEPTH is at least 64
    USES_PER_OBJECT = 64,     // ranges told apart in one object
};

typedef struct barrier_place {
    GLbitfield bits;   // that the code asked for
    GLbitfield issued; // less the dropped ones
    GLbitfield needed;
    long times;
    uint64_t serial; // of the last time
} barrier_place;

typedef struct pass_entry {
    char *name;
    barrier_place *barriers; // by ordinal
    int barrier_count, barrier_capacity;
} pass_entry;

typedef struct pending_use {
    wb_use use;
    wb_kind kind;
    GLuint name;
} pending_use;

typedef struct drop {
    char *pass;
    int ordinal;
    GLbitfield bits;
    bool met;
} drop;

static struct {
    uint64_t serial;       // of the newest command or barrier
    uint64_t done_serial;  // reads up to here are over (glFinish)
    int pauses;            // that have begun and not ended
    bool textures_written; // by a shader

    wb_map histories; // of wb_history, by kind and name

    pass_entry *passes; // the first is WB_CHECKER_NO_PASS
    int pass_count, pass_capacity;
    struct {
        int pass, next_ordinal;
    } stack[PASS_DEPTH]; // the first is outside all passes
    int depth;           // may exceed PASS_DEPTH; what is deeper is not told apart

    struct {
        uint64_t serial; // of the newest barrier with this bit; 0: none yet
        int pass, ordinal;
        uint64_t needed_serial; // of the newest one that was found to be needed
    } newest[WB_BARRIER_BITS];

    pending_use *pending; // of the command that is being described
    int pending_count, pending_capacity;

    uint64_t first_object; // the number of the newest object before
} rules = {.histories = {.item_size = sizeof(wb_history)}};

// These outlive a run: they may be set before it, or asked for after it.
static drop *drops;
static int drop_count, drop_capacity;
static wb_findings findings;
static wb_finding_sink sink;
static void *sink_user;

wb_range wb_texture_level(int level)
{
    int64_t begin = (int64_t)level * WB_LAYERS_PER_LEVEL;
    return (wb_range){begin, begin + WB_LAYERS_PER_LEVEL};
}

/* ---- Passes ---- */

static int top(void)
{
    return rules.depth < PASS_DEPTH ? rules.depth : PASS_DEPTH - 1;
}

static int current_pass(void)
{
    return rules.stack[top()].pass;
}

static int find_pass(const char *name, size_t length)
{
    for (int i = 0; i < rules.pass_count; i++)
        if (strncmp(rules.passes[i].name, name, length) == 0 &&
            rules.passes[i].name[length] == '\0')
            return i;
    rules.passes =
        wb_grow(rules.passes, &rules.pass_capacity, rules.pass_count + 1, sizeof *rules.passes);
    rules.passes[rules.pass_count].name = wb_or_end(strndup(name, length));
    return rules.pass_count++;
}

void wb_rules_enter_pass(const char *name, int length)
{
    rules.depth++;
    if (rules.depth >= PASS_DEPTH) return;
    rules.stack[rules.depth].pass =
        find_pass(name, length < 0 ? strlen(name) : strnlen(name, (size_t)length));
    rules.stack[rules.depth].next_ordinal = 0;
}

void wb_rules_leave_pass(void)
{
    if (rules.depth > 0) rules.depth--;
}

/* `pass "force"`, or `glZ outside any pass`. */
static const char *who(int pass, const char *call, char *text, size_t size)
{
    if (pass == 0)
        snprintf(text, size, "%s outside any pass", call);
    else
        snprintf(text, size, "pass \"%s\"", rules.passes[pass].name);
    return text;
}

const char *wb_rules_where(char *text, size_t size)
{
    if (current_pass() == 0)
        snprintf(text, size, "outside any pass");
    else
        snprintf(text, size, "in pass \"%s\"", rules.passes[current_pass()].name);
    return text;
}

/* ---- Reporting ---- */

static void deliver(const wb_finding *finding)
{
    const wb_finding *kept = wb_findings_add(&findings, finding);
    if (kept == NULL) return;
    if (sink != NULL)
        sink(kept, sink_user);
    else
        wb_finding_print(kept);
}

void wb_rules_report(wb_severity severity, const char *code, const char *call, const char *object,
                     const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    deliver(&(wb_finding){.code = code,
                          .severity = severity,
                          .at = {.pass = rules.passes[current_pass()].name, .call = call},
                          .object = object,
                          .text = text});
}

void wb_barriers_redirect(wb_finding_sink new_sink, void *user)
{
    sink = new_sink;
    sink_user = user;
}

const wb_findings *wb_barriers_findings(void)
{
    return &findings;
}

/* ---- Histories ---- */

static uint64_t key_of(wb_kind kind, GLuint name)
{
    return (uint64_t)kind << 32 | name;
}

// Never NULL; moves when another one is asked for.
static wb_history *history_of(wb_kind kind, GLuint name)
{
    return wb_map_add(&rules.histories, key_of(kind, name));
}

static void free_history(wb_history *history)
{
    free(history->writes.at);
    free(history->reads.at);
    free(history->label);
}

void wb_rules_forget(wb_kind kind, GLuint name)
{
    wb_history *history = wb_map_find(&rules.histories, key_of(kind, name));
    if (history == NULL) return;
    free_history(history);
    wb_map_remove(&rules.histories, key_of(kind, name));
}

// Its label is for what is said about it later.
void wb_rules_deleting(wb_kind kind, GLuint name)
{
    char label[128];
    if (wb_object_find(kind, name) == NULL) return;
    wb_history *history = history_of(kind, name);
    free(history->label);
    history->label = wb_or_end(strdup(wb_object_label(kind, name, label, sizeof label)));
}

// Without `remains`, a vertex array or a framebuffer may still have it, by its name.
void wb_rules_deleted(wb_kind kind, GLuint name, GLuint remains)
{
    const wb_history *history = wb_map_find(&rules.histories, key_of(kind, name));
    if (remains == 0 || history == NULL) return;
    wb_history moved = *history;
    wb_map_remove(&rules.histories, key_of(kind, name));
    *history_of(kind, remains) = moved;
}

bool wb_rules_textures_written(void)
{
    return rules.textures_written;
}

/* `buffer "cells"`, or `buffer 7`. */
static const char *describe(wb_kind kind, const char *label, char *text, size_t size)
{
    const char *word = wb_object_word(kind);
    bool is_number = strncmp(label, word, strlen(word)) == 0 && label[strlen(word)] == ' ';
    if (is_number)
        snprintf(text, size, "%s", label);
    else
        snprintf(text, size, "%s \"%s\"", word, label);
    return text;
}

/* ---- Uses ---- */

static bool overlap(wb_range a, wb_range b)
{
    return a.begin < b.end && b.begin < a.end;
}

/* Drops those uses that lie within `range`. */
static void drop_covered(wb_uses *uses, wb_range range)
{
    int kept = 0;
    for (int i = 0; i < uses->count; i++) {
        wb_range r = uses->at[i].range;
        if (r.begin < range.begin || r.end > range.end) uses->at[kept++] = uses->at[i];
    }
    uses->count = kept;
}

/* Takes `range` out of all uses: of what else they touched, both ends may be left. */
static void cut_out(wb_uses *uses, wb_range range)
{
    int count = uses->count;
    for (int i = 0; i < count; i++) {
        wb_use behind = uses->at[i];
        if (!overlap(behind.range, range)) continue;
        if (behind.range.end > range.end) {
            behind.range.begin = behind.range.begin > range.end ? behind.range.begin : range.end;
            uses->at = wb_grow(uses->at, &uses->capacity, uses->count + 1, sizeof *uses->at);
            uses->at[uses->count++] = behind;
        }
        uses->at[i].range.end = range.begin; // empty, if it began later
    }
    int kept = 0;
    for (int i = 0; i < uses->count; i++)
        if (uses->at[i].range.begin < uses->at[i].range.end) uses->at[kept++] = uses->at[i];
    uses->count = kept;
}

/* Remembers a use in place of those that it covers: whatever comes after it must be ordered after
 * it, and so is ordered after them. */
static void remember(wb_uses *uses, wb_use use)
{
    drop_covered(uses, use.range);
    if (uses->count >= USES_PER_OBJECT) { // too many ranges: make them one, which errs to be safe
        for (int i = 0; i < uses->count; i++) {
            wb_range r = uses->at[i].range;
            if (r.begin < use.range.begin) use.range.begin = r.begin;
            if (r.end > use.range.end) use.range.end = r.end;
        }
        uses->count = 0;
    }
    uses->at = wb_grow(uses->at, &uses->capacity, uses->count + 1, sizeof *uses->at);
    uses->at[uses->count++] = use;
}

static bool is_shader_store(const wb_use *use)
{
    return (use->flags & WB_WRITES) &&
           (use->usage == WB_USAGE_STORAGE || use->usage == WB_USAGE_IMAGE ||
            use->usage == WB_USAGE_COUNTER);
}

typedef enum conflict { READ_AFTER_WRITE, WRITE_AFTER_WRITE, WRITE_AFTER_READ } conflict;

static const char *const conflict_names[] = {
    [READ_AFTER_WRITE] = WB_READ_AFTER_WRITE,
    [WRITE_AFTER_WRITE] = WB_WRITE_AFTER_WRITE,
    [WRITE_AFTER_READ] = WB_WRITE_AFTER_READ,
};

static void report_missing(conflict kind, const wb_use *earlier, const pending_use *later)
{
    const wb_use *use = &later->use;
    const wb_history *history = history_of(later->kind, later->name);
    bool after_read = kind == WRITE_AFTER_READ;
    bool reads = kind == READ_AFTER_WRITE;
    bool maybe_no_write = !reads && (use->flags & WB_GUESSED);
    GLbitfield bit = usages[use->usage].bit;
    char label[128], object[160], earlier_who[192], later_where[192], bit_text[64], text[1024];
    if (history->label != NULL)
        snprintf(label, sizeof label, "%s", history->label);
    else
        wb_object_label(later->kind, later->name, label, sizeof label);
    wb_barrier_text(bit, bit_text, sizeof bit_text);
    snprintf(text, sizeof text,
             "missing barrier: %s %s %s%s; %s %s %s it%s\n"
             "put %s into a glMemoryBarrier between them (OpenGL 4.3 core, 7.12.2)%s",
             who(earlier->pass, earlier->call, earlier_who, sizeof earlier_who),
             after_read                    ? "reads"
             : earlier->flags & WB_GUESSED ? "may have written"
                                           : "wrote",
             describe(later->kind, label, object, sizeof object), usages[earlier->usage].words,
             use->call, wb_rules_where(later_where, sizeof later_where),
             reads ? "reads" : "overwrites", usages[use->usage].words, bit_text,
             maybe_no_write ? ", or declare it readonly there if it is only read" : "");
    deliver(&(wb_finding){
        .code = WB_MISSING_BARRIER,
        .severity = WB_ERROR,
        .at = {.pass = rules.passes[use->pass].name, .call = use->call},
        .earlier = {.pass = rules.passes[earlier->pass].name},
        .conflict = conflict_names[kind],
        .object = label,
        .barrier = bit_text,
        .text = text,
    });
}

static int bit_index(GLbitfield bit)
{
    int i = 0;
    while (wb_barrier_bit_at(i)->bit != bit) i++;
    return i;
}

/* Judges one pair of accesses. If a barrier stands between them, it is noted as needed: the newest
 * one, unless one that is needed already does for this pair too. So few barriers are noted that the
 * others could all go at once (pairs come in the order of their later ends, and for intervals in
 * that order taking the last point that fits is the least choice). */
static void judge_pair(conflict kind, const wb_use *earlier, const pending_use *later)
{
    GLbitfield bit = usages[later->use.usage].bit;
    int i = bit_index(bit);
    if (rules.newest[i].serial <= earlier->serial) {
        report_missing(kind, earlier, later);
    } else if (rules.newest[i].needed_serial <= earlier->serial) {
        rules.newest[i].needed_serial = rules.newest[i].serial;
        rules.passes[rules.newest[i].pass].barriers[rules.newest[i].ordinal].needed |= bit;
    }
}

/* The latest of `uses` in `range` that came after `best` (which may be NULL), or else `best`. */
static const wb_use *later_of(const wb_use *best, const wb_uses *uses, wb_range range)
{
    for (int i = 0; i < uses->count; i++)
        if (overlap(uses->at[i].range, range) &&
            (best == NULL || uses->at[i].serial > best->serial))
            best = &uses->at[i];
    return best;
}

/* All earlier accesses that this one must be ordered after need the same bit, so that a barrier
 * behind the latest of them is behind all: one pair is enough. */
static void judge(const pending_use *later)
{
    const wb_history *object = history_of(later->kind, later->name);
    if (later->use.flags & WB_RENEWS) return;
    bool reads = (later->use.flags & WB_READS) != 0;
    const wb_use *write = later_of(NULL, &object->writes, later->use.range);
    const wb_use *latest = write;
    if (is_shader_store(&later->use)) { // other writes wait for earlier reads by themselves
        latest = later_of(write, &object->reads, later->use.range);
        if (latest != write && latest->serial <= rules.done_serial) latest = write;
    }
    if (latest == NULL) return;
    conflict kind = latest != write ? WRITE_AFTER_READ
                    : reads         ? READ_AFTER_WRITE
                                    : WRITE_AFTER_WRITE;
    judge_pair(kind, latest, later);
}

static void note(const pending_use *p)
{
    wb_history *object = history_of(p->kind, p->name);
    if (is_shader_store(&p->use)) {
        // What must come after this store must come after the reads before it, too.
        drop_covered(&object->reads, p->use.range);
        remember(&object->writes, p->use);
        if (p->kind == WB_KIND_TEXTURE) rules.textures_written = true;
    } else if (p->use.flags & WB_REPLACES) {
        // From here on OpenGL orders everything on this range by itself.
        cut_out(&object->reads, p->use.range);
        cut_out(&object->writes, p->use.range);
    } else if ((p->use.flags & WB_READS) && !(p->use.flags & WB_WAITS)) {
        remember(&object->reads, p->use);
    }
}

void wb_rules_use(wb_kind kind, GLuint name, wb_range range, wb_usage usage, int flags)
{
    if (name == 0 || rules.pauses > 0) return;      // 0: nothing bound, or the default framebuffer
    GLuint remains = wb_object_remains(kind, name); // a vertex array still has what was deleted
    if (remains != 0) name = remains;
    rules.pending = wb_grow(rules.pending, &rules.pending_capacity, rules.pending_count + 1,
                            sizeof *rules.pending);
    rules.pending[rules.pending_count++] = (pending_use){
        .use = {.range = range, .usage = usage, .flags = flags}, .kind = kind, .name = name};
}

void wb_rules_command(const char *call)
{
    if (rules.pending_count == 0) return;
    rules.serial++;
    for (int i = 0; i < rules.pending_count; i++) {
        rules.pending[i].use.serial = rules.serial;
        rules.pending[i].use.call = call;
        rules.pending[i].use.pass = current_pass();
    }
    // Judge all before noting any: accesses within one command are the shader's own business.
    for (int i = 0; i < rules.pending_count; i++) judge(&rules.pending[i]);
    for (int i = 0; i < rules.pending_count; i++) note(&rules.pending[i]);
    rules.pending_count = 0;
}

void wb_rules_refused(void)
{
    rules.pending_count = 0;
}

void wb_rules_everything_done(void)
{
    if (rules.pauses == 0) rules.done_serial = rules.serial;
}

void wb_barriers_pause(bool on)
{
    rules.pauses += on ? 1 : -1;
}

/* ---- Barriers ---- */

static GLbitfield dropped_bits(const char *pass, int ordinal)
{
    GLbitfield bits = 0;
    for (int i = 0; i < drop_count; i++) {
        if (drops[i].ordinal != ordinal || strcmp(drops[i].pass, pass) != 0) continue;
        drops[i].met = true;
        bits |= drops[i].bits;
    }
    return bits;
}

GLbitfield wb_rules_barrier(GLbitfield bits)
{
    if (rules.pauses > 0) return bits;
    int p = current_pass();
    int ordinal = rules.stack[top()].next_ordinal;
    if (ordinal < ORDINALS_PER_PASS - 1) rules.stack[top()].next_ordinal++;

    pass_entry *in = &rules.passes[p];
    in->barriers = wb_grow(in->barriers, &in->barrier_capacity, ordinal + 1, sizeof *in->barriers);
    if (ordinal >= in->barrier_count) in->barrier_count = ordinal + 1;

    GLbitfield issued = bits & ~dropped_bits(in->name, ordinal);
    barrier_place *place = &in->barriers[ordinal];
    place->bits |= bits;
    place->issued |= issued;
    place->times++;

    place->serial = ++rules.serial;
    for (int i = 0; i < WB_BARRIER_BITS; i++) {
        if (!(issued & wb_barrier_bit_at(i)->bit)) continue;
        rules.newest[i].serial = rules.serial;
        rules.newest[i].pass = p;
        rules.newest[i].ordinal = ordinal;
    }
    return issued;
}

bool wb_barriers_at(int index, wb_barrier_seen *barrier)
{
    for (int p = 0; p < rules.pass_count; p++) {
        const pass_entry *in = &rules.passes[p];
        if (index < in->barrier_count) {
            const barrier_place *place = &in->barriers[index];
            *barrier = (wb_barrier_seen){in->name, index, place->bits, place->needed, place->times};
            return true;
        }
        index -= in->barrier_count;
    }
    return false;
}

void wb_barriers_drop(const char *pass, int ordinal, GLbitfield bits)
{
    drops = wb_grow(drops, &drop_capacity, drop_count + 1, sizeof *drops);
    drops[drop_count++] = (drop){wb_or_end(strdup(pass)), ordinal, bits, false};
}

/* ---- Begin and end ---- */

void wb_rules_begin(void)
{
    rules.pauses = 0;
    rules.first_object = wb_object_newest();
    wb_findings_free(&findings);
    find_pass(WB_CHECKER_NO_PASS, strlen(WB_CHECKER_NO_PASS)); // becomes number 0
}

static void report_superfluous(const pass_entry *in, int ordinal)
{
    const barrier_place *place = &in->barriers[ordinal];
    GLbitfield unneeded = place->issued & ~place->needed;
    if (unneeded == 0) return;
    // The run met it once, as its last command: a later access might have needed it.
    if (place->times == 1 && place->serial == rules.serial) return;
    char all[WB_BARRIER_TEXT_SIZE], some[WB_BARRIER_TEXT_SIZE], text[2048];
    wb_barrier_text(place->bits, all, sizeof all);
    int length = snprintf(text, sizeof text,
                          "superfluous barrier: pass \"%s\", barrier %d, glMemoryBarrier(%s), "
                          "met %ld times: ",
                          in->name, ordinal, all, place->times);
    if (unneeded == place->issued)
        snprintf(text + length, sizeof text - (size_t)length, "no later access needed it");
    else if (place->bits == GL_ALL_BARRIER_BITS)
        snprintf(text + length, sizeof text - (size_t)length, "later accesses needed only %s",
                 wb_barrier_text(place->needed, some, sizeof some));
    else
        snprintf(text + length, sizeof text - (size_t)length, "no later access needed %s",
                 wb_barrier_text(unneeded, some, sizeof some));
    char object[16]; // keeps two barriers of one pass apart
    snprintf(object, sizeof object, "%d", ordinal);
    deliver(&(wb_finding){.code = WB_SUPERFLUOUS_BARRIER,
                          .severity = WB_WARNING,
                          .at = {.pass = in->name},
                          .object = object,
                          .barrier = wb_barrier_text(unneeded, some, sizeof some),
                          .text = text});
}

static void report_alive(void)
{
    int count;
    wb_object *objects = wb_object_list(&count);
    for (int i = 0; i < count; i++) {
        const wb_object *object = &objects[i];
        if (object->created <= rules.first_object) continue;
        char text[160], label[128];
        wb_object_label(object->kind, object->name, label, sizeof label);
        wb_rules_report(WB_ERROR, WB_NEVER_DELETED, NULL,
                        describe(object->kind, label, text, sizeof text),
                        "%s is never deleted\ndelete it where its owner ends", text);
    }
    free(objects);
}

static void report_drops_not_met(void)
{
    for (int i = 0; i < drop_count; i++) {
        if (drops[i].met) continue;
        char place[256];
        snprintf(place, sizeof place, "%s:%d", drops[i].pass, drops[i].ordinal);
        wb_rules_report(WB_ERROR, WB_DROP_NOT_MET, NULL, place,
                        "barrier to drop never met: pass \"%s\" issued no barrier number %d\n"
                        "list the barriers of a run and choose one of them",
                        drops[i].pass, drops[i].ordinal);
    }
}

static void free_everything(void)
{
    wb_history *history;
    uint32_t place = 0;
    while ((history = wb_map_next(&rules.histories, &place, NULL)) != NULL) free_history(history);
    wb_map_free(&rules.histories);
    for (int i = 0; i < rules.pass_count; i++) {
        free(rules.passes[i].name);
        free(rules.passes[i].barriers);
    }
    for (int i = 0; i < drop_count; i++) free(drops[i].pass);
    free(rules.passes);
    free(rules.pending);
    free(drops);
    wb_map empty = rules.histories;
    memset(&rules, 0, sizeof rules);
    rules.histories = empty;
    drops = NULL;
    drop_count = drop_capacity = 0;
}

int wb_rules_end(void)
{
    rules.depth = 0;
    report_alive();
    report_drops_not_met();
    for (int p = 0; p < rules.pass_count; p++)
        for (int i = 0; i < rules.passes[p].barrier_count; i++)
            report_superfluous(&rules.passes[p], i);
    free_everything();
    return findings.faults;
}
