/* Images and textures: texels of all formats become four words and back. */
#include "machine/machine_state.h"

#include <math.h>
#include <string.h>

/* ---- Texels ---- */

static uint32_t from_float(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static float to_float(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static float half_to_float(uint32_t h)
{
    uint32_t exponent = h >> 10 & 31, mantissa = h & 1023;
    float f = exponent == 0    ? (float)mantissa * 0x1p-24f
              : exponent == 31 ? (mantissa != 0 ? NAN : INFINITY)
                               : ldexpf((float)(mantissa | 1024), (int)exponent - 25);
    return (h & 0x8000) != 0 ? -f : f;
}

static uint32_t float_to_half(float f)
{
    uint32_t u = from_float(f), sign = u >> 16 & 0x8000;
    float a = fabsf(f);
    if (isnan(f)) return sign | 0x7E00;
    if (a >= 65520.0f) return sign | 0x7C00;
    if (a < 0x1p-14f) return sign | (uint32_t)(int32_t)rintf(a * 0x1p24f);
    uint32_t bits = u & 0x7FFFFFFF, rounded = bits + 0xFFF + (bits >> 13 & 1);
    return sign | ((rounded >> 13) - (112u << 10));
}

static float clamp(float f, float low)
{
    return f >= 1 ? 1 : f > low ? f : low;
}

// One channel as the shader sees it.
static uint32_t unpack(const wb_texel_format *f, uint32_t raw)
{
    float most = f->bits == 8 ? 255.0f : 65535.0f, most_signed = f->bits == 8 ? 127.0f : 32767.0f;
    int32_t sign_extended = f->bits == 8 ? (int8_t)raw : (int16_t)raw;
    switch (f->kind) {
    case WB_TEXEL_UNORM: return from_float((float)raw / most);
    case WB_TEXEL_SNORM: return from_float(clamp((float)sign_extended / most_signed, -1));
    case WB_TEXEL_INT: return f->bits == 32 ? raw : (uint32_t)sign_extended;
    case WB_TEXEL_UINT: return raw;
    default: return f->bits == 16 ? from_float(half_to_float(raw)) : raw;
    }
}

static uint32_t pack(const wb_texel_format *f, uint32_t value)
{
    float most = f->bits == 8 ? 255.0f : 65535.0f, most_signed = f->bits == 8 ? 127.0f : 32767.0f;
    uint32_t mask = f->bits == 8 ? 0xFF : 0xFFFF;
    float v = to_float(value);
    switch (f->kind) {
    case WB_TEXEL_UNORM: return (uint32_t)(int32_t)rintf(clamp(v, 0) * most);
    case WB_TEXEL_SNORM: return (uint32_t)(int32_t)rintf(clamp(v, -1) * most_signed) & mask;
    case WB_TEXEL_INT:
    case WB_TEXEL_UINT: return f->bits == 32 ? value : value & mask;
    default: return f->bits == 16 ? float_to_half(v) : value;
    }
}

// A float without a sign and with `bits` of mantissa, of 5 bits of exponent: as the upper part of a
// half.
static float small_float(uint32_t raw, int bits)
{
    return half_to_float(raw << (10 - bits));
}

static uint32_t to_small_float(float f, int bits)
{
    if (isnan(f)) return (31u << bits) | 1;
    if (f <= 0) return 0;
    float step = f < 0x1p-14f ? ldexpf(1, -14 - bits) : ldexpf(1, ilogbf(f) - bits);
    float rounded = rintf(f / step) * step, most = (2 - ldexpf(1, -bits)) * 32768;
    if (isinf(f)) return 31u << bits;
    return float_to_half(rounded > most ? most : rounded) >> (10 - bits);
}

// Of three or four channels in one word.
static const struct {
    uint8_t start, bits;
} small_floats[4] = {{0, 6}, {11, 6}, {22, 5}, {0, 0}},
  small_numbers[4] = {{0, 10}, {10, 10}, {20, 10}, {30, 2}};

static uint32_t unpack_small(wb_texel_kind kind, uint32_t raw, int c)
{
    if (kind == WB_TEXEL_SMALL_FLOATS)
        return c == 3 ? from_float(1)
                      : from_float(small_float(raw >> small_floats[c].start &
                                                   ((32u << small_floats[c].bits) - 1),
                                               small_floats[c].bits));
    uint32_t most = (1u << small_numbers[c].bits) - 1;
    uint32_t number = raw >> small_numbers[c].start & most;
    return kind == WB_TEXEL_SMALL_UINT ? number : from_float((float)number / (float)most);
}

static uint32_t pack_small(wb_texel_kind kind, const uint32_t in[4])
{
    uint32_t raw = 0;
    for (int c = 0; c < (kind == WB_TEXEL_SMALL_FLOATS ? 3 : 4); c++) {
        uint32_t most = (1u << small_numbers[c].bits) - 1;
        if (kind == WB_TEXEL_SMALL_FLOATS)
            raw |= to_small_float(to_float(in[c]), small_floats[c].bits) << small_floats[c].start;
        else if (kind == WB_TEXEL_SMALL_UINT)
            raw |= (in[c] & most) << small_numbers[c].start;
        else
            raw |= (uint32_t)(int32_t)rintf(clamp(to_float(in[c]), 0) * (float)most)
                   << small_numbers[c].start;
    }
    return raw;
}

static bool is_integer(const wb_texel_format *f)
{
    return f->kind == WB_TEXEL_INT || f->kind == WB_TEXEL_UINT || f->kind == WB_TEXEL_SMALL_UINT;
}

void wb_texel_read(const wb_texel_format *f, const uint8_t *data, size_t texel, uint32_t out[4])
{
    const uint8_t *at = data + texel * wb_texel_bytes(f);
    for (int c = 0; c < 4; c++) {
        uint32_t raw = 0;
        size_t bytes = (size_t)f->bits / 8;
        bool is_small = f->kind >= WB_TEXEL_SMALL_FLOATS;
        if (is_small || c < f->channels)
            memcpy(&raw, at + (is_small ? 0 : (size_t)c * bytes), bytes); // little endian
        out[c] = is_small          ? unpack_small(f->kind, raw, c)
                 : c < f->channels ? unpack(f, raw)
                 : c < 3           ? 0
                 : is_integer(f)   ? 1
                                   : from_float(1);
    }
}

static void read_texel(const wb_machine_resource *r, const uint8_t *data, size_t texel,
                       uint32_t out[4])
{
    wb_texel_read(&r->format, data, texel, out);
}

static void write_texel(const wb_machine_resource *r, size_t texel, const uint32_t in[4])
{
    const wb_texel_format *f = &r->format;
    uint8_t *at = (uint8_t *)r->data + texel * wb_texel_bytes(f);
    bool is_small = f->kind >= WB_TEXEL_SMALL_FLOATS;
    for (int c = 0; c < f->channels; c++) {
        uint32_t raw = is_small ? pack_small(f->kind, in) : pack(f, in[c]);
        memcpy(at + c * f->bits / 8, &raw, (size_t)f->bits / 8);
    }
}

/* ---- Images ---- */

// Of the first lane that runs: the format is the same for all.
static void check_format(wb_team *team, const wb_instruction *i, const wb_machine_resource *r)
{
    const wb_module *m = team->machine->module;
    const wb_texel_format *declared = m->types[m->variables[i->b].type].format;
    if (r == NULL || declared == NULL || wb_texel_format_is(declared, &r->format)) return;
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        wb_report_format(team, i, l, declared, &r->format);
        return;
    }
}

void wb_find_texels(wb_team *team, const wb_instruction *i, const wb_memory *memory,
                    uint32_t *texel)
{
    const wb_machine_resource *r = memory->resource;
    uint32_t dimensions =
        i->op == WbOpAtomic
            ? (uint32_t)team->machine->module->types[team->machine->module->variables[i->b].type]
                  .dimensions
            : i->sub;
    check_format(team, i, r);
    for (uint32_t l = team->low; l < team->high; l++) {
        texel[l] = WB_NO_WORD;
        if (team->mask[l] == 0) continue;
        uint32_t at[3] = {0}, size[3] = {0};
        if (r != NULL)
            memcpy(size, (uint32_t[]){(uint32_t)r->width, (uint32_t)r->height, (uint32_t)r->depth},
                   sizeof size);
        bool good = true;
        for (uint32_t d = 0; d < dimensions; d++) {
            at[d] = wb_row(team, i->a + d)[l];
            if (at[d] >= size[d]) {
                if (good) wb_report_index(team, i, l, at[d], size[d]);
                good = false;
            }
        }
        if (good && r != NULL) texel[l] = (at[2] * size[1] + at[1]) * size[0] + at[0];
    }
    const wb_machine *machine = team->machine;
    if (machine->watch != NULL) machine->watch(machine->watch_user, team, i, memory, texel, 1);
}

static void clear_flags(wb_team *team, const wb_instruction *i)
{
    if (!team->machine->options.check) return;
    wb_flags none = {{0}};
    for (uint32_t k = 0; k < i->count; k++) wb_set_flags(team, i->result + k, &none);
}

static void check_coordinates(wb_team *team, const wb_instruction *i)
{
    for (uint32_t d = 0; team->machine->options.check && d < i->sub; d++)
        wb_check_decision(team, i, i->a + d, "a coordinate");
}

void wb_exec_ImageRead(wb_team *team, const wb_instruction *i)
{
    uint32_t texel[WB_TEAM_LANES], out[4] = {0};
    wb_memory memory = wb_memory_of(team, i->b);
    check_coordinates(team, i);
    wb_find_texels(team, i, &memory, texel);
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        memset(out, 0, sizeof out);
        if (texel[l] != WB_NO_WORD)
            read_texel(memory.resource, memory.resource->data, texel[l], out);
        for (uint32_t k = 0; k < i->count; k++) wb_row(team, i->result + k)[l] = out[k];
    }
    clear_flags(team, i);
    wb_tell_texels(team, i, &memory, texel, false);
}

