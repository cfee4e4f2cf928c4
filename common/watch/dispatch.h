/* What a dispatch or a draw works on: its program, groups, buffers, textures, images and uniform
 * values, as they are when it starts. The barrier checker, the trace and the panel read it; it is
 * complete enough to run a compute dispatch elsewhere on copies of the memory that it names.
 *
 * Also here: listening, on behalf of all listeners, to which programs and objects there are
 * (watch/interface.h, watch/object.h). That takes only the calls that make and delete things, so
 * dispatches go straight to the driver unless another listener wants to hear of them.
 *
 * What it does not see: transform feedback, subroutines. */
#ifndef WB_WATCH_DISPATCH_H
#define WB_WATCH_DISPATCH_H

#include "watch/calls.h"
#include "watch/interface.h"
#include "watch/object.h"

#include <stdbool.h>
#include <stdint.h>

/* From begin to end, it is known which programs and objects are made and deleted. The earlier, the
 * better: what was made before is not known, as are the `readonly` and `writeonly` of a program
 * that was linked before (its blocks then count as read and written). Brackets may overlap: the
 * last end forgets everything. With a current context. */
void wb_dispatch_begin(void);
void wb_dispatch_end(void);

enum { WB_LABEL_SIZE = 128 }; // longer labels are cut

/* What is bound for a storage block, a uniform block or a buffer of atomic counters. */
typedef struct wb_dispatch_buffer {
    wb_resource resource; // with the binding, what the shader does, and what it needs at the least
    GLuint buffer;        // 0: nothing is bound
    int64_t offset;       // of the bound range in it
    int64_t size_bytes;   // of the bound range, as far as it lies in the buffer; may be negative
    bool whole;           // bound without a range
    const char *label;    // of the buffer, "" if it has none
} wb_dispatch_buffer;

/* What is bound for a sampler or an image, or for one of an array of them. */
typedef struct wb_dispatch_texture {
    wb_resource resource; // `access` less what the image unit does not allow
    int element;
    GLint unit;
    GLuint texture;          // 0: nothing is bound
    GLuint buffer;           // of a buffer texture: where its texels are
    GLenum target;           // of the texture: GL_TEXTURE_2D; GL_NONE if not known
    GLuint sampler;          // samplers: the sampler object; 0: the texture's own parameters
    GLint level, last_level; // that the shader may reach: of an image, one
    bool layered;            // images: all layers of the level; else one, `layer`
    GLint layer;
    GLenum format;     // GL_RGBA8
    const char *label; // of the texture, "" if it has none
} wb_dispatch_texture;

/* A uniform of the default block. */
typedef struct wb_dispatch_uniform {
    wb_resource resource;
    GLenum number; // GL_FLOAT, GL_INT, GL_UNSIGNED_INT, GL_DOUBLE
    int numbers;   // in one element; a matrix is stored column by column
    size_t first;  // in wb_dispatch.values: its resource.count * numbers values start here
} wb_dispatch_uniform;

typedef struct wb_dispatch_attribute {
    wb_resource resource;
    GLuint buffer;
    int64_t offset; // of what the first vertex has, in the buffer
    int size_bytes; // of what a vertex has
    int stride;     // from one to the next
    int divisor;    // 0: each vertex has its own; else this many instances share one
} wb_dispatch_attribute;

/* Zeroed: no dispatch, with nothing to free. Texts live until wb_dispatch_end(). */
typedef struct wb_dispatch {
    const char *call;   // "glDispatchComputeIndirect"
    const char *pass;   // the pass that is open, see gl/pass.h; NULL: none
    GLuint program;     // of a pipeline: of its first stage; 0: none, and nothing below is known
    const char *kernel; // the program's label: a shader's file, "04_life/global.comp"; or ""
    bool is_compute;    // or else a draw
    GLuint local_size[3];
    bool is_indirect; // then what else is here stands in the GPU's memory:
    GLuint commands;
    int64_t commands_offset, commands_bytes; // bytes: of draws, with all that lies between two
    GLuint indices;    // of a draw with indices: the buffer that they come from; else 0
    bool knows_counts; // of a draw; false: only the GPU knows, or several draws are one call
    int64_t vertices, instances;
    int64_t first_vertex, first_instance; // the former of a draw without indices
    int64_t indices_offset, indices_bytes;
    bool knows_groups; // of a dispatch; false: only the GPU knows
    GLuint groups[3];
    wb_dispatch_buffer *buffers;
    int buffer_count, buffer_capacity;
    wb_dispatch_texture *textures;
    int texture_count, texture_capacity;
    wb_dispatch_uniform *uniforms;
    int uniform_count, uniform_capacity;
    wb_dispatch_attribute *attributes; // of a draw; those that come from a buffer
    int attribute_count, attribute_capacity;
    uint32_t *values; // of all uniforms; a double takes two
    int value_count, value_capacity;
} wb_dispatch;

/* What to ask for beyond what is bound; each takes its time. */
enum {
    WB_DISPATCH_LABELS = 1,
    WB_DISPATCH_UNIFORMS = 2,
    /* Reads the groups of an indirect dispatch back, which waits for all work issued so far, and
     * needs a barrier: one is issued that no listener hears of, so that an error which a missing
     * barrier makes may not show. */
    WB_DISPATCH_GROUPS = 4,
};

/* Describes the dispatch or draw that `call` is about to issue, as a listener gets it before it, in
 * `d`, which is zeroed or holds an earlier one; its memory is used again. Uses up the call's
 * arguments. */
void wb_dispatch_describe(wb_dispatch *d, wb_call *call, int wanted);

/* Makes it empty, as of no dispatch, but keeps its memory. */
void wb_dispatch_clear(wb_dispatch *d);

void wb_dispatch_free(wb_dispatch *d);

#endif
