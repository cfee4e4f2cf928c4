/* Clocks, and waiting. */
#ifndef WB_OS_TIME_H
#define WB_OS_TIME_H

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds since an arbitrary start, from a clock that never goes back. */
double wb_clock_seconds(void);

/* Seconds that processors have worked for this process. */
double wb_clock_cpu_seconds(void);

/* Waits; less long if a signal comes. */
void wb_clock_sleep(double seconds);

#ifdef __cplusplus
}
#endif
#endif
