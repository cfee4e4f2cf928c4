#include "lesson/options.h"

#include "lesson/list.h"
#include "lesson/params.h"
#include "lesson/variants.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FRAMES = 100000000, MAX_SIDE = 32768 };

enum option_code { // of the long options, none of which has a short form
    OPT_HEADLESS = 1000,
    OPT_FRAMES,
    OPT_SIZE,
    OPT_SEED,
    OPT_VARIANT,
    OPT_SET,
    OPT_LOAD,
    OPT_DUMP,
    OPT_SCREENSHOT,
    OPT_RECORD,
    OPT_EVERY,
    OPT_CHECK,
    OPT_WATCH,
    OPT_BENCH,
    OPT_PROFILE,
    OPT_STEP,
    OPT_HASH,
    OPT_JSON,
    OPT_LIST,
    OPT_HELP,
    OPT_VERSION,
    OPT_HAZARDS,
    OPT_KERNELS,
    OPT_COUNTERS,
    OPT_INSIDE,
    OPT_PASS,
    OPT_GROUP,
    OPT_DO,
    OPT_HINT,
    OPT_SOLUTION,
    OPT_GIVE_UP,
    OPT_PROJECT,
    OPT_BARRIERS,
    OPT_DROP_BARRIER,
    OPT_DROP_EACH,
    OPT_MEASURE,
    OPT_STEP_ALL,
};

static const struct option long_options[] = {
    {"headless", no_argument, NULL, OPT_HEADLESS},
    {"frames", required_argument, NULL, OPT_FRAMES},
    {"size", required_argument, NULL, OPT_SIZE},
    {"seed", required_argument, NULL, OPT_SEED},
    {"variant", required_argument, NULL, OPT_VARIANT},
    {"set", required_argument, NULL, OPT_SET},
    {"load", required_argument, NULL, OPT_LOAD},
    {"dump", required_argument, NULL, OPT_DUMP},
    {"screenshot", required_argument, NULL, OPT_SCREENSHOT},
    {"record", required_argument, NULL, OPT_RECORD},
    {"every", required_argument, NULL, OPT_EVERY},
    {"check", no_argument, NULL, OPT_CHECK},
    {"watch", no_argument, NULL, OPT_WATCH},
    {"bench", no_argument, NULL, OPT_BENCH},
    {"profile", no_argument, NULL, OPT_PROFILE},
    {"step", no_argument, NULL, OPT_STEP},
    {"hash", no_argument, NULL, OPT_HASH},
    {"json", required_argument, NULL, OPT_JSON},
    {"list", no_argument, NULL, OPT_LIST},
    {"help", no_argument, NULL, OPT_HELP},
    {"version", no_argument, NULL, OPT_VERSION},
    {"hazards", no_argument, NULL, OPT_HAZARDS},
    {"kernels", no_argument, NULL, OPT_KERNELS},
    {"counters", no_argument, NULL, OPT_COUNTERS},
    {"inside", no_argument, NULL, OPT_INSIDE},
    {"pass", required_argument, NULL, OPT_PASS},
    {"group", required_argument, NULL, OPT_GROUP},
    {"do", required_argument, NULL, OPT_DO},
    {"hint", no_argument, NULL, OPT_HINT},
    {"solution", no_argument, NULL, OPT_SOLUTION},
    {"give-up", no_argument, NULL, OPT_GIVE_UP},
    {"project", no_argument, NULL, OPT_PROJECT},
    {"barriers", no_argument, NULL, OPT_BARRIERS}, // these four are for tests
    {"measure", no_argument, NULL, OPT_MEASURE},   // this one for --bench
    {"drop-barrier", required_argument, NULL, OPT_DROP_BARRIER},
    {"drop-each-barrier", no_argument, NULL, OPT_DROP_EACH},
    {"step-all", no_argument, NULL, OPT_STEP_ALL},
    {NULL, 0, NULL, 0},
};

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

