/* Arrays in .npy and .csv files: what is written comes back bit for bit, and what does not fit is
 * refused with a message that helps. numpy_roundtrip.py does the same together with NumPy. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/array.h"
#include "os/path.h"
#include "helper.h"
#include "limit.h"

#include <math.h>

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

/* The bits of floats that a careless way through text or registers changes. */
static const uint32_t float_bits[12] = {
    0x00000000, 0x80000000, // 0 and -0
    0x00000001, 0x807fffff, // denormals: the least, and the greatest with a minus
    0x00800000, 0x7f7fffff, // the least and the greatest normal number
    0x3f800001, 0x3dcccccd, // next to 1; 0.1
    0x7f800000, 0xff800000, // infinities
    0x7fc12345, 0xff800001, // NaN with a payload; a signalling one
};
enum { FLOATS_WITHOUT_NAN = 10 };

static void assert_comes_back(const wb_array *array, const char *name)
{
    size_t size = 4 * wb_array_count(array);
    unsigned char data[1024];
    assert_true(size <= sizeof data);
    memset(data, 0x55, sizeof data);
    assert_true(wb_array_save(array, in_scratch(name)));
    wb_array again = *array;
    again.data = data;
    assert_true(wb_array_load(&again, in_scratch(name)));
    if (size > 0) assert_memory_equal(data, array->data, size);
    assert_int_equal(message_count, 0);
    assert_int_equal(scratch_files(1), 1);
}

static void npy_brings_every_bit_back(void **state)
{
    (void)state;
    assert_comes_back(&(wb_array){WB_F32, 2, {3, 4}, (void *)float_bits, NULL}, "a.npy");
    assert_comes_back(&(wb_array){WB_U32, 1, {12}, (void *)float_bits, NULL}, "a.npy");
    assert_comes_back(&(wb_array){WB_I32, 4, {2, 1, 3, 2}, (void *)float_bits, NULL}, "a.NPY");
    assert_comes_back(&(wb_array){WB_I32, 0, {0}, (void *)(float_bits + 1), NULL}, "a.npy");
    assert_comes_back(&(wb_array){WB_F32, 2, {0, 3}, NULL, NULL}, "a.npy");
}

static void csv_brings_every_number_back(void **state)
{
    (void)state;
    assert_comes_back(&(wb_array){WB_F32, 2, {2, 5}, (void *)float_bits, NULL}, "a.csv");
    assert_comes_back(&(wb_array){WB_F32, 1, {FLOATS_WITHOUT_NAN}, (void *)float_bits, NULL},
                      "a.csv");
    assert_comes_back(&(wb_array){WB_U32, 3, {2, 2, 3}, (void *)float_bits, NULL}, "a.csv");
    assert_comes_back(&(wb_array){WB_I32, 1, {12}, (void *)float_bits, NULL}, "a.CSV");
    assert_comes_back(&(wb_array){WB_I32, 1, {2}, (int32_t[]){INT32_MIN, INT32_MAX}, NULL},
                      "a.csv");
    assert_comes_back(&(wb_array){WB_U32, 1, {2}, (uint32_t[]){0, UINT32_MAX}, NULL}, "a.csv");
    assert_comes_back(&(wb_array){WB_U32, 0, {0}, (uint32_t[]){7}, NULL}, "a.csv");
    assert_comes_back(&(wb_array){WB_U32, 2, {3, 0}, NULL, NULL}, "a.csv");
}

/* Nine digits bring every float back; a walk through all exponents. */
static void csv_brings_floats_of_all_sizes_back(void **state)
{
    (void)state;
    enum { COUNT = 251 };
    uint32_t bits[COUNT];
    for (uint32_t k = 0; k < COUNT; k++) bits[k] = k << 23 | (k * 2654435761u & 0x807fffff);
    assert_comes_back(&(wb_array){WB_F32, 1, {COUNT}, bits, NULL}, "a.csv");
}

static void assert_file_holds(const char *name, const char *expected, size_t size)
{
    char text[512];
    assert_int_equal(read_file(name, text, sizeof text), size);
    assert_memory_equal(text, expected, size);
}

