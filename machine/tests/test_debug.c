/* The kernel debugger on small kernels. Without glslangValidator the tests are skipped. */
#include "machine/debug_state.h"
#include "machine/front.h"
#include "os/time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 1024 };

#define HEAD(lanes) "#version 430\nlayout(local_size_x = " #lanes ") in;\n" // lines 1 and 2
#define BUFFER "layout(std430, binding = 0) buffer A { uint a[]; };\n"      // line 3

static uint32_t words[WORDS];
static wb_module module;
static wb_machine_resource resource;
static wb_machine_dispatch dispatch;
static wb_debug *d;

static void start_group(const char *text, uint32_t groups, uint32_t group)
{
    wb_front_output spirv;
    wb_module_error error;
    wb_front_result result = wb_front_compile(text, &spirv);
    if (result == WB_FRONT_MISSING) {
        wb_front_free(&spirv);
        skip();
    }
    if (result != WB_FRONT_GOOD) print_error("%s\n", spirv.message);
    assert_int_equal(result, WB_FRONT_GOOD);
    assert_true(wb_module_load(&module, spirv.words, spirv.count, &error));
    wb_front_free(&spirv);
    memset(words, 0, sizeof words);
    resource =
        (wb_machine_resource){.space = WB_SPACE_STORAGE, .data = words, .size = sizeof words};
    dispatch = (wb_machine_dispatch){
        .groups = {groups, 1, 1}, .resources = &resource, .resource_count = 1};
    d = wb_debug_create(&(wb_debug_desc){&module, &dispatch, {group, 0, 0}, 0, false}, &error);
    assert_non_null(d);
    while (!wb_debug_approach(d, 1000)) {
    }
}

static void start(const char *text)
{
    start_group(text, 1, 0);
}

static int finish(void **state)
{
    (void)state;
    wb_debug_free(d);
    wb_module_free(&module);
    d = NULL;
    return 0;
}

static wb_debug_stop forward(wb_debug_until until)
{
    return wb_debug_forward(d, (wb_debug_goal){.until = until});
}

static wb_debug_stop back(wb_debug_until until)
{
    return wb_debug_back(d, (wb_debug_goal){.until = until});
}

static int line(void)
{
    return wb_debug_where(d).line;
}

static uint32_t word(int index)
{
    return ((const uint32_t *)d->machine->regions[0].data)[index];
}

static const char *text_of(uint32_t lane, const char *name)
{
    static char text[200];
    wb_debug_value value;
    wb_module_error error;
    if (!wb_debug_evaluate(d, lane, name, &value, &error)) return strcpy(text, error.text);
    return wb_debug_value_text(&value, text, sizeof text);
}

static double now_ms(void)
{
    return 1e3 * wb_clock_cpu_seconds();
}

/* ---- Lines and functions ---- */

static const char functions[] = HEAD(8) BUFFER "uint twice(uint x)\n"                    // 4
                                               "{\n"                                     // 5
                                               "    uint y = x + x;\n"                   // 6
                                               "    return y;\n"                         // 7
                                               "}\n"                                     // 8
                                               "void main()\n"                           // 9
                                               "{\n"                                     // 10
                                               "    uint i = gl_LocalInvocationIndex;\n" // 11
                                               "    uint b = twice(i);\n"                // 12
                                               "    if (b > 4u)\n"                       // 13
                                               "        b += 100u;\n"                    // 14
                                               "    a[i] = b;\n"                         // 15
                                               "}\n";

static void test_lines(void **state)
{
    (void)state;
    static const int expected[] = {11, 12, 6, 7, 12, 13, 14, 15};
    start(functions);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(line(), expected[i]);
        assert_int_equal(wb_debug_where(d).lanes, line() == 14 ? 5 : 8);
        if (i + 1 < sizeof expected / sizeof *expected)
            assert_int_equal(forward(WB_DEBUG_INTO), WB_DEBUG_ARRIVED);
    }
    while (forward(WB_DEBUG_INTO) == WB_DEBUG_ARRIVED) {
    }
    assert_int_equal(line(), 0);
    assert_int_equal(word(7), 114);
    assert_int_equal(wb_debug_lane_at(d, 3).state, WB_DEBUG_DONE);
    int lines = 0;
    for (; back(WB_DEBUG_INTO) == WB_DEBUG_ARRIVED; lines++)
        if (line() <= 15 && word(7) == 114) assert_int_equal(line(), 16); // not before it is stored
    assert_true(lines >= 7);
    assert_int_equal(line(), 11);
    assert_int_equal(word(7), 0);
}

static void test_functions(void **state)
{
    (void)state;
    wb_debug_frame frames[4];
    start(functions);
    forward(WB_DEBUG_OVER);
    assert_int_equal(line(), 12);
    forward(WB_DEBUG_INTO);
    assert_int_equal(line(), 6);
    assert_int_equal(wb_debug_calls(d, 2, frames, 4), 2);
    assert_string_equal(frames[0].function, "twice");
    assert_int_equal(frames[1].line, 12);
    assert_string_equal(text_of(2, "x"), "2");
    assert_string_equal(text_of(2, "y"), "?");
    assert_int_equal(forward(WB_DEBUG_OUT), WB_DEBUG_ARRIVED);
    assert_int_equal(line(), 12);
    forward(WB_DEBUG_OVER);
    assert_int_equal(line(), 13);
    back(WB_DEBUG_OVER); // not into the function, and to where the line begins
    assert_int_equal(line(), 12);
    back(WB_DEBUG_OVER);
    assert_int_equal(line(), 11);
    forward(WB_DEBUG_OVER);
    forward(WB_DEBUG_OVER);
    assert_int_equal(line(), 13);
    back(WB_DEBUG_INTO); // where it goes on behind the function
    assert_int_equal(line(), 12);
    back(WB_DEBUG_INTO);
    assert_int_equal(line(), 7);
    assert_string_equal(text_of(2, "y"), "4");
    back(WB_DEBUG_OUT);
    assert_int_equal(line(), 12);
    assert_int_equal(wb_debug_calls(d, 2, frames, 4), 1);
    assert_int_equal(wb_debug_forward(d, (wb_debug_goal){WB_DEBUG_LINE, 15}), WB_DEBUG_ARRIVED);
    assert_int_equal(line(), 15);
    assert_int_equal(wb_debug_back(d, (wb_debug_goal){WB_DEBUG_LINE, 6}), WB_DEBUG_ARRIVED);
    assert_int_equal(line(), 6);
}

