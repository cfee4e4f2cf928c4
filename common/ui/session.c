#include "ui/session.h"

#include "lesson/stepping.h"

#include <stdio.h>
#include <string.h>

/* ---- Starting anew ---- */

// All that a person can choose while the lesson runs.
typedef struct settings {
    const wb_variant *variant;
    uint64_t seed;
    wb_param_values params;
} settings;

static settings settings_now(const wb_session *s)
{
    settings now = {0}; // whole, for are_same()
    now.variant = s->app->variant;
    now.seed = s->app->options.seed;
    wb_params_keep(s->app->lesson, &now.params);
    return now;
}

static bool start_with(wb_session *s, const settings *wanted)
{
    wb_app_choose(s->app, wanted->variant);
    s->app->options.seed = wanted->seed;
    wb_params_restore(s->app->lesson, &wanted->params);
    return wb_app_start(s->app) == WB_EXIT_GOOD;
}

static bool are_same(const settings *a, const settings *b)
{
    return a->variant == b->variant && a->seed == b->seed &&
           memcmp(&a->params, &b->params, sizeof a->params) == 0;
}

// With settings that do not work (a grid that is too large, a shader that does not compile) the
// lesson goes back to those before; the message stays.
static void restart(wb_session *s, const settings *wanted)
{
    settings before = settings_now(s);
    wb_panel_clear_errors();
    wb_app_stop(s->app);
    s->stopped = !start_with(s, wanted);
    if (s->stopped && !are_same(wanted, &before)) {
        wb_app_stop(s->app);
        s->stopped = !start_with(s, &before);
    }
    wb_pass_timing(true);
    wb_panel_lesson_restarted();
}

/* ---- What keys and panel ask for ---- */

static void run_or_pause(wb_session *s)
{
    s->paused = !s->paused;
    if (!s->paused && wb_app_is_inside_step(s->app)) wb_app_finish_step(s->app);
}

static void restart_as_it_is(wb_session *s)
{
    settings wanted = settings_now(s);
    restart(s, &wanted);
}

static void choose_variant(wb_session *s, const wb_variant *variant)
{
    settings wanted = settings_now(s);
    wanted.variant = variant;
    restart(s, &wanted);
}

static void choose_seed(wb_session *s, uint64_t seed)
{
    settings wanted = settings_now(s);
    wanted.seed = seed;
    restart(s, &wanted);
}

// What the parameter decides is made anew, between two steps; the state stays. The snapshot goes:
// it remembers what is no longer there.
static void rebuild(wb_session *s, const wb_param *param, const settings *wanted)
{
    settings before = settings_now(s);
    wb_panel_clear_errors();
    if (wb_app_is_inside_step(s->app)) wb_app_finish_step(s->app);
    wb_app_forget_steps(s->app);
    wb_params_restore(s->app->lesson, &wanted->params);
    if (param->rebuild()) return;
    wb_params_restore(s->app->lesson, &before.params);
    s->stopped = !param->rebuild();
}

static void set_param(wb_session *s, int index, double value)
{
    const wb_param *param = &s->app->lesson->params[index];
    settings wanted = settings_now(s);
    wanted.params.values[index] = value;
    if (param->restarts || s->stopped)
        restart(s, &wanted);
    else if (param->rebuild != NULL)
        rebuild(s, param, &wanted);
    else
        wb_params_restore(s->app->lesson, &wanted.params);
}

// A dispatch, or what is left of a step.
static void step_on(wb_session *s, bool (*run)(wb_app *))
{
    s->paused = true;
    if (s->stopped) return;
    wb_panel_before_dispatch();
    run(s->app);
}

/* ---- Inside a kernel ---- */

void wb_session_leave_kernel(wb_session *s)
{
    if (s->walk.caught == NULL) return;
    wb_walk_close(&s->walk);
    wb_panel_look_inside(false);
}

bool wb_session_go_on(wb_session *s)
{
    if (s->walk.caught == NULL || s->walk.is_there) return false;
    wb_walk_approach(&s->walk);
    return true;
}

static bool look_inside(wb_session *s, int pass)
{
    s->paused = true;
    if (s->stopped) return false;
    wb_panel_clear_errors();
    bool good = wb_walk_open(&s->walk, s->app, pass, 1);
    wb_panel_look_inside(good);
    return good;
}

