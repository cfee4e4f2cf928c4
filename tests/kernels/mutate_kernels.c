/* mutate_kernels FILE.comp...: takes away each barrier() and memoryBarrier*() of each kernel in
 * turn, and the machine has to notice, on made-up buffers. What it cannot notice stands in a list,
 * each with its reason.
 *
 * Exit status: 0 good; 1 if a barrier more, or one less, than in the lists is not missed. */
#include "inputs.h"

#include "base/file.h"
#include "grid/slots.h"
#include "machine/front.h"
#include "surface/slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1 << 14, BUDGET = 15000000 };

// On what a kernel runs: on all of them, as it may be free of findings on some only.
static const struct {
    uint32_t groups[3], uniform;
    inputs_integers integers;
} tries[] = {
    {{3, 2, 1}, 64, INPUTS_RANDOM},   {{3, 1, 1}, 64, INPUTS_RANDOM},
    {{1, 1, 1}, 3, INPUTS_RANDOM},    {{3, 1, 1}, 1024, INPUTS_RANDOM},
    {{2, 1, 1}, 700, INPUTS_RANDOM},  {{1, 1, 1}, 64, INPUTS_IN_TURN},
    {{3, 1, 1}, 64, INPUTS_IN_TURN},  {{1, 1, 1}, 8, INPUTS_IN_TURN},
    {{1, 1, 1}, 9000, INPUTS_RANDOM}, {{1, 1, 1}, 300, INPUTS_RANDOM},
};
enum { TRIES = sizeof tries / sizeof *tries };

// Blocks that need to hold something in particular: word i is first + i * step.
static const struct {
    const char *kernel;
    int binding;
    uint32_t first, step;
} blocks[] = {
    // All particles are in the first cell, which is crowded
    {"grid_scatter.comp", GRID_PLACES, 0, 0},
    {"grid_scatter.comp", GRID_STARTS, 0, 600},
    {"grid_scatter.comp", GRID_COUNTS, 600, 0},
    {"02_shared_chase_shared.comp", 0, 1, 1},     // each word leads to the next
    {"08_indirect_one_dispatch.comp", 3, 150, 0}, // so many particles live
    {"08_indirect_move_fours.comp", 4, 150, 0},
    {"surface_triangles.comp", SURFACE_LIST, 0, 0}, // the first block, whose masks are random
    {"surface_triangles.comp", SURFACE_TABLE, 0x10000000, 0}, // a triangle in each case
    {"13_foam_move_listed.comp", 5, 100, 1},                  // the same, and their slots
};

// Words of uniform blocks that cannot be just anything.
static const struct {
    const char *kernel;
    int binding;
    uint32_t word, value;
} settings[] = {
    // A cloth of 29 x 23 with two pinned corners
    {"12_cloth_tile.comp", 0, 0, 29},
    {"12_cloth_tile.comp", 0, 1, 23},
    {"12_cloth_tile.comp", 0, 11, 2},
    {"12_cloth_tile.comp", 0, 12, 2},
};

// Barriers that the machine does not miss: the line's text, or a part of it.
static const struct {
    const char *kernel, *line, *reason;
} survivors[] = {
    {"scan_single_pass.comp", "memoryBarrierBuffer(); // first the elements, then this:",
     "groups tell each other through coherent, volatile words, which the machine takes for meant; "
     "it "
     "does not know which word announces which"},
    {"scan_single_pass.comp", "memoryBarrierBuffer(); // visible at once", "the same"},
};
enum { SURVIVORS = sizeof survivors / sizeof *survivors };

// Kernels with barriers that have findings as they are, or do not come to an end.
static const struct {
    const char *kernel, *reason;
} faulty[] = {
    {"02_shared_unwritten.comp", "a broken variant"},
    {"05_reduction_no_barrier.comp", "a broken variant"},
    {"14_galaxy_no_barrier.comp", "a broken variant"},
    {"14_galaxy_convolve.comp",
     "lines that are made up overlap; 14 --check --kernels has real ones"},
    {"fft_lines.comp", "the same"},
    {"14_galaxy_pairs_four.comp",
     "a tile for 256 invocations with four stars each takes more than the budget"},
};
enum { FAULTY = sizeof faulty / sizeof *faulty };

static int barriers, caught, survived, left_out, wrong;
static bool seen_survivor[SURVIVORS], seen_faulty[FAULTY];

static void fill_blocks(const char *kernel, inputs *in)
{
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (int i = 0; i < in->dispatch.resource_count; i++) {
            const wb_machine_resource *r = &in->resources[i];
            if (strcmp(blocks[b].kernel, kernel) != 0 || r->binding != blocks[b].binding) continue;
            uint32_t *words = r->data;
            for (uint32_t w = 0; w < r->size / 4; w++)
                words[w] = blocks[b].first + w * blocks[b].step;
        }
}

static void set_words(const char *kernel, inputs *in)
{
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        for (int i = 0; i < in->dispatch.resource_count; i++) {
            const wb_machine_resource *r = &in->resources[i];
            bool is_meant = r->space == WB_SPACE_UNIFORM && r->binding == settings[k].binding;
            if (is_meant && strcmp(settings[k].kernel, kernel) == 0)
                ((uint32_t *)r->data)[settings[k].word] = settings[k].value;
        }
}