void wb_exec_ImageWrite(wb_team *team, const wb_instruction *i)
{
    uint32_t texel[WB_TEAM_LANES];
    wb_memory memory = wb_memory_of(team, i->b);
    check_coordinates(team, i);
    wb_find_texels(team, i, &memory, texel);
    for (uint32_t k = 0; k < i->count && team->machine->options.check; k++)
        if (memory.resource != NULL && (int)k < memory.resource->format.channels &&
            wb_any_flag(team, i->c + k, 0))
            wb_report_undefined(team, i, wb_first_flag(team, i->c + k, 0), "a stored value");
    wb_tell_texels(team, i, &memory, texel, true);
    team->machine->changes++;
    WB_FOR_LANES_IN_ORDER(team, l)
    {
        uint32_t in[4] = {0};
        for (uint32_t k = 0; k < i->count; k++) in[k] = wb_row(team, i->c + k)[l];
        if (texel[l] != WB_NO_WORD) write_texel(memory.resource, texel[l], in);
    }
}

static void put_sizes(wb_team *team, const wb_instruction *i, const uint32_t size[4])
{
    for (uint32_t k = 0; k < i->count && k < 4; k++)
        for (uint32_t l = team->low; l < team->high; l++)
            if (team->mask[l] != 0) wb_row(team, i->result + k)[l] = size[k];
    clear_flags(team, i);
}

