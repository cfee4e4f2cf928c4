/* The rules of the barrier checker (barriers.h): which use of an object was the last, which
 * barriers came since, and what to say. Knows no OpenGL state: barriers.c tells it what each call
 * touches.
 */
#ifndef WB_WATCH_BARRIER_RULES_H
#define WB_WATCH_BARRIER_RULES_H

#include "watch/barriers.h"
#include "watch/interface.h"
#include "watch/object.h"

#include <stdint.h>

/* The ways to touch a buffer or texture; barrier_rules.c has the table of the bits they need. */
typedef enum wb_usage {
    WB_USAGE_STORAGE,
    WB_USAGE_IMAGE,
    WB_USAGE_UNIFORM,
    WB_USAGE_VERTEX,
    WB_USAGE_ELEMENT,
    WB_USAGE_COMMAND,
    WB_USAGE_TEXTURE,
    WB_USAGE_PIXEL,
    WB_USAGE_BUFFER_UPDATE,
    WB_USAGE_TEXTURE_UPDATE,
    WB_USAGE_FRAMEBUFFER,
    WB_USAGE_FEEDBACK,
    WB_USAGE_COUNTER,
} wb_usage;

/* How, besides WB_READS, WB_WRITES and WB_GUESSED of watch/interface.h. */
enum {
    WB_REPLACES = 8, // a command that writes every byte of the range
    WB_WAITS = 16,   // the read is over when the call returns
    WB_RENEWS = 32,  // a command that gives the range a new store: the old one no longer matters
};

/* Bytes of a buffer, or places of a texture (wb_texture_level), the end not included. */
typedef struct wb_range {
    int64_t begin, end;
} wb_range;

#define WB_WHOLE ((wb_range){0, INT64_MAX})

/* All layers of one level, as a range. */
enum { WB_LAYERS_PER_LEVEL = 1 << 20 };
wb_range wb_texture_level(int level);

typedef struct wb_use {
    wb_range range;
    uint64_t serial; // commands and barriers are numbered in the order of their calls
    const char *call;
    int pass;
    wb_usage usage;
    int flags;
} wb_use;

typedef struct wb_uses {
    wb_use *at;
    int count, capacity;
} wb_uses;

typedef struct wb_history {
    wb_uses writes; // by shaders: what a later access must be ordered after
    wb_uses reads;  // by any command: what a later store of a shader must be ordered after
    char *label;    // of a deleted object; else NULL
} wb_history;

void wb_rules_begin(void);
/* Reports what the end shows, frees everything but the findings, and returns the number of faults.
 */
int wb_rules_end(void);

/* The name is another object's from now on: what was done to the one before no longer matters. */
void wb_rules_forget(wb_kind kind, GLuint name);
/* The object is about to be deleted; if something still shows its data, they are to be found under
 * the name `remains` afterwards. */
void wb_rules_deleting(wb_kind kind, GLuint name);
void wb_rules_deleted(wb_kind kind, GLuint name, GLuint remains);

void wb_rules_enter_pass(const char *name, int length); // length < 0: up to the '\0'
void wb_rules_leave_pass(void);

/* Notes a glMemoryBarrier and returns the bits to issue, less the dropped ones. */
GLbitfield wb_rules_barrier(GLbitfield bits);
/* Everything asked for so far is over. */
void wb_rules_everything_done(void);

/* One command: wb_rules_use() for everything that it touches, then wb_rules_command(), which judges
 * all of these against the commands before, or wb_rules_refused(), if OpenGL has refused it. `call`
 * must be a string that stays. */
void wb_rules_use(wb_kind kind, GLuint name, wb_range range, wb_usage usage, int flags);
void wb_rules_command(const char *call);
void wb_rules_refused(void);

/* True once a shader has written to a texture. */
bool wb_rules_textures_written(void);

/* A finding other than a missing barrier, in the present pass: WB_ERROR is a fault, WB_WARNING is
 * advice. `call` may be NULL. */
void wb_rules_report(wb_severity severity, const char *code, const char *call, const char *object,
                     const char *format, ...) WB_PRINTF_LIKE(5, 6);

/* `in pass "force"` or `outside any pass`, for messages. */
const char *wb_rules_where(char *text, size_t size);

#endif
