// What JavaScript calls in the module: machine/web/web.h, with handles and lengths as numbers.
#include "machine/web/web.h"

#include <emscripten.h>
#include <stdint.h>

static const char *answer;
static size_t memory_size;

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
