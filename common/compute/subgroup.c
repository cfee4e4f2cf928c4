#include "compute/subgroup.h"

#include <glad/gl.h>
#include <stdlib.h>
#include <string.h>

// Of GL_KHR_shader_subgroup; not in the loader, which is made for OpenGL 4.3 without extensions.
enum {
    SUBGROUP_SIZE = 0x9532,
    SUBGROUP_SUPPORTED_STAGES = 0x9533,
    SUBGROUP_SUPPORTED_FEATURES = 0x9534,
    SUBGROUP_FEATURE_ARITHMETIC_BIT = 0x0004,
};

static bool has_extension(const char *name)
{
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++)
        if (strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), name) == 0) return true;
    return false;
}

bool wb_subgroup_arithmetic(int group_size)
{
    const char *wanted = getenv("WB_SUBGROUPS");
    if (wanted != NULL && strcmp(wanted, "0") == 0) return false;
    if (!has_extension("GL_KHR_shader_subgroup")) return false;
    GLint size = 0, stages = 0, features = 0;
    glGetIntegerv(SUBGROUP_SIZE, &size);
    glGetIntegerv(SUBGROUP_SUPPORTED_STAGES, &stages);
    glGetIntegerv(SUBGROUP_SUPPORTED_FEATURES, &features);
    return size >= 4 && group_size % size == 0 && (stages & GL_COMPUTE_SHADER_BIT) != 0 &&
           (features & SUBGROUP_FEATURE_ARITHMETIC_BIT) != 0;
}
