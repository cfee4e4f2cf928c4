#include "gl/camera.h"

#include <math.h>

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
