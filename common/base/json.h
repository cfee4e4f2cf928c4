/* What it takes to write JSON with fprintf: strings as they have to stand in it. */
#ifndef WB_BASE_JSON_H
#define WB_BASE_JSON_H

#include <stdio.h>

/* Writes `text` in quotation marks, with escapes where JSON wants them. The text is UTF-8; a
 * byte that is no part of that becomes U+FFFD. NULL becomes null. */
void wb_json_string(FILE *file, const char *text);

#endif
