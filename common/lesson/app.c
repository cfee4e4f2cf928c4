#include "lesson/app.h"

#include "base/file.h"
#include "base/text.h"
#include "gl/context.h"
#include "gl/errors.h"
#include "watch/log.h"
#include "lesson/guard.h"
#include "lesson/input.h"
#include "lesson/stepping.h"
#include "step/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What a lesson may ask ---- */

// A program runs one lesson, so what a lesson calls need not be told of which app.
static wb_app *running;

int64_t wb_frame(void)
{
    return running != NULL ? running->frame : 0;
}

wb_hand wb_hand_now(void)
{
    return running->hand;
}

int wb_passes_run(void)
{
    return running->stepper.is_inside ? wb_stepper_position(&running->stepper) : -1;
}

const char *wb_last_pass(void)
{
    return running->stepper.is_inside ? running->stepper.after : NULL;
}

const wb_variant *wb_current_variant(void)
{
    return running->variant;
}

const wb_part *wb_current_part(void)
{
    return running->part;
}

uint64_t wb_seed(void)
{
    return running->options.seed;
}

/* ---- Starting and stopping the lesson ---- */

static bool is_array_file(const char *path)
{
    return wb_file_has_extension(path, ".npy") || wb_file_has_extension(path, ".csv");
}

bool wb_app_knows_format(const wb_app *a, const wb_assignment *file)
{
    char formats[40];
    if (is_array_file(file->value) || wb_has_own_format(a->lesson, file->value)) return true;
    wb_error("%s=%s: the file's name must end in %s", file->name, file->value,
             wb_formats_text(a->lesson, formats, sizeof formats));
    return false;
}

static wb_buffer *find_buffer(const char *name)
{
    wb_buffer *buffer = wb_buffer_find(name);
    if (buffer != NULL) return buffer;
    char names[2048] = "";
    for (int i = 0; wb_buffer_at(i) != NULL; i++)
        wb_text_append(names, sizeof names, " %s", wb_buffer_at(i)->name);
    const char *other = running->lesson->dumped;
    wb_error("there is no buffer %s in this variant\n%s%s%sit has:%s", name,
             other != NULL ? "--dump takes " : "", other != NULL ? other : "",
             other != NULL ? ", too\n" : "", names);
    return NULL;
}

// A name that is no buffer's has to be what the lesson writes itself.
static bool can_dump(const wb_app *a, const wb_assignment *file)
{
    const char *other = a->lesson->dumped;
    if (other == NULL || strcmp(file->name, other) != 0) return find_buffer(file->name) != NULL;
    if (wb_has_own_format(a->lesson, file->value)) return true;
    wb_error("--dump %s=%s: the %s can be written as %s%s%s", file->name, file->value, other,
             a->lesson->formats[0], a->lesson->formats[1] != NULL ? " or " : "",
             a->lesson->formats[1] != NULL ? a->lesson->formats[1] : "");
    return false;
}

// The array file that --load gives for the buffer; NULL if there is none.
static const char *array_file(const char *buffer)
{
    for (int i = 0; i < running->options.load_count; i++) {
        const wb_assignment *file = &running->options.loads[i];
        if (strcmp(file->name, buffer) == 0 && is_array_file(file->value)) return file->value;
    }
    return NULL;
}

bool wb_load_shape(const char *buffer, wb_array *shape, bool *given)
{
    const char *path = array_file(buffer);
    *given = path != NULL;
    if (path == NULL) return false;
    running->init_found_usage = !wb_array_probe(shape, path);
    return !running->init_found_usage;
}

bool wb_load_array(const char *buffer, wb_array *array, bool *given)
{
    if (!wb_load_shape(buffer, array, given) || !wb_buffer_fits(buffer, array)) return false;
    array->data = malloc(wb_array_count(array) * 4 + 1);
    if (array->data == NULL)
        wb_error("%s: out of memory", array_file(buffer));
    else
        running->init_found_usage = !wb_array_load(array, array_file(buffer));
    if (array->data != NULL && !running->init_found_usage) return true;
    free(array->data);
    array->data = NULL;
    return false;
}

