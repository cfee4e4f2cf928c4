/* What the lesson keeps, and what follows from its parameters and from the variant that runs. */
#ifndef PROFILING_STATE_H
#define PROFILING_STATE_H

#include "lesson/lesson.h"

#include "10_profiling/slots.h"
#include "timeline.h"

enum {
    DIVISOR = 8,    // of the part division
    MORE = 4,       // times as much, when a knob is turned up
    MOST_ROWS = 64, // there: few enough for the nearest cache to hold them all
    UPLOADS = 3,    // of the part uploads: how many frames may be on their way
    BRIGHTER = 40,  // of the part packing
    COLUMNS = 2048, // at most, of the part paths
};

/* The runs of an experiment: the kernel as it is, then with more of one thing. */
enum { AS_IT_IS, MORE_ARITHMETIC, MORE_READS, MORE_INVOCATIONS, EXPERIMENT_RUNS };

/* The runs of a sweep: 1, 2, 4, ... 256 multiply-adds, and then the parameters' own mixture. */
enum { OWN = 9, SWEEP_RUNS, MOST_RUNS = SWEEP_RUNS };

/* Three ways to time a dispatch. */
enum { CALL, FINISH, GPU, CLOCKS };

/* The parameter `measure`. */
enum { NO_CLOCK, ALL_CLOCKS, GPU_CLOCK };

enum { BEFORE, AFTER, STAMPS };
enum { FLIGHT = 4 }; // frames that may be on their way to the GPU before one's times are read

/* What tells the variants apart, beside their kernels. */
typedef struct work_traits {
    int arithmetic, reads; // multiply-adds and reads of each element; 0: the parameter's
    bool is_tiny;          // few elements, however many there are
    bool sweeps;           // the runs are a sweep, not an experiment
    bool draws_roofline;   // and the picture is the roofline, not the clocks
    bool chases;           // each read tells where the next one is
    int rule;              // of the parts with rounds: DIVIDES, BRANCHES or ADVANCES
    int bits;              // of the part packing: a sample's
    bool maps;             // of the part uploads: by mapping the buffer
} work_traits;

enum { DIVIDES = 1, BRANCHES, ADVANCES };

/* Everything that the lesson keeps. */
typedef struct lesson_state {
    int vectors, group, arithmetic, reads, rounds, measure, shared_kib, held, off; // parameters

    wb_buffer numbers;            // vectors x 4
    wb_buffer results[MOST_RUNS]; // elements_of() x 4
    wb_buffer times;              // MOST_RUNS x CLOCKS in ms: the shortest so far
    float shortest[MOST_RUNS][CLOCKS];
    GLuint stamps[FLIGHT][MOST_RUNS][STAMPS]; // queries
    bool asked[FLIGHT];                       // and the answer is still unread
    double start_s;                           // on the CPU: when the run began
    bool waits;                               // the clocks wait for the GPU
    GLuint kernel, given; // of the task: the learner's, and the one that was given
    GLuint texture;       // of the part paths
    bool texture_filled;
    uint32_t *fresh;      // of uploads and frame: what the CPU sends
    GLsync used[UPLOADS]; // of uploads by mapping: when a part of the buffer has been read
    timeline frames;      // of the part frame
} lesson_state;

extern lesson_state lesson;

/* The data of the variant that runs. */
const work_traits *traits(void);

/* The runs of the variant: how many, their names, and how much each does. */
int run_count(void);
const char *run_name(int run);
int elements_of(int run); // vectors of four numbers that it writes
int arithmetic_of(int run);
int reads_of(int run);

/* Bytes that a run reads, and moves in all (each element is written once), and multiply-adds that
 * it does. */
double read_bytes_of(int run);
double bytes_of(int run);
double operations_of(int run);

/* The part occupancy: words of shared memory a group, and rows of `group` numbers to read. */
int room_words(void);
int rows_to_read(void);

/* The part paths: columns and rows of the texture. */
void paths_extent(int extent[2]);

/* The part uploads: bytes from one part of the mapped buffer to the next. */
GLsizeiptr upload_stride(void);

/* The part frame: what a pass does to each element, what it reads, and which is the last that runs;
 * and the i-th number that the CPU sends. */
work_traits frame_work(int stretch);
const wb_buffer *frame_source(int stretch);
int frame_last(void);
uint32_t fresh_number(size_t i, int64_t frame);

/* The shortest time that a clock has seen for a run, in ms; 0: nothing measured. */
float time_of(int run, int clock);
void store_times(void); // from lesson.shortest into the buffer

/* wb_part's init(), quit() and cost(). */
bool experiment_init(void);
bool occupancy_init(void);
bool rounds_init(void);
bool packing_init(void);
bool paths_init(void);
bool uploads_init(void);
bool frame_init(void);
bool advance_init(void);
void lesson_quit(void);
wb_cost occupancy_cost(void);
wb_cost rounds_cost(void);
wb_cost packing_cost(void);
wb_cost paths_cost(void);
wb_cost uploads_cost(void);

#endif
