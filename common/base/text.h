/* Texts of a fixed size, put together piece by piece. */
#ifndef WB_BASE_TEXT_H
#define WB_BASE_TEXT_H

#include "base/message.h"

#include <stddef.h>

/* Puts more behind the text, which has room for `size` bytes with its NUL; what does not fit is
 * left out. */
void wb_text_append(char *text, size_t size, const char *format, ...) WB_PRINTF_LIKE(3, 4);

#endif
