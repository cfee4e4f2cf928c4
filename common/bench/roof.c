#include "bench/roof.h"

#include "base/message.h"
#include "gl/clock.h"
#include "gl/errors.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "gl/read_back.h"
#include "roof/slots.h"

#include <glad/gl.h>

enum {
    MOST_WORDS = 1 << 26,
    FEWEST_WORDS = 1 << 20, // every kernel below still has whole work groups
    CHUNK = 1 << 16,        // words that go to or come from the GPU at a time
    ARITHMETIC_GROUPS = 1024,
};
static const double LIMIT_S = 0.5; // for each kernel

// What read.comp and copy.comp are tried with.
enum { SHAPES = 3 };
static const wb_roof_kernel read_shapes[SHAPES] = {{256, 4}, {256, 16}, {512, 8}};
static const wb_roof_kernel copy_shapes[SHAPES] = {{256, 1}, {256, 4}, {1024, 4}};

static struct {
    GLuint from, to;
    int words; // in each; a power of two
    uint32_t sum;
    GLuint kernel;
    GLuint groups;
    bool has_factor; // arithmetic.comp
} roofs;

/* ---- Buffers ---- */

// The index-th word of the source: no two alike.
static uint32_t source_word(int index)
{
    return (uint32_t)index * 2654435761u + 1u; // an odd factor: a permutation of all 32-bit words
}

static void fill_source(void)
{
    static uint32_t chunk[CHUNK];
    roofs.sum = 0;
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, roofs.from);
    for (int at = 0; at < roofs.words; at += CHUNK) {
        for (int i = 0; i < CHUNK; i++) roofs.sum += chunk[i] = source_word(at + i);
        glBufferSubData(GL_SHADER_STORAGE_BUFFER, (GLintptr)at * 4, sizeof chunk, chunk);
    }
}

static bool create_buffers(void)
{
    GLint64 limit = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    wb_errors_take();
    glGenBuffers(1, &roofs.from);
    glGenBuffers(1, &roofs.to);
    for (roofs.words = MOST_WORDS; roofs.words >= FEWEST_WORDS; roofs.words /= 2) {
        GLsizeiptr bytes = (GLsizeiptr)roofs.words * 4;
        if (bytes > limit) continue;
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, roofs.from);
        glBufferData(GL_SHADER_STORAGE_BUFFER, bytes, NULL, GL_STATIC_COPY);
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, roofs.to);
        glBufferData(GL_SHADER_STORAGE_BUFFER, bytes, NULL, GL_STATIC_COPY);
        if (glGetError() == GL_NO_ERROR) break;
    }
    if (roofs.words < FEWEST_WORDS) {
        wb_error("the memory bandwidth of this machine cannot be measured: the driver has no two "
                 "buffers of %d MiB",
                 FEWEST_WORDS / (1 << 18));
        return false;
    }
    glObjectLabel(GL_BUFFER, roofs.from, -1, "roof from");
    glObjectLabel(GL_BUFFER, roofs.to, -1, "roof to");
    fill_source();
    return true;
}

/* ---- Running a kernel ---- */

static double run_kernel(void *user, int repetitions)
{
    (void)user;
    glUseProgram(roofs.kernel);
    if (roofs.has_factor) glUniform1f(ROOF_FACTOR, 0.5f);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ROOF_FROM, roofs.from);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ROOF_TO, roofs.to);
    wb_stopwatch_start();
    for (int i = 0; i < repetitions; i++) {
        wb_pass_begin("roof");
        glDispatchCompute(roofs.groups, 1, 1);
        // The next repetition writes the same words once more; the check reads them by
        // glGetBufferSubData.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
        wb_pass_end();
    }
    return wb_stopwatch_stop();
}

/* ---- Checks: a kernel that does nothing, or half of it, is no roof ---- */

// The first `words` words of the result, whose sum is returned; *copied tells whether they are
// those of the source.
static uint32_t read_result(int words, bool *copied)
{
    static uint32_t chunk[CHUNK];
    uint32_t sum = 0;
    *copied = true;
    for (int at = 0; at < words; at += CHUNK) {
        int count = words - at < CHUNK ? words - at : CHUNK;
        wb_read_back(roofs.to, (int64_t)at * 4, (int64_t)count * 4, chunk);
        for (int i = 0; i < count; i++) {
            sum += chunk[i];
            if (chunk[i] != source_word(at + i)) *copied = false;
        }
    }
    return sum;
}

