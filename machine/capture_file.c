#include "machine/capture_file.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "arrays are written as little-endian without swapping bytes");

/* ---- Arrays ---- */

// .npy 1.0: a signature, the length of the header, the header; all of it a multiple of 64 bytes.
static void write_array(const char *type, size_t count, const char *more, const void *data,
                        size_t size, FILE *file)
{
    char header[128];
    int length =
        snprintf(header, sizeof header,
                 "{'descr': '%s', 'fortran_order': False, 'shape': (%zu,%s), }", type, count, more);
    while ((10 + length + 1) % 64 != 0 && length + 2 < (int)sizeof header) header[length++] = ' ';
    header[length++] = '\n';
    const unsigned char start[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)length, 0};
    fwrite(start, 1, sizeof start, file);
    fwrite(header, 1, (size_t)length, file);
    if (size > 0) fwrite(data, 1, size, file);
}

static void write_bytes(const void *bytes, size_t count, FILE *file)
{
    write_array("|u1", count, "", bytes, count, file);
}

void wb_npy_write_words(const void *words, size_t count, FILE *file)
{
    write_array("<u4", count, "", words, count * 4, file);
}

static void write_lines(const wb_source *source, FILE *file)
{
    size_t count = source != NULL ? (size_t)source->line_count : 0;
    write_array("<i4", count, " 2", count > 0 ? source->lines : NULL,
                count * sizeof(wb_source_line), file);
}
_Static_assert(sizeof(wb_source_line) == 8, "two 32-bit numbers, as they are written");

/* ---- The head ---- */

// A name at the end of a line.
static void end_line(const char *name, FILE *file)
{
    for (const char *at = name != NULL ? name : ""; *at != '\0'; at++)
        fputc(iscntrl((unsigned char)*at) ? '?' : *at, file);
    fputc('\n', file);
}

static void write_name(const char *key, const char *name, FILE *file)
{
    fprintf(file, "%s name=", key);
    end_line(name, file);
}

static void write_files(const wb_source *source, FILE *file)
{
    for (int i = 0; source != NULL && i < source->file_count; i++) {
        wb_source_line at = source->included_at[i];
        fprintf(file, "file from=%d line=%d name=", at.file, at.number);
        end_line(source->files[i], file);
    }
}

// The memory that a resource shows a part of.
static int memory_of(const wb_capture_file *c, const wb_machine_resource *r, size_t *offset)
{
    int i = 0;
    const uint8_t *data = r->data;
    while (i + 1 < c->memory_count &&
           !(data >= c->memory[i].data && data < c->memory[i].data + c->memory[i].size))
        i++;
    *offset = (size_t)(data - c->memory[i].data);
    return i;
}

static const char *const spaces[] = {[WB_SPACE_STORAGE] = "storage",
                                     [WB_SPACE_UNIFORM] = "uniform-block",
                                     [WB_SPACE_IMAGE] = "image",
                                     [WB_SPACE_TEXTURE] = "texture"};

static void write_resource(const wb_capture_file *c, const wb_machine_resource *r, FILE *file)
{
    static const char *const kinds[] = {"float", "unorm",     "snorm",    "int",
                                        "uint",  "r11g11b10", "rgb10_a2", "rgb10_a2ui"};
    static const char *const wraps[] = {"repeat", "clamp", "mirror", "border"};
    size_t offset;
    int memory = memory_of(c, r, &offset);
    fprintf(file, "%s binding=%d memory=%d offset=%zu bytes=%zu", spaces[r->space], r->binding,
            memory, offset, r->size);
    if (r->space == WB_SPACE_IMAGE || r->space == WB_SPACE_TEXTURE)
        fprintf(file, " texels=%s channels=%d bits=%d width=%d height=%d depth=%d levels=%d",
                kinds[r->format.kind], r->format.channels, r->format.bits, r->width, r->height,
                r->depth, r->levels > 0 ? r->levels : 1);
    if (r->space == WB_SPACE_TEXTURE) {
        fprintf(file, " linear=%d small=%d mip=%d compare=%d wrap=%s wrap1=%s wrap2=%s", r->linear,
                r->linear_small, (int)r->mip, r->compare, wraps[r->wrap[0]], wraps[r->wrap[1]],
                wraps[r->wrap[2]]);
        for (int i = 0; i < 4; i++) fprintf(file, " border%d=%.9g", i, (double)r->border[i]);
    }
    fprintf(file, " name=");
    end_line(r->label, file);
}

static void write_head(const wb_capture_file *c, FILE *file)
{
    const wb_machine_dispatch *d = &c->dispatch;
    fprintf(file, "workbench-capture version=1\n");
    write_name("kernel", c->kernel->name, file);
    write_name("lesson", c->lesson, file);
    write_name("pass", c->pass, file);
    write_name("call", c->call, file);
    fprintf(file, "dispatch x=%" PRIu32 " y=%" PRIu32 " z=%" PRIu32 "\n", d->groups[0],
            d->groups[1], d->groups[2]);
    fprintf(file, "machine subgroup=%d fma=%d\n", c->subgroup, c->fuse_fma);
    write_files(c->kernel->source, file);
    for (int i = 0; i < c->memory_count; i++) {
        fprintf(file, "memory bytes=%zu written=%d name=", c->memory[i].size, c->memory[i].written);
        end_line(c->memory[i].label, file);
    }
    for (int i = 0; i < d->resource_count; i++) write_resource(c, &d->resources[i], file);
    for (int i = 0; i < d->uniform_count; i++)
        fprintf(file, "uniform location=%d elements=%" PRIu32 "\n", d->uniforms[i].location,
                d->uniforms[i].elements > 0 ? d->uniforms[i].elements : 1);
}

/* ---- All of it ---- */

void wb_capture_file_write(const wb_capture_file *c, FILE *file)
{
    const wb_machine_dispatch *d = &c->dispatch;
    write_head(c, file);
    fprintf(file, "array text\narray spirv\narray lines\n");
    for (int i = 0; i < c->memory_count; i++) fprintf(file, "array memory %d\n", i);
    for (int i = 0; i < d->resource_count; i++)
        if (d->resources[i].undefined != NULL) fprintf(file, "array undefined %d\n", i);
    for (int i = 0; i < d->uniform_count; i++) fprintf(file, "array uniform %d\n", i);
    fputc('\n', file);
    write_bytes(c->kernel->text, strlen(c->kernel->text), file);
    wb_npy_write_words(c->kernel->module.words, c->kernel->module.word_count, file);
    write_lines(c->kernel->source, file);
    for (int i = 0; i < c->memory_count; i++)
        write_bytes(c->memory[i].data, c->memory[i].size, file);
    for (int i = 0; i < d->resource_count; i++)
        if (d->resources[i].undefined != NULL)
            write_bytes(d->resources[i].undefined, d->resources[i].size / 4, file);
    for (int i = 0; i < d->uniform_count; i++)
        wb_npy_write_words(d->uniforms[i].words, d->uniforms[i].count, file);
}
