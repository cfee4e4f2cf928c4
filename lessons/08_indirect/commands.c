#include "commands.h"

#include "base/check.h"
#include "base/message.h"

#include <stdlib.h>

const wb_field commands_fields[] = {
    {"groups", WB_U32, 3},   {"listed", WB_U32, 1}, {"vertices", WB_U32, 1},
    {"living", WB_U32, 1},   {"first", WB_U32, 1},  {"base", WB_U32, 1},
    {"finished", WB_U32, 1}, {"spare", WB_U32, 3},  {0}};

void commands_split(uint32_t count, uint32_t group, uint32_t limit, uint32_t groups[3])
{
    uint32_t all = (count + group - 1) / group;
    uint32_t rows = all > limit ? (all + limit - 1) / limit : 1;
    groups[0] = (all + rows - 1) / rows;
    groups[1] = rows;
    groups[2] = 1;
}

static int compare_slots(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

bool commands_check_list(const wb_buffer *living, uint32_t *expected, size_t count, bool in_order)
{
    uint32_t *got = malloc((size_t)living->size_bytes);
    if (got == NULL) {
        wb_error("--check: no memory for a copy of buffer %s", living->name);
        return false;
    }
    wb_buffer_read(living, got);
    if (!in_order) {
        qsort(got, count, sizeof *got, compare_slots);
        qsort(expected, count, sizeof *expected, compare_slots);
    }
    wb_array array = {.type = WB_U32, .dimensions = 1, .shape = {count}, .data = got};
    bool good = wb_check_equal(living->name, &array, expected);
    free(got);
    return good;
}
