// What a bench tells: a table for people, JSON for programs.
#include "bench/bench.h"

#include "base/file.h"
#include "base/json.h"
#include "gl/clock.h"
#include "gl/context.h"
#include "os/host.h"

#include <inttypes.h>
#include <stdio.h>

static const double MIB = 1048576.0;
static const double NOTABLE_WRITES = 0.1; // of all bytes

const char *wb_bench_date(const wb_bench *bench, char *text, size_t size)
{
    struct tm local;
    local = *localtime(&bench->time);
    if (strftime(text, size, "%Y-%m-%d %H:%M", &local) == 0) *text = '\0';
    return text;
}

const char *wb_bench_short(double value, char *text, size_t size)
{
    static const char *const prefixes[] = {"", " k", " M", " G", " T", " P"};
    size_t prefix = 0;
    for (; value >= 999.5 && prefix + 1 < sizeof prefixes / sizeof *prefixes; prefix++)
        value /= 1000.0;
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(text, size, "%.*f%s", decimals, value, prefixes[prefix]);
    return text;
}

/* ---- Against the roof ---- */

void wb_bench_derive(const wb_bench *bench, wb_bench_result *result, const wb_bench_result *before)
{
    double bytes = result->cost.read_bytes + result->cost.written_bytes;
    bool copies = result->cost.written_bytes >= NOTABLE_WRITES * bytes;
    const wb_roof_kernel *roof = copies ? &bench->roof.copy : &bench->roof.read;
    result->roof = copies ? "copy" : "read";
    result->items_per_s = result->cost.items / result->timing.median_s;
    result->gb_per_s = 1e-9 * bytes / result->timing.median_s;
    result->flops_per_s = result->cost.flops / result->timing.median_s;
    result->share = result->gb_per_s / roof->gb_per_s;
    double arithmetic = result->flops_per_s / bench->roof.arithmetic.flops_per_s;
    if (arithmetic > result->share) { // the nearer roof is the one that counts
        result->roof = "arithmetic";
        result->share = arithmetic;
    }
    if (result->version->on_cpu) {
        result->roof = "CPU";
        result->share = 0.0;
    }
    result->dispatch_bound =
        !result->version->on_cpu &&
        result->dispatches * bench->roof.dispatch.median_s >= 0.5 * result->timing.median_s;
    if (before == NULL || before->items_per_s <= 0.0) return;
    result->gain = result->items_per_s / before->items_per_s;
    result->gain_over = before->version;
}

/* ---- Caches: figures from them are right, but no measure of memory ---- */

// OpenGL does not tell a GPU's caches; 128 MiB is as much as the largest have today.
static double cache_bytes(void)
{
    long level3 = wb_host_cache_bytes();
    if (wb_clock_choose() == WB_CLOCK_CPU && level3 > 0) return (double)level3;
    return 128.0 * MIB;
}

static const char *cache_name(void)
{
    return wb_clock_choose() == WB_CLOCK_CPU ? "this machine's" : "some GPUs'";
}

static void print_cache_note(const wb_bench_case *one)
{
    bool above = false;
    for (int r = 0; r < one->result_count; r++) above = above || one->results[r].share > 1.0;
    if (one->buffer_bytes <= cache_bytes())
        printf("  note: these buffers, %.3g MiB, are small enough for %s caches (%.0f MiB): more "
               "than 100 %% of the roof is possible\n",
               one->buffer_bytes / MIB, cache_name(), cache_bytes() / MIB);
    else if (above)
        printf("  note: more than 100 %% of the roof means that caches held some of the data from "
               "one dispatch to the next\n");
}

/* ---- The table ---- */

void wb_bench_print_header(const wb_bench *bench)
{
    char date[40];
    printf("%s: %s\n%s\n%s, seed %" PRIu64 ", %s\n", bench->lesson, bench->title, wb_context_name(),
           wb_bench_date(bench, date, sizeof date), bench->seed, wb_clock_name(wb_clock_choose()));
#ifndef NDEBUG
    printf("note: this is a debug build, whose driver checks every call: not for comparisons\n");
#endif
    printf("\n");
    fflush(stdout);
}

