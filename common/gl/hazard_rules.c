#include "gl/hazard_rules.h"

#include "base/message.h"

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
} ways[] = {
    // "memory accesses using shader buffer variables"; stores there also wait for earlier reads
    [WB_HOW_STORAGE] = {GL_SHADER_STORAGE_BARRIER_BIT, " as a storage block"},
    // "image load, store, and atomic built-in functions"; stores there also wait for earlier reads
    [WB_HOW_IMAGE] = {GL_SHADER_IMAGE_ACCESS_BARRIER_BIT, " as an image"},
    // "shader uniforms sourced from buffer objects"
    [WB_HOW_UNIFORM] = {GL_UNIFORM_BARRIER_BIT, " as a uniform block"},
    // "vertex data sourced from buffer objects"
    [WB_HOW_VERTEX] = {GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT, " as vertex attributes"},
    // "vertex array indices sourced from buffer objects"
    [WB_HOW_ELEMENT] = {GL_ELEMENT_ARRAY_BARRIER_BIT, " as indices"},
    // "command data sourced from buffer objects by Draw*Indirect and DispatchComputeIndirect"
    [WB_HOW_COMMAND] = {GL_COMMAND_BARRIER_BIT, " as commands"},
    // "texture fetches from shaders", buffer textures included
    [WB_HOW_TEXTURE] = {GL_TEXTURE_FETCH_BARRIER_BIT, " as a texture"},
    // "buffer objects via PIXEL_PACK_BUFFER and PIXEL_UNPACK_BUFFER"
    [WB_HOW_PIXEL] = {GL_PIXEL_BUFFER_BARRIER_BIT, " as a pixel buffer"},
    // "reads and writes via BufferSubData, CopyBufferSubData, GetBufferSubData, and mapping"
    [WB_HOW_BUFFER_UPDATE] = {GL_BUFFER_UPDATE_BARRIER_BIT, ""},
    // "writes via TexSubImage*, CopyTexSubImage* and their kin, and reads via GetTexImage"
    [WB_HOW_TEXTURE_UPDATE] = {GL_TEXTURE_UPDATE_BARRIER_BIT, ""},
    // "reads and writes via framebuffer object attachments"
    [WB_HOW_FRAMEBUFFER] = {GL_FRAMEBUFFER_BARRIER_BIT, " as a framebuffer attachment"},
};

static const struct {
    GLbitfield bit;
    const char *name;
} bit_names[] = {
    {GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT, "GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT"},
    {GL_ELEMENT_ARRAY_BARRIER_BIT, "GL_ELEMENT_ARRAY_BARRIER_BIT"},
    {GL_UNIFORM_BARRIER_BIT, "GL_UNIFORM_BARRIER_BIT"},
    {GL_TEXTURE_FETCH_BARRIER_BIT, "GL_TEXTURE_FETCH_BARRIER_BIT"},
    {GL_SHADER_IMAGE_ACCESS_BARRIER_BIT, "GL_SHADER_IMAGE_ACCESS_BARRIER_BIT"},
    {GL_COMMAND_BARRIER_BIT, "GL_COMMAND_BARRIER_BIT"},
    {GL_PIXEL_BUFFER_BARRIER_BIT, "GL_PIXEL_BUFFER_BARRIER_BIT"},
    {GL_TEXTURE_UPDATE_BARRIER_BIT, "GL_TEXTURE_UPDATE_BARRIER_BIT"},
    {GL_BUFFER_UPDATE_BARRIER_BIT, "GL_BUFFER_UPDATE_BARRIER_BIT"},
    {GL_FRAMEBUFFER_BARRIER_BIT, "GL_FRAMEBUFFER_BARRIER_BIT"},
    {GL_TRANSFORM_FEEDBACK_BARRIER_BIT, "GL_TRANSFORM_FEEDBACK_BARRIER_BIT"},
    {GL_ATOMIC_COUNTER_BARRIER_BIT, "GL_ATOMIC_COUNTER_BARRIER_BIT"},
    {GL_SHADER_STORAGE_BARRIER_BIT, "GL_SHADER_STORAGE_BARRIER_BIT"},
};

