/* A capture of a small kernel, for the tests that read captures. Include once. */
#ifndef WB_MACHINE_TESTS_MADE_CAPTURE_H
#define WB_MACHINE_TESTS_MADE_CAPTURE_H

#include "machine/capture_file.h"
#include "machine/front.h"
#include "os/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MADE_WORDS = 64 };

static const char made_text[] =
    "#version 430\n"
    "#define N 64\n"
    "layout(local_size_x = 32) in;\n"
    "layout(std430, binding = 0) readonly buffer From { uint from[]; };\n"
    "layout(std430, binding = 3) buffer To { uint to[]; };\n"
    "layout(binding = 1, r32ui) uniform uimage2D picture;\n"
    "layout(location = 2) uniform ivec2 shift;\n"
    "void main()\n"
    "{\n"
    "    uint i = gl_GlobalInvocationID.x;\n"
    "    to[i & 31u] = from[i] + uint(shift.y);\n" // 11: the groups race
    "    imageStore(picture, ivec2(i & 7u, i >> 3u), uvec4(i));\n"
    "}\n";

static uint32_t made_from[MADE_WORDS], made_to[MADE_WORDS + 4], made_picture[MADE_WORDS];
static uint8_t made_undefined[MADE_WORDS];

/* The capture as a file in memory, for the caller to free; NULL if there is no compiler. */
static char *make_capture(size_t *size)
{
    static wb_source_line lines[14], included_at[2] = {{-1, 0}, {0, 3}};
    static char names[2][24] = {"main.comp", "some folder/part.glsl"};
    static char *files[2] = {names[0], names[1]};
    static uint32_t shift[2] = {5, 7};
    wb_front_output spirv;
    wb_module_error error;
    wb_kernel kernel = {.name = "main.comp", .text = made_text, .runs = true};
    wb_source source = {.files = files,
                        .included_at = included_at,
                        .file_count = 2,
                        .lines = lines,
                        .line_count = 13};
    for (int i = 0; i < 13; i++)
        lines[i] =
            i == 1 ? (wb_source_line){-1, 1} : (wb_source_line){i >= 10, i >= 10 ? i - 9 : i + 1};
    kernel.source = &source;
    if (wb_front_compile(made_text, &spirv) != WB_FRONT_GOOD ||
        !wb_module_load(&kernel.module, spirv.words, spirv.count, &error))
        return NULL;
    wb_front_free(&spirv);
    for (uint32_t i = 0; i < MADE_WORDS; i++) made_from[i] = 100 + i;
    memset(made_to, 0, sizeof made_to);
    made_undefined[40] = 1;
    wb_file_memory memory[] = {
        {"what is read", (uint8_t *)made_from, sizeof made_from, false},
        {"written\nand named", (uint8_t *)made_to, sizeof made_to, true},
        {"", (uint8_t *)made_picture, sizeof made_picture, true},
    };
    wb_machine_resource resources[] = {
        {.space = WB_SPACE_STORAGE,
         .binding = 0,
         .data = made_from,
         .size = sizeof made_from,
         .label = "what is read",
         .undefined = made_undefined},
        {.space = WB_SPACE_STORAGE,
         .binding = 3,
         .data = made_to + 4,
         .size = sizeof made_to - 16,
         .label = "written"},
        {.space = WB_SPACE_IMAGE,
         .binding = 1,
         .data = made_picture,
         .size = sizeof made_picture,
         .format = {WB_TEXEL_UINT, 1, 32},
         .width = 8,
         .height = 8,
         .depth = 1},
        {.space = WB_SPACE_TEXTURE, // which the kernel does not use
         .binding = 7,
         .data = made_picture,
         .size = sizeof made_picture,
         .format = {WB_TEXEL_UINT, 1, 32},
         .width = 8,
         .height = 8,
         .depth = 1,
         .levels = 1,
         .linear = true,
         .linear_small = true,
         .mip = WB_MIP_NEAREST,
         .wrap = {WB_WRAP_BORDER, WB_WRAP_CLAMP, WB_WRAP_CLAMP},
         .border = {0.1f, -1e-30f, 3e8f, 1.0f}},
    };
    wb_machine_uniform uniform = {.location = 2, .words = shift, .count = 2, .elements = 1};
    wb_capture_file capture = {.kernel = &kernel,
                               .lesson = "a lesson",
                               .pass = "a \"pass\"",
                               .call = "glDispatchCompute",
                               .dispatch = {.groups = {2, 1, 1},
                                            .resources = resources,
                                            .resource_count = 4,
                                            .uniforms = &uniform,
                                            .uniform_count = 1},
                               .memory = memory,
                               .memory_count = 3,
                               .subgroup = 8,
                               .fuse_fma = true};
    char *bytes = NULL;
    FILE *file = wb_text_stream(&bytes, size);
    if (file != NULL) wb_capture_file_write(&capture, file);
    if (file != NULL) wb_text_stream_close(file);
    wb_module_free(&kernel.module);
    return bytes;
}

#endif
