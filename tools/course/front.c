/* The commands of ./wb in a folder that ./wb dist has made: lessons are run, and nothing is built.
 * Its script calls it, wb.cmd on Windows. Exit: as ./wb. */
#include "course.h"

#include "base/message.h"
#include "os/host.h"
#include "os/path.h"
#include "os/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOOD = 0, FAILED = 1, USAGE = 2, MOST_WORDS = 200 };

static const char help_text[] =
    "Usage: " WB_SCRIPT " COMMAND [arguments]\n"
    "\n"
    "  list              the lessons: number, name, title\n"
    "  run N [options]   run lesson N; " WB_SCRIPT " run N --help lists its options\n"
    "  check N [options] list the tasks of lesson N with their state, and check the next one;\n"
    "                    --hint: with a hint; --watch: again after every save of a shader\n"
    "  check N.K         the same of task K, which is a number or a name\n"
    "  check N --all     compare all that the lesson computes with the CPU's results\n"
    "  answer N.K VALUE...\n"
    "                    answer task K of lesson N, if it asks for a number or a word\n"
    "  next              the next open task of the course: what to do, its page, its file, its "
    "check\n"
    "  progress          how many tasks of each lesson are solved\n"
    "  bench N [options] measure it; --quick: the first version and the last alone\n"
    "  debug N [options] step through a kernel of it, line by line, forwards and back\n"
    "  show N [VARIANT [PASS]]\n"
    "                    print the kernel of a variant, or of one of its passes, as the driver "
    "gets\n"
    "                    it: whole, with the file and line that each line comes from\n"
    "  book              show the book: the texts of all lessons\n"
    "  doctor            what this machine offers: driver, version, limits\n"
    "  help              this text\n"
    "\n"
    "N is a lesson's number or name, or a part of its name: 4, 04, life, 04_life.\n"
    "The shaders are in the folder shaders: save one while its lesson runs, and see.\n";

static course c;

/* ---- Lessons ---- */

typedef struct words {
    const char *all[MOST_WORDS + 1];
    int count;
} words;

static void add(words *w, const char *word)
{
    if (w->count < MOST_WORDS) w->all[w->count++] = word;
}

// Goes on as a program of the folder. Its path is the first word.
static int become(const char *name, words *w)
{
    static char path[COURSE_PATH];
    course_program(&c, name, path);
    w->all[0] = path;
    wb_process_become(path, (char *const *)(uintptr_t)w->all);
    wb_error("cannot start %s", path);
    return FAILED;
}

static bool is_option(const char *word)
{
    return word == NULL || word[0] == '-';
}

// show N VARIANT PASS: their options. Returns how many of the two there are.
static int add_shown(words *w, char **rest)
{
    static const char *const names[] = {"--variant", "--pass"};
    int count = 0;
    add(w, "--show");
    for (; count < 2 && !is_option(rest[count]); count++) {
        add(w, names[count]);
        add(w, rest[count]);
    }
    return count;
}

// The options that a command puts before those of the caller, as ./wb does; `task`: what stands
// behind the dot. Returns how many of the caller's, which end with NULL, they are in place of.
static int begin(words *w, const char *command, const char *task, char **rest)
{
    const char *first = rest[0] != NULL ? rest[0] : "";
    if (strcmp(command, "show") == 0) return add_shown(w, rest);
    if (strcmp(command, "bench") == 0) add(w, "--bench");
    if (strcmp(command, "debug") == 0) add(w, "--debug");
    if (strcmp(command, "check") != 0) return 0;
    add(w, "--check");
    if (task == NULL && strcmp(first, "--all") == 0) return 1;
    if (task == NULL && *first != '\0' && strcmp(first, "--json") != 0) return 0;
    add(w, "--task");
    add(w, task != NULL ? task : "next");
    return 0;
}

// Lesson 00 is a program without the workbench, and its tasks are in C.
static bool is_hello(const course_lesson *lesson, const char *command)
{
    if (atoi(lesson->id) != 0) return false;
    wb_error("lesson 00 is for a compiler: there is no '%s' of it here", command);
    return true;
}

static int run_lesson(const char *command, int count, char **rest)
{
    static words w = {.count = 1};
    if (count == 0) {
        wb_error("'%s' needs a lesson\nwhat to do: " WB_SCRIPT " list", command);
        return USAGE;
    }
    char *dot = strchr(rest[0], '.');
    if (dot != NULL) *dot = '\0';
    const course_lesson *lesson = course_find(&c, rest[0]);
    if (lesson == NULL) return USAGE;
    if (strcmp(command, "run") != 0 && is_hello(lesson, command)) return USAGE;
    rest++, count--;
    int taken = begin(&w, command, dot != NULL ? dot + 1 : NULL, rest);
    for (int i = taken; i < count; i++) add(&w, rest[i]);
    return become(lesson->id, &w);
}

