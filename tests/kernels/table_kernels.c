/* table_kernels [-v]: short kernels in classes, right ones and faulty ones, each in the kernel
 * machine and on the driver as --kernels runs them. Of a faulty one the machine has to name the
 * fault, in its line; of a right one neither may say anything. Then results of the driver are
 * changed on purpose, and the comparison has to notice what GLSL does not leave open.
 *
 * Exit status: 0 all is as it should be, 1 not, 77 no OpenGL 4.3 or no glslangValidator. */
#include "base/text.h"
#include "gl/context.h"
#include "gl/floats.h"
#include "gl/program.h"
#include "lesson/kernel_compare.h"
#include "lesson/kernels.h"
#include "table_kernels.h"

#include <glad/gl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64, TEXT = 4096, WIDTH = 16, MOST_CLASSES = 32 };

static bool verbose;

static const char head[] = "#version 430\nlayout(local_size_x = 64) in;\n"
                           "layout(std430, binding = 0) readonly buffer A { float a[]; };\n"
                           "layout(std430, binding = 1) readonly buffer B { uint n[]; };\n"
                           "layout(std430, binding = 2) buffer O { float o[]; };\n";
// What a body may use; it gets what it names.
static const struct {
    const char *name, *text;
} declarations[] = {
    {"od[", "layout(std430, binding = 3) buffer OD { double od[]; };"},
    {"ou[", "layout(std430, binding = 3) buffer OU { uint ou[]; };"},
    {"part[", "layout(std430, binding = 4) buffer Part { uint count; uint list[]; } part[2];"},
    {"rgba", "layout(binding = 0) uniform sampler2D rgba;"},
    {"solid", "layout(binding = 1) uniform sampler3D solid;"},
    {"cube", "layout(binding = 2) uniform samplerCube cube;"},
    {"cards", "layout(binding = 3) uniform sampler2DArray cards;"},
    {"depth", "layout(binding = 4) uniform sampler2DShadow depth;"},
    {"rect", "layout(binding = 5) uniform sampler2DRect rect;"},
    {"words", "layout(binding = 6) uniform usamplerBuffer words;"},
    {"line", "layout(binding = 7) uniform sampler1D line;"},
    {"rows", "layout(binding = 8) uniform sampler1DArray rows;"},
    {"skies", "layout(binding = 9) uniform samplerCubeArray skies;"},
    {"same", "layout(binding = 10) uniform sampler2D same;"},
    {"ints", "layout(binding = 11) uniform isampler2D ints;"},
    {"pair[", "layout(binding = 12) uniform sampler2D pair[2];"},
    {"image_u", "layout(binding = 0, r32ui) uniform coherent uimage2D image_u;"},
    {"image_8", "layout(binding = 1, rgba8) uniform image2D image_8;"},
    {"image_h", "layout(binding = 2, rgba16f) uniform image2D image_h;"},
    {"image_l", "layout(binding = 3, r32f) uniform image2DArray image_l;"},
    {"image_w", "layout(binding = 4, r32ui) uniform uimageBuffer image_w;"},
    {"image_s", "layout(binding = 5, r32f) uniform coherent image2D image_s;"},
    {"image_c", "layout(binding = 6, r32f) uniform imageCube image_c;"},
    {"image_v", "layout(binding = 6, r32f) uniform image3D image_v;"},
    {"image_x", "layout(binding = 6, r32ui) uniform uimage3D image_x;"},
    {"image_p[", "layout(binding = 0, r32ui) uniform uimage2D image_p[1];"},
    {"image_t", "layout(binding = 7, r11f_g11f_b10f) uniform image2D image_t;"},
    {"counter", "layout(binding = 0, offset = 4) uniform atomic_uint counter;"},
    {"counts[", "layout(binding = 0, offset = 8) uniform atomic_uint counts[2];"},
    {"bodies[", "struct Body { mat3 turn; float mass; dvec2 at; };\nshared Body bodies[64];"},
    {"tile[", "shared float tile[64];"},
    {"marks[", "shared uint marks[64];"},
};
// x: -4 to 4, p: 1/4 to 4, q: -1 to 1, none 0; u: random; s: -32 to 31; d, e: doubles of x and p
static const char begin[] =
    "void main() {\n"
    "uint i = gl_LocalInvocationIndex, u = n[i]; float x = a[i], p = abs(x) + 0.25, q = x * 0.25;\n"
    "int s = int(i) - 32; double d = double(x), e = double(p); vec3 v = vec3(x, a[(i + 7u) & 63u], "
    "p), w = vec3(p, q, a[(i + 21u) & 63u]);\n";

