// What JavaScript calls in the module: machine/web/web.h, with handles and lengths as numbers.
#include "base/answer.h"
#include "machine/web/answer.h"
#include "machine/web/judge.h"
#include "machine/web/shelf.h"
#include "machine/web/web.h"

#include <emscripten.h>
#include <stdint.h>

static const char *answer;
static size_t memory_size;
static const wb_source *source; // expanded last; NULL: it could not be

EMSCRIPTEN_KEEPALIVE wb_web *machine_open(const void *bytes, uint32_t size)
{
    return wb_web_open(bytes, size, &answer);
}

EMSCRIPTEN_KEEPALIVE const char *machine_answer(void)
{
    return answer;
}

EMSCRIPTEN_KEEPALIVE const char *machine_command(wb_web *web, const char *line)
{
    return wb_web_command(web, line);
}

EMSCRIPTEN_KEEPALIVE const void *machine_memory(wb_web *web, int memory, int when)
{
    return wb_web_memory(web, memory, (wb_web_when)when, &memory_size);
}

EMSCRIPTEN_KEEPALIVE uint32_t machine_memory_size(void)
{
    return (uint32_t)memory_size;
}

EMSCRIPTEN_KEEPALIVE void machine_fill(wb_web *web, int memory, const void *bytes, uint32_t size)
{
    wb_web_fill(web, memory, bytes, size);
}

EMSCRIPTEN_KEEPALIVE void machine_close(wb_web *web)
{
    wb_web_close(web);
}

EMSCRIPTEN_KEEPALIVE void machine_shelf_put(const char *name, const char *text)
{
    wb_shelf_put(name, text);
}

// The text; 0 if it cannot be expanded, and machine_answer() says why.
EMSCRIPTEN_KEEPALIVE const char *machine_expand(const char *name, const char *defines)
{
    source = wb_shelf_expand(name, defines, &answer);
    return source != NULL ? source->text : NULL;
}

// What is known of its files and lines.
EMSCRIPTEN_KEEPALIVE const char *machine_expanded(void)
{
    static output out;
    out.length = 0;
    put(&out, "{\"files\":[");
    for (int i = 0; i < source->file_count; i++) {
        put(&out, "%s{\"from\":%d,\"line\":%d,", i > 0 ? "," : "", source->included_at[i].file,
            source->included_at[i].number);
        put_text(&out, "name", source->files[i]);
        put(&out, "}");
    }
    put(&out, "],\"lines\":[");
    for (int i = 0; i < source->line_count; i++)
        put(&out, "%s%d,%d", i > 0 ? "," : "", source->lines[i].file, source->lines[i].number);
    put(&out, "]}");
    return out.text;
}

EMSCRIPTEN_KEEPALIVE const char *machine_explain(const char *log)
{
    return wb_shelf_explain(log);
}

EMSCRIPTEN_KEEPALIVE const char *machine_compare(int how, const char *name, int type,
                                                 int dimensions, const uint32_t *shape,
                                                 const char *fields, void *got,
                                                 const void *expected, double absolute,
                                                 double relative)
{
    wb_array array = {.type = (wb_type)type, .dimensions = dimensions, .data = got};
    wb_comparison comparison = {(wb_comparing)how, name, NULL, expected, absolute, relative, NULL};
    for (int d = 0; d < dimensions && d < WB_MAX_DIMENSIONS; d++) array.shape[d] = shape[d];
    return wb_judge_compare(&comparison, &array, fields);
}

EMSCRIPTEN_KEEPALIVE const char *machine_limits(const double *limits, const double *cost)
{
    return wb_judge_limits(limits, cost);
}

EMSCRIPTEN_KEEPALIVE int machine_fits(const char *given, const char *right, int any_order)
{
    return wb_answer_fits(given, right, any_order != 0);
}
