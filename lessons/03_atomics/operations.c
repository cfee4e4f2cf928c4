// Every atomic operation, by every work group, on variables in a buffer or in shared memory, and
// what its old value is good for: shaders/03_atomics/operations.glsl.
#include "atomics.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS = 1 };                                 // uniform location
enum { CHANCES = MORE, ORDERS = 3, OWN_MEMORY = 4 }; // storage block bindings

enum { TABLE_GROUPS = 2, TABLE_CELL = 3 }; // uniform locations of the picture
enum { NOBODY = -1 };

// The variables of a group, in the order of the kernels.
enum {
    JOINED,
    WAITING,
    LAST,
    LEAST,
    FALLEN,
    MOST,
    RISEN,
    SEEN,
    DISTINCT,
    LEFT,
    TAKEN,
    LAMPS,
    SWITCHED_ON,
    WINNERS,
    HEAD,
    OWNER
};
_Static_assert(WINNERS == RESULTS - 1 && OWNER == VARIABLES - 1, "as in operations.glsl");

static int group_count(void)
{
    return atomics.count > 0 ? (atomics.count + atomics.group - 1) / atomics.group : 1;
}

static bool init(void)
{
    size_t count = atomics.count > 0 ? (size_t)atomics.count : 1, groups = (size_t)group_count();
    bool good =
        create_values() &&
        wb_buffer_create(&atomics.results, &(wb_buffer_desc){.name = "results",
                                                             .type = WB_U32,
                                                             .shape = {groups, RESULTS},
                                                             .state = true}) &&
        wb_buffer_create(&atomics.chances,
                         &(wb_buffer_desc){.name = "chances",
                                           .type = WB_U32,
                                           .shape = {groups, VARIABLES - RESULTS}}) &&
        wb_buffer_create(&atomics.orders,
                         &(wb_buffer_desc){.name = "orders", .type = WB_U32, .shape = {count, 2}});
    if (wb_variant_index() != OPERATIONS_BUFFER) return good;
    return good &&
           wb_buffer_create(&atomics.variables, &(wb_buffer_desc){.name = "variables",
                                                                  .type = WB_U32,
                                                                  .shape = {groups, VARIABLES}});
}

/* ---- The versions ---- */

void step_operations(void)
{
    extent groups = groups_for(atomics.count, 1);
    wb_pass_begin("operations");
    glUseProgram(atomics.kernel);
    glUniform1ui(COUNT, (GLuint)atomics.count);
    glUniform1ui(GROUPS, (GLuint)group_count());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.results.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CHANCES, atomics.chances.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ORDERS, atomics.orders.id);
    if (wb_variant_index() == OPERATIONS_BUFFER)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OWN_MEMORY, atomics.variables.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the results, and the next frame writes all of it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    static const char *const names[RESULTS] = {
        "joined", "waiting",  "last", "least", "fallen", "most",     "risen",
        "seen",   "distinct", "left", "taken", "lamps",  "switched", "winners"};
    static const struct {
        const char *name;
        int column;
    } operations[] = {{"Add", 0}, {"Add -1", 1}, {"Min", 3},  {"Max", 5},
                      {"Or", 7},  {"And", 9},    {"Xor", 11}, {"CompSwap", 13}};
    const float left = 26.0f, top = 150.0f, width = 88.0f, height = 50.0f;
    draw_heading(view, "Eight operations, and what their old values are good for",
                 "A row for each work group, a column for each of its variables, every one of them "
                 "the same in every run.");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        draw_note(view, left + width * (float)operations[i].column + 5.0f, 96.0f, 18.0f, INK, "%s",
                  operations[i].name);
    for (int column = 0; column < RESULTS; column++)
        draw_note(view, left + width * (float)column + 5.0f, 122.0f, 15.0f, FAINT, "%s",
                  names[column]);
    glProgramUniform1ui(atomics.canvas, TABLE_GROUPS, (GLuint)group_count());
    glProgramUniform2f(atomics.canvas, TABLE_CELL, width, height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.results.id);
    draw_panel(view, atomics.canvas, left, top, (int)width * RESULTS, 12 * (int)height);
    // The next frame writes the results that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- The oracle ---- */