static bool parse_size(const char *text, int *width, int *height)
{
    char *end;
    long columns = strtol(text, &end, 10); // too large a number becomes LONG_MAX
    long rows = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    *width = (int)columns;
    *height = (int)rows;
    if (*end == '\0' && columns >= 1 && rows >= 1 && columns <= MAX_SIDE && rows <= MAX_SIDE)
        return true;
    wb_error("--size %s: WIDTHxHEIGHT in pixels is needed, such as 1280x800 (each side 1 to %d)",
             text, MAX_SIDE);
    return false;
}

static bool parse_seed(const char *text, uint64_t *seed)
{
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    // strtoull() takes "-1" for the largest number.
    if (errno == 0 && end != text && *end == '\0' && strchr(text, '-') == NULL) return true;
    wb_error("--seed %s: a whole number from 0 to %llu is needed", text, ULLONG_MAX);
    return false;
}

static bool parse_group(const char *text, uint32_t group[3])
{
    unsigned n[3] = {0};
    char rest;
    int count = sscanf(text, "%u,%u,%u%c", &n[0], &n[1], &n[2], &rest);
    bool good = strchr(text, '-') == NULL && count >= 1 && count <= 3;
    for (int i = 0, commas = 0; text[i] != '\0'; i++) {
        commas += text[i] == ',';
        good = good && commas < count && strchr("0123456789,", text[i]) != NULL;
    }
    for (int i = 0; i < 3; i++) group[i] = n[i];
    if (!good) wb_error("--group %s: X,Y,Z of a work group is needed, such as 3,2,0 or 3", text);
    return good;
}

/* ---- Names ---- */

static bool find_variant(const wb_lesson *lesson, const char *name, const wb_variant **variant)
{
    *variant = wb_find_variant(lesson, name);
    if (*variant != NULL) return true;
    char names[512] = "";
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++)
        snprintf(names + strlen(names), sizeof names - strlen(names), " %s", v->name);
    wb_error("--variant %s: this lesson has no such variant\nit has:%s", name, names);
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

/* ---- The command line ---- */

static bool take_option(wb_options *options, const wb_lesson *lesson, int code, const char *value)
{
    switch (code) {
    case OPT_HEADLESS: options->headless = true; return true;
    case OPT_CHECK: options->check = true; return true;
    case OPT_WATCH: options->watch = options->check = true; return true;
    case OPT_BENCH: options->bench = true; return true;
    case OPT_PROFILE: options->profile = true; return true;
    case OPT_STEP: options->step = true; return true;
    case OPT_STEP_ALL: options->step_all = true; return true;
    case OPT_HASH: options->hash = true; return true;
    case OPT_LIST: options->list = true; return true;
    case OPT_HELP: options->help = true; return true;
    case OPT_VERSION: options->version = true; return true;
    case OPT_HAZARDS: options->hazards = true; return true;
    case OPT_KERNELS: options->kernels = true; return true;
    case OPT_COUNTERS: options->counters = true; return true;
    case OPT_INSIDE: options->inside = options->headless = true; return true;
    case OPT_PASS: options->pass = value; return options->has_inside_word = true;
    case OPT_DO: options->commands = value; return options->has_inside_word = true;
    case OPT_GROUP: options->has_inside_word = true; return parse_group(value, options->group);
    case OPT_HINT: options->hints++; return options->check = true;
    case OPT_SOLUTION: options->solution = options->check = true; return true;
    case OPT_GIVE_UP: options->give_up = options->check = true; return true;
    case OPT_PROJECT: options->project = options->check = true; return true;
    case OPT_MEASURE: options->measure = options->headless = true; return true;
    case OPT_BARRIERS: options->barriers = options->hazards = true; return true;
    case OPT_DROP_EACH: options->drop_each = options->hazards = true; return true;
    case OPT_DROP_BARRIER:
        options->drop_barrier = value;
        options->hazards = true;
        return true;
    case OPT_SCREENSHOT: options->screenshot = value; return true;
    case OPT_JSON: options->json = value; return true;
    case OPT_RECORD: options->record = value; return true;
    case OPT_EVERY: return parse_frames("--every", value, 1, &options->every);
    case OPT_FRAMES: return parse_frames("--frames", value, 0, &options->frames);
    case OPT_SIZE: return parse_size(value, &options->width, &options->height);
    case OPT_SEED: return parse_seed(value, &options->seed);
    case OPT_VARIANT: return find_variant(lesson, value, &options->variant);
    case OPT_SET: options->has_sets = true; return wb_param_set(lesson, value);
    case OPT_LOAD: return add_assignment("--load", value, options->loads, &options->load_count);
    case OPT_DUMP: return add_assignment("--dump", value, options->dumps, &options->dump_count);
    default: return false;
    }
}