void wb_wrong_usage(void)
{
    running->init_found_usage = true;
}

// A broken variant may raise OpenGL errors to make its point.
static bool is_broken(const wb_app *a)
{
    return a->variant->kind == WB_BROKEN;
}

int wb_app_frames(const wb_app *a)
{
    return a->options.frames >= 0 ? a->options.frames : a->lesson->frames;
}

void wb_app_choose(wb_app *a, const wb_variant *variant)
{
    a->variant = variant;
    a->part = wb_part_of(a->lesson, variant);
}

int wb_app_start(wb_app *a)
{
    const wb_options *options = &a->options;
    running = a;
    a->frame = 0;
    a->recorded_input.count = a->recorded_input.stroke_count = 0; // a run that starts anew
    a->has_refused_call = false;
    wb_context_expect_errors(is_broken(a));
    for (int i = 0; i < options->load_count; i++) {
        const wb_assignment *file = &options->loads[i];
        if (!wb_app_knows_format(a, file)) return WB_EXIT_USAGE;
        if (wb_has_own_format(a->lesson, file->value) && !a->lesson->load(file->name, file->value))
            return WB_EXIT_USAGE;
    }
    a->init_found_usage = false;
    wb_guard_start();
    bool has_begun = a->part->init();
    if (wb_guard_has_refused()) return WB_EXIT_FAILED;
    if (!has_begun) return a->init_found_usage ? WB_EXIT_USAGE : WB_EXIT_FAILED;
    for (int i = 0; i < options->load_count; i++) {
        const wb_assignment *file = &options->loads[i];
        if (!is_array_file(file->value)) continue;
        wb_buffer *buffer = find_buffer(file->name);
        if (buffer == NULL || !wb_buffer_load(buffer, file->value)) return WB_EXIT_USAGE;
    }
    for (int i = 0; i < options->dump_count; i++) // better known now than after a long run
        if (!can_dump(a, &options->dumps[i])) return WB_EXIT_USAGE;
    return WB_EXIT_GOOD;
}

void wb_app_stop(wb_app *a)
{
    wb_app_forget_steps(a);
    a->part->quit();
    // A program that is deleted would stay the current one, for which the panel asks by its name.
    glUseProgram(0);
}

// A debug context reports refused calls by itself; without one, this is the only report.
void wb_app_report_refused(wb_app *a)
{
    GLenum error = wb_errors_take();
    if (error == GL_NO_ERROR && wb_errors_reported() == 0) return;
    bool known = a->has_refused_call || wb_errors_reported() > 0;
    a->has_refused_call = !is_broken(a);
    if (error == GL_NO_ERROR || known || (is_broken(a) && a->frame > 1)) return;
    wb_error("OpenGL has refused a call (error 0x%04X), so the result is wrong\nwhat to do: %s",
             error, wb_errors_advice());
}

void wb_app_step(wb_app *a)
{
    wb_guard_step();
    wb_input_begin_frame(a);
    if (!wb_log_begin()) a->has_refused_call = true;
    wb_trace_step_begin();
    a->variant->step();
    if (wb_guard_has_refused()) a->has_refused_call = true;
    a->frame++;
    wb_pass_frame_end();
    wb_trace_step_end();
    if (a->frame == 1) wb_app_report_refused(a);
}

wb_grid_view wb_app_grid(const wb_app *a)
{
    const wb_lesson *lesson = a->lesson;
    if (lesson->grid_columns == NULL) return (wb_grid_view){0.0f, 0.0f, 1.0f};
    return wb_camera_grid(&a->camera, *lesson->grid_columns, *lesson->grid_rows, a->target.width,
                          a->target.height);
}

wb_view wb_app_view(const wb_app *a)
{
    wb_view view = {.width = a->target.width,
                    .height = a->target.height,
                    .grid = wb_app_grid(a),
                    .mouse_x = a->mouse_x,
                    .mouse_y = a->mouse_y};
    if (a->lesson->orbit != NULL)
        view.eye = wb_orbit_eye_fitted(&a->orbit, a->target.width, a->target.height);
    return view;
}

