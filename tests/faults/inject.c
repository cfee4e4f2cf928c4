/* Lets one call of a program fail, as on a machine that is out of memory, of disk or of luck.
 * Loaded by LD_PRELOAD, without a change to the program:
 *
 *     WB_FAULT=CLASS:N     the N-th call of the class fails, from 1 on
 *     WB_FAULT=CLASS:0     none does
 *     WB_FAULT_REPORT=FILE gets a line "CLASS CALLS FAILED" when a process ends: how many calls of
 *                          the class there were, and how many of them failed
 *
 * Only calls that the program itself makes count, not those of the driver and of other libraries.
 * The classes are below; `lost` is a lost context: all calls of OpenGL from the N-th on do nothing.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include <glad/gl.h>

enum { LOST_CONTEXT = 0x0507 }; // GL_CONTEXT_LOST, which OpenGL 4.5 has

static struct {
    const char *class; // NULL: no faults
    long number, calls, failed;
    uintptr_t begin, end; // the program's own code
} fault;

/* ---- When ---- */

static int find_program(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size, (void)user;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
        fault.begin = info->dlpi_addr + part->p_vaddr;
        fault.end = fault.begin + part->p_memsz;
    }
    return 1; // the first is the program
}

__attribute__((constructor)) static void begin(void)
{
    static char class[32];
    const char *text = getenv("WB_FAULT"), *colon = text != NULL ? strchr(text, ':') : NULL;
    if (colon == NULL) return;
    snprintf(class, sizeof class, "%.*s", (int)(colon - text), text);
    dl_iterate_phdr(find_program, NULL);
    fault.number = atol(colon + 1);
    fault.class = class;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("WB_FAULT_REPORT");
    if (fault.class == NULL || path == NULL) return;
    FILE *file = fopen(path, "a");
    if (file == NULL) return;
    fprintf(file, "%s %ld %ld\n", fault.class, fault.calls, fault.failed);
    fclose(file);
}

static bool loading; // the functions of OpenGL, by generated code that counts on memory

// Whether this call fails, which belongs to `class` and returns to `caller`.
static bool fails(const char *class, const void *caller)
{
    if (fault.class == NULL || strcmp(fault.class, class) != 0) return false;
    if (loading || (uintptr_t)caller < fault.begin || (uintptr_t)caller >= fault.end) return false;
    bool now = ++fault.calls == fault.number;
    fault.failed += now;
    return now;
}

#define FAILS(class) fails(class, __builtin_return_address(0))

/* ---- Memory ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

// Of a program that was built with a sanitizer, whose allocator stays in charge.
__attribute__((weak)) void *__interceptor_malloc(size_t size);
__attribute__((weak)) void *__interceptor_calloc(size_t count, size_t size);
__attribute__((weak)) void *__interceptor_realloc(void *memory, size_t size);

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    if (FAILS("memory")) return no_memory();
    return __interceptor_malloc != NULL ? __interceptor_malloc(size) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (FAILS("memory")) return no_memory();
    return __interceptor_calloc != NULL ? __interceptor_calloc(count, size)
                                        : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    if (FAILS("memory")) return no_memory();
    return __interceptor_realloc != NULL ? __interceptor_realloc(memory, size)
                                         : __libc_realloc(memory, size);
}

char *strdup(const char *text)
{
    if (FAILS("memory")) return no_memory();
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

char *strndup(const char *text, size_t most)
{
    if (FAILS("memory")) return no_memory();
    size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    copy[length] = '\0';
    return memcpy(copy, text, length);
}

int asprintf(char **text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = FAILS("memory") ? -1 : vasprintf(text, format, arguments);
    va_end(arguments);
    return length;
}

FILE *open_memstream(char **text, size_t *size)
{
    if (FAILS("memory")) return no_memory();
    FILE *(*next)(char **, size_t *) = dlsym(RTLD_NEXT, "open_memstream");
    return next(text, size);
}

/* ---- Files and processes ---- */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int no_luck(int error)
{
    errno = error;
    return -1;
}

int rename(const char *from, const char *to)
{
    return FAILS("rename") ? no_luck(ENOSPC) : NEXT(rename)(from, to);
}

int fclose(FILE *file)
{
    int result = NEXT(fclose)(file);
    return FAILS("close") ? no_luck(ENOSPC) : result;
}

int mkdir(const char *path, mode_t mode)
{
    return FAILS("directory") ? no_luck(ENOSPC) : NEXT(mkdir)(path, mode);
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return FAILS("open") ? no_luck(EMFILE) : NEXT(open)(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return FAILS("open") ? errno = EMFILE, NULL : NEXT(fopen)(path, mode);
}

FILE *fdopen(int file, const char *mode)
{
    return FAILS("open") ? errno = ENOMEM, NULL : NEXT(fdopen)(file, mode);
}

size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    return FAILS("read") ? 0 : NEXT(fread)(to, size, count, file);
}

