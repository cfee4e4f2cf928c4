/* Textures with a name, a format and a size: buffers whose numbers are texels.
 *
 * One is a wb_buffer: --load, --dump, --hash, the check, the inspector and the debugger know it by
 * its name, as they know a buffer, and wb_buffer_read(), _load(), _dump(), _swap() and _delete()
 * take it. A lesson binds it with plain OpenGL, through `id`: as an image by glBindImageTexture()
 * with its `format`, for a sampler by glActiveTexture() and glBindTexture() with its `target`.
 *
 * In memory and in files it is an array: depth, height, width, and then the channels, where there
 * are several. The row at y = 0 comes first. */
#ifndef WB_GL_TEXTURE_H
#define WB_GL_TEXTURE_H

#include "gl/buffer.h"

typedef struct wb_texture_desc {
    const char *name; // kept, not copied
    /* GL_R32F, GL_RG32F, GL_RGBA32F, or the same with 16F, which are float32 in memory; GL_R32UI,
     * GL_R32I; GL_RGBA8, whose texels are pixels. All of them can be images. */
    GLenum format;
    int width, height; // texels
    int depth;         // 0: GL_TEXTURE_2D; 1 or more: GL_TEXTURE_3D
    const void *data;  // an array as above; NULL: every byte is 0xCD
    bool state;        // part of the lesson's state, and so of --hash
    bool linear;       // a sampler mixes neighbours; if not, it takes the nearest texel
    GLenum wrap;       // what a sampler finds beyond the edge; 0: GL_CLAMP_TO_EDGE
} wb_texture_desc;

/* Makes a texture of one level and enters it into the list of named buffers, as
 * wb_buffer_create() does. False, with a message, if it is larger than this machine takes, or the
 * format is not one of the above, or cannot be filtered. */
bool wb_texture_create(wb_buffer *texture, const wb_texture_desc *desc);

/* How many numbers a texel has in memory; 1 also of a buffer. */
size_t wb_texture_channels(const wb_buffer *texture);

/* Copies an array into the texture, on whichever unit is active; bindings are as before. If a
 * shader wrote the texture, the caller has issued GL_TEXTURE_UPDATE_BARRIER_BIT. */
void wb_texture_write(const wb_buffer *texture, const void *data);

/* For the functions of gl/buffer.h and the snapshots: the whole texture `id`, of the format and
 * size of `texture`, into `data`. Needs the same bit. */
void wb_texture_read(const wb_buffer *texture, GLuint id, void *data);

/* The same; no listener hears of it. */
void wb_texture_read_unheard(const wb_buffer *texture, GLuint id, void *data);

#endif