// Of cubes as many as there are, not their faces.
static uint32_t layers_of(const wb_team *team, const wb_instruction *i)
{
    const wb_module *m = team->machine->module;
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    return (uint32_t)r->depth / (m->types[m->variables[i->b].type].is_cube ? 6 : 1);
}

static int level_size(int size, int level)
{
    int s = size >> level;
    return s > 0 ? s : 1;
}

void wb_exec_ImageSize(wb_team *team, const wb_instruction *i)
{
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    uint32_t size[4] = {0};
    if (r != NULL)
        size[0] = (uint32_t)r->width, size[1] = (uint32_t)r->height, size[2] = layers_of(team, i);
    put_sizes(team, i, size);
}

/* ---- Textures ---- */

static int levels_of(const wb_machine_resource *r)
{
    return r->levels > 1 ? r->levels : 1;
}

typedef struct level {
    const uint8_t *data;
    int size[3];
} level;

// Layers are the last of the dimensions that there are, and do not shrink.
static level level_of(const wb_machine_resource *r, int number, int layered)
{
    level v = {.data = r->data};
    for (int n = 0;; n++) {
        int sizes[3] = {r->width, r->height, r->depth};
        for (int d = 0; d < 3; d++) v.size[d] = d == layered ? sizes[d] : level_size(sizes[d], n);
        if (n == number) return v;
        v.data +=
            (size_t)v.size[0] * (size_t)v.size[1] * (size_t)v.size[2] * wb_texel_bytes(&r->format);
    }
}

