/* random_kernels [--barriers-alone] [--keep DIRECTORY] SEED COUNT: small kernels made at random,
 * without any undefined behaviour, in the kernel machine and on the driver, which have to agree bit
 * for bit. The idea is Csmith's.
 *
 * The kernels compute with integers: expressions, vectors, local arrays, functions, branches,
 * loops, and phases in which the group exchanges words through shared memory. Each barrier() has a
 * memoryBarrierShared() before it; --barriers-alone leaves those out, as GLSL allows, and then
 * Mesa's software driver moves loads past barrier() in some (lessons/DEBUGGING.md). --keep writes
 * each kernel on which the two disagree to DIRECTORY.
 *
 * Exit status: 0 they agree, 1 they do not, or the machine has a finding, 2 wrong usage, 77 no
 * OpenGL 4.3 or no glslangValidator. */
#include "base/random.h"
#include "base/text.h"
#include "gl/context.h"
#include "machine/front.h"
#include "machine/machine.h"

#include <glad/gl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 64, GROUPS = 3, OUTPUTS = 2, TEXT = 1 << 15, DEEPEST = 3 };
enum { INPUT_WORDS = LANES * GROUPS, OUTPUT_WORDS = INPUT_WORDS * OUTPUTS };

static struct {
    wb_random random;
    char text[TEXT];
    bool alone;  // barriers
    int locals;  // x0, x1 ... are declared
    int counter; // of loops, so that each has a name of its own
    int depth;
    bool in_group_flow; // all invocations of the group are here
} make;

