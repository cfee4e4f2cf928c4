#include "machine/terminal.h"

#include "base/message.h"
#include "base/text.h"
#include "machine/counters.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 80, TEXT = 400, MOST_LANES = WB_MAX_INVOCATIONS };

/* ---- Texts ---- */

// "0-7, 12, 16-31": the lanes whose entry is true, cut with "..." to `most` characters.
static const char *ranges(const bool *is_so, uint32_t count, char *text, size_t most)
{
    text[0] = '\0';
    for (uint32_t first = 0; first < count; first++) {
        if (!is_so[first]) continue;
        uint32_t last = first;
        while (last + 1 < count && is_so[last + 1]) last++;
        if (strlen(text) + 14 > most) {
            wb_text_append(text, most, ", ...");
            return text;
        }
        wb_text_append(text, most, "%s%u", *text != '\0' ? ", " : "", first);
        if (last > first) wb_text_append(text, most, "-%u", last);
        first = last;
    }
    return text;
}

// One line, cut to the width of a terminal.
static void print_cut(const char *line)
{
    if (strlen(line) <= COLUMNS)
        puts(line);
    else
        printf("%.*s...\n", COLUMNS - 3, line);
}

static const char *place_text(const wb_terminal *in, int line, char *text, size_t size)
{
    wb_finding_place place = wb_kernel_place(in->kernel, line);
    snprintf(text, size, "%s:%d", place.file, place.line);
    return text;
}

static const char *plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- Where it stands ---- */

static void print_line(const wb_terminal *in, int line, const char *mark)
{
    char text[TEXT], whole[TEXT + 40];
    wb_finding_place place = wb_kernel_place(in->kernel, line);
    const char *source = wb_kernel_line(in->kernel, line, text, sizeof text);
    snprintf(whole, sizeof whole, "%s%5d  %s", mark, place.line, source);
    print_cut(whole);
}

void wb_terminal_show_start(wb_terminal *in)
{
    const uint32_t *groups = in->desc.dispatch->groups, *size = in->kernel->module.local_size;
    const uint32_t *g = in->desc.group;
    printf("pass \"%s\", kernel %s\n", in->pass, in->kernel->name);
    printf("%u x %u x %u work groups of %u x %u x %u; group (%u, %u, %u), lanes 0 to %u\n",
           groups[0], groups[1], groups[2], size[0], size[1], size[2], g[0], g[1], g[2],
           wb_debug_lane_count(in->debug) - 1);
}

static void print_stuck(const wb_terminal *in)
{
    uint32_t waiting, ended, count, lanes = wb_debug_lane_count(in->debug);
    uint32_t lane = wb_debug_selection(in->debug, &count);
    char text[TEXT];
    wb_debug_count_lanes(in->debug, &waiting, &ended);
    if (ended == lanes) {
        printf("the group has ended; going back still works\n");
        return;
    }
    while (count > 1 && wb_debug_lane_at(in->debug, lane).state == WB_DEBUG_DONE) lane++, count--;
    wb_debug_lane at = wb_debug_lane_at(in->debug, lane);
    if (at.state == WB_DEBUG_DONE)
        printf("these lanes have ended; %u others have not\n", lanes - ended);
    else
        printf("these lanes wait at the barrier(), %s\nfor %u others: \"others\" brings them\n",
               place_text(in, at.line, text, sizeof text), lanes - ended - waiting);
}

void wb_terminal_show_place(wb_terminal *in)
{
    wb_debug_place place = wb_debug_where(in->debug);
    uint32_t count;
    wb_debug_selection(in->debug, &count);
    if (place.line == 0) {
        print_stuck(in);
        return;
    }
    const char *file = wb_kernel_place(in->kernel, place.line).file;
    const char *function = in->kernel->module.calls[place.call].function;
    if (in->file == NULL || strcmp(in->file, file) != 0 || in->call != place.call)
        printf("%s(), %s\n", function, file);
    in->file = file;
    in->call = place.call;
    in->listed = 0;
    print_line(in, place.line, place.inside ? "+" : " ");
    if (place.lanes < count) printf("        %u of %u lanes\n", place.lanes, count);
}

