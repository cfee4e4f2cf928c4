/* run_cases [-v] FILE.comp...: kernels with one seeded bug each, and their corrected twins.
 *
 * A file is compiled twice: with BUG 1 the machine must find what the file expects and nothing
 * else, with BUG 0 nothing at all; in each of three orders (the bug in one of them at least). The
 * comments at its head say what it is run on:
 *
 *   // expect: race bins A B       code of the finding, variable (- for none), and the marks of the
 *                                  lines; a line's mark stands at its end: "// A". One line each.
 *   // also: undefined-value b       what may be found besides, as its consequence
 *   // groups: 4 1 1               1 1 1 if it is left out
 *   // buffer 0: 256 iota          binding, words, contents: zero, one, iota, random, undefined,
 * float
 *   // uniform 2: 7                location, value (with a point: a float)
 *   // image 1: 16 16              binding, width, height, of r32ui, all 0
 *   // budget: 1000000             instructions, if it is not to end
 *
 * Exit status: 0 good, 1 not, 77 there is no compiler. */
#include "base/file.h"
#include "machine/front.h"
#include "machine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RESOURCES = 8, MAX_UNIFORMS = 8, MAX_EXPECTED = 8, SEED = 12345 };

typedef struct expectation {
    char code[40], variable[48];
    int line, other_line;
    bool found, optional;
} expectation;

typedef struct kernel_case {
    const char *path;
    const char *text; // with BUG defined
    wb_machine_dispatch dispatch;
    wb_machine_resource resources[MAX_RESOURCES];
    wb_machine_uniform uniforms[MAX_UNIFORMS];
    uint32_t values[MAX_UNIFORMS];
    expectation expected[MAX_EXPECTED];
    int expected_count;
    uint64_t budget;
} kernel_case;

static bool verbose;
static int faults;

static void fault(const kernel_case *c, int bug, const char *text, const wb_kernel_finding *f)
{
    faults++;
    printf("%s, BUG %d: %s\n", c->path, bug, text);
    if (f != NULL)
        printf("    %s %s, line %d and %d: %s\n", f->code, f->variable, f->line, f->other_line,
               f->text);
}

/* ---- The head of a file ---- */

// The line that ends in "// MARK"; 0 if there is none.
static int line_of(const char *text, const char *mark)
{
    char wanted[40];
    int line = 1, found = 0;
    snprintf(wanted, sizeof wanted, "// %s\n", mark);
    for (const char *at = text; *at != '\0'; line++) {
        size_t length = strcspn(at, "\n") + 1, size = strlen(wanted);
        if (length > size && strncmp(at + length - size, wanted, size) == 0 && found == 0)
            found = line;
        at += length;
    }
    return found;
}

static void read_expectation(kernel_case *c, const char *line, bool optional)
{
    char first[16] = "", second[16] = "";
    expectation *e = &c->expected[c->expected_count];
    if (c->expected_count == MAX_EXPECTED ||
        sscanf(line, "%39s %47s %15s %15s", e->code, e->variable, first, second) < 2)
        return;
    if (strcmp(e->variable, "-") == 0) e->variable[0] = '\0';
    e->optional = optional;
    e->line = line_of(c->text, first);
    e->other_line = *second != '\0' ? line_of(c->text, second) : 0;
    c->expected_count++;
}

static wb_machine_resource *add_resource(kernel_case *c, wb_space space, int binding,
                                         uint32_t words)
{
    if (c->dispatch.resource_count == MAX_RESOURCES) return NULL;
    wb_machine_resource *r = &c->resources[c->dispatch.resource_count++];
    *r = (wb_machine_resource){.space = space, .binding = binding, .size = (size_t)words * 4};
    r->data = calloc(words + 1, 4);
    return r;
}

