/* What every program with OpenGL has, whatever it computes: a context without a window, the
 * functions from the driver, a kernel from text to program. No library of this course. Link with
 * -lEGL. */
#ifndef HELLO_OPENGL_H
#define HELLO_OPENGL_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "error: %s: %s\n", what, why);
    exit(1);
}

/* ---- The loader: OpenGL's functions live in the driver, which is asked by name ---- */

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
    X(PFNGLUNIFORM1UIPROC, glUniform1ui)                                                           \
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
    GLint good = GL_FALSE; // without a context, the calls below answer nothing
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

#endif
