/* mutate_kernels FILE.comp...: takes away each barrier() and memoryBarrier*() of each kernel in
 * turn, and says whether the machine notices, on made-up buffers. Kernels that have findings as
 * they are, whatever the buffers, are left out. A tool, not a test: survivors want to be
 * understood. */
#include "inputs.h"

#include "base/file.h"
#include "spirv/front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1 << 14, BUDGET = 5000000 };

static const struct {
    uint32_t groups[3], uniform;
} tries[] = {{{3, 2, 1}, 64}, {{3, 1, 1}, 64}, {{1, 1, 1}, 3}, {{3, 1, 1}, 1024}, {{2, 1, 1}, 700}};
enum { TRIES = sizeof tries / sizeof *tries };

static int barriers, caught, survived, left_out;

// The number of findings that are no notes; -1 if it does not run.
static int count_findings(const wb_module *m, int number, wb_order order)
{
    inputs in;
    wb_module_error error;
    inputs_make(&in, m, WORDS, tries[number].uniform);
    memcpy(in.dispatch.groups, tries[number].groups, sizeof in.dispatch.groups);
    wb_machine_options options = {.check = true,
                                  .check_races = true,
                                  .budget = BUDGET,
                                  .order = order,
                                  .team = order == WB_ORDER_ASCENDING ? 0 : 32};
    wb_machine *machine = wb_machine_create(m, &in.dispatch, &options, &error);
    int found = -1;
    if (machine != NULL && wb_machine_run(machine, WB_RUN_END, false) == WB_STOP_END) {
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
static bool is_caught(const char *text, const bool *clean, uint32_t instructions, bool *compiled)
{
    wb_module module;
    bool noticed = false;
    *compiled = true;
    if (!load(text, &module)) return false;
    *compiled = module.code_count != instructions;
    for (int i = 0; i < TRIES && !noticed; i++)
        noticed = clean[i] && (count_findings(&module, i, WB_ORDER_ASCENDING) != 0 ||
                               count_findings(&module, i, WB_ORDER_DESCENDING) != 0);
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

static void mutate(const char *name, char *text)
{
    wb_module module;
    bool clean[TRIES], any = false;
    size_t length;
    if (next_barrier(text, &length) == NULL || !load(text, &module)) return;
    for (int i = 0; i < TRIES; i++) {
        clean[i] = count_findings(&module, i, WB_ORDER_ASCENDING) == 0 &&
                   count_findings(&module, i, WB_ORDER_DESCENDING) == 0;
        any = any || clean[i];
    }
    uint32_t instructions = module.code_count;
    wb_module_free(&module);
    if (!any) {
        left_out++;
        printf("%s is left out: it has findings as it is\n", name);
        return;
    }
    const char *at = text;
    while ((at = next_barrier(at, &length)) != NULL) {
        char saved[32];
        size_t place = (size_t)(at - text);
        memcpy(saved, at, length);
        memset(text + place, ' ', length - 1);
        text[place + length - 1] = ';';
        bool compiled, noticed = is_caught(text, clean, instructions, &compiled);
        barriers += compiled;
        *(noticed ? &caught : &survived) += compiled;
        memcpy(text + place, saved, length);
        int line = 1;
        for (const char *c = text; c < at; c++) line += *c == '\n';
        if (!noticed && compiled)
            printf("%s:%d: nobody misses %.*s\n", name, line, (int)length, saved);
        at += length;
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *text = wb_file_read(argv[i], NULL);
        const char *slash = strrchr(argv[i], '/');
        if (text == NULL) return 1;
        mutate(slash != NULL ? slash + 1 : argv[i], text);
        free(text);
    }
    printf("%d barriers taken away: %d noticed, %d not; %d kernels left out\n", barriers, caught,
           survived, left_out);
    return argc < 2;
}
