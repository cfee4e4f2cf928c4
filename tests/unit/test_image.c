/* Pictures: PNG files of all kinds, files that are not, and the comparison at its limits. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/image.h"
#include "difference.h"
#include "helper.h"
#include "limit.h"

#include <stdbool.h>

/* A picture in which neighbours, channels and alpha differ. */
static wb_image pattern(int width, int height)
{
    wb_image image;
    assert_true(wb_image_create(&image, width, height));
    for (int k = 0; k < width * height * 4; k++) image.rgba[k] = (uint8_t)(k * 37 + k / 256);
    return image;
}

static void a_new_picture_is_black_and_opaque(void **state)
{
    (void)state;
    static const uint8_t expected[] = {0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255};
    wb_image image;
    assert_true(wb_image_create(&image, 3, 1));
    assert_true(image.width == 3 && image.height == 1);
    assert_memory_equal(image.rgba, expected, sizeof expected);
    wb_image_free(&image);
    assert_null(image.rgba);
    wb_image_free(&image);
}

static void sides_out_of_range_are_refused(void **state)
{
    (void)state;
    static const int sides[][2] = {{0, 5}, {5, 0}, {-1, 5}, {5, -1}, {16385, 1}, {1, 16385}};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        wb_image image;
        forget_messages();
        assert_false(wb_image_create(&image, sides[k][0], sides[k][1]));
        assert_one_message("each side must be from 1 to 16384");
        assert_null(image.rgba);
    }
    wb_image image;
    assert_true(wb_image_create(&image, WB_IMAGE_LARGEST_SIDE, 1));
    wb_image_free(&image);
}

static void a_written_picture_comes_back_opaque(void **state)
{
    (void)state;
    wb_image image = pattern(61, 43), again;
    assert_true(wb_image_write(&image, in_scratch("a.png")));
    assert_true(wb_image_read(&again, in_scratch("a.png")));
    assert_true(again.width == 61 && again.height == 43);
    for (int k = 3; k < 61 * 43 * 4; k += 4) image.rgba[k] = 255;
    assert_memory_equal(again.rgba, image.rgba, 61 * 43 * 4);
    assert_int_equal(scratch_files(0), 1);
    wb_image_free(&image);
    wb_image_free(&again);
}

/* PNG files of kinds that wb_image_write() does not write, put together chunk by chunk. */
typedef struct png {
    uint8_t bytes[512];
    size_t size;
} png;

static void put_u32(png *file, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        file->bytes[file->size++] = (uint8_t)(value >> shift);
}

static void put_chunk(png *file, const char *type, const void *data, uint32_t size)
{
    put_u32(file, size);
    size_t start = file->size;
    memcpy(file->bytes + start, type, 4);
    if (size > 0) memcpy(file->bytes + start + 4, data, size);
    file->size += 4 + size;
    uint32_t crc = UINT32_MAX; // the CRC of PNG's specification
    for (size_t k = start; k < file->size; k++) {
        crc ^= file->bytes[k];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
    }
    put_u32(file, ~crc);
}

static void put_start(png *file, uint32_t width, uint32_t height, uint8_t depth, uint8_t colour)
{
    *file = (png){.bytes = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, .size = 8};
    png header = {0};
    put_u32(&header, width);
    put_u32(&header, height);
    memcpy(header.bytes + 8, (uint8_t[]){depth, colour, 0, 0, 0}, 5);
    put_chunk(file, "IHDR", header.bytes, 13);
}

/* The lines, each with its filter byte in front, in one stored (not compressed) block of zlib. */
static void put_lines_and_end(png *file, const uint8_t *lines, uint8_t size)
{
    png data = {.bytes = {0x78, 0x01, 1, size, 0, (uint8_t)~size, 0xff}, .size = 7};
    uint32_t low = 1, high = 0; // Adler-32
    for (int k = 0; k < size; k++) {
        data.bytes[data.size++] = lines[k];
        low = (low + lines[k]) % 65521;
        high = (high + low) % 65521;
    }
    put_u32(&data, high << 16 | low);
    put_chunk(file, "IDAT", data.bytes, (uint32_t)data.size);
    put_chunk(file, "IEND", NULL, 0);
}

static void assert_reads_as(const png *file, int width, int height, const uint8_t *rgba)
{
    wb_image image;
    write_file("a.png", file->bytes, file->size);
    if (!wb_image_read(&image, in_scratch("a.png"))) fail_msg("%s", last_message);
    assert_true(image.width == width && image.height == height);
    assert_memory_equal(image.rgba, rgba, (size_t)(width * height * 4));
    wb_image_free(&image);
}

