/* Compares what the driver made of a dispatch with what the kernel machine made of it.
 *
 * Integers, doubles and images of integers have to be equal. So have floats where OpenGL defines
 * them: in a kernel without functions such as exp(), on a driver that rounds the basic operations
 * right and fuses no a * b + c that is not `precise`. Otherwise floats may differ by 2e-5 of their
 * value, or by 2e-6 of the largest number in the block.
 *
 * What differs by more is looked at again after a run of the machine that knows how far GLSL leaves
 * each value open (machine/freedom.c): an order of a sum, an ulp of a division, the filter of a
 * texture; and a number that was computed as a float is one, though the kernel keeps it in a uint.
 *
 * Words and arrays may depend on the order in which invocations run: in another order, the machine
 * itself gets other values. Then only what atomic operations promise is compared: an array as a
 * set, in which each element occurs equally often; floats roughly. If even that differs, the two
 * are not comparable. */
#ifndef WB_LESSON_KERNEL_COMPARE_H
#define WB_LESSON_KERNEL_COMPARE_H

#include "watch/capture.h"

typedef enum wb_agreement {
    WB_AGREES,         // bit for bit
    WB_AGREES_NEARLY,  // with floats within the bounds above
    WB_AGREES_FREELY,  // within what GLSL leaves open
    WB_AGREES_AS_SET,  // in another order
    WB_IS_OPEN,        // a rounding that GLSL leaves open decides about them
    WB_NOT_COMPARABLE, // they depend on the order in another way
    WB_DIFFERS,
} wb_agreement;

typedef struct wb_kernel_difference {
    wb_agreement agreement;     // the worst
    char block[64];             // where it is: the kernel's name for it
    char word[96];              // the first such word, "keys[3]"
    char got[32], expected[32]; // its values: the driver's and the machine's
    uint64_t count;             // of such words
    wb_freedom freedom;         // of the word; if it differs, of the one that was written first
} wb_kernel_difference;

/* `runs` are the memories after the machine's runs in other orders: runs[r][m] is memory m. Without
 * runs, words that differ are WB_DIFFERS; the caller then asks again with runs. `free_machine`: it
 * after a run with options.freedom, on the same memory as the first; or NULL. */
wb_kernel_difference wb_kernel_compare(const wb_capture *capture, uint8_t *const *const *runs,
                                       int run_count, const wb_machine *free_machine);

/* The machine's run that has just ended, in `expected`, with the one that left the memories
 * `first`, in `got`. */
wb_kernel_difference wb_kernel_compare_orders(const wb_capture *capture, uint8_t *const *first);

#endif
