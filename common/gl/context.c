#include "gl/context.h"

#include "base/message.h"
#include "gl/read_back.h"
#include "os/host.h"

#define GLFW_INCLUDE_NONE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLFW/glfw3.h>
#include <glad/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    GLFWwindow *window;
    bool glfw_ready;
    EGLDisplay display;
    EGLContext context;
    char glfw_error[256];
    char name[256];
    int errors; // that were not expected
    bool expects_errors;
} gl;

static const char needs[] = "OpenGL 4.3 core is needed, the first version with compute shaders.";

static void report_too_old(const char *found)
{
    wb_error("%s\nfound: %s\nwhat to do: %s; " WB_SCRIPT " doctor tells what this machine has",
             needs, found, wb_host_driver_advice);
}

/* ---- Debug messages ---- */

static void GLAD_API_PTR on_debug_message(GLenum source, GLenum type, GLuint id, GLenum severity,
                                          GLsizei length, const GLchar *text, const void *user)
{
    (void)length, (void)user;
    bool error = type == GL_DEBUG_TYPE_ERROR;
    // gl/program.c reports these, with the file and the line that they are about.
    if (error && source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
    // NVIDIA's driver says with every read-back that a buffer moves to where the CPU can read it.
    if (type == GL_DEBUG_TYPE_PERFORMANCE) return;
    if (error && !gl.expects_errors) gl.errors++;
    if (error)
        wb_error("OpenGL: %s (message %u)", text, id);
    else if (severity == GL_DEBUG_SEVERITY_HIGH || severity == GL_DEBUG_SEVERITY_MEDIUM)
        wb_warning("OpenGL: %s (message %u)", text, id);
}

static bool finish(GLADloadfunc load, bool debug)
{
    if (gladLoadGL(load) == 0) {
        report_too_old("a context whose functions cannot be loaded");
        return false;
    }
    gladUninstallGLDebug(); // calls go straight to the driver until a checker asks to see them
    snprintf(gl.name, sizeof gl.name, "%s, OpenGL %s", (const char *)glGetString(GL_RENDERER),
             (const char *)glGetString(GL_VERSION));
    if (debug) {
        glEnable(GL_DEBUG_OUTPUT);
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS); // so that a debugger stops in the call that is wrong
        glDebugMessageCallback(on_debug_message, NULL);
    }
    return true;
}

// Of the context that is current; its other functions need not be there.
static void describe_context(GLADloadfunc load, char *text, size_t size)
{
    PFNGLGETSTRINGPROC get_string = (PFNGLGETSTRINGPROC)load("glGetString");
    snprintf(text, size, "OpenGL %s on %s", (const char *)get_string(GL_VERSION),
             (const char *)get_string(GL_RENDERER));
}

/* ---- A window ---- */

static void on_glfw_error(int code, const char *text)
{
    (void)code;
    snprintf(gl.glfw_error, sizeof gl.glfw_error, "%s", text);
}

static bool start_glfw(void)
{
    if (gl.glfw_ready) return true;
    glfwSetErrorCallback(on_glfw_error);
    gl.glfw_ready = glfwInit() == GLFW_TRUE;
    return gl.glfw_ready;
}

bool wb_context_has_display(void)
{
    // glfwInit() also fails without a display, but takes its time over it.
    return wb_host_has_display() && start_glfw();
}

// What the driver does offer, when it does not offer 4.3.
static void describe_window_driver(char *text, size_t size)
{
    snprintf(text, size, "no OpenGL context at all (%s)", gl.glfw_error);
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow *window = glfwCreateWindow(64, 64, "probe", NULL, NULL);
    if (window == NULL) return;
    glfwMakeContextCurrent(window);
    describe_context(glfwGetProcAddress, text, size);
    glfwDestroyWindow(window);
}

#define SHARE 0.75 // of the screen's width or height, for a window that grows

// A window that is larger than the screen becomes as large as that; one that grows has its share,
// which leaves room for the panel beside it.
static void fit_screen(bool grows, int *width, int *height)
{
    int x, y, room_width, room_height;
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    if (monitor == NULL) return;
    glfwGetMonitorWorkarea(monitor, &x, &y, &room_width, &room_height);
    if (room_width <= 0 || room_height <= 0) return;
    double scale_x = (double)room_width / *width, scale_y = (double)room_height / *height;
    double most = scale_x < scale_y ? scale_x : scale_y;
    double scale = grows && SHARE * most > 1.0 ? SHARE * most : most < 1.0 ? most : 1.0;
    *width = (int)(*width * scale);
    *height = (int)(*height * scale);
}

static bool create_window(const wb_context_desc *desc)
{
    if (!start_glfw()) {
        wb_error("cannot open a window: %s\nwhat to do: run with --headless", gl.glfw_error);
        return false;
    }
    int width = desc->width, height = desc->height;
    fit_screen(desc->grows, &width, &height);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, desc->debug ? GLFW_TRUE : GLFW_FALSE);
    gl.window = glfwCreateWindow(width, height, desc->title, NULL, NULL);
    if (gl.window == NULL) {
        char found[400];
        describe_window_driver(found, sizeof found);
        report_too_old(found);
        return false;
    }
    wb_host_darken_windows();
    glfwMakeContextCurrent(gl.window);
    glfwSwapInterval(1);
    return finish(glfwGetProcAddress, desc->debug);
}

