/* Questions to OpenGL about what is bound now. They go straight to the driver, heard by no listener
 * (watch/calls.h); each is answered anew, so that no answer is out of date. */
#ifndef WB_GL_BOUND_H
#define WB_GL_BOUND_H

#include <stdbool.h>
#include <stdint.h>

#include <glad/gl.h>

/* One number of glGetIntegerv(). */
GLint wb_bound_get(GLenum what);

/* Whether the driver has an extension, such as "GL_KHR_shader_subgroup". */
bool wb_bound_has_extension(const char *name);

/* The buffer at a target such as GL_COPY_READ_BUFFER; 0 if there is none, or no such target. */
GLuint wb_bound_buffer(GLenum target);

/* The texture at a target, such as GL_TEXTURE_2D or a face of a cube map, of the active unit. */
GLuint wb_bound_texture(GLenum target);

/* The index-th target of textures, from 0, and what glGetIntegerv() calls its binding; GL_NONE past
 * the end. The same for targets of buffers, without the indexed bindings. */
GLenum wb_bound_texture_target(int index, GLenum *binding);
GLenum wb_bound_buffer_target(int index, GLenum *binding);

/* A set of numbered bindings: storage blocks, uniform blocks or atomic counters. */
typedef struct wb_bound_set {
    GLenum target, binding, start, size, limit;
} wb_bound_set;

extern const wb_bound_set wb_bound_storage, wb_bound_uniforms, wb_bound_counters, wb_bound_feedback;

/* What one of them holds. */
typedef struct wb_bound_range {
    GLuint buffer;
    int64_t offset, size_bytes; // size 0: the whole buffer
} wb_bound_range;

wb_bound_range wb_bound_range_at(const wb_bound_set *set, GLuint index);

/* What an image unit holds. */
typedef struct wb_bound_image {
    GLuint texture;
    GLint level, layer;
    GLboolean layered;
    GLenum access, format;
} wb_bound_image;

wb_bound_image wb_bound_image_at(GLuint unit);

#endif