static void the_text_of_csv(void **state)
{
    (void)state;
    uint32_t a[] = {1, 2, 3, 4, 5, 6, 7, 4294967295};
    assert_true(wb_array_save(&(wb_array){WB_U32, 3, {2, 2, 2}, a, NULL}, in_scratch("a.csv")));
    assert_file_holds("a.csv", "1,2\n3,4\n5,6\n7,4294967295\n", 25);
    assert_true(wb_array_save(&(wb_array){WB_U32, 1, {2}, a, NULL}, in_scratch("a.csv")));
    assert_file_holds("a.csv", "1\n2\n", 4);
    assert_true(wb_array_save(&(wb_array){WB_F32, 1, {2}, (void *)(float_bits + 10), NULL},
                              in_scratch("a.csv")));
    assert_file_holds("a.csv", "nan\nnan\n", 8);
}

/* The bytes are those that NumPy writes. */
static void the_bytes_of_npy(void **state)
{
    (void)state;
    char expected[128 + 8];
    memset(expected, ' ', 128);
    const char start[] = "\x93NUMPY\x01\x00\x76\x00"
                         "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }";
    memcpy(expected, start, sizeof start - 1);
    memcpy(expected + 127, "\n\x01\x00\x00\x00\xfe\xff\xff\xff", 9);
    assert_true(
        wb_array_save(&(wb_array){WB_I32, 1, {2}, (int32_t[]){1, -2}, NULL}, in_scratch("a.npy")));
    assert_file_holds("a.npy", expected, sizeof expected);
}

/* An .npy file with this dictionary as its header (version 1.0), and `data_size` bytes of data. */
static void write_npy_with(const char *dictionary, size_t data_size)
{
    char file[512] = "\x93NUMPY\x01";
    size_t length = strlen(dictionary);
    file[8] = (char)length;
    assert_true(length < 256);
    memcpy(file + 10, dictionary, length);
    write_file("a.npy", file, 10 + length + data_size);
}

static void assert_refused(wb_array array, const char *name, const char *part)
{
    uint32_t data[64];
    array.data = data;
    assert_true(wb_array_count(&array) <= 64);
    forget_messages();
    assert_false(wb_array_load(&array, in_scratch(name)));
    assert_one_message(part);
}

static const wb_array int_2x3 = {.type = WB_I32, .dimensions = 2, .shape = {2, 3}};
static const wb_array int_6 = {.type = WB_I32, .dimensions = 1, .shape = {6}};
static const wb_array float_2x3 = {.type = WB_F32, .dimensions = 2, .shape = {2, 3}};

static void npy_headers_in_other_spellings(void **state)
{
    (void)state;
    static const char *const good[] = {
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }   \n",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)}",
        "{ 'shape':(2,3,) ,'fortran_order':False,   'descr' : '<i4' , } ",
    };
    for (size_t k = 0; k < COUNT_OF(good); k++) {
        uint32_t data[6];
        wb_array array = int_2x3;
        array.data = data;
        write_npy_with(good[k], 24);
        if (!wb_array_load(&array, in_scratch("a.npy"))) fail_msg("%s: %s", good[k], last_message);
    }
    // Fortran order means nothing in one dimension.
    write_npy_with("{'descr': '<i4', 'fortran_order': True, 'shape': (6,), }", 24);
    wb_array array = int_6;
    array.data = (uint32_t[6]){0};
    assert_true(wb_array_load(&array, in_scratch("a.npy")));
}

static void npy_headers_that_make_no_sense(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "{",
        "{}",
        "'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)} x",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3),,}",
        "{, 'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<i4' 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<i4', 'fortran_order': False}",
        "{'descr': '<i4', 'shape': (2, 3)}",
        "{'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<i4', 'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), 'more': 1}",
        "{'descr': <i4, 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<i4, 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr' '<i4', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': [('x', '<i4'), 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<i4', 'fortran_order': 0, 'shape': (2, 3)}",
        "{'descr': '<i4', 'fortran_order': Falsehood, 'shape': (2, 3)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': 6}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (6)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2 3)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, -3)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3L)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 99999999999999999999)}",
        ("{'descr': '<i4', 'fortran_order': False, 'shape': "
         "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}"), // 33
    };
    for (size_t k = 0; k < COUNT_OF(bad); k++) {
        write_npy_with(bad[k], 24);
        assert_refused(int_2x3, "a.npy", "a header that cannot be understood");
    }
    // A zero byte hides what follows it; and a length that no header has.
    write_npy_with("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)}", 24);
    char file[256];
    size_t size = read_file("a.npy", file, sizeof file);
    file[8] = (char)(file[8] + 2);
    write_file("a.npy", file, size + 2);
    assert_refused(int_2x3, "a.npy", "a header that cannot be understood");
    write_file("a.npy", "\x93NUMPY\x02\x00\xff\xff\xff\xff{}", 14);
    assert_refused(int_2x3, "a.npy", "a header that cannot be understood");
}