static uint32_t bits_in(uint32_t word)
{
    return (uint32_t)__builtin_popcount(word);
}

// One group, one invocation after the other.
static void expect_group(const uint32_t *values, int members, uint32_t *results)
{
    uint32_t switched_on = 0, lamps = 0, seen = 0, least = UINT32_MAX, most = 0;
    for (int i = 0; i < members; i++) {
        uint32_t bit = 1u << (31 - __builtin_clz(values[i] | 1));
        switched_on += (lamps & bit) == 0;
        lamps ^= bit;
        seen |= bit;
        if (values[i] < least) least = values[i];
        if (values[i] > most) most = values[i];
    }
    const uint32_t all[RESULTS] = {
        [JOINED] = (uint32_t)members,
        [LAST] = members > 0,
        [LEAST] = least,
        [FALLEN] = UINT32_MAX - least,
        [MOST] = most,
        [RISEN] = most,
        [SEEN] = seen,
        [DISTINCT] = bits_in(seen),
        [LEFT] = ~seen,
        [TAKEN] = bits_in(seen),
        [LAMPS] = lamps,
        [SWITCHED_ON] = switched_on,
        [WINNERS] = members > 0,
    };
    memcpy(results, all, sizeof all);
}

static int members_of(int group)
{
    int left = atomics.count - group * atomics.group;
    return left < atomics.group ? left : atomics.group;
}

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "results") != 0 || steps == 0) return false;
    uint32_t *values = copy_of(&atomics.values), *results = expected;
    if (values == NULL) return false;
    for (int g = 0; g < group_count(); g++)
        expect_group(values + g * atomics.group, members_of(g), results + g * RESULTS);
    free(values);
    return true;
}

// The tickets of a group are 0, 1, 2 and so on, each of them once; its linked list, from the head
// on, visits every member once; its owner is one of them.
static bool compare_orders(int group, const uint32_t chances[2], const uint32_t (*orders)[2])
{
    int members = members_of(group), visited = 0;
    uint64_t tickets[1024 / 64] = {0}, visits[1024 / 64] = {0};
    for (int i = 0; i < members; i++)
        if (orders[i][0] < (uint32_t)members)
            tickets[orders[i][0] / 64] |= 1ull << orders[i][0] % 64;
    uint32_t at = chances[0];
    for (; at < (uint32_t)members && visited < members; visited++) {
        visits[at / 64] |= 1ull << at % 64;
        at = orders[at][1];
    }
    int distinct_tickets = 0, distinct_visits = 0;
    for (int i = 0; i < members; i++) {
        distinct_tickets += (int)(tickets[i / 64] >> i % 64 & 1);
        distinct_visits += (int)(visits[i / 64] >> i % 64 & 1);
    }
    bool has_owner = members > 0 ? chances[1] < (uint32_t)members : chances[1] == (uint32_t)NOBODY;
    if (distinct_tickets == members && distinct_visits == members && at == (uint32_t)NOBODY &&
        has_owner)
        return true;
    wb_error("group %d of %d members: %d different tickets, %d members in the list, owner %d",
             group, members, distinct_tickets, distinct_visits, (int)chances[1]);
    return false;
}

static bool verify(void)
{
    uint32_t(*chances)[2] = copy_of(&atomics.chances), (*orders)[2] = copy_of(&atomics.orders);
    bool good = chances != NULL && orders != NULL;
    for (int g = 0; good && g < group_count(); g++)
        good = compare_orders(g, chances[g], (const uint32_t(*)[2])orders + g * atomics.group);
    free(chances);
    free(orders);
    return good;
}

static wb_cost cost(void)
{
    double results = 4.0 * VARIABLES * group_count();
    return (wb_cost){.read_bytes = 4.0 * atomics.count,
                     .written_bytes = 8.0 * atomics.count + results,
                     .items = atomics.count,
                     .item = "invocations"};
}

const lesson_part operations_part = {
    .name = "operations",
    .init = init,
    .canvas = "03_atomics/table.frag",
    .draw = draw,
    .expect = expect,
    .verify = verify,
    .cost = cost,
};
