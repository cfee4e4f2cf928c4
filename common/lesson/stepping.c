#include "lesson/stepping.h"

#include "step/inspect.h"

#include <stdlib.h>
#include <string.h>

/* ---- The moment to go back to ---- */

bool wb_app_keep_moment(wb_app *app)
{
    wb_moment *moment = &app->moment;
    moment->frame = app->frame;
    wb_params_keep(app->lesson, &moment->params);
    return wb_snapshot_take(&moment->snapshot, app->lesson->state, app->lesson->state_bytes);
}

void wb_app_return_to_moment(wb_app *app)
{
    wb_param_values params; // are the user's, who may have changed them since
    wb_params_keep(app->lesson, &params);
    wb_snapshot_restore(&app->moment.snapshot);
    wb_params_restore(app->lesson, &params);
    app->frame = app->moment.frame;
}

/* ---- Forwards ---- */

static void run_step(void *user)
{
    wb_app_step(user);
}

static bool go_on(wb_app *app, bool to_the_end)
{
    bool has_begun = app->stepper.is_inside ||
                     (wb_app_keep_moment(app) && wb_stepper_begin(&app->stepper, run_step, app));
    return has_begun && wb_stepper_go_on(&app->stepper, to_the_end);
}

bool wb_app_dispatch(wb_app *app)
{
    return go_on(app, false);
}

bool wb_app_finish_step(wb_app *app)
{
    return go_on(app, true);
}

/* ---- Back ---- */

// A whole step has run since the snapshot, and no other.
static bool has_just_ended(const wb_app *app)
{
    return app->moment.snapshot.is_valid && !app->stepper.is_inside &&
           app->frame == app->moment.frame + 1;
}

bool wb_app_can_step_back(const wb_app *app)
{
    return app->stepper.is_inside || has_just_ended(app);
}

bool wb_app_step_back(wb_app *app)
{
    if (!wb_app_can_step_back(app)) return false;
    wb_stepper_leave(&app->stepper);
    wb_app_return_to_moment(app);
    app->moment.snapshot.is_valid = false; // the next step takes another: the user may paint before
    return true;
}

bool wb_app_step_start(const wb_app *app, const char *buffer, void *data)
{
    return wb_app_can_step_back(app) && wb_snapshot_read(&app->moment.snapshot, buffer, data);
}

void wb_app_forget_steps(wb_app *app)
{
    wb_stepper_free(&app->stepper);
    wb_snapshot_free(&app->moment.snapshot);
}

/* ---- What is right after a step ---- */

bool wb_app_has_result(const wb_app *app)
{
    if (!has_just_ended(app) || app->hand.holds) return false; // no oracle knows of a hand
    wb_param_values now = app->moment.params; // places beyond the last parameter stay the same
    wb_params_keep(app->lesson, &now);
    return memcmp(&now, &app->moment.params, sizeof now) == 0;
}

void *wb_app_expected(wb_app *app, const wb_buffer *buffer)
{
    if (app->part->expect == NULL || !wb_app_has_result(app)) return NULL;
    void *expected = malloc((size_t)buffer->size_bytes + 1);
    if (expected == NULL) wb_error("inspector: out of memory for buffer %s", buffer->name);
    bool good = expected != NULL && app->part->expect(buffer->name, 1, expected) == WB_ANSWERED;
    wb_start_state_forget(app);
    if (good) return expected;
    free(expected);
    return NULL;
}

bool wb_app_inspect(wb_app *app, const wb_buffer *buffer, size_t first, size_t count, bool *wrong,
                    long long *first_wrong, size_t *wrong_count)
{
    void *expected = wb_app_expected(app, buffer);
    bool good = expected != NULL &&
                wb_inspect_compare(buffer, expected, first, count, wrong, first_wrong, wrong_count);
    free(expected);
    return good;
}