static void fill(wb_machine_resource *r, const char *how, uint32_t words)
{
    uint32_t *data = r->data, state = 12345;
    for (uint32_t i = 0; i < words; i++) {
        state = state * 1664525 + 1013904223;
        float f = (float)i;
        if (strcmp(how, "one") == 0) data[i] = 1;
        if (strcmp(how, "iota") == 0) data[i] = i;
        if (strcmp(how, "random") == 0) data[i] = state >> 8;
        if (strcmp(how, "float") == 0) memcpy(&data[i], &f, sizeof f);
    }
    if (strcmp(how, "undefined") != 0) return;
    uint8_t *undefined = malloc(words + 1);
    memset(undefined, 1, words + 1);
    r->undefined = undefined;
}

static void read_line(kernel_case *c, const char *line)
{
    int binding, width, height;
    uint32_t words, *g = c->dispatch.groups;
    char how[40] = "";
    if (sscanf(line, "// buffer %d: %u %39s", &binding, &words, how) == 3) {
        wb_machine_resource *r = add_resource(c, WB_SPACE_STORAGE, binding, words);
        if (r != NULL) fill(r, how, words);
    } else if (sscanf(line, "// block %d: %u %39s", &binding, &words, how) == 3) {
        wb_machine_resource *r = add_resource(c, WB_SPACE_UNIFORM, binding, words);
        if (r != NULL) fill(r, how, words);
    } else if (sscanf(line, "// image %d: %d %d", &binding, &width, &height) == 3) {
        wb_machine_resource *r =
            add_resource(c, WB_SPACE_IMAGE, binding, (uint32_t)(width * height));
        if (r == NULL) return;
        r->format = (wb_texel_format){WB_TEXEL_UINT, 1, 32};
        r->width = width;
        r->height = height;
        r->depth = 1;
    } else if (sscanf(line, "// uniform %d: %39s", &binding, how) == 2) {
        int n = c->dispatch.uniform_count;
        if (n == MAX_UNIFORMS) return;
        float f = strtof(how, NULL);
        c->values[n] = (uint32_t)strtol(how, NULL, 0);
        if (strchr(how, '.') != NULL) memcpy(&c->values[n], &f, sizeof f);
        c->uniforms[n] = (wb_machine_uniform){binding, &c->values[n], 1};
        c->dispatch.uniform_count++;
    } else if (strncmp(line, "// expect: ", 11) == 0)
        read_expectation(c, line + 11, false);
    else if (strncmp(line, "// also: ", 9) == 0)
        read_expectation(c, line + 9, true);
    else if (sscanf(line, "// groups: %u %u %u", &g[0], &g[1], &g[2]) != 3)
        sscanf(line, "// budget: %llu", (unsigned long long *)&c->budget);
}

static void read_head(kernel_case *c)
{
    memcpy(c->dispatch.groups, (uint32_t[]){1, 1, 1}, sizeof c->dispatch.groups);
    c->dispatch.resources = c->resources;
    c->dispatch.uniforms = c->uniforms;
    for (const char *at = c->text; *at != '\0'; at += strcspn(at, "\n") + 1)
        if (strncmp(at, "// ", 3) == 0) read_line(c, at);
}

static void free_case(kernel_case *c)
{
    for (int i = 0; i < c->dispatch.resource_count; i++) {
        free(c->resources[i].data);
        free((void *)c->resources[i].undefined);
    }
    free((char *)c->text);
}

/* ---- Running ---- */

static bool matches(const expectation *e, const wb_kernel_finding *f)
{
    bool lines = (f->line == e->line && f->other_line == e->other_line) ||
                 (f->line == e->other_line && f->other_line == e->line) || e->optional;
    return strcmp(e->code, f->code) == 0 && strcmp(e->variable, f->variable) == 0 && lines;
}

