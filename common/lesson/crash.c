#include "lesson/crash.h"

#include "gl/pass.h"
#include "lesson/lesson.h"
#include "os/signal.h"

#include <stdlib.h>
#include <string.h>

static void tell_crash(bool no_room)
{
    wb_signal_print("\nerror: the program has crashed");
    if (no_room)
        wb_signal_print(
            ": a file that the driver keeps in memory has no room left\n"
            "  what to do: see whether the disk is full, or memory. The driver keeps compiled\n"
            "  kernels in ~/.cache; with MESA_SHADER_CACHE_DISABLE=true it keeps none\n");
    else
        wb_signal_print(
            ", most likely the driver: for want of memory, or while it ran a kernel\n"
            "  what to do: --kernels looks into each kernel before the driver runs it, and says\n"
            "  what is wrong\n");
}

void wb_crash_listen(void)
{
    wb_signal_on_crash(tell_crash);
}

static bool stalls_end; // the process

static void tell_stall(void)
{
    const char *first, *last;
    wb_signal_print(stalls_end ? "a frame takes more than 20 s" : "\na frame takes more than 20 s");
    if (wb_pass_under_way(&first, &last)) {
        bool one = strcmp(first, last) == 0;
        wb_signal_print(one ? ", in the pass " : ", in one of the passes from ");
        wb_signal_print(first);
        wb_signal_print(one ? "" : " to ");
        wb_signal_print(one ? "" : last);
    }
    wb_signal_print(
        ": much work, or a loop in a kernel that never ends\n"
        "  what to do: Ctrl-C ends it; --kernels, at a small size, names the line of such a "
        "loop\n");
    if (stalls_end) _Exit(WB_EXIT_LACKING);
}

void wb_crash_expect_progress(bool expected)
{
    enum { PATIENCE_S = 20 };
    wb_signal_after(expected ? PATIENCE_S : 0, tell_stall);
}

void wb_crash_end_stalls(void)
{
    stalls_end = true;
}
