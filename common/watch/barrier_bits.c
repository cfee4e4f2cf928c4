#include "watch/barrier_bits.h"

#include "base/text.h"

#include <string.h>

static const char all_bits[] = "GL_ALL_BARRIER_BITS";

static const wb_barrier_bit bits_table[WB_BARRIER_BITS] = {
    {GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT, "GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT", "VERTEX",
     "later draws fetch the vertices that this one wrote"},
    {GL_ELEMENT_ARRAY_BARRIER_BIT, "GL_ELEMENT_ARRAY_BARRIER_BIT", "INDEX",
     "later draws take the indices that this one wrote"},
    {GL_UNIFORM_BARRIER_BIT, "GL_UNIFORM_BARRIER_BIT", "UNIFORM",
     "uniform blocks of later shaders hold what this one wrote"},
    {GL_TEXTURE_FETCH_BARRIER_BIT, "GL_TEXTURE_FETCH_BARRIER_BIT", "TEXTURE",
     "textures sampled by later shaders show what this one wrote"},
    {GL_SHADER_IMAGE_ACCESS_BARRIER_BIT, "GL_SHADER_IMAGE_ACCESS_BARRIER_BIT", "IMAGE",
     "images loaded from or stored to by later shaders see what this one wrote"},
    {GL_COMMAND_BARRIER_BIT, "GL_COMMAND_BARRIER_BIT", "COMMAND",
     "later indirect dispatches and draws take the counts that this one wrote"},
    {GL_PIXEL_BUFFER_BARRIER_BIT, "GL_PIXEL_BUFFER_BARRIER_BIT", "PIXELS",
     "later transfers of pixels through buffers see what this one wrote"},
    {GL_TEXTURE_UPDATE_BARRIER_BIT, "GL_TEXTURE_UPDATE_BARRIER_BIT", "TEXTURE UPDATE",
     "later uploads to and read-backs of textures see what this one wrote"},
    {GL_BUFFER_UPDATE_BARRIER_BIT, "GL_BUFFER_UPDATE_BARRIER_BIT", "BUFFER",
     "later copies, uploads and read-backs of buffers see what this one wrote"},
    {GL_FRAMEBUFFER_BARRIER_BIT, "GL_FRAMEBUFFER_BARRIER_BIT", "FRAMEBUFFER",
     "later drawing to and reading from framebuffers sees what this one wrote"},
    {GL_TRANSFORM_FEEDBACK_BARRIER_BIT, "GL_TRANSFORM_FEEDBACK_BARRIER_BIT", "FEEDBACK",
     "transform feedback comes after what this one wrote"},
    {GL_ATOMIC_COUNTER_BARRIER_BIT, "GL_ATOMIC_COUNTER_BARRIER_BIT", "COUNTER",
     "atomic counters of later shaders go on from what this one counted"},
    {GL_SHADER_STORAGE_BARRIER_BIT, "GL_SHADER_STORAGE_BARRIER_BIT", "STORAGE",
     "storage blocks read or written by later dispatches and draws see what this one wrote"},
};

const wb_barrier_bit *wb_barrier_bit_at(int index)
{
    return index >= 0 && index < WB_BARRIER_BITS ? &bits_table[index] : NULL;
}

const char *wb_barrier_text(GLbitfield bits, char *text, size_t size)
{
    text[0] = '\0';
    if (bits == GL_ALL_BARRIER_BITS) wb_text_append(text, size, "%s", all_bits);
    for (int i = 0; i < WB_BARRIER_BITS && bits != GL_ALL_BARRIER_BITS; i++)
        if (bits & bits_table[i].bit)
            wb_text_append(text, size, "%s%s", text[0] != '\0' ? "|" : "", bits_table[i].name);
    return text;
}

static bool is_name(const char *text, size_t length, const char *name)
{
    return length == strlen(name) && strncmp(text, name, length) == 0;
}

// No bit at all: it is the name of none.
static GLbitfield parse_bit(const char *text, size_t length)
{
    if (is_name(text, length, all_bits)) return GL_ALL_BARRIER_BITS;
    for (int i = 0; i < WB_BARRIER_BITS; i++)
        if (is_name(text, length, bits_table[i].name)) return bits_table[i].bit;
    return 0;
}

bool wb_barrier_parse(const char *text, GLbitfield *bits)
{
    *bits = 0;
    for (;;) {
        size_t length = strcspn(text, "|");
        GLbitfield bit = parse_bit(text, length);
        if (bit == 0) return false;
        *bits |= bit;
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}
