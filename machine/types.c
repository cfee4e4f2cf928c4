/* Types, and where their parts are: in rows, one after the other; in memory by the offsets and
 * strides that a block declares, and by the rules of std430 where nothing is declared (shared). */
#include "base/text.h"
#include "machine/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 1 << 30, MAX_DEPTH = 32, MAX_TYPES = 1 << 14 };

static uint32_t round_up(uint32_t value, uint32_t to)
{
    return to > 1 ? (value + to - 1) / to * to : value;
}

static int element_type(wb_loader *l, const wb_words *w, uint32_t index)
{
    int type = wb_load_kind(l, w, index, ID_TYPE)->type;
    if (wb_load_type(l, type)->depth >= MAX_DEPTH)
        wb_load_fail(l, "types are nested deeper than %d", MAX_DEPTH);
    return type;
}

static void set_scalar(wb_module_type *t, wb_type_kind kind, uint32_t words)
{
    t->kind = kind;
    t->count = 1;
    t->words = words;
    t->size = t->alignment = 4 * words;
}

static void set_number(wb_loader *l, const wb_words *w, wb_module_type *t)
{
    uint32_t width = wb_load_word(l, w, 2);
    bool is_float = w->opcode == OpTypeFloat;
    if (width == 32)
        set_scalar(t,
                   is_float                     ? WB_TYPE_FLOAT
                   : wb_load_word(l, w, 3) != 0 ? WB_TYPE_INT
                                                : WB_TYPE_UINT,
                   1);
    else if (is_float && width == 64)
        set_scalar(t, WB_TYPE_DOUBLE, 2);
    else
        wb_load_fail(l, "numbers of %u bits are not supported by the kernel machine%s", width,
                     is_float ? "" : ": integers are of 32 bits");
}

static void set_vector(wb_loader *l, const wb_words *w, wb_module_type *t)
{
    t->element = element_type(l, w, 2);
    t->count = wb_load_word(l, w, 3);
    const wb_module_type *e = wb_load_type(l, t->element);
    bool is_matrix = w->opcode == OpTypeMatrix;
    if (t->count < 2 || t->count > 4 || e->words == 0 ||
        (is_matrix ? e->kind != WB_TYPE_VECTOR : e->count != 1 || e->kind >= WB_TYPE_VECTOR)) {
        wb_load_fail(l, "the module is damaged: a vector or matrix of %u", t->count);
        return;
    }
    t->kind = is_matrix ? WB_TYPE_MATRIX : WB_TYPE_VECTOR;
    t->words = t->count * e->words;
    t->alignment = is_matrix ? e->alignment : (t->count == 2 ? 2 : 4) * e->alignment;
    t->size = is_matrix ? t->count * round_up(e->size, e->alignment) : t->count * e->size;
}

static void set_array(wb_loader *l, const wb_words *w, wb_module_type *t)
{
    t->kind = WB_TYPE_ARRAY;
    t->element = element_type(l, w, 2);
    const wb_module_type *e = wb_load_type(l, t->element);
    uint32_t declared = wb_load_id(l, w, 1)->array_stride;
    t->alignment = e->alignment;
    t->stride = declared != 0 ? declared : round_up(e->size, e->alignment);
    // An array of blocks or images is as many variables, and has no value
    bool has_none = e->kind == WB_TYPE_IMAGE || e->kind == WB_TYPE_SAMPLED_IMAGE ||
                    e->kind == WB_TYPE_STRUCT || e->kind == WB_TYPE_ARRAY;
    if (t->stride % 4 != 0 || t->stride > MAX_SIZE || (e->words == 0 && !has_none)) {
        wb_load_fail(l, "arrays of such elements are not supported by the kernel machine");
        return;
    }
    t->depth = e->depth + 1;
    if (w->opcode == OpTypeRuntimeArray) return;
    const wb_id *length = wb_load_kind(l, w, 3, ID_VALUE);
    t->count = length->value;
    if (!length->is_constant || t->count == 0 ||
        (uint64_t)t->count * (t->stride > 0 ? t->stride : 1) > MAX_SIZE ||
        (uint64_t)t->count * e->words > MAX_SIZE)
        wb_load_fail(l, "an array of %u elements is too long", t->count);
    else {
        t->words = t->count * e->words;
        t->size = t->count * t->stride;
    }
}

