#include "compute/subgroup.h"

#include "gl/bound.h"

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

static bool are_unwanted(void)
{
    const char *wanted = getenv("WB_SUBGROUPS");
    return wanted != NULL && strcmp(wanted, "0") == 0;
}

// The size of subgroups in compute shaders, if these have all of `wanted_features`; 0 if there are
// none, or if WB_SUBGROUPS=0.
static int subgroup_size(GLint wanted_features)
{
    if (are_unwanted() || !wb_bound_has_extension("GL_KHR_shader_subgroup")) return 0;
    bool in_compute = (wb_bound_get(SUBGROUP_SUPPORTED_STAGES) & GL_COMPUTE_SHADER_BIT) != 0;
    GLint features = wb_bound_get(SUBGROUP_SUPPORTED_FEATURES);
    bool has_all = (features & wanted_features) == wanted_features;
    return in_compute && has_all ? wb_bound_get(SUBGROUP_SIZE) : 0;
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
    bool older = !are_unwanted() && wb_bound_has_extension("GL_ARB_shader_ballot") &&
                 wb_bound_has_extension("GL_ARB_gpu_shader_int64");
    return older ? WB_BALLOT_ARB : WB_BALLOT_NONE;
}
