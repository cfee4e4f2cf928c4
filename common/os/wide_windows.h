/* For the Windows files of this room: names in UTF-16, which may be longer than 260 characters. */
#ifndef WB_OS_WIDE_WINDOWS_H
#define WB_OS_WIDE_WINDOWS_H

#include "os/output.h"

#include <windows.h>

typedef struct wb_wide {
    wchar_t name[WB_PATH_SIZE];
} wb_wide;

/* A name that is too long becomes "", which no file has. */
static inline wb_wide wb_wide_name(const char *path)
{
    wb_wide wide = {L""};
    if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide.name, WB_PATH_SIZE) == 0) wide.name[0] = 0;
    return wide;
}

#endif
