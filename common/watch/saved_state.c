#include "watch/saved_state.h"

#include "base/memory.h"
#include "gl/bound.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const GLenum abilities[] = {
    GL_BLEND,        GL_CULL_FACE,   GL_DEPTH_TEST,         GL_SCISSOR_TEST,
    GL_STENCIL_TEST, GL_DEPTH_CLAMP, GL_RASTERIZER_DISCARD, GL_PROGRAM_POINT_SIZE,
    GL_DITHER,       GL_MULTISAMPLE, GL_COLOR_LOGIC_OP,     GL_PRIMITIVE_RESTART,
};
static const GLenum alignments[] = {GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT, GL_PACK_ROW_LENGTH,
                                    GL_UNPACK_ROW_LENGTH};
static const wb_bound_set *const sets[] = {&wb_bound_storage, &wb_bound_uniforms,
                                           &wb_bound_counters};

enum {
    ABILITIES = sizeof abilities / sizeof abilities[0],
    ALIGNMENTS = sizeof alignments / sizeof alignments[0],
    SETS = sizeof sets / sizeof sets[0],
    TARGETS = 16, // of textures or of buffers; there are 11 and 13
};

typedef struct unit_state {
    GLuint textures[TARGETS], sampler;
} unit_state;

struct wb_saved_state {
    GLuint program, vertex_array, draw_framebuffer, read_framebuffer, renderbuffer;
    GLint viewport[4], scissor[4];
    bool enabled[ABILITIES];
    GLint alignments[ALIGNMENTS];
    GLint blend_equations[2], blend_functions[4], depth_function;
    GLboolean depth_mask, colour_mask[4];
    GLfloat clear_colour[4];
    GLuint buffers[TARGETS];
    GLint range_counts[SETS];
    wb_bound_range *ranges[SETS];
    GLint unit_count, image_count, active_unit;
    unit_state *units;
    wb_bound_image *images;
};

/* ---- Asking ---- */

static void ask_fixed_functions(wb_saved_state *s)
{
    glad_glGetIntegerv(GL_VIEWPORT, s->viewport);
    glad_glGetIntegerv(GL_SCISSOR_BOX, s->scissor);
    for (int i = 0; i < ABILITIES; i++) s->enabled[i] = glad_glIsEnabled(abilities[i]);
    for (int i = 0; i < ALIGNMENTS; i++) s->alignments[i] = wb_bound_get(alignments[i]);
    s->blend_equations[0] = wb_bound_get(GL_BLEND_EQUATION_RGB);
    s->blend_equations[1] = wb_bound_get(GL_BLEND_EQUATION_ALPHA);
    s->blend_functions[0] = wb_bound_get(GL_BLEND_SRC_RGB);
    s->blend_functions[1] = wb_bound_get(GL_BLEND_DST_RGB);
    s->blend_functions[2] = wb_bound_get(GL_BLEND_SRC_ALPHA);
    s->blend_functions[3] = wb_bound_get(GL_BLEND_DST_ALPHA);
    s->depth_function = wb_bound_get(GL_DEPTH_FUNC);
    glad_glGetBooleanv(GL_DEPTH_WRITEMASK, &s->depth_mask);
    glad_glGetBooleanv(GL_COLOR_WRITEMASK, s->colour_mask);
    glad_glGetFloatv(GL_COLOR_CLEAR_VALUE, s->clear_colour);
}

static void ask_buffers(wb_saved_state *s)
{
    GLenum binding;
    for (int i = 0; wb_bound_buffer_target(i, &binding) != GL_NONE; i++)
        s->buffers[i] = (GLuint)wb_bound_get(binding);
    for (int k = 0; k < SETS; k++) {
        s->range_counts[k] = wb_bound_get(sets[k]->limit);
        s->ranges[k] = wb_or_end(calloc((size_t)s->range_counts[k], sizeof *s->ranges[k]));
        for (GLint i = 0; i < s->range_counts[k]; i++)
            s->ranges[k][i] = wb_bound_range_at(sets[k], (GLuint)i);
    }
}

static void ask_unit(unit_state *unit)
{
    GLenum binding;
    for (int i = 0; wb_bound_texture_target(i, &binding) != GL_NONE; i++)
        unit->textures[i] = (GLuint)wb_bound_get(binding);
    unit->sampler = (GLuint)wb_bound_get(GL_SAMPLER_BINDING);
}

