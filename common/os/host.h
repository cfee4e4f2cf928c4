/* The machine, and what it lends to this program: cores, memory, terminal, environment. */
#ifndef WB_OS_HOST_H
#define WB_OS_HOST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The course's script, as a shell takes its name. In the archive for Windows it is wb.cmd, and cmd
 * takes no ./ for a folder. */
#if defined _WIN32 && defined WB_DIST
#define WB_SCRIPT ".\\wb"
#else
#define WB_SCRIPT "./wb"
#endif

/* What to do where there is no driver with OpenGL 4.3, and where there is no img2webp. */
extern const char wb_host_driver_advice[], wb_host_webp_advice[];

/* What a program does before all else. Makes sure that the three standard streams are open, so that
 * no file takes their place, and lets a limit on the size of files be an error like a full disk. On
 * Windows, text is UTF-8, lines end as they do elsewhere, and the terminal knows colours. */
void wb_host_begin(void);

/* How many cores there are to run on; at least 1. */
int wb_host_cores(void);

/* The size of the largest cache; 0: not known. */
long wb_host_cache_bytes(void);

/* Memory that can be had without taking it from others. Not known: INT64_MAX. */
int64_t wb_host_free_bytes(void);

/* Lets freed memory stay with this program: the system need not take it back before it is wanted
 * again. */
void wb_host_keep_memory(void);

/* Whether a person sees what is written there, or types what is read. */
bool wb_host_is_terminal(FILE *stream);

/* Whether there may be a screen to open a window on. */
bool wb_host_has_display(void);

/* A variable of the environment, for this process and those that it starts; NULL takes it away. */
void wb_host_set_variable(const char *name, const char *value);

/* Shows a page in the desktop's browser. False if nothing shows it. */
bool wb_host_show(const char *path);

/* Tells a person, who may have no terminal before them, why this program ends: on Windows in a box.
 */
void wb_host_alert(const char *text);

/* Gives this thread's windows a dark title bar, where the system draws one and has that. */
void wb_host_darken_windows(void);

#ifdef __cplusplus
}
#endif
#endif
