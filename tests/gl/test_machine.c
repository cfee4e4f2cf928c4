/* test_machine [-v] FILE.comp...: the kernel machine against the driver. Each kernel runs through
 * OpenGL and in the machine on the same made-up buffers, which then have to be the same, bit for
 * bit.
 *
 * A kernel in which the machine finds a fault (the buffers are made up, after all), whose result
 * depends on the order of atomic operations, or which needs what the driver has not, is left out,
 * and counted. Exit status: 0 good, 1 a difference, 77 no OpenGL 4.3 or no glslangValidator. */
#include "inputs.h"

#include "base/file.h"
#include "gl/context.h"
#include "machine/front.h"

#include <glad/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1 << 14, BUDGET = 10000000 };

// What is tried, until a kernel runs without faults.
static const struct {
    uint32_t groups[3], uniform;
} tries[] = {{{3, 2, 1}, 64}, {{3, 1, 1}, 64}, {{1, 1, 1}, 3}, {{3, 1, 1}, 1024}, {{1, 1, 1}, 1}};

static bool verbose;
static int same, different, left_out;

/* ---- The driver's side ---- */

static GLuint build(const char *text)
{
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    GLint good = 0;
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDeleteShader(shader);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good) return program;
    glDeleteProgram(program);
    return 0;
}

static void set_uniform(const wb_module *m, const wb_variable *v, const wb_machine_uniform *u)
{
    const wb_module_type *t = &m->types[v->type];
    wb_type_kind kind = t->kind == WB_TYPE_VECTOR ? m->types[t->element].kind : t->kind;
    GLfloat f[4];
    GLint s[4];
    memcpy(f, u->words, u->count * 4);
    memcpy(s, u->words, u->count * 4);
    typedef void (*set_float)(GLint, GLsizei, const GLfloat *);
    typedef void (*set_int)(GLint, GLsizei, const GLint *);
    typedef void (*set_uint)(GLint, GLsizei, const GLuint *);
    const set_float floats[] = {glUniform1fv, glUniform2fv, glUniform3fv, glUniform4fv};
    const set_int ints[] = {glUniform1iv, glUniform2iv, glUniform3iv, glUniform4iv};
    const set_uint uints[] = {glUniform1uiv, glUniform2uiv, glUniform3uiv, glUniform4uiv};
    if (kind == WB_TYPE_FLOAT)
        floats[u->count - 1](u->location, 1, f);
    else if (kind == WB_TYPE_UINT || kind == WB_TYPE_BOOL)
        uints[u->count - 1](u->location, 1, u->words);
    else
        ints[u->count - 1](u->location, 1, s);
}

static GLuint create(const wb_machine_resource *r)
{
    GLuint name;
    GLuint binding = (GLuint)r->binding;
    if (r->space == WB_SPACE_IMAGE) {
        glGenTextures(1, &name);
        glBindTexture(GL_TEXTURE_2D, name);
        glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32F, r->width, r->height);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, r->width, r->height, GL_RED, GL_FLOAT, r->data);
        glBindImageTexture(binding, name, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32F);
        return name;
    }
    GLenum target = r->space == WB_SPACE_STORAGE ? GL_SHADER_STORAGE_BUFFER : GL_UNIFORM_BUFFER;
    glGenBuffers(1, &name);
    glBindBuffer(target, name);
    glBufferData(target, (GLsizeiptr)r->size, r->data, GL_DYNAMIC_COPY);
    glBindBufferBase(target, binding, name);
    return name;
}

static void read_back(const wb_machine_resource *r, GLuint name, void *data)
{
    if (r->space == WB_SPACE_IMAGE) {
        glBindTexture(GL_TEXTURE_2D, name);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, data);
        glDeleteTextures(1, &name);
        return;
    }
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, name);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)r->size, data);
    glDeleteBuffers(1, &name);
}

/* ---- Both ---- */

static const char *compare(const wb_module *m, const inputs *in, GLuint program, void **before,
                           char *text, size_t size)
{
    GLuint names[MAX_INPUTS];
    glUseProgram(program);
    for (int i = 0; i < in->dispatch.uniform_count; i++)
        set_uniform(m, in->uniform_variables[i], &in->uniforms[i]);
    for (int i = 0; i < in->dispatch.resource_count; i++) {
        wb_machine_resource r = in->resources[i];
        r.data = before[i];
        names[i] = create(&r);
    }
    glDispatchCompute(in->dispatch.groups[0], in->dispatch.groups[1], in->dispatch.groups[2]);
    // for glGetBufferSubData, and for glGetTexImage
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
    const char *result = NULL;
    for (int i = 0; i < in->dispatch.resource_count; i++) {
        const wb_machine_resource *r = &in->resources[i];
        const uint32_t *ours = r->data;
        uint32_t *theirs = malloc(r->size);
        if (theirs == NULL) abort();
        read_back(r, names[i], theirs);
        for (size_t k = 0; k < r->size / 4 && result == NULL; k++) {
            bool zeros =
                (ours[k] | theirs[k]) << 1 == 0; // of floats; OpenGL promises no sign of them
            if (ours[k] == theirs[k] || zeros) continue;
            snprintf(text, size, "binding %d, word %zu: %08x, the driver has %08x", r->binding, k,
                     ours[k], theirs[k]);
            result = text;
        }
        free(theirs);
    }
    while (glGetError() != GL_NO_ERROR) {
    } // of uniforms that the driver has left out
    return result;
}