/* ---- Lanes and barriers ---- */

static const char tree[] = HEAD(64) BUFFER "shared uint sums[64];\n"                      // 4
                                           "void main()\n"                                // 5
                                           "{\n"                                          // 6
                                           "    uint i = gl_LocalInvocationIndex;\n"      // 7
                                           "    sums[i] = i;\n"                           // 8
                                           "    barrier();\n"                             // 9
                                           "    for (uint n = 32u; n > 0u; n /= 2u) {\n"  // 10
                                           "        if (i < n) sums[i] += sums[i + n];\n" // 11
                                           "        barrier();\n"                         // 12
                                           "    }\n"                                      // 13
                                           "    if (i == 0u) a[0] = sums[0];\n"           // 14
                                           "}\n";

static void test_lanes(void **state)
{
    (void)state;
    uint32_t waiting, ended, count;
    start(tree);
    wb_debug_select(d, 13, 8);
    assert_int_equal(wb_debug_selection(d, &count), 8);
    assert_int_equal(count, 8);
    forward(WB_DEBUG_INTO);
    assert_int_equal(wb_debug_lane_at(d, 13).line, 8);
    assert_int_equal(wb_debug_lane_at(d, 0).line, 7);
    assert_int_equal(forward(WB_DEBUG_BARRIER), WB_DEBUG_WAITS);
    assert_int_equal(line(), 0);
    assert_int_equal(wb_debug_lane_at(d, 13).state, WB_DEBUG_AT_BARRIER);
    assert_int_equal(wb_debug_lane_at(d, 13).line, 9);
    wb_debug_count_lanes(d, &waiting, &ended);
    assert_int_equal(waiting, 8);
    assert_int_equal(forward(WB_DEBUG_INTO), WB_DEBUG_WAITS);
    assert_int_equal(wb_debug_bring_others(d), WB_DEBUG_ARRIVED);
    assert_int_equal(d->group->barriers, 1);
    assert_int_equal(line(), 10);
    // One lane back: to the line that it ran before all came, and those stay behind
    wb_debug_select(d, 13, 1);
    assert_int_equal(back(WB_DEBUG_INTO), WB_DEBUG_ARRIVED);
    assert_int_equal(line(), 9);
    assert_int_equal(wb_debug_lane_at(d, 0).line, 7);
    wb_debug_select(d, 0, 0);
    assert_int_equal(forward(WB_DEBUG_BARRIER), WB_DEBUG_ARRIVED);
    assert_int_equal(forward(WB_DEBUG_BARRIER), WB_DEBUG_ARRIVED);
    assert_int_equal(d->group->barriers, 2);
    assert_int_equal(back(WB_DEBUG_BARRIER), WB_DEBUG_ARRIVED);
    assert_int_equal(d->group->barriers, 1);
    assert_int_equal(line(), 12);
    assert_int_equal(forward(WB_DEBUG_END), WB_DEBUG_ENDED);
    assert_int_equal(word(0), 63 * 32);
    assert_int_equal(d->group->barriers, 7);
    assert_int_equal(wb_debug_finding_count(d), 0);
}

static void test_shared(void **state)
{
    (void)state;
    int count;
    start(tree);
    assert_int_equal(wb_debug_shared_count(d), 64);
    assert_false(wb_debug_shared_at(d, 40).written);
    wb_debug_forward(d, (wb_debug_goal){WB_DEBUG_LINE, 11});
    wb_debug_word w = wb_debug_shared_at(d, 40);
    assert_true(w.written);
    assert_int_equal(w.value, 40);
    assert_int_equal(w.lane, 40);
    assert_int_equal(w.line, 8);
    assert_int_equal(w.bank, 8);
    forward(WB_DEBUG_INTO);
    const wb_debug_access *accesses = wb_debug_accesses(d, &count);
    assert_int_equal(count, 3 * 32); // two reads and a write of half the lanes
    assert_int_equal(accesses[0].kind, WB_DEBUG_READ);
    assert_int_equal(accesses[95].kind, WB_DEBUG_WRITE);
    assert_int_equal(accesses[95].lane, 31);
    assert_int_equal(accesses[95].word, 31);
    assert_int_equal(accesses[95].value, 31 + 63);
    wb_line_counts counts[14];
    wb_debug_line_counts(d, counts, 14);
    assert_true(counts[7].executions > 0 && counts[13].executions == 0);
    assert_int_equal(counts[10].shared_requests, 3);
    uint64_t furthest = wb_debug_position(d);
    back(WB_DEBUG_INTO);
    assert_int_equal(wb_debug_shared_at(d, 31).value, 31);
    wb_debug_access *next = wb_debug_next_accesses(d, &count);
    assert_int_equal(count, 3 * 32);
    assert_int_equal(next[95].value, 31 + 63);
    free(next);
    assert_int_equal(wb_debug_shared_at(d, 31).value, 31); // nothing has run
    assert_int_equal(d->furthest, furthest);
    wb_debug_line_counts(d, counts, 14);
    assert_int_equal(counts[10].shared_requests, 0);
    wb_debug_access *footprint = wb_debug_footprint(d, &count);
    assert_int_equal(count, 65); // and where it was, it still is
    free(footprint);
    assert_int_equal(wb_debug_shared_at(d, 31).value, 31);
    assert_int_equal(line(), 11);
}

