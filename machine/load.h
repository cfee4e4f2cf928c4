/* What the parts of the loader share: module.c (the words), types.c, decode.c (functions and flow),
 * decode_memory.c (pointers) and decode_value.c (arithmetic). No other file includes this. */
#ifndef WB_MACHINE_LOAD_H
#define WB_MACHINE_LOAD_H

#include "machine/module.h"
#include "base/message.h"
#include "machine/opcodes.h"
#include "machine/operations.h"

typedef enum wb_id_kind {
    ID_NONE,
    ID_TYPE,
    ID_VALUE,    // rows
    ID_POINTER,  // known while decoding: a variable, and how to get into it
    ID_IMAGE,    // a loaded image or sampled texture
    ID_FUNCTION, // at `position`
    ID_LABEL,
    ID_STRING,
    ID_EXTENDED, // GLSL.std.450
} wb_id_kind;

/* Everything that is known of an id. */
typedef struct wb_id {
    wb_id_kind kind;
    int type; // of a value; what a pointer points to; an index into the module's types
    const char *name;
    // a value
    uint32_t row;
    bool is_constant;
    uint32_t value; // of a constant scalar
    // a pointer
    int variable;
    uint32_t offset;  // words, or rows, into the variable
    uint32_t address; // a row, or WB_NO_ROW
    uint32_t matrix_stride;
    bool row_major;
    uint8_t mode;
    bool chooses;    // it points to an array of blocks or images, each a variable of its own
    uint32_t chosen; // a row: which of `choices` variables from `variable` on; or WB_NO_ROW
    uint32_t choices;
    uint32_t texel; // of a pointer to a texel: the row of its coordinates; of a phi: the rows where
                    // its next value waits; or WB_NO_ROW
    // a label
    uint32_t target; // of an instruction
    // a function or a variable inside one: where its instruction is, in words
    uint32_t position;
    uint32_t owner; // of such a variable: the function's id; 0 if several use it
    bool on_stack;
    // decorations
    int binding, location, built_in;
    uint32_t array_stride;
    uint32_t offset_bytes; // of an atomic counter
    bool has_location, is_buffer_block, is_block, coherent, is_volatile, is_precise;
} wb_id;

typedef struct wb_fix {
    uint32_t instruction;
    uint8_t operand; // 0, 1, 2: a, b, c
    uint32_t label;
} wb_fix;

typedef struct wb_decoration {
    uint32_t id, member, kind, value;
    const char *name; // of OpMemberName
} wb_decoration;

/* Further operands of a sampled texture. */
typedef struct wb_sampling {
    uint32_t row[WB_SAMPLE_ROWS];
} wb_sampling;

typedef struct wb_loader {
    wb_module *module;
    wb_module_error *error;
    bool failed;
    uint32_t word_count;
    wb_id *ids;
    uint32_t bound;
    wb_decoration *members; // names and decorations of members, to be applied when the struct comes
    uint32_t member_count, member_capacity;
    uint32_t code_capacity, loop_capacity, call_capacity, constant_capacity, extra_capacity;
    uint32_t type_capacity, variable_capacity;
    uint32_t entry; // the id of main
    int line;       // of the text, where we are
    int expanded;   // the line of the outermost call, while its functions are decoded
    uint32_t call;
    int depth;
    uint32_t work;   // instructions that were decoded
    bool is_precise; // the value that is being computed
    bool is_loose;   // what is emitted stands for a function that GLSL defines by an equation only
    uint32_t label;  // of the block that is being decoded
    uint32_t function; // that is being decoded: its id
    wb_fix *fixes;     // branches to labels that have not come yet
    uint32_t fix_count, fix_capacity;
    // of the function that is being decoded
    uint32_t return_row;
    uint32_t *return_jumps; // instructions that jump to its end
    uint32_t return_count, return_capacity;
} wb_loader;

/* One instruction of SPIR-V. */
typedef struct wb_words {
    int opcode;
    uint32_t count; // the first one included
    const uint32_t *word;
    uint32_t position;
} wb_words;

/* Refuses the module: the first reason counts. Returns false. */
bool wb_load_fail(wb_loader *l, const char *format, ...) WB_PRINTF_LIKE(2, 3);

/* The instruction at a position; false, with a message, if it does not fit in there. */
bool wb_load_words(wb_loader *l, uint32_t position, wb_words *w);
/* The id in a word of an instruction: an entry that is always there; with a message and a zeroed
 * entry if the word is missing or no id. */
wb_id *wb_load_id(wb_loader *l, const wb_words *w, uint32_t index);
/* The same for an id of a given kind. */
wb_id *wb_load_kind(wb_loader *l, const wb_words *w, uint32_t index, wb_id_kind kind);
uint32_t wb_load_word(wb_loader *l, const wb_words *w, uint32_t index);
/* The text that starts at a word; "" if it does not end inside the instruction. */
const char *wb_load_text(const wb_words *w, uint32_t index);
/* Makes room for one more in an array; false if memory has run out. */
bool wb_load_room(wb_loader *l, void *array, uint32_t *capacity, uint32_t count, size_t size);

const wb_module_type *wb_load_type(const wb_loader *l, int type);
/* `count` new rows; on failure 0. */
uint32_t wb_load_rows(wb_loader *l, uint32_t count);
/* Rows for the value of id `index` of an instruction, whose type it is told. */
uint32_t wb_load_result(wb_loader *l, const wb_words *w);
/* The result of an instruction is what stands in those rows already: no instruction is needed. */
void wb_load_alias(wb_loader *l, const wb_words *w, int type, uint32_t row);
/* The first row of the value that a word names; 0, with a message, if it is none. A value that has
 * not been seen yet (of a loop's variable) gets rows of the given type, unless that is 0. */
uint32_t wb_load_value(wb_loader *l, const wb_words *w, uint32_t index, int type);
/* A row with a constant. */
uint32_t wb_load_constant(wb_loader *l, uint32_t value);

/* Appends an instruction; returns its index. */
uint32_t wb_load_emit(wb_loader *l, wb_instruction instruction);
uint32_t wb_load_extra(wb_loader *l, uint32_t word);

/* types.c: OpType*, with sizes and strides; false if it is none of them. */
bool wb_load_type_instruction(wb_loader *l, const wb_words *w);
/* The offsets in words of all scalars of a type in memory, appended to the module's list; true if
 * they just follow each other, and then nothing is appended. */
bool wb_load_offsets(wb_loader *l, int type, uint32_t matrix_stride, bool row_major,
                     uint32_t *extra);

/* decode.c */
bool wb_load_decode(wb_loader *l);
/* decode_memory.c, decode_value.c, decode_group.c: false if the instruction is none of theirs. */
bool wb_load_memory(wb_loader *l, const wb_words *w);
/* A store through the pointer in a word of an instruction. */
void wb_load_store(wb_loader *l, const wb_words *w, uint32_t pointer, uint32_t row, uint32_t words);
bool wb_load_image(wb_loader *l, const wb_words *w);
bool wb_load_arithmetic(wb_loader *l, const wb_words *w);
bool wb_load_extended(wb_loader *l, const wb_words *w);
bool wb_load_subgroup(wb_loader *l, const wb_words *w);
/* Declares an OpVariable; function variables with the rows that they need. */
bool wb_load_variable(wb_loader *l, const wb_words *w);

#endif
