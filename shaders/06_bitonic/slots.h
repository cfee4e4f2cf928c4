// Numbers that this lesson's C and GLSL share: both include this file, and so write the same names.
#ifndef WB_SHADERS_06_BITONIC_SLOTS_H
#define WB_SHADERS_06_BITONIC_SLOTS_H

// Storage blocks
#define KEYS 0
#define VALUES 1
#define GIVEN_KEYS 2
#define GIVEN_VALUES 3

// Of the pictures, with KEYS
#define HISTORY 1
#define GIVEN 1

// Uniforms
#define COUNT 0
#define PADDED 1
#define K 1
#define J 9
#define FIRST_K 1
#define LAST_K 2
#define TYPE 3

// Uniforms of both pictures, with COUNT and TYPE
#define PICTURE_HEIGHT 1
#define RANGE 2

// Of rows.frag, with J
#define ROWS_AREA 4
#define EXCHANGE_AREA 5
#define BARS_AREA 6
#define PASSES 7
#define SHOWN 8
#define HISTORY_TYPE 10
#define MIRRORED 11
#define KNOWN 12
#define DIGIT_BITS 13

// Of pixels.frag
#define BEFORE_AREA 4
#define AFTER_AREA 5
#define SIDE 6
#define GIVEN_TYPE 7

#endif
