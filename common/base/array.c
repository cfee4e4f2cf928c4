#include "base/array.h"

#include "base/file.h"
#include "base/message.h"
#include "base/text.h"
#include "os/path.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               ".npy files are read and written as little-endian without swapping bytes");

enum { NUMBER_BYTES = 4, NPY_MAX_DIMENSIONS = 32 }; // 32 is NumPy's limit

const char *wb_type_name(wb_type type)
{
    switch (type) {
    case WB_U32: return "uint32";
    case WB_I32: return "int32";
    case WB_F32: return "float32";
    }
    return "unknown";
}

int wb_fields_width(const wb_field *fields)
{
    int width = 0;
    for (; fields->name != NULL; fields++) width += fields->count;
    return width;
}

wb_type wb_fields_type(const wb_field *fields, wb_type type, size_t index)
{
    if (fields == NULL) return type;
    int column = (int)(index % (size_t)wb_fields_width(fields));
    for (; column >= fields->count; fields++) column -= fields->count;
    return fields->type;
}

const char *wb_fields_label(const wb_field *fields, int column, char *text, size_t size)
{
    for (; column >= fields->count; fields++) column -= fields->count;
    if (fields->count == 1)
        snprintf(text, size, "%s", fields->name);
    else if (fields->count <= 4)
        snprintf(text, size, "%s.%c", fields->name, "xyzw"[column]);
    else
        snprintf(text, size, "%s[%d]", fields->name, column);
    return text;
}

static size_t count_numbers(const size_t *shape, int dimensions)
{
    // Zeros first: {0, SIZE_MAX, SIZE_MAX} holds nothing and does not overflow.
    for (int d = 0; d < dimensions; d++)
        if (shape[d] == 0) return 0;
    size_t count = 1;
    for (int d = 0; d < dimensions; d++)
        if (__builtin_mul_overflow(count, shape[d], &count)) return SIZE_MAX;
    return count <= SIZE_MAX / 2 / NUMBER_BYTES ? count : SIZE_MAX;
}

size_t wb_array_count(const wb_array *array)
{
    return count_numbers(array->shape, array->dimensions);
}

/* "5 x 7" with the separator " x ", "5, 7" with ", ". */
static void join(const size_t *shape, int dimensions, const char *separator, char *text,
                 size_t size)
{
    text[0] = '\0';
    for (int d = 0; d < dimensions; d++)
        wb_text_append(text, size, "%s%zu", d > 0 ? separator : "", shape[d]);
}

static const char *shape_text(const size_t *shape, int dimensions, char *text, size_t size)
{
    if (dimensions == 0)
        snprintf(text, size, "one number");
    else
        join(shape, dimensions, " x ", text, size);
    return text;
}

const char *wb_array_shape_text(const wb_array *array, char *text, size_t size)
{
    return shape_text(array->shape, array->dimensions, text, size);
}

enum { TUPLE_SIZE = 100, DTYPE_SIZE = 1024 };

/* NumPy counts records, not the numbers in them. */
static int npy_dimensions(const wb_array *array)
{
    return array->fields != NULL ? array->dimensions - 1 : array->dimensions;
}

/* The shape in Python: "(5, 7)", "(5,)" or "()". */
static const char *tuple_text(const wb_array *array, char text[TUPLE_SIZE])
{
    char inside[TUPLE_SIZE - 4];
    join(array->shape, npy_dimensions(array), ", ", inside, sizeof inside);
    snprintf(text, TUPLE_SIZE, "(%s%s)", inside, npy_dimensions(array) == 1 ? "," : "");
    return text;
}

/* .npy: a signature, a version, the length of the header, the header (a Python dictionary in text),
 * and the numbers. Described in NumPy's manual under numpy.lib.format. */

