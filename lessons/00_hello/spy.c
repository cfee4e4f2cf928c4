// What check.py puts between a task and OpenGL, for mistakes that a right picture does not
// show. Preloaded, it hands out its own functions for a few of OpenGL's names. To the file
// WB_SPY_LOG it writes a line for each dispatch, and for each mistake:
//     dispatch N   it starts N invocations
//     barrier      what a kernel wrote is read back without a glMemoryBarrier with the bit for that
//     behind       a kernel writes behind the end of a buffer: each has some more bytes than was
//                  asked for
//     unbound B    a kernel runs that has a buffer at binding B, where none is bound
//     twice B      a kernel runs that has a buffer at binding B and at another one, too
//     unwritten    a buffer is read back in which no kernel has changed anything
// and to WB_SPY_LOG.before and .after what all kernels and buffers hold before and after a
// dispatch. With WB_SPY_IDLE no kernel runs.
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <GL/glcorearb.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXTRA = 4096, MARK = 0xA5, MOST = 64, TARGETS = 16 };

#define REAL(X)                                                                                    \
    X(PFNGLBINDBUFFERPROC, glBindBuffer)                                                           \
    X(PFNGLBINDBUFFERBASEPROC, glBindBufferBase)                                                   \
    X(PFNGLBINDBUFFERRANGEPROC, glBindBufferRange)                                                 \
    X(PFNGLBUFFERDATAPROC, glBufferData)                                                           \
    X(PFNGLBUFFERSUBDATAPROC, glBufferSubData)                                                     \
    X(PFNGLGETBUFFERSUBDATAPROC, glGetBufferSubData)                                               \
    X(PFNGLMAPBUFFERPROC, glMapBuffer)                                                             \
    X(PFNGLMAPBUFFERRANGEPROC, glMapBufferRange)                                                   \
    X(PFNGLSHADERSOURCEPROC, glShaderSource)                                                       \
    X(PFNGLGETINTEGERVPROC, glGetIntegerv)                                                         \
    X(PFNGLGETPROGRAMIVPROC, glGetProgramiv)                                                       \
    X(PFNGLGETPROGRAMINTERFACEIVPROC, glGetProgramInterfaceiv)                                     \
    X(PFNGLGETPROGRAMRESOURCEIVPROC, glGetProgramResourceiv)                                       \
    X(PFNGLDISPATCHCOMPUTEPROC, glDispatchCompute)                                                 \
    X(PFNGLMEMORYBARRIERPROC, glMemoryBarrier)

#define DECLARE(type, name) static type name;
REAL(DECLARE)

static struct {
    GLenum target;
    GLuint buffer;
} bound[TARGETS];

static struct {
    GLuint id;
    GLsizeiptr size;
    unsigned char *before; // a dispatch
    int is_changed;        // by a kernel
} buffers[MOST];

static GLuint bases[MOST]; // the storage buffers of the bindings
static int asks_length;    // a kernel compares with length(), which must not count the extra bytes
static int is_pending;     // a kernel has written, and no barrier makes it visible to the CPU

// The log, or a file beside it.
static FILE *open_log(const char *end)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", getenv("WB_SPY_LOG"), end);
    return fopen(path, "a");
}

static void tell(const char *what, int number)
{
    FILE *log = open_log("");
    if (log == NULL) return;
    fprintf(log, number < 0 ? "%s\n" : "%s %d\n", what, number);
    fclose(log);
}

static GLuint bound_to(GLenum target)
{
    for (int i = 0; i < TARGETS; i++)
        if (bound[i].target == target) return bound[i].buffer;
    return 0;
}

static void note_binding(GLenum target, GLuint buffer)
{
    int i = 0;
    while (i < TARGETS - 1 && bound[i].target != 0 && bound[i].target != target) i++;
    bound[i].target = target;
    bound[i].buffer = buffer;
}

static void APIENTRY bind_buffer(GLenum target, GLuint buffer)
{
    note_binding(target, buffer);
    glBindBuffer(target, buffer);
}

static void APIENTRY bind_buffer_base(GLenum target, GLuint index, GLuint buffer)
{
    note_binding(target, buffer);
    if (target == GL_SHADER_STORAGE_BUFFER && index < MOST) bases[index] = buffer;
    glBindBufferBase(target, index, buffer);
}

static void APIENTRY buffer_data(GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
    GLuint id = bound_to(target);
    unsigned char marks[EXTRA];
    int i = 0;
    while (i < MOST - 1 && buffers[i].id != 0 && buffers[i].id != id) i++;
    buffers[i].id = id;
    buffers[i].size = size;
    memset(marks, MARK, sizeof marks);
    void *zeros = data == NULL && size > 0 ? calloc(1, (size_t)size) : NULL;
    glBufferData(target, size + EXTRA, NULL, usage);
    if (data != NULL || zeros != NULL) glBufferSubData(target, 0, size, data ? data : zeros);
    free(zeros);
    glBufferSubData(target, size, EXTRA, marks);
}

static void APIENTRY shader_source(GLuint shader, GLsizei count, const GLchar *const *texts,
                                   const GLint *lengths)
{
    for (GLsizei i = 0; i < count; i++) {
        char *text = lengths != NULL && lengths[i] >= 0 ? strndup(texts[i], (size_t)lengths[i])
                                                        : strdup(texts[i]);
        asks_length |= text != NULL && strstr(text, ".length()") != NULL;
        FILE *before = open_log(".before"); // so that a kernel made for each case shows
        if (before != NULL && text != NULL) fputs(text, before);
        if (before != NULL) fclose(before);
        free(text);
    }
    glShaderSource(shader, count, texts, lengths);
}

