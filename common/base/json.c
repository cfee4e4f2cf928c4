#include "base/json.h"

#include <stdbool.h>

// The length of the UTF-8 sequence that starts here; 0 if none does.
static int sequence_length(const unsigned char *c)
{
    int length = c[0] < 0x80   ? 1
                 : c[0] < 0xC2 ? 0
                 : c[0] < 0xE0 ? 2
                 : c[0] < 0xF0 ? 3
                 : c[0] < 0xF5 ? 4
                               : 0;
    for (int i = 1; i < length; i++)
        if ((c[i] & 0xC0) != 0x80) return 0;
    // Overlong forms, surrogates, and what is beyond U+10FFFF
    bool bad = (c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F) ||
               (c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F);
    return bad ? 0 : length;
}

void wb_json_string(FILE *file, const char *text)
{
    if (text == NULL) {
        fputs("null", file);
        return;
    }
    fputc('"', file);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
        int length = sequence_length(c);
        if (length == 0)
            fputs("\\ufffd", file);
        else if (*c == '"' || *c == '\\')
            fprintf(file, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(file, "\\u%04x", *c);
        else
            fwrite(c, 1, (size_t)length, file);
        c += length > 0 ? length : 1;
    }
    fputc('"', file);
}
