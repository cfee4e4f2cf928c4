/* bench_kernels [--plain] FILE.comp...: how fast the kernel machine runs each kernel on made-up
 * buffers, in instructions times lanes a second, with all checks on (--plain: with none). Not a
 * test: for a quiet machine. */
#include "inputs.h"

#include "base/file.h"
#include "machine/front.h"
#include "machine/machine.h"
#include "os/time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1 << 18, BUDGET = 20000000 };

static double bench(const char *path, bool checks)
{
    char *text = wb_file_read(path, NULL);
    wb_front_output spirv;
    wb_module module;
    wb_module_error error;
    inputs in;
    if (text == NULL || wb_front_compile(text, &spirv) != WB_FRONT_GOOD ||
        !wb_module_load(&module, spirv.words, spirv.count, &error)) {
        printf("%s does not load\n", path);
        exit(1);
    }
    inputs_make(&in, &module, WORDS, 4096, INPUTS_RANDOM);
    in.dispatch.groups[0] = 16;
    in.dispatch.groups[1] = 4;
    wb_machine_options options = {.check = checks, .check_races = checks, .budget = BUDGET};
    wb_machine *machine = wb_machine_create(&module, &in.dispatch, &options, &error);
    double start = wb_clock_seconds();
    wb_machine_run(machine, WB_RUN_END);
    double seconds = wb_clock_seconds() - start;
    double rate = (double)wb_machine_lane_instructions(machine) / seconds;
    const char *slash = strrchr(path, '/');
    printf("%-40s %9.1f million/s  %10llu in %6.3f s, %d findings\n",
           slash != NULL ? slash + 1 : path, rate / 1e6,
           (unsigned long long)wb_machine_lane_instructions(machine), seconds,
           wb_machine_finding_count(machine));
    wb_machine_free(machine);
    inputs_free(&in);
    wb_module_free(&module);
    wb_front_free(&spirv);
    free(text);
    return rate;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    bool plain = argc > 1 && strcmp(argv[1], "--plain") == 0;
    int first = plain ? 2 : 1, count = argc - first;
    double *rates = calloc((size_t)argc + 1, sizeof *rates);
    if (count < 1 || rates == NULL) return 2;
    for (int i = 0; i < count; i++) rates[i] = bench(argv[first + i], !plain);
    qsort(rates, (size_t)count, sizeof *rates, compare);
    printf("median %.1f million/s, least %.1f, most %.1f\n", rates[count / 2] / 1e6, rates[0] / 1e6,
           rates[count - 1] / 1e6);
    free(rates);
    return 0;
}