// Those that came since the last time.
static void tell_findings(wb_terminal *in)
{
    char text[TEXT];
    int count = wb_debug_finding_count(in->debug);
    for (int i = in->told; i < count; i++) {
        const wb_kernel_finding *f = wb_debug_finding(in->debug, i);
        printf("finding %d, %s%s: %s%s%s\n", i + 1, f->code,
               f->severity == WB_NOTE ? " (a note)" : "", f->object, *f->object != '\0' ? ", " : "",
               place_text(in, f->line, text, sizeof text));
    }
    in->told = count;
}

// "lane 5 and 12 more"
static const char *lanes_text(uint32_t lane, uint32_t lanes, char *text, size_t size)
{
    snprintf(text, size, "lane %u", lane);
    if (lanes > 1) wb_text_append(text, size, " and %u more", lanes - 1);
    return text;
}

static void print_change(const wb_terminal *in)
{
    char place[TEXT], line[2 * TEXT], lanes[40];
    const wb_debug_change *c = wb_debug_changed(in->debug);
    if (c == NULL) return;
    snprintf(line, sizeof line, "watch %d, %s: %s, by %s", c->number,
             lanes_text(c->lane, c->lanes, lanes, sizeof lanes), c->expression,
             place_text(in, c->line, place, sizeof place));
    print_cut(line);
    snprintf(line, sizeof line, "  before %s", c->before);
    print_cut(line);
    snprintf(line, sizeof line, "  after  %s", c->after);
    print_cut(line);
}

static void print_nan(const wb_terminal *in)
{
    char text[TEXT];
    const wb_debug_nan *nan = wb_debug_nan_found(in->debug);
    if (nan == NULL) return;
    char lanes[40];
    printf("NaN in %s: %s; %s(", place_text(in, nan->line, text, sizeof text),
           lanes_text(nan->lane, nan->lanes, lanes, sizeof lanes), nan->operation);
    for (int i = 0; i < nan->operand_count; i++)
        printf("%s%.9g", i > 0 ? ", " : "", (double)nan->operands[i]);
    printf(")%s\n", nan->came_in ? ": one of these was one before" : "");
}

void wb_terminal_show_stop(wb_terminal *in, wb_debug_stop stop)
{
    const wb_debug_breakpoint *b = wb_debug_breakpoint_hit(in->debug);
    tell_findings(in);
    print_change(in);
    if (b != NULL) printf("breakpoint %d, lane %u\n", b->number, b->lane);
    if (stop == WB_DEBUG_START) printf("the start of the group\n");
    if (stop == WB_DEBUG_LONG) printf("not there yet, after a long time: the same again goes on\n");
    if (stop == WB_DEBUG_FOUND) print_nan(in);
    wb_terminal_show_place(in);
}

void wb_terminal_show_calls(const wb_terminal *in)
{
    enum { MOST = WB_MAX_CALL_DEPTH + 1 };
    wb_debug_frame frames[MOST];
    char text[TEXT];
    uint32_t lane = wb_debug_selected(in->debug);
    uint32_t count = wb_debug_calls(in->debug, lane, frames, MOST);
    wb_debug_lane at = wb_debug_lane_at(in->debug, lane);
    printf("lane %u, invocation (%u, %u, %u)%s\n", lane, at.local[0], at.local[1], at.local[2],
           at.state == WB_DEBUG_DONE         ? ": it has ended"
           : at.state == WB_DEBUG_AT_BARRIER ? ": it waits"
                                             : "");
    for (uint32_t i = 0; i < count && at.state != WB_DEBUG_DONE; i++)
        printf("#%u  %s(), %s\n", i, frames[i].function,
               place_text(in, frames[i].line, text, sizeof text));
}

static bool same_place(const wb_debug_lane *a, const wb_debug_lane *b)
{
    bool waits = a->state == WB_DEBUG_AT_BARRIER, ended = a->state == WB_DEBUG_DONE;
    return waits == (b->state == WB_DEBUG_AT_BARRIER) && ended == (b->state == WB_DEBUG_DONE) &&
           a->line == b->line;
}

