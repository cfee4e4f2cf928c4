#include "gl/camera.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

wb_grid_view wb_camera_grid(const wb_camera *camera, int columns, int rows, int picture_width,
                            int picture_height)
{
    float fit = fminf((float)picture_width / (float)columns, (float)picture_height / (float)rows);
    float scale = fit * exp2f(camera->log_zoom);
    return (wb_grid_view){
        .x = 0.5f * (float)picture_width - (0.5f + camera->pan_x) * (float)columns * scale,
        .y = 0.5f * (float)picture_height - (0.5f + camera->pan_y) * (float)rows * scale,
        .scale = scale,
    };
}

void wb_camera_pan(wb_camera *camera, int columns, int rows, int picture_width, int picture_height,
                   float dx, float dy)
{
    wb_grid_view view = wb_camera_grid(camera, columns, rows, picture_width, picture_height);
    camera->pan_x = fmaxf(-0.5f, fminf(0.5f, camera->pan_x - dx / (view.scale * (float)columns)));
    camera->pan_y = fmaxf(-0.5f, fminf(0.5f, camera->pan_y - dy / (view.scale * (float)rows)));
}

void wb_camera_zoom(wb_camera *camera, int columns, int rows, int picture_width, int picture_height,
                    float x, float y, float steps)
{
    wb_grid_view before = wb_camera_grid(camera, columns, rows, picture_width, picture_height);
    float cell_x = (x - before.x) / before.scale, cell_y = (y - before.y) / before.scale;
    camera->log_zoom = fmaxf(-1.0f, fminf(12.0f, camera->log_zoom + steps));
    wb_grid_view after = wb_camera_grid(camera, columns, rows, picture_width, picture_height);
    wb_camera_pan(camera, columns, rows, picture_width, picture_height,
                  x - (after.x + cell_x * after.scale), y - (after.y + cell_y * after.scale));
}

/* ---- In space ---- */

static const float TURN_DEGREES = 300.0f; // for a drag over the picture's height
static const float STEEPEST = 89.0f;      // degrees; at 90 the picture would flip

// From the target towards the camera, of length 1. By functions of doubles, for those of floats
// round in each library in another way.
static void orbit_direction(const wb_orbit *orbit, vec3 direction)
{
    double yaw = (double)glm_rad(orbit->yaw), pitch = (double)glm_rad(orbit->pitch);
    float across = (float)cos(pitch);
    direction[0] = (float)sin(yaw) * across;
    direction[1] = (float)sin(pitch);
    direction[2] = (float)cos(yaw) * across;
}

wb_eye wb_orbit_eye(const wb_orbit *orbit, int picture_width, int picture_height)
{
    wb_eye eye;
    vec3 target, direction;
    mat4 view, projection; // aligned as cglm wants them, which a wb_eye need not be
    glm_vec3_copy((float *)orbit->target, target);
    orbit_direction(orbit, direction);
    glm_vec3_scale(direction, orbit->distance, eye.position);
    glm_vec3_add(eye.position, target, eye.position);
    glm_lookat(eye.position, target, (vec3){0.0f, 1.0f, 0.0f}, view);
    // Near and far leave the depth buffer precise where the lesson's subject is.
    glm_perspective(glm_rad(orbit->field_of_view), (float)picture_width / (float)picture_height,
                    0.02f * orbit->distance, 20.0f * orbit->distance, projection);
    memcpy(eye.view, view, sizeof eye.view);
    memcpy(eye.projection, projection, sizeof eye.projection);
    return eye;
}

// How many of a fitted picture's rows the field of view covers.
static int fitted_rows(int picture_width, int picture_height)
{
    int most = (4 * picture_width + 4) / 5;
    return picture_height < most ? picture_height : most;
}

wb_eye wb_orbit_eye_fitted(const wb_orbit *orbit, int picture_width, int picture_height)
{
    int rows = fitted_rows(picture_width, picture_height);
    wb_eye eye = wb_orbit_eye(orbit, picture_width, rows);
    eye.projection[1][1] *= (float)rows / (float)picture_height;
    return eye;
}

void wb_orbit_turn(wb_orbit *orbit, int picture_height, float dx, float dy)
{
    float degrees = TURN_DEGREES / (float)picture_height;
    orbit->yaw = fmodf(orbit->yaw - dx * degrees, 360.0f);
    orbit->pitch = glm_clamp(orbit->pitch + dy * degrees, -STEEPEST, STEEPEST);
}

void wb_orbit_pan(wb_orbit *orbit, int picture_width, int picture_height, float dx, float dy)
{
    wb_eye eye = wb_orbit_eye(orbit, picture_width, picture_height);
    float visible = 2.0f * orbit->distance * tanf(0.5f * glm_rad(orbit->field_of_view));
    float pixel = visible / (float)fitted_rows(picture_width, picture_height);
    for (int i = 0; i < 3; i++) // the view matrix's rows are the camera's axes
        orbit->target[i] += pixel * (dy * eye.view[i][1] - dx * eye.view[i][0]);
}

void wb_orbit_zoom(wb_orbit *orbit, float steps)
{
    orbit->distance *= exp2f(-steps);
}

void wb_eye_ray(const wb_eye *eye, int picture_width, int picture_height, float x, float y,
                float direction[3])
{
    float right = (2.0f * (x + 0.5f) / (float)picture_width - 1.0f) / eye->projection[0][0];
    float up = (1.0f - 2.0f * (y + 0.5f) / (float)picture_height) / eye->projection[1][1];
    for (int i = 0; i < 3; i++)
        direction[i] = right * eye->view[i][0] + up * eye->view[i][1] - eye->view[i][2];
    glm_vec3_normalize(direction);
}

bool wb_eye_pixel(const wb_eye *eye, int picture_width, int picture_height, const float place[3],
                  float pixel[2])
{
    mat4 view, projection;
    vec4 world = {place[0], place[1], place[2], 1.0f}, seen, clip;
    memcpy(view, eye->view, sizeof view);
    memcpy(projection, eye->projection, sizeof projection);
    glm_mat4_mulv(view, world, seen);
    glm_mat4_mulv(projection, seen, clip);
    pixel[0] = 0.5f * (1.0f + clip[0] / clip[3]) * (float)picture_width;
    pixel[1] = 0.5f * (1.0f - clip[1] / clip[3]) * (float)picture_height;
    return clip[3] > 0.0f;
}