static void all_kinds_of_png_are_read(void **state)
{
    (void)state;
    png file;
    put_start(&file, 2, 1, 8, 0); // grey
    put_lines_and_end(&file, (uint8_t[]){0, 7, 200}, 3);
    assert_reads_as(&file, 2, 1, (uint8_t[]){7, 7, 7, 255, 200, 200, 200, 255});

    put_start(&file, 1, 2, 8, 4); // grey and alpha
    put_lines_and_end(&file, (uint8_t[]){0, 7, 8, 0, 9, 10}, 6);
    assert_reads_as(&file, 1, 2, (uint8_t[]){7, 7, 7, 8, 9, 9, 9, 10});

    put_start(&file, 1, 1, 8, 6); // red green blue alpha
    put_lines_and_end(&file, (uint8_t[]){0, 1, 2, 3, 4}, 5);
    assert_reads_as(&file, 1, 1, (uint8_t[]){1, 2, 3, 4});

    put_start(&file, 1, 1, 16, 2); // 16 bits a channel
    put_lines_and_end(&file, (uint8_t[]){0, 1, 99, 2, 99, 3, 99}, 7);
    assert_reads_as(&file, 1, 1, (uint8_t[]){1, 2, 3, 255});

    put_start(&file, 3, 1, 2, 3); // palette, 2 bits a pixel: entries 2, 0, 1
    put_chunk(&file, "PLTE", (uint8_t[]){1, 2, 3, 4, 5, 6, 7, 8, 9}, 9);
    put_lines_and_end(&file, (uint8_t[]){0, 0x84}, 2);
    assert_reads_as(&file, 3, 1, (uint8_t[]){7, 8, 9, 255, 1, 2, 3, 255, 4, 5, 6, 255});
}

static void assert_unreadable(const void *bytes, size_t size, const char *part)
{
    wb_image image;
    forget_messages();
    write_file("a.png", bytes, size);
    assert_false(wb_image_read(&image, in_scratch("a.png")));
    assert_one_message(part);
    assert_one_message("cannot read the picture");
    assert_true(image.rgba == NULL && image.width == 0 && image.height == 0);
}

/* stb would read the second and third of these. */
static void only_png_is_read(void **state)
{
    (void)state;
    assert_unreadable("", 0, "the file is empty");
    assert_unreadable("P6\n1 1\n255\nabc", 14, "it is not a PNG file");
    assert_unreadable("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff\x2c\x00\x00\x00"
                      "\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b",
                      35, "it is not a PNG file");
    assert_unreadable("\x89PNG\n\x1a\n\n", 8, "it is not a PNG file");

    wb_image image;
    forget_messages();
    assert_false(wb_image_read(&image, in_scratch("none.png")));
    assert_one_message("cannot read");
}

static void png_cut_short_anywhere(void **state)
{
    (void)state;
    wb_image image = pattern(20, 10);
    assert_true(wb_image_write(&image, in_scratch("whole.png")));
    wb_image_free(&image);
    uint8_t file[2048];
    size_t size = read_file("whole.png", file, sizeof file);
    assert_in_range(size, 100, sizeof file - 1);
    for (size_t length = 1; length < size; length++)
        assert_unreadable(file, length, "the file ends early");
}

static void damaged_png(void **state)
{
    (void)state;
    static const uint8_t lines[] = {0, 1, 2, 3, 0, 4, 5, 6};
    png file;
    put_start(&file, 1, 3, 8, 2); // one line more than the data has
    put_lines_and_end(&file, lines, sizeof lines);
    assert_unreadable(file.bytes, file.size, "not enough pixels");
    put_start(&file, 1, 2, 8, 2);
    put_lines_and_end(&file, lines, sizeof lines);
    file.bytes[8 + 25 + 8] = 0xff; // zlib's first byte
    assert_unreadable(file.bytes, file.size, "zlib");
    file.bytes[15] = 'X'; // IHDX
    assert_unreadable(file.bytes, file.size, "damaged at its start");
    assert_unreadable("\x89PNG\r\n\x1a\n\0\0\0\0IHDR\0\0\0", 20, "damaged at its start");
    put_start(&file, 1, 2, 8, 2);
    put_chunk(&file, "IEND", NULL, 0);
    assert_unreadable(file.bytes, file.size, "no IDAT");
    put_start(&file, 0, 2, 8, 2);
    put_lines_and_end(&file, lines, sizeof lines);
    assert_unreadable(file.bytes, file.size, "0-pixel");
}

/* A few bytes can claim to be a picture that fills the memory. */
static void png_that_claims_to_be_huge(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{16385, 1}, {1, 16385}, {UINT32_MAX, UINT32_MAX}};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        png file;
        put_start(&file, sides[k][0], sides[k][1], 8, 2);
        put_lines_and_end(&file, (uint8_t[]){0}, 1);
        assert_unreadable(file.bytes, file.size, "a side is longer than 16384 pixels");
    }
}

/* A full disk, or a directory that is not there. */
static void a_failed_write_leaves_nothing(void **state)
{
    (void)state;
    wb_image image = pattern(200, 200);
    if (!limit_file_size(5000)) skip();
    write_file("a.png", "old", 3);
    bool written = wb_image_write(&image, in_scratch("a.png"));
    limit_file_size(0);
    assert_false(written);
    assert_one_message("cannot write");
    char text[8];
    assert_int_equal(read_file("a.png", text, sizeof text), 3);
    assert_memory_equal(text, "old", 3);
    assert_int_equal(scratch_files(1), 1);

    forget_messages();
    assert_false(wb_image_write(&image, in_scratch("none/a.png")));
    assert_one_message("cannot write");
    assert_int_equal(scratch_files(0), 0);
    wb_image_free(&image);
}

