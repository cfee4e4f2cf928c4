// Task: brightness and contrast of a picture, on the GPU.
//     cc tasks/brightness.c -I . -o brightness -lEGL
//     ./brightness in.ppm out.ppm BRIGHTNESS CONTRAST
// Each byte v of the picture becomes (v - 128) * CONTRAST / 100 + 128 + BRIGHTNESS, rounded, and no
// less than 0 nor more than 255. Reading and writing the file is done; everything about OpenGL is
// yours: the context, the loader, the kernel, the buffer, the dispatch. Then run: ./wb check 0.1
#include "ppm.h"

// Changes `count` bytes in place. False, with a message on stderr, if OpenGL cannot.
static bool adjust(unsigned char *bytes, int count, int brightness, int contrast)
{
    (void)bytes, (void)count, (void)brightness, (void)contrast;
    return true;
}

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
