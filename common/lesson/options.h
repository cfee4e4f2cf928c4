/* The command line, the same for every lesson. Reads words into a struct; does nothing else. */
#ifndef WB_LESSON_OPTIONS_H
#define WB_LESSON_OPTIONS_H

#include "lesson/lesson.h"

enum { WB_MAX_ASSIGNMENTS = 64 };

/* NAME=VALUE from --set, --load and --dump. */
typedef struct wb_assignment {
    char name[64];
    const char *value; // points into argv
} wb_assignment;

enum { WB_FRAMES_NOT_GIVEN = -1 };

typedef struct wb_options {
    uint64_t seed;
    bool headless, check, bench, profile, step, hash, list, help, version;
    bool watch;             // check again after every save; implies check
    bool barriers;          // watch for missing barriers
    bool kernels, counters; // run every dispatch in the kernel machine, too
    bool debug;             // step through a kernel in the terminal
    bool unguarded;         // kernels that were edited go to the driver unread
    bool show;              // print a kernel as the driver gets it
    const wb_task *task;    // to check; NULL: not given; this and the next five imply check
    bool next;              // check the next task that is open
    const char *answer;     // to the task; NULL: not given
    int hints;              // how many of the task's
    bool solution, give_up;
    bool project;              // implies check
    int frames;                // WB_FRAMES_NOT_GIVEN: not given
    bool fits_screen;          // a window may choose the size of the picture
    bool fits_machine;         // a window may choose how many there are, see wb_param.fewest
    int width, height;         // 0: not given
    const wb_variant *variant; // NULL: not given
    const char *screenshot;    // NULL: not given
    const char *record;        // a directory for pictures, or x.webp; NULL: not given
    int every;                 // record only every K-th frame; 0: not given
    const char *record_input, *play_input; // files with the hand in each frame; NULL: not given
    const char *json;
    const char *capture;  // the file for a dispatch; NULL: not given
    const char *pass;     // of --debug, --show and --capture: NAME or NAME:K; NULL: not given
    uint32_t group[3];    // the work group
    const char *commands; // the first commands; NULL: not given
    bool has_debug_word;  // one of these two was given
    wb_assignment loads[WB_MAX_ASSIGNMENTS], dumps[WB_MAX_ASSIGNMENTS];
    int load_count, dump_count;
    bool quick;               // of --bench: two versions, one case
    bool measure;             // for --bench: time the one variant, and write the result as bytes
    bool list_barriers;       // for tests: list every barrier that was met
    bool step_all;            // for tests: stop after every dispatch, and go back now and then
    const char *drop_barrier; // for tests: PASS:ORDINAL:BITS to leave out
    bool drop_each;           // for tests: leave out one barrier after the other
    bool has_sets;            // some --set was given, and has taken effect
    bool sets_number;         // one of them says how many there are
} wb_options;

/* Reads the command line; --set takes effect on the lesson's parameters at once. False, with a
 * message that names the word and what would be right, on anything that is not understood. */
bool wb_options_parse(wb_options *options, const wb_lesson *lesson, int argc, char **argv);

/* The text of --help, on stdout. */
void wb_options_print_help(const wb_lesson *lesson);

/* The text of --list, on stdout; or, if `json` is not NULL, the same as JSON in that file.
 * False, with a message, if it cannot be written. */
bool wb_list_print(const wb_lesson *lesson, const char *json);

#endif