static void equal_pictures_compare_equal(void **state)
{
    (void)state;
    wb_image a = pattern(50, 20), b = pattern(50, 20);
    b.rgba[3] ^= 0xff; // alpha
    wb_image_comparison result;
    assert_true(wb_image_compare(&a, &b, &result, NULL));
    assert_true(result.same);
    assert_int_equal(result.largest, 0);
    assert_int_equal(result.over, 0);
    assert_true(result.share == 0);
    assert_true(result.first_x == -1 && result.first_y == -1);
    wb_image_free(&a);
    wb_image_free(&b);
}

/* Compares a black picture with one in which `changed` pixels, from (3, 1) on, are `value` in one
 * channel. */
static wb_image_comparison compare_changed(int width, int height, int changed, uint8_t value,
                                           int channel)
{
    wb_image a, b;
    assert_true(wb_image_create(&a, width, height));
    assert_true(wb_image_create(&b, width, height));
    for (int k = 0; k < changed; k++) b.rgba[4 * (width + 3 + k) + channel] = value;
    wb_image_comparison one_way, other_way;
    assert_true(wb_image_compare(&a, &b, &one_way, NULL));
    assert_true(wb_image_compare(&b, &a, &other_way, NULL));
    assert_int_equal(one_way.same, other_way.same);
    assert_int_equal(one_way.largest, other_way.largest);
    assert_int_equal(one_way.over, other_way.over);
    wb_image_free(&a);
    wb_image_free(&b);
    return one_way;
}

static void the_tolerance_is_not_over(void **state)
{
    (void)state;
    for (int channel = 0; channel < 3; channel++) {
        wb_image_comparison result = compare_changed(50, 20, 900, 2, channel);
        assert_true(result.same && result.largest == 2 && result.over == 0);
        assert_true(result.first_x == -1 && result.first_y == -1);
        result = compare_changed(50, 20, 900, 3, channel);
        assert_true(!result.same && result.largest == 3 && result.over == 900);
        assert_true(result.first_x == 3 && result.first_y == 1);
        assert_true(result.share == 0.9);
    }
}

static void the_allowed_share_is_allowed(void **state)
{
    (void)state;
    assert_true(compare_changed(50, 20, 1, 255, 1).same); // 1 of 1,000
    assert_false(compare_changed(50, 20, 2, 255, 1).same);
    assert_false(compare_changed(37, 27, 1, 255, 1).same); // 1 of 999
    assert_true(compare_changed(100, 70, 7, 255, 1).same); // 7 of 7,000
    assert_false(compare_changed(100, 70, 8, 255, 1).same);
}

static void the_difference_is_four_times_as_bright(void **state)
{
    (void)state;
    wb_image a, b, difference;
    wb_image_comparison result;
    assert_true(wb_image_create(&a, 2, 1));
    assert_true(wb_image_create(&b, 2, 1));
    memcpy(a.rgba, (uint8_t[]){10, 100, 0, 0, 255, 0, 0, 0}, 8);
    memcpy(b.rgba, (uint8_t[]){13, 37, 64, 9, 0, 0, 0, 9}, 8);
    static const uint8_t expected[] = {12, 252, 255, 255, 255, 0, 0, 255};
    assert_true(wb_image_compare(&a, &b, &result, &difference));
    assert_memory_equal(difference.rgba, expected, sizeof expected);
    assert_int_equal(result.largest, 255);
    wb_image_free(&a);
    wb_image_free(&b);
    wb_image_free(&difference);
}

static void pictures_of_different_sizes(void **state)
{
    (void)state;
    wb_image a = pattern(2, 3), b = pattern(3, 2), c = pattern(2, 2), difference;
    wb_image_comparison result;
    assert_false(wb_image_compare(&a, &b, &result, &difference));
    assert_one_message("2 x 3 and 3 x 2 pixels");
    assert_null(difference.rgba);
    assert_false(wb_image_compare(&a, &c, &result, NULL));
    assert_false(wb_image_compare(&b, &c, &result, NULL));
    wb_image_free(&a);
    wb_image_free(&b);
    wb_image_free(&c);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, clear_scratch)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_picture_is_black_and_opaque),
        TEST(sides_out_of_range_are_refused),
        TEST(a_written_picture_comes_back_opaque),
        TEST(all_kinds_of_png_are_read),
        TEST(only_png_is_read),
        TEST(png_cut_short_anywhere),
        TEST(damaged_png),
        TEST(png_that_claims_to_be_huge),
        TEST(a_failed_write_leaves_nothing),
        TEST(equal_pictures_compare_equal),
        TEST(the_tolerance_is_not_over),
        TEST(the_allowed_share_is_allowed),
        TEST(the_difference_is_four_times_as_bright),
        TEST(pictures_of_different_sizes),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
