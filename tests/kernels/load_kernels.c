/* load_kernels FILE.comp...: compiles and loads each, as the kernel machine would. Exit status: 0
 * all load, 1 some do not, 77 there is no compiler. */
#include "base/file.h"
#include "machine/front.h"
#include "machine/module.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t instructions;
static uint32_t largest;

static int load(const char *path)
{
    char *text = wb_file_read(path, NULL);
    if (text == NULL) return 1;
    wb_front_output spirv;
    wb_front_result result = wb_front_compile(text, &spirv);
    wb_module module;
    wb_module_error error = {0};
    int status = 0;
    if (result != WB_FRONT_GOOD) {
        printf("%s: %s\n", path, spirv.message != NULL ? spirv.message : "does not compile");
        status = result == WB_FRONT_MISSING ? 77 : 1;
    } else if (!wb_module_load(&module, spirv.words, spirv.count, &error)) {
        printf("%s:%d: %s\n", path, error.line, error.text);
        status = 1;
    } else {
        instructions += module.code_count;
        if (module.code_count > largest) largest = module.code_count;
        wb_module_free(&module);
    }
    wb_front_free(&spirv);
    free(text);
    return status;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        int status = load(argv[i]);
        if (status == 77) return 77;
        failed += status;
    }
    printf("%d kernels, %d do not load; %llu instructions, at most %u\n", argc - 1, failed,
           (unsigned long long)instructions, largest);
    return failed > 0 || argc < 2;
}