static void apply_members(wb_loader *l, uint32_t id, wb_module_type *t)
{
    for (uint32_t i = 0; i < l->member_count; i++) {
        const wb_decoration *d = &l->members[i];
        if (d->id != id || d->member >= t->count) continue;
        wb_member *m = &t->members[d->member];
        switch (d->kind) {
        case UINT32_MAX: m->name = d->name != NULL ? d->name : ""; break;
        case DecorationOffset:
            m->offset = d->value;
            m->has_offset = true;
            break;
        case DecorationMatrixStride: m->matrix_stride = d->value; break;
        case DecorationRowMajor: m->row_major = true; break;
        case DecorationCoherent: m->coherent = true; break;
        case DecorationVolatile: m->is_volatile = true; break;
        default: break;
        }
    }
}

// Puts a member where it belongs, and the struct's end behind it.
static void place_member(wb_loader *l, wb_module_type *t, wb_member *m)
{
    const wb_module_type *type = wb_load_type(l, m->type);
    if (!m->has_offset) m->offset = round_up(t->size, type->alignment);
    m->word = t->words;
    if (m->offset % 4 != 0 || m->offset > MAX_SIZE || type->size > MAX_SIZE ||
        m->matrix_stride % 4 != 0 || m->matrix_stride > 1024 || t->words > MAX_SIZE / 2 ||
        type->words > MAX_SIZE / 2) {
        wb_load_fail(l, "a struct's member at byte %u is not supported", m->offset);
        return;
    }
    // A matrix with a stride of its own takes more room than packed
    const wb_module_type *matrix = type;
    while (matrix->kind == WB_TYPE_ARRAY) matrix = wb_load_type(l, matrix->element);
    if (type->kind == WB_TYPE_MATRIX && m->matrix_stride != 0) {
        uint32_t rows = wb_load_type(l, type->element)->count;
        t->size = m->offset + (m->row_major ? rows : type->count) * m->matrix_stride;
    } else if (m->offset + type->size > t->size)
        t->size = m->offset + type->size;
    t->words += type->words;
    if (type->alignment > t->alignment) t->alignment = type->alignment;
}

static void set_struct(wb_loader *l, const wb_words *w, wb_module_type *t)
{
    t->kind = WB_TYPE_STRUCT;
    t->count = w->count > 2 ? w->count - 2 : 0;
    t->members = calloc(t->count > 0 ? t->count : 1, sizeof *t->members);
    if (t->members == NULL) {
        wb_load_fail(l, "out of memory");
        return;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        t->members[i].name = "";
        t->members[i].type = element_type(l, w, 2 + i);
    }
    apply_members(l, wb_load_word(l, w, 1), t);
    for (uint32_t i = 0; !l->failed && i < t->count; i++) {
        place_member(l, t, &t->members[i]);
        const wb_module_type *type = wb_load_type(l, t->members[i].type);
        bool endless = type->words == 0;
        if (endless &&
            (i + 1 < t->count || (type->kind != WB_TYPE_ARRAY && type->kind != WB_TYPE_STRUCT)))
            wb_load_fail(l, "the module is damaged: a member without size before other members");
        if (endless) t->words = MAX_SIZE;
        if (type->depth >= t->depth) t->depth = type->depth + 1;
    }
    if (t->words >= MAX_SIZE) t->words = 0; // there can be no value of it
    t->size = round_up(t->size, t->alignment);
}

