#include "water.h"
#include "scene.h"
#include "state.h"

#include "water/scene.h"

#include <stdlib.h>
#include <string.h>

bool is_water(void)
{
    return lesson.scene == SCENE_WATER && lesson.chosen.particles > 0;
}

void water_choose(void)
{
    lesson.numbers = (wb_water_numbers){0};
    wb_water_choose(&lesson.numbers, &lesson.chosen);
    memcpy(lesson.box, lesson.numbers.box, sizeof lesson.box);
    lesson.spacing = 2.0f * lesson.numbers.margin;
}

bool water_fill(float (*positions)[4])
{
    if (!wb_water_scene_fill(lesson.chosen.scene, &lesson.numbers, wb_seed(), positions))
        return false;
    if (lesson.chosen.mixed) wb_water_scene_mix(lesson.chosen.particles, wb_seed(), positions);
    return true;
}

static bool create_velocities(void)
{
    size_t n = (size_t)lesson.chosen.particles;
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
    lesson.block = wb_water_block_create();
    wb_water_block_set(lesson.block, &lesson.numbers);
    if (!is_water()) return true;
    lesson.hand = wb_program_compute("water/hand.comp", NULL);
    return lesson.hand != 0 && create_velocities() &&
           wb_water_history_create(&lesson.history, lesson.numbers.count) &&
           wb_water_create(&lesson.water, &(wb_water_desc){.numbers = &lesson.numbers,
                                                           .block = lesson.block,
                                                           .group = lesson.chosen.group,
                                                           .division = lesson.chosen.division,
                                                           .lanes = lesson.chosen.lanes});
}

void water_delete(void)
{
    wb_water_delete(&lesson.water);
    wb_water_history_delete(&lesson.history);
    wb_buffer_delete(&lesson.velocities);
    glDeleteProgram(lesson.hand);
    glDeleteBuffers(1, &lesson.block);
    lesson.block = lesson.hand = 0;
}

void water_step(void)
{
    wb_water_numbers *p = &lesson.numbers;
    GLuint positions = lesson.positions.id, velocities = lesson.velocities.id;
    wb_water_choose(p, &lesson.chosen); // which may change at any time
    wb_water_look(&lesson.history, p, lesson.water_frame, NULL);
    p->time_step = wb_water_chosen_step(p, &lesson.chosen);
    wb_water_block_set(lesson.block, p);
    wb_hand hand = wb_hand_now();
    wb_water_take_hand(lesson.hand, &hand, p, lesson.block, positions, velocities);
    int steps = wb_water_chosen_steps(p, &lesson.chosen);
    for (int i = 0; i < steps; i++) wb_water_step(&lesson.water, positions, velocities);
    wb_water_measure(&lesson.history, ++lesson.water_frame, lesson.block, positions, velocities);
}
