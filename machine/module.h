/* A compute shader as the kernel machine runs it: loaded from SPIR-V once, immutable from then on.
 *
 * All functions are inlined, so that a program is one list of instructions. Each value has rows of
 * its own: a row is one 32-bit word for each invocation of a work group, a vec3 is three rows, a
 * double two. A variable of a function is nothing but rows either. Constants, uniforms outside
 * blocks and built-in inputs are rows that are filled in before the first instruction.
 *
 * No file is read here and nothing is printed: front.h makes SPIR-V from GLSL, machine.h runs the
 * module. */
#ifndef WB_MACHINE_MODULE_H
#define WB_MACHINE_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WB_NO_ROW UINT32_MAX
#define WB_NO_WORD UINT32_MAX // an address that is out of bounds

/* ---- Texels ---- */

typedef enum wb_texel_kind {
    WB_TEXEL_FLOAT,
    WB_TEXEL_UNORM,
    WB_TEXEL_SNORM,
    WB_TEXEL_INT,
    WB_TEXEL_UINT,
    WB_TEXEL_SMALL_FLOATS, // 11, 11 and 10 bits in one word; so are the next two: 10, 10, 10 and 2
    WB_TEXEL_SMALL_UNORM,
    WB_TEXEL_SMALL_UINT,
} wb_texel_kind;

/* Of an image or texture: 1, 2 or 4 channels of 8, 16 or 32 bits, texel after texel without gaps.
 * Of several channels in one word: 1 channel of 32 bits. */
typedef struct wb_texel_format {
    wb_texel_kind kind;
    int channels, bits;
} wb_texel_format;

/* The format by its word in GLSL, "rgba8", or by its number in SPIR-V; NULL if there is none. */
const wb_texel_format *wb_texel_format_named(const char *name);
const wb_texel_format *wb_texel_format_numbered(uint32_t number);
/* Its word in GLSL; "no format" if GLSL has none for it. */
const char *wb_texel_format_name(const wb_texel_format *format);
bool wb_texel_format_is(const wb_texel_format *a, const wb_texel_format *b);

/* ---- Types ---- */

typedef enum wb_type_kind {
    WB_TYPE_NONE,
    WB_TYPE_VOID,
    WB_TYPE_BOOL,
    WB_TYPE_INT,
    WB_TYPE_UINT,
    WB_TYPE_FLOAT,
    WB_TYPE_DOUBLE,
    WB_TYPE_VECTOR,
    WB_TYPE_MATRIX, // of columns
    WB_TYPE_ARRAY,
    WB_TYPE_STRUCT,
    WB_TYPE_POINTER,
    WB_TYPE_IMAGE,
    WB_TYPE_SAMPLED_IMAGE,
    WB_TYPE_FUNCTION,
} wb_type_kind;

typedef struct wb_member {
    const char *name; // "" if it has none
    int type;
    uint32_t offset; // in memory, in bytes
    uint32_t word;   // in rows
    uint32_t matrix_stride;
    bool has_offset, row_major, coherent, is_volatile;
} wb_member;

/* An array of length 0 is one whose length the bound buffer decides. */
typedef struct wb_module_type {
    wb_type_kind kind;
    int element;              // of a vector, matrix, array, pointer, sampled image: its type
    uint32_t count;           // components, columns, elements, members
    uint32_t words;           // rows of a value; 0 if there can be none
    uint32_t stride;          // of an array in memory, in bytes
    uint32_t size, alignment; // in memory, in bytes; of an array without length: of none
    wb_member *members;
    const char *name; // of a struct
    int storage;      // of a pointer: the storage class
    int depth;        // how deep it is nested
    uint32_t id;      // in SPIR-V
    int dimensions;   // of an image: 1 to 3, array layers included
    bool is_buffer_image, has_layers, is_cube, is_rectangle;
    const char *refused; // of an image: why the machine cannot use it, "cube"; NULL: it can
    bool is_storage;     // an image that is loaded and stored, not sampled
    const wb_texel_format *format; // of such an image, as declared; NULL: it is not
} wb_module_type;

/* ---- Variables ---- */

typedef enum wb_space {
    WB_SPACE_ROWS,    // of functions, and private to an invocation
    WB_SPACE_VALUE,   // a uniform outside blocks: rows, the same for all invocations
    WB_SPACE_INPUT,   // built in: rows
    WB_SPACE_SHARED,  // of a work group
    WB_SPACE_STORAGE, // a buffer block
    WB_SPACE_UNIFORM, // a uniform block
    WB_SPACE_IMAGE,   // loaded and stored; a "word" is a texel
    WB_SPACE_TEXTURE, // sampled
} wb_space;

