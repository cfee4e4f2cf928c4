#include "lesson/options.h"

#include "base/text.h"
#include "lesson/params.h"
#include "lesson/task_list.h"
#include "lesson/variants.h"
#include "machine/terminal.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FRAMES = 100000000, MAX_SIDE = 32768 };

/* ---- Numbers ---- */

static bool parse_integer(const char *text, long long low, long long high, long long *value)
{
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *value >= low && *value <= high;
}

static bool parse_frames(const char *option, const char *text, int least, int *frames)
{
    long long value;
    if (!parse_integer(text, least, MAX_FRAMES, &value)) {
        wb_error("%s %s: a number of frames from %d to %d is needed", option, text, least,
                 MAX_FRAMES);
        return false;
    }
    *frames = (int)value;
    return true;
}

static bool take_size(wb_options *options, const wb_lesson *lesson, const char *value)
{
    (void)lesson;
    char *end;
    long columns = strtol(value, &end, 10); // too large a number becomes LONG_MAX
    long rows = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    options->width = (int)columns;
    options->height = (int)rows;
    if (*end == '\0' && columns >= 1 && rows >= 1 && columns <= MAX_SIDE && rows <= MAX_SIDE)
        return true;
    wb_error("--size %s: WIDTHxHEIGHT in pixels is needed, such as 1280x800 (each side 1 to %d)",
             value, MAX_SIDE);
    return false;
}

static bool take_seed(wb_options *options, const wb_lesson *lesson, const char *value)
{
    (void)lesson;
    char *end;
    errno = 0;
    options->seed = strtoull(value, &end, 10);
    // strtoull() takes "-1" for the largest number.
    if (errno == 0 && end != value && *end == '\0' && strchr(value, '-') == NULL) return true;
    wb_error("--seed %s: a whole number from 0 to %llu is needed", value, ULLONG_MAX);
    return false;
}

static bool take_group(wb_options *options, const wb_lesson *lesson, const char *value)
{
    (void)lesson;
    return wb_terminal_read_group(value, options->group);
}

static bool take_do(wb_options *options, const wb_lesson *lesson, const char *value)
{
    (void)lesson;
    if (options->commands != NULL) {
        wb_error("--do is given twice; write all commands in one: --do \"C; C\"");
        return false;
    }
    options->commands = value;
    return true;
}

/* ---- Names ---- */

static bool take_variant(wb_options *options, const wb_lesson *lesson, const char *value)
{
    options->variant = wb_find_variant(lesson, value);
    if (options->variant != NULL) return true;
    char names[512] = "";
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++)
        wb_text_append(names, sizeof names, " %s", v->name);
    wb_error("--variant %s: this lesson has no such variant\nit has:%s", value, names);
    return false;
}

static bool add_assignment(const char *option, const char *text, wb_assignment *list, int *count)
{
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length == 0 || equals[1] == '\0' || length >= sizeof list->name) {
        wb_error("%s %s: BUFFER=FILE is needed, such as cells=out.npy", option, text);
        return false;
    }
    if (*count == WB_MAX_ASSIGNMENTS) {
        wb_error("%s: no more than %d files at a time", option, WB_MAX_ASSIGNMENTS);
        return false;
    }
    wb_assignment *entry = &list[(*count)++];
    memcpy(entry->name, text, length);
    entry->name[length] = '\0';
    entry->value = equals + 1;
    return true;
}

/* ---- The table of options ---- */

typedef bool take_value(wb_options *options, const wb_lesson *lesson, const char *value);

// Sets `flag` and `implied`, which are members of wb_options; keeps a value at `text`, or gives it
// to `take`. 0 means none: no flag is wb_options' first member.
typedef struct option_row {
    const char *name, *value; // value: what --help calls it; NULL: the option takes none
    size_t flag, implied, text;
    take_value *take;
    const char *help; // NULL: for tests, or an old spelling
    const char *now;  // of an old spelling: the new one
} option_row;

#define MEMBER(member) offsetof(wb_options, member)

static bool take_frames(wb_options *options, const wb_lesson *lesson, const char *value)
{
    (void)lesson;
    return parse_frames("--frames", value, 0, &options->frames);
}

