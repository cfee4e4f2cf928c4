/* The kernel debugger: what is watched. A value is looked at behind each line, and compared with
 * what it was before. */
#include "machine/debug_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_THERE = -1 };

static void read_value(const wb_debug *d, const wb_watched_value *w, uint32_t index,
                       wb_debug_value *value)
{
    wb_module_error error;
    uint32_t lane = w->shown.in_any ? index : w->shown.lane;
    if (w->is_fixed)
        wb_spot_read(d, lane, &w->spot, value);
    else if (!wb_debug_evaluate_at(d, lane, w->pc, w->shown.expression, value, &error))
        *value = (wb_debug_value){.type = NOT_THERE};
}

static bool is_same(const wb_debug_value *a, const wb_debug_value *b)
{
    if (a->type != b->type || a->count != b->count) return false;
    if (a->type == 0 && memcmp(&a->number, &b->number, sizeof a->number) != 0) return false;
    for (uint32_t i = 0; i < a->count && i < WB_DEBUG_WORDS; i++) {
        bool same_word = a->type == 0 || a->words[i] == b->words[i] || a->undefined[i];
        if (a->undefined[i] != b->undefined[i] || !same_word) return false;
    }
    return true;
}

static void write_value(const wb_debug_value *value, char *text, size_t size)
{
    if (value->type == NOT_THERE)
        snprintf(text, size, "-");
    else
        wb_debug_value_text(value, text, size);
}

static void take_values(wb_debug *d, wb_watched_value *w)
{
    for (uint32_t i = 0; i < w->count; i++) read_value(d, w, i, &w->seen[i]);
}

void wb_debug_take_values(wb_debug *d)
{
    for (int i = 0; i < d->watch_count; i++) take_values(d, &d->watches[i]);
}

static void note_change(wb_debug *d, const wb_watched_value *w, uint32_t index,
                        const wb_debug_value *now)
{
    wb_debug_change *c = &d->change;
    if (c->number == w->shown.number) c->lanes++;
    if (c->number != 0) return; // the first one counts
    *c = (wb_debug_change){.number = w->shown.number,
                           .lane = w->shown.in_any ? index : w->shown.lane,
                           .lanes = 1,
                           .line = d->now.line};
    // What all lanes share is the selected one's as well
    if (w->shown.in_any && w->count == 1) c->lane = d->lane;
    memcpy(c->expression, w->shown.expression, sizeof c->expression);
    write_value(&w->seen[index], c->before, sizeof c->before);
    write_value(now, c->after, sizeof c->after);
}

bool wb_debug_look_at_values(wb_debug *d, uint64_t *effort)
{
    enum { OF_FIXED = 1, OF_OTHERS = 50 };
    wb_debug_value now;
    d->change.number = 0;
    for (int i = 0; i < d->watch_count; i++) {
        wb_watched_value *w = &d->watches[i];
        *effort += (uint64_t)w->count * (w->is_fixed ? OF_FIXED : OF_OTHERS);
        for (uint32_t k = 0; k < w->count; k++) {
            read_value(d, w, k, &now);
            if (is_same(&w->seen[k], &now)) continue;
            note_change(d, w, k, &now);
            w->seen[k] = now;
        }
    }
    return d->change.number != 0;
}

int wb_debug_watch(wb_debug *d, const char *expression, bool in_any, wb_module_error *error)
{
    uint32_t pc = wb_debug_place_of(d, d->lane);
    wb_watched_value w = {.shown = {.in_any = in_any, .lane = d->lane}, .pc = pc};
    *error = (wb_module_error){0};
    if (strlen(expression) >= sizeof w.shown.expression) {
        snprintf(error->text, sizeof error->text, "the expression is too long");
        return 0;
    }
    if (!wb_debug_find_place(d, pc, expression, &w.is_fixed, &w.spot, error)) return 0;
    snprintf(w.shown.expression, sizeof w.shown.expression, "%s", expression);
    w.count = in_any && !(w.is_fixed && w.spot.in_memory) ? d->machine->lanes : 1;
    w.seen = wb_or_end(calloc(w.count, sizeof *w.seen));
    w.shown.number = ++d->last_number;
    d->watches = wb_grow(d->watches, &d->watch_capacity, d->watch_count + 1, sizeof *d->watches);
    d->watches[d->watch_count++] = w;
    return w.shown.number;
}

bool wb_debug_unwatch(wb_debug *d, int number)
{
    for (int i = 0; i < d->watch_count; i++) {
        if (d->watches[i].shown.number != number) continue;
        free(d->watches[i].seen);
        d->watch_count--;
        memmove(&d->watches[i], &d->watches[i + 1],
                (size_t)(d->watch_count - i) * sizeof *d->watches);
        return true;
    }
    return false;
}

void wb_debug_free_watches(wb_debug *d)
{
    for (int i = 0; i < d->watch_count; i++) free(d->watches[i].seen);
    free(d->watches);
}

const wb_debug_watched *wb_debug_watched_at(const wb_debug *d, int index)
{
    return index >= 0 && index < d->watch_count ? &d->watches[index].shown : NULL;
}

const wb_debug_change *wb_debug_changed(const wb_debug *d)
{
    return d->change.number != 0 ? &d->change : NULL;
}