void wb_terminal_show_lanes(const wb_terminal *in)
{
    static wb_debug_lane lanes[MOST_LANES];
    static bool told[MOST_LANES], same[MOST_LANES];
    char text[TEXT], line[TEXT], list[COLUMNS];
    uint32_t count = wb_debug_lane_count(in->debug);
    wb_debug_lanes(in->debug, lanes);
    memset(told, 0, sizeof told);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = 0;
        if (told[i]) continue;
        for (uint32_t k = 0; k < count; k++) {
            same[k] = same_place(&lanes[i], &lanes[k]);
            told[k] = told[k] || same[k];
            number += same[k];
        }
        snprintf(line, sizeof line, "%5u lane%-1s  ", number, plural(number));
        if (lanes[i].state == WB_DEBUG_DONE)
            wb_text_append(line, sizeof line, "ended");
        else
            wb_text_append(line, sizeof line, "%s%s",
                           lanes[i].state == WB_DEBUG_AT_BARRIER ? "wait at " : "",
                           place_text(in, lanes[i].line, text, sizeof text));
        size_t room = strlen(line) + 16 < COLUMNS ? COLUMNS - strlen(line) - 3 : 13;
        wb_text_append(line, sizeof line, ": %s", ranges(same, count, list, room));
        print_cut(line);
    }
}

/* ---- Values ---- */

bool wb_terminal_show_value(const wb_terminal *in, const char *expression)
{
    char text[TEXT];
    wb_debug_value value;
    wb_module_error error;
    uint32_t lane = wb_debug_selected(in->debug);
    if (!wb_debug_evaluate(in->debug, lane, expression, &value, &error)) {
        wb_error("%s: %s", expression, error.text);
        return false;
    }
    printf("lane %u: %s = %s\n", lane, expression, wb_debug_value_text(&value, text, sizeof text));
    return true;
}

enum { VALUE = 100, MOST_VALUES = 16 };

// What each lane has there; "-" if that means nothing where it is.
static void read_values(const wb_terminal *in, const char *expression, uint32_t first,
                        uint32_t count, char (*texts)[VALUE])
{
    static wb_debug_value value;
    wb_module_error error;
    for (uint32_t i = 0; i < count; i++)
        if (wb_debug_evaluate(in->debug, first + i, expression, &value, &error))
            wb_debug_value_text(&value, texts[i], VALUE);
        else
            snprintf(texts[i], VALUE, "-");
}

static bool has_value(char (*texts)[VALUE], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(texts[i], "-") != 0 && strcmp(texts[i], "?") != 0) return true;
    return false;
}

// Lane by lane, in rows that line up with a work group's; rows in which no lane has anything are
// left out.
static void print_table(char (*texts)[VALUE], uint32_t first, uint32_t count)
{
    size_t width = 0;
    uint32_t columns = 32;
    for (uint32_t i = 0; i < count; i++)
        if (strlen(texts[i]) > width) width = strlen(texts[i]);
    while (columns > 1 && 7 + columns * (width + 1) > COLUMNS) columns /= 2;
    for (uint32_t row = 0; row < count; row += columns) {
        uint32_t end = count - row < columns ? count - row : columns;
        if (!has_value(&texts[row], end)) continue;
        printf("%5u: ", first + row);
        for (uint32_t i = 0; i < end; i++)
            printf(" %*.*s", (int)width, COLUMNS - 8, texts[row + i]);
        printf("\n");
    }
}

static void print_folded(const char *text, const bool *is_so, uint32_t lanes, size_t width)
{
    char line[2 * TEXT], list[COLUMNS];
    snprintf(line, sizeof line, "%5u lane%-1s  ", lanes, plural(lanes));
    wb_text_append(line, sizeof line, "%s", text);
    size_t used = 14 + width < 46 ? 14 + width : strlen(line);
    if (COLUMNS > used + 16)
        wb_text_append(line, sizeof line, "%*s  %s", (int)(used - strlen(line)), "",
                       ranges(is_so, MOST_LANES, list, COLUMNS - used - 2));
    print_cut(line);
}

static bool is_first(char (*texts)[VALUE], uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (strcmp(texts[i], texts[index]) == 0) return false;
    return true;
}

static uint32_t count_different(char (*texts)[VALUE], uint32_t count)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < count; i++) different += is_first(texts, i);
    return different;
}

