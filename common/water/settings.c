#include "water/settings.h"

// In the order of scene.h, and of WATER_NO_OBSTACLE and so on.
const char *const wb_water_scene_choices[] = {"dam",    "two_dams", "drop", "tank",
                                              "column", "wave",     NULL};
const char *const wb_water_obstacle_choices[] = {"none", "block", "ball", NULL};

_Static_assert(sizeof wb_water_scene_choices / sizeof *wb_water_scene_choices ==
                   WB_WATER_SCENES + 1,
               "a name for each");

void wb_water_choose(wb_water_numbers *p, const wb_water_settings *settings)
{
    p->count = settings->particles;
    p->rest_density = settings->rest_density;
    p->sound_speed = settings->sound_speed;
    p->viscosity = settings->viscosity;
    p->artificial = settings->artificial;
    p->gravity = settings->gravity;
    wb_water_scene_box(settings->scene, p->box);
    wb_water_scene_obstacle(settings->obstacle, p);
    wb_water_derive(p, wb_water_scene_spacing(settings->scene, settings->particles));
}

float wb_water_chosen_step(const wb_water_numbers *p, const wb_water_settings *settings)
{
    return settings->step_ms > 0.0f ? 1e-3f * settings->step_ms : (float)wb_water_frame_step(p);
}

int wb_water_chosen_steps(const wb_water_numbers *p, const wb_water_settings *settings)
{
    if (settings->substeps > 0) return settings->substeps;
    int wanted = wb_water_frame_steps(p);
    return wanted < WB_WATER_MOST_STEPS ? wanted : WB_WATER_MOST_STEPS;
}
