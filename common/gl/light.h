/* Light that adds up: a picture is drawn into a float texture first, point on point, and then toned
 * into the framebuffer that was bound before. The texture comes with six smaller copies (mipmaps),
 * from which "draw/glow.glsl" makes a glow; it reaches beyond the picture, dark there, up to a size
 * that can be halved six times. */
#ifndef WB_GL_LIGHT_H
#define WB_GL_LIGHT_H

#include <glad/gl.h>

typedef struct wb_light {
    GLuint texture, framebuffer;
    int width, height; // in pixels
    GLint target;      // the framebuffer that the picture belongs to
} wb_light;

/* From here on, what is drawn goes into the texture, which is dark at first, and adds up. It is
 * made anew where the picture has another size. */
void wb_light_begin(wb_light *light, int picture_width, int picture_height);

/* Binds the framebuffer of before, and the texture with its copies to unit 0. Blending is off. */
void wb_light_end(const wb_light *light);

/* Does nothing to a zeroed one. */
void wb_light_delete(wb_light *light);

#endif
