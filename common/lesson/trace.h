/* What a step does, seen from outside: its passes in order, each with its kernel, groups, bound
 * buffers and barrier.
 *
 * It listens to the raw calls (glDispatchCompute, glDispatchComputeIndirect, glMemoryBarrier) by
 * standing in for the loader's function pointers and passing every call on, so lessons need no code
 * for it. Switched off it costs nothing. */
#ifndef WB_TRACE_H
#define WB_TRACE_H

#include <glad/gl.h>
#include <stdbool.h>

enum { WB_TRACE_MAX_PASSES = 512, WB_TRACE_MAX_BINDINGS = 16 };

typedef struct wb_trace_binding {
    char block[64]; // the block's name in the shader: "Cells"
    GLuint index;   // its binding point
    GLuint buffer;  // the GL buffer bound there; 0: none
    char label[64]; // the buffer's label
} wb_trace_binding;

typedef struct wb_trace_pass {
    const char *name;
    GLuint program;
    char kernel[96];  // the program's label: the file under shaders/
    GLuint groups[3]; // all 0 in an indirect dispatch, whose groups only the GPU knows
    bool indirect;
    GLint local_size[3];
    wb_trace_binding bindings[WB_TRACE_MAX_BINDINGS];
    int binding_count;
    GLbitfield barrier; // the bits of the glMemoryBarrier calls that followed it within the pass
    int dispatches;     // within the pass; the fields above describe the last
} wb_trace_pass;

/* Starts or ends listening. Start it after wb_hazard_install(), if both are wanted; end it before
 * wb_hazard_finish(). */
void wb_trace_listen(bool on);

/* Forgets the passes: a new step begins. What the step before did stays known as the last whole
 * step. */
void wb_trace_begin_step(void);

/* Called by the pass module's hooks, see wb_pass_on_end(). */
void wb_trace_pass_ended(const char *name);

/* The passes of the step under way (`whole` false) or of the last whole one (true); NULL past the
 * end. */
const wb_trace_pass *wb_trace_pass_at(bool whole, int index);

#endif