static void test_groups_before(void **state)
{
    (void)state;
    start_group(HEAD(4) BUFFER "void main()\n{\n    uint place = atomicAdd(a[0], 1u);\n"
                               "    a[place + 1u] = gl_WorkGroupID.x;\n}\n",
                3, 1);
    assert_int_equal(word(0), 4);
    assert_int_equal(words[0], 0); // a copy
    forward(WB_DEBUG_INTO);
    assert_int_equal(word(0), 8);
    assert_int_equal(forward(WB_DEBUG_END), WB_DEBUG_ENDED);
    assert_int_equal(wb_debug_run_rest(d), WB_STOP_END);
    assert_int_equal(word(0), 12);
    assert_int_equal(word(5), 1);
    assert_int_equal(word(12), 2);
}

/* ---- The past is what it was ---- */

// Loops are counted for each lane, and reported when they are too long for some drivers. Going back
// counts back: the report comes at the same place again.
static void test_back_in_loops(void **state)
{
    (void)state;
    start(HEAD(1) BUFFER "void main()\n{\n    uint x = 0u;\n"
                         "    for (uint i = 0u; i < 70000u; i++) x += i;\n    a[0] = x;\n}\n");
    assert_int_equal(forward(WB_DEBUG_FINDING), WB_DEBUG_FOUND);
    assert_string_equal(wb_debug_finding(d, 0)->code, "long-loop");
    uint64_t position = wb_debug_position(d);
    for (int i = 0; i < 2; i++) {
        wb_debug_go_to(d, position / 2 * (uint64_t)i);
        assert_int_equal(wb_debug_finding_count(d), 0);
        assert_int_equal(forward(WB_DEBUG_FINDING), WB_DEBUG_FOUND);
        assert_int_equal(wb_debug_position(d), position);
    }
}

// What has not been written at a place has not when one comes back there: a variable, shared
// memory, a word of a buffer that was written with nothing.
static void test_back_to_undefined(void **state)
{
    (void)state;
    start(HEAD(4) BUFFER "shared uint s[4];\n"                     // 4
                         "void main()\n{\n"                        // 5
                         "    uint i = gl_LocalInvocationIndex;\n" // 7
                         "    uint x;\n"                           // 8
                         "    a[i + 8u] = s[i];\n"                 // 9
                         "    x = i * 2u;\n"                       // 10
                         "    s[i] = x;\n"                         // 11
                         "    a[i + 8u] = s[i] + 1u;\n}\n");
    for (int i = 0; i < 2; i++) {
        assert_string_equal(text_of(1, "x"), "?");
        assert_string_equal(text_of(1, "s[1]"), "?");
        assert_string_equal(text_of(1, "a[9]"), "0");
        wb_debug_forward(d, (wb_debug_goal){WB_DEBUG_LINE, 10});
        assert_string_equal(text_of(1, "a[9]"), "?");
        wb_debug_forward(d, (wb_debug_goal){WB_DEBUG_LINE, 12});
        assert_string_equal(text_of(1, "x"), "2");
        assert_string_equal(text_of(1, "s[1]"), "2");
        forward(WB_DEBUG_END);
        assert_string_equal(text_of(1, "a[9]"), "3");
        wb_debug_back(d, (wb_debug_goal){WB_DEBUG_LINE, 10});
        assert_string_equal(text_of(1, "x"), "?");
        assert_string_equal(text_of(1, "s[1]"), "?");
        assert_string_equal(text_of(1, "a[9]"), "?");
        forward(WB_DEBUG_END);
        back(WB_DEBUG_END);
    }
}

// A group that has told others what it knows, and goes back, tells them again.
static void test_back_over_signals(void **state)
{
    (void)state;
    start_group(HEAD(1) "layout(std430, binding = 0) coherent buffer A { uint a[]; };\n"
                        "void main()\n{\n    if (gl_WorkGroupID.x == 0u) a[1] = 7u;\n"
                        "    memoryBarrierBuffer();\n    uint before = atomicAdd(a[0], 1u);\n"
                        "    memoryBarrierBuffer();\n    if (before == 1u) a[2] = a[1];\n}\n",
                2, 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(forward(WB_DEBUG_END), WB_DEBUG_ENDED);
        if (i == 0) back(WB_DEBUG_END);
    }
    assert_int_equal(wb_debug_run_rest(d), WB_STOP_END);
    assert_int_equal(word(2), 7);
    assert_int_equal(wb_debug_finding_count(d), 0);
}

/* ---- Stops ---- */

static void test_breakpoints(void **state)
{
    (void)state;
    wb_module_error error;
    start(tree);
    assert_int_equal(wb_debug_break(d, 11, "n == 4u && i > n", false, &error), 1);
    assert_int_equal(wb_debug_break(d, 11, "m == 4", false, &error), 0);
    assert_non_null(strstr(error.text, "there is no variable m here; there are: i n"));
    assert_int_equal(wb_debug_break(d, 8, "", true, &error), 2);
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_AT_BREAKPOINT);
    assert_int_equal(line(), 8);
    assert_int_equal(wb_debug_breakpoint_hit(d)->number, 2);
    assert_null(wb_debug_breakpoint_at(d, 1)); // it was for once
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_AT_BREAKPOINT);
    assert_int_equal(line(), 11);
    assert_string_equal(text_of(0, "n"), "4");
    assert_int_equal(wb_debug_breakpoint_hit(d)->lane, 5);
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_ENDED);
    assert_int_equal(back(WB_DEBUG_BREAKPOINT), WB_DEBUG_AT_BREAKPOINT);
    assert_string_equal(text_of(0, "n"), "4");
    assert_true(wb_debug_delete(d, 1));
    assert_false(wb_debug_delete(d, 1));
    assert_int_equal(back(WB_DEBUG_BREAKPOINT), WB_DEBUG_START);
    assert_int_equal(wb_debug_position(d), 0);
    assert_int_equal(wb_debug_line_with_code(d, 1, 5), 0);
    assert_int_equal(wb_debug_line_with_code(d, 9, 14), 9);
}