pid_t fork(void)
{
    return FAILS("process") ? no_luck(EAGAIN) : NEXT(fork)();
}

int pipe(int files[2])
{
    return FAILS("process") ? no_luck(EMFILE) : NEXT(pipe)(files);
}

/* ---- Stacks: of steps that stop in their midst ---- */

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if (FAILS("stack")) return errno = ENOMEM, MAP_FAILED;
    return NEXT(mmap)(at, size, protection, flags, file, offset);
}

int mprotect(void *at, size_t size, int protection)
{
    return FAILS("stack") ? no_luck(ENOMEM) : NEXT(mprotect)(at, size, protection);
}

int getcontext(ucontext_t *context) // nothing goes back to it before makecontext()
{
    return FAILS("stack") ? no_luck(ENOMEM) : NEXT(getcontext)(context);
}

int swapcontext(ucontext_t *from, const ucontext_t *to)
{
    return FAILS("stack") ? no_luck(ENOMEM) : NEXT(swapcontext)(from, to);
}

/* ---- OpenGL ---- */

static struct {
    GLenum error; // that the next glGetError() gives
    bool lost;
} gl;

/* What is named here, and the program asks EGL or GLFW for, goes by way of ours. */
#define FUNCTIONS(F)                                                                               \
    F(GetString, PFNGLGETSTRINGPROC)                                                               \
    F(GetError, PFNGLGETERRORPROC)                                                                 \
    F(GetShaderiv, PFNGLGETSHADERIVPROC)                                                           \
    F(GetProgramiv, PFNGLGETPROGRAMIVPROC)                                                         \
    F(BufferData, PFNGLBUFFERDATAPROC)                                                             \
    F(BufferSubData, PFNGLBUFFERSUBDATAPROC)                                                       \
    F(GetBufferSubData, PFNGLGETBUFFERSUBDATAPROC)                                                 \
    F(CopyBufferSubData, PFNGLCOPYBUFFERSUBDATAPROC)                                               \
    F(MapBufferRange, PFNGLMAPBUFFERRANGEPROC)                                                     \
    F(TexStorage2D, PFNGLTEXSTORAGE2DPROC)                                                         \
    F(RenderbufferStorage, PFNGLRENDERBUFFERSTORAGEPROC)                                           \
    F(CheckFramebufferStatus, PFNGLCHECKFRAMEBUFFERSTATUSPROC)                                     \
    F(ReadPixels, PFNGLREADPIXELSPROC)                                                             \
    F(DispatchCompute, PFNGLDISPATCHCOMPUTEPROC)                                                   \
    F(DispatchComputeIndirect, PFNGLDISPATCHCOMPUTEINDIRECTPROC)                                   \
    F(DrawArrays, PFNGLDRAWARRAYSPROC)                                                             \
    F(GetQueryObjectui64v, PFNGLGETQUERYOBJECTUI64VPROC)                                           \
    F(GetQueryObjectiv, PFNGLGETQUERYOBJECTIVPROC)                                                 \
    F(Finish, PFNGLFINISHPROC)

static struct {
#define MEMBER(name, type) type name;
    FUNCTIONS(MEMBER)
#undef MEMBER
} driver;

// Whether this call does nothing, with this error; also if the context is lost.
static bool refuses(const char *class, GLenum error)
{
    if (fails("lost", (const void *)fault.begin)) gl.lost = true;
    if (!gl.lost && !fails(class, (const void *)fault.begin)) return false;
    if (gl.error == GL_NO_ERROR) gl.error = error;
    return true;
}

static const GLubyte *our_GetString(GLenum name)
{
    if (name == GL_RENDERER) loading = false; // the program asks for it first of all
    return driver.GetString(name);
}

static GLenum our_GetError(void)
{
    GLenum error = gl.lost ? LOST_CONTEXT : gl.error;
    gl.error = GL_NO_ERROR;
    return error != GL_NO_ERROR ? error : driver.GetError();
}

static void our_GetShaderiv(GLuint shader, GLenum name, GLint *value)
{
    driver.GetShaderiv(shader, name, value);
    if (name == GL_COMPILE_STATUS && refuses("compile", GL_NO_ERROR)) *value = GL_FALSE;
}

static void our_GetProgramiv(GLuint program, GLenum name, GLint *value)
{
    driver.GetProgramiv(program, name, value);
    if (name == GL_LINK_STATUS && refuses("link", GL_NO_ERROR)) *value = GL_FALSE;
}

