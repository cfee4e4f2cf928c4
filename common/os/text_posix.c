#include "os/text.h"

FILE *wb_text_stream(char **text, size_t *size)
{
    return open_memstream(text, size);
}

int wb_text_stream_close(FILE *stream)
{
    return fclose(stream);
}
