/* For the barrier linter (hazard.h): what a program reads and writes, from introspection and from
 * the qualifiers in the source. */
#ifndef WB_HAZARD_PROGRAM_H
#define WB_HAZARD_PROGRAM_H

#include <stdbool.h>

#include <glad/gl.h>

typedef enum wb_resource_kind {
    WB_RESOURCE_STORAGE_BLOCK,
    WB_RESOURCE_UNIFORM_BLOCK,
    WB_RESOURCE_SAMPLER,
    WB_RESOURCE_IMAGE,
    WB_RESOURCE_ATTRIBUTE,
} wb_resource_kind;

typedef struct wb_resource {
    wb_resource_kind kind;
    GLint place;            // blocks: binding; samplers, images, attributes: location
    GLint count;            // elements of an array of samplers or images
    GLint size_bytes;       // blocks: the least that the buffer must hold
    GLenum texture_binding; // samplers: GL_TEXTURE_BINDING_2D, ...
    int flags;              // WB_USE_...
    char name[64];          // without [0], cut if longer
} wb_resource;

typedef struct wb_program {
    wb_resource *resources;
    int count, capacity;
    bool known;
} wb_program;

/* The program's resources. Looks them up now if the program is new or has been forgotten. */
const wb_program *wb_program_resources(GLuint program);
/* To be called when the program is linked, deleted, or has a block's binding changed. */
void wb_program_forget(GLuint program);
void wb_program_forget_all(void);

/* What `source` says of the storage block (or the image uniform) `name`: WB_USE_READS and/or
 * WB_USE_WRITES; with WB_USE_GUESSED if it stands there without qualifier; 0 if not there. */
int wb_source_qualifiers(const char *source, const char *name, bool is_image);

#endif
