/* Compares two pictures as the tests do; see HELP. */
#include "base/file.h"
#include "base/message.h"
#include "difference.h"
#include "flip.h"

#include <getopt.h>
#include <stdio.h>

enum { SAME = 0, DIFFERENT = 1, TROUBLE = 2 };

static const char USAGE[] = "usage: wb_compare EXPECTED.png ACTUAL.png [--difference OUT.png]";

static const char HELP[] =
    "\n"
    "Compares two pictures and prints one line: whether they are the same, which is how many "
    "pixels\n"
    "differ, and by how much the difference shows.\n"
    "\n"
    "  --difference OUT.png  write a picture of the differences, four times as strong\n"
    "  --help                this text\n"
    "\n"
    "A pixel differs if one of its colours does by more than %d of 255. Pictures are the same if "
    "no\n"
    "more than %.1f %% of the pixels differ. FLIP (0: nothing is seen, 1: as much as can be) is "
    "the\n"
    "mean of the perceptual difference that NVIDIA has published under that name; it decides\n"
    "nothing.\n"
    "\n"
    "exit status: 0 the same, 1 different, 2 wrong usage or an unreadable file\n";

static void print_comparison(const wb_image_comparison *result, double flip)
{
    printf("%s: largest difference %d of 255; %.4f %% of the pixels differ by more than %d "
           "(allowed: %.1f %%)",
           result->same ? "same" : "different", result->largest, 100 * result->share,
           WB_IMAGE_TOLERANCE, 100 * WB_IMAGE_SHARE_ALLOWED);
    if (result->over > 0)
        printf(", the first at column %d, row %d", result->first_x, result->first_y);
    printf("; FLIP %.5f\n", flip);
}

static int compare(const char *expected_path, const char *actual_path, const char *difference_path)
{
    wb_image expected = {0}, actual = {0}, difference = {0};
    wb_image_comparison result;
    double flip;
    int status = TROUBLE;
    if (!wb_image_read(&expected, expected_path) || !wb_image_read(&actual, actual_path)) goto done;
    if (expected.width != actual.width || expected.height != actual.height) {
        printf("different: expected %d x %d pixels, got %d x %d\n", expected.width, expected.height,
               actual.width, actual.height);
        status = DIFFERENT;
        goto done;
    }
    if (!wb_image_compare(&expected, &actual, &result, difference_path ? &difference : NULL))
        goto done;
    if (difference_path != NULL && !wb_image_write(&difference, difference_path)) goto done;
    if (!wb_flip(&expected, &actual, &flip)) goto done;
    print_comparison(&result, flip);
    status = result.same ? SAME : DIFFERENT;
done:
    wb_image_free(&expected);
    wb_image_free(&actual);
    wb_image_free(&difference);
    return status;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"difference", required_argument, NULL, 'd'}, {"help", no_argument, NULL, 'h'}, {0}};
    const char *difference_path = NULL;
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h') {
            printf("%s\n", USAGE);
            printf(HELP, WB_IMAGE_TOLERANCE, 100 * WB_IMAGE_SHARE_ALLOWED);
            return SAME;
        }
        if (option != 'd') return TROUBLE; // getopt has said why
        difference_path = optarg;
    }
    if (argc - optind != 2) {
        wb_error("%s; see --help", USAGE);
        return TROUBLE;
    }
    int status = compare(argv[optind], argv[optind + 1], difference_path);
    return wb_file_end_stdout() ? status : TROUBLE;
}
