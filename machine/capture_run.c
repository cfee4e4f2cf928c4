#include "machine/capture_run.h"

#include "base/hash.h"
#include "machine/parallel.h"
#include "os/host.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_dispatch(const wb_capture_file *c)
{
    const uint32_t *n = c->dispatch.groups, *size = c->kernel->module.local_size;
    printf("pass \"%s\", kernel %s\n", c->pass, c->kernel->name);
    printf("%" PRIu32 " x %" PRIu32 " x %" PRIu32 " work groups of %" PRIu32 " x %" PRIu32
           " x %" PRIu32 "\n",
           n[0], n[1], n[2], size[0], size[1], size[2]);
}

/* ---- Running ---- */

// Returns the number of faults: notes and warnings are none.
static int print_findings(const wb_capture_file *c, const wb_machine *machine)
{
    int faults = 0;
    for (int i = 0; i < wb_machine_finding_count(machine); i++) {
        wb_finding f =
            wb_kernel_finding_text(c->kernel, wb_machine_finding(machine, i), c->pass, c->call);
        wb_message(f.severity, "%s%s", f.severity == WB_NOTE ? "note: " : "", f.text);
        faults += f.severity == WB_ERROR;
        free((char *)f.text);
    }
    return faults;
}

static void print_results(const wb_capture_file *c)
{
    for (int i = 0; i < c->memory_count; i++) {
        const wb_file_memory *m = &c->memory[i];
        if (!m->written) continue;
        printf("  %-24s %10zu bytes, hash %016" PRIx64 "\n",
               *m->label != '\0' ? m->label : "(no name)", m->size,
               wb_hash_bytes(WB_HASH_START, m->data, m->size));
    }
}

static void print_end(const wb_capture_file *c, const wb_machine *machine, int faults)
{
    int line;
    printf("%.1f M instructions of invocations; %d fault%s\n",
           (double)wb_machine_lane_instructions(machine) / 1e6, faults, faults == 1 ? "" : "s");
    if (!wb_machine_depends_on_order(machine, &line)) return;
    wb_finding_place place = wb_kernel_place(c->kernel, line);
    printf("the order of invocations counts from %s:%d on: another may find and leave something "
           "else\n",
           place.file, place.line);
}

bool wb_capture_file_run(const wb_capture_file *c, bool counters)
{
    wb_machine_options options = {.check = true,
                                  .check_races = true,
                                  .count = counters,
                                  .subgroup = c->subgroup,
                                  .fuse_fma = c->fuse_fma};
    wb_module_error error;
    wb_machine *machine = wb_machine_create(&c->kernel->module, &c->dispatch, &options, &error);
    if (machine == NULL) {
        wb_error("%s cannot be run: %s", c->kernel->name, error.text);
        return false;
    }
    wb_stop stop = wb_machine_run_parallel(machine, wb_host_cores());
    print_dispatch(c);
    int faults = print_findings(c, machine);
    print_results(c);
    print_end(c, machine, faults);
    if (counters) {
        wb_kernel_counts counts = {.kernel = c->kernel, .pass = c->pass};
        wb_kernel_counts_add(&counts, machine);
        wb_kernel_counts_print(&counts);
        free(counts.lines);
    }
    wb_machine_free(machine);
    return faults == 0 && stop == WB_STOP_END;
}

/* ---- Showing ---- */

static void show_resource(const wb_capture_file *c, const wb_machine_resource *r)
{
    static const char *const kinds[] = {"float", "unorm", "snorm", "int", "uint"};
    static const char *const spaces[] = {[WB_SPACE_STORAGE] = "storage block",
                                         [WB_SPACE_UNIFORM] = "uniform block",
                                         [WB_SPACE_IMAGE] = "image",
                                         [WB_SPACE_TEXTURE] = "texture"};
    const char *name = "";
    for (int i = 0; i < c->kernel->module.variable_count; i++) {
        const wb_variable *v = &c->kernel->module.variables[i];
        if (v->space == r->space && v->binding == r->binding)
            name = *v->block != '\0' ? v->block : v->name;
    }
    printf("  %-13s %2d  %-16s %s", spaces[r->space], r->binding, name, r->label);
    if (r->space >= WB_SPACE_IMAGE)
        printf(", %d x %d x %d texels of %d x %s%d", r->width, r->height, r->depth,
               r->format.channels, kinds[r->format.kind], r->format.bits);
    else
        printf(", %zu bytes", r->size);
    printf("\n");
}

// Whether the type is that scalar, or an array, a vector or a matrix of it.
static bool consists_of(const wb_module *m, int type, wb_type_kind scalar)
{
    while (m->types[type].kind == WB_TYPE_ARRAY || m->types[type].kind == WB_TYPE_VECTOR ||
           m->types[type].kind == WB_TYPE_MATRIX)
        type = m->types[type].element;
    return m->types[type].kind == scalar;
}

static void show_uniform(const wb_capture_file *c, const wb_machine_uniform *u)
{
    enum { SHOWN = 8 };
    const char *name = "";
    bool floats = false;
    for (int i = 0; i < c->kernel->module.variable_count; i++) {
        const wb_variable *v = &c->kernel->module.variables[i];
        if (v->space != WB_SPACE_VALUE || v->location != u->location) continue;
        name = v->name;
        floats = consists_of(&c->kernel->module, v->type, WB_TYPE_FLOAT);
    }
    printf("  uniform       %2d  %-16s", u->location, name);
    for (uint32_t i = 0; i < u->count && i < SHOWN; i++) {
        float value;
        memcpy(&value, &u->words[i], sizeof value);
        if (floats)
            printf(" %g", (double)value);
        else
            printf(" %" PRId32, (int32_t)u->words[i]);
    }
    printf("%s\n", u->count > SHOWN ? " ..." : "");
}

void wb_capture_file_show(const wb_capture_file *c)
{
    const wb_source *source = c->kernel->source;
    printf("lesson %s, %s\n", c->lesson, c->call);
    print_dispatch(c);
    printf("subgroups of %d, fma() rounds %s\n", c->subgroup > 0 ? c->subgroup : 32,
           c->fuse_fma ? "once" : "twice");
    for (int i = 0; source != NULL && i < source->file_count; i++)
        printf("  file              %s\n", source->files[i]);
    for (int i = 0; i < c->memory_count; i++)
        printf("  memory            %s, %zu bytes%s\n", c->memory[i].label, c->memory[i].size,
               c->memory[i].written ? ", written" : "");
    for (int i = 0; i < c->dispatch.resource_count; i++)
        show_resource(c, &c->dispatch.resources[i]);
    for (int i = 0; i < c->dispatch.uniform_count; i++) show_uniform(c, &c->dispatch.uniforms[i]);
}