// A condition that names what has no value before the line.
static void test_conditions(void **state)
{
    (void)state;
    wb_module_error error;
    start(HEAD(4) BUFFER "void main()\n{\n    uint sum = 0u;\n"           // 6
                         "    for (uint k = 0u; k < 8u; k++) sum += k;\n" // 7
                         "    for (uint n = 0u; n < 4u; n++) {\n"         // 8
                         "        sum += n;\n"                            // 9
                         "    }\n"
                         "    uint late = sum + 1u;\n" // 11
                         "    a[gl_LocalInvocationIndex] = late;\n}\n");
    static const struct {
        int line;
        const char *condition, *warning;
        int gets;
    } cases[] = {{6, "late == 3", "late has no value there yet", 11},
                 {9, "late > sum", "late has no value there yet", 11},
                 {7, "sum + k == 3", "k gets its value within this line, which runs whole", 0},
                 {11, "late == 3", "late gets its value within this line, which runs whole", 0},
                 {8, "n == 3", "", 0},
                 {9, "n == 3 && sum > 5", "", 0},
                 {12, "late == a[0]", "", 0},
                 {7, "sum == 0", "", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int number = wb_debug_break(d, cases[i].line, cases[i].condition, false, &error);
        assert_true(number > 0);
        assert_string_equal(error.text, cases[i].warning);
        assert_int_equal(error.line, cases[i].gets);
        bool stops = cases[i].warning[0] == '\0' && cases[i].line != 12;
        wb_debug_go_to(d, 0);
        assert_int_equal(forward(WB_DEBUG_BREAKPOINT),
                         stops ? WB_DEBUG_AT_BREAKPOINT : WB_DEBUG_ENDED);
        assert_true(wb_debug_delete(d, number));
    }
}

// What a function's own variables are called means nothing on the line that calls it.
static void test_condition_at_call(void **state)
{
    (void)state;
    wb_module_error error;
    start(HEAD(4) BUFFER "void put()\n{\n"                                   // 4
                         "    for (uint w = 0u; w < 2u; w++) a[w] = w;\n}\n" // 6
                         "void main()\n{\n    put();\n    a[5] = 1u;\n}\n"); // 10
    assert_int_equal(wb_debug_break(d, 10, "w == 1u", false, &error), 0);
    assert_non_null(strstr(error.text, "no variable w"));
    assert_true(wb_debug_break(d, 6, "w == 1u", false, &error) > 0);
}

// A loop on one line that calls a function: it stops where the function has returned.
static void test_midway(void **state)
{
    (void)state;
    wb_module_error error;
    start(HEAD(4) BUFFER "uint twice(uint x)\n{\n    return x + x;\n}\n" // 6
                         "void main()\n{\n    uint sum = 0u;\n"          // 10
                         "    for (uint k = 0u; k < 8u; k++) sum += twice(k);\n"
                         "    a[gl_LocalInvocationIndex] = sum;\n}\n");
    int first = wb_debug_break(d, 11, "k == 2", false, &error);
    assert_string_equal(error.text, "");
    wb_debug_break(d, 11, "sum > 20", false, &error); // at its start only
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_AT_BREAKPOINT);
    assert_int_equal(wb_debug_breakpoint_hit(d)->number, first);
    assert_int_equal(line(), 11);
    assert_string_equal(text_of(0, "k"), "2");
    assert_string_equal(text_of(0, "sum"), "2");
    uint64_t position = wb_debug_position(d);
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_ENDED);
    assert_int_equal(back(WB_DEBUG_BREAKPOINT), WB_DEBUG_AT_BREAKPOINT);
    assert_int_equal(wb_debug_position(d), position);
    assert_int_equal(back(WB_DEBUG_BREAKPOINT), WB_DEBUG_START);
}

static const char *change(void)
{
    static char text[300];
    const wb_debug_change *c = wb_debug_changed(d);
    if (c == NULL) return "none";
    snprintf(text, sizeof text, "%s lane %u of %u line %d: %s, %s", c->expression, c->lane,
             c->lanes, c->line, c->before, c->after);
    return text;
}

static const char watched[] = HEAD(4) BUFFER "shared uint s;\n"                                // 4
                                             "uint half_of(uint x)\n{\n    uint i = x / 2u;\n" // 7
                                             "    return i;\n}\n"                              // 8
                                             "void main()\n{\n"                                // 11
                                             "    uint i = gl_LocalInvocationIndex;\n"         // 12
                                             "    uint sum = 0u;\n"                            // 13
                                             "    if (i == 2u) s = 7u;\n"                      // 14
                                             "    for (uint k = 0u; k < 3u; k++) {\n"          // 15
                                             "        if (k == i) sum = sum + 5u;\n"           // 16
                                             "        a[k] = half_of(sum);\n"                  // 17
                                             "        barrier();\n"                            // 18
                                             "    }\n"                                         // 19
                                             "    if (i == 3u) sum = 9u;\n"                    // 20
                                             "    a[i + 4u] = sum;\n"                          // 21
                                             "}\n";

