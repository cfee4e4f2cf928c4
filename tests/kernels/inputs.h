/* Made-up buffers and uniforms for any kernel: numbers where it expects numbers. */
#ifndef WB_TESTS_KERNELS_INPUTS_H
#define WB_TESTS_KERNELS_INPUTS_H

#include "machine/machine.h"

enum { MAX_INPUTS = 32, IMAGE_SIDE = 64 };

typedef struct inputs {
    wb_machine_resource resources[MAX_INPUTS];
    wb_machine_uniform uniforms[MAX_INPUTS];
    const wb_variable *uniform_variables[MAX_INPUTS];
    uint32_t values[MAX_INPUTS][16];
    wb_machine_dispatch dispatch;
} inputs;

typedef enum inputs_integers {
    INPUTS_RANDOM,  // below 256
    INPUTS_IN_TURN, // of an array's elements: 0, 1, 2 ...: each names another
} inputs_integers;

/* Blocks of that many words, with such integers, and floats from 0.25 to 1.25; uniform integers are
 * `uniform`, uniform floats 0.5. One work group. */
void inputs_make(inputs *in, const wb_module *module, uint32_t words, uint32_t uniform,
                 inputs_integers integers);
void inputs_free(inputs *in);

#endif
