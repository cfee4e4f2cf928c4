/* Lists that grow, maps and kept texts. */
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"

static void test_grow(void **state)
{
    (void)state;
    int capacity = 0;
    int *items = NULL;
    for (int i = 0; i < 1000; i++) {
        items = wb_grow(items, &capacity, i + 1, sizeof *items);
        assert_true(capacity > i);
        assert_int_equal(items[i], 0);
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++) assert_int_equal(items[i], i);
    free(items);
}

/* Against an array: keys that are dense, sparse, and the largest, which a program may well delete.
 */
static void test_map(void **state)
{
    (void)state;
    enum { KEYS = 512, STEPS = 200000 };
    uint64_t keys[KEYS];
    int expected[KEYS] = {0}, alive = 0; // 0: not there
    for (uint64_t i = 0; i < KEYS; i++)
        keys[i] = i < 256 ? i : i < 384 ? i << 32 : i < 511 ? i * 0x01010101 : UINT64_MAX;
    wb_map map = {.item_size = sizeof(int)};
    wb_random random = wb_random_seed(1);
    assert_null(wb_map_find(&map, 0));
    wb_map_remove(&map, 0);
    for (int step = 1; step <= STEPS; step++) {
        uint32_t k = wb_random_below(&random, KEYS);
        int *item = wb_map_find(&map, keys[k]);
        assert_int_equal(item != NULL, expected[k] != 0);
        if (item != NULL) assert_int_equal(*item, expected[k]);
        if (wb_random_below(&random, 2) == 0) {
            wb_map_remove(&map, keys[k]);
            alive -= expected[k] != 0;
            expected[k] = 0;
        } else {
            item = wb_map_add(&map, keys[k]);
            assert_int_equal(*item, expected[k]); // 0 in a new one
            alive += expected[k] == 0;
            *item = expected[k] = step;
        }
        assert_int_equal(map.count, alive);
    }
    uint32_t place = 0;
    int met = 0;
    uint64_t key;
    for (int *item; (item = wb_map_next(&map, &place, &key)) != NULL; met++) {
        int k = 0;
        while (keys[k] != key) k++;
        assert_int_equal(*item, expected[k]);
    }
    assert_int_equal(met, alive);
    wb_map_free(&map);
    assert_null(wb_map_find(&map, keys[1]));
}

static void test_texts(void **state)
{
    (void)state;
    wb_texts texts = {0};
    char text[16] = "cells";
    const char *kept = wb_texts_keep(&texts, text);
    assert_ptr_equal(wb_texts_keep(&texts, "cells"), kept);
    assert_ptr_equal(wb_texts_keep(&texts, kept), kept);
    assert_null(wb_texts_keep(&texts, NULL));
    for (int i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "%d", i);
        assert_string_equal(wb_texts_keep(&texts, text), text);
    }
    assert_string_equal(kept, "cells");
    assert_string_equal(wb_texts_keep(&texts, ""), "");
    wb_texts_free(&texts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grow),
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
