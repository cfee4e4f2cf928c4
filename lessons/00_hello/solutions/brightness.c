// Task 0.6: brightness and contrast of a picture, on the GPU.
//     cc tasks/brightness.c -I . -o brightness -lEGL
//     ./brightness in.ppm out.ppm BRIGHTNESS CONTRAST
// Each byte v of the picture becomes (v - 128) * CONTRAST / 100 + 128 + BRIGHTNESS, rounded, and no
// less than 0 nor more than 255. Reading and writing the file is done, and opengl.h has what is the
// same in every program. The kernel, the buffer and the dispatch are yours.
#include "opengl.h"
#include "ppm.h"

// --- your lines from here ---
enum { GROUP = 64 }; // invocations in a work group

static const char source[] =
    "#version 430 core\n"
    "layout(local_size_x = 64) in;\n"
    "layout(std430, binding = 0) restrict buffer Bytes { int bytes[]; };\n"
    "layout(location = 0) uniform float brightness;\n"
    "layout(location = 1) uniform float contrast; // 1: as it is\n"
    "void main()\n"
    "{\n"
    "    uint i = gl_GlobalInvocationID.x;\n"
    "    if (i >= bytes.length()) return;\n"
    "    float v = (float(bytes[i]) - 128.0) * contrast + 128.0 + brightness;\n"
    "    bytes[i] = int(clamp(round(v), 0.0, 255.0));\n"
    "}\n";

// The kernel sees an int for each byte: GLSL 4.30 has no smaller type.
static void adjust_ints(int *ints, int count, int brightness, int contrast)
{
    GLuint buffer, program = build_program(source);
    GLsizeiptr size = (GLsizeiptr)sizeof *ints * count;
    GL(glGenBuffers(1, &buffer));
    GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer));
    GL(glBufferData(GL_SHADER_STORAGE_BUFFER, size, ints, GL_DYNAMIC_COPY));
    GL(glUseProgram(program));
    GL(glUniform1f(0, (float)brightness));
    GL(glUniform1f(1, (float)contrast / 100.0f));
    GL(glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer));
    GL(glDispatchCompute((GLuint)(count + GROUP - 1) / GROUP, 1, 1));
    GL(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT)); // glGetBufferSubData reads the bytes
    GL(glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, size, ints));
    GL(glDeleteBuffers(1, &buffer));
    GL(glDeleteProgram(program));
}

// Changes `count` bytes in place. False, with a message on stderr, if there is no memory.
static bool adjust(unsigned char *bytes, int count, int brightness, int contrast)
{
    int *ints = malloc(sizeof *ints * (size_t)count);
    if (ints == NULL) return fprintf(stderr, "there is no memory\n"), false;
    EGLDisplay display = open_display();
    EGLContext context = create_context(display);
    load_functions();
    for (int i = 0; i < count; i++) ints[i] = bytes[i];
    adjust_ints(ints, count, brightness, contrast);
    for (int i = 0; i < count; i++) bytes[i] = (unsigned char)ints[i];
    free(ints);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    eglTerminate(display);
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

// --- as shipped ---
// // Changes `count` bytes in place. False, with a message on stderr, if there is no memory.
// static bool adjust(unsigned char *bytes, int count, int brightness, int contrast)
// {
//     (void)bytes, (void)count, (void)brightness, (void)contrast;
//     return true;
// }
