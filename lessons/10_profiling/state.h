/* What the lesson keeps, and what follows from its parameters and from the variant that runs. */
#ifndef STATE_H
#define STATE_H

#include "lesson/lesson.h"

enum {
    ROUNDS = 64, // of the parts division and branches
    DIVISOR = 8, // of the part division
    MORE = 4,    // times as much, when a knob is turned up
};

/* The runs of an experiment: the kernel as it is, then with one of its two knobs turned up. */
enum { AS_IT_IS, MORE_ARITHMETIC, MORE_READS, RUNS };

/* Three ways to time a dispatch. */
enum { CALL, FINISH, GPU, CLOCKS };

/* What tells the variants apart, beside their kernels. */
typedef struct work_way {
    int arithmetic, reads; // multiply-adds and reads of each element; 0: the parameter's
    bool is_tiny;          // one work group, however much there is
    bool divides;          // of the parts with rounds: division, not branches
} work_way;

/* Everything that the lesson keeps. */
typedef struct lesson_state {
    int vectors, group, arithmetic, reads, rounds, measure; // parameters

    wb_buffer numbers;       // vectors x 4
    wb_buffer results[RUNS]; // elements() x 4; of the other parts fewer
    wb_buffer times;         // RUNS x CLOCKS in ms: the shortest so far; not part of the state
    GLuint stamps[2];        // queries: before a run, and after it
    double start_s;          // on the CPU: when the run began
    GLuint kernel, given;    // of the exercise: the learner's, and the one that was given
} lesson_state;

extern lesson_state lesson;

/* How many vectors of four numbers the variant that runs handles. */
int elements(void);

/* The data of the variant that runs. */
const work_way *way(void);

/* How much a run does to each element. */
int arithmetic_of(int run);
int reads_of(int run);

/* The shortest time that a clock has seen for a run, in ms; 0: nothing measured. */
float time_of(int run, int clock);
void set_time(int run, int clock, double time_ms);

/* wb_part's init(), quit() and cost(). */
bool experiment_init(void);
bool advance_init(void);
bool rounds_init(void);
void lesson_quit(void);
wb_cost experiment_cost(void);
wb_cost rounds_cost(void);

#endif
