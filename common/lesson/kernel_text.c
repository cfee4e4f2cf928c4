#include "lesson/kernel_text.h"

#include "base/json.h"

#include <inttypes.h>

enum { LINE_SIZE = 200 };

static double share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0.0;
}

void wb_kernel_counts_write_json(const wb_kernel_counts *counts, FILE *file)
{
    bool first = true;
    fprintf(file, "{\"pass\": ");
    wb_json_string(file, counts->pass != NULL ? counts->pass : "");
    fprintf(file, ", \"kernel\": ");
    wb_json_string(file, counts->kernel->name);
    fprintf(file, ", \"dispatches\": %d, \"lines\": [", counts->dispatches);
    for (int line = 1; line <= counts->line_count; line++) {
        const wb_line_counts *c = &counts->lines[line - 1];
        char text[LINE_SIZE];
        if (c->executions == 0) continue;
        wb_finding_place place = wb_kernel_place(counts->kernel, line);
        fprintf(file, "%s\n      {\"file\": ", first ? "" : ",");
        wb_json_string(file, place.file);
        fprintf(file,
                ", \"line\": %d, \"executions\": %" PRIu64
                ", \"active\": %.4f, \"requests\": %" PRIu64 ", \"sectors\": %" PRIu64
                ", \"shared_requests\": %" PRIu64 ", \"bank_ways\": %" PRIu64
                ", \"atomic_requests\": %" PRIu64 ", \"atomic_ways\": %" PRIu64 ", \"text\": ",
                place.line, c->lane_executions, share(c->lane_executions, c->lane_places),
                c->buffer_requests, c->sectors, c->shared_requests, c->bank_ways,
                c->atomic_requests, c->atomic_ways);
        wb_json_string(file, wb_kernel_line(counts->kernel, line, text, sizeof text));
        fprintf(file, "}");
        first = false;
    }
    fprintf(file, "\n    ]}");
}
