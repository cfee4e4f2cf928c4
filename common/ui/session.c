#include "ui/session.h"

#include "lesson/stepping.h"
#include "ui/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Starting anew ---- */

// What a person can choose while the lesson runs.
typedef struct settings {
    const wb_variant *variant;
    uint64_t seed;
    wb_param_values params;
} settings;

static settings settings_now(const wb_session *s)
{
    settings now = {0}; // all of it: are_same() compares bytes
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

// If settings do not work (a grid that is too large, a shader that does not compile), the lesson
// goes back to those before; the message stays.
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
    if (!s->paused && s->app->stepper.is_inside) wb_app_finish_step(s->app);
}

// Makes anew, between two steps, what the parameter decides; the state stays. The snapshot goes: it
// is of objects that are no longer there.
static void rebuild(wb_session *s, const wb_param *param, const settings *wanted)
{
    settings before = settings_now(s);
    wb_panel_clear_errors();
    if (s->app->stepper.is_inside) wb_app_finish_step(s->app);
    wb_app_forget_steps(s->app);
    wb_params_restore(s->app->lesson, &wanted->params);
    if (param->rebuild()) return;
    wb_params_restore(s->app->lesson, &before.params);
    s->stopped = !param->rebuild();
}

static void set_param(wb_session *s, settings *wanted, int index, double value)
{
    const wb_param *param = &s->app->lesson->params[index];
    wanted->params.values[index] = value;
    if (param->restarts || s->stopped)
        restart(s, wanted);
    else if (param->rebuild != NULL)
        rebuild(s, param, wanted);
    else
        wb_params_restore(s->app->lesson, &wanted->params);
}

// Typed numbers: the parameter says how many.
static void type_param(wb_session *s, settings *wanted, int index, const char *text)
{
    char assignment[160];
    const wb_param *param = &s->app->lesson->params[index];
    snprintf(assignment, sizeof assignment, "%s=%s", param->name, text);
    if (wb_param_set(s->app->lesson, assignment))
        set_param(s, wanted, index, wb_param_value(param));
}

// The defaults, but for what the preset says. It is the lesson's own, so it can be set.
static void take_preset(wb_session *s, settings *wanted, const wb_preset *preset)
{
    const wb_lesson *lesson = s->app->lesson;
    settings before = *wanted;
    const char *variant = preset->variant != NULL ? preset->variant : lesson->first;
    wb_params_restore(lesson, &s->app->defaults);
    bool good = wb_params_set(lesson, preset->settings);
    wb_params_keep(lesson, &wanted->params);
    wb_params_restore(lesson, &before.params);
    wanted->variant = variant != NULL ? wb_find_variant(lesson, variant) : lesson->variants;
    if (good) restart(s, wanted);
}

// Runs a dispatch, or what is left of a step.
static void step_on(wb_session *s, bool (*run)(wb_app *))
{
    s->paused = true;
    if (s->stopped) return;
    wb_panel_before_dispatch();
    run(s->app);
}

/* ---- As many as the machine can show ---- */

#define PROBE_SECONDS 1.0
#define LEAST_RATE 12.0 // frames a second
#define AIMED_RATE 15.0 // of a cut, so that few cuts do

void wb_session_begin_fit(wb_session *s)
{
    const wb_param *param = wb_param_number(s->app->lesson);
    const wb_app *app = s->app;
    if (param == NULL || app->variant->kind != WB_VERSION || app->part != app->lesson->part) return;
    s->fit = (wb_fit){.param = param, .asked = *param->at.i};
}

static void end_fit(wb_session *s)
{
    wb_fit *fit = &s->fit;
    if (fit->param == NULL || fit->is_over) return;
    fit->is_over = true;
    const char *name = fit->param->name;
    int number = *fit->param->at.i;
    bool has_fewer = number < fit->asked, is_coarse = s->app->is_coarse;
    char fewer[100] = "";
    if (has_fewer) snprintf(fewer, sizeof fewer, "%d %s in place of %d", number, name, fit->asked);
    if (has_fewer || is_coarse)
        wb_note("%s%s%s; all of it ran at %.1f frames a second here, and runs with --set %s=%d",
                fewer, has_fewer && is_coarse ? ", " : "",
                is_coarse ? "drawn at half the size" : "", fit->asked_rate, name, fit->asked);
}

