/* GLSL texts for a page's editor: files in memory, expanded by base/source.h as for a driver, and
 * the way back from the compiler's lines. There is one shelf of files. */
#ifndef WB_MACHINE_WEB_SHELF_H
#define WB_MACHINE_WEB_SHELF_H

#include "base/source.h"

/* Puts a text on the shelf, in place of one with that name. Both are copied. */
void wb_shelf_put(const char *name, const char *text);

/* Expands a file of the shelf. `defines` has a line "NAME VALUE" for each constant. NULL if it
 * cannot be expanded; *message then says why. Both live until the next call. */
const wb_source *wb_shelf_expand(const char *name, const char *defines, const char **message);

/* The compiler's log on the text that was expanded last, with the lines of files. */
const char *wb_shelf_explain(const char *log);

#endif
