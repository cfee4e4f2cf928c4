/* A compute shader without its macros: what is left means the same to every compiler.
 *
 * Compilers disagree about macros: which extensions have a name, how an #if computes. So a kernel
 * can be two, one for the driver and one for the kernel machine. In the plain text every #if has
 * been decided, once: by glslangValidator, with the extensions that this driver has. An #extension
 * that the driver lacks is gone, as the driver ignores it. Lines stay where they are. */
#ifndef WB_GL_PLAIN_H
#define WB_GL_PLAIN_H

#ifdef __cplusplus
extern "C" {
#endif

/* For the caller to free. Needs a current context. NULL: it cannot be made, as without
 * glslangValidator, or because that refuses the text; then *message says why, and is to be freed,
 * or is NULL if glslangValidator is missing. */
char *wb_plain_text(const char *text, char **message);

#ifdef __cplusplus
}
#endif

#endif
