/* Arrays of numbers in memory and in files: .npy, which NumPy reads and writes, and .csv, which
 * everything does. Nothing is converted on the way: a file of another type or shape is refused,
 * with a message that says how to mend it in NumPy. */
#ifndef WB_BASE_ARRAY_H
#define WB_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wb_type { WB_U32, WB_I32, WB_F32 } wb_type; // 4 bytes each

enum { WB_MAX_DIMENSIONS = 4 };

/* A part of a record, as a struct in GLSL has it: `count` numbers of one type side by side. A list
 * of them ends with a NULL name, and accounts for every number, padding included. */
typedef struct wb_field {
    const char *name; // "velocity"
    wb_type type;
    int count; // 3 for a vec3
} wb_field;

/* C order: the last dimension varies fastest. An image of h rows is {h, w}; n positions are {n, 3}.
 * No dimensions at all is one number. n records of w numbers are {n, w}, with their fields. */
typedef struct wb_array {
    wb_type type;
    int dimensions;
    size_t shape[WB_MAX_DIMENSIONS];
    void *data;
    const wb_field *fields; // of records; NULL: all numbers are of `type`
} wb_array;

/* The numbers in a record. */
int wb_fields_width(const wb_field *fields);

/* The type of the index-th number, which is `type` where there are no fields. */
wb_type wb_fields_type(const wb_field *fields, wb_type type, size_t index);

/* Writes the name of a number in a record, "velocity.y" or "age", into `text`, which it returns. */
const char *wb_fields_label(const wb_field *fields, int column, char *text, size_t size);

/* "uint32", "int32" or "float32", as NumPy calls them. */
const char *wb_type_name(wb_type type);

/* The number of elements; 1 for an array without dimensions, 0 if any dimension is 0, SIZE_MAX if
 * no memory could hold them. */
size_t wb_array_count(const wb_array *array);

/* Writes "512 x 256" ("one number" without dimensions) into `text`, which it returns. 100 bytes are
 * enough for every shape. */
const char *wb_array_shape_text(const wb_array *array, char *text, size_t size);

/* Reads `path` (.npy or .csv by its name) into `array`, whose type and shape the caller has set and
 * the file must have, and whose data the caller has allocated. On failure: false, one message that
 * says what the file holds, what was wanted and what to do; `array->data` is then unspecified.
 *
 * .npy: format versions 1.0, 2.0 and 3.0, little-endian, rows one after the other (C order).
 * Records are an array of one dimension less, whose dtype has the fields' names and no padding.
 * .csv: one line for each run of the last dimension, its numbers separated by commas; an array of
 * one dimension or none has one number a line; all numbers of one dimension may also stand in one
 * line. Decimal numbers, for float32 also nan and inf, may
 * have spaces around them. The file may start with lines of comments (#), its lines may end in CR
 * LF, and blank lines may stand at its end, nowhere else. */
bool wb_array_load(wb_array *array, const char *path);

/* Fills in the type, dimensions and shape of what `path` holds, and leaves `data` alone, so that
 * the caller can make room. The numbers of a .csv have no type of their own: they get the one that
 * is in array->type. A .csv of one column is taken for one dimension. On failure: false, and a
 * message.
 */
bool wb_array_probe(wb_array *array, const char *path);

/* Writes `array` to `path` (.npy, version 1.0, or .csv by its name), as wb_array_load() reads it.
 * .npy brings every bit back. float32 is written to CSV with 9 significant digits, which bring the
 * bits back too, except those inside a NaN. Records have a comment on top that names their numbers.
 * An array without elements makes an empty .csv. On failure: false, a message, and `path` keeps
 * what it held. */
bool wb_array_save(const wb_array *array, const char *path);

#endif
