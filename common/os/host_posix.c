#include "os/host.h"

#include "os/process.h"

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

const char wb_host_driver_advice[] =
    "update the graphics driver, or use Mesa's software driver (package libgl1-mesa-dri) with\n"
    "LIBGL_ALWAYS_SOFTWARE=1";
const char wb_host_webp_advice[] = "apt-get install webp";

// If the caller has closed one of the three standard streams, the next file to be opened would take
// its number, and messages would end up in it.
static void keep_streams_apart(void)
{
    int file;
    do file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0) close(file);
}

void wb_host_begin(void)
{
    keep_streams_apart();
    signal(SIGXFSZ, SIG_IGN);
}

int wb_host_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 1 ? (int)cores : 1;
}

long wb_host_cache_bytes(void)
{
#ifdef _SC_LEVEL3_CACHE_SIZE
    long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return bytes > 0 ? bytes : 0;
#else
    return 0;
#endif
}

int64_t wb_host_free_bytes(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    char line[200];
    long long kilobytes = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL &&
           sscanf(line, "MemAvailable: %lld", &kilobytes) != 1)
        continue;
    if (file != NULL) fclose(file);
    return kilobytes > 0 ? kilobytes * 1024 : INT64_MAX;
}

void wb_host_keep_memory(void)
{
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

bool wb_host_is_terminal(FILE *stream)
{
    return isatty(fileno(stream));
}

bool wb_host_has_display(void)
{
    const char *x11 = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x11 != NULL && *x11 != '\0') || (wayland != NULL && *wayland != '\0');
}

void wb_host_set_variable(const char *name, const char *value)
{
    if (value != NULL)
        setenv(name, value, true);
    else
        unsetenv(name);
}

bool wb_host_show(const char *path)
{
    const char *words[] = {"xdg-open", path, NULL};
    return wb_process_run(&(wb_process_desc){.program = "xdg-open", .words = words}) == 0;
}

void wb_host_alert(const char *text)
{
    (void)text; // stderr has it
}

void wb_host_darken_windows(void)
{
    // the desktop's theme decides
}
