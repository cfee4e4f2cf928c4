#include "panel_lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int panel_starts, panel_rebuilds;
bool panel_refuses;

static struct {
    int rounds, block, count, shape;
    float gain;
    int64_t passes;
    wb_buffer cells;
    GLuint program;
} lab = {.rounds = 3, .block = 8, .count = 48, .shape = 2, .gain = 1.0f};

static bool is_variant(const char *name)
{
    return strcmp(wb_current_variant()->name, name) == 0;
}

// By way of shared memory: those with an odd number read a word of the bank that the others read,
// and from a block of 64 on another word.
static const char shared_main[] =
    "void main() { uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;\n"
    "    words[l] = cells[min(i, uint(cells.length()) - 1u)];\n"
    "    barrier();\n"
    "    uint x = words[l * 32u % gl_WorkGroupSize.x];\n"
    "    if (i < uint(cells.length())) cells[i] = x + uint(gain); }\n";

static bool rebuild(void)
{
    char source[800], plain_main[200];
    const char *text = source;
    snprintf(plain_main, sizeof plain_main,
             "void main() { uint i = gl_GlobalInvocationID.x;\n"
             "    if (i < uint(cells.length())) cells[i] += %s; }\n",
             is_variant("late") ? "cells[i ^ 1u] + uint(gain)" : "uint(gain)");
    snprintf(source, sizeof source,
             "#version 430\nlayout(local_size_x = %d) in;\n"
             "layout(std430, binding = 0) restrict buffer Cells { uint cells[]; };\n"
             "layout(location = 0) uniform float gain;\n%s%s",
             lab.block, is_variant("shared") ? "shared uint words[gl_WorkGroupSize.x];\n" : "",
             is_variant("shared") ? shared_main : plain_main);
    GLuint program = glCreateProgram(), shader = glCreateShader(GL_COMPUTE_SHADER);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDeleteShader(shader);
    glObjectLabel(GL_PROGRAM, program, -1, "lab/add.comp");
    glDeleteProgram(lab.program);
    lab.program = program;
    panel_rebuilds++;
    return true;
}

static bool init(void)
{
    panel_starts++;
    lab.passes = 0;
    if (panel_refuses || lab.count > PANEL_MOST) {
        wb_error("lab: %d cells cannot be had", lab.count);
        return false;
    }
    static const uint32_t zeros[PANEL_MOST];
    return rebuild() && wb_buffer_create(&lab.cells, &(wb_buffer_desc){.name = "cells",
                                                                       .type = WB_U32,
                                                                       .shape = {(size_t)lab.count},
                                                                       .data = zeros,
                                                                       .state = true});
}

static void quit(void)
{
    wb_buffer_delete(&lab.cells);
    glDeleteProgram(lab.program);
    lab.program = 0;
}

// Of the variant `twice`, two dispatches in each pass.
static void step(void)
{
    GLuint groups = (GLuint)((lab.count + lab.block - 1) / lab.block);
    glUseProgram(lab.program);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, lab.cells.id);
    for (int i = 0; i < lab.rounds; i++) {
        wb_pass_begin("add");
        glUniform1f(0, lab.gain);
        if (is_variant("twice")) {
            glDispatchCompute(groups, 1, 1);
            glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the second one
        }
        glDispatchCompute(groups, 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT |
                        GL_BUFFER_UPDATE_BARRIER_BIT); // next round, read-back
        lab.passes++;
        wb_pass_end();
    }
}

static void draw(const wb_view *view)
{
    (void)view;
}

static bool cells(const wb_view *view, wb_cells *cells)
{
    (void)view;
    *cells = (wb_cells){8, lab.count / 8, {PANEL_CELLS_X, PANEL_CELLS_Y, PANEL_CELL}};
    return true;
}

static void status(char *text, size_t size)
{
    snprintf(text, size, "pass %lld", (long long)lab.passes);
}

int panel_cell(void)
{
    uint32_t cells[PANEL_MOST];
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_buffer_read(&lab.cells, cells);
    for (int i = 1; i < lab.count; i++)
        if (cells[i] != cells[0]) return -1;
    return (int)cells[0];
}

static const wb_part part = {
    .init = init, .draw = draw, .quit = quit, .status = status, .cells = cells};

static const wb_task tasks[] = {{.name = "guess",
                                 .kind = WB_PREDICT,
                                 .title = "A guess",
                                 .minutes = 2,
                                 .demand = "Guess it.",
                                 .hints = {"Not that."}},
                                {.name = "own",
                                 .kind = WB_BLANK,
                                 .title = "Your own",
                                 .minutes = 60,
                                 .demand = "Write it.",
                                 .hints = {"One.", "Two."}},
                                {0}};

static const wb_variant variants[] = {
    {"plain", WB_VERSION, .shows = "one a pass", .remark = "all of it", .kernel = "lab/add.comp",
     .step = step},
    {"torn", WB_BROKEN, .shows = "torn apart", .remark = "tears", .kernel = "lab/add.comp",
     .step = step},
    {"fast", WB_VERSION, .shows = "one a pass, fast", .remark = "less of it",
     .kernel = "lab/add.comp", .step = step},
    {"late", WB_BROKEN, .shows = "comes late", .remark = "waiting", .kernel = "lab/add.comp",
     .finding = "race", .step = step},
    {"shared", WB_VERSION, .shows = "by way of shared memory", .remark = "a barrier",
     .kernel = "lab/add.comp", .step = step},
    {"twice", WB_VERSION, .shows = "two dispatches a pass", .remark = "the second",
     .kernel = "lab/add.comp", .step = step},
    {"own", WB_TASK, .shows = "yours", .kernel = "lab/tasks/own.comp", .step = step},
    {0},
};

static const char *const shapes[] = {"round", "square", "flat", NULL}; // 2, 3 and 4

static const wb_param params[] = {
    [PANEL_ROUNDS] = {"rounds", {&lab.rounds}, 1, 100, "passes", "passes a step"},
    [PANEL_GAIN] = {"gain", {.f = &lab.gain}, 0, 10, NULL, "what a pass adds"},
    [PANEL_BLOCK] = {"block", {&lab.block}, 1, 64, NULL, "local size", .rebuild = rebuild},
    [PANEL_COUNT] = {"count",
                     {&lab.count},
                     1,
                     1000000,
                     "cells",
                     "how many cells",
                     .restarts = true,
                     .fewest = 8},
    [PANEL_SHAPE] = {"shape", {&lab.shape}, 2, 4, NULL, "a choice", .names = shapes},
    [PANEL_PARAMS] = {0},
};

static const wb_preset presets[] = {
    {"many", "rounds=7 gain=2"}, {"square", "shape=square", "fast"}, {0}};

const wb_lesson panel_lesson = {.id = "lab",
                                .title = "The laboratory",
                                .part = &part,
                                .variants = variants,
                                .tasks = tasks,
                                .params = params,
                                .presets = presets,
                                .state = &lab,
                                .state_bytes = sizeof lab};