// A value, with the lanes that have it.
static void print_each_once(char (*texts)[VALUE], uint32_t first, uint32_t count)
{
    static bool same[MOST_LANES];
    size_t width = 0;
    for (uint32_t i = 0; i < count; i++)
        if (strlen(texts[i]) > width) width = strlen(texts[i]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t lanes = 0;
        if (!is_first(texts, i)) continue;
        memset(same, 0, sizeof same);
        for (uint32_t k = i; k < count; k++) {
            same[first + k] = strcmp(texts[i], texts[k]) == 0;
            lanes += same[first + k];
        }
        print_folded(texts[i], same, lanes, width);
    }
}

bool wb_terminal_show_values(const wb_terminal *in, const char *expression)
{
    static char texts[MOST_LANES][VALUE];
    uint32_t count, first = wb_debug_selection(in->debug, &count);
    double number;
    bool undefined;
    wb_module_error error;
    if (!wb_debug_number(in->debug, first, expression, &number, &undefined, &error) &&
        strstr(error.text, "is no variable") != NULL) {
        wb_error("%s: %s", expression, error.text);
        return false;
    }
    read_values(in, expression, first, count, texts);
    uint32_t different = count_different(texts, count);
    if (different <= MOST_VALUES && (different < count || count <= 4))
        print_each_once(texts, first, count);
    else
        print_table(texts, first, count);
    return true;
}

void wb_terminal_show_locals(const wb_terminal *in)
{
    enum { MOST = 128 };
    static const wb_variable *variables[MOST];
    static wb_debug_value value;
    char line[TEXT], type[60], text[TEXT];
    const wb_module *m = &in->kernel->module;
    uint32_t lane = wb_debug_selected(in->debug);
    uint32_t count = wb_debug_variables(in->debug, lane, variables, MOST);
    for (uint32_t i = 0; i < count && i < MOST; i++) {
        const wb_variable *v = variables[i];
        if (strncmp(v->name, "param", 5) == 0 || !wb_debug_read(in->debug, lane, v, &value))
            continue;
        snprintf(line, sizeof line, "%s %s = %s", wb_debug_type_text(m, v->type, type, sizeof type),
                 v->name[0] != '\0' ? v->name : v->block,
                 wb_debug_value_text(&value, text, sizeof text));
        print_cut(line);
    }
}

/* ---- Memory ---- */

// As many of its words as fit a screen, "." for those that were never written.
static void print_words(const wb_terminal *in, int variable, uint32_t first, uint32_t count)
{
    enum { MOST = 160 };
    const wb_module *m = &in->kernel->module;
    char line[COLUMNS * 2] = "";
    for (uint32_t w = 0; w < count; w++) {
        wb_debug_word word = wb_debug_shared_at(in->debug, first + w);
        char value[40] = ".";
        if (word.written)
            wb_debug_word_text(m, variable, first + w, word.value, value, sizeof value);
        if (*line == '\0') snprintf(line, sizeof line, "%5u ", w);
        wb_text_append(line, sizeof line, " %*s", count > 64 || strlen(value) > 6 ? 10 : 6, value);
        if (strlen(line) + 11 <= COLUMNS && w + 1 < count) continue;
        puts(line);
        line[0] = '\0';
        if (w < MOST || w + 1 == count) continue;
        printf("      ... \"shared %s[N]\" shows one\n", m->variables[variable].name);
        return;
    }
}

// A variable in shared memory: how much of it is written, and its words.
static void print_shared(const wb_terminal *in, int variable)
{
    const wb_module *m = &in->kernel->module;
    const wb_variable *v = &m->variables[variable];
    uint32_t first = v->offset / 4, count = m->types[v->type].size / 4, written = 0;
    char type[60];
    for (uint32_t w = first; w < first + count; w++)
        written += wb_debug_shared_at(in->debug, w).written;
    printf("%s %s: %u of %u word%s written\n", wb_debug_type_text(m, v->type, type, sizeof type),
           v->name, written, count, plural(count));
    print_words(in, variable, first, count);
}

