/* What a program has: its blocks, uniforms, samplers, images and vertex attributes, from OpenGL's
 * introspection, and from its source as it was compiled what OpenGL does not tell: `readonly`,
 * `writeonly`, and whether a block is used at all. Where an #if or a macro may decide about that,
 * glslangValidator expands the source first; without it, and for conditions that name an extension,
 * all sides of an #if add up, and a macro says nothing. Asked once for each program, and forgotten
 * when it is linked anew or deleted; watch/dispatch hears of that, between wb_dispatch_begin() and
 * wb_dispatch_end(), and only then may these be called. */
#ifndef WB_WATCH_INTERFACE_H
#define WB_WATCH_INTERFACE_H

#include "machine/module.h"

#include <stdbool.h>
#include <stdint.h>

#include <glad/gl.h>

typedef enum wb_resource_kind {
    WB_STORAGE_BLOCK,
    WB_UNIFORM_BLOCK,
    WB_ATOMIC_COUNTERS, // one buffer of them
    WB_SAMPLER,
    WB_IMAGE,
    WB_UNIFORM, // of the default block, neither sampler nor image
    WB_ATTRIBUTE,
} wb_resource_kind;

enum {
    WB_READS = 1,
    WB_WRITES = 2,
    WB_GUESSED = 4, // no qualifier was found: taken as read and written
};

/* A part of a buffer, from the start of what is bound, and what the shader does there. */
typedef struct wb_block_part {
    int64_t begin, end; // bytes; INT64_MAX: to the end of what is bound
    int access;
} wb_block_part;

typedef struct wb_resource {
    wb_resource_kind kind;
    const char *name; // without [0]; "" for atomic counters. Lives until wb_dispatch_end()
    int element;      // of an array of blocks
    GLint binding;    // blocks and atomic counters; else -1
    GLint location;   // uniforms, samplers, images, attributes; else -1
    GLint count; // elements of an array of uniforms, samplers or images; locations of an attribute;
                 // else 1
    GLint size_bytes; // blocks and atomic counters: the least that the buffer must hold,
    bool is_sized;    // and the most that the shader uses
    GLenum type;      // GL_FLOAT_VEC3, GL_SAMPLER_2D; GL_NONE for a block
    int access;       // WB_READS and/or WB_WRITES
    const wb_texel_format *format; // images: as the shader declares; NULL: it does not, or by macro
    /* Blocks and atomic counters: what of the buffer may be touched; a block whose members differ
     * in their qualifiers has several parts, as have counters. They live until the program is
     * linked, deleted, or has a block's binding changed. */
    wb_block_part *parts;
    int part_count;
} wb_resource;

typedef struct wb_interface {
    const wb_resource *resources;
    int count;
    bool draws; // a shader other than a compute shader was seen when it was linked
    /* The source of the last shader that was attached when it was linked, as the driver compiled
     * it: of a compute program, the kernel. NULL if that was not seen. */
    const char *source;
} wb_interface;

/* Empty if the program is not linked. Lives until the program is linked, deleted, or has a block's
 * binding changed. */
const wb_interface *wb_interface_of(GLuint program);

/* What a sampler of this type reads, GL_TEXTURE_2D; GL_NONE if it is no sampler. */
GLenum wb_interface_texture_target(GLenum type);

/* How many numbers a uniform of this type has, and whether they are GL_FLOAT, GL_INT,
 * GL_UNSIGNED_INT (bool counts as that) or GL_DOUBLE. */
int wb_interface_numbers(GLenum type, GLenum *number);

/* What `source` says of the storage block `name`, or of one of its members, or (`is_image`) of the
 * image uniform `name`: WB_READS and/or WB_WRITES; with WB_GUESSED if it stands there without
 * qualifier; 0 if not there. `member` NULL: of all members together. `*format`, unless NULL,
 * becomes the image's, or NULL if it has none, or several. */
int wb_interface_qualifiers(const char *source, const char *name, const char *member, bool is_image,
                            const wb_texel_format **format);

/* ---- For watch/dispatch, which hears the calls ---- */

void wb_interface_shader_made(GLuint shader);
void wb_interface_compiled(GLuint shader);
void wb_interface_linking(GLuint program); // before it; one that is in use may stay what it is
void wb_interface_linked(GLuint program);  // while its shaders are attached
/* Linked from `count` strings that are one shader's source; 0: from what has no source. */
void wb_interface_linked_from(GLuint program, GLenum stage, GLsizei count,
                              const GLchar *const *strings);
void wb_interface_changed(GLuint program);
void wb_interface_deleted(GLuint program);
void wb_interface_forget_all(void);

#endif