static bool take_every(wb_options *options, const wb_lesson *lesson, const char *value)
{
    (void)lesson;
    return parse_frames("--every", value, 1, &options->every);
}

static bool take_set(wb_options *options, const wb_lesson *lesson, const char *value)
{
    const wb_param *number = wb_param_number(lesson);
    size_t length = strcspn(value, "=");
    if (number != NULL && strlen(number->name) == length &&
        strncmp(number->name, value, length) == 0)
        options->sets_number = true;
    return wb_param_set(lesson, value);
}

static bool take_load(wb_options *options, const wb_lesson *lesson, const char *value)
{
    (void)lesson;
    return add_assignment("--load", value, options->loads, &options->load_count);
}

static bool take_dump(wb_options *options, const wb_lesson *lesson, const char *value)
{
    (void)lesson;
    return add_assignment("--dump", value, options->dumps, &options->dump_count);
}

static bool take_task(wb_options *options, const wb_lesson *lesson, const char *value)
{
    options->next = strcmp(value, "next") == 0;
    options->task = wb_find_task(lesson, value);
    if (options->task != NULL || (options->next && lesson->tasks != NULL)) return true;
    char names[512] = "";
    for (const wb_task *t = lesson->tasks; t != NULL && t->name != NULL; t++)
        wb_text_append(names, sizeof names, " %s", t->name);
    wb_error("--task %s: this lesson has no such task\nit has:%s", value, names);
    return false;
}

static bool take_hint(wb_options *options, const wb_lesson *lesson, const char *value)
{
    (void)lesson, (void)value;
    options->hints++;
    return true;
}