// Every change, and nothing else; back, the same lines in the other order, at their starts.
static void expect_changes(const char *const *changes, int count)
{
    uint64_t positions[16];
    for (int i = 0; i < count; i++) {
        assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED);
        assert_string_equal(change(), changes[i]);
        positions[i] = wb_debug_position(d);
    }
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_ENDED);
    assert_string_equal(change(), "none");
    for (int i = count - 1; i >= 0; i--) {
        assert_int_equal(back(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED);
        assert_string_equal(change(), changes[i]);
        assert_int_equal(line(), wb_debug_changed(d)->line); // it is about to run
        assert_false(wb_debug_where(d).inside);
        uint64_t before = wb_debug_position(d);
        wb_debug_stop stop = forward(WB_DEBUG_INTO);
        assert_true(stop == (line() != 0 ? WB_DEBUG_ARRIVED : WB_DEBUG_CHANGED));
        assert_string_equal(change(), changes[i]);
        assert_int_equal(wb_debug_position(d), positions[i]);
        wb_debug_go_to(d, before);
        assert_string_equal(change(), "none");
    }
    assert_int_equal(back(WB_DEBUG_BREAKPOINT), WB_DEBUG_START);
}

static void watch_only(const char *expression, bool in_any)
{
    wb_module_error error;
    while (wb_debug_watched_at(d, 0) != NULL)
        assert_true(wb_debug_delete(d, wb_debug_watched_at(d, 0)->number));
    assert_true(wb_debug_watch(d, expression, in_any, &error) > 0);
}

static void test_watch(void **state)
{
    (void)state;
    wb_module_error error;
    start(watched);
    watch_only("sum", true);
    static const char *const any[] = {
        "sum lane 0 of 4 line 13: ?, 0", "sum lane 0 of 1 line 16: 0, 5",
        "sum lane 1 of 1 line 16: 0, 5", "sum lane 2 of 1 line 16: 0, 5",
        "sum lane 3 of 1 line 20: 0, 9"};
    expect_changes(any, 5);
    wb_debug_select(d, 2, 0);
    watch_only("sum * 2 + 1", false);
    static const char *const one[] = {"sum * 2 + 1 lane 2 of 1 line 13: ?, 1",
                                      "sum * 2 + 1 lane 2 of 1 line 16: 1, 11"};
    expect_changes(one, 2);
    watch_only("s", true); // one for all
    static const char *const shared[] = {"s lane 2 of 1 line 14: ?, 7"};
    expect_changes(shared, 1);
    watch_only("i", false); // not that of the function, and back in that of main
    static const char *const own[] = {"i lane 2 of 1 line 12: ?, 2"};
    expect_changes(own, 1);
    watch_only("a[i + 4]", false); // an index without a value: there is none to be had
    static const char *const indexed[] = {"a[i + 4] lane 2 of 1 line 12: -, 0",
                                          "a[i + 4] lane 2 of 1 line 21: 0, 5"};
    expect_changes(indexed, 2); // the second ends the group
    watch_only("i * 2", false);
    static const char *const computed[] = {"i * 2 lane 2 of 1 line 12: ?, 4"};
    expect_changes(computed, 1);
    assert_int_equal(wb_debug_watch(d, "a[2000]", true, &error), 0);
    assert_non_null(strstr(error.text, "there are 1024 elements"));
    assert_int_equal(wb_debug_watch(d, "nothing + 1", true, &error), 0);
    assert_non_null(strstr(error.text, "no variable nothing"));
    assert_int_equal(wb_debug_watch(d, "sum sum", true, &error), 0);
}

// An index that has a value where the watch is set, and another one later.
static void test_watch_index(void **state)
{
    (void)state;
    start(HEAD(4) BUFFER "void main()\n{\n    uint list[3] = uint[](7u, 8u, 9u);\n" // 6
                         "    uint p = 0u;\n"                                       // 7
                         "    p = 2u;\n"                                            // 8
                         "    a[p] = list[p];\n}\n");
    wb_debug_forward(d, (wb_debug_goal){WB_DEBUG_LINE, 8});
    watch_only("list[p]", false);
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED);
    assert_string_equal(change(), "list[p] lane 0 of 1 line 8: 7, 9");
}

// The lane that changed something is looked at, if the command moves it; what others do is seen.
static void test_watch_and_stops(void **state)
{
    (void)state;
    wb_module_error error;
    start(watched);
    watch_only("sum", true);
    int number = wb_debug_break(d, 17, "sum == 5", false, &error);
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED);
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_AT_BREAKPOINT); // and changed
    assert_string_equal(change(), "sum lane 0 of 1 line 16: 0, 5");
    assert_int_equal(wb_debug_breakpoint_hit(d)->number, number);
    assert_true(wb_debug_delete(d, number));
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED);
    assert_int_equal(wb_debug_selected(d), 1);
    // A line that one goes to is where one arrives, if something has changed or not
    assert_int_equal(wb_debug_forward(d, (wb_debug_goal){WB_DEBUG_LINE, 17}), WB_DEBUG_ARRIVED);
    assert_string_equal(change(), "sum lane 2 of 1 line 16: 0, 5");
    assert_int_equal(line(), 17);
    assert_int_equal(forward(WB_DEBUG_END), WB_DEBUG_ENDED); // whatever comes
    assert_string_equal(change(), "none");
    back(WB_DEBUG_END);
    wb_debug_select(d, 0, 1);
    assert_int_equal(forward(WB_DEBUG_BARRIER), WB_DEBUG_CHANGED);
    assert_int_equal(wb_debug_changed(d)->lanes, 1); // the others have not moved
    while (forward(WB_DEBUG_BARRIER) == WB_DEBUG_CHANGED) continue;
    wb_debug_bring_others(d);
    wb_debug_select(d, 3, 1);
    assert_int_equal(back(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED); // by the others' turn
    assert_string_equal(change(), "sum lane 1 of 3 line 13: ?, 0");
    assert_int_equal(wb_debug_selected(d), 3);
    // Another group has the same points
    wb_debug *other = wb_debug_create(&d->desc, &error);
    wb_debug_break(d, 12, "gl_WorkGroupID.x == 0", false, &error);
    wb_debug_take_over(other, d);
    while (!wb_debug_approach(other, 1000)) continue;
    wb_debug_free(d);
    d = other;
    assert_string_equal(wb_debug_watched_at(d, 0)->expression, "sum");
    assert_int_equal(wb_debug_breakpoint_at(d, 0)->line, 12);
    assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED);
}