static void npy_versions(void **state)
{
    (void)state;
    const char *dictionary = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }\n";
    size_t length = strlen(dictionary);
    int32_t data[6], expected[6] = {1, 2, 3, 4, 5, -6};
    wb_array array = int_2x3;
    array.data = data;
    for (int major = 0; major <= 4; major++) {
        char file[128] = "\x93NUMPY";
        file[6] = (char)major;
        file[8] = (char)length;
        size_t start = major == 1 ? 10 : 12;
        memcpy(file + start, dictionary, length);
        memcpy(file + start + length, expected, sizeof expected);
        write_file("a.npy", file, start + length + sizeof expected);
        if (major == 0 || major == 4) {
            assert_refused(int_2x3, "a.npy", major == 0 ? "version 0.0" : "version 4.0");
            continue;
        }
        memset(data, 0, sizeof data);
        assert_true(wb_array_load(&array, in_scratch("a.npy")));
        assert_memory_equal(data, expected, sizeof expected);
    }
}

static void npy_of_another_type(void **state)
{
    (void)state;
    static const char *const types[] = {"<f4", "<u4", "<i8", "<f8", ">i4", "|u1", "|b1", "<U100"};
    for (size_t k = 0; k < COUNT_OF(types); k++) {
        char dictionary[128];
        snprintf(dictionary, sizeof dictionary,
                 "{'descr': '%s', 'fortran_order': False, 'shape': (2, 3)}", types[k]);
        write_npy_with(dictionary, 24);
        assert_refused(int_2x3, "a.npy", types[k]);
        assert_one_message("wanted int32 ('<i4')");
        assert_one_message("numpy.ascontiguousarray(a, dtype=numpy.int32)");
    }
    write_npy_with("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)}", 24);
    assert_refused(float_2x3, "a.npy", "numpy.ascontiguousarray(a, dtype=numpy.float32)");
    write_npy_with("{'descr': [('x', '<i4')], 'fortran_order': False, 'shape': (2, 3)}", 24);
    assert_refused(int_2x3, "a.npy", "[('x', '<i4')], wanted int32");
}

static void npy_in_fortran_order(void **state)
{
    (void)state;
    write_npy_with("{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3)}", 24);
    assert_refused(int_2x3, "a.npy", "Fortran order");
    assert_one_message("numpy.ascontiguousarray(a, dtype=numpy.int32)");
}

static void npy_of_another_shape(void **state)
{
    (void)state;
    write_npy_with("{'descr': '<i4', 'fortran_order': False, 'shape': (3, 2)}", 24);
    assert_refused(int_2x3, "a.npy",
                   "has the shape 3 x 2, wanted 2 x 3\nIn NumPy: a.reshape((2, 3))");
    assert_refused(int_6, "a.npy", "has the shape 3 x 2, wanted 6\nIn NumPy: a.reshape((6,))");
    write_npy_with("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 4)}", 32);
    assert_refused(int_2x3, "a.npy", "has the shape 2 x 4, wanted 2 x 3");
    assert_null(strstr(last_message, "reshape"));
    write_npy_with("{'descr': '<i4', 'fortran_order': False, 'shape': ()}", 4);
    assert_refused(int_6, "a.npy", "has the shape one number, wanted 6");
    write_npy_with("{'descr': '<i4', 'fortran_order': False, 'shape': (1, 1, 1, 1, 2, 3)}", 24);
    assert_refused(int_2x3, "a.npy", "has the shape 1 x 1 x 1 x 1 x 2 x 3, wanted 2 x 3");
    write_npy_with("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3, 1)}", 24);
    assert_refused(int_2x3, "a.npy", "has the shape 2 x 3 x 1, wanted 2 x 3");
    // Sizes whose product wraps around to 6
    write_npy_with("{'descr': '<i4', 'fortran_order': False,"
                   " 'shape': (9223372036854775811, 2)}",
                   24);
    assert_refused(int_6, "a.npy", "has the shape 9223372036854775811 x 2, wanted 6");
    assert_null(strstr(last_message, "reshape"));
}