// Returns the line of the fault.
static int make_text(const char *body, char *text)
{
    text[0] = '\0';
    wb_text_append(text, TEXT, "%s", head);
    for (size_t k = 0; k < sizeof declarations / sizeof *declarations; k++)
        if (strstr(body, declarations[k].name) != NULL)
            wb_text_append(text, TEXT, "%s\n", declarations[k].text);
    wb_text_append(text, TEXT, "%s", begin);
    size_t start = strlen(text);
    wb_text_append(text, TEXT, "%s\n}\n", body);
    const char *fault = strstr(text + start, "//!");
    int line = 1;
    for (const char *at = text; at < (fault != NULL ? fault : text + start); at++)
        line += *at == '\n';
    return line;
}

/* ---- What is bound ---- */

static float floats[N * N];
static uint32_t integers[N * N];

static GLuint make_texture(GLuint unit, GLenum target, GLenum format, int height, int depth)
{
    GLuint texture;
    GLenum pixels = format == GL_RGBA8 || format == GL_RGBA16F ? GL_RGBA
                    : format == GL_R11F_G11F_B10F              ? GL_RGB
                    : format == GL_DEPTH_COMPONENT32F          ? GL_DEPTH_COMPONENT
                    : format == GL_R32UI || format == GL_R32I  ? GL_RED_INTEGER
                                                               : GL_RED;
    GLenum type =
        pixels == GL_RED_INTEGER ? (format == GL_R32I ? GL_INT : GL_UNSIGNED_INT) : GL_FLOAT;
    const void *data = pixels == GL_RED_INTEGER ? (const void *)integers : floats;
    int levels = target == GL_TEXTURE_RECTANGLE ? 1 : 3;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(target, texture);
    if (height == 0)
        glTexStorage1D(target, levels, format, WIDTH);
    else if (depth == 0)
        glTexStorage2D(target, levels, format, WIDTH, height);
    else
        glTexStorage3D(target, levels, format, WIDTH, height, depth);
    for (int level = 0; level < levels; level++) {
        int size = WIDTH >> level, rows = target == GL_TEXTURE_1D_ARRAY ? height : height >> level;
        int slices = target == GL_TEXTURE_3D ? depth >> level : depth;
        for (GLenum face = 0; face < 6 && target == GL_TEXTURE_CUBE_MAP; face++)
            glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, level, 0, 0, size, rows, pixels,
                            type, floats + 9 * face);
        if (height == 0)
            glTexSubImage1D(target, level, 0, size, pixels, type, data);
        else if (depth == 0 && target != GL_TEXTURE_CUBE_MAP)
            glTexSubImage2D(target, level, 0, 0, size, rows, pixels, type, data);
        else if (depth > 0)
            glTexSubImage3D(target, level, 0, 0, 0, size, rows, slices, pixels, type, data);
    }
    if (target != GL_TEXTURE_RECTANGLE && pixels != GL_RED_INTEGER)
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    if (pixels == GL_RED_INTEGER) {
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    if (target == GL_TEXTURE_CUBE_MAP || target == GL_TEXTURE_CUBE_MAP_ARRAY)
        for (GLenum k = 0; k < 2; k++)
            glTexParameteri(target, k == 0 ? GL_TEXTURE_WRAP_S : GL_TEXTURE_WRAP_T,
                            GL_CLAMP_TO_EDGE);
    if (format == GL_DEPTH_COMPONENT32F)
        glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    return texture;
}

static GLuint make_buffer(GLenum target, GLuint binding, GLsizeiptr size, const void *data)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(target, buffer);
    glBufferData(target, size, data, GL_DYNAMIC_COPY);
    glBindBufferBase(target, binding, buffer);
    return buffer;
}

static GLuint outputs[2]; // bindings 2 and 3
static GLuint cube, volume,
    volume_u; // of image unit 6, each in its turn: there may be 8 units only

