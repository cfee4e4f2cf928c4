// Hello, compute: squares sixteen numbers on the GPU. No library of this course, and no window.
//     cc hello.c -o hello -lEGL
// Exit status: 0 if the squares are right, else 1.
#include "opengl.h" // context, functions, compiler: what is the same in every program

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