/* Every beginning of a good file, and the file with one byte more. */
static void npy_cut_short_or_too_long(void **state)
{
    (void)state;
    int32_t data[6] = {1, 2, 3, 4, 5, 6};
    wb_array array = int_2x3;
    array.data = data;
    assert_true(wb_array_save(&array, in_scratch("a.npy")));
    char file[256] = {0};
    size_t size = read_file("a.npy", file, sizeof file);
    assert_int_equal(size, 128 + 24);
    for (size_t length = 0; length < size; length++) {
        write_file("b.npy", file, length);
        assert_refused(int_2x3, "b.npy", "ends early");
    }
    write_file("b.npy", file, size + 1);
    assert_refused(int_2x3, "b.npy", "goes on after its last number");
}

static void other_files_under_the_name_of_npy(void **state)
{
    (void)state;
    write_file("a.npy", "1,2,3\n4,5,6\n", 12);
    assert_refused(int_2x3, "a.npy", "is not an .npy file");
    assert_refused(int_2x3, "none.npy", "cannot read");
    assert_refused(int_2x3, "none.csv", "cannot read");
    assert_true(wb_path_make_directory(in_scratch(".dir.npy"))); // stays until the end
    assert_refused(int_2x3, ".dir.npy", "Is a directory");
    assert_refused(int_2x3, "a.txt", "must end in .npy or .csv");
    assert_false(wb_array_save(&int_2x3, in_scratch("a.txt")));
}

static bool load_text(const char *text, wb_array *array)
{
    forget_messages();
    write_file("a.csv", text, strlen(text));
    return wb_array_load(array, in_scratch("a.csv"));
}

static void csv_in_other_spellings(void **state)
{
    (void)state;
    static const char *const good[] = {
        "1,2,3\n4,5,-6\n",
        "1,2,3\n4,5,-6",
        "1,2,3\r\n4,5,-6\r\n",
        "1,2,3\n4,5,-6\n\n \r\n\t\n",
        " 1, 2,\t3 \n+4 ,05,-6 ",
        "# x,y,z\n#\r\n# more\n1,2,3\n4,5,-6\n",
        "\xef\xbb\xbf# from a spreadsheet\r\n1,2,3\r\n4,5,-6\r\n",
    };
    static const int32_t expected[6] = {1, 2, 3, 4, 5, -6};
    static const float expected_floats[6] = {1, 2, 3, 4, 5, -6};
    for (size_t k = 0; k < COUNT_OF(good); k++) {
        int32_t data[6] = {0};
        wb_array array = {WB_I32, 2, {2, 3}, data, NULL};
        if (!load_text(good[k], &array)) fail_msg("%s: %s", good[k], last_message);
        assert_memory_equal(data, expected, sizeof expected);
        array.type = WB_F32;
        assert_true(load_text(good[k], &array));
        assert_memory_equal(data, expected_floats, sizeof expected_floats);
    }
    uint32_t none;
    wb_array empty = {WB_U32, 2, {0, 3}, &none, NULL};
    assert_true(load_text("", &empty));
    assert_true(load_text("# nothing\n\n", &empty));
}

// A list in one line is still that list.
static void csv_list_in_a_line(void **state)
{
    (void)state;
    int32_t got[3];
    wb_array list = {WB_I32, 1, {3}, got, NULL};
    assert_true(load_text("4,-5,6\n", &list));
    assert_true(got[0] == 4 && got[1] == -5 && got[2] == 6);
    assert_false(load_text("4,-5\n", &list));
    assert_one_message("wanted 3 x 1 for an array of 3");
    forget_messages();
}

static void csv_floats_in_other_spellings(void **state)
{
    (void)state;
    float data[6];
    wb_array array = {WB_F32, 2, {2, 3}, data, NULL};
    assert_true(load_text("nan,-inf,Infinity\n.5,1e-60,1.17549421e-38\n", &array));
    assert_true(isnan(data[0]));
    assert_true(data[1] == -INFINITY && data[2] == INFINITY);
    assert_true(data[3] == 0.5f && data[4] == 0 && data[5] == 0x1.fffffcp-127f);
}