static int layered_dimension(const wb_team *team, const wb_instruction *i)
{
    const wb_module *m = team->machine->module;
    const wb_module_type *t = &m->types[m->variables[i->b].type];
    return t->has_layers || t->is_cube ? i->sub - 1 : 3;
}

void wb_exec_TextureSize(wb_team *team, const wb_instruction *i)
{
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    uint32_t size[4] = {0};
    if (r != NULL) {
        level v = level_of(r, 0, layered_dimension(team, i));
        for (int d = 0; d < 3; d++) size[d] = (uint32_t)v.size[d];
        if (layered_dimension(team, i) == 2) size[2] = layers_of(team, i);
    }
    put_sizes(team, i, size);
    if (i->c == WB_NO_ROW || r == NULL) return;
    for (uint32_t l = team->low; l < team->high; l++) {
        uint32_t number = wb_row(team, i->c)[l];
        if (team->mask[l] == 0 || number >= (uint32_t)levels_of(r)) continue;
        level v = level_of(r, (int)number, layered_dimension(team, i));
        for (uint32_t k = 0; k < i->count && k < 2 + (layered_dimension(team, i) > 2); k++)
            wb_row(team, i->result + k)[l] = (uint32_t)v.size[k];
    }
}

void wb_exec_TextureLevels(wb_team *team, const wb_instruction *i)
{
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    uint32_t size[4] = {r != NULL ? (uint32_t)levels_of(r) : 0};
    put_sizes(team, i, size);
}

// The row of a further operand; WB_NO_ROW if it has none.
static uint32_t further(const wb_team *team, const wb_instruction *i, int which)
{
    return team->machine->module->extra[i->extra + (uint32_t)which];
}

// The race detector hears of each texel of a texture that the kernel also writes, as an image.
static void tell_texel(wb_team *team, const wb_instruction *i, uint32_t lane, const uint8_t *data,
                       size_t texel)
{
    wb_memory memory = wb_memory_of(team, i->b);
    wb_machine *machine = team->machine;
    if (machine->race == NULL || memory.region < 0) return;
    size_t before = (size_t)(data - (uint8_t *)memory.resource->data);
    texel += before / wb_texel_bytes(&memory.resource->format);
    wb_race_access(machine->race, team->group->race, memory.region,
                   memory.first + wb_unit_of_texel(&memory, (uint32_t)texel), team->first + lane,
                   machine->site_of[i - machine->module->code], WB_ACCESS_READ, false);
}