// Why a kernel is left out after its run in the machine; NULL if it is not.
static const char *unfit(const inputs *in, wb_machine *machine)
{
    int line;
    if (wb_machine_run(machine, WB_RUN_END) != WB_STOP_END) return "it does not end";
    for (int i = 0; i < wb_machine_finding_count(machine); i++)
        if (wb_machine_finding(machine, i)->severity != WB_NOTE)
            return wb_machine_finding(machine, i)->text;
    if (wb_machine_depends_on_order(machine, &line)) return "it depends on the order";
    for (int i = 0; i < in->dispatch.resource_count; i++)
        if (in->resources[i].space == WB_SPACE_TEXTURE) return "it has a texture";
    return NULL;
}

// Whether it keeps what an atomic operation returned: that tells who came first, and the driver's
// groups come in an order of their own.
static bool keeps_an_order(const char *text)
{
    return strstr(text, "= atomic") != NULL || strstr(text, "[atomic") != NULL ||
           strstr(text, "(atomic") != NULL || strstr(text, "return atomic") != NULL;
}

// One try; NULL if both have run, otherwise why not.
static const char *try_kernel(const char *name, const char *text, const wb_module *m, size_t number)
{
    static char reason[320];
    inputs in;
    void *before[MAX_INPUTS];
    char difference[160];
    wb_module_error error = {0};
    inputs_make(&in, m, WORDS, tries[number].uniform, INPUTS_RANDOM);
    memcpy(in.dispatch.groups, tries[number].groups, sizeof in.dispatch.groups);
    for (int i = 0; i < in.dispatch.resource_count; i++) {
        before[i] = malloc(in.resources[i].size);
        if (before[i] == NULL) abort();
        memcpy(before[i], in.resources[i].data, in.resources[i].size);
    }
    wb_machine_options options = {.check = true, .check_races = true, .budget = BUDGET};
    wb_machine *machine = wb_machine_create(m, &in.dispatch, &options, &error);
    const char *why = machine != NULL ? unfit(&in, machine) : error.text;
    if (why == NULL && keeps_an_order(text)) why = "it keeps the result of an atomic operation";
    GLuint program = why == NULL ? build(text) : 0;
    if (why == NULL && program == 0) why = "the driver does not compile it";
    if (why != NULL) {
        snprintf(reason, sizeof reason, "%s", why);
    } else {
        const char *d = compare(m, &in, program, before, difference, sizeof difference);
        *(d == NULL ? &same : &different) += 1;
        if (d != NULL) printf("%s differs: %s\n", name, d);
    }
    glDeleteProgram(program);
    wb_machine_free(machine);
    for (int i = 0; i < in.dispatch.resource_count; i++) free(before[i]);
    inputs_free(&in);
    return why != NULL ? reason : NULL;
}

static void run_kernel(const char *name, const char *text, const wb_module *m)
{
    const char *why = "";
    for (size_t i = 0; i < sizeof tries / sizeof *tries && why != NULL; i++)
        why = try_kernel(name, text, m, i);
    if (why == NULL) return;
    left_out++;
    if (verbose) printf("%s is left out: %s\n", name, why);
}

static int run_file(const char *path)
{
    char *text = wb_file_read(path, NULL);
    wb_front_output spirv;
    wb_module module;
    wb_module_error error;
    const char *slash = strrchr(path, '/');
    if (text == NULL) return 1;
    wb_front_result result = wb_front_compile(text, &spirv);
    if (result == WB_FRONT_GOOD && wb_module_load(&module, spirv.words, spirv.count, &error)) {
        run_kernel(slash != NULL ? slash + 1 : path, text, &module);
        wb_module_free(&module);
    } else {
        printf("%s does not load: %s\n", path,
               result == WB_FRONT_GOOD ? error.text : spirv.message);
        different++;
    }
    wb_front_free(&spirv);
    free(text);
    return result == WB_FRONT_MISSING ? 77 : 0;
}

int main(int argc, char **argv)
{
    if (!wb_context_create(&(wb_context_desc){.headless = true})) return 77;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            verbose = true;
        else if (run_file(argv[i]) == 77)
            return 77;
    }
    wb_context_delete();
    printf("%d kernels: %d the same, %d different, %d left out\n", same + different + left_out,
           same, different, left_out);
    return different > 0 || same == 0;
}