// The number of findings that are no notes; -1 if it does not run.
static int count_findings(const char *kernel, const wb_module *m, int number, wb_order order)
{
    inputs in;
    wb_module_error error;
    inputs_make(&in, m, WORDS, tries[number].uniform, tries[number].integers);
    fill_blocks(kernel, &in);
    set_words(kernel, &in);
    memcpy(in.dispatch.groups, tries[number].groups, sizeof in.dispatch.groups);
    wb_machine_options options = {.check = true,
                                  .check_races = true,
                                  .budget = BUDGET,
                                  .order = order,
                                  .team = order == WB_ORDER_ASCENDING ? 0 : 32};
    wb_machine *machine = wb_machine_create(m, &in.dispatch, &options, &error);
    int found = -1;
    if (machine != NULL && wb_machine_run(machine, WB_RUN_END) == WB_STOP_END) {
        found = 0;
        for (int i = 0; i < wb_machine_finding_count(machine); i++)
            found += wb_machine_finding(machine, i)->severity != WB_NOTE;
    }
    wb_machine_free(machine);
    inputs_free(&in);
    return found;
}

static bool load(const char *text, wb_module *module)
{
    wb_front_output spirv;
    wb_module_error error;
    bool good = wb_front_compile(text, &spirv) == WB_FRONT_GOOD &&
                wb_module_load(module, spirv.words, spirv.count, &error);
    wb_front_free(&spirv);
    return good;
}

// Whether it makes a difference at all is in *compiled: #if may have left it out.
static bool is_caught(const char *kernel, const char *text, const bool *clean,
                      uint32_t instructions, bool *compiled)
{
    wb_module module;
    bool noticed = false;
    *compiled = true;
    if (!load(text, &module)) return false;
    *compiled = module.code_count != instructions;
    for (int i = 0; i < TRIES && !noticed; i++)
        noticed = clean[i] && (count_findings(kernel, &module, i, WB_ORDER_ASCENDING) != 0 ||
                               count_findings(kernel, &module, i, WB_ORDER_DESCENDING) != 0);
    wb_module_free(&module);
    return noticed;
}

// The next call of a barrier, outside of comments: its place and length.
static const char *next_barrier(const char *at, size_t *length)
{
    for (; *at != '\0'; at++) {
        if (strncmp(at, "//", 2) == 0) at += strcspn(at, "\n");
        static const char *const names[] = {"memoryBarrierBuffer();", "memoryBarrierShared();",
                                            "memoryBarrierImage();",  "groupMemoryBarrier();",
                                            "memoryBarrier();",       "barrier();"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            *length = strlen(names[i]);
            if (strncmp(at, names[i], *length) == 0) return at;
        }
        if (*at == '\0') break;
    }
    return NULL;
}

static void expect_faulty(const char *name)
{
    for (int i = 0; i < FAULTY; i++)
        if (strcmp(name, faulty[i].kernel) == 0) {
            seen_faulty[i] = true;
            return;
        }
    wrong++;
    printf("%s is left out: it has findings as it is\n", name);
}

// The barrier at `at` is not missed.
static void expect_survivor(const char *name, const char *text, const char *at)
{
    int number = 1;
    for (const char *c = text; c < at; c++) number += *c == '\n';
    while (at > text && at[-1] != '\n') at--;
    at += strspn(at, " ");
    char line[200];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    for (int i = 0; i < SURVIVORS; i++)
        if (strcmp(name, survivors[i].kernel) == 0 && strstr(line, survivors[i].line) != NULL) {
            seen_survivor[i] = true;
            return;
        }
    wrong++;
    printf("%s:%d: nobody misses this: %s\n", name, number, line);
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

// Whether the kernels are those among which this one has to be: it itself, or others of its lesson.
static bool is_due(const char *kernel, int count, char *const *paths)
{
    bool of_lesson = *kernel >= '0' && *kernel <= '9';
    for (int i = 0; i < count; i++) {
        const char *name = name_of(paths[i]);
        if (strcmp(name, kernel) == 0 || (of_lesson && strncmp(name, kernel, 3) == 0)) return true;
    }
    return false;
}

// Of the lists: what is noticed now.
static void print_unseen(int count, char *const *paths)
{
    for (int i = 0; i < SURVIVORS; i++)
        if (!seen_survivor[i] && is_due(survivors[i].kernel, count, paths)) {
            wrong++;
            printf("%s: this is missed, or not there: %s\n", survivors[i].kernel,
                   survivors[i].line);
        }
    for (int i = 0; i < FAULTY; i++)
        if (!seen_faulty[i] && is_due(faulty[i].kernel, count, paths)) {
            wrong++;
            printf("%s has no findings as it is, or no barriers\n", faulty[i].kernel);
        }
}

static void mutate(const char *name, char *text)
{
    wb_module module;
    bool clean[TRIES], any = false;
    size_t length;
    if (next_barrier(text, &length) == NULL || !load(text, &module)) return;
    for (int i = 0; i < TRIES; i++) {
        clean[i] = count_findings(name, &module, i, WB_ORDER_ASCENDING) == 0 &&
                   count_findings(name, &module, i, WB_ORDER_DESCENDING) == 0;
        any = any || clean[i];
    }
    uint32_t instructions = module.code_count;
    wb_module_free(&module);
    if (!any) {
        left_out++;
        expect_faulty(name);
        return;
    }
    const char *at = text;
    while ((at = next_barrier(at, &length)) != NULL) {
        char saved[32];
        size_t place = (size_t)(at - text);
        memcpy(saved, at, length);
        memset(text + place, ' ', length - 1);
        text[place + length - 1] = ';';
        bool compiled, noticed = is_caught(name, text, clean, instructions, &compiled);
        barriers += compiled;
        *(noticed ? &caught : &survived) += compiled;
        memcpy(text + place, saved, length);
        if (!noticed && compiled) expect_survivor(name, text, at);
        at += length;
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *text = wb_file_read(argv[i], NULL);
        if (text == NULL) return 1;
        mutate(name_of(argv[i]), text);
        free(text);
    }
    print_unseen(argc - 1, argv + 1);
    printf("%d barriers taken away: %d noticed, %d not; %d kernels left out\n", barriers, caught,
           survived, left_out);
    return wrong > 0 || argc < 2;
}