static uint32_t below(uint32_t count)
{
    return wb_random_u32(&make.random) % count;
}

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void add(const char *format, ...)
{
    size_t length = strlen(make.text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(make.text + length, TEXT - length, format, arguments);
    va_end(arguments);
}

/* ---- Expressions, of type uint ---- */

static void add_expression(int depth);

static void add_leaf(void)
{
    switch (below(7)) {
    case 0: add("%uu", below(2) ? below(9) : wb_random_u32(&make.random)); break;
    case 1: add("lane"); break;
    case 2: add("gl_WorkGroupID.x"); break;
    case 3: add("a[id]"); break;
    case 4: add("list[x%u & 3u]", below((uint32_t)make.locals)); break;
    default: add("x%u", below((uint32_t)make.locals));
    }
}

// With one %s for each operand; what could be undefined is masked away.
static const char *const shapes[] = {
    "(% + %)",
    "(% - %)",
    "(% * %)",
    "(% ^ %)",
    "(% & %)",
    "(% | %)",
    "(~%)",
    "(-%)",
    "(% << (% & 31u))",
    "(% >> (% & 31u))",
    "uint(int(%) >> int(% & 31u))",
    "(% / (% | 1u))",
    "(% % (% | 1u))",
    "uint(int(%) / (int(% & 0xFFFFu) + 1))",
    "(% < % ? % : %)",
    "(int(%) >= int(%) ? % : %)",
    "min(%, %)",
    "max(%, %)",
    "uint(clamp(int(%), -7, int(% >> 1)))",
    "uint(abs(int(%) >> 1))",
    "uint(sign(int(%)))",
    "uint(bitCount(%))",
    "uint(findMSB(%))",
    "uint(findLSB(%))",
    "uint(findMSB(int(%)))",
    "bitfieldReverse(%)",
    "bitfieldExtract(%, int(% & 15u), int(% & 15u))",
    "uint(bitfieldExtract(int(%), int(% & 15u), int(% & 15u)))",
    "bitfieldInsert(%, %, int(% & 15u), int(% & 15u))",
    "mixed(%, %)",
    "(uvec2(%, %) * uvec2(3u, %)).yx.x",
    "(ivec3(%) - ivec3(int(%), 1, 2)).y == 0 ? % : %",
    "uint(dot(vec2(% & 255u, % & 255u), vec2(3.0, 5.0)))",
    "uint(float(% & 0xFFFFu) * 0.5 + 0.25)",
    "uint((% & 1u) != 0u && (% & 2u) != 0u || % == 0u)",
    "uint(any(lessThan(uvec2(%, %), uvec2(%, 9u))))",
};

static void add_expression(int depth)
{
    if (depth == 0 || below(4) == 0) {
        add_leaf();
        return;
    }
    const char *shape = shapes[below(sizeof shapes / sizeof *shapes)];
    add("(");
    for (; *shape != '\0'; shape++) {
        bool is_remainder = *shape == '%' && shape[-1] == ' ' && shape[1] == ' ' && shape[2] == '(';
        if (*shape == '%' && !is_remainder)
            add_expression(depth - 1);
        else
            add("%c", *shape);
    }
    add(")");
}

/* ---- Statements ---- */

static void add_statement(void);

static void add_block(void)
{
    add(" {\n");
    make.depth++;
    for (uint32_t i = 1 + below(2); i > 0; i--) add_statement();
    make.depth--;
    add("}");
}

static void add_assignment(void)
{
    static const char *const how[] = {"=", "+=", "^=", "-=", "*=", "|="};
    if (below(4) == 0)
        add("list[%uu] %s ", below(4), how[below(6)]);
    else
        add("x%u %s ", below((uint32_t)make.locals), how[below(6)]);
    add_expression(DEEPEST);
    add(";\n");
}

static void add_branch(void)
{
    bool group = make.in_group_flow, stays = below(3) == 0; // by what the whole group has in common
    add("if (");
    if (stays)
        add("(gl_WorkGroupID.x + %uu) %% 3u == %uu", below(5), below(3));
    else
        add_expression(2), add(" %s %uu", below(2) ? "<" : ">", wb_random_u32(&make.random));
    add(")");
    make.in_group_flow = group && stays;
    add_block();
    if (below(2)) add(" else"), add_block();
    make.in_group_flow = group;
    add("\n");
}

static void add_loop(void)
{
    bool group = make.in_group_flow, same = below(2) == 0; // as often for the whole group
    int k = make.counter++;
    if (same)
        add("for (uint k%d = 0u; k%d < %uu; k%d++)", k, k, 1 + below(5), k);
    else
        add("for (uint k%d = 0u; k%d < ((lane ^ x0) & %uu); k%d++)", k, k, 3 + below(5), k);
    make.in_group_flow = group && same;
    add_block();
    if (below(3) == 0 && !make.in_group_flow) {
        make.text[strlen(make.text) - 1] = '\0'; // the brace
        add("if (x0 == %uu) %s;\nx0 += k%d;\n}", below(50), below(2) ? "break" : "continue", k);
    }
    make.in_group_flow = group;
    add("\n");
}

static void add_switch(void)
{
    bool group = make.in_group_flow;
    make.in_group_flow = false;
    add("switch (int(x%u %% 4u)) {\ncase 0:", below((uint32_t)make.locals));
    add_block();
    add("\ncase 1:");
    add_block();
    add(" break;\ncase 2: x0 += 7u;%s\ndefault:", below(2) ? " break;" : "");
    add_block();
    add("\n}\n");
    make.in_group_flow = group;
}

static void add_barrier(void)
{
    add("%sbarrier();\n", make.alone ? "" : "memoryBarrierShared(); ");
}

// All write, all wait, all read what another has written, all wait.
static void add_exchange(void)
{
    uint32_t local = below((uint32_t)make.locals);
    switch (below(4)) {
    case 0: add("words[lane] = "); break;
    case 1: add("words[lane ^ %uu] = ", below(LANES)); break;
    case 2: add("words[(lane + %uu) & 63u] = ", below(LANES)); break;
    default:
        add("words[lane] = 0u;\n");
        add_barrier();
        add("atomic%s(words[x%u & 63u], ", below(2) ? "Add" : "Xor", local);
        add_expression(2);
        add(");\n");
        add_barrier();
        add("x%u = words[(lane + %uu) & 63u];\n", local, below(LANES));
        add_barrier();
        return;
    }
    add_expression(DEEPEST);
    add(";\n");
    add_barrier();
    int y = make.counter++;
    if (below(2))
        add("uint y%d = words[(lane * %uu + %uu) & 63u];\n", y, 2 * below(8) + 1, below(LANES));
    else
        add("uint y%d = words[x%u & 63u];\n", y, below((uint32_t)make.locals));
    add_barrier();
    if (below(2)) { // what was read is wanted only behind the barrier
        add("words[lane] = y%d * 3u + 1u;\n", y);
        add_barrier();
        add("x%u ^= words[lane%s];\n", local, below(2) ? "" : " ^ 5u");
        add_barrier();
    } else
        add("x%u += y%d;\n", local, y);
}

static void add_statement(void)
{
    uint32_t kind = below(make.depth < 3 ? 10 : 4);
    if (kind < 3 || (kind < 7 && !make.in_group_flow && kind > 4))
        add_assignment();
    else if (kind < 4)
        add("x%u = mixed(x0, x%u);\n", below((uint32_t)make.locals), below((uint32_t)make.locals));
    else if (kind < 5)
        add_branch();
    else if (kind < 8 && make.in_group_flow)
        add_exchange();
    else if (kind < 9)
        add_loop();
    else
        add_switch();
}

static void make_kernel(uint64_t seed)
{
    make.random = wb_random_seed(seed);
    make.text[0] = '\0';
    make.locals = 2;
    make.counter = make.depth = 0;
    make.in_group_flow = false;
    add("#version 430\nlayout(local_size_x = %d) in;\n", LANES);
    add("layout(std430, binding = 0) readonly buffer Input { uint a[]; };\n");
    add("layout(std430, binding = 1) buffer Output { uint o[]; };\n");
    add("shared uint words[%d];\n\n", LANES);
    add("uint mixed(uint x, uint y) { x ^= y << %uu; if (x > y) y += x >> %uu; return x * %uu + y; "
        "}\n\n",
        below(32), below(32), wb_random_u32(&make.random) | 1);
    add("void main()\n{\nuint lane = gl_LocalInvocationIndex, id = gl_GlobalInvocationID.x;\n");
    add("uint x0 = a[id], x1 = lane * %uu;\n", wb_random_u32(&make.random));
    add("uint list[4] = uint[](x0, x1, lane, %uu);\n", below(1000));
    for (make.locals = 2; make.locals < 4; make.locals++) {
        add("uint x%d = ", make.locals);
        add_expression(2);
        add(";\n");
    }
    make.in_group_flow = true;
    for (uint32_t i = 3 + below(5); i > 0; i--) add_statement();
    add("o[%du * id] = x0 ^ x2 ^ list[lane & 3u];\no[%du * id + 1u] = x1 + x3;\n}\n", OUTPUTS,
        OUTPUTS);
}

/* ---- Both sides ---- */

static uint32_t input[INPUT_WORDS], ours[OUTPUT_WORDS], theirs[OUTPUT_WORDS];

// 77: there is no compiler.
static int run_machine(void)
{
    wb_front_output spirv;
    wb_module module;
    wb_module_error error;
    const wb_machine_resource resources[] = {
        {.space = WB_SPACE_STORAGE, .binding = 0, .data = input, .size = sizeof input},
        {.space = WB_SPACE_STORAGE, .binding = 1, .data = ours, .size = sizeof ours}};
    const wb_machine_dispatch dispatch = {{GROUPS, 1, 1}, resources, 2, NULL, 0};
    memset(ours, 0, sizeof ours);
    wb_front_result result = wb_front_compile(make.text, &spirv);
    bool good = result == WB_FRONT_GOOD;
    if (!good) printf("%s\n", spirv.message);
    if (good && !wb_module_load(&module, spirv.words, spirv.count, &error)) {
        printf("line %d: %s\n", error.line, error.text);
        good = false;
    }
    wb_front_free(&spirv);
    if (!good) return result == WB_FRONT_MISSING ? 77 : 1;
    wb_machine *machine = wb_machine_create(
        &module, &dispatch, &(wb_machine_options){.check = true, .check_races = true}, &error);
    good = machine != NULL && wb_machine_run(machine, WB_RUN_END) == WB_STOP_END;
    for (int i = 0; good && i < wb_machine_finding_count(machine); i++) {
        const wb_kernel_finding *f = wb_machine_finding(machine, i);
        printf("line %d: %s\n", f->line, f->text);
        good = i < 0;
    }
    wb_machine_free(machine);
    wb_module_free(&module);
    return good ? 0 : 1;
}

static bool run_driver(GLuint buffers[2])
{
    const GLchar *text = make.text;
    GLuint program = glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, &text);
    GLint good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    memset(theirs, 0, sizeof theirs);
    for (GLuint i = 0; i < 2; i++) {
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[i]);
        glBufferData(GL_SHADER_STORAGE_BUFFER, i == 0 ? sizeof input : sizeof theirs,
                     i == 0 ? input : theirs, GL_DYNAMIC_COPY);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i]);
    }
    glUseProgram(program);
    if (good) glDispatchCompute(GROUPS, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the next call reads the output
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof theirs, theirs);
    glDeleteProgram(program);
    return good;
}

