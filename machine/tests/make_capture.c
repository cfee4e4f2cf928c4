// make_capture FILE: writes a small capture, for the tests that take one from a file. Exit status:
// 0 good, 1 not, 77 there is no compiler.
#include "made_capture.h"

int main(int argc, char **argv)
{
    size_t size;
    char *bytes = argc == 2 ? make_capture(&size) : NULL;
    if (bytes == NULL) return argc == 2 ? 77 : 1;
    FILE *file = fopen(argv[1], "wb");
    bool good = file != NULL && fwrite(bytes, 1, size, file) == size;
    if (file != NULL) good = fclose(file) == 0 && good;
    free(bytes);
    return good ? 0 : 1;
}