// Two digits, for people. What does not depend on the number takes time, too, so this is rather
// too many than too few; the next probe takes more of them away.
static int fitting_number(int number, double rate, int fewest)
{
    double fitting = number * rate / AIMED_RATE;
    double digits = pow(10.0, fmax(floor(log10(fmax(fitting, 1.0))) - 1.0, 0.0));
    return (int)fmax(floor(fitting / digits) * digits, fewest);
}

bool wb_session_fit(wb_session *s, double now_s)
{
    wb_fit *fit = &s->fit;
    if (fit->param == NULL || fit->is_over || s->stopped) return false;
    if (fit->frames++ == 0) fit->start_s = now_s; // the first frame makes programs ready, too
    double past_s = now_s - fit->start_s;
    if (fit->frames < 2 || past_s < PROBE_SECONDS) return false;
    double rate = (fit->frames - 1) / past_s;
    int number = *fit->param->at.i;
    if (fit->asked_rate == 0.0) fit->asked_rate = rate;
    bool turns_coarse = s->app->lesson->can_be_coarse && !s->app->is_coarse;
    if (rate >= LEAST_RATE || (number <= fit->param->fewest && !turns_coarse)) {
        end_fit(s);
        return false;
    }
    fit->frames = 0;
    if (turns_coarse) { // first of all, so that more of them stay
        s->app->is_coarse = true;
        return true;
    }
    settings wanted = settings_now(s);
    set_param(s, &wanted, (int)(fit->param - s->app->lesson->params),
              fitting_number(number, rate, fit->param->fewest));
    fit->is_over = *fit->param->at.i == number; // with fewer it does not start
    s->version++;
    return true;
}

/* ---- The debugger ---- */

void wb_session_close_debugger(wb_session *s)
{
    if (s->debugger.caught != NULL) wb_debugger_close(&s->debugger);
}

bool wb_session_go_on(wb_session *s)
{
    if (wb_task_run_look(&s->check)) return true;
    if (s->debugger.caught == NULL || s->debugger.is_there) return false;
    wb_debugger_approach(&s->debugger);
    return true;
}

static bool open_debugger(wb_session *s, int pass)
{
    s->paused = true;
    if (s->stopped) return false;
    wb_panel_clear_errors();
    return wb_debugger_open(&s->debugger, s->app, pass, 1);
}

static void choose_dispatch(wb_session *s, int dispatch)
{
    wb_panel_clear_errors();
    wb_debugger_choose_dispatch(&s->debugger, s->app, dispatch);
}

static void show_me(wb_session *s)
{
    const char *code = s->app->variant->finding;
    if (code != NULL && open_debugger(s, WB_DEBUGGER_FIRST)) wb_debugger_seek(&s->debugger, code);
}

static void debug_task(wb_session *s, settings *wanted, const wb_variant *variant)
{
    wanted->variant = variant;
    restart(s, wanted);
    if (open_debugger(s, WB_DEBUGGER_FIRST)) wb_debugger_seek(&s->debugger, NULL);
}

static void watch_expression(wb_debugger *debugger, const char *text)
{
    snprintf(debugger->watched, sizeof debugger->watched, "%s", text);
    debugger->version++;
}

// What an open debugger is asked for. It carries out commands once it has reached its group.
static void do_debug(wb_session *s, const wb_request *r)
{
    wb_debugger *debugger = &s->debugger;
    if (debugger->caught == NULL) return;
    if (r->action == WB_ACTION_WHICH) choose_dispatch(s, r->dispatch);
    if (r->action == WB_ACTION_GROUP) wb_debugger_choose(debugger, r->group);
    if (r->action < WB_ACTION_GO || !debugger->is_there) return;
    switch (r->action) {
    case WB_ACTION_GO: wb_debugger_go(debugger, r->goal, r->back); break;
    case WB_ACTION_OTHERS: wb_debugger_bring_others(debugger); break;
    case WB_ACTION_LANE: wb_debugger_select(debugger, r->lane, r->width); break;
    case WB_ACTION_CURSOR: debugger->cursor = debugger->cursor == r->line ? 0 : r->line; break;
    case WB_ACTION_BREAKPOINT: wb_debugger_toggle_breakpoint(debugger, r->line); break;
    case WB_ACTION_CONDITION: wb_debugger_set_condition(debugger, r->line, r->text); break;
    case WB_ACTION_WATCH: watch_expression(debugger, r->text); break;
    case WB_ACTION_DELETE: wb_debugger_delete(debugger, r->number); break;
    case WB_ACTION_STOP: wb_debugger_toggle_watch(debugger, r->text, r->width != 1); break;
    case WB_ACTION_FINDING: debugger->finding = r->finding, debugger->is_played = false; break;
    case WB_ACTION_BOTH_ORDERS: wb_debugger_play(debugger, r->finding); break;
    default: break;
    }
}