// In the order of --help.
static const option_row rows[] = {
    {"headless", NULL, MEMBER(headless),
     .help = "run without a window (also where there is no display)"},
    {"frames", "N", .take = take_frames,
     .help =
         "frames to run without a window (default %d; 0: what is loaded gets written), or until "
         "the window closes by itself"},
    {"size", "WxH", .take = take_size, .help = "size of the picture in pixels (default %dx%d)"},
    {"seed", "S", .take = take_seed, .help = "seed of the random numbers (default 1)"},
    {"variant", "NAME", .take = take_variant,
     .help = "which version, or which broken variant, to run (see --list)"},
    {"set", "NAME=VALUE", MEMBER(has_sets), .take = take_set,
     .help = "set a parameter (see below); may be given several times"},
    {"load", "BUFFER=FILE", .take = take_load,
     .help = "fill a buffer from a %s file before the first frame"},
    {"dump", "BUFFER=FILE", .take = take_dump,
     .help = "write a buffer to such a file after the last frame"},
    {"screenshot", "FILE.png", .text = MEMBER(screenshot),
     .help = "write the last frame's picture"},
    {"record", "DIRECTORY", .text = MEMBER(record),
     .help = "write the picture of every frame there, without a window: for a video; a name that "
             "ends in .webp: an animation"},
    {"every", "K", .take = take_every, .help = "record only every K-th frame"},
    {"record-input", "FILE", .text = MEMBER(record_input),
     .help =
         "write your hand in each frame there, as text: with Ctrl, the left button puts it into "
         "the picture; and what you paint"},
    {"play-input", "FILE", .text = MEMBER(play_input),
     .help = "play such a file: the same variant, parameters and seed end in the same state"},
    {"barriers", NULL, MEMBER(barriers),
     .help = "watch for missing barriers (on in debug builds and checks)"},
    {"kernels", NULL, MEMBER(kernels),
     .help = "run every dispatch in the kernel machine, too: races, bounds, and what the driver "
             "made of it; with --check not those that only repeat others"},
    {"counters", NULL, MEMBER(counters),
     .help = "the same, and the kernels' lines with what each costs, as written"},
    {"unguarded", NULL, MEMBER(unguarded),
     .help = "give the driver kernels that you have edited without looking into them first: for "
             "loops that do not end, barriers that not all reach, indices beyond shared memory"},
    {"debug", NULL, MEMBER(debug), MEMBER(headless),
     .help = "step through a kernel in the terminal, line by line, forwards and back, after "
             "--frames N (default 0); \"help\" lists its commands"},
    {"show", NULL, MEMBER(show), MEMBER(headless),
     .help = "print the variant's kernel as the driver gets it, whole, with the file and line that "
             "each line comes from"},
    {"pass", "NAME[:K]", .text = MEMBER(pass),
     .help = "of --debug and --show: the dispatch of that pass, or its K-th (default: the "
             "variant's kernel); --show also takes a shader's file"},
    {"group", "X,Y,Z", MEMBER(has_debug_word), .take = take_group,
     .help = "of --debug: the work group (default 0,0,0)"},
    {"do", "\"C; C\"", MEMBER(has_debug_word), .take = take_do,
     .help = "of --debug: the first commands; further ones come from standard input"},
    {"capture", "FILE", MEMBER(headless), .text = MEMBER(capture),
     .help = "write a dispatch with all that it works on, after --frames N (default 0): \"machine "
             "run FILE\" runs it without OpenGL; with --kernels it also runs here; with --task: a "
             "directory for all cases of the task, as the book checks them"},
    {"check", NULL, MEMBER(check),
     .help = "compare every version with the CPU's result; broken ones have to fail"},
    {"task", "NAME", MEMBER(check), .take = take_task,
     .help = "check the task with that name or number, or the next one that is open (\"next\")"},
    {"answer", "WORDS", MEMBER(check), .text = MEMBER(answer),
     .help = "the answer to the task, if it asks for one"},
    {"watch", NULL, MEMBER(watch), MEMBER(check),
     .help = "check the task (--task or --variant; the next one that is open) again after every "
             "save of a shader"
#ifndef WB_DIST
             "; through ./wb, of its C, too"
#endif
    },
    {"hint", NULL, MEMBER(check), .take = take_hint,
     .help = "check the task, with a hint; twice: with two, and so on"},
    {"solution", NULL, MEMBER(solution), MEMBER(check),
     .help = "check the task, and show our solution once yours passes"},
    {"give-up", NULL, MEMBER(give_up), MEMBER(check), .help = "show our solution of the task"},
    {"project", NULL, MEMBER(project), MEMBER(check),
     .help = "run the acceptance checks of the lesson's project on your kernels, or on --variant"},
    {"bench", NULL, MEMBER(bench),
     .help = "time the versions against each other; on a GPU, for a minute unless --json keeps the "
             "figures"},
    {"quick", NULL, MEMBER(quick),
     .help = "of --bench: the first version and the last alone, in one case"},
    {"profile", NULL, MEMBER(profile),
     .help = "print the time of each pass at the end (without a window: always)"},
    {"step", NULL, MEMBER(step), .help = "start paused in the window, with the panel open"},
    {"hash", NULL, MEMBER(hash),
     .help = "print a hash of the final state; the same seed gives the same hash"},
    {"json", "FILE", .text = MEMBER(json),
     .help = "write the results of this run (times, hash) as JSON; - is stdout, and all that is "
             "said otherwise then goes to stderr"},
    {"list", NULL, MEMBER(list),
     .help = "list variants, parameters and their defaults; with --json FILE as JSON"},
    {"version", NULL, MEMBER(version), .help = "the version of the workbench"},
    {"help", NULL, MEMBER(help), .help = "this text"},
    // for tests
    {"measure", NULL, MEMBER(measure), MEMBER(headless)}, // of --bench, which calls itself
    {"list-barriers", NULL, MEMBER(list_barriers), MEMBER(barriers)},
    {"drop-barrier", "BARRIER", MEMBER(barriers), .text = MEMBER(drop_barrier)},
    {"drop-each-barrier", NULL, MEMBER(drop_each), MEMBER(barriers)},
    {"step-all", NULL, MEMBER(step_all)},
    // old spellings
    {"inside", NULL, MEMBER(debug), MEMBER(headless), .now = "debug"},
    {"hazards", NULL, MEMBER(barriers), .now = "barriers"},
};

enum { ROWS = sizeof rows / sizeof *rows, FIRST_CODE = 1000 }; // no option has a short form

/* ---- The command line ---- */

static void set_flag(wb_options *options, size_t member)
{
    if (member != 0) *(bool *)((char *)options + member) = true;
}