static const char npy_signature[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

typedef struct npy_header {
    char type[DTYPE_SIZE]; // "'<f4'", or of records "[('position', '<f4', (3,)), ('age', '<f4')]"
    bool fortran_order;
    int dimensions;
    size_t shape[NPY_MAX_DIMENSIONS];
} npy_header;

static const char *npy_type(wb_type type)
{
    switch (type) {
    case WB_U32: return "'<u4'";
    case WB_I32: return "'<i4'";
    case WB_F32: return "'<f4'";
    }
    return "";
}

/* The array's type as the header has it. */
static const char *dtype_text(const wb_array *array, char text[DTYPE_SIZE])
{
    if (array->fields == NULL) return npy_type(array->type);
    const char *separator = "[";
    text[0] = '\0';
    for (const wb_field *field = array->fields; field->name != NULL; field++, separator = ", ") {
        wb_text_append(text, DTYPE_SIZE, "%s('%s', %s", separator, field->name,
                       npy_type(field->type));
        if (field->count > 1) wb_text_append(text, DTYPE_SIZE, ", (%d,)", field->count);
        wb_text_append(text, DTYPE_SIZE, ")");
    }
    wb_text_append(text, DTYPE_SIZE, "]");
    return text;
}

/* Steps over spaces and then `token`; if it is not there, `*at` stays. */
static bool take(const char **at, const char *token)
{
    const char *start = *at + strspn(*at, " ");
    size_t length = strlen(token);
    if (strncmp(start, token, length) != 0) return false;
    *at = start + length;
    return true;
}

/* A word in quotes, or a list with all that is in it. */
static bool take_type(const char **at, npy_header *header)
{
    const char *start = *at + strspn(*at, " ");
    size_t length = 0;
    int depth = 0;
    bool quoted = false;
    do {
        char c = start[length++];
        if (c == '\0' || length >= sizeof header->type) return false;
        if (c == '\'') quoted = !quoted;
        if (!quoted) depth += (c == '[') - (c == ']');
    } while (quoted || depth > 0);
    if (length < 2) return false;
    memcpy(header->type, start, length);
    header->type[length] = '\0';
    *at = start + length;
    return true;
}

static bool take_order(const char **at, npy_header *header)
{
    header->fortran_order = take(at, "True");
    return header->fortran_order || take(at, "False");
}

static bool take_size(const char **at, size_t *number)
{
    *at += strspn(*at, " ");
    if (!isdigit((unsigned char)**at)) return false;
    char *end;
    errno = 0;
    *number = strtoull(*at, &end, 10);
    *at = end;
    return errno == 0;
}

/* A tuple: "()", "(5,)", "(5, 7)", "(5, 7,)". */
static bool take_shape(const char **at, npy_header *header)
{
    if (!take(at, "(")) return false;
    header->dimensions = 0;
    bool comma = true;
    while (!take(at, ")")) {
        if (!comma || header->dimensions == NPY_MAX_DIMENSIONS) return false;
        if (!take_size(at, &header->shape[header->dimensions++])) return false;
        comma = take(at, ",");
    }
    return comma || header->dimensions > 1; // "(5)" is a number in Python, not a tuple
}

/* Each of the three keys once, in any order. */
static bool parse_npy_header(const char *text, npy_header *header)
{
    bool type = false, order = false, shape = false, good = true, comma = true;
    const char *at = text;
    if (!take(&at, "{")) return false;
    while (!take(&at, "}")) {
        if (!comma) return false;
        if (!type && take(&at, "'descr'")) {
            type = good = take(&at, ":") && take_type(&at, header);
        } else if (!order && take(&at, "'fortran_order'")) {
            order = good = take(&at, ":") && take_order(&at, header);
        } else if (!shape && take(&at, "'shape'")) {
            shape = good = take(&at, ":") && take_shape(&at, header);
        } else {
            return false;
        }
        if (!good) return false;
        comma = take(&at, ",");
    }
    return type && order && shape && at[strspn(at, " \n")] == '\0';
}

static bool read_bytes(FILE *file, const char *path, void *bytes, size_t size)
{
    if (size == 0 || fread(bytes, 1, size, file) == size) return true;
    if (ferror(file))
        wb_error("cannot read %s: %s", path, strerror(errno));
    else
        wb_error("%s ends early, after %ld bytes\nFetch it or write it again.", path, ftell(file));
    return false;
}

/* Reads all that comes before the numbers. */
static bool read_npy_header(FILE *file, const char *path, npy_header *header)
{
    uint8_t start[8], size[4] = {0};
    if (!read_bytes(file, path, start, sizeof start)) return false;
    if (memcmp(start, npy_signature, sizeof npy_signature) != 0) {
        wb_error("%s is not an .npy file\nWrite it with numpy.save(\"%s\", a).", path, path);
        return false;
    }
    int major = start[6], minor = start[7];
    if (major < 1 || major > 3 || minor != 0) {
        wb_error("%s has the format version %d.%d; 1.0, 2.0 and 3.0 can be read\n"
                 "Write it with numpy.save(\"%s\", a).",
                 path, major, minor, path);
        return false;
    }
    if (!read_bytes(file, path, size, major == 1 ? 2 : 4)) return false;

    char text[65536]; // the longest of version 1.0; NumPy's own have 118 bytes
    size_t length = size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 | (size_t)size[3] << 24;
    bool understood = length < sizeof text;
    if (understood) {
        if (!read_bytes(file, path, text, length)) return false;
        text[length] = '\0';
        understood = strlen(text) == length && parse_npy_header(text, header);
    }
    if (!understood)
        wb_error("%s has a header that cannot be understood\nWrite it with numpy.save(\"%s\", a).",
                 path, path);
    return understood;
}

/* Whether the file holds what `array` wants. */
static bool npy_header_fits(const npy_header *header, const wb_array *array, const char *path)
{
    char dtype[DTYPE_SIZE];
    const char *type = wb_type_name(array->type);
    if (strcmp(header->type, dtype_text(array, dtype)) != 0) {
        if (array->fields != NULL)
            wb_error("%s holds the type %s, wanted records\nIn NumPy: numpy.zeros(n, dtype=%s)",
                     path, header->type, dtype);
        else
            wb_error("%s holds numbers of the type %s, wanted %s (%s)\n"
                     "In NumPy: numpy.save(\"%s\", numpy.ascontiguousarray(a, dtype=numpy.%s))",
                     path, header->type, type, npy_type(array->type), path, type);
        return false;
    }
    if (header->fortran_order && header->dimensions > 1) {
        wb_error("%s holds its numbers column by column (Fortran order), wanted row by row\n"
                 "In NumPy: numpy.save(\"%s\", numpy.ascontiguousarray(a, dtype=numpy.%s))",
                 path, path, type);
        return false;
    }
    int dimensions = npy_dimensions(array);
    size_t row_bytes = sizeof array->shape[0] * (size_t)dimensions;
    if (header->dimensions == dimensions && memcmp(header->shape, array->shape, row_bytes) == 0)
        return true;

    char held[512], wanted[TUPLE_SIZE], tuple[TUPLE_SIZE], hint[160] = "";
    if (count_numbers(header->shape, header->dimensions) == count_numbers(array->shape, dimensions))
        snprintf(hint, sizeof hint, "\nIn NumPy: a.reshape(%s)", tuple_text(array, tuple));
    wb_error("%s has the shape %s, wanted %s%s", path,
             shape_text(header->shape, header->dimensions, held, sizeof held),
             shape_text(array->shape, dimensions, wanted, sizeof wanted), hint);
    return false;
}

static bool load_npy(wb_array *array, const char *path)
{
    FILE *file = wb_file_open(path);
    if (file == NULL) return false;
    npy_header header = {0};
    bool good = read_npy_header(file, path, &header) && npy_header_fits(&header, array, path) &&
                read_bytes(file, path, array->data, wb_array_count(array) * NUMBER_BYTES);
    if (good && fgetc(file) != EOF) {
        wb_error("%s goes on after its last number\nWrite it with numpy.save(\"%s\", a).", path,
                 path);
        good = false;
    }
    fclose(file);
    return good;
}

static void write_npy(const wb_array *array, FILE *stream)
{
    enum { START = 10, ALIGNMENT = 64 }; // signature, version, length; NumPy's alignment
    char tuple[TUPLE_SIZE], dtype[DTYPE_SIZE], text[DTYPE_SIZE + 256];
    int length = snprintf(text, sizeof text, "{'descr': %s, 'fortran_order': False, 'shape': %s, }",
                          dtype_text(array, dtype), tuple_text(array, tuple));
    int padded = (START + length + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT - START;

    fwrite(npy_signature, 1, sizeof npy_signature, stream);
    fputc(1, stream);
    fputc(0, stream);
    fputc(padded & 255, stream);
    fputc(padded >> 8, stream);
    fprintf(stream, "%-*s\n", padded - 1, text);
    size_t count = wb_array_count(array);
    if (count > 0) fwrite(array->data, NUMBER_BYTES, count, stream);
}

/* .csv */

static size_t csv_columns(const wb_array *array)
{
    return array->dimensions > 1 ? array->shape[array->dimensions - 1] : 1;
}

/* strtof() also takes C's hexadecimal numbers and nan(...), which no table holds. */
static bool parse_float(const char *text, char **end, float *value)
{
    errno = 0;
    *value = strtof(text, end);
    size_t length = (size_t)(*end - text);
    bool decimal = memchr(text, 'x', length) == NULL && memchr(text, 'X', length) == NULL &&
                   memchr(text, '(', length) == NULL;
    // ERANGE also stands for a denormal result, which is as good as any.
    return decimal && length > 0 && !(errno == ERANGE && isinf(*value));
}

static bool parse_integer(const char *text, char **end, long long least, long long greatest,
                          long long *value)
{
    errno = 0;
    *value = strtoll(text, end, 10);
    return *end > text && errno == 0 && *value >= least && *value <= greatest;
}

/* Reads the number at the start of `text`, whatever follows it. */
static bool parse_number(wb_type type, const char *text, char **end, uint32_t *bits)
{
    *end = (char *)text;
    // The C library would skip blanks, line ends included, and so read the next line's number.
    if (isspace((unsigned char)*text)) return false;
    if (type == WB_F32) {
        float value;
        if (!parse_float(text, end, &value)) return false;
        memcpy(bits, &value, sizeof *bits);
        return true;
    }
    long long value;
    bool good = type == WB_U32 ? parse_integer(text, end, 0, UINT32_MAX, &value)
                               : parse_integer(text, end, INT32_MIN, INT32_MAX, &value);
    *bits = (uint32_t)value;
    return good;
}

static size_t line_end_length(const char *text)
{
    if (text[0] == '\r' && text[1] == '\n') return 2;
    return text[0] == '\n' ? 1 : 0;
}

static bool is_field_end(const char *text)
{
    return *text == ',' || *text == '\0' || line_end_length(text) > 0;
}

typedef struct csv_reader {
    const char *path;
    const char *at;
    size_t line; // from 1
} csv_reader;

static bool refuse_field(const csv_reader *csv, const char *field, wb_type type)
{
    static const char *const range[] = {
        [WB_U32] = " (0 to 4294967295)", [WB_I32] = " (-2147483648 to 2147483647)", [WB_F32] = ""};
    if (is_field_end(field)) {
        wb_error("%s:%zu: a number is missing", csv->path, csv->line);
        return false;
    }
    char quoted[32];
    size_t length = 0;
    for (; length + 1 < sizeof quoted && !is_field_end(field + length); length++)
        quoted[length] = isprint((unsigned char)field[length]) ? field[length] : '?';
    quoted[length] = '\0';
    wb_error("%s:%zu: '%s' is not a number of the type %s%s\n"
             "In NumPy: numpy.savetxt(\"%s\", a, fmt=\"%s\", delimiter=\",\"). Lines of text may "
             "stand at the top, each behind a #.",
             csv->path, csv->line, quoted, wb_type_name(type), range[type], csv->path,
             type == WB_F32 ? "%.9g" : "%d");
    return false;
}

/* Reads a number up to the comma or line end behind it. */
static bool read_field(csv_reader *csv, wb_type type, uint32_t *bits)
{
    const char *field = csv->at + strspn(csv->at, " \t");
    char *end;
    bool good = parse_number(type, field, &end, bits);
    end += strspn(end, " \t");
    if (!good || !is_field_end(end)) return refuse_field(csv, field, type);
    csv->at = end;
    return true;
}

static void skip_comments(csv_reader *csv)
{
    if (strncmp(csv->at, "\xef\xbb\xbf", 3) == 0) csv->at += 3; // spreadsheets mark UTF-8 so
    while (*csv->at == '#') {
        csv->at += strcspn(csv->at, "\n");
        csv->at += line_end_length(csv->at);
        csv->line++;
    }
}

static bool csv_shape_fits(const wb_array *array, const char *path, size_t lines, size_t columns)
{
    size_t count = wb_array_count(array), wanted_columns = csv_columns(array);
    size_t wanted_lines = count == 0 ? 0 : count / wanted_columns;
    if (lines == wanted_lines && (count == 0 || columns == wanted_columns)) return true;
    if (array->dimensions == 1 && lines == 1 && columns == count) return true;
    char text[TUPLE_SIZE];
    wb_error(
        "%s has the shape %zu x %zu (lines x numbers in a line), wanted %zu x %zu for an array "
        "of %s",
        path, lines, columns, wanted_lines, wanted_columns,
        wb_array_shape_text(array, text, sizeof text));
    return false;
}

/* Reads all lines, more than wanted too, so that the message can say how many there are. */
static bool read_csv(csv_reader *csv, wb_array *array)
{
    size_t count = wb_array_count(array), read = 0, lines = 0, columns = 0;
    skip_comments(csv);
    while (csv->at[strspn(csv->at, " \t\r\n")] != '\0') {
        size_t in_line = 0;
        for (;;) {
            uint32_t bits;
            wb_type type = wb_fields_type(array->fields, array->type, in_line);
            if (!read_field(csv, type, &bits)) return false;
            if (read < count) memcpy((char *)array->data + read * NUMBER_BYTES, &bits, sizeof bits);
            read++;
            in_line++;
            if (*csv->at != ',') break;
            csv->at++;
        }
        if (lines == 0) columns = in_line;
        if (in_line != columns) {
            wb_error("%s:%zu: this line has %zu numbers, the lines before it have %zu", csv->path,
                     csv->line, in_line, columns);
            return false;
        }
        csv->at += line_end_length(csv->at);
        csv->line++;
        lines++;
    }
    return csv_shape_fits(array, csv->path, lines, columns);
}

static bool load_csv(wb_array *array, const char *path)
{
    size_t size;
    char *text = wb_file_read(path, &size);
    if (text == NULL) return false;
    bool good = strlen(text) == size;
    if (good)
        good = read_csv(&(csv_reader){.path = path, .at = text, .line = 1}, array);
    else
        wb_error("%s is not a text file: it holds zero bytes", path);
    free(text);
    return good;
}

static void write_number(wb_type type, const void *number, FILE *stream)
{
    uint32_t bits;
    memcpy(&bits, number, sizeof bits);
    if (type == WB_U32) {
        fprintf(stream, "%u", bits);
    } else if (type == WB_I32) {
        fprintf(stream, "%d", (int32_t)bits);
    } else {
        float value;
        memcpy(&value, number, sizeof value);
        // printf() writes "-nan" for some NaNs, which not every reader knows.
        if (isnan(value))
            fputs("nan", stream);
        else
            fprintf(stream, "%.9g", (double)value);
    }
}

// "# position.x,position.y,age"
static void write_csv_head(const wb_array *array, FILE *stream)
{
    char label[64];
    int width = array->fields != NULL ? wb_fields_width(array->fields) : 0;
    for (int c = 0; c < width; c++)
        fprintf(stream, "%s%s%s", c > 0 ? "," : "# ",
                wb_fields_label(array->fields, c, label, sizeof label), c + 1 < width ? "" : "\n");
}

static void write_csv(const wb_array *array, FILE *stream)
{
    size_t count = wb_array_count(array), columns = csv_columns(array);
    write_csv_head(array, stream);
    for (size_t k = 0; k < count; k++) {
        wb_type type = wb_fields_type(array->fields, array->type, k);
        write_number(type, (const char *)array->data + k * NUMBER_BYTES, stream);
        fputc((k + 1) % columns == 0 ? '\n' : ',', stream);
    }
}

static bool has_known_extension(const char *path, const char *verb)
{
    if (wb_file_has_extension(path, ".npy") || wb_file_has_extension(path, ".csv")) return true;
    wb_error("cannot %s %s: its name must end in .npy or .csv", verb, path);
    return false;
}

/* Both formats: what must hold before any file is touched. */
static bool can_transfer(const wb_array *array, const char *path, const char *verb)
{
    if (!has_known_extension(path, verb)) return false;
    char text[TUPLE_SIZE];
    if (wb_array_count(array) == SIZE_MAX) {
        wb_error("cannot %s %s: an array of %s is larger than any memory", verb, path,
                 wb_array_shape_text(array, text, sizeof text));
        return false;
    }
    return true;
}

static bool probe_npy(wb_array *array, const char *path)
{
    FILE *file = wb_file_open(path);
    if (file == NULL) return false;
    npy_header header = {0};
    int64_t size = wb_path_stream_bytes(file);
    bool good = read_npy_header(file, path, &header);
    // A header may claim anything; memory is for what is there.
    bool ends_early =
        good && size >= 0 && count_numbers(header.shape, header.dimensions) > (size_t)size;
    fclose(file);
    if (!good) return false;
    if (ends_early) {
        wb_error("%s ends early: its header speaks of more numbers than there are bytes", path);
        return false;
    }
    static const wb_type types[] = {WB_U32, WB_I32, WB_F32};
    size_t known = 0, count = sizeof types / sizeof *types;
    while (known < count && strcmp(header.type, npy_type(types[known])) != 0) known++;
    if (known == count || header.dimensions > WB_MAX_DIMENSIONS) {
        wb_error("%s holds %s in %d dimensions; uint32, int32 and float32 in up to %d can be "
                 "read\nIn NumPy: a.astype(numpy.float32)",
                 path, header.type, header.dimensions, WB_MAX_DIMENSIONS);
        return false;
    }
    array->type = types[known];
    array->dimensions = header.dimensions;
    memset(array->shape, 0, sizeof array->shape);
    memcpy(array->shape, header.shape, (size_t)header.dimensions * sizeof *array->shape);
    return true;
}

static bool probe_csv(wb_array *array, const char *path)
{
    char *text = wb_file_read(path, NULL);
    if (text == NULL) return false;
    csv_reader csv = {.path = path, .at = text, .line = 1};
    size_t lines = 0, columns = 1;
    skip_comments(&csv);
    for (; csv.at[strspn(csv.at, " \t\r\n")] != '\0'; lines++) {
        size_t length = strcspn(csv.at, "\n");
        for (size_t i = 0; lines == 0 && i < length; i++) columns += csv.at[i] == ',';
        csv.at += length + (csv.at[length] == '\n');
    }
    free(text);
    *array = (wb_array){.type = array->type,
                        .dimensions = columns > 1 ? 2 : 1,
                        .shape = {lines, columns > 1 ? columns : 0},
                        .data = array->data};
    return true;
}

bool wb_array_probe(wb_array *array, const char *path)
{
    if (!has_known_extension(path, "read")) return false;
    return wb_file_has_extension(path, ".npy") ? probe_npy(array, path) : probe_csv(array, path);
}

bool wb_array_load(wb_array *array, const char *path)
{
    if (!can_transfer(array, path, "read")) return false;
    return wb_file_has_extension(path, ".npy") ? load_npy(array, path) : load_csv(array, path);
}

bool wb_array_save(const wb_array *array, const char *path)
{
    wb_output output;
    if (!can_transfer(array, path, "write") || !wb_file_create(&output, path)) return false;
    if (wb_file_has_extension(path, ".npy"))
        write_npy(array, output.stream);
    else
        write_csv(array, output.stream);
    return wb_file_commit(&output); // which sees write errors
}