void wb_exec_TextureFetch(wb_team *team, const wb_instruction *i)
{
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    uint32_t offset = further(team, i, WB_SAMPLE_OFFSET);
    int layered = layered_dimension(team, i);
    check_coordinates(team, i);
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        uint32_t out[4] = {0}, number = i->c != WB_NO_ROW ? wb_row(team, i->c)[l] : 0;
        bool good = r != NULL && number < (uint32_t)levels_of(r);
        level v = good ? level_of(r, (int)number, layered) : (level){0};
        size_t texel = 0, stride = 1;
        for (uint32_t d = 0; d < i->sub; d++) {
            uint32_t at = wb_row(team, i->a + d)[l], size = (uint32_t)v.size[d];
            if (offset != WB_NO_ROW && (int)d != layered) at += wb_row(team, offset + d)[l];
            if (good && at >= size) {
                wb_report_index(team, i, l, at, size);
                good = false;
            }
            texel += at * stride;
            stride *= size;
        }
        if (good) read_texel(r, v.data, texel, out);
        if (good) tell_texel(team, i, l, v.data, texel);
        for (uint32_t k = 0; k < i->count; k++) wb_row(team, i->result + k)[l] = out[k];
    }
    clear_flags(team, i);
}

// A texel's coordinate by the rules of wrapping; -1: the border.
static int wrap(wb_wrap how, int at, int size)
{
    switch (how) {
    case WB_WRAP_CLAMP: return at < 0 ? 0 : at >= size ? size - 1 : at;
    case WB_WRAP_BORDER: return at < 0 || at >= size ? -1 : at;
    case WB_WRAP_MIRROR: {
        int twice = ((at % (2 * size)) + 2 * size) % (2 * size);
        return twice < size ? twice : 2 * size - 1 - twice;
    }
    default: return ((at % size) + size) % size;
    }
}

/* One lane's sample. */
typedef struct sampler {
    wb_team *team;
    const wb_instruction *i;
    uint32_t lane;
    const wb_machine_resource *r;
    int dimensions, layered; // layered: the dimension that is none, but layers or faces; or 3
    float place[3];          // of a cube that of the face, and the face
    int offset[3];           // in texels
    float reference;         // what depths are compared with
    bool compares, gathers;
    uint32_t component; // that is gathered
} sampler;

static bool passes(int compare, float reference, float depth)
{
    switch (compare) { // GL_NEVER and so on, without the 0x200
    case 1: return false;
    case 2: return reference < depth;
    case 3: return reference == depth;
    case 4: return reference <= depth;
    case 5: return reference > depth;
    case 6: return reference != depth;
    case 7: return reference >= depth;
    default: return true;
    }
}

static int channels_of(const wb_texel_format *f)
{
    return f->kind == WB_TEXEL_SMALL_FLOATS ? 3 : f->kind > WB_TEXEL_SMALL_FLOATS ? 4 : f->channels;
}

static void texel_at(const sampler *s, const level *v, const int at[3], uint32_t out[4])
{
    bool border = at[0] < 0 || at[1] < 0 || at[2] < 0;
    size_t texel = border
                       ? 0
                       : ((size_t)at[2] * (size_t)v->size[1] + (size_t)at[1]) * (size_t)v->size[0] +
                             (size_t)at[0];
    if (!border) {
        read_texel(s->r, v->data, texel, out);
        tell_texel(s->team, s->i, s->lane, v->data, texel);
    } else
        for (int c = 0; c < 4; c++)
            out[c] = from_float(c < channels_of(&s->r->format) ? s->r->border[c] : c < 3 ? 0 : 1);
    if (s->compares && s->r->compare != 0)
        out[0] = from_float(passes(s->r->compare, s->reference, to_float(out[0])) ? 1 : 0);
}

static int whole(float f)
{
    return f > 1e9f ? 1000000000 : f > -1e9f ? (int)f : -1000000000;
}

// The texels around the place: low and high in each dimension, and the share of the high ones.
static void footprint(const sampler *s, const level *v, bool linear, int low[3], int high[3],
                      float part[3])
{
    for (int d = 0; d < s->dimensions; d++) {
        if (d == s->layered) {
            int layer = whole(rintf(s->place[d]));
            low[d] = high[d] = layer < 0 ? 0 : layer >= v->size[d] ? v->size[d] - 1 : layer;
            continue;
        }
        float at = s->place[d] * (float)v->size[d] + (float)s->offset[d] - (linear ? 0.5f : 0.0f);
        float floor_at = floorf(at);
        part[d] = linear ? at - floor_at : 0;
        low[d] = wrap(s->r->wrap[d], whole(floor_at), v->size[d]);
        high[d] = wrap(s->r->wrap[d], whole(floor_at) + 1, v->size[d]);
    }
}