static void keep(const char *directory, uint64_t seed)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%llu.comp", directory, (unsigned long long)seed);
    FILE *file = fopen(path, "w");
    if (file == NULL) return;
    fputs(make.text, file);
    fclose(file);
}

int main(int argc, char **argv)
{
    const char *directory = NULL;
    int at = 1, wrong = 0, result = 0;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--barriers-alone") == 0)
            make.alone = true;
        else if (strcmp(argv[at], "--keep") == 0 && at + 1 < argc)
            directory = argv[++at];
        else
            return 2;
    }
    if (at + 2 != argc) return 2;
    uint64_t seed = strtoull(argv[at], NULL, 10), count = strtoull(argv[at + 1], NULL, 10), n = 0;
    if (!wb_context_create(&(wb_context_desc){.headless = true})) return 77;
    GLuint buffers[2];
    glGenBuffers(2, buffers);
    for (uint32_t i = 0; i < INPUT_WORDS; i++) input[i] = i * 2654435761u >> (i & 15);
    for (; n < count && result == 0; n++) {
        make_kernel(seed + n);
        result = run_machine();
        bool runs = result == 0 && run_driver(buffers);
        if (runs && memcmp(ours, theirs, sizeof ours) == 0) continue;
        if (result == 77) break;
        for (uint32_t w = 0; runs && w < OUTPUT_WORDS; w++) {
            if (ours[w] == theirs[w]) continue;
            printf("seed %llu: o[%u] is %u by the driver, %u by the machine\n",
                   (unsigned long long)(seed + n), w, theirs[w], ours[w]);
            break;
        }
        if (!runs)
            printf("seed %llu does not run: %s\n", (unsigned long long)(seed + n),
                   result != 0 ? "the machine" : "the driver");
        if (directory != NULL) keep(directory, seed + n);
        wrong++;
        result = 0;
    }
    glDeleteBuffers(2, buffers);
    wb_context_delete();
    printf("%llu random kernels, %d on which the driver and the machine disagree\n",
           (unsigned long long)n, wrong);
    return result != 0 ? result : wrong > 0;
}