// answer N.K VALUE...: the values are one word with blanks between them.
static int answer(int count, char **rest)
{
    static char value[1000];
    static words w = {.count = 1};
    char *dot = count > 1 ? strchr(rest[0], '.') : NULL;
    if (dot == NULL) {
        wb_error("'answer' needs a task and its answer: " WB_SCRIPT " answer 4.1 VALUE...");
        return USAGE;
    }
    *dot = '\0';
    const course_lesson *lesson = course_find(&c, rest[0]);
    if (lesson == NULL || is_hello(lesson, "answer")) return USAGE;
    for (int i = 1; i < count; i++) {
        size_t length = strlen(value);
        snprintf(value + length, sizeof value - length, "%s%s", i > 1 ? " " : "", rest[i]);
    }
    const char *options[] = {"--check", "--task", dot + 1, "--answer", value};
    for (int i = 0; i < 5; i++) add(&w, options[i]);
    return become(lesson->id, &w);
}

/* ---- The course ---- */

static int list(void)
{
    for (int i = 0; i < c.lesson_count; i++) {
        const course_lesson *l = &c.lessons[i];
        printf("%.2s  %-20s %s\n", l->id, l->id + 3, l->title);
    }
    return GOOD;
}

static int next(void)
{
    const course_task *t = course_next(&c);
    if (t == NULL) {
        puts("all tasks of the course are solved that need no compiler");
        return GOOD;
    }
    printf("next:    %s %s (%s, %s min)\ntask:    %s\npage:    %s\n", t->label, t->title, t->kind,
           t->minutes, t->demand, t->page);
    if (t->files[0] != '\0') printf("file:    %s\n", t->files);
    printf("check:   " WB_SCRIPT " %s %s%s\n", t->is_said ? "answer" : "check", t->label,
           t->is_said ? " ..." : "");
    return GOOD;
}

static int progress(void)
{
    for (const course_lesson *l = c.lessons; l < c.lessons + c.lesson_count; l++) {
        if (l->task_count == 0) continue;
        printf("%.2s  %-12s %2d of %2d   ", l->id, l->id + 3, l->solved_count, l->task_count);
        for (int i = 0; i < l->task_count; i++) putchar(l->tasks[i].is_solved ? 'x' : '.');
        putchar('\n');
    }
    return GOOD;
}

static int show_book(void)
{
    char path[COURSE_PATH];
    snprintf(path, sizeof path, "%.1000s/book/index.html", c.folder);
    puts(path);
    return wb_path_is_readable(path) && wb_host_show(path) ? GOOD : FAILED;
}

static int do_command(const char *command, int count, char **rest)
{
    char padded[100];
    snprintf(padded, sizeof padded, " %s ", command);
    static const char *const of_lessons[] = {"run", "check", "bench", "debug", "show"};
    for (int i = 0; i < 5; i++)
        if (strcmp(command, of_lessons[i]) == 0) return run_lesson(command, count, rest);
    if (strcmp(command, "answer") == 0) return answer(count, rest);
    if (strcmp(command, "list") == 0) return list();
    if (strcmp(command, "next") == 0) return next();
    if (strcmp(command, "progress") == 0) return progress();
    if (strcmp(command, "book") == 0) return show_book();
    if (strcmp(command, "doctor") == 0) return become("wb_doctor", &(words){.count = 1});
    bool needs_sources = strstr(" setup reset shots tour test grade dist text ", padded) != NULL;
    wb_error(needs_sources ? "'%s' needs the repository that this folder was made from\n"
                             "what to do: " WB_SCRIPT " help names the commands that are here"
                           : "no command '%s'\nwhat to do: " WB_SCRIPT " help",
             command);
    return USAGE;
}

int main(int argc, char **argv)
{
    wb_host_begin();
    const char *command = argc > 1 ? argv[1] : "help";
    if (strcmp(command, "help") == 0 || strcmp(command, "--help") == 0 ||
        strcmp(command, "-h") == 0) {
        fputs(help_text, stdout);
        return GOOD;
    }
    if (!course_read(&c)) return FAILED;
    int status = do_command(command, argc > 2 ? argc - 2 : 0, argv + 2);
    course_free(&c);
    return status;
}