static void set_image(wb_loader *l, const wb_words *w, wb_module_type *t)
{
    enum { DIM_1D, DIM_2D, DIM_3D, DIM_CUBE, DIM_RECT, DIM_BUFFER };
    static const int dimensions[] = {1, 2, 3, 3, 2, 1}; // of a cube the face is the third
    uint32_t dim = wb_load_word(l, w, 3), layers = wb_load_word(l, w, 5);
    t->kind = WB_TYPE_IMAGE;
    t->element = element_type(l, w, 2);
    t->is_storage = wb_load_word(l, w, 7) == 2;
    if (t->is_storage) t->format = wb_texel_format_numbered(wb_load_word(l, w, 8));
    if (dim > DIM_BUFFER || (dim == DIM_3D && layers != 0)) {
        wb_load_fail(l, "images of an unknown kind are not supported by the kernel machine");
        return;
    }
    if (wb_load_word(l, w, 6) != 0) t->refused = "multisampled";
    t->is_cube = dim == DIM_CUBE;
    t->is_rectangle = dim == DIM_RECT;
    t->has_layers = layers != 0;
    t->is_buffer_image = dim == DIM_BUFFER;
    t->dimensions = dimensions[dim] + (layers != 0 && dim != DIM_CUBE);
}

bool wb_load_type_instruction(wb_loader *l, const wb_words *w)
{
    wb_module_type t = {0};
    wb_id *id;
    switch (w->opcode) {
    case OpTypeVoid: t.kind = WB_TYPE_VOID; break;
    case OpTypeBool: set_scalar(&t, WB_TYPE_BOOL, 1); break;
    case OpTypeInt:
    case OpTypeFloat: set_number(l, w, &t); break;
    case OpTypeVector:
    case OpTypeMatrix: set_vector(l, w, &t); break;
    case OpTypeArray:
    case OpTypeRuntimeArray: set_array(l, w, &t); break;
    case OpTypeStruct: set_struct(l, w, &t); break;
    case OpTypeImage: set_image(l, w, &t); break;
    case OpTypeSampledImage: {
        const wb_module_type *image = wb_load_type(l, element_type(l, w, 2));
        if (image->kind != WB_TYPE_IMAGE)
            wb_load_fail(l, "the module is damaged: a texture of nothing");
        else
            t = *image; // which has no members
        t.kind = WB_TYPE_SAMPLED_IMAGE;
        break;
    }
    case OpTypePointer:
        t.kind = WB_TYPE_POINTER;
        t.element = element_type(l, w, 3);
        t.storage = (int)(wb_load_word(l, w, 2) & 0xFFFF);
        break;
    case OpTypeFunction: t.kind = WB_TYPE_FUNCTION; break;
    default: return false;
    }
    id = wb_load_id(l, w, 1);
    if (id->kind != ID_NONE) wb_load_fail(l, "the module is damaged: an id has two uses");
    wb_module *m = l->module;
    if (m->type_count >= MAX_TYPES) wb_load_fail(l, "there are more than %d types", MAX_TYPES);
    if (l->failed ||
        !wb_load_room(l, &m->types, &l->type_capacity, (uint32_t)m->type_count, sizeof *m->types)) {
        free(t.members);
        return true;
    }
    t.name = id->name != NULL ? id->name : "";
    t.id = wb_load_word(l, w, 1);
    id->kind = ID_TYPE;
    id->type = m->type_count;
    m->types[m->type_count++] = t;
    return true;
}

/* ---- Offsets of all scalars ---- */

typedef struct walk {
    wb_loader *l;
    uint32_t first, count; // in the module's list
    bool contiguous;
} walk;

static void add_scalar(walk *k, uint32_t offset, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++) {
        if (offset / 4 + i != k->count) k->contiguous = false;
        uint32_t at = wb_load_extra(k->l, offset / 4 + i);
        if (k->count++ == 0) k->first = at;
    }
}