static void compare(kernel_case *c, int bug, const wb_machine *machine)
{
    for (int i = 0; i < wb_machine_finding_count(machine); i++) {
        const wb_kernel_finding *f = wb_machine_finding(machine, i);
        if (verbose)
            printf("  %s: %s %s, line %d and %d: %s (%llu)\n", c->path, f->code, f->variable,
                   f->line, f->other_line, f->text, (unsigned long long)f->count);
        bool wanted = false;
        for (int k = 0; bug && k < c->expected_count; k++) {
            if (!matches(&c->expected[k], f)) continue;
            wanted = c->expected[k].found = true;
        }
        if (!wanted) fault(c, bug, "found, but not expected:", f);
    }
}

static void run_order(kernel_case *c, int bug, const wb_module *module, wb_order order)
{
    wb_machine_options options = {.order = order,
                                  .seed = SEED,
                                  .check = true,
                                  .check_races = true,
                                  .count = true,
                                  .budget = c->budget};
    if (order == WB_ORDER_DESCENDING) options.team = 32;
    wb_module_error error;
    // Each run begins with the same memory
    void *saved[MAX_RESOURCES];
    for (int i = 0; i < c->dispatch.resource_count; i++) {
        saved[i] = malloc(c->resources[i].size + 4);
        memcpy(saved[i], c->resources[i].data, c->resources[i].size);
    }
    wb_machine *machine = wb_machine_create(module, &c->dispatch, &options, &error);
    if (machine == NULL)
        fault(c, bug, error.text, NULL);
    else {
        wb_stop stop = wb_machine_run(machine, WB_RUN_END);
        if (stop != WB_STOP_END && !(bug && c->budget > 0)) fault(c, bug, "it has not ended", NULL);
        compare(c, bug, machine);
    }
    wb_machine_free(machine);
    for (int i = 0; i < c->dispatch.resource_count; i++) {
        memcpy(c->resources[i].data, saved[i], c->resources[i].size);
        free(saved[i]);
    }
}

static wb_front_result run_case(const char *path, const char *source, int bug)
{
    kernel_case c = {.path = path};
    wb_front_output spirv;
    wb_module module;
    wb_module_error error;
    size_t first = strcspn(source, "\n"), length = strlen(source);
    char *text = malloc(length + 32);
    snprintf(text, length + 32, "%.*s\n#define BUG %d%s", (int)first, source, bug, source + first);
    c.text = text;
    read_head(&c);
    wb_front_result result = wb_front_compile(c.text, &spirv);
    if (result != WB_FRONT_GOOD)
        fault(&c, bug, spirv.message != NULL ? spirv.message : "does not compile", NULL);
    else if (!wb_module_load(&module, spirv.words, spirv.count, &error))
        fault(&c, bug, error.text, NULL);
    else {
        for (int order = WB_ORDER_ASCENDING; order <= WB_ORDER_SHUFFLED; order++)
            run_order(&c, bug, &module, (wb_order)order);
        for (int i = 0; bug && i < c.expected_count; i++)
            if (!c.expected[i].found && !c.expected[i].optional) {
                fault(&c, bug, "expected, but not found:", NULL);
                printf("    %s %s, line %d and %d\n", c.expected[i].code, c.expected[i].variable,
                       c.expected[i].line, c.expected[i].other_line);
            }
        if (c.expected_count == 0) fault(&c, bug, "expects nothing", NULL);
        wb_module_free(&module);
    }
    wb_front_free(&spirv);
    free_case(&c);
    return result;
}

int main(int argc, char **argv)
{
    int cases = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            verbose = true;
            continue;
        }
        char *source = wb_file_read(argv[i], NULL);
        if (source == NULL) return 1;
        const char *slash = strrchr(argv[i], '/');
        const char *name = slash != NULL ? slash + 1 : argv[i];
        if (run_case(name, source, 1) == WB_FRONT_MISSING) {
            printf("glslangValidator is not installed\n");
            return 77;
        }
        run_case(name, source, 0);
        free(source);
        cases++;
    }
    printf("%d kernels with a bug and their twins, %d faults\n", cases, faults);
    return faults > 0 || cases == 0;
}