bool wb_app_cells(const wb_app *a, wb_cells *cells)
{
    const wb_lesson *lesson = a->lesson;
    wb_view view = wb_app_view(a);
    if (a->part->cells != NULL) return a->part->cells(&view, cells);
    bool is_in_space = lesson->orbit != NULL && !a->part->is_flat;
    if (lesson->grid_columns == NULL || is_in_space || a->part->group_at != NULL) return false;
    *cells = (wb_cells){*lesson->grid_columns, *lesson->grid_rows, view.grid, NULL};
    return true;
}

// Half the pixels each way; made anew where the picture has another size.
static bool fit_coarse(wb_app *a)
{
    int width = (a->target.width + 1) / 2, height = (a->target.height + 1) / 2;
    if (a->coarse.width == width && a->coarse.height == height) return true;
    wb_target_delete(&a->coarse);
    return wb_target_create(&a->coarse, width, height);
}

wb_view wb_coarse_begin(const wb_view *view)
{
    wb_view coarse = *view;
    running->is_coarse = running->is_coarse && fit_coarse(running);
    if (!running->is_coarse) return coarse;
    coarse.width = running->coarse.width;
    coarse.height = running->coarse.height;
    wb_target_begin(&running->coarse, 0.0f, 0.0f, 0.0f);
    return coarse;
}

void wb_coarse_end(void)
{
    const wb_target *from = &running->coarse, *to = &running->target;
    if (!running->is_coarse) return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
    glBlitFramebuffer(0, 0, from->width, from->height, 0, 0, to->width, to->height,
                      GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, to->framebuffer);
    glViewport(0, 0, to->width, to->height);
}

void wb_app_draw(wb_app *a)
{
    wb_view view = wb_app_view(a);
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "draw");
    wb_target_begin(&a->target, 0.055f, 0.06f, 0.075f);
    wb_draw_begin(a->target.width, a->target.height);
    a->part->draw(&view);
    glPopDebugGroup();
}

int wb_app_write_picture(wb_app *a, const char *path)
{
    wb_image image = {0};
    bool good = wb_target_read(&a->target, &image) && wb_image_write(&image, path);
    wb_image_free(&image);
    if (good) printf("wrote %s\n", path);
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}

/* ---- The state before the first step ---- */

bool wb_start_state_keep(wb_app *app)
{
    int count = 0;
    for (int i = 0; wb_buffer_at(i) != NULL; i++) {
        const wb_buffer *buffer = wb_buffer_at(i);
        if (!buffer->state) continue;
        wb_start_copy *copy = &app->start[count++];
        *copy = (wb_start_copy){buffer->name, malloc((size_t)buffer->size_bytes)};
        if (copy->data == NULL) {
            wb_error("--check: out of memory");
            return false;
        }
        if (!wb_buffer_read(buffer, copy->data)) return false;
    }
    return true;
}

void wb_start_state_forget(wb_app *app)
{
    for (int i = 0; i < WB_MAX_BUFFERS; i++) free(app->start[i].data);
    memset(app->start, 0, sizeof app->start);
}

// While stepping, the stepper's snapshot has the state before the first step. Copies one buffer.
static const void *copy_snapshot(const char *name, wb_start_copy *copy)
{
    const wb_buffer *buffer = wb_buffer_find(name);
    void *data = buffer != NULL ? malloc((size_t)buffer->size_bytes + 1) : NULL;
    if (data == NULL || !wb_app_step_start(running, name, data)) {
        free(data);
        return NULL;
    }
    *copy = (wb_start_copy){buffer->name, data};
    return data;
}

const void *wb_start_state(const char *buffer)
{
    int i = 0;
    for (; i < WB_MAX_BUFFERS && running->start[i].name != NULL; i++)
        if (strcmp(running->start[i].name, buffer) == 0) return running->start[i].data;
    return i < WB_MAX_BUFFERS ? copy_snapshot(buffer, &running->start[i]) : NULL;
}