typedef struct wb_variable {
    const char *name;  // as written; "" for a block without a name of its own
    const char *block; // a block's name, for programs; otherwise ""
    int type;          // an index into the module's types
    wb_space space;
    int binding;     // of a block, image or texture; 0 if none was given
    int location;    // of a WB_SPACE_VALUE; -1 if it has none
    int built_in;    // of a WB_SPACE_INPUT
    uint32_t row;    // the first one, if it lives in rows
    uint32_t offset; // of a WB_SPACE_SHARED or an atomic counter, in bytes
    uint32_t call;   // the call that it lives in; 0: main and all there is outside of functions
    bool coherent, is_volatile;
} wb_variable;

/* A function that was inlined: where it was called, and from which call. calls[0] is main. */
typedef struct wb_module_call {
    const char *function; // "look_back"
    int line;             // of the call; 0 for main
    uint32_t caller;
} wb_module_call;

typedef struct wb_constant {
    uint32_t row, value;
    bool undefined;
} wb_constant;

/* ---- Instructions ---- */

enum { // modes of an access, of an index, and of arithmetic
    WB_COHERENT = 1,
    WB_VOLATILE = 2,
    WB_SIGNED = 4,
    WB_LOOSE = 8,    // part of a function that GLSL defines by an equation, such as dot()
    WB_PRECISE = 16, // as written: no product and sum become one
};

/* The binding that stands for buffer 0 of atomic counters: each is a WB_SPACE_STORAGE of its own.
 */
enum { WB_FIRST_COUNTERS = 1 << 16 };

/* What the operands mean stands with each operation in operations.h. */
typedef struct wb_instruction {
    uint16_t op;
    uint8_t mode, sub;
    uint32_t count;           // of rows of the result, mostly
    uint32_t result, a, b, c; // of a jump back in one of the loops, result: its number, from 1
    uint32_t extra; // where further operands start in the module's list; 0: there are none
    int32_t line;   // of the text that was compiled
    uint32_t call;
} wb_instruction;

/* A loop with a barrier() in it: from its first to its last instruction, the jump back. */
typedef struct wb_loop {
    uint32_t first, last;
} wb_loop;

typedef struct wb_module {
    wb_instruction *code;
    wb_loop *loops;
    uint32_t loop_count;
    wb_module_type *types; // [0] is none
    wb_variable *variables;
    wb_module_call *calls;
    wb_constant *constants;
    uint32_t *extra; // [0] is not used
    uint32_t code_count, call_count, constant_count, extra_count, row_count;
    int type_count, variable_count;
    uint32_t local_size[3];
    uint32_t shared_size; // in bytes
    bool uses_subgroups;
    uint32_t *words; // the SPIR-V, in which the names are
    uint32_t word_count;
} wb_module;

typedef struct wb_module_error {
    int line; // of the text; 0: none is known
    char text[256];
} wb_module_error;

/* Reads a module of one compute shader; `words` are copied. Whatever they hold, this returns:
 * false, with the reason, for what is no SPIR-V, is beyond the limits below, or needs an
 * instruction that the machine has not. The module is zeroed then. Free with wb_module_free(). */
bool wb_module_load(wb_module *module, const uint32_t *words, size_t count, wb_module_error *error);
void wb_module_free(wb_module *module);

enum { // beyond these a module is refused
    WB_MAX_INSTRUCTIONS = 1 << 18,
    WB_MAX_ROWS = 1 << 17,
    WB_MAX_CALL_DEPTH = 64,
    WB_MAX_CALLS = 1 << 16,
    WB_MAX_INVOCATIONS = 1024, // of a work group
    WB_MAX_SHARED_SIZE = 1 << 20,
};

/* The variable with that name which an instruction sees: one of its own call first, then one
 * outside functions; of several (a name can be declared anew in an inner block) the last that was
 * declared. A member of a block without a name counts as a variable: then *member is its index,
 * otherwise -1. NULL if there is none. */
const wb_variable *wb_module_find(const wb_module *module, const char *name, uint32_t call,
                                  int *member);

/* The location of a uniform outside blocks by the name that OpenGL has for it: of a structure's
 * member "levels[2].offset", of an array "levels[2].list" without an index or with one. Every
 * scalar, vector and matrix in it has a location of its own, in the order of declaration. -1: there
 * is no such uniform. */
int wb_module_uniform_location(const wb_module *module, const char *name);

/* What a word of memory is called: "tile[3].y", "particles[12].velocity.x", of a variable in shared
 * memory or a block. `word` counts from the variable's start (shared memory: from that of the
 * group's). `*element` becomes the index into the outermost array, or -1. */
void wb_module_name_word(const wb_module *module, int variable, uint32_t word, char *text,
                         size_t size, int64_t *element);

/* The variable in shared memory that holds a word; -1 if none does. */
int wb_module_shared_variable(const wb_module *module, uint32_t word);

#ifdef __cplusplus
}
#endif
#endif
