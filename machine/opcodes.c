#include "machine/opcodes.h"

#include <stdio.h>

#define NAME_CASE(number, name)                                                                    \
    case number: return PREFIX #name;

const char *wb_opcode_name(int opcode, char *buffer, int size)
{
    switch (opcode) {
#define PREFIX "Op"
        WB_OPCODES(NAME_CASE)
#undef PREFIX
    default: snprintf(buffer, (size_t)size, "instruction %d", opcode); return buffer;
    }
}

const char *wb_extended_name(int number, char *buffer, int size)
{
    switch (number) {
#define PREFIX
        WB_EXTENDED(NAME_CASE)
#undef PREFIX
    default: snprintf(buffer, (size_t)size, "GLSL.std.450 function %d", number); return buffer;
    }
}