void wb_bench_print_check(const wb_bench_version *version)
{
    if (version->good)
        printf("good     %-16s equals the CPU's result in %d case%s\n", version->name,
               version->cases, version->cases == 1 ? "" : "s");
    else
        printf("FAILED   %-16s and so has no figures\n", version->name);
    fflush(stdout);
}

static void print_roof_kernel(const char *name, const wb_roof_kernel *kernel)
{
    printf("  %-5s %9.1f GB/s   spread %4.1f %%   work groups of %d, %d x 16 bytes an invocation\n",
           name, kernel->gb_per_s, 100.0 * wb_timing_spread(&kernel->timing), kernel->group,
           kernel->vectors);
}

void wb_bench_print_roof(const wb_bench *bench)
{
    double bytes = (double)bench->roof.buffer_bytes;
    printf("\nroof, measured in this run with buffers of %.0f MiB:\n", bytes / MIB);
    print_roof_kernel("read", &bench->roof.read);
    print_roof_kernel("copy", &bench->roof.copy);
    printf("  float %9.1f GFLOP/s spread %4.1f %%   float32 multiply-adds, each counted as two\n",
           1e-9 * bench->roof.arithmetic.flops_per_s,
           100.0 * wb_timing_spread(&bench->roof.arithmetic.timing));
    printf("  a dispatch that does next to nothing takes %.1f us, with its barrier\n",
           1e6 * bench->roof.dispatch.median_s);
    if (wb_clock_choose() == WB_CLOCK_CPU && bytes <= cache_bytes())
        printf("  note: such a buffer fits in this machine's caches (%.0f MiB): the roof may be "
               "higher than its memory's\n",
               cache_bytes() / MIB);
    fflush(stdout);
}

void wb_bench_print_case(const wb_bench_case *one)
{
    char number[32], rate[64];
    bool steady = true, dispatch_bound = false;
    printf("\n%s: %s %s a frame\n", one->parameters,
           wb_bench_short(one->results[0].cost.items, number, sizeof number), one->results[0].item);
    snprintf(rate, sizeof rate, "%s/s", one->results[0].item);
    printf("  %-16s %12s %9s %18s %10s %17s %10s\n", "version", "ms a frame", "spread", rate,
           "GB/s", "of roof", "gain");
    for (int r = 0; r < one->result_count; r++) {
        const wb_bench_result *result = &one->results[r];
        printf("  %-16s %12.4f %7.1f %%%s %17s %10.1f", result->version->name,
               1e3 * result->timing.median_s, 100.0 * wb_timing_spread(&result->timing),
               result->timing.steady ? " " : "~",
               wb_bench_short(result->items_per_s, number, sizeof number), result->gb_per_s);
        if (result->version->on_cpu)
            printf(" %17s", "on the CPU");
        else
            printf(" %10.1f %% %s", 100.0 * result->share, result->roof);
        if (result->gain_over != NULL) printf("   x %6.2f", result->gain);
        printf("%s\n", result->dispatch_bound ? "  !" : "");
        dispatch_bound = dispatch_bound || result->dispatch_bound;
        steady = steady && result->timing.steady;
    }
    if (!steady) printf("  ~ median or spread still moved when the time for samples was over\n");
    if (dispatch_bound)
        printf("  ! half of this time or more goes into dispatching: see the roof\n");
    print_cache_note(one);
    fflush(stdout);
}

/* ---- JSON ---- */

static void write_timing(FILE *file, const wb_timing *timing)
{
    fprintf(file,
            "\"median_ms\": %.9g, \"low_quartile_ms\": %.9g, \"high_quartile_ms\": %.9g, "
            "\"samples\": %d, \"repetitions\": %d, \"steady\": %s",
            1e3 * timing->median_s, 1e3 * timing->low_s, 1e3 * timing->high_s, timing->samples,
            timing->repetitions, timing->steady ? "true" : "false");
}

