/* A function that runs on a stack of its own, and can be left in its midst and entered again. */
#ifndef WB_OS_COROUTINE_H
#define WB_OS_COROUTINE_H

#include <stdbool.h>

typedef struct wb_coroutine wb_coroutine;

/* What failed: the system's call, errno has the reason; NULL: nothing. */
typedef const char *wb_coroutine_failure;

/* Makes `*coroutine` ready to run work(user) from its start; nothing of it runs yet. With NULL
 * there it is created, to be freed by wb_coroutine_free(); else it is used anew, whatever it was
 * doing. Its stack is as large as a main thread's usually is, for a driver may compile a kernel at
 * its first dispatch; its lowest page cannot be touched, so that an overflow is noticed. */
wb_coroutine_failure wb_coroutine_begin(wb_coroutine **coroutine, void (*work)(void *user),
                                        void *user);

/* From outside: runs it until it is left, or has come to its end. */
wb_coroutine_failure wb_coroutine_enter(wb_coroutine *coroutine);

/* From inside: back to who has entered it, until that enters it again. */
wb_coroutine_failure wb_coroutine_leave(wb_coroutine *coroutine);

/* It will not be entered again, but perhaps begun. */
void wb_coroutine_abandon(wb_coroutine *coroutine);

void wb_coroutine_free(wb_coroutine *coroutine);

#endif