static bool take_option(wb_options *options, const wb_lesson *lesson, const option_row *row,
                        const char *value)
{
    if (row->now != NULL) wb_note("--%s is called --%s now", row->name, row->now);
    set_flag(options, row->flag);
    set_flag(options, row->implied);
    if (row->text != 0) memcpy((char *)options + row->text, &value, sizeof value);
    return row->take == NULL || row->take(options, lesson, value);
}

static bool is_empty(const char *name)
{
    return name != NULL && *name == '\0';
}

// What --show and --capture would leave undone without a word.
static bool leaves_something(const wb_options *o)
{
    return o->check || o->bench || o->hash || o->screenshot != NULL || o->record != NULL ||
           o->json != NULL || o->dump_count > 0;
}

#define CHECK "--check compares, and leaves nothing behind; it does not go with "
#define BENCH "--bench only times; it does not go with "

// False, with a message, if one option is useless without another, or would leave it undone.
static bool is_sensible(const wb_options *options, const wb_lesson *lesson)
{
    bool in_machine = options->kernels || options->counters;
    bool looks = options->debug || options->show || options->capture != NULL;
    bool own_data = options->has_sets || options->load_count > 0;
    bool other_mode = options->check || options->bench || options->record != NULL;
    bool plays = options->record_input != NULL || options->play_input != NULL;
    const struct {
        bool is_wrong;
        const char *message;
    } rules[] = {
        {is_empty(options->screenshot), "--screenshot needs the name of a PNG file"},
        {is_empty(options->record), "--record needs the name of a directory, or of a .webp file"},
        {is_empty(options->record_input), "--record-input needs the name of a file"},
        {is_empty(options->play_input), "--play-input needs the name of a file"},
        {plays && !lesson->takes_hand && lesson->paint == NULL,
         "this lesson takes no hand, so there is no input to record or to play"},
        {plays && (options->check || options->bench),
         "--record-input and --play-input are for a run; they do not go with --check and --bench"},
        {options->every != 0 && options->record == NULL,
         "--every says which frames --record writes; it does nothing without that"},
        {options->has_debug_word && !options->debug,
         "--group and --do say what --debug does; they do nothing without it"},
        {options->pass != NULL && !looks,
         "--pass says where --debug, --show or --capture looks; it does nothing without them"},
        {is_empty(options->capture), "--capture needs the name of a file"},
        {options->capture != NULL && options->task == NULL &&
             (options->debug || leaves_something(options)),
         "--capture writes one dispatch, and nothing else; it does not go with --debug, --check, "
         "--bench or a file to write"},
        {options->show && (in_machine || options->debug || leaves_something(options)),
         "--show prints a kernel, and leaves nothing else; it does not go with --debug, --check, "
         "--bench, --kernels, --counters or a file to write"},
        {options->debug && other_mode,
         "--debug is a session of its own; it does not go with --check, --bench or --record"},
        {is_empty(options->json), "--json needs the name of a file"},
        {options->project && wb_find_project(lesson) == NULL,
         "this lesson has no project, so --project has nothing to check"},
        {options->project && own_data,
         "--project has settings of its own; it does not go with --set and --load"},
        {options->check && options->bench, CHECK "--bench"},
        {options->check && options->record != NULL, CHECK "--record"},
        {options->check && options->screenshot != NULL, CHECK "--screenshot"},
        {options->check && options->dump_count > 0, CHECK "--dump"},
        {options->check && options->hash, CHECK "--hash"},
        {options->check && options->json != NULL && !in_machine && options->task == NULL &&
             !options->next,
         CHECK "--json, unless --kernels or --task finds something to write"},
        {options->quick && !options->bench && !options->measure,
         "--quick says what --bench times; it does nothing without that"},
        {options->bench && options->record != NULL, BENCH "--record"},
        {options->bench && options->dump_count > 0, BENCH "--dump"},
        {options->bench && options->hash, BENCH "--hash"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].is_wrong) {
            wb_error("%s", rules[i].message);
            return false;
        }
    return true;
}

