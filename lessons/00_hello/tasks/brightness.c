// Task 0.6: brightness and contrast of a picture, on the GPU.
//     cc tasks/brightness.c -I . -o brightness -lEGL
//     ./brightness in.ppm out.ppm BRIGHTNESS CONTRAST
// Each byte v of the picture becomes (v - 128) * CONTRAST / 100 + 128 + BRIGHTNESS, rounded, and no
// less than 0 nor more than 255. Reading and writing the file is done, and opengl.h has what is the
// same in every program. The kernel, the buffer and the dispatch are yours.
#include "opengl.h"
#include "ppm.h"

// --- your lines from here ---
// Changes `count` bytes in place. False, with a message on stderr, if there is no memory.
static bool adjust(unsigned char *bytes, int count, int brightness, int contrast)
{
    (void)bytes, (void)count, (void)brightness, (void)contrast;
    return true;
}
// --- to here ---

int main(int argc, char **argv)
{
    picture p = {0};
    if (argc != 5) return 2;
    if (!read_ppm(argv[1], &p)) return fprintf(stderr, "cannot read %s\n", argv[1]), 1;
    bool good = adjust(p.bytes, 3 * p.width * p.height, atoi(argv[3]), atoi(argv[4]));
    good = good && write_ppm(argv[2], &p);
    free(p.bytes);
    return good ? 0 : 1;
}
