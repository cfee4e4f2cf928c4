/* What a program has bound and set, to be put back after other code has used the context:
 * program, vertex array, framebuffers and renderbuffer; all buffer targets, storage blocks, uniform
 * blocks and atomic counters; the textures and the sampler of every unit, the image units; viewport
 * and scissor, what is enabled, blending, depth, masks, clear colour and pixel alignment. Not:
 * transform feedback, stencil, and what belongs to objects.
 *
 * It asks and sets past all listeners (watch/calls.h). Asking takes some thousand questions, since
 * every texture unit has eleven targets: for use at a person's pace. */
#ifndef WB_WATCH_SAVED_STATE_H
#define WB_WATCH_SAVED_STATE_H

typedef struct wb_saved_state wb_saved_state;

/* The present state; the caller frees it. */
wb_saved_state *wb_saved_state_take(void);

/* Puts it back. What has been deleted since stays unbound. */
void wb_saved_state_restore(const wb_saved_state *state);

void wb_saved_state_free(wb_saved_state *state); // NULL is allowed

#endif