/* ---- All of it ---- */

void wb_session_do(wb_session *s, wb_request request)
{
    if (request.action == WB_ACTION_NONE) return;
    end_fit(s);
    if (request.action >= WB_ACTION_WHICH && request.action < WB_ACTION_CLOSE) {
        do_debug(s, &request);
        return;
    }
    if (request.action == WB_ACTION_CHECK) {
        wb_task_run_start(&s->check, request.task, *request.text != '\0' ? request.text : NULL);
        return;
    }
    wb_session_close_debugger(s);
    settings wanted = settings_now(s);
    switch (request.action) {
    case WB_ACTION_DEBUG: open_debugger(s, request.pass); break;
    case WB_ACTION_SHOW_ME: show_me(s); break;
    case WB_ACTION_DEBUG_TASK: debug_task(s, &wanted, request.variant); break;
    case WB_ACTION_PAUSE: run_or_pause(s); break;
    case WB_ACTION_DISPATCH: step_on(s, wb_app_dispatch); break;
    case WB_ACTION_STEP: step_on(s, wb_app_finish_step); break;
    case WB_ACTION_BACK:
        if (wb_app_can_step_back(s->app)) step_on(s, wb_app_step_back);
        break;
    case WB_ACTION_VARIANT:
        wanted.variant = request.variant;
        restart(s, &wanted);
        break;
    case WB_ACTION_SEED:
        wanted.seed = request.seed;
        restart(s, &wanted);
        break;
    case WB_ACTION_PRESET: take_preset(s, &wanted, request.preset); break;
    case WB_ACTION_RESTART: restart(s, &wanted); break;
    case WB_ACTION_PARAM:
        if (*request.text != '\0')
            type_param(s, &wanted, request.param, request.text);
        else
            set_param(s, &wanted, request.param, request.value);
        break;
    default: break;
    }
    s->version++;
}

/* ---- The title ---- */

void wb_session_describe(const wb_session *s, double frames_per_s, char *text, size_t size)
{
    char number[100] = "", state[160] = "", pace[80];
    const wb_param *fitted = s->fit.param;
    if (fitted != NULL && *fitted->at.i < s->fit.asked)
        snprintf(number, sizeof number, " | %d of %d %s%s", *fitted->at.i, s->fit.asked,
                 fitted->name, s->app->is_coarse ? ", half size" : "");
    else if (s->app->is_coarse)
        snprintf(number, sizeof number, " | half size");
    if (!s->stopped && s->app->part->status != NULL) s->app->part->status(state, sizeof state);
    if (s->stopped)
        snprintf(pace, sizeof pace, "stopped by an error");
    else if (s->debugger.caught != NULL)
        snprintf(pace, sizeof pace, "debugging %s, group (%u, %u, %u)", s->debugger.caught->pass,
                 s->debugger.desc.group[0], s->debugger.desc.group[1], s->debugger.desc.group[2]);
    else if (s->app->stepper.is_inside)
        snprintf(pace, sizeof pace, "in a step, after pass %d | paused",
                 wb_stepper_position(&s->app->stepper));
    else if (s->paused)
        snprintf(pace, sizeof pace, "paused");
    else
        snprintf(pace, sizeof pace, "%.0f frames/s", frames_per_s);
    snprintf(text, size, "%s | %s%s%s%s | %s", s->app->lesson->title, s->app->variant->name, number,
             *state != '\0' ? " | " : "", state, pace);
}