static void add_type(walk *k, int type, uint32_t offset, uint32_t matrix_stride, bool row_major)
{
    const wb_module_type t = *wb_load_type(k->l, type), e = *wb_load_type(k->l, t.element);
    if (k->l->failed) return;
    switch (t.kind) {
    case WB_TYPE_VECTOR:
        for (uint32_t i = 0; i < t.count; i++)
            add_scalar(k, offset + i * (row_major ? matrix_stride : e.size), e.words);
        break;
    case WB_TYPE_MATRIX: {
        uint32_t scalar = wb_load_type(k->l, e.element)->size;
        uint32_t column = row_major            ? scalar
                          : matrix_stride != 0 ? matrix_stride
                                               : round_up(e.size, e.alignment);
        for (uint32_t i = 0; i < t.count; i++)
            add_type(k, t.element, offset + i * column, matrix_stride, row_major);
        break;
    }
    case WB_TYPE_ARRAY:
        for (uint32_t i = 0; i < t.count && !k->l->failed; i++)
            add_type(k, t.element, offset + i * t.stride, matrix_stride, row_major);
        break;
    case WB_TYPE_STRUCT:
        for (uint32_t i = 0; i < t.count; i++) {
            const wb_member m = t.members[i];
            add_type(k, m.type, offset + m.offset, m.matrix_stride, m.row_major);
        }
        break;
    default: add_scalar(k, offset, t.words);
    }
}

bool wb_load_offsets(wb_loader *l, int type, uint32_t matrix_stride, bool row_major,
                     uint32_t *extra)
{
    uint32_t before = l->module->extra_count;
    *extra = 0;
    if (wb_load_type(l, type)->words > WB_MAX_ROWS)
        return !wb_load_fail(l, "a value of more than %d words", WB_MAX_ROWS);
    walk k = {.l = l, .contiguous = true};
    add_type(&k, type, 0, matrix_stride, row_major);
    if (k.contiguous)
        l->module->extra_count = before;
    else
        *extra = k.first;
    return k.contiguous;
}

/* ---- Names of words ---- */

static const wb_member *member_at(const wb_module_type *t, uint32_t byte)
{
    const wb_member *found = NULL;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->members[i].offset <= byte && (found == NULL || t->members[i].offset > found->offset))
            found = &t->members[i];
    return found;
}

void wb_module_name_word(const wb_module *module, int variable, uint32_t word, char *text,
                         size_t size, int64_t *element)
{
    const wb_variable *v = &module->variables[variable];
    uint64_t whole = (uint64_t)word * 4;
    uint32_t byte = whole > UINT32_MAX ? UINT32_MAX : (uint32_t)whole;
    uint32_t matrix_stride = 0;
    bool row_major = false;
    snprintf(text, size, "%s", v->name);
    *element = -1;
    if (v->space == WB_SPACE_SHARED || v->binding >= WB_FIRST_COUNTERS) byte -= v->offset;
    for (const wb_module_type *t = &module->types[v->type];;) {
        const wb_module_type *e = &module->types[t->element];
        uint32_t index = 0, rest = 0;
        if (t->kind == WB_TYPE_STRUCT) {
            const wb_member *m = member_at(t, byte);
            if (m == NULL) return;
            wb_text_append(text, size, "%s%s", *text != '\0' ? "." : "", m->name);
            byte -= m->offset;
            matrix_stride = m->matrix_stride;
            row_major = m->row_major;
            t = &module->types[m->type];
            continue;
        }
        if (t->kind == WB_TYPE_ARRAY && t->stride > 0) {
            index = byte / t->stride;
            rest = byte % t->stride;
            wb_text_append(text, size, "[%u]", index);
        } else if (t->kind == WB_TYPE_MATRIX) {
            uint32_t scalar = module->types[e->element].size;
            uint32_t stride = row_major            ? scalar
                              : matrix_stride != 0 ? matrix_stride
                                                   : round_up(e->size, e->alignment);
            index = row_major && matrix_stride != 0 ? byte % matrix_stride / stride : byte / stride;
            rest = row_major ? byte - index * stride : byte % stride;
            wb_text_append(text, size, "[%u]", index);
        } else if (t->kind == WB_TYPE_VECTOR && e->size > 0) {
            uint32_t stride = row_major && matrix_stride != 0 ? matrix_stride : e->size;
            index = byte / stride;
            wb_text_append(text, size, ".%c", "xyzw"[index < 4 ? index : 3]);
            return;
        } else
            return;
        if (*element < 0) *element = index;
        byte = rest;
        t = e;
    }
}

