/* The rules of the barrier linter (hazard.h): objects, who used them last and how, which barriers
 * came since, and what to say. Knows no OpenGL state: hazard.c tells it what each call touches. */
#ifndef WB_HAZARD_RULES_H
#define WB_HAZARD_RULES_H

#include "gl/hazard.h"

#include <stdint.h>

/* The ways to touch a buffer or texture; hazard_rules.c has the table of the bits they need. */
typedef enum wb_how {
    WB_HOW_STORAGE,
    WB_HOW_IMAGE,
    WB_HOW_UNIFORM,
    WB_HOW_VERTEX,
    WB_HOW_ELEMENT,
    WB_HOW_COMMAND,
    WB_HOW_TEXTURE,
    WB_HOW_PIXEL,
    WB_HOW_BUFFER_UPDATE,
    WB_HOW_TEXTURE_UPDATE,
    WB_HOW_FRAMEBUFFER,
} wb_how;

enum {
    WB_USE_READS = 1,
    WB_USE_WRITES = 2,
    WB_USE_REPLACES = 4, // a command that writes every byte of the range
    WB_USE_WAITS = 8,    // the read is over when the call returns
    WB_USE_GUESSED = 16, // no qualifier was found: taken as read and written
};

typedef enum wb_kind {
    WB_KIND_BUFFER,
    WB_KIND_TEXTURE,
    WB_KIND_PROGRAM,
    WB_KIND_SHADER,
    WB_KIND_FRAMEBUFFER,
    WB_KIND_RENDERBUFFER,
    WB_KIND_VERTEX_ARRAY,
    WB_KIND_QUERY,
    WB_KIND_SAMPLER,
    WB_KIND_COUNT,
} wb_kind;

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
    wb_how how;
    int flags;
} wb_use;

typedef struct wb_uses {
    wb_use *at;
    int count, capacity;
} wb_uses;

typedef struct wb_object {
    bool alive;         // created while watching, and not deleted since
    int64_t size_bytes; // buffers: as glBufferData said; 0 if unknown
    GLuint buffer;      // buffer textures: where their texels are
    wb_uses writes;     // by shaders: what a later access must be ordered after
    wb_uses reads;      // by any command: what a later store of a shader must be ordered after
} wb_object;

void wb_rules_start(void);
/* Reports what the end shows, frees everything, and returns the number of findings. */
int wb_rules_finish(void);

/* Never NULL; moves when another object is asked for. */
wb_object *wb_rules_object(wb_kind kind, GLuint name);
void wb_rules_create(wb_kind kind, GLuint name);
void wb_rules_delete(wb_kind kind, GLuint name);
/* The object's contents are new: what was done to the old ones no longer matters. */
void wb_rules_forget_uses(wb_kind kind, GLuint name);

void wb_rules_enter_pass(const char *name, int length); // length < 0: up to the '\0'
void wb_rules_leave_pass(void);

/* Notes a glMemoryBarrier and returns the bits to issue, less the dropped ones. */
GLbitfield wb_rules_barrier(GLbitfield bits);
/* Everything asked for so far is over. */
void wb_rules_everything_done(void);

/* One command: wb_rules_use() for everything that it touches, then wb_rules_command(), which judges
 * all of these against the commands before. `call` must be a string that stays. */
void wb_rules_use(wb_kind kind, GLuint name, wb_range range, wb_how how, int flags);
void wb_rules_command(const char *call);

/* True once a shader has written to a texture. */
bool wb_rules_textures_written(void);

/* A finding other than a missing barrier, in the present pass. */
void wb_rules_report(wb_hazard_kind kind, const char *call, const char *object, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/* `in pass "force"` or `outside any pass`, for messages. */
const char *wb_rules_where(char *text, size_t size);

/* The label of an object, or `buffer 7` if it has none. */
const char *wb_rules_label(wb_kind kind, GLuint name, char *text, size_t size);

/* Makes room for `count` items of `item_size` bytes; new ones are zero. Ends the program if memory
 * is out: a linter that skips accesses would lie. */
void *wb_rules_grow(void *items, int *capacity, int count, size_t item_size);

#endif