static void sample_level(const sampler *s, const level *v, bool linear, uint32_t out[4])
{
    int low[3] = {0}, high[3] = {0};
    float part[3] = {0}, sum[4] = {0};
    footprint(s, v, linear, low, high, part);
    int corners = linear ? 1 << s->dimensions : 1;
    for (int corner = 0; corner < corners; corner++) {
        int at[3] = {0};
        float weight = 1;
        for (int d = 0; d < s->dimensions; d++) {
            bool upper = (corner >> d & 1) != 0;
            at[d] = upper ? high[d] : low[d];
            weight *= upper ? part[d] : 1 - part[d];
        }
        if (weight == 0) continue;
        texel_at(s, v, at, out);
        for (int c = 0; c < 4; c++) sum[c] += weight * to_float(out[c]);
    }
    for (int c = 0; c < 4 && corners > 1; c++) out[c] = from_float(sum[c]);
}

// One component of each of the four texels, from the lower left one on against the clock.
static void gather(sampler *s, uint32_t out[4])
{
    uint32_t offsets = further(s->team, s->i, WB_SAMPLE_OFFSETS);
    level v = level_of(s->r, 0, s->layered);
    for (int k = 0; k < 4; k++) {
        int low[3] = {0}, high[3] = {0};
        float part[3];
        uint32_t texel[4];
        for (uint32_t d = 0; d < 2 && offsets != WB_NO_ROW; d++)
            s->offset[d] = (int)wb_row(s->team, offsets + 2 * (uint32_t)k + d)[s->lane];
        footprint(s, &v, true, low, high, part);
        bool right = offsets == WB_NO_ROW && (k == 1 || k == 2);
        bool upper = offsets == WB_NO_ROW && k < 2;
        const int at[3] = {right ? high[0] : low[0], upper ? high[1] : low[1], low[2]};
        texel_at(s, &v, at, texel);
        out[k] = texel[s->compares ? 0 : s->component & 3];
    }
}

static void sample_at(const sampler *s, float lod, uint32_t out[4])
{
    const wb_machine_resource *r = s->r;
    int last = levels_of(r) - 1;
    float turn = r->linear && !r->linear_small && r->mip != WB_MIP_NONE ? 0.5f : 0.0f;
    if (!(lod > turn) || r->mip == WB_MIP_NONE) {
        level v = level_of(r, 0, s->layered);
        sample_level(s, &v, lod > turn ? r->linear_small : r->linear, out);
        return;
    }
    float most = (float)last, at = lod > most ? most : lod;
    int first = whole(r->mip == WB_MIP_NEAREST ? ceilf(at + 0.5f) - 1 : floorf(at));
    first = first < 0 ? 0 : first > last ? last : first;
    level v = level_of(r, first, s->layered);
    sample_level(s, &v, r->linear_small, out);
    float part = r->mip == WB_MIP_LINEAR ? at - (float)first : 0;
    if (!(part > 0) || first == last) return;
    uint32_t next[4];
    v = level_of(r, first + 1, s->layered);
    sample_level(s, &v, r->linear_small, next);
    for (int c = 0; c < 4; c++)
        out[c] = from_float((1 - part) * to_float(out[c]) + part * to_float(next[c]));
}

