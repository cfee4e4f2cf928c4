/* FLIP against values of the authors' own program, and against what follows from its definition. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "flip.h"
#include "helper.h"

enum { WIDTH = 48, HEIGHT = 32 };

typedef struct colour {
    int red, green, blue;
} colour;

typedef colour (*painter)(int x, int y);

static wb_image paint(painter colour_at)
{
    wb_image image;
    assert_true(wb_image_create(&image, WIDTH, HEIGHT));
    for (int k = 0; k < WIDTH * HEIGHT; k++) {
        colour c = colour_at(k % WIDTH, k / WIDTH);
        image.rgba[4 * k] = (uint8_t)c.red;
        image.rgba[4 * k + 1] = (uint8_t)c.green;
        image.rgba[4 * k + 2] = (uint8_t)c.blue;
    }
    return image;
}

static double flip_of(painter expected, painter actual)
{
    wb_image a = paint(expected), b = paint(actual);
    double one_way = -1.0, other_way = -1.0;
    assert_true(wb_flip(&a, &b, &one_way));
    assert_true(wb_flip(&b, &a, &other_way));
    assert_float_equal(one_way, other_way, 1e-9);
    wb_image_free(&a);
    wb_image_free(&b);
    return one_way;
}

#define PLAIN(name, ...)                                                                           \
    static colour name(int x, int y)                                                               \
    {                                                                                              \
        (void)x, (void)y;                                                                          \
        return (colour){__VA_ARGS__};                                                              \
    }
PLAIN(black, 0, 0, 0)
PLAIN(white, 255, 255, 255)
PLAIN(red, 255, 0, 0)
PLAIN(green, 0, 255, 0)
PLAIN(blue, 0, 0, 255)
PLAIN(grey, 90, 90, 90)
PLAIN(brown, 100, 90, 80)
PLAIN(night, 10, 10, 30)

static colour pattern(int x, int y)
{
    return (colour){(x * 37 + y * 11) % 256, (x * 5 + y * 91) % 256, x * y * 3 % 256};
}

static colour greener_pattern(int x, int y)
{
    return (colour){(x * 37 + y * 11) % 256, (x * 5 + y * 91 + 40) % 256, x * y * 3 % 256};
}

static colour edge(int x, int y)
{
    (void)y;
    return x < 24 ? (colour){200, 200, 200} : (colour){40, 60, 80};
}

static colour moved_edge(int x, int y)
{
    (void)y;
    return x < 26 ? (colour){200, 200, 200} : (colour){40, 60, 80};
}

static colour star(int x, int y)
{
    return x == 20 && y == 15 ? (colour){255, 220, 40} : night(x, y);
}

// Plain pictures have neither edges nor points, and filters leave them as they are. Of black and
// white: 100 between them in L*, and 203.2 between green and blue, the largest distance; to the
// power of 0.7, 25.12 of 41.3, where 0.4 of that is 0.95 of the range: 0.95 + 0.05 * 0.348.
static void black_and_white_by_hand(void **state)
{
    (void)state;
    assert_float_equal(flip_of(black, white), 0.9674, 5e-5);
    assert_float_equal(flip_of(green, blue), 1.0, 1e-6);
}

static void no_difference_is_none(void **state)
{
    (void)state;
    assert_true(flip_of(pattern, pattern) == 0.0);
}

// The mean that NVIDIA's flip (version 1.6, at the 67 pixels a degree that it takes by itself)
// prints for these pictures. It takes rounded constants for the white.
static void the_authors_program_agrees(void **state)
{
    (void)state;
    static const struct {
        painter expected, actual;
        double flip;
    } cases[] = {
        {black, white, 0.967399},
        {red, green, 0.986684},
        {green, blue, 1.000000},
        {grey, brown, 0.141231},
        {edge, moved_edge, 0.085657},
        {night, star, 0.009390},
        {pattern, greener_pattern, 0.485000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_float_equal(flip_of(cases[i].expected, cases[i].actual), cases[i].flip, 3e-5);
}

static void pictures_of_other_sizes_are_refused(void **state)
{
    (void)state;
    wb_image a = paint(grey), b;
    double flip;
    assert_true(wb_image_create(&b, WIDTH, HEIGHT + 1));
    forget_messages();
    assert_false(wb_flip(&a, &b, &flip));
    assert_one_message("differ in size: 48 x 32 and 48 x 33");
    wb_image_free(&a);
    wb_image_free(&b);
}

// Smaller than any kernel.
static void one_pixel_is_a_picture(void **state)
{
    (void)state;
    wb_image a, b;
    double flip;
    assert_true(wb_image_create(&a, 1, 1) && wb_image_create(&b, 1, 1));
    for (int k = 0; k < 3; k++) b.rgba[k] = 255;
    assert_true(wb_flip(&a, &b, &flip));
    assert_float_equal(flip, 0.9674, 5e-5);
    wb_image_free(&a);
    wb_image_free(&b);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, clear_scratch)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(black_and_white_by_hand),    TEST(no_difference_is_none),
        TEST(the_authors_program_agrees), TEST(pictures_of_other_sizes_are_refused),
        TEST(one_pixel_is_a_picture),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
