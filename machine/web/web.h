/* The machine for a page: a capture is opened, and commands in words go in; answers in JSON come
 * out. The same in a browser's WebAssembly as in a native program, so that the two can be compared
 * answer by answer. README.md says what each answer has.
 *
 * Nothing here prints; several captures can be open at a time. */
#ifndef WB_MACHINE_WEB_WEB_H
#define WB_MACHINE_WEB_WEB_H

#include <stddef.h>

typedef struct wb_web wb_web;

/* Opens a capture, and copies its bytes. NULL if it cannot be read; *answer becomes the
 * JSON with which it is described, or with the reason in "error", until the next call. */
wb_web *wb_web_open(const void *bytes, size_t size, const char **answer);
void wb_web_close(wb_web *web);

/* Does what the line says:
 *
 *   run [BUDGET [ORDER [WRITERS]]]
 *                          makes a new run of the whole dispatch; BUDGET in millions; ORDER of the
 *                          invocations: 0 ascending, 1 descending, 2 shuffled; WRITERS 1: notes who
 *                          writes, and then it is slow, and finds and counts nothing
 *   run-some N             goes on with it for about N instructions of lanes
 *   run-result             its findings, counts and hashes
 *   words FINDING          one of them as the terminal has it; they count from 0
 *   wrote MEMORY WORD      who wrote a word last, in a run with WRITERS
 *   keep TO FROM           what the run has left in memory FROM becomes memory TO of the dispatch
 *   debug X Y Z            the debugger at a work group
 *   approach N             runs the groups before it, for about N instructions of lanes
 *   state                  where the group stands; so do those that follow
 *   forward UNTIL [LINE], back UNTIL [LINE]
 *                          into over out line barrier breakpoint finding nan end
 *   patience N             how many instructions of lanes such a command may take
 *   go N                   to a position
 *   select LANE [WIDTH]    which lanes commands move
 *   others                 brings those that are waited for
 *   break LINE [CONDITION], delete NUMBER
 *   variables LANE, calls LANE
 *                          the lane's own, uniforms and inputs; and the functions it is in
 *   values FIRST COUNT EXPRESSION
 *   shared                 the words of shared memory
 *   accesses, next-accesses
 *   play FINDING           a race in both orders; findings count from 0
 *
 * The answer lives until the next call. */
const char *wb_web_command(wb_web *web, const char *line);

typedef enum wb_web_when {
    WB_WEB_BEFORE, // as in the capture, or as "keep" has left it
    WB_WEB_AFTER,  // the last run
    WB_WEB_HERE,   // at the debugger's position
} wb_web_when;

/* A memory's bytes, until the next call; NULL if there is no such memory, run or debugger. */
const void *wb_web_memory(wb_web *web, int memory, wb_web_when when, size_t *size);
/* Other bytes for a memory of the dispatch; cut to its size. */
void wb_web_fill(wb_web *web, int memory, const void *bytes, size_t size);

#endif