// A direction becomes a face and a place on it (OpenGL 4.3, table 8.19).
static void find_face(sampler *s, const float way[4], bool has_layers)
{
    float size[3] = {fabsf(way[0]), fabsf(way[1]), fabsf(way[2])};
    int axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    bool minus = way[axis] < 0;
    float x = axis == 0   ? (minus ? way[2] : -way[2])
              : axis == 1 ? way[0]
              : minus     ? -way[0]
                          : way[0];
    float y = axis == 1 ? (minus ? -way[2] : way[2]) : -way[1];
    int cubes = s->r->depth / 6, cube = has_layers ? whole(rintf(way[3])) : 0;
    cube = cube < 0 ? 0 : cube >= cubes ? cubes - 1 : cube;
    s->place[0] = (x / size[axis] + 1) * 0.5f;
    s->place[1] = (y / size[axis] + 1) * 0.5f;
    s->place[2] = (float)(6 * cube + 2 * axis + minus);
}

// The level that the derivatives ask for.
static float lod_of(const sampler *s)
{
    float most = 0;
    for (int k = 0; k < 2; k++) {
        uint32_t row = further(s->team, s->i, k == 0 ? WB_SAMPLE_GRAD_X : WB_SAMPLE_GRAD_Y);
        const int size[3] = {s->r->width, s->r->height, s->r->depth};
        float sum = 0;
        for (int d = 0; d < s->dimensions; d++) {
            if (d == s->layered) continue;
            float way = to_float(wb_row(s->team, row + (uint32_t)d)[s->lane]) * (float)size[d];
            sum += way * way;
        }
        most = fmaxf(most, sum);
    }
    return 0.5f * log2f(most);
}

static void sample_lane(sampler *s, const wb_module_type *t, uint32_t out[4])
{
    const wb_instruction *i = s->i;
    uint32_t q = further(s->team, i, WB_SAMPLE_Q), offset = further(s->team, i, WB_SAMPLE_OFFSET);
    uint32_t reference = further(s->team, i, WB_SAMPLE_REFERENCE);
    float way[4] = {0}, by = q != WB_NO_ROW ? to_float(wb_row(s->team, q)[s->lane]) : 1;
    int count = t->is_cube ? 3 + t->has_layers : s->dimensions;
    for (int d = 0; d < count; d++)
        way[d] = to_float(wb_row(s->team, i->a + (uint32_t)d)[s->lane]) / by;
    s->compares = reference != WB_NO_ROW;
    if (s->compares) s->reference = to_float(wb_row(s->team, reference)[s->lane]) / by;
    if (t->is_cube)
        find_face(s, way, t->has_layers);
    else
        memcpy(s->place, way, sizeof s->place);
    if (t->is_rectangle) s->place[0] /= (float)s->r->width, s->place[1] /= (float)s->r->height;
    for (int d = 0; d < 3; d++)
        s->offset[d] = offset != WB_NO_ROW && d < s->dimensions && d != s->layered
                           ? (int)wb_row(s->team, offset + (uint32_t)d)[s->lane]
                           : 0;
    if (s->gathers) {
        gather(s, out);
        return;
    }
    float lod = i->c != WB_NO_ROW ? to_float(wb_row(s->team, i->c)[s->lane]) : 0;
    if (further(s->team, i, WB_SAMPLE_GRAD_X) != WB_NO_ROW) lod = lod_of(s);
    sample_at(s, lod, out);
}

void wb_exec_TextureSample(wb_team *team, const wb_instruction *i)
{
    const wb_module *m = team->machine->module;
    const wb_module_type *t = &m->types[m->variables[i->b].type];
    uint32_t component = further(team, i, WB_SAMPLE_COMPONENT);
    sampler s = {.team = team,
                 .i = i,
                 .r = wb_memory_of(team, i->b).resource,
                 .dimensions = i->sub,
                 .layered = layered_dimension(team, i),
                 .gathers = (i->mode & WB_SIGNED) != 0};
    check_coordinates(team, i);
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        uint32_t out[4] = {0};
        s.lane = l;
        if (component != WB_NO_ROW) s.component = wb_row(team, component)[l];
        if (s.r != NULL) sample_lane(&s, t, out);
        for (uint32_t k = 0; k < i->count; k++) wb_row(team, i->result + k)[l] = out[k];
    }
    clear_flags(team, i);
}
