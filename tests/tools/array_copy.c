/* Loads an array and saves it again: numpy_roundtrip.py tests common/base/array.c with it. */
#include "base/array.h"
#include "base/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What "records" stands for.
static const wb_field particle[] = {
    {"position", WB_F32, 3}, {"id", WB_U32, 1}, {"steps", WB_I32, 2}, {NULL, WB_U32, 0}};

static bool parse_type(const char *name, wb_array *array)
{
    if (strcmp(name, "records") == 0) {
        array->fields = particle;
        return true;
    }
    for (array->type = WB_U32; array->type <= WB_F32; array->type++)
        if (strcmp(name, wb_type_name(array->type)) == 0) return true;
    return false;
}

/* "5x7"; an empty text is the shape without dimensions. */
static bool parse_shape(const char *text, wb_array *array)
{
    array->dimensions = 0;
    if (*text == '\0') return true;
    while (array->dimensions < WB_MAX_DIMENSIONS) {
        char *end;
        array->shape[array->dimensions++] = strtoull(text, &end, 10);
        if (end == text) return false;
        if (*end == '\0') return true;
        if (*end != 'x') return false;
        text = end + 1;
    }
    return false;
}

int main(int argc, char **argv)
{
    wb_array array = {0};
    if (argc != 5 || !parse_type(argv[1], &array) || !parse_shape(argv[2], &array)) {
        wb_error("usage: wb_array_copy uint32|int32|float32|records 5x7 IN OUT (.npy or .csv)");
        return 2;
    }
    size_t count = wb_array_count(&array);
    array.data = count < SIZE_MAX ? calloc(count + 1, 4) : NULL; // one more, so that 0 is not NULL
    if (array.data == NULL) {
        wb_error("out of memory");
        return 1;
    }
    bool good = wb_array_load(&array, argv[3]) && wb_array_save(&array, argv[4]);
    free(array.data);
    return good ? 0 : 1;
}
