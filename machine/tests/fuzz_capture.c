/* libFuzzer target: reads a capture, and runs what can be read for a moment. Begin with what a
 * lesson's --capture writes. */
#include "machine/capture_file.h"

#include <stdlib.h>

enum { MAX_ROWS = 1 << 13, BUDGET = 20000, MAX_SIZE = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wb_capture_file capture;
    wb_module_error error;
    if (!wb_capture_file_read(&capture, data, size, &error)) {
        if (*error.text == '\0' || capture.own != NULL) abort();
        return 0;
    }
    wb_machine_options options = {.check = true,
                                  .check_races = true,
                                  .subgroup = capture.subgroup,
                                  .fuse_fma = capture.fuse_fma,
                                  .budget = BUDGET};
    wb_machine *machine = NULL;
    if (capture.kernel->module.row_count <= MAX_ROWS && size <= MAX_SIZE)
        machine = wb_machine_create(&capture.kernel->module, &capture.dispatch, &options, &error);
    if (machine != NULL) wb_machine_run(machine, WB_RUN_END);
    for (int i = 0; machine != NULL && i < wb_machine_finding_count(machine); i++) {
        wb_finding f = wb_kernel_finding_text(capture.kernel, wb_machine_finding(machine, i),
                                              capture.pass, capture.call);
        if (f.text == NULL) abort();
        free((char *)f.text);
    }
    wb_machine_free(machine);
    wb_capture_file_free(&capture);
    return 0;
}