enum {
    BIT_COUNT = sizeof bit_names / sizeof bit_names[0],
    ORDINALS_PER_PASS = 1000, // barriers outside all passes are counted on and on
    PASS_DEPTH = 64,          // GL_MAX_DEBUG_GROUP_STACK_DEPTH is at least 64
    USES_PER_OBJECT = 64,     // ranges told apart in one object
};

/* Accesses with these bits are not watched, so nothing is said about barriers for them. */
static const GLbitfield unwatched_bits =
    GL_TRANSFORM_FEEDBACK_BARRIER_BIT | GL_ATOMIC_COUNTER_BARRIER_BIT;

typedef struct barrier_place {
    GLbitfield bits;   // that the code asked for
    GLbitfield issued; // less the dropped ones
    GLbitfield needed;
    long times;
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

typedef struct finding { // what has been reported, so that it comes once
    wb_hazard_kind kind;
    char *text_of_keys;
} finding;

static struct {
    uint64_t serial;      // of the newest command or barrier
    uint64_t done_serial; // reads up to here are over (glFinish)
    bool is_paused;
    bool textures_written; // by a shader

    struct {
        wb_object *at; // by name
        int capacity;
    } objects[WB_KIND_COUNT];

    pass_entry *passes; // the first is WB_HAZARD_NO_PASS
    int pass_count, pass_capacity;
    struct {
        int pass, next_ordinal;
    } stack[PASS_DEPTH]; // the first is outside all passes
    int depth;           // may exceed PASS_DEPTH; what is deeper is not told apart

    struct {
        uint64_t serial; // of the newest barrier with this bit; 0: none yet
        int pass, ordinal;
        uint64_t needed_serial; // of the newest one that was found to be needed
    } newest[BIT_COUNT];

    pending_use *pending; // of the command that is being described
    int pending_count, pending_capacity;

    finding *findings;
    int finding_count, finding_capacity;
    int hazard_count;
} rules;

// These outlive a run: they may be set before it.
static drop *drops;
static int drop_count, drop_capacity;
static wb_hazard_report report_function;
static void *report_user;

void *wb_rules_grow(void *items, int *capacity, int count, size_t item_size)
{
    if (count <= *capacity) return items;
    int larger = *capacity < 8 ? 8 : *capacity;
    while (larger < count) larger *= 2;
    char *grown = realloc(items, (size_t)larger * item_size);
    if (grown == NULL) {
        wb_error("out of memory in the barrier linter");
        abort();
    }
    memset(grown + (size_t)*capacity * item_size, 0, (size_t)(larger - *capacity) * item_size);
    *capacity = larger;
    return grown;
}

static char *copy_text(const char *text, size_t length)
{
    int capacity = 0;
    char *copy = wb_rules_grow(NULL, &capacity, (int)length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

wb_range wb_texture_level(int level)
{
    int64_t begin = (int64_t)level * WB_LAYERS_PER_LEVEL;
    return (wb_range){begin, begin + WB_LAYERS_PER_LEVEL};
}

// ---- bits as text --------------------------------------------------------------------------

const char *wb_barrier_bits_text(GLbitfield bits, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    if (bits == GL_ALL_BARRIER_BITS) snprintf(text, size, "GL_ALL_BARRIER_BITS");
    for (int i = 0; i < BIT_COUNT && bits != GL_ALL_BARRIER_BITS; i++) {
        if (!(bits & bit_names[i].bit) || length >= size) continue;
        length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? "|" : "",
                                   bit_names[i].name);
    }
    return text;
}

static bool parse_bit(const char *text, size_t length, GLbitfield *bits)
{
    static const char all[] = "GL_ALL_BARRIER_BITS";
    if (length == strlen(all) && strncmp(text, all, length) == 0) {
        *bits |= GL_ALL_BARRIER_BITS;
        return true;
    }
    for (int i = 0; i < BIT_COUNT; i++) {
        if (length != strlen(bit_names[i].name) || strncmp(text, bit_names[i].name, length) != 0)
            continue;
        *bits |= bit_names[i].bit;
        return true;
    }
    return false;
}

bool wb_barrier_bits_parse(const char *text, GLbitfield *bits)
{
    *bits = 0;
    for (;;) {
        size_t length = strcspn(text, "|");
        if (!parse_bit(text, length, bits)) return false;
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}

// ---- passes --------------------------------------------------------------------------------

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
    rules.passes = wb_rules_grow(rules.passes, &rules.pass_capacity, rules.pass_count + 1,
                                 sizeof *rules.passes);
    rules.passes[rules.pass_count].name = copy_text(name, length);
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

// ---- reporting -----------------------------------------------------------------------------

/* True the first time that a finding with these keys comes. */
static bool is_new(const wb_hazard *hazard)
{
    char keys[1024];
    int length = snprintf(keys, sizeof keys, "%s\n%s\n%s\n%s\n%x", hazard->earlier_pass,
                          hazard->later_pass, hazard->call, hazard->object, hazard->bits);
    if ((size_t)length >= sizeof keys) length = sizeof keys - 1;
    for (int i = 0; i < rules.finding_count; i++)
        if (rules.findings[i].kind == hazard->kind &&
            strcmp(rules.findings[i].text_of_keys, keys) == 0)
            return false;
    rules.findings = wb_rules_grow(rules.findings, &rules.finding_capacity, rules.finding_count + 1,
                                   sizeof *rules.findings);
    rules.findings[rules.finding_count++] =
        (finding){hazard->kind, copy_text(keys, (size_t)length)};
    return true;
}

static void deliver(const wb_hazard *hazard)
{
    if (!is_new(hazard)) return;
    bool is_advice = hazard->kind == WB_HAZARD_SUPERFLUOUS_BARRIER;
    if (!is_advice) rules.hazard_count++;
    if (report_function != NULL)
        report_function(hazard, report_user);
    else if (is_advice)
        wb_warning("%s", hazard->text);
    else
        wb_error("%s", hazard->text);
}

void wb_rules_report(wb_hazard_kind kind, const char *call, const char *object, const char *format,
                     ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    deliver(&(wb_hazard){.kind = kind,
                         .earlier_pass = "",
                         .later_pass = rules.passes[current_pass()].name,
                         .call = call,
                         .object = object,
                         .text = text});
}

void wb_hazard_redirect(wb_hazard_report report, void *user)
{
    report_function = report;
    report_user = user;
}

// ---- objects -------------------------------------------------------------------------------

static const struct {
    GLenum identifier; // for glGetObjectLabel
    const char *word;
} kinds[WB_KIND_COUNT] = {
    [WB_KIND_BUFFER] = {GL_BUFFER, "buffer"},
    [WB_KIND_TEXTURE] = {GL_TEXTURE, "texture"},
    [WB_KIND_PROGRAM] = {GL_PROGRAM, "program"},
    [WB_KIND_SHADER] = {GL_SHADER, "shader"},
    [WB_KIND_FRAMEBUFFER] = {GL_FRAMEBUFFER, "framebuffer"},
    [WB_KIND_RENDERBUFFER] = {GL_RENDERBUFFER, "renderbuffer"},
    [WB_KIND_VERTEX_ARRAY] = {GL_VERTEX_ARRAY, "vertex array"},
    [WB_KIND_QUERY] = {GL_QUERY, "query"},
    [WB_KIND_SAMPLER] = {GL_SAMPLER, "sampler"},
};

wb_object *wb_rules_object(wb_kind kind, GLuint name)
{
    // OpenGL hands out small names, so that an array will do.
    rules.objects[kind].at = wb_rules_grow(rules.objects[kind].at, &rules.objects[kind].capacity,
                                           (int)name + 1, sizeof(wb_object));
    return &rules.objects[kind].at[name];
}

static void forget_uses(wb_object *object)
{
    free(object->writes.at);
    free(object->reads.at);
    object->writes = object->reads = (wb_uses){0};
}

void wb_rules_forget_uses(wb_kind kind, GLuint name)
{
    forget_uses(wb_rules_object(kind, name));
}

void wb_rules_create(wb_kind kind, GLuint name)
{
    wb_rules_object(kind, name)->alive = true;
}

void wb_rules_delete(wb_kind kind, GLuint name)
{
    wb_object *object = wb_rules_object(kind, name);
    forget_uses(object);
    *object = (wb_object){0};
}

bool wb_rules_textures_written(void)
{
    return rules.textures_written;
}

const char *wb_rules_label(wb_kind kind, GLuint name, char *text, size_t size)
{
    text[0] = '\0';
    glad_glGetObjectLabel(kinds[kind].identifier, name, (GLsizei)size, NULL, text);
    (void)glad_glGetError(); // a name that was generated and never bound is not an object yet
    if (text[0] == '\0') snprintf(text, size, "%s %u", kinds[kind].word, name);
    return text;
}

/* `buffer "cells"`, or `buffer 7`. */
static const char *describe(wb_kind kind, const char *label, char *text, size_t size)
{
    const char *word = kinds[kind].word;
    bool is_number = strncmp(label, word, strlen(word)) == 0 && label[strlen(word)] == ' ';
    if (is_number)
        snprintf(text, size, "%s", label);
    else
        snprintf(text, size, "%s \"%s\"", word, label);
    return text;
}

// ---- uses ----------------------------------------------------------------------------------

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
    uses->at = wb_rules_grow(uses->at, &uses->capacity, uses->count + 1, sizeof *uses->at);
    uses->at[uses->count++] = use;
}

static bool is_shader_store(const wb_use *use)
{
    return (use->flags & WB_USE_WRITES) && (use->how == WB_HOW_STORAGE || use->how == WB_HOW_IMAGE);
}

static void report_missing(wb_hazard_kind kind, const wb_use *earlier, const pending_use *later)
{
    const wb_use *use = &later->use;
    bool after_read = kind == WB_HAZARD_WRITE_AFTER_READ;
    bool reads = kind == WB_HAZARD_READ_AFTER_WRITE;
    bool maybe_no_write = !reads && (use->flags & WB_USE_GUESSED);
    GLbitfield bit = ways[use->how].bit;
    char label[128], object[160], earlier_who[192], later_where[192], bit_text[64], text[1024];
    wb_rules_label(later->kind, later->name, label, sizeof label);
    snprintf(text, sizeof text,
             "missing barrier: %s %s %s%s; %s %s %s it%s\n"
             "put %s into a glMemoryBarrier between them (OpenGL 4.3 core, 7.12.2)%s",
             who(earlier->pass, earlier->call, earlier_who, sizeof earlier_who),
             after_read ? "reads" : "wrote", describe(later->kind, label, object, sizeof object),
             ways[earlier->how].words, use->call, wb_rules_where(later_where, sizeof later_where),
             reads ? "reads" : "overwrites", ways[use->how].words,
             wb_barrier_bits_text(bit, bit_text, sizeof bit_text),
             maybe_no_write ? ", or declare it readonly there if it is only read" : "");
    deliver(&(wb_hazard){
        .kind = kind,
        .earlier_pass = rules.passes[earlier->pass].name,
        .later_pass = rules.passes[use->pass].name,
        .call = use->call,
        .object = label,
        .bits = bit,
        .text = text,
    });
}

static int bit_index(GLbitfield bit)
{
    int i = 0;
    while (bit_names[i].bit != bit) i++;
    return i;
}

/* Judges one pair of accesses. If a barrier stands between them, it is noted as needed: the newest
 * one, unless one that is needed already does for this pair too. So few barriers are noted that the
 * others could all go at once (pairs come in the order of their later ends, and for intervals in
 * that order taking the last point that fits is the least choice). */
static void judge_pair(wb_hazard_kind kind, const wb_use *earlier, const pending_use *later)
{
    GLbitfield bit = ways[later->use.how].bit;
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
    const wb_object *object = wb_rules_object(later->kind, later->name);
    bool reads = (later->use.flags & WB_USE_READS) != 0;
    const wb_use *write = later_of(NULL, &object->writes, later->use.range);
    const wb_use *latest = write;
    if (is_shader_store(&later->use)) { // other writes wait for earlier reads by themselves
        latest = later_of(write, &object->reads, later->use.range);
        if (latest != write && latest->serial <= rules.done_serial) latest = write;
    }
    if (latest == NULL) return;
    wb_hazard_kind kind = latest != write ? WB_HAZARD_WRITE_AFTER_READ
                          : reads         ? WB_HAZARD_READ_AFTER_WRITE
                                          : WB_HAZARD_WRITE_AFTER_WRITE;
    judge_pair(kind, latest, later);
}

static void note(const pending_use *p)
{
    wb_object *object = wb_rules_object(p->kind, p->name);
    if (is_shader_store(&p->use)) {
        // What must come after this store must come after the reads before it, too.
        drop_covered(&object->reads, p->use.range);
        remember(&object->writes, p->use);
        if (p->kind == WB_KIND_TEXTURE) rules.textures_written = true;
    } else if (p->use.flags & WB_USE_REPLACES) {
        // From here on OpenGL orders everything on this range by itself.
        drop_covered(&object->reads, p->use.range);
        drop_covered(&object->writes, p->use.range);
    } else if ((p->use.flags & WB_USE_READS) && !(p->use.flags & WB_USE_WAITS)) {
        remember(&object->reads, p->use);
    }
}

void wb_rules_use(wb_kind kind, GLuint name, wb_range range, wb_how how, int flags)
{
    if (name == 0 || rules.is_paused) return; // 0: nothing bound, or the default framebuffer
    rules.pending = wb_rules_grow(rules.pending, &rules.pending_capacity, rules.pending_count + 1,
                                  sizeof *rules.pending);
    rules.pending[rules.pending_count++] = (pending_use){
        .use = {.range = range, .how = how, .flags = flags}, .kind = kind, .name = name};
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

void wb_rules_everything_done(void)
{
    if (!rules.is_paused) rules.done_serial = rules.serial;
}

void wb_hazard_pause(bool on)
{
    rules.is_paused = on;
}

// ---- barriers ------------------------------------------------------------------------------

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
    if (rules.is_paused) return bits;
    int p = current_pass();
    int ordinal = rules.stack[top()].next_ordinal;
    if (ordinal < ORDINALS_PER_PASS - 1) rules.stack[top()].next_ordinal++;

    pass_entry *in = &rules.passes[p];
    in->barriers =
        wb_rules_grow(in->barriers, &in->barrier_capacity, ordinal + 1, sizeof *in->barriers);
    if (ordinal >= in->barrier_count) in->barrier_count = ordinal + 1;

    GLbitfield issued = bits & ~dropped_bits(in->name, ordinal);
    barrier_place *place = &in->barriers[ordinal];
    place->bits |= bits;
    place->issued |= issued;
    place->times++;

    rules.serial++;
    for (int i = 0; i < BIT_COUNT; i++) {
        if (!(issued & bit_names[i].bit)) continue;
        rules.newest[i].serial = rules.serial;
        rules.newest[i].pass = p;
        rules.newest[i].ordinal = ordinal;
    }
    return issued;
}

bool wb_hazard_list_barrier(int index, wb_hazard_barrier *barrier)
{
    for (int p = 0; p < rules.pass_count; p++) {
        const pass_entry *in = &rules.passes[p];
        if (index < in->barrier_count) {
            const barrier_place *place = &in->barriers[index];
            *barrier =
                (wb_hazard_barrier){in->name, index, place->bits, place->needed, place->times};
            return true;
        }
        index -= in->barrier_count;
    }
    return false;
}

void wb_hazard_drop_barrier(const char *pass, int ordinal, GLbitfield bits)
{
    drops = wb_rules_grow(drops, &drop_capacity, drop_count + 1, sizeof *drops);
    drops[drop_count++] = (drop){copy_text(pass, strlen(pass)), ordinal, bits, false};
}

// ---- start and end -------------------------------------------------------------------------

void wb_rules_start(void)
{
    rules.is_paused = false;
    find_pass(WB_HAZARD_NO_PASS, strlen(WB_HAZARD_NO_PASS)); // becomes number 0
}

static void report_superfluous(const pass_entry *in, int ordinal)
{
    const barrier_place *place = &in->barriers[ordinal];
    GLbitfield watched = place->issued & ~unwatched_bits;
    GLbitfield unneeded = watched & ~place->needed;
    if (unneeded == 0) return;
    char all[WB_BARRIER_BITS_TEXT_SIZE], some[WB_BARRIER_BITS_TEXT_SIZE], text[2048];
    wb_barrier_bits_text(place->bits, all, sizeof all);
    int length = snprintf(text, sizeof text,
                          "superfluous barrier: pass \"%s\", barrier %d, glMemoryBarrier(%s), "
                          "met %ld times: ",
                          in->name, ordinal, all, place->times);
    if (unneeded == watched)
        snprintf(text + length, sizeof text - (size_t)length, "no later access needed it");
    else if (place->bits == GL_ALL_BARRIER_BITS)
        snprintf(text + length, sizeof text - (size_t)length, "later accesses needed only %s",
                 wb_barrier_bits_text(place->needed, some, sizeof some));
    else
        snprintf(text + length, sizeof text - (size_t)length, "no later access needed %s",
                 wb_barrier_bits_text(unneeded, some, sizeof some));
    char object[16]; // keeps two barriers of one pass apart
    snprintf(object, sizeof object, "%d", ordinal);
    deliver(&(wb_hazard){.kind = WB_HAZARD_SUPERFLUOUS_BARRIER,
                         .earlier_pass = "",
                         .later_pass = in->name,
                         .call = "",
                         .object = object,
                         .bits = unneeded,
                         .text = text});
}

static void report_alive(void)
{
    for (int kind = 0; kind < WB_KIND_COUNT; kind++)
        for (int name = 0; name < rules.objects[kind].capacity; name++) {
            if (!rules.objects[kind].at[name].alive) continue;
            char text[160], label[128];
            wb_rules_label((wb_kind)kind, (GLuint)name, label, sizeof label);
            wb_rules_report(WB_HAZARD_NEVER_DELETED, kinds[kind].word, label,
                            "%s is never deleted\ndelete it where its owner ends",
                            describe((wb_kind)kind, label, text, sizeof text));
        }
}

static void report_drops_not_met(void)
{
    for (int i = 0; i < drop_count; i++) {
        if (drops[i].met) continue;
        char place[256];
        snprintf(place, sizeof place, "%s:%d", drops[i].pass, drops[i].ordinal);
        wb_rules_report(WB_HAZARD_DROP_NOT_MET, "", place,
                        "barrier to drop never met: pass \"%s\" issued no barrier number %d\n"
                        "list the barriers of a run and choose one of them",
                        drops[i].pass, drops[i].ordinal);
    }
}

static void free_everything(void)
{
    for (int kind = 0; kind < WB_KIND_COUNT; kind++) {
        for (int name = 0; name < rules.objects[kind].capacity; name++)
            forget_uses(&rules.objects[kind].at[name]);
        free(rules.objects[kind].at);
    }
    for (int i = 0; i < rules.pass_count; i++) {
        free(rules.passes[i].name);
        free(rules.passes[i].barriers);
    }
    for (int i = 0; i < rules.finding_count; i++) free(rules.findings[i].text_of_keys);
    for (int i = 0; i < drop_count; i++) free(drops[i].pass);
    free(rules.passes);
    free(rules.pending);
    free(rules.findings);
    free(drops);
    memset(&rules, 0, sizeof rules);
    drops = NULL;
    drop_count = drop_capacity = 0;
}

int wb_rules_finish(void)
{
    rules.depth = 0;
    report_alive();
    report_drops_not_met();
    for (int p = 0; p < rules.pass_count; p++)
        for (int i = 0; i < rules.passes[p].barrier_count; i++)
            report_superfluous(&rules.passes[p], i);
    int count = rules.hazard_count;
    free_everything();
    return count;
}