static void write_roof_kernel(FILE *file, const char *name, const wb_roof_kernel *kernel)
{
    fprintf(file,
            "    \"%s\": {\"gb_per_s\": %.9g, \"bytes\": %.0f, \"group\": %d, \"vectors\": %d, ",
            name, kernel->gb_per_s, kernel->bytes, kernel->group, kernel->vectors);
    write_timing(file, &kernel->timing);
    fprintf(file, "}");
}

static void write_result(FILE *file, const wb_bench_result *result)
{
    fprintf(file, "      {\"variant\": ");
    wb_json_string(file, result->version->name);
    fprintf(file, ", ");
    write_timing(file, &result->timing);
    fprintf(file,
            ",\n       \"read_bytes\": %.17g, \"written_bytes\": %.17g, \"items\": %.17g,\n"
            "       \"items_per_s\": %.9g, \"gb_per_s\": %.9g, \"flops_per_s\": %.9g,\n"
            "       \"roof\": \"%s\", \"share_of_roof\": %.9g,\n"
            "       \"dispatches\": %d, \"dispatch_bound\": %s",
            result->cost.read_bytes, result->cost.written_bytes, result->cost.items,
            result->items_per_s, result->gb_per_s, result->flops_per_s, result->roof, result->share,
            result->dispatches, result->dispatch_bound ? "true" : "false");
    if (result->gain_over != NULL)
        fprintf(file, ",\n       \"gain\": %.9g, \"gain_over\": \"%s\"", result->gain,
                result->gain_over->name);
    fprintf(file, "}");
}

static void write_case(FILE *file, const wb_bench_case *one)
{
    fprintf(file, "    {\"parameters\": ");
    wb_json_string(file, one->parameters);
    fprintf(file, ", \"item\": ");
    wb_json_string(file, one->results[0].item);
    fprintf(file, ", \"buffer_bytes\": %.0f, \"results\": [", one->buffer_bytes);
    for (int r = 0; r < one->result_count; r++) {
        fprintf(file, "%s\n", r > 0 ? "," : "");
        write_result(file, &one->results[r]);
    }
    fprintf(file, "]}");
}

bool wb_bench_write_json(const wb_bench *bench, const char *path)
{
    char date[40];
    wb_output output;
    if (!wb_file_create(&output, path)) return false;
    FILE *file = output.stream;
    fprintf(file, "{\n  \"lesson\": ");
    wb_json_string(file, bench->lesson);
    fprintf(file, ",\n  \"gl\": ");
    wb_json_string(file, wb_context_name());
    fprintf(file, ",\n");
    fprintf(file, "  \"clock\": \"%s\",\n  \"date\": \"%s\",\n  \"seed\": %" PRIu64 ",\n",
            wb_clock_name(wb_clock_choose()), wb_bench_date(bench, date, sizeof date), bench->seed);
    fprintf(file, "  \"checks\": [");
    for (int i = 0; i < bench->version_count; i++)
        fprintf(file, "%s\n    {\"variant\": \"%s\", \"good\": %s, \"cases\": %d}",
                i > 0 ? "," : "", bench->versions[i].name,
                bench->versions[i].good ? "true" : "false", bench->versions[i].cases);
    fprintf(file, "],\n  \"roof\": {\n    \"buffer_bytes\": %" PRId64 ",\n",
            bench->roof.buffer_bytes);
    write_roof_kernel(file, "read", &bench->roof.read);
    fprintf(file, ",\n");
    write_roof_kernel(file, "copy", &bench->roof.copy);
    fprintf(file, ",\n    \"arithmetic\": {\"flops_per_s\": %.9g, ",
            bench->roof.arithmetic.flops_per_s);
    write_timing(file, &bench->roof.arithmetic.timing);
    fprintf(file, "},\n    \"dispatch\": {");
    write_timing(file, &bench->roof.dispatch);
    fprintf(file, "}},\n  \"cases\": [");
    for (int c = 0, written = 0; c < bench->case_count; c++) {
        if (bench->cases[c].result_count == 0) continue;
        fprintf(file, "%s\n", written++ > 0 ? "," : "");
        write_case(file, &bench->cases[c]);
    }
    fprintf(file, "]\n}\n");
    if (!wb_file_commit(&output)) return false;
    printf("wrote %s\n", path);
    return true;
}