static void print_shared_word(const wb_terminal *in, const wb_debug_value *value, const char *name)
{
    char text[TEXT], place[TEXT];
    wb_debug_word word = wb_debug_shared_at(in->debug, value->word);
    printf("%s = %s, bank %d", name, wb_debug_value_text(value, text, sizeof text), word.bank);
    if (word.written)
        printf(", written by lane %u in %s\n", word.lane,
               place_text(in, word.line, place, sizeof place));
    else
        printf(", not written yet\n");
}

bool wb_terminal_show_shared(const wb_terminal *in, const char *name)
{
    const wb_module *m = &in->kernel->module;
    static wb_debug_value value;
    wb_module_error error;
    bool any = false;
    for (int i = 0; i < m->variable_count; i++) {
        if (m->variables[i].space != WB_SPACE_SHARED) continue;
        any = true;
        if (*name == '\0' || strcmp(name, m->variables[i].name) == 0) print_shared(in, i);
        if (strcmp(name, m->variables[i].name) == 0) return true;
    }
    if (!any) printf("the kernel has no shared variables\n");
    if (!any || *name == '\0') return true;
    if (!wb_debug_evaluate(in->debug, wb_debug_selected(in->debug), name, &value, &error)) {
        wb_error("%s: %s", name, error.text);
        return false;
    }
    if (value.variable < 0 || m->variables[value.variable].space != WB_SPACE_SHARED) {
        wb_error("%s is not in shared memory; \"print\" shows it", name);
        return false;
    }
    print_shared_word(in, &value, name);
    return true;
}

static const char *const kinds[] = {"read", "write", "atomic"};

// The words of the next request of 32 lanes by that instruction, from *at on; false: there is none.
// A loop on one line has run it several times: lanes that begin again are another request.
static bool take_request(const wb_debug_access *a, int count, uint32_t instruction, int *at,
                         uint32_t words[WB_REQUEST_LANES])
{
    while (*at < count && a[*at].instruction != instruction) ++*at;
    if (*at == count) return false;
    uint32_t first = a[*at].lane / WB_REQUEST_LANES * WB_REQUEST_LANES, next = 0;
    for (int k = 0; k < WB_REQUEST_LANES; k++) words[k] = WB_NO_WORD;
    for (; *at < count && a[*at].instruction == instruction; ++*at) {
        uint32_t lane = a[*at].lane;
        if (lane < next || lane - first >= WB_REQUEST_LANES) break;
        words[lane - first] = a[*at].word;
        next = lane + 1;
    }
    return true;
}

// What all requests by an instruction cost: the words of the most loaded bank, the sectors of 32
// bytes, or the lanes that queue at one word.
static void print_cost(const wb_terminal *in, const wb_debug_access *a, int count)
{
    uint32_t words[WB_REQUEST_LANES], most = 0, requests = 0, sum = 0;
    bool atomic = a->kind == WB_DEBUG_ATOMIC;
    bool shared = in->kernel->module.variables[a->variable].space == WB_SPACE_SHARED;
    for (int at = 0; take_request(a, count, a->instruction, &at, words); requests++) {
        uint32_t cost = atomic   ? wb_count_collisions(words, WB_REQUEST_LANES)
                        : shared ? wb_count_bank_ways(words, WB_REQUEST_LANES)
                                 : wb_count_sectors(words, WB_REQUEST_LANES, a->words);
        sum += cost;
        if (cost > most) most = cost;
    }
    printf("        %u request%s of 32 lanes, each %.1f %s", requests, plural(requests),
           (double)sum / requests,
           atomic   ? "lanes on one word"
           : shared ? "bank ways"
                    : "sectors of 32 bytes");
    if (most * requests != sum) printf(", at most %u", most);
    printf("\n");
}

