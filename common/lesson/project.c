// A project has no oracle: a learner's flock need not fly like ours. So each check runs it with
// some settings, and judges a property of the result.
#include "lesson/task_check.h"

#include "base/message.h"
#include "lesson/kernels.h"
#include "lesson/mode_check.h"
#include "os/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct judgement {
    const wb_acceptance *check;
    char figure[200]; // what was measured
} judgement;

static wb_result judge(wb_app *app, void *user)
{
    judgement *j = user;
    (void)app;
    return wb_result_of(j->check->is_met(j->figure, sizeof j->figure));
}

// What a failure says before there is a figure: a kernel that does not compile, a missing barrier.
static bool is_met(wb_app *app, const wb_acceptance *check)
{
    judgement j = {.check = check};
    char first[200] = "";
    wb_result result = WB_NOT_RUN;
    wb_params_restore(app->lesson, &app->defaults);
    wb_message_redirect(wb_check_keep_first, first);
    if (wb_params_set(app->lesson, check->settings))
        result = wb_check_run(app, check->settings, check->frames, judge, &j);
    wb_message_redirect(NULL, NULL);
    // The first message is about the fault; if there is none, the first names the case.
    bool judged = j.figure[0] != '\0';
    printf("%-8s %-38s %s\n", result == WB_RIGHT ? "met" : "NOT MET", check->name,
           judged ? j.figure : first);
    fflush(stdout);
    return result == WB_RIGHT;
}

static wb_result do_not_judge(wb_app *app, void *user)
{
    (void)app, (void)user;
    return WB_RIGHT;
}

static const wb_finding *first_error(const wb_findings *found)
{
    for (int i = 0; i < found->count; i++)
        if (found->at[i].severity == WB_ERROR) return &found->at[i];
    return NULL;
}

// The last check of every project: the kernel machine, which sees races that this driver forgives,
// and what this driver computes wrong.
// Kernels that do nothing have no fault: that counts as soon as anything else is met.
static bool has_no_fault(wb_app *app, const char *small, bool does_something)
{
    enum { FRAMES = 2, MOST_S = 8 }; // what the first frame leaves, the second reads
    const char *lacking;
    if (!wb_kernels_possible(&lacking)) {
        wb_note("%s, so the kernels were not looked into for races", lacking);
        return true;
    }
    wb_params_restore(app->lesson, &app->defaults);
    if (!wb_params_set(app->lesson, small)) return false;
    wb_kernels_take_back(0); // what was found before the last save
    wb_kernels_begin(&(wb_kernels_desc){.compares = true, .quiet = true, .most_s = MOST_S});
    wb_result result = wb_check_run(app, small, FRAMES, do_not_judge, NULL);
    wb_kernels_end();
    const wb_findings *found = wb_kernels_findings();
    bool clean = result == WB_RIGHT && found->faults == 0, good = clean && does_something;
    const wb_finding *first = first_error(found);
    bool disagrees = first != NULL && strcmp(first->code, "differs-from-driver") == 0;
    printf("%-8s %-38s %s\n", good ? "met" : "NOT MET", "no fault inside the kernels",
           result == WB_NOT_RUN ? "they could not run"
           : good               ? "none was found"
           : clean              ? "that counts as soon as anything else is met"
           : disagrees          ? "this driver computes something else than it should:"
                                : "another driver, or another run, will not forgive:");
    fflush(stdout);
    if (!good && first != NULL) wb_finding_print(first); // one mistake makes many
    return good;
}

bool wb_project_check(wb_app *app, const wb_variant *variant)
{
    const wb_variant *project = wb_find_project(app->lesson);
    int met = 0, count = 1;
    wb_app_choose(app, variant);
    for (const wb_acceptance *c = project->project->checks; c->name != NULL; c++) {
        met += is_met(app, c);
        count++;
    }
    met += has_no_fault(app, project->project->small, met > 0);
    if (met == count)
        printf("done     %-38s all %d are met\n", variant->name, count);
    else
        printf("NOT YET  %-38s %d of %d are met\ntask:    %s\n         shaders/%s\n", variant->name,
               met, count, project->project->task, project->kernel);
    return met == count;
}

void wb_project_tell(const wb_app *app, const wb_variant *variant)
{
    printf("project  %-16s %s\n         %-16s shaders/%s, then ", variant->name,
           variant->project->task, "", variant->kernel);
    if (atoi(app->lesson->id) > 0)
        printf(WB_SCRIPT " check %d --project\n", atoi(app->lesson->id));
    else
        printf("--check --project\n");
}
