/* What a step does, seen from outside: its passes in order, each with its kernel, groups, bound
 * buffers and barrier.
 *
 * It listens to the raw calls (glDispatchCompute, glDispatchComputeIndirect, glMemoryBarrier) by
 * standing in for the loader's function pointers and passing every call on, so lessons need no code
 * for it. Calls outside passes are not kept. Switched off it costs nothing; switched on, some
 * questions to OpenGL for each dispatch, which takes longer than issuing it. */
#ifndef WB_TRACE_H
#define WB_TRACE_H

#include <glad/gl.h>
#include <stdbool.h>

/* What a step does beyond these is not kept. */
enum { WB_TRACE_MAX_PASSES = 512, WB_TRACE_MAX_BINDINGS = 16 };

/* A storage block of the kernel, and what it works on. */
typedef struct wb_trace_binding {
    char block[64]; // the block's name in the shader: "Cells"
    GLuint index;   // its binding point
    GLuint buffer;  // the GL buffer bound there; 0: none
    char label[64]; // the buffer's label, which stays with the GL buffer through a swap of names
} wb_trace_binding;

typedef struct wb_trace_pass {
    const char *name; // as given to wb_pass_begin()
    GLuint program;   // 0 in a pass without a dispatch
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
 * wb_hazard_finish(). Takes wb_pass_on_end() for itself. Starting forgets what was known. */
void wb_trace_listen(bool on);

/* For wb_app_step() and the stepper. A new step begins, and the passes of the one under way are
 * forgotten; it ends, and has become the last whole step; or it never ends, and is forgotten. */
void wb_trace_begin_step(void);
void wb_trace_end_step(void);
void wb_trace_drop_step(void);

/* The passes of the step under way (`whole` false) or of the last whole one (true; also false,
 * while no step is under way); NULL past the end. Valid until the next step. */
const wb_trace_pass *wb_trace_pass_at(bool whole, int index);

#endif