static void choose_dispatch(wb_session *s, int dispatch)
{
    wb_panel_clear_errors();
    if (!wb_walk_choose_dispatch(&s->walk, s->app, dispatch)) wb_panel_look_inside(false);
}

static void show_me(wb_session *s)
{
    const char *code = s->app->variant->finding;
    if (code != NULL && look_inside(s, WB_WALK_FIRST)) wb_walk_seek(&s->walk, code);
}

static void set_watched(wb_walk *walk, const char *text)
{
    snprintf(walk->watched, sizeof walk->watched, "%s", text);
    walk->version++;
}

// What is for a walk that has reached its group. False: the request is another.
static bool do_inside(wb_session *s, const wb_request *r)
{
    wb_walk *walk = &s->walk;
    bool can = walk->caught != NULL && walk->is_there;
    switch (r->action) {
    case WB_ACTION_GO:
        if (can) wb_walk_go(walk, r->goal, r->back);
        return true;
    case WB_ACTION_OTHERS:
        if (can) wb_walk_bring_others(walk);
        return true;
    case WB_ACTION_LANE:
        if (can) wb_walk_select(walk, r->lane, r->width);
        return true;
    case WB_ACTION_CURSOR:
        if (can) walk->cursor = walk->cursor == r->line ? 0 : r->line;
        return true;
    case WB_ACTION_BREAKPOINT:
        if (can) wb_walk_toggle_breakpoint(walk, r->line);
        return true;
    case WB_ACTION_CONDITION:
        if (can) wb_walk_set_condition(walk, r->line, r->text);
        return true;
    case WB_ACTION_WATCH:
        if (can) set_watched(walk, r->text);
        return true;
    case WB_ACTION_FINDING:
        if (can) walk->finding = r->finding, walk->is_played = false;
        return true;
    case WB_ACTION_BOTH_ORDERS:
        if (can) wb_walk_play(walk, r->finding);
        return true;
    case WB_ACTION_WHICH:
        if (walk->caught != NULL) choose_dispatch(s, r->dispatch);
        return true;
    case WB_ACTION_GROUP:
        if (walk->caught != NULL) wb_walk_choose(walk, r->group);
        return true;
    default: return false;
    }
}

/* ---- All of it ---- */

void wb_session_do(wb_session *s, wb_request request)
{
    if (request.action == WB_ACTION_NONE || do_inside(s, &request)) return;
    wb_session_leave_kernel(s);
    switch (request.action) {
    case WB_ACTION_INSIDE: look_inside(s, request.pass); break;
    case WB_ACTION_SHOW_ME: show_me(s); break;
    case WB_ACTION_PAUSE: run_or_pause(s); break;
    case WB_ACTION_DISPATCH: step_on(s, wb_app_dispatch); break;
    case WB_ACTION_STEP: step_on(s, wb_app_finish_step); break;
    case WB_ACTION_BACK:
        if (wb_app_can_step_back(s->app)) step_on(s, wb_app_step_back);
        break;
    case WB_ACTION_RESTART: restart_as_it_is(s); break;
    case WB_ACTION_VARIANT: choose_variant(s, request.variant); break;
    case WB_ACTION_PARAM: set_param(s, request.param, request.value); break;
    case WB_ACTION_SEED: choose_seed(s, request.seed); break;
    default: break;
    }
    s->version++;
}

/* ---- What there is to say of it ---- */

void wb_session_describe(const wb_session *s, double frames_per_s, char *text, size_t size)
{
    char state[160] = "", pace[80];
    if (!s->stopped && s->app->part->status != NULL) s->app->part->status(state, sizeof state);
    if (s->stopped)
        snprintf(pace, sizeof pace, "stopped by an error");
    else if (s->walk.caught != NULL)
        snprintf(pace, sizeof pace, "inside %s, group (%u, %u, %u)", s->walk.caught->pass,
                 s->walk.desc.group[0], s->walk.desc.group[1], s->walk.desc.group[2]);
    else if (wb_app_is_inside_step(s->app))
        snprintf(pace, sizeof pace, "in a step, after pass %d | paused",
                 wb_app_step_position(s->app));
    else if (s->paused)
        snprintf(pace, sizeof pace, "paused");
    else
        snprintf(pace, sizeof pace, "%.0f frames/s", frames_per_s);
    snprintf(text, size, "%s | %s%s%s | %s", s->app->lesson->title, s->app->variant->name,
             *state != '\0' ? " | " : "", state, pace);
}
