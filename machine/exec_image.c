/* Images and textures: texels of all formats become four words and back. */
#include "machine/machine_state.h"

#include <math.h>
#include <string.h>

/* ---- Texels ---- */

static uint32_t bytes_of(const wb_texel_format *f)
{
    return (uint32_t)(f->channels * f->bits / 8);
}

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

static void read_texel(const wb_machine_resource *r, const uint8_t *data, size_t texel,
                       uint32_t out[4])
{
    const wb_texel_format *f = &r->format;
    const uint8_t *at = data + texel * bytes_of(f);
    bool integer = f->kind == WB_TEXEL_INT || f->kind == WB_TEXEL_UINT;
    for (int c = 0; c < 4; c++) {
        uint32_t raw = 0;
        size_t bytes = (size_t)f->bits / 8;
        if (c < f->channels) memcpy(&raw, at + (size_t)c * bytes, bytes); // little endian
        out[c] = c < f->channels ? unpack(f, raw) : c < 3 ? 0 : integer ? 1 : from_float(1);
    }
}

static void write_texel(const wb_machine_resource *r, size_t texel, const uint32_t in[4])
{
    const wb_texel_format *f = &r->format;
    uint8_t *at = (uint8_t *)r->data + texel * bytes_of(f);
    for (int c = 0; c < f->channels; c++) {
        uint32_t raw = pack(f, in[c]);
        memcpy(at + c * f->bits / 8, &raw, (size_t)f->bits / 8);
    }
}

/* ---- Images ---- */

void wb_find_texels(wb_team *team, const wb_instruction *i, const wb_memory *memory,
                    uint32_t *texel)
{
    const wb_machine_resource *r = memory->resource;
    uint32_t dimensions =
        i->op == WbOpAtomic
            ? (uint32_t)team->machine->module->types[team->machine->module->variables[i->b].type]
                  .dimensions
            : i->sub;
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
        size[0] = (uint32_t)r->width, size[1] = (uint32_t)r->height, size[2] = (uint32_t)r->depth;
    put_sizes(team, i, size);
}

/* ---- Textures ---- */

static int levels_of(const wb_machine_resource *r)
{
    return r->levels > 1 ? r->levels : 1;
}

static bool has_layers(const wb_team *team, const wb_instruction *i)
{
    const wb_module *m = team->machine->module;
    return m->types[m->variables[i->b].type].has_layers;
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
        v.data += (size_t)v.size[0] * (size_t)v.size[1] * (size_t)v.size[2] * bytes_of(&r->format);
    }
}

static int layered_dimension(const wb_team *team, const wb_instruction *i)
{
    return has_layers(team, i) ? i->sub - 1 : 3;
}

void wb_exec_TextureSize(wb_team *team, const wb_instruction *i)
{
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    uint32_t size[4] = {0};
    if (r != NULL) {
        level v = level_of(r, 0, layered_dimension(team, i));
        for (int d = 0; d < 3; d++) size[d] = (uint32_t)v.size[d];
    }
    put_sizes(team, i, size);
    if (i->c == WB_NO_ROW || r == NULL) return;
    for (uint32_t l = team->low; l < team->high; l++) {
        uint32_t number = wb_row(team, i->c)[l];
        if (team->mask[l] == 0 || number >= (uint32_t)levels_of(r)) continue;
        level v = level_of(r, (int)number, layered_dimension(team, i));
        for (uint32_t k = 0; k < i->count && k < 3; k++)
            wb_row(team, i->result + k)[l] = (uint32_t)v.size[k];
    }
}

void wb_exec_TextureLevels(wb_team *team, const wb_instruction *i)
{
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    uint32_t size[4] = {r != NULL ? (uint32_t)levels_of(r) : 0};
    put_sizes(team, i, size);
}

