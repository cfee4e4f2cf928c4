// Task 0.2: cubes. What hello.c does, with numbers from the command line; one line is for you.
//     cc tasks/cube.c -I . -o cube -lEGL && ./cube 2 -1 0.5
#include "numbers.h"
#include "opengl.h"

enum { GROUP = 8 }; // invocations in a work group

static const char source[] = "#version 430 core\n"
                             "layout(local_size_x = 8) in;\n"
                             "layout(std430, binding = 0) buffer Numbers { float numbers[]; };\n"
                             "void main()\n"
                             "{\n"
                             "    uint i = gl_GlobalInvocationID.x;\n"
                             "    if (i >= numbers.length()) return;\n"
                             // --- your lines from here ---
                             "    numbers[i] = numbers[i] * numbers[i] * numbers[i];\n"
                             // --- to here ---
                             "}\n";

static void compute(numbers *n)
{
    GLuint program = build_program(source), buffer;
    GLsizeiptr size = (GLsizeiptr)sizeof(float) * n->count; // in bytes
    GL(glGenBuffers(1, &buffer));
    GL(glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer));
    GL(glBufferData(GL_SHADER_STORAGE_BUFFER, size, n->at, GL_DYNAMIC_COPY));

    GL(glUseProgram(program));
    GL(glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer));
    GL(glDispatchCompute((GLuint)(n->count + GROUP - 1) / GROUP, 1, 1));
    GL(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT)); // glGetBufferSubData reads the cubes
    GL(glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, size, n->at));
    GL(glDeleteBuffers(1, &buffer));
    GL(glDeleteProgram(program));
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
//                              "    numbers[i] = numbers[i] * numbers[i];\n"
