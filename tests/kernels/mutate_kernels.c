/* mutate_kernels [--facts FILE] FILE.comp...: takes away each barrier() and memoryBarrier*() of
 * each kernel in turn, and the machine has to notice, on made-up buffers. What it cannot notice
 * stands in a list, each with its reason. Of building blocks the lists are here; those of lessons'
 * kernels come from their tests.json, by course.py, in lines: block KERNEL BINDING FIRST STEP, word
 * KERNEL BINDING WORD VALUE, faulty KERNEL
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

enum { MOST_FACTS = 64 };
typedef char kernel_name[64];

// Blocks that need to hold something in particular: word i is first + i * step.
static struct block {
    kernel_name kernel;
    int binding;
    uint32_t first, step;
} blocks[MOST_FACTS] = {
    // All particles are in the first cell, which is crowded
    {"grid_scatter.comp", GRID_PLACES, 0, 0},
    {"grid_scatter.comp", GRID_STARTS, 0, 600},
    {"grid_scatter.comp", GRID_COUNTS, 600, 0},
    {"surface_triangles.comp", SURFACE_LIST, 0, 0}, // the first block, whose masks are random
    {"surface_triangles.comp", SURFACE_TABLE, 0x10000000, 0}, // a triangle in each case
};
static int block_count = 5;

// Words of uniform blocks that cannot be just anything.
static struct setting {
    kernel_name kernel;
    int binding;
    uint32_t word, value;
} settings[MOST_FACTS];
static int setting_count;

// Barriers that the machine does not miss: the line's text, or a part of it.
static const struct {
    const char *kernel, *line, *reason;
} survivors[] = {
    {"scan_single_pass.comp", "memoryBarrierBuffer(); // first the elements, then this:",
     "groups tell each other through words that they read again, which the machine takes for "
     "meant; "
     "it does not know which word announces which"},
    {"scan_single_pass.comp", "memoryBarrierBuffer(); // visible at once", "the same"},
};
enum { SURVIVORS = sizeof survivors / sizeof *survivors };

// Kernels with barriers that are not judged here: they have findings as they are, do not come to an
// end, or do nothing yet. Lines that are made up overlap, and numbers that are made up are no tree,
// in which two children meet at a node; 14 --check --kernels has real ones.
static kernel_name faulty[MOST_FACTS] = {"fft_lines.comp", "tree_moments.comp"};
static int faulty_count = 2;

static int barriers, caught, survived, left_out, wrong;
static bool seen_survivor[SURVIVORS], seen_faulty[MOST_FACTS];

static bool read_fact(const char *line)
{
    if (block_count == MOST_FACTS || setting_count == MOST_FACTS || faulty_count == MOST_FACTS)
        return false;
    struct block *b = &blocks[block_count];
    struct setting *s = &settings[setting_count];
    bool is_block =
        sscanf(line, "block %63s %d %u %u", b->kernel, &b->binding, &b->first, &b->step) == 4;
    bool is_word =
        sscanf(line, "word %63s %d %u %u", s->kernel, &s->binding, &s->word, &s->value) == 4;
    bool is_faulty = sscanf(line, "faulty %63s", faulty[faulty_count]) == 1;
    block_count += is_block;
    setting_count += is_word;
    faulty_count += is_faulty;
    return is_block || is_word || is_faulty;
}

static bool read_facts(const char *path)
{
    char line[256];
    FILE *file = fopen(path, "r");
    bool good = file != NULL;
    while (good && fgets(line, sizeof line, file) != NULL) {
        good = read_fact(line);
        if (!good) printf("%s: no fact: %s", path, line);
    }
    if (file != NULL) fclose(file);
    return good;
}

static void fill_blocks(const char *kernel, inputs *in)
{
    for (int b = 0; b < block_count; b++)
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
    for (int k = 0; k < setting_count; k++)
        for (int i = 0; i < in->dispatch.resource_count; i++) {
            const wb_machine_resource *r = &in->resources[i];
            bool is_meant = r->space == WB_SPACE_UNIFORM && r->binding == settings[k].binding;
            if (is_meant && strcmp(settings[k].kernel, kernel) == 0)
                ((uint32_t *)r->data)[settings[k].word] = settings[k].value;
        }
}

// Made-up numbers may well be outside a function's domain, and made-up images have one format;
// that says nothing of barriers.
static bool is_about_input(const wb_kernel_finding *finding)
{
    return strcmp(finding->code, "undefined-arithmetic") == 0 ||
           strcmp(finding->code, "format-mismatch") == 0;
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
        for (int i = 0; i < wb_machine_finding_count(machine); i++) {
            const wb_kernel_finding *finding = wb_machine_finding(machine, i);
            found += finding->severity != WB_NOTE && !is_about_input(finding);
        }
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

// Whether the kernel stands in the list of those that are not judged here.
static bool is_left_out(const char *name)
{
    for (int i = 0; i < faulty_count; i++)
        if (strcmp(name, faulty[i]) == 0) return seen_faulty[i] = true;
    return false;
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
    printf("%s:%d: no test misses this: %s\n", name, number, line);
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
    for (int i = 0; i < faulty_count; i++)
        if (!seen_faulty[i] && is_due(faulty[i], count, paths)) {
            wrong++;
            printf("%s is not there, or has no barriers\n", faulty[i]);
        }
}

static void mutate(const char *name, char *text)
{
    wb_module module;
    bool clean[TRIES], any = false;
    size_t length;
    if (next_barrier(text, &length) == NULL) return;
    if (is_left_out(name)) {
        left_out++;
        return;
    }
    if (!load(text, &module)) return;
    for (int i = 0; i < TRIES; i++) {
        clean[i] = count_findings(name, &module, i, WB_ORDER_ASCENDING) == 0 &&
                   count_findings(name, &module, i, WB_ORDER_DESCENDING) == 0;
        any = any || clean[i];
    }
    uint32_t instructions = module.code_count;
    wb_module_free(&module);
    if (!any) {
        wrong++;
        printf("%s has findings as it is, in all cases\n", name);
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
    int first = argc > 2 && strcmp(argv[1], "--facts") == 0 ? 3 : 1;
    if (first == 3 && !read_facts(argv[2])) return 1;
    for (int i = first; i < argc; i++) {
        char *text = wb_file_read(argv[i], NULL);
        if (text == NULL) return 1;
        mutate(name_of(argv[i]), text);
        free(text);
    }
    print_unseen(argc - first, argv + first);
    printf("%d barriers taken away: %d noticed, %d not; %d kernels left out\n", barriers, caught,
           survived, left_out);
    return wrong > 0 || argc <= first;
}