void wb_exec_TextureFetch(wb_team *team, const wb_instruction *i)
{
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    check_coordinates(team, i);
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        uint32_t out[4] = {0}, number = i->c != WB_NO_ROW ? wb_row(team, i->c)[l] : 0;
        bool good = r != NULL && number < (uint32_t)levels_of(r);
        level v = good ? level_of(r, (int)number, layered_dimension(team, i)) : (level){0};
        size_t texel = 0, stride = 1;
        for (uint32_t d = 0; d < i->sub; d++) {
            uint32_t at = wb_row(team, i->a + d)[l], size = (uint32_t)v.size[d];
            if (good && at >= size) {
                wb_report_index(team, i, l, at, size);
                good = false;
            }
            texel += at * stride;
            stride *= size;
        }
        if (good) read_texel(r, v.data, texel, out);
        for (uint32_t k = 0; k < i->count; k++) wb_row(team, i->result + k)[l] = out[k];
    }
    clear_flags(team, i);
}

// A texel's coordinate by the rules of wrapping; -1: the border.
static int wrap(const wb_machine_resource *r, int at, int size)
{
    switch (r->wrap) {
    case WB_WRAP_CLAMP: return at < 0 ? 0 : at >= size ? size - 1 : at;
    case WB_WRAP_BORDER: return at < 0 || at >= size ? -1 : at;
    case WB_WRAP_MIRROR: {
        int twice = ((at % (2 * size)) + 2 * size) % (2 * size);
        return twice < size ? twice : 2 * size - 1 - twice;
    }
    default: return ((at % size) + size) % size;
    }
}

static void texel_at(const wb_machine_resource *r, const level *v, const int at[3], uint32_t out[4])
{
    bool border = at[0] < 0 || at[1] < 0 || at[2] < 0;
    size_t texel = border
                       ? 0
                       : ((size_t)at[2] * (size_t)v->size[1] + (size_t)at[1]) * (size_t)v->size[0] +
                             (size_t)at[0];
    if (!border)
        read_texel(r, v->data, texel, out);
    else
        for (int c = 0; c < 4; c++) out[c] = from_float(r->border[c]);
}

static int whole(float f)
{
    return f > 1e9f ? 1000000000 : f > -1e9f ? (int)f : -1000000000;
}

static void sample(const wb_machine_resource *r, const level *v, const float place[3],
                   int dimensions, int layered, uint32_t out[4])
{
    int low[3] = {0}, high[3] = {0};
    float part[3] = {0};
    for (int d = 0; d < dimensions; d++) {
        if (d == layered) {
            int layer = whole(rintf(place[d]));
            low[d] = high[d] = layer < 0 ? 0 : layer >= v->size[d] ? v->size[d] - 1 : layer;
            continue;
        }
        float at = place[d] * (float)v->size[d] - (r->linear ? 0.5f : 0.0f);
        float floor_at = floorf(at);
        part[d] = r->linear ? at - floor_at : 0;
        low[d] = wrap(r, whole(floor_at), v->size[d]);
        high[d] = wrap(r, whole(floor_at) + 1, v->size[d]);
    }
    int corners = r->linear ? 1 << dimensions : 1;
    float sum[4] = {0};
    for (int corner = 0; corner < corners; corner++) {
        int at[3] = {0};
        float weight = 1;
        for (int d = 0; d < dimensions; d++) {
            bool upper = (corner >> d & 1) != 0;
            at[d] = upper ? high[d] : low[d];
            weight *= upper ? part[d] : 1 - part[d];
        }
        texel_at(r, v, at, out);
        for (int c = 0; c < 4 && corners > 1; c++)
            if (weight != 0) sum[c] += weight * to_float(out[c]);
    }
    for (int c = 0; c < 4 && corners > 1; c++) out[c] = from_float(sum[c]);
}

void wb_exec_TextureSample(wb_team *team, const wb_instruction *i)
{
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    int layered = layered_dimension(team, i);
    check_coordinates(team, i);
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        uint32_t out[4] = {0};
        float place[3] = {0}, lod = i->c != WB_NO_ROW ? to_float(wb_row(team, i->c)[l]) : 0;
        for (uint32_t d = 0; d < i->sub && d < 3; d++)
            place[d] = to_float(wb_row(team, i->a + d)[l]);
        if (r != NULL) {
            int number = whole(rintf(lod)), last = levels_of(r) - 1;
            level v = level_of(r, number < 0 ? 0 : number > last ? last : number, layered);
            sample(r, &v, place, i->sub, layered, out);
        }
        for (uint32_t k = 0; k < i->count; k++) wb_row(team, i->result + k)[l] = out[k];
    }
    clear_flags(team, i);
}
