/* A directory for a while. */
#ifndef WB_OS_SCRATCH_H
#define WB_OS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a directory whose name begins with `path`, and completes that, which must stay where it is.
 * Once this process ends, in whatever way, the directory goes, with all that is in it. One at a
 * time. False, with errno, if there can be none. */
bool wb_scratch_make(char *path, size_t size);

/* The same now. */
void wb_scratch_remove(void);

#ifdef __cplusplus
}
#endif

#endif