static void print_access(const wb_terminal *in, const wb_debug_access *a, int count)
{
    enum { SHOWN = 4 };
    const wb_module *m = &in->kernel->module;
    char line[2 * TEXT], name[100], text[TEXT];
    int64_t element;
    int together = 1;
    while (together < count && a[together].instruction == a->instruction &&
           a[together].lane > a[together - 1].lane)
        together++;
    snprintf(line, sizeof line, "%-6s %d lane%s, %s", kinds[a->kind], together,
             plural((uint32_t)together), place_text(in, a->line, text, sizeof text));
    print_cut(line);
    line[0] = '\0';
    for (int i = 0; i < together && i < SHOWN; i++) {
        int variable = a[i].variable;
        if (m->variables[variable].space == WB_SPACE_IMAGE)
            snprintf(name, sizeof name, "%s, texel %u", m->variables[variable].name, a[i].word);
        else
            wb_module_name_word(m, variable, a[i].word, name, sizeof name, &element);
        wb_text_append(line, sizeof line, "%s%u: %s", i == 0 ? "        lane " : ", ", a[i].lane,
                       name);
    }
    wb_text_append(line, sizeof line, "%s", together > SHOWN ? ", ..." : "");
    print_cut(line);
    if (m->variables[a->variable].space != WB_SPACE_IMAGE) print_cost(in, a, count);
}

void wb_terminal_show_accesses(const wb_terminal *in)
{
    int count;
    const wb_debug_access *a = wb_debug_accesses(in->debug, &count);
    if (count == 0) printf("the line that ran last has accessed no memory\n");
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (a[k].instruction != a[i].instruction) k++;
        if (k == i) print_access(in, &a[i], count - i);
    }
}

/* ---- Findings ---- */

void wb_terminal_show_findings(const wb_terminal *in)
{
    char text[TEXT];
    int count = wb_debug_finding_count(in->debug);
    if (count == 0) printf("nothing has been found so far\n");
    for (int i = 0; i < count; i++) {
        const wb_kernel_finding *f = wb_debug_finding(in->debug, i);
        printf("%3d  %s: %s, %s; %" PRIu64 " time%s%s\n", i + 1, f->code, f->object,
               place_text(in, f->line, text, sizeof text), f->count, f->count == 1 ? "" : "s",
               f->severity == WB_NOTE ? " (a note)" : "");
    }
}

static const wb_kernel_finding *finding(const wb_terminal *in, int number)
{
    const wb_kernel_finding *f = wb_debug_finding(in->debug, number - 1);
    if (f == NULL && wb_debug_finding_count(in->debug) == 0)
        wb_error("nothing has been found so far\nwhat to do: \"until finding\" runs to the first");
    else if (f == NULL)
        wb_error("there is no finding %d; there are %d", number, wb_debug_finding_count(in->debug));
    return f;
}

bool wb_terminal_show_finding(const wb_terminal *in, int number)
{
    const wb_kernel_finding *f = finding(in, number);
    if (f == NULL) return false;
    wb_finding words = wb_kernel_finding_text(in->kernel, f, in->pass, in->call_name);
    if (words.text != NULL) puts(words.text);
    free((char *)words.text);
    return true;
}

static void print_turn(const wb_terminal *in, const wb_debug_turn *turn, bool first)
{
    const wb_debug_access *a = &turn->access;
    char value[40] = "?", place[TEXT];
    if (!turn->undefined)
        wb_debug_word_text(&in->kernel->module, a->variable, a->word, a->value, value,
                           sizeof value);
    printf("  %s lane %u", first ? "first" : "then ", a->lane);
    const uint32_t *g = turn->group, *own = in->desc.group;
    if (memcmp(g, own, sizeof turn->group) != 0) printf(" of group (%u, %u, %u)", g[0], g[1], g[2]);
    printf(" %s %s, %s\n",
           a->kind == WB_DEBUG_READ    ? "reads"
           : a->kind == WB_DEBUG_WRITE ? "writes"
                                       : "changes it by",
           value, place_text(in, a->line, place, sizeof place));
}

bool wb_terminal_show_orders(const wb_terminal *in, int number)
{
    const wb_kernel_finding *f = finding(in, number);
    wb_debug_orders orders;
    wb_module_error error;
    if (f == NULL) return false;
    if (!wb_debug_play(in->debug, f, &orders, &error)) {
        wb_error("finding %d cannot be played in both orders: %s", number, error.text);
        return false;
    }
    for (int i = 0; i < 2; i++) {
        const wb_debug_order *o = &orders.order[i];
        char before[40] = "?", after[40] = "?";
        if (!o->before_undefined)
            wb_debug_word_text(&in->kernel->module, orders.variable, orders.word, o->before, before,
                               sizeof before);
        if (!o->after_undefined)
            wb_debug_word_text(&in->kernel->module, orders.variable, orders.word, o->after, after,
                               sizeof after);
        printf("%s: %s before, %s after both lines\n", orders.object, before, after);
        print_turn(in, &o->first, true);
        print_turn(in, &o->second, false);
    }
    printf("%s\n", orders.same ? "for these values it is the same; for others it need not be"
                               : "nothing says which of the two a GPU does");
    return true;
}