static void ask_textures(wb_saved_state *s)
{
    s->active_unit = wb_bound_get(GL_ACTIVE_TEXTURE);
    s->unit_count = wb_bound_get(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
    s->units = wb_or_end(calloc((size_t)s->unit_count, sizeof *s->units));
    for (GLint i = 0; i < s->unit_count; i++) {
        glad_glActiveTexture(GL_TEXTURE0 + (GLenum)i);
        ask_unit(&s->units[i]);
    }
    glad_glActiveTexture((GLenum)s->active_unit);
    s->image_count = wb_bound_get(GL_MAX_IMAGE_UNITS);
    s->images = wb_or_end(calloc((size_t)s->image_count, sizeof *s->images));
    for (GLint i = 0; i < s->image_count; i++) s->images[i] = wb_bound_image_at((GLuint)i);
}

wb_saved_state *wb_saved_state_take(void)
{
    wb_saved_state *s = wb_or_end(calloc(1, sizeof *s));
    s->program = (GLuint)wb_bound_get(GL_CURRENT_PROGRAM);
    s->vertex_array = (GLuint)wb_bound_get(GL_VERTEX_ARRAY_BINDING);
    s->draw_framebuffer = (GLuint)wb_bound_get(GL_DRAW_FRAMEBUFFER_BINDING);
    s->read_framebuffer = (GLuint)wb_bound_get(GL_READ_FRAMEBUFFER_BINDING);
    s->renderbuffer = (GLuint)wb_bound_get(GL_RENDERBUFFER_BINDING);
    ask_fixed_functions(s);
    ask_buffers(s);
    ask_textures(s);
    return s;
}

/* ---- Putting back ----
 * Only what differs from the present state is set again: a call costs more than a question. */

// What was deleted meanwhile (a window of another size has another framebuffer) cannot be bound.
static GLuint living(GLuint name, GLboolean(GLAD_API_PTR *is_alive)(GLuint))
{
    return name != 0 && is_alive(name) ? name : 0;
}

static void put_fixed_functions(const wb_saved_state *s)
{
    const GLint *v = s->viewport, *c = s->scissor;
    glad_glViewport(v[0], v[1], v[2], v[3]);
    glad_glScissor(c[0], c[1], c[2], c[3]);
    for (int i = 0; i < ABILITIES; i++) {
        if (s->enabled[i])
            glad_glEnable(abilities[i]);
        else
            glad_glDisable(abilities[i]);
    }
    for (int i = 0; i < ALIGNMENTS; i++) glad_glPixelStorei(alignments[i], s->alignments[i]);
    const GLint *e = s->blend_equations, *f = s->blend_functions;
    glad_glBlendEquationSeparate((GLenum)e[0], (GLenum)e[1]);
    glad_glBlendFuncSeparate((GLenum)f[0], (GLenum)f[1], (GLenum)f[2], (GLenum)f[3]);
    glad_glDepthFunc((GLenum)s->depth_function);
    glad_glDepthMask(s->depth_mask);
    const GLboolean *m = s->colour_mask;
    glad_glColorMask(m[0], m[1], m[2], m[3]);
    const GLfloat *colour = s->clear_colour;
    glad_glClearColor(colour[0], colour[1], colour[2], colour[3]);
}

static void put_range(const wb_bound_set *set, GLuint index, wb_bound_range wanted)
{
    wb_bound_range now = wb_bound_range_at(set, index);
    wanted.buffer = living(wanted.buffer, glad_glIsBuffer);
    if (now.buffer == wanted.buffer && now.offset == wanted.offset &&
        now.size_bytes == wanted.size_bytes)
        return;
    if (wanted.buffer != 0 && wanted.size_bytes > 0)
        glad_glBindBufferRange(set->target, index, wanted.buffer, (GLintptr)wanted.offset,
                               (GLsizeiptr)wanted.size_bytes);
    else
        glad_glBindBufferBase(set->target, index, wanted.buffer);
}

static void put_buffers(const wb_saved_state *s)
{
    for (int k = 0; k < SETS; k++)
        for (GLint i = 0; i < s->range_counts[k]; i++)
            put_range(sets[k], (GLuint)i, s->ranges[k][i]);
    GLenum binding, target;
    // After the numbered ones, which change these too. That of the indices belongs to the vertex
    // array.
    for (int i = 0; (target = wb_bound_buffer_target(i, &binding)) != GL_NONE; i++)
        if (target != GL_ELEMENT_ARRAY_BUFFER)
            glad_glBindBuffer(target, living(s->buffers[i], glad_glIsBuffer));
}

static void put_unit(GLuint index, const unit_state *unit)
{
    GLenum binding, target;
    glad_glActiveTexture(GL_TEXTURE0 + index);
    for (int i = 0; (target = wb_bound_texture_target(i, &binding)) != GL_NONE; i++) {
        GLuint wanted = living(unit->textures[i], glad_glIsTexture);
        if ((GLuint)wb_bound_get(binding) != wanted) glad_glBindTexture(target, wanted);
    }
    glad_glBindSampler(index, living(unit->sampler, glad_glIsSampler));
}

static void put_image(GLuint unit, wb_bound_image wanted)
{
    wb_bound_image now = wb_bound_image_at(unit);
    wanted.texture = living(wanted.texture, glad_glIsTexture);
    bool same = now.texture == wanted.texture && now.level == wanted.level &&
                now.layer == wanted.layer && now.layered == wanted.layered &&
                now.access == wanted.access && now.format == wanted.format;
    if (same) return;
    glad_glBindImageTexture(unit, wanted.texture, wanted.level, wanted.layered, wanted.layer,
                            wanted.access, wanted.format);
}

static void put_textures(const wb_saved_state *s)
{
    for (GLint i = 0; i < s->unit_count; i++) put_unit((GLuint)i, &s->units[i]);
    glad_glActiveTexture((GLenum)s->active_unit);
    for (GLint i = 0; i < s->image_count; i++) put_image((GLuint)i, s->images[i]);
}

void wb_saved_state_restore(const wb_saved_state *s)
{
    glad_glUseProgram(living(s->program, glad_glIsProgram));
    glad_glBindVertexArray(living(s->vertex_array, glad_glIsVertexArray));
    glad_glBindFramebuffer(GL_DRAW_FRAMEBUFFER, living(s->draw_framebuffer, glad_glIsFramebuffer));
    glad_glBindFramebuffer(GL_READ_FRAMEBUFFER, living(s->read_framebuffer, glad_glIsFramebuffer));
    glad_glBindRenderbuffer(GL_RENDERBUFFER, living(s->renderbuffer, glad_glIsRenderbuffer));
    put_buffers(s);
    put_textures(s);
    put_fixed_functions(s);
}

void wb_saved_state_free(wb_saved_state *s)
{
    if (s == NULL) return;
    for (int k = 0; k < SETS; k++) free(s->ranges[k]);
    free(s->units);
    free(s->images);
    free(s);
}