/* ---- No display ---- */

static EGLContext create_egl_context(EGLDisplay display, int major, int minor, bool debug)
{
    const EGLint attributes[] = {
        EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor,
        EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
        // not EGL_CONTEXT_OPENGL_DEBUG, which EGL 1.4 refuses
        EGL_CONTEXT_FLAGS_KHR, debug ? EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR : 0, EGL_NONE};
    return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
}

// What the driver does offer, when it does not offer 4.3.
static void describe_egl_driver(EGLDisplay display, char *text, size_t size)
{
    static const int versions[][2] = {{4, 2}, {4, 1}, {4, 0}, {3, 3}, {3, 2}, {3, 1}};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        EGLContext context = create_egl_context(display, versions[i][0], versions[i][1], false);
        if (context == EGL_NO_CONTEXT) continue;
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
        describe_context(eglGetProcAddress, text, size);
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
        return;
    }
    snprintf(text, size, "EGL %s, but no OpenGL context (EGL error 0x%04x)",
             eglQueryString(display, EGL_VERSION), eglGetError());
}

// Tries one display; on failure writes what stood in the way into `found`.
static bool try_display(EGLDisplay display, bool debug, char *found, size_t size)
{
    if (display == EGL_NO_DISPLAY) return false;
    if (!eglInitialize(display, NULL, NULL)) {
        snprintf(found, size, "an EGL that cannot start a driver (EGL error 0x%04x)",
                 eglGetError());
        return false;
    }
    eglBindAPI(EGL_OPENGL_API);
    gl.context = create_egl_context(display, 4, 3, debug);
    if (gl.context != EGL_NO_CONTEXT &&
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl.context)) {
        gl.display = display;
        return true;
    }
    describe_egl_driver(display, found, size);
    eglTerminate(display);
    return false;
}

static bool has_word(const char *list, const char *word)
{
    return list != NULL && strstr(list, word) != NULL;
}

// GPUs first, each through EGL's device platform (the only one that NVIDIA's driver has without a
// display), then whatever Mesa picks, which is its software driver where there is no GPU.
static bool create_headless(const wb_context_desc *desc)
{
    const char *client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    PFNEGLQUERYDEVICESEXTPROC query_devices =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    PFNEGLQUERYDEVICESTRINGEXTPROC query_string =
        (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
    char found[400];
    snprintf(found, sizeof found, "no EGL driver (EGL error 0x%04x)", eglGetError());
    if (get_display == NULL) goto fail;

    bool software_only = getenv("LIBGL_ALWAYS_SOFTWARE") != NULL;
    bool can_list =
        has_word(client, "EGL_EXT_device_enumeration") || has_word(client, "EGL_EXT_device_base");
    if (can_list && !software_only && query_devices != NULL && query_string != NULL) {
        EGLDeviceEXT devices[16];
        EGLint count = 0;
        query_devices(16, devices, &count);
        for (EGLint i = 0; i < count; i++) {
            if (has_word(query_string(devices[i], EGL_EXTENSIONS), "EGL_MESA_device_software"))
                continue;
            EGLDisplay display = get_display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
            if (try_display(display, desc->debug, found, sizeof found))
                return finish(eglGetProcAddress, desc->debug);
        }
    }
    if (has_word(client, "EGL_MESA_platform_surfaceless")) {
        EGLDisplay display =
            get_display(EGL_PLATFORM_SURFACELESS_MESA, (void *)EGL_DEFAULT_DISPLAY, NULL);
        if (try_display(display, desc->debug, found, sizeof found))
            return finish(eglGetProcAddress, desc->debug);
    }
fail:
    report_too_old(found);
    return false;
}

/* ---- Both ---- */

bool wb_context_create(const wb_context_desc *desc)
{
    // zink compiles the values of some uniforms into a kernel, and then runs it with those of an
    // earlier dispatch (Mesa 22.3.6). To see that, set the variable to 1.
    if (getenv("ZINK_INLINE_UNIFORMS") == NULL) wb_host_set_variable("ZINK_INLINE_UNIFORMS", "0");
    return desc->headless ? create_headless(desc) : create_window(desc);
}

void wb_context_delete(void)
{
    wb_read_back_quit();
    if (gl.window != NULL) glfwDestroyWindow(gl.window);
    if (gl.glfw_ready) glfwTerminate();
    if (gl.context != EGL_NO_CONTEXT) {
        eglMakeCurrent(gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(gl.display, gl.context);
        // No eglTerminate(): it unloads Mesa's driver, and what the driver keeps for the life of
        // the process then looks like a leak of ours. The process is about to end.
    }
    memset(&gl, 0, sizeof gl);
}

struct GLFWwindow *wb_context_window(void)
{
    return gl.window;
}
const char *wb_context_name(void)
{
    return gl.name;
}
int wb_context_error_count(void)
{
    return gl.errors;
}

void wb_context_expect_errors(bool expected)
{
    gl.expects_errors = expected;
}