static void look_behind(void)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // glGetBufferSubData below
    for (int i = 0; i < MOST && buffers[i].id != 0; i++) {
        unsigned char marks[EXTRA];
        memset(marks, MARK, sizeof marks);
        glBindBuffer(GL_COPY_READ_BUFFER, buffers[i].id);
        glGetBufferSubData(GL_COPY_READ_BUFFER, buffers[i].size, EXTRA, marks);
        for (int k = 0; k < EXTRA; k++) {
            if (marks[k] == MARK) continue;
            tell("behind", -1);
            break;
        }
    }
    glBindBuffer(GL_COPY_READ_BUFFER, bound_to(GL_COPY_READ_BUFFER));
}

static void tell_bindings(GLuint program)
{
    static const GLenum property = GL_BUFFER_BINDING;
    GLuint seen[MOST] = {0}; // by binding
    GLint blocks = 0, binding;
    glGetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &blocks);
    for (GLint b = 0; b < blocks; b++) {
        glGetProgramResourceiv(program, GL_SHADER_STORAGE_BLOCK, (GLuint)b, 1, &property, 1, NULL,
                               &binding);
        if (binding < 0 || binding >= MOST) continue;
        if (bases[binding] == 0) tell("unbound", binding);
        seen[binding] = bases[binding];
        for (int k = 0; k < MOST; k++)
            if (k != binding && seen[k] != 0 && seen[k] == seen[binding]) tell("twice", binding);
    }
}

static void tell_dispatch(GLuint groups)
{
    GLint program = 0, local[3] = {0};
    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    if (program == 0) return;
    glGetProgramiv((GLuint)program, GL_COMPUTE_WORK_GROUP_SIZE, local);
    tell("dispatch", (int)groups * local[0] * local[1] * local[2]);
    tell_bindings((GLuint)program);
}

// What all buffers hold, before or after a dispatch.
static void note_contents(int is_after)
{
    FILE *file = open_log(is_after ? ".after" : ".before");
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // glGetBufferSubData below
    for (int i = 0; i < MOST && buffers[i].id != 0; i++) {
        unsigned char *now = malloc((size_t)buffers[i].size + 1);
        if (now == NULL) continue;
        glBindBuffer(GL_COPY_READ_BUFFER, buffers[i].id);
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, buffers[i].size, now);
        if (file != NULL) fwrite(now, 1, (size_t)buffers[i].size, file);
        if (is_after && buffers[i].before != NULL)
            buffers[i].is_changed |= memcmp(now, buffers[i].before, (size_t)buffers[i].size) != 0;
        free(buffers[i].before);
        buffers[i].before = is_after ? NULL : now;
        if (is_after) free(now);
    }
    glBindBuffer(GL_COPY_READ_BUFFER, bound_to(GL_COPY_READ_BUFFER));
    if (file != NULL) fclose(file);
}

static void APIENTRY dispatch_compute(GLuint x, GLuint y, GLuint z)
{
    tell_dispatch(x * y * z);
    if (getenv("WB_SPY_IDLE") != NULL) return;
    note_contents(0);
    for (GLuint b = 0; asks_length && b < MOST; b++)
        for (int i = 0; i < MOST && bases[b] != 0; i++)
            if (buffers[i].id == bases[b])
                glBindBufferRange(GL_SHADER_STORAGE_BUFFER, b, bases[b], 0, buffers[i].size);
    glDispatchCompute(x, y, z);
    note_contents(1);
    look_behind();
    is_pending = 1;
}

static void APIENTRY memory_barrier(GLbitfield bits)
{
    if ((bits & GL_BUFFER_UPDATE_BARRIER_BIT) != 0) is_pending = 0;
    glMemoryBarrier(bits); // the task says for whom
}

// Before what a kernel wrote is read by the CPU.
static void before_reading(GLenum target)
{
    GLuint id = bound_to(target);
    if (is_pending) tell("barrier", -1);
    is_pending = 0;
    for (int i = 0; i < MOST && buffers[i].id != 0; i++)
        if (buffers[i].id == id && !buffers[i].is_changed) tell("unwritten", -1);
}

static void APIENTRY get_buffer_sub_data(GLenum target, GLintptr offset, GLsizeiptr size,
                                         void *data)
{
    before_reading(target);
    glGetBufferSubData(target, offset, size, data);
}

static void *APIENTRY map_buffer(GLenum target, GLenum access)
{
    before_reading(target);
    return glMapBuffer(target, access);
}

static void *APIENTRY map_buffer_range(GLenum target, GLintptr offset, GLsizeiptr size,
                                       GLbitfield access)
{
    before_reading(target);
    return glMapBufferRange(target, offset, size, access);
}

typedef __eglMustCastToProperFunctionPointerType function;

__attribute__((visibility("default"))) function eglGetProcAddress(const char *name)
{
    static const struct {
        const char *name;
        function own;
    } table[] = {{"glBindBuffer", (function)bind_buffer},
                 {"glBindBufferBase", (function)bind_buffer_base},
                 {"glBufferData", (function)buffer_data},
                 {"glShaderSource", (function)shader_source},
                 {"glDispatchCompute", (function)dispatch_compute},
                 {"glMemoryBarrier", (function)memory_barrier},
                 {"glGetBufferSubData", (function)get_buffer_sub_data},
                 {"glMapBuffer", (function)map_buffer},
                 {"glMapBufferRange", (function)map_buffer_range}};
    function (*real)(const char *) =
        (function(*)(const char *))dlsym(RTLD_NEXT, "eglGetProcAddress");
#define LOAD(type, name) name = (type)real(#name);
    REAL(LOAD)
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(name, table[i].name) == 0) return table[i].own;
    return real(name);
}