bool wb_options_parse(wb_options *options, const wb_lesson *lesson, int argc, char **argv)
{
    *options = (wb_options){.seed = 1, .frames = WB_FRAMES_NOT_GIVEN};
    struct option long_options[ROWS + 1] = {0};
    for (int i = 0; i < ROWS; i++)
        long_options[i] =
            (struct option){rows[i].name, rows[i].value != NULL, NULL, FIRST_CODE + i};
    optind = 0; // starts over, also when tests call this many times
    opterr = 0;
    for (;;) {
        int before = optind > 0 ? optind : 1;
        int code = getopt_long(argc, argv, "+:", long_options, NULL);
        if (code == -1) break;
        if (code == ':') {
            wb_error("%s needs a value; see --help", argv[before]);
            return false;
        }
        if (code == '?') {
            wb_error("%s: no such option, or one that takes no value; see --help", argv[before]);
            return false;
        }
        if (!take_option(options, lesson, &rows[code - FIRST_CODE], optarg)) return false;
    }
    if (optind < argc) {
        wb_error("%s: options start with --; see --help", argv[optind]);
        return false;
    }
    return is_sensible(options, lesson);
}

/* ---- Texts ---- */

// Words behind each other, in lines of at most 110 characters; those after the first start at
// `column`, where the first is.
static void print_wrapped(const char *text, int column)
{
    enum { WIDTH = 110 };
    for (int at = column; *text != '\0';) {
        int length = (int)strcspn(text, " ");
        if (at > column && at + 1 + length > WIDTH) {
            printf("\n%*s", column, "");
            at = column;
        } else if (at > column) {
            putchar(' ');
            at++;
        }
        printf("%.*s", length, text);
        at += length;
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

// The help of an option, with this lesson's own numbers in it.
static const char *help_text(const option_row *row, const wb_lesson *lesson, char *text,
                             size_t size)
{
    char formats[40];
    if (strcmp(row->name, "frames") == 0)
        snprintf(text, size, row->help, lesson->frames);
    else if (strcmp(row->name, "size") == 0)
        snprintf(text, size, row->help, lesson->width, lesson->height);
    else if (strcmp(row->name, "load") == 0)
        snprintf(text, size, row->help, wb_formats_text(lesson, formats, sizeof formats));
    else
        return row->help;
    return text;
}

static void print_option(const option_row *row, const wb_lesson *lesson)
{
    enum { COLUMN = 25 };
    char text[300];
    const char *value = row->value != NULL ? row->value : "";
    int length = printf("  --%s %s", row->name, value);
    printf("%*s", length < COLUMN ? COLUMN - length : 1, "");
    print_wrapped(help_text(row, lesson, text, sizeof text), COLUMN);
}

void wb_options_print_help(const wb_lesson *lesson)
{
    printf("%s: %s\n\nusage: %s [OPTION]...\n\n", lesson->id, lesson->title, lesson->id);
    for (int i = 0; i < ROWS; i++)
        if (rows[i].help != NULL) print_option(&rows[i], lesson);
    printf("\nWithout a window, and without any output asked for, the last frame's picture goes to "
           "%s.png.\n\n",
           lesson->id);
    printf(
        "window: Space pause, N one dispatch, Shift+N one step, B back to the start of the step,\n"
        "        R restart, V next variant, Tab panel, F12 screenshot, C starts and ends a clip "
        "(.webp),\n"
        "        Esc quit;\n"
        "        wheel zooms, right button pans%s%s%s%s;\n"
        "        F11 opens the debugger in front of the next pass's kernel (in a broken variant, "
        "F7\n"
        "        shows what is wrong); there F10 runs one line, F11 goes into functions too, "
        "Shift+F11 out,\n"
        "        Ctrl+F10 to the line that was clicked, F8 behind a barrier(), F7 to a finding, "
        "F6 to a\n"
        "        NaN, F5 to a breakpoint (F9), End and Home; with Shift back (of F11 and "
        "Ctrl+F10: with\n"
        "        Ctrl, and Ctrl+Shift); O brings the lanes that others wait for; Esc closes\n\n",
        lesson->paint != NULL ? ", left button paints (with Shift: erases)" : "",
        lesson->orbit != NULL ? ", left button turns" : "",
        lesson->pick != NULL ? ", a click picks" : "",
        lesson->takes_hand ? ", Ctrl + left button: your hand in it" : "");
    wb_list_print(lesson, NULL);
    printf("\nexit status: 0 good, 1 a check or the run failed, 2 wrong usage, 77 the machine "
           "lacks something\n");
}
