// The camera over a grid, and in space: what it sees, and that a ray through a pixel meets what was
// drawn there.
#include "gl/camera.h"
#include "gl/hand.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WIDTH = 1280, HEIGHT = 800 };

static const wb_orbit orbit = {.target = {1.0f, 2.0f, 3.0f},
                               .distance = 10.0f,
                               .yaw = 30.0f,
                               .pitch = 20.0f,
                               .field_of_view = 40.0f};

static void assert_near(float a, float b, float tolerance)
{
    assert_true(fabsf(a - b) <= tolerance);
}

// Where a point of the world lies in the picture, origin top left.
static void project(const wb_eye *eye, const float point[3], float *x, float *y)
{
    float pixel[2];
    assert_true(wb_eye_pixel(eye, WIDTH, HEIGHT, point, pixel)); // in front
    *x = pixel[0];
    *y = pixel[1];
}

static void the_target_is_in_the_middle(void **state)
{
    (void)state;
    float x, y;
    wb_eye eye = wb_orbit_eye(&orbit, WIDTH, HEIGHT);
    project(&eye, orbit.target, &x, &y);
    assert_near(x, WIDTH / 2, 0.01f);
    assert_near(y, HEIGHT / 2, 0.01f);
    float above[3] = {1.0f, 2.5f, 3.0f}; // y is up, and up in the picture
    project(&eye, above, &x, &y);
    assert_true(y < HEIGHT / 2 - 20);
}

static void a_ray_meets_what_is_drawn_there(void **state)
{
    (void)state;
    wb_eye eye = wb_orbit_eye(&orbit, WIDTH, HEIGHT);
    float direction[3], x, y;
    wb_eye_ray(&eye, WIDTH, HEIGHT, 200.0f, 650.0f, direction);
    for (float distance = 1.0f; distance < 50.0f; distance *= 3.0f) {
        float point[3];
        for (int i = 0; i < 3; i++) point[i] = eye.position[i] + distance * direction[i];
        project(&eye, point, &x, &y);
        assert_near(x, 200.5f, 0.02f); // the middle of the pixel
        assert_near(y, 650.5f, 0.02f);
    }
}

static void a_hand_is_under_the_mouse(void **state)
{
    (void)state;
    wb_eye eye = wb_orbit_eye(&orbit, WIDTH, HEIGHT);
    wb_hand hand = wb_hand_at(&orbit, &eye, WIDTH, HEIGHT, 200.0f, 650.0f);
    float x, y, pixel[2], ahead = 0.0f, behind[3];
    project(&eye, hand.place, &x, &y);
    assert_near(x, 200.5f, 0.02f);
    assert_near(y, 650.5f, 0.02f);
    for (int i = 0; i < 3; i++) { // in the plane through the target that faces the camera
        ahead -= (hand.place[i] - orbit.target[i]) * eye.view[i][2];
        behind[i] = hand.eye[i] - hand.way[i];
    }
    assert_near(ahead, 0.0f, 1e-4f);
    assert_false(wb_eye_pixel(&eye, WIDTH, HEIGHT, behind, pixel));
    wb_hand_convert(&hand, 2.0f, 0.5f);
    assert_near(hand.eye[1], 2.0f * eye.position[1] + 0.5f, 1e-5f);
}

static void panning_follows_the_mouse(void **state)
{
    (void)state;
    wb_orbit moved = orbit;
    float x, y;
    wb_orbit_pan(&moved, WIDTH, HEIGHT, 70.0f, -30.0f);
    wb_eye eye = wb_orbit_eye(&moved, WIDTH, HEIGHT);
    project(&eye, orbit.target, &x, &y); // the point that was in the middle
    assert_near(x, WIDTH / 2 + 70, 0.05f);
    assert_near(y, HEIGHT / 2 - 30, 0.05f);
}

// Half as wide, it has all that 5 : 4 has at its sides, undistorted, and panning still follows the
// mouse.
static void a_narrow_picture_shows_the_whole(void **state)
{
    (void)state;
    enum { NARROW = WIDTH / 2 };
    float x, y, at_side, point[3] = {-1.5f, 2.5f, 0.5f};
    wb_eye wide = wb_orbit_eye(&orbit, WIDTH, HEIGHT),
           eye = wb_orbit_eye_fitted(&orbit, WIDTH, HEIGHT);
    assert_memory_equal(&eye, &wide, sizeof eye);
    wide = wb_orbit_eye(&orbit, 1000, 800);
    eye = wb_orbit_eye_fitted(&orbit, NARROW, HEIGHT);
    project(&wide, point, &at_side, &y);
    project(&eye, point, &x, &y);
    assert_near(x, at_side, 0.01f);
    assert_near(eye.projection[0][0] * NARROW, eye.projection[1][1] * HEIGHT, 0.01f);
    wb_orbit moved = orbit;
    wb_orbit_pan(&moved, NARROW, HEIGHT, 70.0f, -30.0f);
    eye = wb_orbit_eye_fitted(&moved, NARROW, HEIGHT);
    project(&eye, orbit.target, &x, &y);
    assert_near(x, WIDTH / 2 + 2 * 70, 0.1f);
    assert_near(y, HEIGHT / 2 - 30, 0.1f);
}