static bool check_kernel(const char *file, bool copies, const wb_roof_kernel *kernel)
{
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, roofs.to);
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                      &(GLuint){0xCDCDCDCD}); // what an earlier kernel left there proves nothing
    run_kernel(NULL, 1);
    bool copied;
    uint32_t sum = read_result(copies ? roofs.words : roofs.words / 4 / kernel->vectors, &copied);
    bool good = copies ? copied : sum == roofs.sum;
    if (!good)
        wb_error("%s with work groups of %d and %d vectors an invocation gives a wrong result; it "
                 "cannot tell the memory bandwidth",
                 file, kernel->group, kernel->vectors);
    return good;
}

/* ---- Measuring ---- */

static bool measure_kernel(const char *file, bool copies, wb_roof_kernel *kernel)
{
    double words = roofs.words;
    kernel->bytes = 4.0 * (words + (copies ? words : words / 4 / kernel->vectors));
    roofs.groups = (GLuint)(roofs.words / 4 / kernel->vectors / kernel->group);
    roofs.kernel = wb_program_compute(
        file, WB_DEFINES({"GROUP", kernel->group}, {"VECTORS", kernel->vectors}));
    bool good = roofs.kernel != 0 && check_kernel(file, copies, kernel) &&
                wb_measure(run_kernel, NULL, LIMIT_S, &kernel->timing);
    GLenum error = glGetError();
    if (good && error != GL_NO_ERROR) wb_error("%s: OpenGL error 0x%04X", file, error);
    glDeleteProgram(roofs.kernel);
    if (!good || error != GL_NO_ERROR) return false;
    kernel->gb_per_s = 1e-9 * kernel->bytes / kernel->timing.median_s;
    return true;
}

static bool find_best(const char *file, bool copies, const wb_roof_kernel shapes[SHAPES],
                      wb_roof_kernel *best)
{
    for (int i = 0; i < SHAPES; i++) {
        wb_roof_kernel kernel = shapes[i];
        if (!measure_kernel(file, copies, &kernel)) return false;
        if (kernel.gb_per_s > best->gb_per_s) *best = kernel;
    }
    return true;
}

static bool measure_dispatch(wb_timing *timing)
{
    static const char file[] = "roof/dispatch.comp";
    uint32_t words[ROOF_SMALL_GROUP];
    roofs.groups = 1;
    roofs.kernel = wb_program_compute(file, NULL);
    bool good = roofs.kernel != 0 && wb_measure(run_kernel, NULL, LIMIT_S, timing);
    wb_read_back(roofs.to, 0, sizeof words, words);
    for (uint32_t i = 0; good && i < ROOF_SMALL_GROUP; i++) {
        if (words[i] == i) continue;
        wb_error("%s gives a wrong result; it cannot tell what a dispatch costs", file);
        good = false;
    }
    glDeleteProgram(roofs.kernel);
    return good;
}

// Every accumulator of arithmetic.comp runs towards 2, and is there long before the end.
static bool check_arithmetic(const char *file)
{
    float results[ROOF_ARITHMETIC_GROUP];
    run_kernel(NULL, 1);
    wb_read_back(roofs.to, 0, sizeof results, results);
    for (int i = 0; i < ROOF_ARITHMETIC_GROUP; i++) {
        if (results[i] == 2.0f * ROOF_ACCUMULATORS) continue;
        wb_error("%s gives a wrong result; it cannot tell the speed of arithmetic", file);
        return false;
    }
    return true;
}

static bool measure_arithmetic(wb_roof_arithmetic *arithmetic)
{
    static const char file[] = "roof/arithmetic.comp";
    roofs.groups = ARITHMETIC_GROUPS;
    roofs.kernel = wb_program_compute(file, NULL);
    roofs.has_factor = true;
    bool good = roofs.kernel != 0 && check_arithmetic(file) &&
                wb_measure(run_kernel, NULL, LIMIT_S, &arithmetic->timing);
    roofs.has_factor = false;
    glDeleteProgram(roofs.kernel);
    if (!good) return false;
    arithmetic->flops_per_s = 2.0 * ROOF_ACCUMULATORS * ROOF_ROUNDS * ROOF_ARITHMETIC_GROUP *
                              ARITHMETIC_GROUPS / arithmetic->timing.median_s;
    return true;
}

bool wb_roof_measure(wb_roof *roof)
{
    bool good = create_buffers();
    *roof = (wb_roof){.buffer_bytes = (int64_t)roofs.words * 4};
    good = good && find_best("roof/read.comp", false, read_shapes, &roof->read) &&
           find_best("roof/copy.comp", true, copy_shapes, &roof->copy) &&
           measure_arithmetic(&roof->arithmetic) && measure_dispatch(&roof->dispatch);
    glDeleteBuffers(1, &roofs.from);
    glDeleteBuffers(1, &roofs.to);
    return good;
}
