// Task 0.4: an echo. Each number gets the one in front of it added; the first has none in front.
// It needs two buffers: what one invocation reads, no other may write. The kernel is right. It
// prints nothing but zeros all the same.
//     cc tasks/echo.c -I . -o echo -lEGL && ./echo 1 2 3 4
#include "numbers.h"
#include "opengl.h"

enum { GROUP = 8 };        // invocations in a work group
enum { IN, OUT, BUFFERS }; // places in the array `buffers` below

static const char source[] =
    "#version 430 core\n"
    "layout(local_size_x = 8) in;\n"
    "layout(std430, binding = 0) readonly buffer In { float numbers[]; };\n"
    "layout(std430, binding = 1) writeonly buffer Out { float sums[]; };\n"
    "void main()\n"
    "{\n"
    "    uint i = gl_GlobalInvocationID.x;\n"
    "    if (i >= numbers.length()) return;\n"
    "    sums[i] = numbers[i] + (i > 0u ? numbers[i - 1u] : 0.0);\n"
    "}\n";

static void compute(numbers *n)
{
    GLuint program = build_program(source), buffers[BUFFERS];
    GLsizeiptr size = (GLsizeiptr)sizeof(float) * n->count; // in bytes
    float *zeros = calloc((size_t)n->count, sizeof *zeros);
    if (zeros == NULL) fail("calloc", "there is no memory");
    GL(glGenBuffers(BUFFERS, buffers));
    // --- your lines from here ---
    GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[IN]));
    GL(glBufferData(GL_SHADER_STORAGE_BUFFER, size, n->at, GL_DYNAMIC_COPY));
    GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[OUT]));
    GL(glBufferData(GL_SHADER_STORAGE_BUFFER, size, zeros, GL_DYNAMIC_COPY));

    GL(glUseProgram(program));
    GL(glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[IN]));
    GL(glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffers[OUT]));
    GL(glDispatchCompute((GLuint)(n->count + GROUP - 1) / GROUP, 1, 1));
    GL(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT)); // glGetBufferSubData reads the sums
    GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[OUT]));
    GL(glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, size, n->at));
    // --- to here ---
    GL(glDeleteBuffers(BUFFERS, buffers));
    GL(glDeleteProgram(program));
    free(zeros);
}

int main(int count, char **words)
{
    numbers n = read_numbers(1, count, words);
    EGLDisplay display = open_display();
    EGLContext context = create_context(display);
    load_functions();
    compute(&n);
    print_numbers(&n);
    eglDestroyContext(display, context);
    eglTerminate(display);
    free(n.at);
    return 0;
}

// --- as shipped ---
//     GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[IN]));
//     GL(glBufferData(GL_SHADER_STORAGE_BUFFER, size, n->at, GL_DYNAMIC_COPY));
//     GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[OUT]));
//     GL(glBufferData(GL_SHADER_STORAGE_BUFFER, size, zeros, GL_DYNAMIC_COPY));
//
//     GL(glUseProgram(program));
//     GL(glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffers[IN]));
//     GL(glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[OUT]));
//     GL(glDispatchCompute((GLuint)(n->count + GROUP - 1) / GROUP, 1, 1));
//     GL(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT)); // glGetBufferSubData reads the sums
//     GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[OUT]));
//     GL(glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, size, n->at));