static void bind_image(GLuint unit, GLuint texture, GLenum format, GLboolean layered)
{
    glBindImageTexture(unit, texture, 0, layered, 0, GL_READ_WRITE, format);
}

static void bind_everything(void)
{
    static const uint32_t zeros[N * 4];
    GLuint texture;
    for (int k = 0; k < N * N; k++) {
        integers[k] = (uint32_t)k * 2654435761u >> 7;
        floats[k] = (float)(integers[k] % 1024) / 1024;
    }
    float inputs[N];
    for (int k = 0; k < N; k++) inputs[k] = ((float)k - 31.5f) / 8;
    make_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof inputs, inputs);
    make_buffer(GL_SHADER_STORAGE_BUFFER, 1, N * 4, integers);
    for (GLuint k = 0; k < 2; k++)
        outputs[k] = make_buffer(GL_SHADER_STORAGE_BUFFER, 2 + k, sizeof zeros, zeros);
    for (GLuint k = 0; k < 2; k++)
        make_buffer(GL_SHADER_STORAGE_BUFFER, 4 + k, N * 4 + 4, integers + k);
    make_buffer(GL_ATOMIC_COUNTER_BUFFER, 0, 16, integers);
    make_texture(0, GL_TEXTURE_2D, GL_RGBA8, WIDTH, 0);
    make_texture(1, GL_TEXTURE_3D, GL_R32F, 8, 8);
    make_texture(2, GL_TEXTURE_CUBE_MAP, GL_R32F, WIDTH, 0);
    make_texture(3, GL_TEXTURE_2D_ARRAY, GL_RGBA8, 8, 4);
    make_texture(4, GL_TEXTURE_2D, GL_DEPTH_COMPONENT32F, WIDTH, 0);
    make_texture(5, GL_TEXTURE_RECTANGLE, GL_R32F, 8, 0);
    make_texture(7, GL_TEXTURE_1D, GL_RGBA16F, 0, 0);
    make_texture(8, GL_TEXTURE_1D_ARRAY, GL_R32F, 8, 0);
    make_texture(9, GL_TEXTURE_CUBE_MAP_ARRAY, GL_R32F, WIDTH, 12);
    texture = make_texture(10, GL_TEXTURE_2D, GL_R32F, WIDTH, 0);
    bind_image(5, texture, GL_R32F, GL_FALSE);
    make_texture(11, GL_TEXTURE_2D, GL_R32I, WIDTH, 0);
    make_texture(12, GL_TEXTURE_2D, GL_R32F, 8, 0);
    make_texture(13, GL_TEXTURE_2D, GL_RGBA8, 8, 0);
    bind_image(0, make_texture(14, GL_TEXTURE_2D, GL_R32UI, WIDTH, 0), GL_R32UI, GL_FALSE);
    bind_image(1, make_texture(14, GL_TEXTURE_2D, GL_RGBA8, WIDTH, 0), GL_RGBA8, GL_FALSE);
    bind_image(2, make_texture(14, GL_TEXTURE_2D, GL_RGBA16F, WIDTH, 0), GL_RGBA16F, GL_FALSE);
    bind_image(3, make_texture(14, GL_TEXTURE_2D_ARRAY, GL_R32F, 8, 4), GL_R32F, GL_TRUE);
    cube = make_texture(14, GL_TEXTURE_CUBE_MAP, GL_R32F, WIDTH, 0);
    volume = make_texture(14, GL_TEXTURE_3D, GL_R32F, 8, 8);
    volume_u = make_texture(14, GL_TEXTURE_3D, GL_R32UI, 8, 8);
    texture = make_texture(14, GL_TEXTURE_2D, GL_R11F_G11F_B10F, WIDTH, 0);
    bind_image(7, texture, GL_R11F_G11F_B10F, GL_FALSE);
    GLuint buffer = make_buffer(GL_SHADER_STORAGE_BUFFER, 6, N * 4, integers);
    for (GLuint unit = 6; unit < 8; unit++) { // one is sampled, the other an image
        glGenTextures(1, &texture);
        glActiveTexture(GL_TEXTURE0 + (unit == 6 ? 6 : 15));
        glBindTexture(GL_TEXTURE_BUFFER, texture);
        if (unit == 7) buffer = make_buffer(GL_SHADER_STORAGE_BUFFER, 7, N * 4, integers);
        glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffer);
    }
    bind_image(4, texture, GL_R32UI, GL_FALSE);
}

