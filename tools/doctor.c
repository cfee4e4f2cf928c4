/* What this machine offers to compute shaders: driver, version, limits. `./wb doctor` calls it.
 * Exit status: 0 good, 77 no OpenGL 4.3. */
#include "base/file.h"
#include "gl/context.h"

#include <glad/gl.h>
#include <stdio.h>

static void print_limit(const char *name, GLenum limit, GLint64 guaranteed, const char *unit)
{
    GLint64 value = 0;
    glGetInteger64v(limit, &value);
    printf("  %-44s %12lld %-11s (OpenGL 4.3 guarantees %lld)\n", name, (long long)value, unit,
           (long long)guaranteed);
}

static void print_limit_3d(const char *name, GLenum limit, const char *guaranteed)
{
    GLint value[3] = {0};
    for (GLuint i = 0; i < 3; i++) glGetIntegeri_v(limit, i, &value[i]);
    printf("  %-44s %d x %d x %d (OpenGL 4.3 guarantees %s)\n", name, value[0], value[1], value[2],
           guaranteed);
}

static bool has_extension(const char *wanted)
{
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLuint i = 0; i < (GLuint)count; i++) {
        const char *name = (const char *)glGetStringi(GL_EXTENSIONS, i), *other = wanted;
        while (*name != '\0' && *name == *other) name++, other++;
        if (*name == *other) return true;
    }
    return false;
}

int main(void)
{
    if (!wb_context_create(&(wb_context_desc){.headless = true})) return 77;
    printf("OpenGL           %s\n", wb_context_name());
    printf("GLSL             %s\n", (const char *)glGetString(GL_SHADING_LANGUAGE_VERSION));
    printf("window           %s\n",
           wb_context_has_display() ? "can be opened" : "no display: lessons run headless");
    printf("subgroups        %s\n", has_extension("GL_KHR_shader_subgroup")
                                        ? "GL_KHR_shader_subgroup"
                                        : "not there; the lessons use their portable versions");
    printf("compute limits\n");
    print_limit_3d("GL_MAX_COMPUTE_WORK_GROUP_COUNT", GL_MAX_COMPUTE_WORK_GROUP_COUNT,
                   "65535 x 65535 x 65535");
    print_limit_3d("GL_MAX_COMPUTE_WORK_GROUP_SIZE", GL_MAX_COMPUTE_WORK_GROUP_SIZE,
                   "1024 x 1024 x 64");
    print_limit("GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS", GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS,
                1024, "invocations");
    print_limit("GL_MAX_COMPUTE_SHARED_MEMORY_SIZE", GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, 32768,
                "bytes");
    print_limit("GL_MAX_SHADER_STORAGE_BLOCK_SIZE", GL_MAX_SHADER_STORAGE_BLOCK_SIZE, 16777216,
                "bytes");
    print_limit("GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS", GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, 8,
                "blocks");
    wb_context_delete();
    return wb_file_end_stdout() ? 0 : 1;
}
