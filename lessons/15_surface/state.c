// What a variant keeps: its particles, its surface, and the programs that it has in place of some.
#include "state.h"
#include "picture.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>

lesson_state lesson = {
    .particles = 50000, .scene = SCENE_BALL, .cells = 2, .radius = 2.0f, .iso = 0.45f};

const surface_way *way(void)
{
    static const surface_way plain = {0};
    const surface_way *own = wb_current_variant()->data;
    return own != NULL ? own : &plain;
}

static bool create_particles(void)
{
    size_t n = (size_t)lesson.particles;
    float(*positions)[4] = malloc((n + 1) * sizeof *positions);
    if (positions == NULL) {
        wb_error("there is no memory for %d particles", lesson.particles);
        return false;
    }
    bool good = scene_fill(lesson.scene, lesson.particles, wb_seed(), positions) &&
                wb_buffer_create(&lesson.positions, &(wb_buffer_desc){.name = "positions",
                                                                      .type = WB_F32,
                                                                      .shape = {n > 0 ? n : 1, 4},
                                                                      .data = positions,
                                                                      .state = true});
    free(positions);
    return good;
}

static bool create_surface(void)
{
    wb_surface_desc desc = {.high = {lesson.box[0], lesson.box[1], lesson.box[2]},
                            .spacing = lesson.spacing,
                            .radius = lesson.radius,
                            .cells = lesson.cells,
                            .iso = lesson.iso,
                            .most = (uint32_t)lesson.particles,
                            .most_vertices = (uint32_t)lesson.room,
                            .rule = way()->table_4 ? WB_SURFACE_OPPOSITES : WB_SURFACE_APART,
                            .dense = way()->dense};
    return wb_surface_create(&lesson.surface, &desc);
}

bool init(void)
{
    scene_box(lesson.box);
    lesson.spacing = (float)scene_spacing(lesson.scene, lesson.particles);
    return create_particles() && create_surface() && picture_create();
}

void quit(void)
{
    picture_delete();
    wb_surface_delete(&lesson.surface);
    wb_buffer_delete(&lesson.positions);
    lesson.frame = 0;
}

bool rebuild(void)
{
    lesson.surface.iso = lesson.iso;
    return true;
}

wb_cost cost(void)
{
    return (wb_cost){.items = lesson.particles, .item = "particles"};
}

void status(char *text, size_t size)
{
    snprintf(text, size, "%d particles", lesson.particles);
}
