/* Where you look from: at a flat grid of cells, panned and zoomed, or at something in space, from
 * all sides. */
#ifndef WB_GL_CAMERA_H
#define WB_GL_CAMERA_H

#include <stdbool.h>

/* ---- A flat grid ---- */

/* Zeroed: the whole grid, as large as fits. */
typedef struct wb_camera {
    float pan_x, pan_y; // how far the picture's middle is from the grid's middle, in widths and
                        // heights of the grid
    float log_zoom;     // log2 of the magnification beyond "all of it fits"
} wb_camera;

/* How a grid lies in a picture: cell (cx, cy) covers the pixels from x + cx * scale on, y + cy *
 * scale on; origin top left, y downwards. */
typedef struct wb_grid_view {
    float x, y, scale; // in pixels
} wb_grid_view;

wb_grid_view wb_camera_grid(const wb_camera *camera, int columns, int rows, int picture_width,
                            int picture_height);

/* Moves the grid by (dx, dy) pixels. */
void wb_camera_pan(wb_camera *camera, int columns, int rows, int picture_width, int picture_height,
                   float dx, float dy);

/* Magnifies by 2^steps; the point of the grid under (x, y) stays there. */
void wb_camera_zoom(wb_camera *camera, int columns, int rows, int picture_width, int picture_height,
                    float x, float y, float steps);

/* ---- In space ---- */

/* A camera that looks at a point from all sides. Lengths are in the lesson's unit; y is up. */
typedef struct wb_orbit {
    float target[3];     // the point in the middle of the picture
    float distance;      // from there
    float yaw, pitch;    // in degrees: around the y axis, 0 seen from +z; above the horizon
    float field_of_view; // of the picture's height, in degrees
} wb_orbit;

/* Matrices as OpenGL takes them, column by column: clip = projection * view * world. */
typedef struct wb_eye {
    float view[4][4], projection[4][4];
    float position[3];
} wb_eye;

wb_eye wb_orbit_eye(const wb_orbit *orbit, int picture_width, int picture_height);

/* The same, but a picture that is narrower than 5 : 4 shows more above and below, not less at its
 * sides. */
wb_eye wb_orbit_eye_fitted(const wb_orbit *orbit, int picture_width, int picture_height);

/* What dragging the mouse by (dx, dy) pixels does in a fitted picture, and turning its wheel
 * (closer by 2^steps). */
void wb_orbit_turn(wb_orbit *orbit, int picture_height, float dx, float dy);
void wb_orbit_pan(wb_orbit *orbit, int picture_width, int picture_height, float dx, float dy);
void wb_orbit_zoom(wb_orbit *orbit, float steps);

/* The ray through a pixel's middle (x and y of the picture, origin top left): from eye->position
 * into `direction`, of length 1. */
void wb_eye_ray(const wb_eye *eye, int picture_width, int picture_height, float x, float y,
                float direction[3]);

/* The other way: where the picture shows a place. False if that is behind the camera. */
bool wb_eye_pixel(const wb_eye *eye, int picture_width, int picture_height, const float place[3],
                  float pixel[2]);

#endif