static void bind_for(const char *body)
{
    if (strstr(body, "image_x") != NULL)
        bind_image(6, volume_u, GL_R32UI, GL_TRUE);
    else
        bind_image(6, strstr(body, "image_v") != NULL ? volume : cube, GL_R32F, GL_TRUE);
}

/* ---- One kernel ---- */

static GLuint build(const char *text)
{
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    GLint good = 0;
    char log[1000];
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDeleteShader(shader);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good) return program;
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    printf("%s\n", log);
    glDeleteProgram(program);
    return 0;
}

typedef struct tally {
    const char *name;
    int right, faulty, missed, false_alarms;
} tally;

static tally tallies[MOST_CLASSES];
static int tally_count;

static tally *tally_of(const char *name)
{
    for (int k = 0; k < tally_count; k++)
        if (strcmp(tallies[k].name, name) == 0) return &tallies[k];
    tallies[tally_count].name = name;
    return &tallies[tally_count++];
}

static void complain(const char *body, const char *what, const wb_finding *f)
{
    printf("%s: %s%s%s\n", what, body, f != NULL ? "\n  " : "", f != NULL ? f->text : "");
}

// A right kernel that some drivers get wrong; then the finding says what helps.
static bool is_of_driver(const table_row *row)
{
    return strcmp(row->name, "drivers' mistakes") == 0;
}

static bool is_driver_wrong(const wb_finding *f)
{
    bool helps = strcmp(f->code, "differs-from-driver") == 0 &&
                 strstr(f->text, "memoryBarrierShared()") != NULL;
    if (helps) printf("the driver's mistake: %s\n", f->text);
    return helps;
}

static void run_row(const table_row *row)
{
    char text[TEXT];
    int line = make_text(row->body, text);
    GLuint program = build(text);
    tally *t = tally_of(row->name);
    *(row->code != NULL ? &t->faulty : &t->right) += 1;
    wb_kernels_take_back(0);
    bool was_refused = wb_kernels_tally("").refused != NULL; // one of the rows before: it is told
    bind_for(row->body);
    if (program != 0) {
        glUseProgram(program);
        glDispatchCompute(1, 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                        GL_TEXTURE_FETCH_BARRIER_BIT | GL_ATOMIC_COUNTER_BARRIER_BIT);
    }
    const wb_findings *found = wb_kernels_findings();
    bool named = false, other = program == 0;
    for (int k = 0; k < found->count; k++) {
        const wb_finding *f = &found->at[k];
        bool wanted = row->code != NULL && strcmp(f->code, row->code) == 0 && f->at.line == line;
        wanted = wanted || (row->code == NULL && is_of_driver(row) && is_driver_wrong(f));
        if (verbose) printf("%s\n  %s\n", row->body, f->text);
        named = named || wanted;
        if (wanted || f->severity == WB_NOTE) continue;
        other = true;
        complain(row->body, "false", f);
    }
    if (program == 0) complain(row->body, "does not link", NULL);
    const char *refused = wb_kernels_tally("").refused;
    if (refused != NULL && !was_refused) complain(row->body, refused, NULL);
    other = other || (refused != NULL && !was_refused);
    if (row->code != NULL && !named) complain(row->body, "missed", NULL);
    t->missed += row->code != NULL && !named;
    t->false_alarms += other;
    glDeleteProgram(program);
}

/* ---- Results that are changed ---- */

static const wb_float_rules *rules(void)
{
    static wb_float_rules r;
    const wb_floats *f = wb_floats_of_driver();
    r = (wb_float_rules){f->contracts, !f->keeps_small, !f->rounds_divide, !f->rounds_sqrt,
                         f->reorders};
    return &r;
}

static wb_capture capture;
static wb_dispatch described;
static const table_change *change;
static wb_kernel_difference difference;
static bool was_taken;