static void csv_that_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"1,2,x\n4,5,6\n", "a.csv:1: 'x' is not a number of the type int32"},
        {"# one\n1,2,3\n4,5 5,6\n", "a.csv:3: '5 5' is not a number"},
        {"1,2,3\n4,5.0,6\n", "a.csv:2: '5.0' is not a number"},
        {"1,2,3\n4,5,2147483648\n", "a.csv:2: '2147483648' is not a number"},
        {"1,2,3\n4,5,-2147483649\n", "(-2147483648 to 2147483647)"},
        {"1,2,3\n4,5,99999999999999999999\n", "a.csv:2: '99999999999999999999' is not"},
        {"1,2,0x3\n4,5,6\n", "a.csv:1: '0x3' is not a number"},
        {"1,2,nan\n4,5,6\n", "a.csv:1: 'nan' is not a number"},
        {"1;2;3\n4;5;6\n", "a.csv:1: '1;2;3' is not a number"},
        {"1,2,3\r4,5,6\r", "a.csv:1: '3?4' is not a number"},
        {"1,2,\xe2\x88\x92"
         "3\n4,5,6\n",
         "a.csv:1: '???3' is not a number"},
        {"1,2,3\n#\n4,5,6\n", "a.csv:2: '#' is not a number"},
        {"x,y,z\n1,2,3\n4,5,6\n", "a.csv:1: 'x' is not a number"},
        {"x,y,z\n1,2,3\n4,5,6\n", "behind a #"},
        {"1,,3\n4,5,6\n", "a.csv:1: a number is missing"},
        {"1,2,\n3,4,5\n", "a.csv:1: a number is missing"},
        {",1,2\n3,4,5\n", "a.csv:1: a number is missing"},
        {"1,2,3\n\n4,5,6\n", "a.csv:2: a number is missing"},
        {"1,2,3\n4,5,6,", "a.csv:2: a number is missing"},
        {"1,2,3\n4,5\n", "a.csv:2: this line has 2 numbers, the lines before it have 3"},
        {"1,2,3\n4,5,6,7\n", "a.csv:2: this line has 4 numbers, the lines before it have 3"},
        {"1,2\n3,4\n5,6\n", "has the shape 3 x 2 (lines x numbers in a line), wanted 2 x 3"},
        {"1,2,3\n4,5,6\n7,8,9\n", "has the shape 3 x 3"},
        {"1,2,3\n", "has the shape 1 x 3"},
        {"1,2\n3,4\n", "has the shape 2 x 2"},
        {"", "has the shape 0 x 0"},
    };
    for (size_t k = 0; k < COUNT_OF(bad); k++) {
        write_file("a.csv", bad[k].text, strlen(bad[k].text));
        assert_refused(int_2x3, "a.csv", bad[k].part);
    }
    write_file("a.csv", "1,2,3\n4,5,6\n\0", 13);
    assert_refused(int_2x3, "a.csv", "is not a text file");
    write_file("a.csv", "1,2,3\n4,5,6\n", 12);
    assert_refused(int_6, "a.csv", "wanted 6 x 1 for an array of 6");
}

static void csv_limits_of_uint32(void **state)
{
    (void)state;
    const wb_array one = {.type = WB_U32, .dimensions = 0};
    write_file("a.csv", "4294967296\n", 11);
    assert_refused(one, "a.csv", "'4294967296' is not a number of the type uint32 (0 to");
    write_file("a.csv", "-1\n", 3);
    assert_refused(one, "a.csv", "'-1' is not a number");
}

static void csv_floats_that_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"1e39", "-1e39", "0x1p3", "nan(1)", "1.5f", "--1", "e5", "."};
    const wb_array one = {.type = WB_F32, .dimensions = 0};
    for (size_t k = 0; k < COUNT_OF(bad); k++) {
        write_file("a.csv", bad[k], strlen(bad[k]));
        assert_refused(one, "a.csv", "is not a number of the type float32\n");
        assert_one_message(bad[k]);
    }
}

/* A full disk, or a directory that is not there: false, one message, the old file untouched and no
 * other left. */
static void a_failed_write_leaves_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"a.npy", "a.csv"};
    static uint32_t data[20000];
    wb_array array = {WB_U32, 1, {COUNT_OF(data)}, data, NULL};
    for (size_t k = 0; k < COUNT_OF(names); k++) {
        if (!limit_file_size(20000)) skip();
        write_file(names[k], "old", 3);
        forget_messages();
        bool written = wb_array_save(&array, in_scratch(names[k]));
        limit_file_size(0);
        assert_false(written);
        assert_one_message("cannot write");
        assert_file_holds(names[k], "old", 3);
        assert_int_equal(scratch_files(1), 1);
    }
    forget_messages();
    assert_false(wb_array_save(&array, in_scratch("none/a.npy")));
    assert_one_message("cannot write");
    assert_int_equal(scratch_files(0), 0);
}

