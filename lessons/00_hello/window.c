// Hello, window: a kernel paints an image for every frame, and a window shows it.
//     cc window.c -o window -lglfw
// Escape ends it. Exit status: 0, or 1 with a message if anything on the way fails.
#define GLFW_INCLUDE_NONE
#include <GL/glcorearb.h>
#include <GLFW/glfw3.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 800, HEIGHT = 500, GROUP = 16 }; // pixels; invocations along a work group's side
enum { FRAME = 0 };                             // uniform location

// [kernel]
static const char source[] =
    "#version 430 core\n"
    "layout(local_size_x = 16, local_size_y = 16) in;\n"
    "layout(rgba8, binding = 0) uniform writeonly image2D picture;\n"
    "layout(location = 0) uniform int frame;\n"
    "\n"
    "// Rings around a source, which move outwards.\n"
    "float wave(vec2 p, vec2 source) { return sin(distance(p, source) * 0.16 - float(frame) * "
    "0.12); }\n"
    "\n"
    "void main()\n"
    "{\n"
    "    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);\n"
    "    if (any(greaterThanEqual(pixel, imageSize(picture)))) return;\n"
    "\n"
    "    vec2 p = vec2(pixel);\n"
    "    float height = wave(p, vec2(260, 170)) + wave(p, vec2(560, 320));\n"
    "    vec3 colour = mix(vec3(0.03, 0.10, 0.22), vec3(1.00, 0.78, 0.35), 0.5 + 0.25 * height);\n"
    "    imageStore(picture, pixel, vec4(colour, 1.0));\n"
    "}\n";
// [/kernel]

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "window: %s: %s\n", what, why);
    glfwTerminate();
    exit(1);
}

static void on_glfw_error(int code, const char *text)
{
    fprintf(stderr, "window: GLFW, error 0x%x: %s\n", (unsigned)code, text);
}

/* ---- The loader ---- */

#define FUNCTIONS(X)                                                                               \
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
    X(PFNGLUNIFORM1IPROC, glUniform1i)                                                             \
    X(PFNGLGENTEXTURESPROC, glGenTextures)                                                         \
    X(PFNGLBINDTEXTUREPROC, glBindTexture)                                                         \
    X(PFNGLTEXSTORAGE2DPROC, glTexStorage2D)                                                       \
    X(PFNGLDELETETEXTURESPROC, glDeleteTextures)                                                   \
    X(PFNGLBINDIMAGETEXTUREPROC, glBindImageTexture)                                               \
    X(PFNGLGENFRAMEBUFFERSPROC, glGenFramebuffers)                                                 \
    X(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer)                                                 \
    X(PFNGLFRAMEBUFFERTEXTURE2DPROC, glFramebufferTexture2D)                                       \
    X(PFNGLBLITFRAMEBUFFERPROC, glBlitFramebuffer)                                                 \
    X(PFNGLDELETEFRAMEBUFFERSPROC, glDeleteFramebuffers)                                           \
    X(PFNGLDISPATCHCOMPUTEPROC, glDispatchCompute)                                                 \
    X(PFNGLMEMORYBARRIERPROC, glMemoryBarrier)

#define DECLARE(type, name) static type name;
FUNCTIONS(DECLARE)

static void load_functions(void)
{
#define LOAD(type, name)                                                                           \
    name = (type)glfwGetProcAddress(#name);                                                        \
    if (name == NULL) fail(#name, "the driver has no such function");
    FUNCTIONS(LOAD)
}

#define GL(call) ((call), check_call(#call, glGetError()))

static void check_call(const char *call, GLenum error)
{
    if (error == GL_INVALID_ENUM) fail(call, "GL_INVALID_ENUM");
    if (error == GL_INVALID_VALUE) fail(call, "GL_INVALID_VALUE");
    if (error == GL_INVALID_OPERATION) fail(call, "GL_INVALID_OPERATION");
    if (error != GL_NO_ERROR) fail(call, "an error of OpenGL");
}

/* ---- Window, program, image ---- */

static GLFWwindow *open_window(void)
{
    glfwSetErrorCallback(on_glfw_error);
    if (!glfwInit()) fail("glfwInit", "there is no display");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow *window = glfwCreateWindow(WIDTH, HEIGHT, "hello, window", NULL, NULL);
    if (window == NULL) fail("glfwCreateWindow", "the driver has no OpenGL 4.3");
    glfwSetInputMode(window, GLFW_STICKY_KEYS, GLFW_TRUE); // a key that is up again still counts
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1); // a frame waits for the screen
    return window;
}

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

// An image for the kernel, and a framebuffer that the window can be filled from.
static void create_image(GLuint *image, GLuint *framebuffer)
{
    GL(glGenTextures(1, image));
    GL(glBindTexture(GL_TEXTURE_2D, *image));
    GL(glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, WIDTH, HEIGHT));
    GL(glGenFramebuffers(1, framebuffer));
    GL(glBindFramebuffer(GL_READ_FRAMEBUFFER, *framebuffer));
    GL(glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, *image, 0));
}

/* ---- A frame ---- */

static void paint(GLuint program, GLuint image, int frame)
{
    GL(glUseProgram(program));
    GL(glUniform1i(FRAME, frame));
    GL(glBindImageTexture(0, image, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8));
    GL(glDispatchCompute((WIDTH + GROUP - 1) / GROUP, (HEIGHT + GROUP - 1) / GROUP, 1));
    GL(glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT)); // glBlitFramebuffer reads the image
}

static void show(GLFWwindow *window)
{
    int width, height;
    glfwGetFramebufferSize(window, &width, &height);
    GL(glBlitFramebuffer(0, 0, WIDTH, HEIGHT, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_LINEAR));
    GL(glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT)); // the next frame overwrites the image
    glfwSwapBuffers(window);
}

int main(void)
{
    GLFWwindow *window = open_window();
    load_functions();
    GLuint program = build_program(source), image, framebuffer;
    create_image(&image, &framebuffer);

    for (int frame = 0; !glfwWindowShouldClose(window); frame++) {
        paint(program, image, frame);
        show(window);
        glfwPollEvents();
        if (glfwGetKey(window, GLFW_KEY_ESCAPE) == GLFW_PRESS) break;
    }

    GL(glDeleteFramebuffers(1, &framebuffer));
    GL(glDeleteTextures(1, &image));
    GL(glDeleteProgram(program));
    glfwTerminate();
    return 0;
}