// Checkpoints in the middle of long lines hide no change, and nothing is missed between them.
static void test_watch_in_long_lines(void **state)
{
    (void)state;
    start(HEAD(8) BUFFER "void main()\n{\n    uint i = gl_LocalInvocationIndex, x = i, y = 0u;\n"
                         "    for (uint n = 0u; n < 3u; n++) {\n"
                         "        for (uint k = 0u; k < 3000u; k++) x = x * 5u + k, y = n + 1u;\n"
                         "        a[i] = x;\n    }\n}\n");
    d->pace =
        (wb_debug_pace){.look = 1000, .executions = 500, .instructions = 5000, .room = 1 << 30};
    watch_only("a[3]", true);
    uint64_t positions[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(forward(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED);
        positions[i] = wb_debug_position(d);
    }
    uint64_t furthest = wb_debug_position(d);
    for (int part = 0; part < 2; part++) { // x changes all the time, y where the line begins
        wb_debug_go_to(d, furthest);
        watch_only(part == 0 ? "x" : "y", true);
        for (int i = 2; i >= 0; i--) {
            assert_int_equal(back(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED);
            assert_int_equal(wb_debug_changed(d)->line, 8);
            assert_true(wb_debug_position(d) < positions[i] &&
                        (i == 0 || wb_debug_position(d) > positions[i - 1]));
        }
        assert_int_equal(back(WB_DEBUG_BREAKPOINT), WB_DEBUG_CHANGED);
        assert_int_equal(wb_debug_changed(d)->line, 6);
    }
}

static const char *missed(wb_debug_goal goal, bool backwards)
{
    static char text[120];
    wb_debug_stop stop = backwards ? wb_debug_back(d, goal) : wb_debug_forward(d, goal);
    return wb_debug_missed(d, goal, backwards, stop, text, sizeof text);
}

// What is looked for and not found has a name; a note is a finding.
static void test_missed(void **state)
{
    (void)state;
    start(tree);
    assert_string_equal(missed((wb_debug_goal){.until = WB_DEBUG_FINDING}, false),
                        "nothing was found up to here");
    assert_string_equal(missed((wb_debug_goal){.until = WB_DEBUG_FINDING}, true),
                        "nothing was found before that");
    assert_string_equal(missed((wb_debug_goal){.until = WB_DEBUG_NAN}, false),
                        "no operation has given a NaN up to here");
    assert_string_equal(missed((wb_debug_goal){WB_DEBUG_LINE, 8}, false),
                        "none of these lanes has come to that line");
    assert_string_equal(missed((wb_debug_goal){WB_DEBUG_LINE, 8}, true), "");
    assert_string_equal(missed((wb_debug_goal){WB_DEBUG_LINE, 14}, true),
                        "none of these lanes had run that line");
    assert_string_equal(missed((wb_debug_goal){.until = WB_DEBUG_END}, false), "");
    back(WB_DEBUG_END);
    wb_debug_select(d, 3, 1); // it waits, which says enough of a line
    assert_string_equal(missed((wb_debug_goal){WB_DEBUG_LINE, 14}, false), "");
    assert_string_equal(missed((wb_debug_goal){.until = WB_DEBUG_NAN}, false),
                        "no operation has given a NaN up to here");
    finish(state);
    start(HEAD(4) BUFFER "void main()\n{\n    a[5] = 3u;\n}\n"); // the same by all
    assert_int_equal(forward(WB_DEBUG_FINDING), WB_DEBUG_FOUND);
    assert_int_equal(wb_debug_finding(d, 0)->severity, WB_NOTE);
    uint64_t position = wb_debug_position(d);
    assert_string_equal(missed((wb_debug_goal){.until = WB_DEBUG_FINDING}, false),
                        "nothing more was found up to here; there is 1 before");
    assert_int_equal(back(WB_DEBUG_FINDING), WB_DEBUG_FOUND);
    assert_int_equal(wb_debug_position(d), position);
}

static void test_nan(void **state)
{
    (void)state;
    start(HEAD(8) BUFFER "void main()\n{\n    float x = float(gl_LocalInvocationIndex);\n"
                         "    float y = (x - 3.0) / (x - 3.0);\n"
                         "    a[gl_LocalInvocationIndex] = uint(y + 1.0);\n}\n");
    assert_int_equal(forward(WB_DEBUG_NAN), WB_DEBUG_FOUND);
    const wb_debug_nan *nan = wb_debug_nan_found(d);
    assert_int_equal(nan->line, 7);
    assert_int_equal(nan->lane, 3);
    assert_int_equal(wb_debug_selected(d), 3);
    assert_int_equal(nan->lanes, 1);
    assert_false(nan->came_in);
    assert_true(nan->operands[0] == 0.0f && nan->operands[1] == 0.0f);
    assert_true(wb_debug_where(d).inside);
    uint64_t position = wb_debug_position(d);
    assert_int_equal(back(WB_DEBUG_INTO), WB_DEBUG_ARRIVED);
    assert_int_equal(line(), 7);
    assert_false(wb_debug_where(d).inside);
    wb_debug_go_to(d, position); // the future that there was
    assert_true(wb_debug_where(d).inside);
    assert_int_equal(forward(WB_DEBUG_NAN), WB_DEBUG_FOUND);
    assert_true(wb_debug_nan_found(d)->came_in);
}

/* ---- Races ---- */

static void test_race(void **state)
{
    (void)state;
    wb_module_error error;
    wb_debug_orders orders;
    start(HEAD(8) BUFFER "void main()\n{\n    uint bin = 5u;\n    a[bin] = a[bin] + 1u;\n}\n");
    assert_int_equal(forward(WB_DEBUG_FINDING), WB_DEBUG_FOUND);
    const wb_kernel_finding *f = wb_debug_finding(d, 0);
    assert_string_equal(f->code, "race-lost-update");
    assert_int_equal(f->line, 7);
    assert_int_equal(wb_debug_finding_position(d, 0), wb_debug_position(d));
    assert_true(wb_debug_play(d, f, &orders, &error));
    assert_false(orders.same);
    assert_int_equal(orders.word, 5);
    // Read, and overwritten by the other before it is written: one is lost
    assert_int_equal(orders.order[0].first.access.kind, WB_DEBUG_READ);
    assert_int_equal(orders.order[0].first.access.value, 0);
    assert_int_equal(orders.order[0].second.access.value, 1);
    assert_int_equal(orders.order[0].after, 1);
    assert_int_equal(orders.order[1].second.access.value, 1); // it reads what the other has written
    assert_int_equal(orders.order[1].after, 2);
    assert_int_equal(word(5), 1); // the debugger's own memory is as it was, behind the first write
    assert_int_equal(forward(WB_DEBUG_END), WB_DEBUG_ENDED);
    assert_int_equal(back(WB_DEBUG_FINDING), WB_DEBUG_FOUND);
}

static void test_race_of_groups(void **state)
{
    (void)state;
    wb_module_error error;
    wb_debug_orders orders;
    start_group(HEAD(4) BUFFER "shared uint own;\nvoid main()\n{\n"
                               "    if (gl_LocalInvocationIndex == 1u) own = gl_WorkGroupID.x;\n"
                               "    barrier();\n"
                               "    if (gl_LocalInvocationIndex == 0u) a[0] += 1u << own;\n}\n",
                2, 1);
    assert_int_equal(forward(WB_DEBUG_FINDING), WB_DEBUG_FOUND);
    const wb_kernel_finding *f = wb_debug_finding(d, 0);
    assert_int_equal(f->other.group[0], 0);
    assert_true(wb_debug_play(d, f, &orders, &error));
    assert_int_equal(orders.order[0].first.group[0], 0);
    assert_int_equal(orders.order[0].second.group[0], 1);
    assert_int_equal(orders.order[0].before, 0);
    assert_int_equal(orders.order[0].second.access.value, 1); // read behind the other's write
    assert_int_equal(orders.order[0].after, 3);
    assert_int_equal(orders.order[1].first.access.value, 0);
    assert_int_equal(orders.order[1].after, 2); // the other's is lost
    assert_false(orders.same);
}

// Where the finding's word comes out the same in both orders, another one may not.
static void test_orders_of_another_word(void **state)
{
    (void)state;
    wb_module_error error;
    wb_debug_orders orders;
    start(HEAD(8) BUFFER "shared uint t[8];\n"                                     // 4
                         "void main()\n{\n    uint i = gl_LocalInvocationIndex;\n" // 7
                         "    t[i] = 4u;\n"                                        // 8
                         "    barrier();\n"                                        // 9
                         "    t[i] = i < 5u ? 4u : i;\n"                           // 10
                         "    a[i] = t[(i + 1u) % 8u];\n}\n");
    assert_int_equal(forward(WB_DEBUG_FINDING), WB_DEBUG_FOUND);
    const wb_kernel_finding *f = wb_debug_finding(d, 0);
    assert_true(strcmp(f->object, "t[5]") != 0 && f->line == 11);
    assert_true(wb_debug_play(d, f, &orders, &error));
    assert_false(orders.same);
    assert_string_equal(orders.object, "t[5]");
    assert_int_equal(orders.order[0].first.access.lane, 5);
    assert_int_equal(orders.order[0].second.access.lane, 4);
    assert_int_equal(orders.order[0].second.access.value, 5);
    assert_int_equal(orders.order[1].first.access.value, 4);
    finish(state);
    start(HEAD(8) BUFFER
          "shared uint t[8];\nvoid main()\n{\n    uint i = "
          "gl_LocalInvocationIndex;\n    t[i] = 4u;\n    barrier();\n    t[i] = 4u;\n"
          "    a[i] = t[(i + 1u) % 8u];\n}\n");
    forward(WB_DEBUG_FINDING);
    f = wb_debug_finding(d, 0);
    assert_true(wb_debug_play(d, f, &orders, &error));
    assert_true(orders.same); // at all of them
    assert_string_equal(orders.object, f->object);
}

/* ---- Values ---- */

static void test_values(void **state)
{
    (void)state;
    const wb_variable *variables[16];
    char text[40];
    start("#version 430\nlayout(local_size_x = 2) in;\n"
          "struct Particle { vec3 place; uint id; };\n"
          "layout(std430, binding = 0) buffer A { Particle p[4]; uint rest[]; };\n"
          "shared vec2 pairs[2];\n"
          "void main()\n"
          "{\n"
          "    uint i = gl_LocalInvocationIndex;\n"            // 8
          "    float list[4] = float[](0.5, 1.0, 1.0, 1.0);\n" // 9
          "    mat2 m = mat2(1, 2, 3, 4);\n"                   // 10
          "    p[i] = Particle(vec3(i, 2, -1.5), 7u + i);\n"   // 11
          "    pairs[i].x = 3.0;\n"                            // 12
          "    uint sum = 0u;\n"                               // 13
          "    for (int k = 0; k < 2; k++)\n"                  // 14
          "        sum += uint(k);\n"                          // 15
          "    for (int k = 7; k < 9; k++)\n"                  // 16
          "        sum += uint(k);\n"                          // 17
          "    rest[i] = sum + uint(list[i] + m[1].y);\n"      // 18
          "}\n");
    wb_debug_forward(d, (wb_debug_goal){WB_DEBUG_LINE, 15});
    assert_string_equal(text_of(1, "p[i]"), "{place = (1.0, 2.0, -1.5), id = 8}");
    assert_string_equal(text_of(1, "p[i].place.z"), "-1.5");
    assert_string_equal(text_of(1, "p[lane].place"), "(1.0, 2.0, -1.5)");
    assert_string_equal(text_of(0, "list"), "{0.5, 1.0 <3 times>}");
    assert_string_equal(text_of(0, "m"), "((1.0, 2.0), (3.0, 4.0))");
    assert_string_equal(text_of(0, "m[1].x * 2 + (list[0] - i)"), "6.5");
    assert_string_equal(text_of(1, "(7u + i) / 3"), "2"); // as in GLSL
    assert_string_equal(text_of(0, "7 / 2.0"), "3.5");
    assert_string_equal(text_of(0, "1 == 1 || 1 == 2 && 1 == 3"), "true"); // && first
    assert_string_equal(text_of(0, "pairs"), "{(3.0, ?) <2 times>}");
    assert_string_equal(text_of(0, "k"), "0");
    assert_string_equal(text_of(0, "rest[1]"), "0");
    assert_string_equal(text_of(0, "p[4]"), "the index is 4; there are 4 elements");
    assert_string_equal(text_of(0, "p[0].mass"), "there is no .mass in it");
    assert_string_equal(text_of(0, "i +"), "a number or a variable is needed at \"\"");
    assert_string_equal(text_of(1, "gl_GlobalInvocationID.x"), "1");
    wb_debug_forward(d, (wb_debug_goal){WB_DEBUG_LINE, 17});
    assert_string_equal(text_of(0, "k"), "7"); // of the second loop
    uint32_t count = wb_debug_variables(d, 0, variables, 16);
    assert_true(count >= 6 && count <= 16);
    assert_string_equal(variables[0]->name, "i");
    assert_string_equal(wb_debug_type_text(&module, variables[1]->type, text, sizeof text),
                        "float[4]");
    for (uint32_t v = 0; v < count; v++)
        for (uint32_t w = 0; w < v; w++)
            assert_true(*variables[v]->name == '\0' ||
                        strcmp(variables[v]->name, variables[w]->name) != 0);
}

/* ---- Time ---- */

#ifdef __SANITIZE_ADDRESS__
enum { SLOWER = 10 };
#else
enum { SLOWER = 1 };
#endif

// The longest time that one line back takes, at several places of a run.
static double longest_back(uint32_t lane, uint32_t width)
{
    enum { RUN = 10000000, PLACES = 8 };
    double longest = 0.0;
    wb_debug_select(d, lane, width);
    wb_debug_patience(d, RUN);
    assert_int_equal(forward(WB_DEBUG_END), WB_DEBUG_LONG);
    for (int i = PLACES; i >= 1; i--) {
        wb_debug_go_to(d, d->furthest / PLACES * (uint64_t)i);
        for (int n = 0; n < 3; n++) {
            double start = now_ms();
            assert_int_equal(back(WB_DEBUG_INTO), WB_DEBUG_ARRIVED);
            if (now_ms() - start > longest) longest = now_ms() - start;
        }
    }
    return longest;
}

static void test_time(void **state)
{
    (void)state;
    start(HEAD(256) BUFFER "void main()\n{\n    uint i = gl_LocalInvocationIndex, x = i;\n"
                           "    for (uint k = 0u; k < 1000000u; k++) {\n"
                           "        x = x * 1664525u + 1013904223u;\n"
                           "        a[(i + x) & 1023u] = x;\n"
                           "    }\n}\n");
    double all = longest_back(0, 0);
    wb_debug_go_to(d, 0);
    double one = longest_back(7, 1);
    print_message("the longest line back in 10 million: %.1f ms of 256 lanes, %.1f ms of one\n",
                  all, one);
    assert_true(all < 100.0 * SLOWER && one < 100.0 * SLOWER);
    wb_debug_select(d, 0, 0);
    enum { STEPS = 100 };
    double start_ms = now_ms();
    for (int i = 0; i < STEPS; i++) forward(WB_DEBUG_INTO);
    double step_ms = (now_ms() - start_ms) / STEPS;
    print_message("a line of 256 lanes: %.3f ms\n", step_ms);
    assert_true(step_ms < 16.0 * SLOWER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_lines, finish),
        cmocka_unit_test_teardown(test_functions, finish),
        cmocka_unit_test_teardown(test_lanes, finish),
        cmocka_unit_test_teardown(test_shared, finish),
        cmocka_unit_test_teardown(test_groups_before, finish),
        cmocka_unit_test_teardown(test_back_in_loops, finish),
        cmocka_unit_test_teardown(test_back_to_undefined, finish),
        cmocka_unit_test_teardown(test_back_over_signals, finish),
        cmocka_unit_test_teardown(test_breakpoints, finish),
        cmocka_unit_test_teardown(test_conditions, finish),
        cmocka_unit_test_teardown(test_condition_at_call, finish),
        cmocka_unit_test_teardown(test_midway, finish),
        cmocka_unit_test_teardown(test_watch, finish),
        cmocka_unit_test_teardown(test_watch_index, finish),
        cmocka_unit_test_teardown(test_watch_and_stops, finish),
        cmocka_unit_test_teardown(test_watch_in_long_lines, finish),
        cmocka_unit_test_teardown(test_missed, finish),
        cmocka_unit_test_teardown(test_nan, finish),
        cmocka_unit_test_teardown(test_race, finish),
        cmocka_unit_test_teardown(test_race_of_groups, finish),
        cmocka_unit_test_teardown(test_orders_of_another_word, finish),
        cmocka_unit_test_teardown(test_values, finish),
        cmocka_unit_test_teardown(test_time, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
