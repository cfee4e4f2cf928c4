/* bench_kernels [--plain] FILE.comp...: how fast the kernel machine runs each kernel on made-up
 * buffers, in instructions times lanes a second, with all checks on (--plain: with none). Not a test:
 * for a quiet machine. */
#include "base/file.h"
#include "spirv/front.h"
#include "spirv/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORDS = 1 << 18, MAX_BINDINGS = 32, BUDGET = 20000000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint32_t sample(wb_type_kind kind, uint32_t seed)
{
    float f = 0.25f + (float)(seed * 2654435761u >> 20) / 4096.0f;
    uint32_t u = seed * 2654435761u >> 24;
    if (kind == WB_TYPE_FLOAT) memcpy(&u, &f, sizeof u);
    return u;
}

// Numbers where the kernel expects numbers: no float is a subnormal by mistake.
static void fill(const wb_module *m, int type, uint32_t byte, uint32_t *words)
{
    const wb_type *t = &m->types[type];
    if (byte / 4 >= WORDS) return;
    if (t->kind == WB_TYPE_STRUCT) {
        for (uint32_t i = 0; i < t->count; i++)
            fill(m, t->members[i].type, byte + t->members[i].offset, words);
    } else if (t->kind == WB_TYPE_ARRAY) {
        uint32_t count = t->count > 0 ? t->count : (WORDS * 4 - byte) / t->stride;
        for (uint32_t i = 0; i < count && byte / 4 < WORDS; i++, byte += t->stride)
            fill(m, t->element, byte, words);
    } else if (t->kind == WB_TYPE_VECTOR) {
        for (uint32_t i = 0; i < t->count; i++)
            fill(m, t->element, byte + i * m->types[t->element].size, words);
    } else
        words[byte / 4] = sample(t->kind, byte / 4);
}

typedef struct inputs {
    wb_resource resources[MAX_BINDINGS];
    wb_uniform_value uniforms[MAX_BINDINGS];
    uint32_t values[MAX_BINDINGS];
    wb_dispatch dispatch;
} inputs;

static bool has(const inputs *in, const wb_variable *v)
{
    for (int i = 0; i < in->dispatch.resource_count; i++)
        if (in->resources[i].space == v->space && in->resources[i].binding == v->binding)
            return true;
    return false;
}

static void make_inputs(const wb_module *m, inputs *in)
{
    in->dispatch = (wb_dispatch){.groups = {16, 4, 1}, .resources = in->resources,
                                 .uniforms = in->uniforms};
    for (int i = 0; i < m->variable_count; i++) {
        const wb_variable *v = &m->variables[i];
        if (v->space == WB_SPACE_VALUE && in->dispatch.uniform_count < MAX_BINDINGS) {
            int n = in->dispatch.uniform_count++;
            float f = 0.5f;
            in->values[n] = 4096;
            if (m->types[v->type].kind == WB_TYPE_FLOAT) memcpy(&in->values[n], &f, 4);
            in->uniforms[n] = (wb_uniform_value){v->location, &in->values[n], 1};
        }
        if (v->space < WB_SPACE_STORAGE || in->dispatch.resource_count == MAX_BINDINGS ||
            has(in, v))
            continue;
        wb_resource *r = &in->resources[in->dispatch.resource_count++];
        *r = (wb_resource){.space = v->space, .binding = v->binding, .size = WORDS * 4,
                           .format = {WB_TEXEL_FLOAT, 1, 32}, .width = 512, .height = 512,
                           .depth = 1};
        r->data = calloc(WORDS, 4);
        if (v->space == WB_SPACE_STORAGE || v->space == WB_SPACE_UNIFORM)
            fill(m, v->type, 0, r->data);
    }
}

static double bench(const char *path, bool checks)
{
    char *text = wb_file_read(path, NULL);
    wb_front_output spirv;
    wb_module module;
    wb_module_error error;
    inputs in = {0};
    if (text == NULL || wb_front_compile(text, &spirv) != WB_FRONT_GOOD ||
        !wb_module_load(&module, spirv.words, spirv.count, &error)) {
        printf("%s does not load\n", path);
        exit(1);
    }
    make_inputs(&module, &in);
    wb_machine_options options = {.check = checks, .check_races = checks, .budget = BUDGET};
    wb_machine *machine = wb_machine_create(&module, &in.dispatch, &options, &error);
    double start = now();
    wb_machine_run(machine, WB_RUN_END, false);
    double seconds = now() - start;
    double rate = (double)wb_machine_lane_instructions(machine) / seconds;
    const char *slash = strrchr(path, '/');
    printf("%-40s %9.1f million/s  %10llu in %6.3f s, %d findings\n",
           slash != NULL ? slash + 1 : path, rate / 1e6,
           (unsigned long long)wb_machine_lane_instructions(machine), seconds,
           wb_machine_finding_count(machine));
    wb_machine_free(machine);
    for (int i = 0; i < in.dispatch.resource_count; i++) free(in.resources[i].data);
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