static void before_dispatch(wb_call *call)
{
    wb_dispatch_describe(&described, call,
                         WB_DISPATCH_LABELS | WB_DISPATCH_UNIFORMS | WB_DISPATCH_GROUPS);
    const wb_kernel *kernel = wb_kernel_of(&described);
    was_taken = kernel != NULL && kernel->runs && wb_capture_take(&capture, &described, kernel);
}

// Word 5 of binding 2 or 3, as the driver has left it.
static void change_word(const table_change *by)
{
    for (int k = 0; k < capture.dispatch.resource_count; k++) {
        const wb_machine_resource *r = &capture.resources[k];
        wb_capture_memory *m = &capture.memory[capture.memory_of[k]];
        if (r->binding != by->binding || r->space != WB_SPACE_STORAGE || m->after == NULL) continue;
        uint32_t word;
        memcpy(&word, m->after + 20, 4);
        word = by->sets ? by->value : word + by->value;
        memcpy(m->after + 20, &word, 4);
    }
}

static void after_dispatch(wb_call *call)
{
    (void)call;
    if (!was_taken) return;
    wb_module_error error;
    wb_machine *machine = wb_machine_create(&capture.kernel->module, &capture.dispatch,
                                            &(wb_machine_options){.freedom = rules()}, &error);
    wb_capture_take_result(&capture);
    change_word(change);
    if (machine != NULL) wb_machine_run(machine, WB_RUN_END);
    difference = wb_kernel_compare(&capture, NULL, 0, machine);
    wb_machine_free(machine);
    wb_capture_free(&capture);
}

static const wb_calls_row rows[] = {{"glDispatchCompute", before_dispatch, after_dispatch, 0}, {0}};
static const wb_calls_listener listener = {.rows = rows};

static int run_change(const table_change *c)
{
    char text[TEXT];
    make_text(c->body, text);
    GLuint program = build(text);
    change = c;
    was_taken = false;
    if (program == 0) return 1;
    glUseProgram(program);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glDeleteProgram(program);
    bool named = !c->differs || difference.freedom.written_line > 0;
    if (was_taken && named && (difference.agreement == WB_DIFFERS) == c->differs) return 0;
    // Where the driver rounds in a way of its own, a small difference is taken for that.
    const wb_floats *driver = wb_floats_of_driver();
    bool rounds_best = driver->rounds_divide && driver->rounds_sqrt && !driver->contracts;
    if (was_taken && !rounds_best && difference.agreement == WB_AGREES_NEARLY) return 0;
    printf("changed by %d: %s\n  %s, agreement %d, %s and %s, bound %g, line %d\n", (int)c->value,
           c->body, c->differs ? "a difference was missed" : "no difference was expected",
           (int)difference.agreement, difference.got, difference.expected,
           (double)difference.freedom.bound, difference.freedom.written_line);
    return 1;
}

int main(int argc, char **argv)
{
    int wrong = 0, kernels = 0;
    verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    if (!wb_context_create(&(wb_context_desc){.headless = true})) return 77;
    if (!wb_kernels_possible(NULL)) return 77;
    wb_dispatch_begin();
    bind_everything();
    wb_kernels_begin(&(wb_kernels_desc){.compares = true, .quiet = true, .repeats = true});
    for (int k = 0; k < table_row_count; k++) run_row(&table_rows[k]);
    wb_kernels_end();
    printf("%-22s %8s %8s %8s %8s %8s\n", "", "right", "silent", "faulty", "named", "false");
    for (int k = 0; k < tally_count; k++) {
        const tally *t = &tallies[k];
        printf("%-22s %8d %8d %8d %8d %8d\n", t->name, t->right, t->right - t->false_alarms,
               t->faulty, t->faulty - t->missed, t->false_alarms);
        wrong += t->missed + t->false_alarms;
        kernels += t->right + t->faulty;
    }
    wb_calls_listen(WB_CALLS_KERNELS, &listener);
    for (int k = 0; k < table_change_count; k++) wrong += run_change(&table_changes[k]);
    wb_calls_listen(WB_CALLS_KERNELS, NULL);
    printf("%d kernels and %d changed results: %d wrong\n", kernels, table_change_count, wrong);
    wb_kernels_quit();
    wb_dispatch_free(&described);
    wb_dispatch_end();
    wb_context_delete();
    return wrong > 0;
}
