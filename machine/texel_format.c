/* Formats of texels, by their words in GLSL and their numbers in SPIR-V. */
#include "machine/module.h"

#include <string.h>

// In the order of SPIR-V's ImageFormat, from 1 on; 0 says that the kernel declares none.
static const struct {
    const char *name;
    wb_texel_format format;
} formats[] = {
    {"rgba32f", {WB_TEXEL_FLOAT, 4, 32}},
    {"rgba16f", {WB_TEXEL_FLOAT, 4, 16}},
    {"r32f", {WB_TEXEL_FLOAT, 1, 32}},
    {"rgba8", {WB_TEXEL_UNORM, 4, 8}},
    {"rgba8_snorm", {WB_TEXEL_SNORM, 4, 8}},
    {"rg32f", {WB_TEXEL_FLOAT, 2, 32}},
    {"rg16f", {WB_TEXEL_FLOAT, 2, 16}},
    {"r11f_g11f_b10f", {WB_TEXEL_SMALL_FLOATS, 1, 32}},
    {"r16f", {WB_TEXEL_FLOAT, 1, 16}},
    {"rgba16", {WB_TEXEL_UNORM, 4, 16}},
    {"rgb10_a2", {WB_TEXEL_SMALL_UNORM, 1, 32}},
    {"rg16", {WB_TEXEL_UNORM, 2, 16}},
    {"rg8", {WB_TEXEL_UNORM, 2, 8}},
    {"r16", {WB_TEXEL_UNORM, 1, 16}},
    {"r8", {WB_TEXEL_UNORM, 1, 8}},
    {"rgba16_snorm", {WB_TEXEL_SNORM, 4, 16}},
    {"rg16_snorm", {WB_TEXEL_SNORM, 2, 16}},
    {"rg8_snorm", {WB_TEXEL_SNORM, 2, 8}},
    {"r16_snorm", {WB_TEXEL_SNORM, 1, 16}},
    {"r8_snorm", {WB_TEXEL_SNORM, 1, 8}},
    {"rgba32i", {WB_TEXEL_INT, 4, 32}},
    {"rgba16i", {WB_TEXEL_INT, 4, 16}},
    {"rgba8i", {WB_TEXEL_INT, 4, 8}},
    {"r32i", {WB_TEXEL_INT, 1, 32}},
    {"rg32i", {WB_TEXEL_INT, 2, 32}},
    {"rg16i", {WB_TEXEL_INT, 2, 16}},
    {"rg8i", {WB_TEXEL_INT, 2, 8}},
    {"r16i", {WB_TEXEL_INT, 1, 16}},
    {"r8i", {WB_TEXEL_INT, 1, 8}},
    {"rgba32ui", {WB_TEXEL_UINT, 4, 32}},
    {"rgba16ui", {WB_TEXEL_UINT, 4, 16}},
    {"rgba8ui", {WB_TEXEL_UINT, 4, 8}},
    {"r32ui", {WB_TEXEL_UINT, 1, 32}},
    {"rgb10_a2ui", {WB_TEXEL_SMALL_UINT, 1, 32}},
    {"rg32ui", {WB_TEXEL_UINT, 2, 32}},
    {"rg16ui", {WB_TEXEL_UINT, 2, 16}},
    {"rg8ui", {WB_TEXEL_UINT, 2, 8}},
    {"r16ui", {WB_TEXEL_UINT, 1, 16}},
    {"r8ui", {WB_TEXEL_UINT, 1, 8}},
};
enum { COUNT = sizeof formats / sizeof *formats };

const wb_texel_format *wb_texel_format_named(const char *name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(formats[i].name, name) == 0) return &formats[i].format;
    return NULL;
}

const wb_texel_format *wb_texel_format_numbered(uint32_t number)
{
    return number >= 1 && number <= COUNT ? &formats[number - 1].format : NULL;
}

const char *wb_texel_format_name(const wb_texel_format *format)
{
    for (size_t i = 0; i < COUNT; i++)
        if (wb_texel_format_is(&formats[i].format, format)) return formats[i].name;
    return "no format";
}

bool wb_texel_format_is(const wb_texel_format *a, const wb_texel_format *b)
{
    return a->kind == b->kind && a->channels == b->channels && a->bits == b->bits;
}
