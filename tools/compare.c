/* Compares two pictures as the tests do: wb_compare EXPECTED.png ACTUAL.png [--difference OUT.png].
 * Prints one line. Exit status: 0 the same, 1 different, 2 wrong usage or an unreadable file. */
#include "base/image.h"
#include "base/message.h"

#include <getopt.h>
#include <stdio.h>

enum { SAME = 0, DIFFERENT = 1, TROUBLE = 2 };

static void print_comparison(const wb_image_comparison *result)
{
    printf("%s: largest difference %d of 255; %.4f %% of the pixels differ by more than %d "
           "(allowed: %.1f %%)",
           result->same ? "same" : "different", result->largest, 100 * result->share,
           WB_IMAGE_TOLERANCE, 100 * WB_IMAGE_SHARE_ALLOWED);
    if (result->over > 0)
        printf(", the first at column %d, row %d", result->first_x, result->first_y);
    printf("\n");
}

static int compare(const char *expected_path, const char *actual_path, const char *difference_path)
{
    wb_image expected = {0}, actual = {0}, difference = {0};
    wb_image_comparison result;
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
    print_comparison(&result);
    status = result.same ? SAME : DIFFERENT;
done:
    wb_image_free(&expected);
    wb_image_free(&actual);
    wb_image_free(&difference);
    return status;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"difference", required_argument, NULL, 'd'}, {0}};
    const char *difference_path = NULL;
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option != 'd') return TROUBLE; // getopt has said why
        difference_path = optarg;
    }
    if (argc - optind != 2) {
        wb_error("usage: wb_compare EXPECTED.png ACTUAL.png [--difference OUT.png]");
        return TROUBLE;
    }
    return compare(argv[optind], argv[optind + 1], difference_path);
}
