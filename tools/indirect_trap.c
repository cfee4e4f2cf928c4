/* A driver's bug, made small: a kernel that glDispatchComputeIndirect starts writes the buffer that
 * its number of groups came from, and then that buffer is read back. lessons/DEBUGGING.md tells
 * what came of it. The kernels stand here, not in shaders/, so that this file says all there is to
 * say to those who maintain a driver. Exit status: 0 all read right, 1 old words, 77 no OpenGL 4.3.
 */
#include "gl/context.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 8, ROUNDS = 6, NUMBER = 0 };

typedef enum reading { BY_CALL, AFTER_FINISH, MAPPED, BY_COPY } reading;

static const char *const reading_names[] = {"glGetBufferSubData", "glFinish, glGetBufferSubData",
                                            "glMapBufferRange",
                                            "glCopyBufferSubData, then the copy"};

static const char *const KERNEL = "#version 430\n"
                                  "layout(local_size_x = 1) in;\n"
                                  "layout(std430, binding = 0) buffer Words { uint words[8]; };\n"
                                  "layout(location = 0) uniform uint number;\n"
                                  "void main() { words[6] = number; }\n";

static GLuint compile(void)
{
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    glShaderSource(shader, 1, &KERNEL, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDeleteShader(shader);
    return program;
}

// One group of the kernel, started by the buffer that it writes, or directly.
static void dispatch(GLuint program, GLuint number, bool indirect)
{
    glUseProgram(program);
    glUniform1ui(NUMBER, number);
    if (indirect)
        glDispatchComputeIndirect(0);
    else
        glDispatchCompute(1, 1, 1);
    // The next to read is read_word().
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
}

static GLuint read_word(GLuint buffer, GLuint staging, reading by)
{
    GLuint words[WORDS] = {0};
    if (by == AFTER_FINISH) glFinish();
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    if (by == MAPPED) {
        void *mapped = glMapBufferRange(GL_COPY_READ_BUFFER, 0, sizeof words, GL_MAP_READ_BIT);
        if (mapped != NULL) memcpy(words, mapped, sizeof words);
        glUnmapBuffer(GL_COPY_READ_BUFFER);
    } else if (by == BY_COPY) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, staging);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, sizeof words);
        glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, sizeof words, words);
    } else {
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof words, words);
    }
    return words[6];
}

// How many of ROUNDS read-backs hold old words, with buffers of their own.
static int count_old(GLuint program, bool indirect, reading by)
{
    static const GLuint first[WORDS] = {1, 1, 1};
    GLuint buffers[2];
    int old = 0;
    glGenBuffers(2, buffers);
    for (int i = 0; i < 2; i++) {
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[i]);
        glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof first, first, GL_DYNAMIC_COPY);
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[0]);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, buffers[0]);
    for (GLuint round = 1; round <= ROUNDS; round++) {
        dispatch(program, 1000 * round, indirect);
        old += read_word(buffers[0], buffers[1], by) != 1000 * round;
    }
    glDeleteBuffers(2, buffers);
    return old;
}

int main(void)
{
    if (!wb_context_create(&(wb_context_desc){.headless = true})) return 77;
    GLuint program = compile();
    int all_old = 0;
    printf("%s\n%-36s %10s %10s\n", wb_context_name(), "old words, of 6 read-backs", "direct",
           "indirect");
    for (reading by = BY_CALL; by <= BY_COPY; by++) {
        int direct = count_old(program, false, by), indirect = count_old(program, true, by);
        printf("%-36s %10d %10d\n", reading_names[by], direct, indirect);
        all_old += direct + indirect;
    }
    glDeleteProgram(program);
    wb_context_delete();
    return all_old > 0;
}
