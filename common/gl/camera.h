/* Where one looks from. So far: at a flat grid of cells, panned and zoomed. */
#ifndef WB_CAMERA_H
#define WB_CAMERA_H

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

/* Moves the grid by so many pixels. */
void wb_camera_pan(wb_camera *camera, int columns, int rows, int picture_width, int picture_height,
                   float dx, float dy);

/* Magnifies by 2^steps; the point of the grid under (x, y) stays there. */
void wb_camera_zoom(wb_camera *camera, int columns, int rows, int picture_width, int picture_height,
                    float x, float y, float steps);

#endif
