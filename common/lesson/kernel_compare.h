/* What the driver made of a dispatch, against what the kernel machine made of it.
 *
 * Integers, doubles and images of integers have to be equal, and so do floats where OpenGL says
 * what they are: in a kernel without functions such as exp(), on a driver that rounds the basic
 * operations and puts no a * b + c together that is not `precise`. Otherwise floats may differ by
 * 2e-5 of themselves, or by 2e-6 of the largest number in the block.
 *
 * Words and arrays that depend on the order in which invocations run (the machine gets others
 * itself, in another order) are compared as what an atomic operation promises: the elements of an
 * array as a set, in which each occurs as often; floats roughly. What is different then is not
 * comparable. */
#ifndef WB_LESSON_KERNEL_COMPARE_H
#define WB_LESSON_KERNEL_COMPARE_H

#include "watch/capture.h"

typedef enum wb_agreement {
    WB_AGREES,         // bit for bit
    WB_AGREES_NEARLY,  // with floats within the bounds above
    WB_AGREES_AS_SET,  // in another order
    WB_NOT_COMPARABLE, // it depends on the order in another way
    WB_DIFFERS,
} wb_agreement;

typedef struct wb_kernel_difference {
    wb_agreement agreement;     // the worst
    char block[64];             // where it is, as the kernel calls it
    char word[96];              // "keys[3]"
    char got[32], expected[32]; // the driver's and the machine's; of the first
    uint64_t count;             // of words that are so different
} wb_kernel_difference;

/* `runs` are captures' memories after runs in other orders: runs[r][m] belongs to memory m. With
 * none, words that differ are WB_DIFFERS; ask again with some then. */
wb_kernel_difference wb_kernel_compare(const wb_capture *capture, uint8_t *const *const *runs,
                                       int run_count);

#endif
