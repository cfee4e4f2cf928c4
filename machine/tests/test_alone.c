/* Linked from the interpreter's sources alone, as C without extensions: reads a capture, runs it
 * and tells of it. Argument: a capture. Exit status: 0 good, 1 not, 77 there is no such file. */
#include "machine/capture_file.h"
#include "machine/debug.h"

#include <stdlib.h>

static char bytes[1 << 22];

static int run(const wb_capture_file *c)
{
    wb_module_error error;
    wb_machine_options options = {.check = true, .check_races = true, .subgroup = c->subgroup};
    wb_machine *machine = wb_machine_create(&c->kernel->module, &c->dispatch, &options, &error);
    if (machine == NULL) return EXIT_FAILURE;
    wb_stop stop = wb_machine_run(machine, WB_RUN_END);
    for (int i = 0; i < wb_machine_finding_count(machine); i++) {
        wb_finding f =
            wb_kernel_finding_text(c->kernel, wb_machine_finding(machine, i), c->pass, c->call);
        puts(f.text);
        free((char *)f.text);
    }
    wb_machine_free(machine);
    wb_debug_desc desc = {.module = &c->kernel->module, .dispatch = &c->dispatch};
    wb_debug *debug = wb_debug_create(&desc, &error);
    bool debugs = debug != NULL && wb_debug_approach(debug, 1000);
    wb_debug_free(debug);
    return stop == WB_STOP_END && debugs ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    wb_capture_file capture;
    wb_module_error error;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (argc > 1 && file == NULL) return 77;
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL) fclose(file);
    if (!wb_capture_file_read(&capture, bytes, size, &error)) {
        puts(error.text);
        return argc > 1 ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    int status = run(&capture);
    wb_capture_file_free(&capture);
    return status;
}
