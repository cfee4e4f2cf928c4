#include "gl/program.h"

#include "base/file.h"
#include "base/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *wb_program_directory(void)
{
    static char directory[1200];
    const char *named = getenv("WB_SHADERS");
    if (named != NULL && *named != '\0') {
        if (access(named, R_OK | X_OK) == 0) return named;
        wb_error("WB_SHADERS names %s, which is not a readable directory", named);
        return NULL;
    }
    char above[1024];
    if (!wb_file_program_directory(above, sizeof above)) return NULL;
    for (char *end = above + strlen(above); end != NULL; end = strrchr(above, '/')) {
        *end = '\0';
        snprintf(directory, sizeof directory, "%s/shaders", above);
        if (access(directory, R_OK | X_OK) == 0) return directory;
    }
    wb_error("there is no directory named shaders beside or above the program\n"
             "what to do: set WB_SHADERS to the workbench's shaders directory");
    return NULL;
}

// The driver's own message about a shader or a program; the caller frees it.
static char *info_log(GLuint object, PFNGLGETSHADERIVPROC get, PFNGLGETSHADERINFOLOGPROC get_log)
{
    GLint length = 0;
    get(object, GL_INFO_LOG_LENGTH, &length);
    char *log = calloc((size_t)length + 1, 1);
    if (log != NULL) get_log(object, length + 1, NULL, log);
    return log;
}

static GLuint compile(GLenum stage, const wb_source *source)
{
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, (const GLchar *const[]){source->text}, NULL);
    glCompileShader(shader);
    GLint good = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good) return shader;

    char *log = info_log(shader, glGetShaderiv, glGetShaderInfoLog);
    char *explained = log != NULL ? wb_source_explain(source, log) : NULL;
    wb_error("the shader %s does not compile:\n%s", source->files[0],
             explained != NULL ? explained : "(out of memory)");
    free(explained);
    free(log);
    glDeleteShader(shader);
    return 0;
}

// For validators and the curious: 04_life/global.comp becomes DIRECTORY/04_life_global.comp.
static void write_expanded(const wb_source *source)
{
    const char *directory = getenv("WB_SHADER_OUTPUT");
    if (directory == NULL || *directory == '\0') return;
    char path[1024];
    int start = snprintf(path, sizeof path, "%s/", directory);
    snprintf(path + start, sizeof path - (size_t)start, "%s", source->files[0]);
    for (char *c = path + start; *c != '\0'; c++)
        if (*c == '/') *c = '_';
    wb_output output;
    if (!wb_file_create(&output, path)) return;
    fputs(source->text, output.stream);
    wb_file_commit(&output);
}

static GLuint load_shader(GLenum stage, const char *file, const wb_define *defines)
{
    wb_source source;
    const char *directory = wb_program_directory();
    if (directory == NULL || !wb_source_load(&source, directory, file, defines)) return 0;
    write_expanded(&source);
    GLuint shader = compile(stage, &source);
    wb_source_free(&source);
    return shader;
}

// Links compiled shaders into a program, and gives them up in any case.
static GLuint link_shaders(const char *label, const GLuint *shaders, int count)
{
    GLuint program = glCreateProgram();
    for (int i = 0; i < count; i++) glAttachShader(program, shaders[i]);
    glLinkProgram(program);
    for (int i = 0; i < count; i++) {
        glDetachShader(program, shaders[i]);
        glDeleteShader(shaders[i]);
    }
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good) {
        glObjectLabel(GL_PROGRAM, program, -1, label);
        return program;
    }
    char *log = info_log(program, glGetProgramiv, glGetProgramInfoLog);
    wb_error("the program %s does not link:\n%s", label, log != NULL ? log : "(out of memory)");
    free(log);
    glDeleteProgram(program);
    return 0;
}

GLuint wb_program_compute(const char *file, const wb_define *defines)
{
    GLuint shader = load_shader(GL_COMPUTE_SHADER, file, defines);
    return shader != 0 ? link_shaders(file, &shader, 1) : 0;
}

GLuint wb_program_draw(const char *vertex, const char *fragment, const wb_define *defines)
{
    GLuint shaders[2] = {load_shader(GL_VERTEX_SHADER, vertex, defines), 0};
    if (shaders[0] != 0) shaders[1] = load_shader(GL_FRAGMENT_SHADER, fragment, defines);
    if (shaders[1] != 0) return link_shaders(fragment, shaders, 2);
    glDeleteShader(shaders[0]);
    return 0;
}
