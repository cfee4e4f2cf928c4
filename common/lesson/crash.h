/* A word where a driver ends the program: none survives an index far beyond a shared array, for
 * one. */
#ifndef WB_CRASH_H
#define WB_CRASH_H

#ifdef __cplusplus
extern "C" {
#endif

/* From here on, a crash of this process says what it most likely was. It stays a crash. */
void wb_crash_listen(void);

#ifdef __cplusplus
}
#endif
#endif