// What one mode would leave undone without a word.
static bool modes_agree(const wb_options *options)
{
    const struct {
        bool with;
        const char *mode, *does;
        struct {
            bool given;
            const char *option;
        } not [6];
    } rows[] = {
        {options->check,
         "--check",
         "compares, and leaves nothing behind",
         {{options->bench, "--bench"},
          {options->record != NULL, "--record"},
          {options->screenshot != NULL, "--screenshot"},
          {options->dump_count > 0, "--dump"},
          {options->hash, "--hash"},
          {options->json != NULL && !options->kernels && !options->counters,
           "--json, unless --kernels finds something to write"}}},
        {options->bench,
         "--bench",
         "only times",
         {{options->record != NULL, "--record"},
          {options->dump_count > 0, "--dump"},
          {options->hash, "--hash"}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 6; k++)
            if (rows[i].with && rows[i].not [k].given) {
                wb_error("%s %s; it does not go with %s", rows[i].mode, rows[i].does,
                         rows[i].not [k].option);
                return false;
            }
    return true;
}

static bool project_agrees(const wb_options *options, const wb_lesson *lesson)
{
    if (!options->project) return true;
    if (wb_find_project(lesson) == NULL) {
        wb_error("%s has no project, so --project has nothing to check", lesson->id);
        return false;
    }
    if (options->has_sets || options->load_count > 0) {
        wb_error("--project has settings of its own; it does not go with --set and --load");
        return false;
    }
    return true;
}

bool wb_options_parse(wb_options *options, const wb_lesson *lesson, int argc, char **argv)
{
    *options = (wb_options){.seed = 1, .frames = WB_FRAMES_NOT_GIVEN};
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
        if (!take_option(options, lesson, code, optarg)) return false;
    }
    if (optind < argc) {
        wb_error("%s: options start with --; see --help", argv[optind]);
        return false;
    }
    if (options->screenshot != NULL && *options->screenshot == '\0') {
        wb_error("--screenshot needs the name of a PNG file");
        return false;
    }
    if (options->record != NULL && *options->record == '\0') {
        wb_error("--record needs the name of a directory");
        return false;
    }
    if (options->every != 0 && options->record == NULL) {
        wb_error("--every says which frames --record writes; it does nothing without that");
        return false;
    }
    if (options->has_inside_word && !options->inside) {
        wb_error("--pass, --group and --do say what --inside does; they do nothing without it");
        return false;
    }
    if (options->inside && (options->check || options->bench || options->record != NULL)) {
        wb_error("--inside is a session of its own; it does not go with --check, --bench or "
                 "--record");
        return false;
    }
    if (options->json != NULL && *options->json == '\0') {
        wb_error("--json needs the name of a file");
        return false;
    }
    return project_agrees(options, lesson) && modes_agree(options);
}

/* ---- Texts ---- */

void wb_options_print_help(const wb_lesson *lesson)
{
    char formats[40];
    printf("%s: %s\n\n", lesson->id, lesson->title);
    printf(
        "usage: %s [OPTION]...\n\n"
        "  --headless             run without a window (also where there is no display)\n"
        "  --frames N             frames to run without a window (default %d; 0: what is "
        "loaded gets written), or until the window closes by itself\n"
        "  --size WxH             size of the picture in pixels (default %dx%d)\n"
        "  --seed S               seed of the random numbers (default 1)\n"
        "  --variant NAME         which version, or which broken variant, to run (see --list)\n"
        "  --set NAME=VALUE       set a parameter (see below); may be given several times\n"
        "  --load BUFFER=FILE     fill a buffer from a %s file before the first frame\n"
        "  --dump BUFFER=FILE     write a buffer to such a file after the last frame\n"
        "  --screenshot FILE.png  write the last frame's picture\n"
        "  --record DIRECTORY     write the picture of every frame there, without a window: for a "
        "video\n"
        "  --every K              record only every K-th frame\n"
        "  --hazards              watch for missing barriers (on in debug builds and checks)\n"
        "  --kernels              run every dispatch in the kernel machine, too: races, bounds, "
        "and what the driver made of\n"
        "                         it; with --check not those that only repeat others\n"
        "  --counters             the same, and the kernels' lines with what each costs, as "
        "written\n"
        "  --inside               step through a kernel in the terminal, line by line, forwards "
        "and "
        "back,\n"
        "                         after --frames N (default 0); \"help\" lists its commands\n"
        "    --pass NAME[:K]        the dispatch of that pass, or its K-th (default: the variant's "
        "kernel)\n"
        "    --group X,Y,Z          the work group (default 0,0,0)\n"
        "    --do \"C; C\"            the first commands; further ones come from standard input\n"
        "  --check                compare every version with the CPU's result; broken ones have "
        "to fail\n"
        "  --watch                check the exercise (or --variant) again after every save of a "
        "shader\n"
        "  --hint                 check the exercise, with a hint; twice: with two, and so on\n"
        "  --solution             check the exercise, and show our solution once yours passes\n"
        "  --give-up              show our solution of the exercise\n"
        "  --project              run the acceptance checks of the lesson's project on your "
        "kernels, or "
        "on --variant\n"
        "  --bench                time the versions against each other\n"
        "  --profile              print the time of each pass at the end (without a window: "
        "always)\n"
        "  --step                 start paused in the window, with the panel open\n"
        "  --hash                 print a hash of the final state; the same seed gives the same "
        "hash\n"
        "  --json FILE            write the results of this run (times, hash) as JSON\n"
        "  --list                 list variants, parameters and their defaults; with --json FILE "
        "as "
        "JSON, - being stdout\n"
        "  --version              the version of the workbench\n"
        "  --help                 this text\n\n"
        "Without a window, and without any output asked for, the last frame's picture goes to "
        "%s.png.\n\n",
        lesson->id, lesson->frames, lesson->width, lesson->height,
        wb_formats_text(lesson, formats, sizeof formats), lesson->id);
    printf(
        "window: Space pause, N one dispatch, Shift+N one step, B back to the start of the step,\n"
        "        R restart, V next variant, Tab panel, F12 screenshot, Esc quit;\n"
        "        wheel zooms, right button pans%s%s%s;\n"
        "        F11 looks inside the kernel of the next pass (in a broken variant, F7 shows what "
        "is "
        "wrong);\n"
        "        there F10 one line, F11 also into functions, Shift+F11 out, Ctrl+F10 to the line "
        "that "
        "was\n"
        "        clicked, F8 behind a barrier(), F7 to a finding, F6 to a NaN, F5 to a breakpoint "
        "(F9), "
        "End and\n"
        "        Home; with Shift back (of F11 and Ctrl+F10: with Ctrl, and Ctrl+Shift); O brings "
        "the "
        "lanes\n"
        "        that others wait for; Esc closes\n\n",
        lesson->paint != NULL ? ", left button paints (with Shift: erases)" : "",
        lesson->orbit != NULL ? ", left button turns" : "",
        lesson->pick != NULL ? ", a click picks" : "");
    wb_list_print(lesson, NULL);
    printf("\nexit status: 0 good, 1 a check or the run failed, 2 wrong usage, 77 the machine "
           "lacks something\n");
}
