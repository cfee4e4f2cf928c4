// Lesson 04: ping-pong buffers, shown on Conway's Game of Life.
// A dispatch reads one generation from one buffer and writes the next to another; then they swap.
// Open steps.c first: the dispatches. This file only says what there is.
#include "oracle.h"
#include "picture.h"
#include "scene.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

/* ---- The Game of Life ---- */

static const wb_part game = {
    .name = "life",
    .init = init,
    .draw = draw,
    .quit = quit,
    .expect = expect,
    .inputs = inputs,
    .check_frames = 20,
    .cases = {"width=61 height=67", "width=1 height=1", "width=2 height=3", "width=15 height=15",
              "width=16 height=16", "width=17 height=17", "width=256 height=96",
              "width=33 height=130", "width=128 height=128",
              // For blocked: dispatches with fewer generations than others, halos that reach around
              // the grid, and, in the last case, guns that lie across the seams of tiles.
              "width=2 height=3 generations=19", "width=33 height=5 generations=40 depth=32",
              "width=45 height=70 generations=37 depth=32",
              "width=1040 height=334 generations=5 depth=4"},
    .cost = cost,
    .bench_cases = {"width=512 height=512", "width=4096 height=4096", "width=16384 height=16384",
                    "width=512 height=512 generations=16", "width=4096 height=4096 generations=16",
                    "width=16384 height=16384 generations=16"},
    .status = status,
};

static const wb_part waves = {
    .name = "waves",
    .init = init,
    .draw = draw,
    .quit = quit,
    .expect = expect,
    .check_frames = 20,
    .cases = {"width=61 height=67", "width=1 height=1", "width=2 height=3", "width=17 height=16",
              "width=33 height=130 generations=3"},
    .cost = cost,
    .bench_cases = {"width=4096 height=4096"},
    .status = status,
};

/* ---- Variants ---- */

static const wb_variant variants[] = {
    {.name = "global",
     .shows = "one invocation a cell, neighbours read from the buffer; 8 bytes a cell",
     .remark = "every cell is read nine times; the caches must catch it",
     .kernel = "04_life/global.comp",
     .step = step_ping_pong},
    {.name = "tile",
     .shows = "each group reads its tile and a halo into shared memory first; 8 bytes a cell",
     .remark = "eight bytes of traffic a cell, and only one bit of them matters",
     .kernel = "04_life/tile.comp",
     .step = step_ping_pong},
    {.name = "in_place",
     .shows = "one buffer; the cells on a tile's edge wait until all have read; 5 bytes a cell",
     .remark = "a second dispatch, and the edges' cells moved twice",
     .kernel = "04_life/in_place.comp",
     .data = &(life_traits){.is_in_place = true},
     .step = step_in_place},
    {.name = "packed",
     .shows = "32 cells a word, counted by adders that work on whole words; 2 bits a cell",
     .remark = "a cell is a bit and nothing else: no age, no trail",
     .kernel = "04_life/packed.comp",
     .data = &(life_traits){.is_packed = true},
     .step = step_ping_pong},
    {.name = "blocked",
     .shows = "a tile computes several generations and writes the last; 2 bits a cell for all",
     .remark = "arithmetic, some of it for the halo; and loading does not hide behind it",
     .kernel = "04_life/blocked.comp",
     .data = &(life_traits){.is_packed = true, .is_blocked = true},
     .step = step_blocked},
    {.name = "one_buffer",
     .kind = WB_BROKEN,
     .shows = "reads and writes the same buffer, without staging",
     .remark = "guns that fall apart, and a picture that loses its symmetry",
     .finding = "race",
     .kernel = "04_life/one_buffer.comp",
     .step = step_one_buffer},
    {.name = "late_swap",
     .kind = WB_BROKEN,
     .shows = "swaps the two buffers a generation late",
     .remark = "half the speed: every generation is computed twice",
     .kernel = "04_life/global.comp",
     .step = step_late_swap},
    {.name = "no_wrap",
     .kind = WB_BROKEN,
     .shows = "takes the cells beyond the edge for dead",
     .remark = "gliders that crash into the edge, where they should come in on the other side",
     .kernel = "04_life/no_wrap.comp",
     .step = step_ping_pong},
    {.name = "no_barrier",
     .kind = WB_BROKEN,
     .shows = "no glMemoryBarrier between one generation and the next",
     .remark = "nothing, on most drivers: only the barrier checker sees it",
     .kernel = "04_life/global.comp",
     .step = step_no_barrier},
    {.name = "highlife",
     .kind = WB_TASK,
     .shows = "your line: another rule",
     .kernel = "04_life/tasks/highlife.comp",
     .cases = small_cases,
     .data = &(life_traits){.rule = {.born = 1 << 3 | 1 << 6, .survives = 1 << 2 | 1 << 3}},
     .step = step_ping_pong},
    {.name = "mend",
     .kind = WB_TASK,
     .shows = "your kernel: one_buffer, without its race",
     .kernel = "04_life/tasks/mend.comp",
     .cases = small_cases,
     .step = step_ping_pong},
    {.name = "twist",
     .kind = WB_TASK,
     .shows = "your kernel: a torus that is twisted at one edge",
     .kernel = "04_life/tasks/twist.comp",
     .cases = small_cases,
     .data = &(life_traits){.is_twisted = true},
     .step = step_ping_pong},
    {.name = "gas",
     .kind = WB_TASK,
     .shows = "your kernel: a gas of particles, in place",
     .kernel = "04_life/tasks/gas.comp",
     .cases = gas_cases,
     .data = &(life_traits){.is_gas = true},
     .step = step_gas},
    {.name = "wide",
     .kind = WB_TASK,
     .shows = "your kernel and your dispatches: cells that see further",
     .kernel = "04_life/tasks/wide.comp",
     .cases = wide_cases,
     .data = &(life_traits){.is_wide = true},
     .step = step_task},
    {.name = "waves",
     .part = &waves,
     .shows = "water in a tray, by Verlet's scheme: three buffers take turns",
     .remark = "memory: 12 bytes a cell",
     .kernel = "04_life/waves.comp",
     .data = &(life_traits){.is_waves = true},
     .step = step_waves},
    {0},
};

/* ---- Parameters ---- */

// clang-format off
static const wb_param params[] = {
    {"width", {&lesson.width}, 1, 32768, "cells", "width of the grid", .restarts = true},
    {"height", {&lesson.height}, 1, 32768, "cells", "height of the grid", .restarts = true},
    {"generations", {&lesson.generations}, 1, 1000, NULL, "generations a frame"},
    {"rows", {&lesson.rows}, 1, 64, NULL, "packed: rows that an invocation computes", .rebuild = rebuild},
    {"depth", {&lesson.depth}, 1, 32, NULL, "blocked: generations a dispatch computes at most", .rebuild = rebuild},
    {"radius", {&lesson.radius}, 1, 7, "cells", "wide: how far a cell sees", .rebuild = rebuild},
    {"density", {.f = &lesson.density}, 0, 1, NULL, "share of living cells in the random disc", .restarts = true},
    {0},
};
// clang-format on

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "04_life",
            .title = "Ping-pong: the Game of Life",
            .part = &game,
            .variants = variants,
            .tasks = tasks,
            .params = params,
            .width = 1024,
            .height = 1024,
            .frames = 240,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .formats = {".rle", ".png"},
            .load = load,
            .dump = dump,
            .paint = paint,
            .grid_columns = &lesson.width,
            .grid_rows = &lesson.height,
        },
        argc, argv);
}
