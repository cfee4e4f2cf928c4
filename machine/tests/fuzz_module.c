/* libFuzzer target: loads SPIR-V, and runs what loads for a moment.
 *
 * Whatever the words are, loading ends in a module or a message, and running in a stop. Begin with
 * modules of the course: glslangValidator -G -g --target-env opengl writes them. */
#include "machine/machine.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 256, MAX_ROWS = 1 << 13, BUDGET = 20000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Like assert(), but never compiled out.
static void require(bool condition)
{
    if (!condition) abort();
}

static void run(const wb_module *module)
{
    static uint32_t memory[4][WORDS];
    wb_machine_resource resources[16];
    wb_machine_dispatch dispatch = {.groups = {2, 2, 1}, .resources = resources};
    for (int i = 0; i < 4; i++) {
        const wb_space spaces[] = {WB_SPACE_STORAGE, WB_SPACE_UNIFORM, WB_SPACE_IMAGE,
                                   WB_SPACE_TEXTURE};
        for (int binding = 0; binding < 4; binding++)
            resources[dispatch.resource_count++] =
                (wb_machine_resource){.space = spaces[i],
                                      .binding = binding,
                                      .data = memory[binding],
                                      .size = sizeof memory[binding],
                                      .format = {WB_TEXEL_UINT, 1, 32},
                                      .width = 16,
                                      .height = 16,
                                      .depth = 1};
    }
    memset(memory, 1, sizeof memory);
    wb_machine_options options = {.check = true,
                                  .check_races = true,
                                  .count = true,
                                  .budget = BUDGET,
                                  .order = (wb_order)(module->code_count % 3)};
    wb_module_error error;
    wb_machine *machine = wb_machine_create(module, &dispatch, &options, &error);
    if (machine == NULL) return;
    wb_machine_run(machine, WB_RUN_END);
    for (int i = 0; i < wb_machine_finding_count(machine); i++)
        require(*wb_machine_finding(machine, i)->text != '\0');
    wb_machine_free(machine);
}

static void look(const wb_module *module)
{
    char text[96];
    int64_t element;
    int member;
    for (int i = 0; i < module->variable_count; i++) {
        wb_module_name_word(module, i, 7, text, sizeof text, &element);
        wb_module_find(module, module->variables[i].name, 0, &member);
    }
    require(module->code_count > 0 && module->call_count > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count = size / 4;
    uint32_t *words = malloc(count * 4 + 4);
    require(words != NULL);
    memcpy(words, data, count * 4);
    wb_module module;
    wb_module_error error;
    bool good = wb_module_load(&module, words, count, &error);
    free(words); // the module has its own
    require(good == (module.code != NULL) && good == (*error.text == '\0'));
    if (good) look(&module);
    if (good && module.row_count <= MAX_ROWS) run(&module);
    wb_module_free(&module);
    return 0;
}
