// Hello, compute: squares sixteen numbers on the GPU. No library of this course, and no window.
//     cc hello.c -o hello -lEGL
// Exit status: 0 if the squares are right, else 1.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 16, GROUP = 8 }; // numbers; invocations in a work group

// [kernel]
static const char source[] = "#version 430 core\n"
                             "layout(local_size_x = 8) in;\n"
                             "layout(std430, binding = 0) buffer Numbers { float numbers[]; };\n"
                             "void main()\n"
                             "{\n"
                             "    uint i = gl_GlobalInvocationID.x;\n"
                             "    if (i < numbers.length()) numbers[i] *= numbers[i];\n"
                             "}\n";
// [/kernel]

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "hello: %s: %s\n", what, why);
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

int main(void)
{
    EGLDisplay display = open_display();
    EGLContext context = create_context(display);
    load_functions();
    const GLubyte *renderer = glGetString(GL_RENDERER);
    printf("%s\n", renderer != NULL ? (const char *)renderer : "no context is current");
    GLuint program = build_program(source), buffer;
    // [compute]
    float numbers[COUNT];
    for (int i = 0; i < COUNT; i++) numbers[i] = (float)i;
    GL(glGenBuffers(1, &buffer));
    GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer));
    GL(glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof numbers, numbers, GL_DYNAMIC_COPY));

    GL(glUseProgram(program));
    GL(glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer));
    GL(glDispatchCompute((COUNT + GROUP - 1) / GROUP, 1, 1));
    GL(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT)); // glGetBufferSubData reads the squares
    GL(glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof numbers, numbers));
    // [/compute]
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) printf("%g ", (double)numbers[i]);
    for (int i = 0; i < COUNT; i++) wrong += numbers[i] != (float)(i * i);
    printf("\n%d of %d are wrong\n", wrong, COUNT);

    GL(glDeleteBuffers(1, &buffer));
    GL(glDeleteProgram(program));
    eglDestroyContext(display, context);
    eglTerminate(display);
    return wrong == 0 ? 0 : 1;
}
