#include "water.h"
#include "scene.h"
#include "state.h"

#include "water/scene.h"
#include "water/slots.h"

#include <stdlib.h>

bool is_water(void)
{
    return lesson.scene == SCENE_WATER && lesson.particles > 0;
}

// Lesson 09's own.
static void choose_numbers(void)
{
    lesson.numbers = (wb_water_numbers){.rest_density = 1000.0f,
                                        .sound_speed = 60.0f,
                                        .viscosity = 10.0f,
                                        .artificial = 0.1f,
                                        .gravity = 9.81f,
                                        .count = lesson.particles};
    wb_water_scene_box(WB_WATER_DAM, lesson.numbers.box);
    wb_water_scene_obstacle(WATER_NO_OBSTACLE, &lesson.numbers);
    wb_water_derive(&lesson.numbers, wb_water_scene_spacing(WB_WATER_DAM, lesson.particles));
}

bool water_fill(float (*positions)[4])
{
    choose_numbers();
    return wb_water_scene_fill(WB_WATER_DAM, &lesson.numbers, wb_seed(), positions);
}

static bool create_velocities(void)
{
    size_t n = (size_t)lesson.particles;
    float(*rest)[4] = calloc(n, sizeof *rest);
    if (rest == NULL) {
        wb_error("there is no memory for the velocities of %zu particles", n);
        return false;
    }
    bool good = wb_buffer_create(
        &lesson.velocities,
        &(wb_buffer_desc){
            .name = "velocities", .type = WB_F32, .shape = {n, 4}, .data = rest, .state = true});
    free(rest);
    return good;
}

bool water_create(void)
{
    if (!is_water()) return true;
    lesson.block = wb_water_block_create();
    wb_water_block_set(lesson.block, &lesson.numbers);
    return create_velocities() && wb_water_history_create(&lesson.history) &&
           wb_water_create(&lesson.water,
                           &(wb_water_desc){.numbers = &lesson.numbers, .block = lesson.block});
}

void water_delete(void)
{
    wb_water_delete(&lesson.water);
    wb_water_history_delete(&lesson.history);
    wb_buffer_delete(&lesson.velocities);
    glDeleteBuffers(1, &lesson.block);
    lesson.block = 0;
}

void water_step(void)
{
    wb_water_numbers *p = &lesson.numbers;
    GLuint positions = lesson.positions.id, velocities = lesson.velocities.id;
    wb_water_look(&lesson.history, p, lesson.water_frame, NULL);
    p->time_step = (float)wb_water_frame_step(p);
    wb_water_block_set(lesson.block, p);
    int steps = wb_water_frame_steps(p);
    for (int i = 0; i < steps; i++) wb_water_step(&lesson.water, positions, velocities);
    wb_water_measure(&lesson.history, ++lesson.water_frame, lesson.block, positions, velocities);
}