void wb_terminal_show_breakpoints(const wb_terminal *in)
{
    char text[TEXT];
    const wb_debug_breakpoint *b;
    const wb_debug_watched *w;
    for (int i = 0; (b = wb_debug_breakpoint_at(in->debug, i)) != NULL; i++)
        printf("%3d  %s%s%s%s\n", b->number, place_text(in, b->line, text, sizeof text),
               *b->condition != '\0' ? " if " : "", b->condition, b->once ? ", once" : "");
    for (int i = 0; (w = wb_debug_watched_at(in->debug, i)) != NULL; i++) {
        printf("%3d  watch %s", w->number, w->expression);
        if (!w->in_any) printf(" lane %u", w->lane);
        printf("\n");
    }
    if (wb_debug_breakpoint_at(in->debug, 0) == NULL && wb_debug_watched_at(in->debug, 0) == NULL)
        printf("there are no breakpoints\n");
}

/* ---- Source ---- */

static bool has_breakpoint(const wb_terminal *in, int line)
{
    const wb_debug_breakpoint *b;
    for (int i = 0; (b = wb_debug_breakpoint_at(in->debug, i)) != NULL; i++)
        if (b->line == line) return true;
    return false;
}

// With the blanks at its start.
static const char *line_at(const wb_kernel *kernel, int line, int *length)
{
    const char *at = kernel->text;
    for (int i = 1; i < line && *at != '\0'; i++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    *length = (int)strcspn(at, "\n");
    return at;
}

void wb_terminal_show_lines(const wb_terminal *in, int first, int last)
{
    int next = wb_debug_where(in->debug).line;
    for (int line = first; line <= last; line++) {
        char text[TEXT];
        int length;
        const char *at = line_at(in->kernel, line, &length);
        snprintf(text, sizeof text, "%s%s%4d  %.*s", line == next ? ">" : " ",
                 has_breakpoint(in, line) ? "*" : " ", wb_kernel_place(in->kernel, line).line,
                 length, at);
        print_cut(text);
    }
}

static void print_ratio(uint64_t part, uint64_t whole)
{
    if (whole == 0)
        printf("%8s", "");
    else
        printf("%8.1f", (double)part / (double)whole);
}

static void print_counts(const wb_terminal *in, int line, const wb_line_counts *c)
{
    char text[TEXT];
    printf("%8" PRIu64 "%6.0f%%", c->lane_executions,
           100.0 * (double)c->lane_executions / (double)c->lane_places);
    print_ratio(c->sectors, c->buffer_requests);
    print_ratio(c->bank_ways, c->shared_requests);
    print_ratio(c->atomic_ways, c->atomic_requests);
    printf(" %4d %.34s\n", wb_kernel_place(in->kernel, line).line,
           wb_kernel_line(in->kernel, line, text, sizeof text));
}

void wb_terminal_show_counts(const wb_terminal *in)
{
    int count = 0;
    const char *file = NULL;
    for (const char *at = in->kernel->text; *at != '\0'; at++) count += *at == '\n';
    wb_line_counts *lines = calloc((size_t)count + 1, sizeof *lines);
    if (lines == NULL) return;
    wb_debug_line_counts(in->debug, lines, count);
    printf("%8s%7s%8s%8s%8s\n", "runs", "active", "sectors", "ways", "atomics");
    for (int line = 1; line <= count; line++) {
        const char *here = wb_kernel_place(in->kernel, line).file;
        if (lines[line - 1].executions == 0) continue;
        if (file == NULL || strcmp(file, here) != 0) printf("%39s %s\n", "", here);
        file = here;
        print_counts(in, line, &lines[line - 1]);
    }
    free(lines);
}
