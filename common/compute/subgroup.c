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
    SUBGROUP_FEATURE_BALLOT_BIT = 0x0008,
    SUBGROUP_FEATURE_SHUFFLE_BIT = 0x0010,
};

static bool has_extension(const char *name)
{
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++)
        if (strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), name) == 0) return true;
    return false;
}

static bool are_unwanted(void)
{
    const char *wanted = getenv("WB_SUBGROUPS");
    return wanted != NULL && strcmp(wanted, "0") == 0;
}

// The size of subgroups in compute shaders, if these have all of `wanted_features`; 0 if there are
// none, or if WB_SUBGROUPS=0.
static int subgroup_size(GLint wanted_features)
{
    if (are_unwanted() || !has_extension("GL_KHR_shader_subgroup")) return 0;
    GLint size = 0, stages = 0, features = 0;
    glGetIntegerv(SUBGROUP_SIZE, &size);
    glGetIntegerv(SUBGROUP_SUPPORTED_STAGES, &stages);
    glGetIntegerv(SUBGROUP_SUPPORTED_FEATURES, &features);
    bool in_compute = (stages & GL_COMPUTE_SHADER_BIT) != 0;
    return in_compute && (features & wanted_features) == wanted_features ? size : 0;
}

bool wb_subgroup_arithmetic(int group_size)
{
    int size = subgroup_size(SUBGROUP_FEATURE_ARITHMETIC_BIT);
    return size >= 4 && group_size % size == 0;
}

bool wb_subgroup_ballot(int group_size, int size)
{
    GLint features = SUBGROUP_FEATURE_BALLOT_BIT | SUBGROUP_FEATURE_SHUFFLE_BIT |
                     SUBGROUP_FEATURE_ARITHMETIC_BIT;
    return subgroup_size(features) == size && group_size % size == 0;
}

wb_ballot wb_subgroup_votes(void)
{
    if (subgroup_size(SUBGROUP_FEATURE_BALLOT_BIT) > 0) return WB_BALLOT_KHR;
    bool older = has_extension("GL_ARB_shader_ballot") && has_extension("GL_ARB_gpu_shader_int64");
    return older && !are_unwanted() ? WB_BALLOT_ARB : WB_BALLOT_NONE;
}
