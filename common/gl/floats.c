#include "gl/floats.h"

#include "gl/bound.h"
#include "gl/read_back.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { VALUES = 64, RESULTS = 6 };

// The numbers come in uniforms, so that no compiler knows them.
static const char kernel[] =
    "#version 430\n"
    "layout(local_size_x = 64) in;\n"
    "layout(std430, binding = 0) buffer results { float result[]; };\n"
    "layout(location = 0) uniform vec4 start;\n"
    "void main()\n"
    "{\n"
    "    uint i = gl_LocalInvocationIndex;\n"
    "    float a = start.x + float(i) * start.y, b = start.z + float(i) * start.w;\n"
    "    precise float product = a * b;\n"
    "    precise float small = a * start.w * 1e-37;\n"
    "    result[6u * i] = a * b - product;\n"
    "    result[6u * i + 1u] = fma(a, b, -product);\n"
    "    result[6u * i + 2u] = small;\n"
    "    result[6u * i + 3u] = a / b;\n"
    "    result[6u * i + 4u] = sqrt(a);\n"
    "    precise float c = a * 0.3, d = b * 0.7;\n"
    "    result[6u * i + 5u] = a + c + b + d + c + a + d + b;\n"
    "}\n";
static const float start[4] = {1.0f, 0.0078125f, 3.0f, 0.015625f};

static GLuint make_program(void)
{
    const GLchar *text = kernel;
    GLuint shader = glad_glCreateShader(GL_COMPUTE_SHADER), program = glad_glCreateProgram();
    GLint good = GL_FALSE;
    glad_glShaderSource(shader, 1, &text, NULL);
    glad_glCompileShader(shader);
    glad_glAttachShader(program, shader);
    glad_glLinkProgram(program);
    glad_glDeleteShader(shader);
    glad_glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good) return program;
    glad_glDeleteProgram(program);
    return 0;
}

static void run(GLuint program, float results[VALUES][RESULTS])
{
    GLuint old_program = (GLuint)wb_bound_get(GL_CURRENT_PROGRAM), buffer;
    GLuint old_buffer = wb_bound_buffer(GL_SHADER_STORAGE_BUFFER);
    wb_bound_range old = wb_bound_range_at(&wb_bound_storage, 0);
    GLsizeiptr size = (GLsizeiptr)sizeof(float[VALUES][RESULTS]);
    glad_glGenBuffers(1, &buffer);
    glad_glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glad_glBufferData(GL_SHADER_STORAGE_BUFFER, size, NULL, GL_DYNAMIC_COPY);
    glad_glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glad_glUseProgram(program);
    glad_glUniform4fv(0, 1, start);
    glad_glDispatchCompute(1, 1, 1);
    glad_glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the next call reads the results
    wb_read_back_unheard(buffer, 0, size, results);
    glad_glUseProgram(old_program);
    if (old.size_bytes > 0)
        glad_glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, old.buffer, (GLintptr)old.offset,
                               (GLsizeiptr)old.size_bytes);
    else
        glad_glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, old.buffer);
    glad_glBindBuffer(GL_SHADER_STORAGE_BUFFER, old_buffer);
    glad_glDeleteBuffers(1, &buffer);
}

// volatile: each operation is rounded to a float here, too, and none is put together with another.
static void judge(float results[VALUES][RESULTS], wb_floats *floats)
{
    *floats = (wb_floats){true, false, false, true, true, true, false};
    for (int i = 0; i < VALUES; i++) {
        volatile float a = start[0] + (float)i * start[1], b = start[2] + (float)i * start[3];
        volatile float quotient = a / b, root = sqrtf(a), small = a * start[3];
        volatile float c = a * 0.3f, d = b * 0.7f, sum = a;
        const float further[] = {c, b, d, c, a, d, b};
        small = small * 1e-37f;
        for (int k = 0; k < 7; k++) sum = sum + further[k];
        floats->contracts = floats->contracts || results[i][0] != 0.0f;
        floats->fuses_fma = floats->fuses_fma || results[i][1] != 0.0f;
        floats->keeps_small = floats->keeps_small && results[i][2] == small;
        floats->rounds_divide = floats->rounds_divide && results[i][3] == quotient;
        floats->rounds_sqrt = floats->rounds_sqrt && results[i][4] == root;
        floats->reorders = floats->reorders || results[i][5] != sum;
    }
}

const wb_floats *wb_floats_of_driver(void)
{
    static wb_floats floats;
    static bool asked;
    float results[VALUES][RESULTS];
    if (asked) return &floats;
    asked = true;
    GLuint program = make_program();
    if (program == 0) return &floats;
    run(program, results);
    judge(results, &floats);
    glad_glDeleteProgram(program);
    return &floats;
}
