// The kernel machine alone, without OpenGL: finds the race in a kernel of the user's,
// and none once there is a barrier.
#include <machine/front.h>
#include <machine/machine.h>

#include <stdio.h>
#include <stdlib.h>

static const char *const texts[] = {
    "#version 430\nlayout(local_size_x = 64) in;\nshared uint tile[64];\n"
    "layout(std430, binding = 0) buffer A { uint a[]; };\n"
    "void main() { uint i = gl_LocalInvocationIndex; tile[i] = a[i];\n"
    "    a[i] = tile[63u - i]; }\n",
    "#version 430\nlayout(local_size_x = 64) in;\nshared uint tile[64];\n"
    "layout(std430, binding = 0) buffer A { uint a[]; };\n"
    "void main() { uint i = gl_LocalInvocationIndex; tile[i] = a[i]; barrier();\n"
    "    a[i] = tile[63u - i]; }\n",
};

// How many faults there are; -1 if it cannot be told.
static int count_faults(const char *text)
{
    static uint32_t words[64];
    wb_front_output spirv;
    wb_module module = {0};
    wb_module_error error;
    int faults = -1;
    wb_machine_resource a = {.space = WB_SPACE_STORAGE, .data = words, .size = sizeof words};
    wb_machine_dispatch dispatch = {.groups = {1, 1, 1}, .resources = &a, .resource_count = 1};
    wb_machine_options options = {.check = true, .check_races = true};
    if (wb_front_compile(text, &spirv) == WB_FRONT_GOOD &&
        wb_module_load(&module, spirv.words, spirv.count, &error)) {
        wb_machine *machine = wb_machine_create(&module, &dispatch, &options, &error);
        if (machine != NULL && wb_machine_run(machine, WB_RUN_END) == WB_STOP_END)
            faults = wb_machine_finding_count(machine);
        wb_machine_free(machine);
    }
    wb_module_free(&module);
    wb_front_free(&spirv);
    return faults;
}

int main(void)
{
    int without = count_faults(texts[0]), with = count_faults(texts[1]);
    printf("%d without the barrier, %d with it\n", without, with);
    return without > 0 && with == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
