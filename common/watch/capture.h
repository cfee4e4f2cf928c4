/* A compute dispatch with copies of all the memory that it works on: what the kernel machine runs,
 * and what the driver has made of the same. The dispatch is as watch/dispatch.h describes it.
 *
 * Reading the memory back waits for all work issued so far and needs barriers; they are issued so
 * that no listener hears of them, and an error that a missing barrier makes may not show then.
 *
 * Not to be had: textures with several samples; of compressed formats, of sRGB, and of whole
 * numbers in three channels; swizzled ones, those with limited levels of detail, cubes that are
 * filtered across their edges, views of a texture that is written by another name; and what
 * watch/dispatch.h does not see. */
#ifndef WB_WATCH_CAPTURE_H
#define WB_WATCH_CAPTURE_H

#include "watch/dispatch.h"
#include "watch/kernel.h"

/* The bound part of a buffer, whatever number of bindings show it; or a texture. */
typedef struct wb_capture_memory {
    GLuint buffer;            // one of the two
    GLuint texture;           // all levels of it
    GLuint original;          // what it is a view of; or itself
    int64_t offset;           // of the part in the buffer
    size_t size;              // in bytes
    bool is_read, is_written; // by the kernel, as its qualifiers say
    const char *label;        // of the buffer or texture; "" if it has none
    uint8_t *before;          // the dispatch
    uint8_t *work;            // what the machine works on; as before, at first
    uint8_t *after; // what the driver made of it; NULL unless it is written and has been asked
    GLenum target;  // of a texture; as are the following
    GLint levels;
    GLenum format, type; // of its texels here
    wb_texel_format texel;
    size_t texel_size;
} wb_capture_memory;

/* Zeroed: nothing, with nothing to free. */
typedef struct wb_capture {
    const wb_kernel *kernel;
    wb_machine_dispatch dispatch; // on the memories' `work`
    wb_machine_resource *resources;
    int *memory_of;  // of each resource
    int64_t *starts; // of each resource, in the buffer or texture: a byte
    int resource_capacity, memory_of_capacity, start_capacity;
    wb_machine_uniform *uniforms;
    int uniform_capacity;
    uint32_t *values; // of the uniforms
    wb_capture_memory *memory;
    int memory_count, memory_capacity;
    char reason[200]; // why it cannot be had
} wb_capture;

/* Copies what the dispatch, which is about to be issued, works on. It has been described with
 * labels, uniforms and groups, and its kernel runs in the machine. False, with a reason, if that
 * cannot be; the capture is to be freed in any case. */
bool wb_capture_take(wb_capture *capture, const wb_dispatch *dispatch, const wb_kernel *kernel);

/* The same in half the memory and time, for a single run: `before` is `work`, there is no
 * wb_capture_rewind(), and what the kernel only writes is zero. */
bool wb_capture_take_once(wb_capture *capture, const wb_dispatch *dispatch,
                          const wb_kernel *kernel);

/* Right after the dispatch: what the driver has written. */
void wb_capture_take_result(wb_capture *capture);

/* Makes `work` what it was before. */
void wb_capture_rewind(wb_capture *capture);

void wb_capture_free(wb_capture *capture);

/* OpenGL's GL_RGBA8 in the machine's terms; NULL if it has none for it. */
const wb_texel_format *wb_capture_format(GLenum internal);

#endif
