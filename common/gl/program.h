/* Shader programs from the files under shaders/.
 *
 * Files are found in the directory that WB_SHADERS names, or in the first `shaders` directory
 * beside or above the program itself, wherever it was started from. #include and injected
 * constants: see base/source.h. With WB_SHADER_OUTPUT=DIRECTORY in the environment, every shader is
 * also written there as the driver gets it. *
 * Hot reload: every program remembers the files that it was made from. Once some of them have been
 * saved, it is compiled and linked anew into the same GL object, so the caller's GLuint stays
 * valid; if that fails, what it was before keeps running. */
#ifndef WB_PROGRAM_H
#define WB_PROGRAM_H

#include "base/source.h"

#include <glad/gl.h>
#include <stdbool.h>

/* A compute program from one file, such as "04_life/global.comp", labelled with the file's name.
 * `defines` (from WB_DEFINES, or NULL) become constants in the GLSL. On failure 0, with the
 * driver's message led back to the file and line that caused it. The caller deletes it with
 * glDeleteProgram(). */
GLuint wb_program_compute(const char *file, const wb_define *defines);

/* A drawing program from a vertex and a fragment shader; both get the constants. */
GLuint wb_program_draw(const char *vertex, const char *fragment, const wb_define *defines);

/* The directory with the shaders; NULL, with a message, if there is none. */
const char *wb_program_directory(void);

/* Looks at the files of all programs, also of those that are deleted by now or that failed to
 * compile. Returns whether somebody has saved (or removed) some since. To be called about four
 * times a second: a save counts once its files have stayed the same from one call to the next, as
 * in base/file_watch.h. */
bool wb_program_files_changed(void);

/* Makes the programs anew whose files have changed and that have not been deleted: either all of
 * them, with a note for each, or on an error, with its message, none, because files that go
 * together must not part. Those wait for the next change. Returns how many were made.
 *
 * The new program has no uniform values yet, and its uniform locations and bindings are those in
 * the new GLSL: callers set all uniforms before each dispatch or draw, at explicit locations. The
 * program that is in use may be among them. */
int wb_program_reload(void);

/* Forgets all programs and files. Deletes no GL object. */
void wb_program_quit(void);

#endif