int wb_module_shared_variable(const wb_module *module, uint32_t word)
{
    for (int i = 0; i < module->variable_count; i++) {
        const wb_variable *v = &module->variables[i];
        if (v->space == WB_SPACE_SHARED && word >= v->offset / 4 &&
            word < (v->offset + module->types[v->type].size) / 4)
            return i;
    }
    return -1;
}

static const wb_variable *find_in_call(const wb_module *module, const char *name, uint32_t call)
{
    for (int i = module->variable_count - 1; i >= 0; i--) {
        const wb_variable *v = &module->variables[i];
        if (v->call == call && strcmp(v->name, name) == 0) return v;
    }
    return NULL;
}

static const wb_variable *find_member(const wb_module *module, const char *name, int *member)
{
    for (int i = 0; i < module->variable_count; i++) {
        const wb_variable *v = &module->variables[i];
        const wb_module_type *t = &module->types[v->type];
        if (*v->name != '\0' || t->kind != WB_TYPE_STRUCT) continue;
        for (uint32_t k = 0; k < t->count; k++) {
            if (strcmp(t->members[k].name, name) != 0) continue;
            *member = (int)k;
            return v;
        }
    }
    return NULL;
}

const wb_variable *wb_module_find(const wb_module *module, const char *name, uint32_t call,
                                  int *member)
{
    *member = -1;
    const wb_variable *v = find_in_call(module, name, call);
    if (v == NULL && call != 0) v = find_in_call(module, name, 0);
    return v != NULL ? v : find_member(module, name, member);
}

static bool is_called(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && strncmp(name, text, length) == 0;
}

static int count_locations(const wb_module *m, int type)
{
    const wb_module_type *t = &m->types[type];
    int count = 0;
    if (t->kind == WB_TYPE_ARRAY) return (int)t->count * count_locations(m, t->element);
    if (t->kind != WB_TYPE_STRUCT) return 1;
    for (uint32_t i = 0; i < t->count; i++) count += count_locations(m, t->members[i].type);
    return count;
}

// Goes from a variable at `location` to the part of it that `path` names: "[2].offset".
static int follow_path(const wb_module *m, int type, int location, const char *path)
{
    while (*path != '\0') {
        const wb_module_type *t = &m->types[type];
        size_t length = strcspn(path + 1, ".[");
        uint32_t i = 0;
        if (*path == '[' && t->kind == WB_TYPE_ARRAY) {
            unsigned long index = strtoul(path + 1, NULL, 10);
            if (index >= t->count) return -1;
            location += (int)index * count_locations(m, t->element);
            type = t->element;
        } else if (*path == '.' && t->kind == WB_TYPE_STRUCT) {
            for (; i < t->count && !is_called(t->members[i].name, path + 1, length); i++)
                location += count_locations(m, t->members[i].type);
            if (i == t->count) return -1;
            type = t->members[i].type;
        } else
            return -1;
        path += 1 + length;
    }
    return location;
}

int wb_module_uniform_location(const wb_module *module, const char *name)
{
    size_t length = strcspn(name, ".[");
    for (int i = 0; i < module->variable_count; i++) {
        const wb_variable *v = &module->variables[i];
        if (v->space == WB_SPACE_VALUE && v->location >= 0 && is_called(v->name, name, length))
            return follow_path(module, v->type, v->location, name + length);
    }
    return -1;
}
