/* Which objects OpenGL has, and what storage they were given: kept by watch/dispatch from the
 * moment on that wb_dispatch_begin() is called. What was created before is not known here. */
#ifndef WB_WATCH_OBJECT_H
#define WB_WATCH_OBJECT_H

#include <stddef.h>
#include <stdint.h>

#include <glad/gl.h>

typedef enum wb_kind {
    WB_KIND_BUFFER,
    WB_KIND_TEXTURE,
    WB_KIND_PROGRAM,
    WB_KIND_SHADER,
    WB_KIND_FRAMEBUFFER,
    WB_KIND_RENDERBUFFER,
    WB_KIND_VERTEX_ARRAY,
    WB_KIND_QUERY,
    WB_KIND_SAMPLER,
    WB_KIND_COUNT,
} wb_kind;

typedef struct wb_object {
    wb_kind kind;
    GLuint name;
    uint64_t created;   // objects are numbered from 1 on in the order of their creation
    uint64_t stored;    // counts the times that it was given new storage
    int64_t size_bytes; // of a buffer
    GLenum target;      // of a texture with storage: GL_TEXTURE_2D
    GLuint buffer;      // of a buffer texture: where its texels are,
    int64_t texels_offset, texels_bytes; // from where on, and how many; 0 bytes: all there are
    /* Of a buffer texture its buffer, and of a view the texture whose levels and layers it shows,
     * which is no view itself: what holds its data. If that is deleted, its data stay, and the name
     * here becomes the one that wb_object_remains() gives. Else 0. */
    GLuint shows;
    int first_level, levels, first_layer, layers; // of a view
} wb_object;

/* NULL if it is not known, or has been deleted. Lives until the next call into OpenGL. */
const wb_object *wb_object_find(wb_kind kind, GLuint name);

/* All objects that are known and alive, by kind and then by name; the caller frees the list. */
wb_object *wb_object_list(int *count);

/* The number of the newest object. */
uint64_t wb_object_newest(void);

/* The name under which a texture still shows the data of a buffer or a texture that was deleted
 * last under its own: one that OpenGL gives to nothing. 0: no texture does. */
GLuint wb_object_remains(wb_kind kind, GLuint name);

/* The size of a buffer; asks OpenGL if it is not known here. */
int64_t wb_object_buffer_size(GLuint buffer);

/* "buffer", "vertex array". */
const char *wb_object_word(wb_kind kind);

/* The label of an object, or `buffer 7` if it has none, into `text`, which is returned. */
const char *wb_object_label(wb_kind kind, GLuint name, char *text, size_t size);

/* ---- For watch/dispatch, which hears the calls ---- */

void wb_object_created(wb_kind kind, GLuint name);
void wb_object_deleted(wb_kind kind, GLuint name);
void wb_object_got_storage(wb_kind kind, GLuint name, int64_t size_bytes, GLenum target,
                           GLuint buffer);
void wb_object_got_texels(GLuint texture, GLuint buffer, int64_t offset, int64_t size_bytes);
/* `original` may be a view, too; its levels and layers are counted in it. */
void wb_object_got_view(GLuint texture, GLenum target, GLuint original, int first_level, int levels,
                        int first_layer, int layers);
void wb_object_forget_all(void);

#endif
