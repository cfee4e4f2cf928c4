#include "machine/limits.h"

#include <stdio.h>

static double ratio(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0.0;
}

const char *wb_limits_missed(const wb_limits *limits, const wb_machine_cost *cost, char *text,
                             size_t size)
{
    const struct {
        double most, is;
        const char *format;
    } rows[] = {
        {limits->most_loads, ratio(cost->loads, cost->invocations),
         "an invocation loads %.3g times from buffers; %.3g would do"},
        {limits->most_atomics, ratio(cost->atomics, cost->invocations),
         "an invocation has %.3g atomics on buffers; %.3g would do"},
        {limits->most_instructions, ratio(cost->lane_executions, cost->invocations),
         "an invocation takes %.0f instructions; %.0f are expected at most"},
        {limits->most_sectors, ratio(cost->sectors, cost->buffer_requests),
         "32 invocations touch %.1f sectors of 32 bytes at a time; %.3g would do"},
        {limits->most_ways, ratio(cost->bank_ways, cost->shared_requests),
         "32 invocations want %.1f words of one bank at a time; %.3g would do"},
    };
    if (cost->invocations == 0 || cost->lane_places == 0) return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].most <= 0.0 || rows[i].is <= rows[i].most) continue;
        snprintf(text, size, rows[i].format, rows[i].is, rows[i].most);
        return text;
    }
    double active = ratio(cost->lane_executions, cost->lane_places);
    double loads = ratio(cost->loads, cost->invocations);
    if (loads < limits->least_loads) {
        snprintf(text, size, "of 100 invocations, %.0f load something", 100.0 * loads);
        return text;
    }
    if (active >= limits->least_active) return NULL;
    snprintf(text, size, "at a time, %.1f %% of a group's invocations work on average",
             100.0 * active);
    return text;
}
