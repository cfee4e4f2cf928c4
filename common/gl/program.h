/* Shader programs from the files under shaders/.
 *
 * Every file, one that is included too, is looked for in several directories, the roots, and taken
 * from the first that has it. In this order:
 *   1. those that the program has added, see wb_program_add_root()
 *   2. those that WB_SHADERS names, separated by colons; or, if it is unset or empty,
 *      - the first directory named `shaders` beside or above the program itself, wherever it was
 *        started from
 *      - the source tree's shaders, where the library was built (WB_SOURCE_SHADERS)
 *      - the installed ones (WB_INSTALL_SHADERS)
 *      as far as they exist.
 * So a program outside the tree has its own kernels in a directory of its own, and uses scan/,
 * sort/ and the other building blocks beside them. WB_SOURCE_SHADERS and WB_INSTALL_SHADERS are
 * absolute paths, defined as strings where the library is compiled; either may be left undefined.
 *
 * #include and injected constants: see base/source.h. With WB_SHADER_OUTPUT=DIRECTORY in the
 * environment, every shader is also written there as the driver gets it.
 *
 * Hot reload: every program remembers the files that it was made from. Once some of them have been
 * saved, it is compiled and linked anew into the same GL object, so the caller's GLuint stays
 * valid; if that fails, what it was before keeps running. */
#ifndef WB_GL_PROGRAM_H
#define WB_GL_PROGRAM_H

#include "base/source.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Adds a directory of shaders to search before all others but those added earlier; to be called
 * before the programs that need it are made. The path is copied; a relative one starts from the
 * directory that is the current one now. Stays until wb_program_quit(). False, with a message, if
 * there is no such directory. Needs no OpenGL. */
bool wb_program_add_root(const char *path);

/* The index-th directory that is searched; NULL past the end. If WB_SHADERS names something that is
 * no directory, or if there is no directory at all, then there are none, with a message. */
const char *wb_program_root(int index);

/* Writes the full path of a shader file, such as "04_life/global.comp", into `path`. False, without
 * a message, if no root has it; `path` is then where it would be in the first. */
bool wb_program_find(const char *file, char *path, size_t size);

/* A compute program from one file, such as "04_life/global.comp", labelled with the file's name.
 * `defines` (from WB_DEFINES, or NULL) become constants in the GLSL. On failure 0, with the
 * driver's message led back to the file and line that caused it. The caller deletes it with
 * glDeleteProgram(). */
GLuint wb_program_compute(const char *file, const wb_define *defines);

/* A drawing program from a vertex and a fragment shader; both get the constants. */
GLuint wb_program_draw(const char *vertex, const char *fragment, const wb_define *defines);

/* From here on, compute programs made from `file` get its text without macros (gl/plain.h), so that
 * the driver and the kernel machine judge the same kernel; one that cannot be made so does not
 * compile. Needs glslangValidator. NULL: none. The name is not copied. */
void wb_program_plain(const char *file);

/* Looks at the files of all programs, also of those that are deleted by now or that failed to
 * compile. Returns whether some have been saved (or removed) since. To be called some fifty times
 * a second: a save counts once its files have stayed the same from one call to the next, as in
 * base/file_watch.h. */
bool wb_program_files_changed(void);

/* Writes the path of each file that is looked at from here on into `list`, a line each, before it
 * is read: for a process that outlives a crash of this one. NULL: no longer. */
void wb_program_list_files(FILE *list);

/* Makes the programs anew whose files have changed and that have not been deleted: either all of
 * them, with a note for each, or on an error, with its message, none, because files that go
 * together must not part. Those wait for the next change. Returns how many were made.
 *
 * The new program has no uniform values yet, and its uniform locations and bindings are those in
 * the new GLSL: callers set all uniforms before each dispatch or draw, at explicit locations. The
 * program that is in use may be among them. */
int wb_program_reload(void);

/* A compute program is unread if its text is not that with which the workbench was built
 * (built_with/shaders above the program has copies of those files) and it has not been approved
 * since it was made or reloaded. It was edited, then, and nothing has looked yet at what it does:
 * see lesson/guard.h. */
bool wb_program_is_unread(GLuint program);
bool wb_program_any_unread(void);
void wb_program_approve(GLuint program);

/* Of its first shader, as the driver got it; lives as long as what wb_program_source() returns.
 * NULL if it was not made here. */
const char *wb_program_text(GLuint program);

/* The programs of the last reload become what they were before it, without their uniform values,
 * with a note. False if this one was not among them. */
bool wb_program_take_back(GLuint program);

/* Whether a compute program asks for the length() of an array, perhaps of a whole buffer. */
bool wb_program_asks_length(void);

/* Whether a shader that was made here has log/log.glsl in it. */
bool wb_program_logs(void);

/* Programs that are made from here on say nothing: WB_LOG and WB_ASSERT are left out of them, with
 * what stands between their brackets. */
void wb_program_silence(bool silent);

/* What a shader with this text was made from: the files and lines that its lines come from. NULL if
 * no shader that was made here has this text. Lives until wb_program_quit(). */
const wb_source *wb_program_source(const char *text);

/* The index-th of these texts, in the order in which they were first made; NULL past the end. */
const wb_source *wb_program_source_at(int index);

/* Forgets all programs, files and roots. Deletes no GL object. */
void wb_program_quit(void);

#endif