static void our_BufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
    bool for_kernels = target == GL_SHADER_STORAGE_BUFFER; // the panel's vertices are none
    if (for_kernels && refuses("storage", GL_OUT_OF_MEMORY)) return;
    if (!refuses("buffer", GL_OUT_OF_MEMORY)) driver.BufferData(target, size, data, usage);
}

static void our_BufferSubData(GLenum target, GLintptr at, GLsizeiptr size, const void *data)
{
    if (!refuses("upload", GL_OUT_OF_MEMORY)) driver.BufferSubData(target, at, size, data);
}

static void our_GetBufferSubData(GLenum target, GLintptr at, GLsizeiptr size, void *data)
{
    if (!refuses("read_back", GL_OUT_OF_MEMORY)) driver.GetBufferSubData(target, at, size, data);
}

static void our_CopyBufferSubData(GLenum from, GLenum to, GLintptr at, GLintptr there,
                                  GLsizeiptr size)
{
    if (!refuses("copy", GL_OUT_OF_MEMORY)) driver.CopyBufferSubData(from, to, at, there, size);
}

static void *our_MapBufferRange(GLenum target, GLintptr at, GLsizeiptr size, GLbitfield access)
{
    if (refuses("map", GL_OUT_OF_MEMORY)) return NULL;
    return driver.MapBufferRange(target, at, size, access);
}

static void our_TexStorage2D(GLenum target, GLsizei levels, GLenum format, GLsizei width,
                             GLsizei height)
{
    if (!refuses("texture", GL_OUT_OF_MEMORY))
        driver.TexStorage2D(target, levels, format, width, height);
}

static void our_RenderbufferStorage(GLenum target, GLenum format, GLsizei width, GLsizei height)
{
    if (!refuses("texture", GL_OUT_OF_MEMORY))
        driver.RenderbufferStorage(target, format, width, height);
}

static GLenum our_CheckFramebufferStatus(GLenum target)
{
    return refuses("framebuffer", GL_NO_ERROR) ? GL_FRAMEBUFFER_UNSUPPORTED
                                               : driver.CheckFramebufferStatus(target);
}

static void our_ReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                           GLenum type, void *pixels)
{
    if (!refuses("pixels", GL_OUT_OF_MEMORY))
        driver.ReadPixels(x, y, width, height, format, type, pixels);
}

static void our_DispatchCompute(GLuint x, GLuint y, GLuint z)
{
    if (!refuses("dispatch", GL_INVALID_OPERATION)) driver.DispatchCompute(x, y, z);
}

static void our_DispatchComputeIndirect(GLintptr at)
{
    if (!refuses("dispatch", GL_INVALID_OPERATION)) driver.DispatchComputeIndirect(at);
}

static void our_DrawArrays(GLenum mode, GLint first, GLsizei count)
{
    if (!refuses("draw", GL_OUT_OF_MEMORY)) driver.DrawArrays(mode, first, count);
}

static void our_GetQueryObjectui64v(GLuint query, GLenum name, GLuint64 *value)
{
    if (!refuses("query", GL_INVALID_OPERATION)) driver.GetQueryObjectui64v(query, name, value);
}

static void our_GetQueryObjectiv(GLuint query, GLenum name, GLint *value)
{
    if (!refuses("query", GL_INVALID_OPERATION)) driver.GetQueryObjectiv(query, name, value);
}

static void our_Finish(void)
{
    if (!refuses("finish", GL_OUT_OF_MEMORY)) driver.Finish();
}

typedef void (*function)(void);

// What the program gets that asks for the function: ours where there is one.
static function ours(const char *name, function found)
{
    loading = loading || strcmp(name, "glGetString") == 0;
#define TAKE(one, type)                                                                            \
    if (fault.class != NULL && found != NULL && strcmp(name, "gl" #one) == 0) {                    \
        driver.one = (type)found;                                                                  \
        return (function)our_##one;                                                                \
    }
    FUNCTIONS(TAKE)
#undef TAKE
    return found;
}

function eglGetProcAddress(const char *name);
function eglGetProcAddress(const char *name)
{
    function (*next)(const char *);
    *(void **)&next = dlsym(RTLD_NEXT, "eglGetProcAddress");
    return ours(name, next(name));
}

// The same for a window.
function glfwGetProcAddress(const char *name);
function glfwGetProcAddress(const char *name)
{
    function (*next)(const char *);
    *(void **)&next = dlsym(RTLD_NEXT, "glfwGetProcAddress");
    return ours(name, next(name));
}
