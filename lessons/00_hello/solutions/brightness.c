// A solution of the task: the functions are those of hello.c; new are the kernel and adjust().
//     cc -I . solutions/task.c -o solution -lEGL
#include "ppm.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

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

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "solution: %s: %s\n", what, why);
    exit(1);
}

/* ---- The loader: OpenGL's functions live in the driver, and one asks for them by name ---- */

#define FUNCTIONS(X)                                                                               \
    X(PFNGLGETSTRINGPROC, glGetString)                                                             \
    X(PFNGLGETERRORPROC, glGetError)                                                               \
    X(PFNGLCREATESHADERPROC, glCreateShader)                                                       \
    X(PFNGLSHADERSOURCEPROC, glShaderSource)                                                       \
    X(PFNGLCOMPILESHADERPROC, glCompileShader)                                                     \
    X(PFNGLGETSHADERIVPROC, glGetShaderiv)                                                         \
    X(PFNGLGETSHADERINFOLOGPROC, glGetShaderInfoLog)                                               \
    X(PFNGLDELETESHADERPROC, glDeleteShader)                                                       \
    X(PFNGLCREATEPROGRAMPROC, glCreateProgram)                                                     \
    X(PFNGLATTACHSHADERPROC, glAttachShader)                                                       \
    X(PFNGLLINKPROGRAMPROC, glLinkProgram)                                                         \
    X(PFNGLGETPROGRAMIVPROC, glGetProgramiv)                                                       \
    X(PFNGLGETPROGRAMINFOLOGPROC, glGetProgramInfoLog)                                             \
    X(PFNGLDELETEPROGRAMPROC, glDeleteProgram)                                                     \
    X(PFNGLUSEPROGRAMPROC, glUseProgram)                                                           \
    X(PFNGLUNIFORM1FPROC, glUniform1f)                                                             \
    X(PFNGLGENBUFFERSPROC, glGenBuffers)                                                           \
    X(PFNGLBINDBUFFERPROC, glBindBuffer)                                                           \
    X(PFNGLBINDBUFFERBASEPROC, glBindBufferBase)                                                   \
    X(PFNGLBUFFERDATAPROC, glBufferData)                                                           \
    X(PFNGLGETBUFFERSUBDATAPROC, glGetBufferSubData)                                               \
    X(PFNGLDELETEBUFFERSPROC, glDeleteBuffers)                                                     \
    X(PFNGLDISPATCHCOMPUTEPROC, glDispatchCompute)                                                 \
    X(PFNGLMEMORYBARRIERPROC, glMemoryBarrier)

#define DECLARE(type, name) static type name;
FUNCTIONS(DECLARE)

static void load_functions(void)
{
#define LOAD(type, name)                                                                           \
    name = (type)eglGetProcAddress(#name);                                                         \
    if (name == NULL) fail(#name, "the driver has no such function");
    FUNCTIONS(LOAD)
}

/* A call that goes wrong says so only to those who ask. We ask after every one. */
#define GL(call) ((call), check_call(#call, glGetError()))

static void check_call(const char *call, GLenum error)
{
    if (error == GL_INVALID_ENUM) fail(call, "GL_INVALID_ENUM");
    if (error == GL_INVALID_VALUE) fail(call, "GL_INVALID_VALUE");
    if (error == GL_INVALID_OPERATION) fail(call, "GL_INVALID_OPERATION");
    if (error != GL_NO_ERROR) fail(call, "an error of OpenGL");
}

/* ---- The context: what OpenGL keeps for us, and what every call acts on ---- */

static EGLDisplay open_display(void)
{
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY); // what the desktop uses
    if (eglInitialize(display, NULL, NULL)) return display;
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL); // no desktop
    if (!eglInitialize(display, NULL, NULL)) fail("eglInitialize", "there is no driver");
    return display;
}

static EGLContext create_context(EGLDisplay display)
{
    const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    eglBindAPI(EGL_OPENGL_API);
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
    if (context == EGL_NO_CONTEXT) fail("eglCreateContext", "the driver has no OpenGL 4.3");
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
    return context;
}

/* ---- The kernel, from text to program ---- */

static GLuint build_program(const char *text)
{
    char log[1024] = "";
    GLint good;
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    GL(glShaderSource(shader, 1, &text, NULL));
    GL(glCompileShader(shader));
    GL(glGetShaderiv(shader, GL_COMPILE_STATUS, &good));
    GL(glGetShaderInfoLog(shader, sizeof log, NULL, log));
    if (!good) fail("glCompileShader", log);
    GL(glAttachShader(program, shader));
    GL(glLinkProgram(program));
    GL(glGetProgramiv(program, GL_LINK_STATUS, &good));
    GL(glGetProgramInfoLog(program, sizeof log, NULL, log));
    if (!good) fail("glLinkProgram", log);
    GL(glDeleteShader(shader));
    return program;
}

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

// Changes `count` bytes in place. False, with a message on stderr, if OpenGL cannot.
static bool adjust(unsigned char *bytes, int count, int brightness, int contrast)
{
    int *ints = malloc(sizeof *ints * (size_t)count);
    if (ints == NULL) return fprintf(stderr, "solution: there is no memory\n"), false;
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
// // Task: brightness and contrast of a picture, on the GPU.
// //     cc tasks/brightness.c -I . -o brightness -lEGL
// //     ./brightness in.ppm out.ppm BRIGHTNESS CONTRAST
// // Each byte v of the picture becomes (v - 128) * CONTRAST / 100 + 128 + BRIGHTNESS, rounded, and
// no
// // less than 0 nor more than 255. Reading and writing the file is done; everything about OpenGL
// is
// // yours: the context, the loader, the kernel, the buffer, the dispatch. Then run: ./wb check 0.1
// #include "ppm.h"
//
// // Changes `count` bytes in place. False, with a message on stderr, if OpenGL cannot.
// static bool adjust(unsigned char *bytes, int count, int brightness, int contrast)
// {
//     (void)bytes, (void)count, (void)brightness, (void)contrast;
//     return true;
// }
//
// int main(int argc, char **argv)
// {
//     picture p = {0};
//     if (argc != 5) return 2;
//     if (!read_ppm(argv[1], &p)) return fprintf(stderr, "cannot read %s\n", argv[1]), 1;
//     bool good = adjust(p.bytes, 3 * p.width * p.height, atoi(argv[3]), atoi(argv[4]));
//     good = good && write_ppm(argv[2], &p);
//     free(p.bytes);
//     return good ? 0 : 1;
// }