static void sizes_beyond_memory(void **state)
{
    (void)state;
    wb_array array = {WB_U32, 2, {SIZE_MAX / 2, 3}, NULL, NULL};
    assert_true(wb_array_count(&array) == SIZE_MAX);
    assert_false(wb_array_save(&array, in_scratch("a.npy")));
    assert_one_message("9223372036854775807 x 3 is larger than any memory");
    assert_int_equal(scratch_files(0), 0);
    array = (wb_array){WB_U32, 3, {SIZE_MAX, SIZE_MAX, 0}, NULL, NULL};
    assert_int_equal(wb_array_count(&array), 0);
    array = (wb_array){WB_U32, 1, {SIZE_MAX / 4}, NULL, NULL}; // the count fits, its bytes do not
    assert_true(wb_array_count(&array) == SIZE_MAX);
    array = (wb_array){WB_U32, 4, {2, 3, 4, 5}, NULL, NULL};
    assert_int_equal(wb_array_count(&array), 120);
    array.dimensions = 0;
    assert_int_equal(wb_array_count(&array), 1);
}

// What a file holds, before there is room for it.
static void probing(void **state)
{
    (void)state;
    wb_array found = {.type = WB_U32};
    const float numbers[6] = {1, 2, 3, 4, 5, 6};
    wb_array saved = {WB_F32, 2, {2, 3}, (void *)numbers, NULL};
    assert_true(wb_array_save(&saved, in_scratch("p.npy")));
    assert_true(wb_array_probe(&found, in_scratch("p.npy")));
    assert_true(found.type == WB_F32 && found.dimensions == 2);
    assert_true(found.shape[0] == 2 && found.shape[1] == 3);

    found = (wb_array){.type = WB_I32};
    assert_true(wb_array_save(&saved, in_scratch("p.csv")));
    assert_true(wb_array_probe(&found, in_scratch("p.csv")));
    assert_true(found.type == WB_I32 && found.dimensions == 2); // a .csv has no type of its own
    assert_true(found.shape[0] == 2 && found.shape[1] == 3);

    write_file("p.csv", "# seven, and blank lines\n1\n2\n3\n4\n5\n6\n7\n\n", 39);
    assert_true(wb_array_probe(&found, in_scratch("p.csv")));
    assert_true(found.dimensions == 1 && found.shape[0] == 7);

    forget_messages();
    write_npy_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}", 48);
    assert_false(wb_array_probe(&found, in_scratch("a.npy")));
    assert_one_message("'<f8'");
    forget_messages();
    static const char claim[] = "\x93NUMPY\1\0\x50\0{'descr': '<u4', 'fortran_order': False, "
                                "'shape': (9223372036854775807,), }   \n";
    write_file("claim.npy", claim, sizeof claim - 1);
    assert_false(wb_array_probe(&found, in_scratch("claim.npy")));
    assert_one_message("ends early");
    forget_messages();
    assert_false(wb_array_probe(&found, in_scratch("none.npy")));
    assert_one_message("none.npy");
}

static void names_of_shapes(void **state)
{
    (void)state;
    char text[100];
    wb_array array = {WB_U32, 2, {512, 256}, NULL, NULL};
    assert_string_equal(wb_array_shape_text(&array, text, sizeof text), "512 x 256");
    assert_string_equal(wb_array_shape_text(&array, text, 6), "512 x");
    array = (wb_array){WB_U32, 4, {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX}, NULL, NULL};
    assert_int_equal(strlen(wb_array_shape_text(&array, text, sizeof text)), 89);
    assert_string_equal(wb_type_name(WB_F32), "float32");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, clear_scratch)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(npy_brings_every_bit_back),
        TEST(csv_brings_every_number_back),
        TEST(csv_brings_floats_of_all_sizes_back),
        TEST(the_text_of_csv),
        TEST(the_bytes_of_npy),
        TEST(npy_headers_in_other_spellings),
        TEST(npy_headers_that_make_no_sense),
        TEST(npy_versions),
        TEST(npy_of_another_type),
        TEST(npy_in_fortran_order),
        TEST(npy_of_another_shape),
        TEST(npy_cut_short_or_too_long),
        TEST(other_files_under_the_name_of_npy),
        TEST(csv_in_other_spellings),
        TEST(csv_list_in_a_line),
        TEST(csv_floats_in_other_spellings),
        TEST(csv_that_is_refused),
        TEST(csv_limits_of_uint32),
        TEST(csv_floats_that_are_refused),
        TEST(a_failed_write_leaves_nothing),
        TEST(sizes_beyond_memory),
        TEST(probing),
        TEST(names_of_shapes),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
