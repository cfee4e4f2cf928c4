// Task 0.5: an echo with a strength. Each number gets STRENGTH times the one in front of it added.
// As it stands STRENGTH is ignored: the echo is as loud as the sound.
//     cc tasks/strength.c -I . -o strength -lEGL && ./strength 0.5 1 2 3 4
#include "numbers.h"
#include "opengl.h"

enum { GROUP = 8 };        // invocations in a work group
enum { IN, OUT, BUFFERS }; // places in the array `buffers` below, and bindings

// --- your lines from here ---
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

static void compute(numbers *n, float strength)
{
    (void)strength; // goes, once it is used
    GLuint program = build_program(source), buffers[BUFFERS];
    GLsizeiptr size = (GLsizeiptr)sizeof(float) * n->count; // in bytes
    GL(glGenBuffers(BUFFERS, buffers));
    for (int i = 0; i < BUFFERS; i++) {
        GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[i]));
        const float *data = i == IN ? n->at : NULL; // the kernel fills the other
        GL(glBufferData(GL_SHADER_STORAGE_BUFFER, size, data, GL_DYNAMIC_COPY));
    }

    GL(glUseProgram(program));
    for (GLuint i = 0; i < BUFFERS; i++)
        GL(glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i]));
    GL(glDispatchCompute((GLuint)(n->count + GROUP - 1) / GROUP, 1, 1));
    GL(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT)); // glGetBufferSubData reads the sums
    GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[OUT]));
    GL(glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, size, n->at));
    GL(glDeleteBuffers(BUFFERS, buffers));
    GL(glDeleteProgram(program));
}
// --- to here ---

int main(int count, char **words)
{
    float strength = count > 1 ? strtof(words[1], NULL) : 1.0f;
    numbers n = read_numbers(2, count, words);
    EGLDisplay display = open_display();
    EGLContext context = create_context(display);
    load_functions();
    compute(&n, strength);
    print_numbers(&n);
    eglDestroyContext(display, context);
    eglTerminate(display);
    free(n.at);
    return 0;
}
