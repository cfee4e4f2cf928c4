// machine: runs a capture, steps through it, or says what is in it; without OpenGL.
#include "base/file.h"
#include "base/message.h"
#include "machine/capture_run.h"
#include "machine/terminal.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOOD, FAILED, USAGE, MAX_DUMPS = 32 };

typedef struct options {
    const char *verb, *file, *commands;
    const char *dumps[MAX_DUMPS]; // NAME=FILE.npy
    int dump_count;
    uint32_t group[3];
    bool counters, help, is_of_run, is_of_debug;
} options;

static void print_help(void)
{
    printf(
        "machine: runs one captured dispatch of a compute shader on the CPU, with all checks\n"
        "\n"
        "usage: machine run FILE [--counters] [--dump NAME=FILE.npy]...\n"
        "       machine debug FILE [--group X,Y,Z] [--do \"C; C\"]\n"
        "       machine show FILE\n"
        "\n"
        "  run     races, accesses out of bounds, values that were never written, each with file\n"
        "          and line; and a hash of each memory that the kernel writes\n"
        "  debug   steps through a work group, line by line, forwards and back; \"help\" lists "
        "its\n"
        "          commands\n"
        "  show    what is in the file\n"
        "\n"
        "  --counters             the kernel's lines, with what each costs as written\n"
        "  --dump NAME=FILE.npy   writes a memory after the run, as NumPy reads it: 32-bit words\n"
        "  --group X,Y,Z          the work group (default 0,0,0)\n"
        "  --do \"C; C\"            the first commands; further ones come from standard input\n"
        "  --help                 this text\n"
        "\n"
        "A lesson of the workbench writes such a file: 04_life --capture FILE\n"
        "\n"
        "exit status: 0 good, 1 the kernel has a fault or the file cannot be read, 2 wrong "
        "usage\n");
}

/* ---- The command line ---- */

static bool add_dump(options *o, const char *text)
{
    const char *equals = strchr(text, '=');
    o->is_of_run = true;
    if (equals == NULL || equals == text || !wb_file_has_extension(equals + 1, ".npy")) {
        wb_error("--dump %s: NAME=FILE.npy is needed, such as cells=cells.npy", text);
        return false;
    }
    if (o->dump_count == MAX_DUMPS) {
        wb_error("--dump: no more than %d files at a time", MAX_DUMPS);
        return false;
    }
    o->dumps[o->dump_count++] = text;
    return true;
}

static bool take(options *o, int code, const char *word)
{
    switch (code) {
    case 'c': o->counters = o->is_of_run = true; return true;
    case 'd': return add_dump(o, optarg);
    case 'g': o->is_of_debug = true; return wb_terminal_read_group(optarg, o->group);
    case 'o':
        o->commands = optarg;
        o->is_of_debug = true;
        return true;
    case 'h': o->help = true; return true;
    case ':': wb_error("%s needs a value; see --help", word); return false;
    default: wb_error("%s: no such option, or one that takes no value; see --help", word);
    }
    return false;
}

static bool has_verb(const options *o, const char *verb)
{
    return o->verb != NULL && strcmp(o->verb, verb) == 0;
}

static bool parse(options *o, int argc, char **argv)
{
    static const struct option words[] = {{"counters", 0, NULL, 'c'}, {"dump", 1, NULL, 'd'},
                                          {"group", 1, NULL, 'g'},    {"do", 1, NULL, 'o'},
                                          {"help", 0, NULL, 'h'},     {0}};
    opterr = 0;
    for (;;) {
        int code = getopt_long(argc, argv, ":", words, NULL);
        if (code == -1) break;
        if (!take(o, code, argv[optind - 1])) return false;
    }
    if (o->help) return true;
    if (optind < argc) o->verb = argv[optind++];
    if (optind < argc) o->file = argv[optind++];
    bool known = has_verb(o, "run") || has_verb(o, "debug") || has_verb(o, "show");
    if (!known || o->file == NULL || optind < argc) {
        wb_error("machine run FILE, machine debug FILE or machine show FILE is needed; see --help");
        return false;
    }
    if ((o->is_of_run && !has_verb(o, "run")) || (o->is_of_debug && !has_verb(o, "debug"))) {
        wb_error("--counters and --dump go with run, --group and --do with debug");
        return false;
    }
    return true;
}

/* ---- Results ---- */

static bool dump(const wb_capture_file *c, const char *text)
{
    static wb_output output;
    size_t length = strcspn(text, "=");
    for (int i = 0; i < c->memory_count; i++) {
        const wb_file_memory *m = &c->memory[i];
        if (strlen(m->label) != length || strncmp(m->label, text, length) != 0) continue;
        if (!wb_file_create(&output, text + length + 1)) return false;
        wb_npy_write_words(m->data, m->size / 4, output.stream);
        return wb_file_commit(&output);
    }
    wb_error("--dump %s: the capture has no memory %.*s; \"machine show\" lists those it has", text,
             (int)length, text);
    return false;
}

static int run_verb(const options *o, const wb_capture_file *c)
{
    if (has_verb(o, "show")) {
        wb_capture_file_show(c);
        return GOOD;
    }
    if (has_verb(o, "debug"))
        return wb_terminal_session(
                   &(wb_terminal_desc){.kernel = c->kernel,
                                       .pass = c->pass,
                                       .call = c->call,
                                       .debug = {.module = &c->kernel->module,
                                                 .dispatch = &c->dispatch,
                                                 .group = {o->group[0], o->group[1], o->group[2]},
                                                 .subgroup = c->subgroup,
                                                 .fuse_fma = c->fuse_fma},
                                       .commands = o->commands})
                   ? GOOD
                   : USAGE;
    int status = wb_capture_file_run(c, o->counters) ? GOOD : FAILED;
    for (int i = 0; i < o->dump_count; i++)
        if (!dump(c, o->dumps[i])) return USAGE;
    return status;
}

int main(int argc, char **argv)
{
    options o = {0};
    wb_capture_file capture;
    wb_module_error error;
    size_t size;
    if (!parse(&o, argc, argv)) return USAGE;
    if (o.help) {
        print_help();
        return GOOD;
    }
    char *bytes = wb_file_read(o.file, &size);
    if (bytes == NULL) return FAILED;
    bool good = wb_capture_file_read(&capture, bytes, size, &error);
    free(bytes);
    if (!good) {
        wb_error("%s: %s", o.file, error.text);
        return FAILED;
    }
    int status = run_verb(&o, &capture);
    wb_capture_file_free(&capture);
    return wb_file_end_stdout() ? status : FAILED;
}
