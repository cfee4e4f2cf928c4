/* Fuzzes rle_parse() with clang's libFuzzer, and rle_write() with what it has read:
 *
 *     cmake --preset fuzz && cmake --build build/fuzz --target fuzzers
 *     ctest --preset fuzz -R rle
 *
 * It stops at the first input that breaks a promise of rle.h. */
#include "rle.h"

#include "base/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WRITE_LIMIT = 1 << 16 }; // cells; writing is slow beside reading

static int errors;

static void count_errors(wb_severity severity, const char *text, void *user)
{
    (void)text;
    (void)user;
    if (severity == WB_ERROR) errors++;
}

static void require(bool condition, const char *what)
{
    if (condition) return;
    fprintf(stderr, "broken promise: %s\n", what);
    abort();
}

static void check_pattern(const rle_pattern *pattern)
{
    int64_t count = (int64_t)pattern->width * pattern->height;
    require(pattern->width >= 0 && pattern->width <= RLE_MAX_SIDE, "width in its range");
    require(pattern->height >= 0 && pattern->height <= RLE_MAX_SIDE, "height in its range");
    require(count <= RLE_MAX_CELLS, "the number of cells in its range");
    require((pattern->torus_width == 0) == (pattern->torus_height == 0), "both sizes of a torus");
    require(pattern->torus_width == 0 || (pattern->torus_width >= pattern->width &&
                                          pattern->torus_height >= pattern->height),
            "the pattern fits its torus");
    for (int64_t i = 0; i < count && i < WRITE_LIMIT; i++)
        require(pattern->cells[i] <= 1, "cells are 0 or 1");
}

static void check_round_trip(const rle_pattern *pattern)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/fuzz_rle.%d.rle", (int)getpid());
    rle_pattern again;
    require(rle_write(path, pattern) && rle_read(&again, path), "what was read can be written");
    require(again.width == pattern->width && again.height == pattern->height &&
                again.torus_width == pattern->torus_width &&
                again.torus_height == pattern->torus_height,
            "sizes survive");
    size_t count = (size_t)pattern->width * (size_t)pattern->height;
    require(memcmp(again.cells, pattern->cells, count) == 0, "cells survive");
    rle_free(&again);
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wb_message_redirect(count_errors, NULL);
    errors = 0;
    rle_pattern pattern;
    bool good = rle_parse(&pattern, (const char *)data, size, "fuzz");
    require(errors == (good ? 0 : 1), "one message for a failure, none otherwise");
    require(good == (pattern.cells != NULL), "cells on success only");
    check_pattern(&pattern);
    if (good && (int64_t)pattern.width * pattern.height <= WRITE_LIMIT) check_round_trip(&pattern);
    rle_free(&pattern);
    return 0;
}