static void turning_keeps_distance_and_never_flips(void **state)
{
    (void)state;
    wb_orbit turned = orbit;
    for (int i = 0; i < 100; i++) wb_orbit_turn(&turned, HEIGHT, 33.0f, 50.0f);
    assert_true(turned.pitch < 90.0f);
    wb_eye eye = wb_orbit_eye(&turned, WIDTH, HEIGHT);
    float squared = 0.0f;
    for (int i = 0; i < 3; i++)
        squared += (eye.position[i] - orbit.target[i]) * (eye.position[i] - orbit.target[i]);
    assert_near(sqrtf(squared), orbit.distance, 1e-4f);
    wb_orbit_zoom(&turned, 1.0f);
    assert_near(turned.distance, 0.5f * orbit.distance, 1e-5f);
}

// Matrices of float have the alignment of a float: an eye may start at any of them.
static void an_eye_may_lie_anywhere(void **state)
{
    (void)state;
    wb_eye expected = wb_orbit_eye(&orbit, WIDTH, HEIGHT);
    for (size_t shift = 1; shift <= 8; shift++) {
        _Alignas(64) float memory[8 + sizeof(wb_eye) / sizeof(float)];
        wb_eye *eye = (wb_eye *)(memory + shift);
        *eye = wb_orbit_eye(&orbit, WIDTH, HEIGHT);
        assert_memory_equal(eye, &expected, sizeof expected);
    }
    // The compiler may have the function write here at once, rather than copy.
    _Alignas(64) struct {
        float before;
        wb_eye eye;
    } shifted = {0.0f, wb_orbit_eye(&orbit, WIDTH, HEIGHT)};
    assert_memory_equal(&shifted.eye, &expected, sizeof expected);
}

// Over a grid: the cell under the mouse stays there, whatever the zoom.
static void zooming_keeps_the_cell_under_the_mouse(void **state)
{
    (void)state;
    enum { COLUMNS = 200, ROWS = 100 };
    wb_camera camera = {0};
    float x = 700.0f, y = 300.0f, steps[] = {0.5f, 1.0f, 2.0f, -0.5f};
    wb_grid_view whole = wb_camera_grid(&camera, COLUMNS, ROWS, WIDTH, HEIGHT);
    assert_near(whole.scale, 6.4f, 1e-4f); // 200 cells over 1,280 pixels, in the middle
    assert_near(whole.x, 0.0f, 1e-3f);
    assert_near(whole.y, 80.0f, 1e-3f);
    float column = (x - whole.x) / whole.scale, row = (y - whole.y) / whole.scale;
    for (int i = 0; i < 4; i++) {
        float before = wb_camera_grid(&camera, COLUMNS, ROWS, WIDTH, HEIGHT).scale;
        wb_camera_zoom(&camera, COLUMNS, ROWS, WIDTH, HEIGHT, x, y, steps[i]);
        wb_grid_view view = wb_camera_grid(&camera, COLUMNS, ROWS, WIDTH, HEIGHT);
        assert_near(view.scale / before, exp2f(steps[i]), 1e-4f);
        assert_near((x - view.x) / view.scale, column, 0.01f);
        assert_near((y - view.y) / view.scale, row, 0.01f);
    }
    wb_grid_view before = wb_camera_grid(&camera, COLUMNS, ROWS, WIDTH, HEIGHT);
    wb_camera_pan(&camera, COLUMNS, ROWS, WIDTH, HEIGHT, 30.0f, -20.0f); // and follows when dragged
    wb_grid_view view = wb_camera_grid(&camera, COLUMNS, ROWS, WIDTH, HEIGHT);
    assert_near(view.x - before.x, 30.0f, 0.01f);
    assert_near(view.y - before.y, -20.0f, 0.01f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_target_is_in_the_middle),
        cmocka_unit_test(a_ray_meets_what_is_drawn_there),
        cmocka_unit_test(a_hand_is_under_the_mouse),
        cmocka_unit_test(panning_follows_the_mouse),
        cmocka_unit_test(a_narrow_picture_shows_the_whole),
        cmocka_unit_test(turning_keeps_distance_and_never_flips),
        cmocka_unit_test(an_eye_may_lie_anywhere),
        cmocka_unit_test(zooming_keeps_the_cell_under_the_mouse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
