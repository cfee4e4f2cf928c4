/* Shader programs from the files under shaders/.
 *
 * Files are found in the directory that WB_SHADERS names, or in the first `shaders` directory
 * beside or above the program itself, wherever it was started from. #include and injected
 * constants: see base/source.h. With WB_SHADER_OUTPUT=DIRECTORY in the environment, every shader is
 * also written there as the driver gets it. */
#ifndef WB_PROGRAM_H
#define WB_PROGRAM_H

#include "base/source.h"

#include <glad/gl.h>

/* A compute program from one file, such as "04_life/global.comp", labelled with the file's name.
 * `defines` (from WB_DEFINES, or NULL) become constants in the GLSL. On failure 0, with the
 * driver's message led back to the file and line that caused it. The caller deletes it with
 * glDeleteProgram(). */
GLuint wb_program_compute(const char *file, const wb_define *defines);

/* A drawing program from a vertex and a fragment shader; both get the constants. */
GLuint wb_program_draw(const char *vertex, const char *fragment, const wb_define *defines);

/* The directory with the shaders; NULL, with a message, if there is none. */
const char *wb_program_directory(void);

#endif
