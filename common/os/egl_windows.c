// EGL as far as programs without a window use it, which Windows does not have: a context of a
// window that is never shown, by WGL. One display, one context at a time is current.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>
#include <string.h>
#include <windows.h>

enum {
    MAJOR = 0x2091,
    MINOR = 0x2092,
    FLAGS = 0x2094,
    PROFILE = 0x9126,
    CORE = 1,
    DEBUG = 1
}; // WGL

typedef HGLRC(WINAPI *create_context)(HDC device, HGLRC shared, const int *attributes);

static struct {
    HWND window;
    HDC device;
    create_context create;
    EGLint error;
} egl = {.error = EGL_SUCCESS};

static EGLBoolean refuse(EGLint error)
{
    egl.error = error;
    return EGL_FALSE;
}

EGLDisplay eglGetDisplay(EGLNativeDisplayType native)
{
    (void)native;
    return &egl;
}

EGLDisplay eglGetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attributes)
{
    (void)platform, (void)native, (void)attributes;
    return &egl;
}

static EGLDisplay get_display(EGLenum platform, void *native, const EGLint *attributes)
{
    (void)platform, (void)native, (void)attributes;
    return &egl;
}

// Which function makes contexts, only a context of the old kind can say.
static void find_create(void)
{
    HGLRC old = wglCreateContext(egl.device);
    wglMakeCurrent(egl.device, old);
    PROC found = wglGetProcAddress("wglCreateContextAttribsARB");
    memcpy(&egl.create, &found, sizeof found);
    wglMakeCurrent(NULL, NULL);
    wglDeleteContext(old);
}

EGLBoolean eglInitialize(EGLDisplay display, EGLint *major, EGLint *minor)
{
    if (major != NULL) *major = 1;
    if (minor != NULL) *minor = 5;
    if (display != &egl) return refuse(EGL_BAD_DISPLAY);
    if (egl.create != NULL) return EGL_TRUE;
    WNDCLASSA class = {.style = CS_OWNDC,
                       .lpfnWndProc = DefWindowProcA,
                       .hInstance = GetModuleHandleA(NULL),
                       .lpszClassName = "workbench"};
    RegisterClassA(&class);
    egl.window = CreateWindowA("workbench", "workbench", WS_OVERLAPPEDWINDOW, 0, 0, 64, 64, NULL,
                               NULL, class.hInstance, NULL);
    egl.device = GetDC(egl.window);
    PIXELFORMATDESCRIPTOR format = {.nSize = sizeof format,
                                    .nVersion = 1,
                                    .dwFlags =
                                        PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL | PFD_DOUBLEBUFFER,
                                    .iPixelType = PFD_TYPE_RGBA,
                                    .cColorBits = 32};
    SetPixelFormat(egl.device, ChoosePixelFormat(egl.device, &format), &format);
    find_create();
    return egl.create != NULL ? EGL_TRUE : refuse(EGL_NOT_INITIALIZED);
}

EGLBoolean eglTerminate(EGLDisplay display)
{
    (void)display;
    if (egl.window != NULL) DestroyWindow(egl.window);
    memset(&egl, 0, sizeof egl);
    egl.error = EGL_SUCCESS;
    return EGL_TRUE;
}

EGLint eglGetError(void)
{
    EGLint error = egl.error;
    egl.error = EGL_SUCCESS;
    return error;
}

const char *eglQueryString(EGLDisplay display, EGLint name)
{
    if (name == EGL_EXTENSIONS)
        return display == EGL_NO_DISPLAY ? "EGL_MESA_platform_surfaceless" : "";
    return name == EGL_VERSION ? "1.5 by WGL" : "Windows";
}

EGLBoolean eglBindAPI(EGLenum api)
{
    return api == EGL_OPENGL_API ? EGL_TRUE : refuse(EGL_BAD_PARAMETER);
}

EGLContext eglCreateContext(EGLDisplay display, EGLConfig config, EGLContext shared,
                            const EGLint *wanted)
{
    int attributes[] = {MAJOR, 4, MINOR, 3, FLAGS, 0, PROFILE, CORE, 0};
    (void)display, (void)config, (void)shared;
    for (; wanted != NULL && *wanted != EGL_NONE; wanted += 2) {
        if (wanted[0] == EGL_CONTEXT_MAJOR_VERSION) attributes[1] = wanted[1];
        if (wanted[0] == EGL_CONTEXT_MINOR_VERSION) attributes[3] = wanted[1];
        if (wanted[0] == EGL_CONTEXT_FLAGS_KHR) attributes[5] = wanted[1] & DEBUG;
    }
    HGLRC context = egl.create != NULL ? egl.create(egl.device, NULL, attributes) : NULL;
    if (context == NULL) refuse(EGL_BAD_MATCH);
    return context;
}

EGLBoolean eglMakeCurrent(EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context)
{
    (void)display, (void)draw, (void)read;
    bool good = wglMakeCurrent(context != NULL ? egl.device : NULL, context);
    return good ? EGL_TRUE : refuse(EGL_BAD_CONTEXT);
}

EGLBoolean eglDestroyContext(EGLDisplay display, EGLContext context)
{
    (void)display;
    return wglDeleteContext(context) ? EGL_TRUE : refuse(EGL_BAD_CONTEXT);
}

// Functions of OpenGL 1.1 are in the system's library, the others in the driver.
__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name)
{
    __eglMustCastToProperFunctionPointerType function;
    PROC found = wglGetProcAddress(name);
    if (found == NULL) found = GetProcAddress(GetModuleHandleA("opengl32.dll"), name);
    memcpy(&function, &found, sizeof found);
    return strcmp(name, "eglGetPlatformDisplayEXT") == 0
               ? (__eglMustCastToProperFunctionPointerType)get_display
               : function;
}
