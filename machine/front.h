/* From GLSL to SPIR-V, or to GLSL without macros: runs glslangValidator on the very text that the
 * driver gets.
 *
 * Results are kept in $XDG_CACHE_HOME/workbench (or ~/.cache/workbench) under a hash of the text,
 * the options and the compiler; without such a directory every call compiles. Nothing is printed.
 */
#ifndef WB_MACHINE_FRONT_H
#define WB_MACHINE_FRONT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wb_front_result {
    WB_FRONT_GOOD,
    WB_FRONT_MISSING, // there is no glslangValidator
    WB_FRONT_REFUSED, // the text does not compile: the message is the compiler's
    WB_FRONT_FAILED,  // something else went wrong
} wb_front_result;

typedef struct wb_front_output {
    uint32_t *words; // SPIR-V; NULL unless the result is WB_FRONT_GOOD
    size_t count;
    char *message; // what went wrong; each line of the compiler's that names line N of the text
                   // starts with "ERROR: 0:N: ", as wb_source_explain() knows it. NULL if all went
                   // well
} wb_front_output;

/* Compiles a compute shader: a whole text, without #include. Free the output in any case. */
wb_front_result wb_front_compile(const char *text, wb_front_output *output);
/* Expands a shader's text: what is left has no #define and no #if, and `output->words` holds it,
 * ended by a NUL. `stage` is "comp", "vert", "frag", "geom", "tesc" or "tese". The compiler knows
 * extensions that a driver does not, and defines their names. */
wb_front_result wb_front_expand(const char *text, const char *stage, wb_front_output *output);
void wb_front_free(wb_front_output *output);

#ifdef __cplusplus
}
#endif
#endif
