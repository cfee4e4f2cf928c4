// The process that times one version in one case for --bench: how it is started, and what it does.
#include "bench/bench.h"

#include "base/message.h"
#include "gl/clock.h"
#include "step/snapshot.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Within the process: --measure ---- */

enum { FRAMES_BEFORE = 2 }; // not timed: a driver compiles at the first dispatch
static const double LIMIT_S = 1.5, LONGEST_FRAME_S = 5.0;

// Each dispatch stands in a pass of its own, and the timing of passes counts them.
static int count_dispatches(wb_app *app)
{
    int count = 0;
    wb_pass_times times;
    wb_pass_timing(true);
    wb_app_step(app);
    for (int i = 0; wb_pass_times_at(i, true, &times); i++) count += times.dispatches;
    wb_pass_timing(false); // its queries cannot run inside the stopwatch's
    return count;
}

static double run_frames(void *user, int frames)
{
    wb_app *app = user;
    int longest = app->lesson->frames > 10 * frames ? app->lesson->frames : 10 * frames;
    if (app->frame + frames > wb_snapshot_frame() + longest) {
        wb_snapshot_restore(app);
        glFinish();
    }
    wb_stopwatch_start();
    for (int i = 0; i < frames; i++) wb_app_step(app);
    return wb_stopwatch_stop();
}

static double buffer_bytes(void)
{
    double bytes = 0.0;
    for (int i = 0; wb_buffer_at(i) != NULL; i++) bytes += (double)wb_buffer_at(i)->size_bytes;
    return bytes;
}

// Runs a frame, to see whether there is time for many.
static bool is_quick(wb_app *app)
{
    double start_s = wb_clock_seconds();
    wb_app_step(app);
    glFinish();
    double time_s = wb_clock_seconds() - start_s;
    if (time_s > LONGEST_FRAME_S) wb_error("one frame takes %.0f s on this machine", time_s);
    return time_s <= LONGEST_FRAME_S;
}

static int measure(wb_app *app)
{
    wb_bench_result result = {.cost = app->lesson->cost(), .buffer_bytes = buffer_bytes()};
    snprintf(result.item, sizeof result.item, "%s", result.cost.item);
    if (!is_quick(app)) return WB_EXIT_LACKING;
    for (int i = 0; i < FRAMES_BEFORE; i++) wb_app_step(app);
    result.dispatches = count_dispatches(app);
    if (!wb_snapshot_take(app)) return WB_EXIT_LACKING;
    glFinish();
    if (app->lesson->variants[app->variant].on_cpu) wb_stopwatch_use(WB_CLOCK_CPU);
    while (glGetError() != GL_NO_ERROR) continue;
    bool good = wb_measure(run_frames, app, LIMIT_S, &result.timing);
    GLenum error = glGetError(); // a dispatch that is refused takes no time at all
    wb_snapshot_free();
    wb_stopwatch_quit();
    if (error != GL_NO_ERROR) wb_error("OpenGL error 0x%04X while it was timed", error);
    if (!good || error != GL_NO_ERROR) return WB_EXIT_FAILED;
    fwrite(&result, sizeof result, 1, stdout);
    return WB_EXIT_GOOD;
}

int wb_run_measure(wb_app *app)
{
    int status = wb_app_start(app) == WB_EXIT_GOOD ? measure(app) : WB_EXIT_LACKING;
    wb_app_stop(app);
    return status;
}

/* ---- Outside ---- */

enum { MAX_WORDS = 8 + 2 * (WB_MAX_PARAMS + WB_MAX_ASSIGNMENTS) };

static struct {
    char text[64 * MAX_WORDS];
    size_t used;
    char *words[MAX_WORDS + 1];
    int count;
} command;

static void add_word(const char *format, ...) WB_PRINTF_LIKE(1, 2);
static void add_word(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *word = command.text + command.used;
    int length = vsnprintf(word, sizeof command.text - command.used, format, arguments);
    va_end(arguments);
    if (length < 0 || command.used + (size_t)length >= sizeof command.text) return;
    command.used += (size_t)length + 1;
    command.words[command.count++] = word;
    command.words[command.count] = NULL;
}

static void write_command(const wb_app *app)
{
    memset(&command, 0, sizeof command);
    add_word("%s", app->lesson->id);
    add_word("--measure");
    add_word("--variant=%s", app->lesson->variants[app->variant].name);
    add_word("--seed=%llu", (unsigned long long)app->options.seed);
    for (const wb_param *p = app->lesson->params; p != NULL && p->name != NULL; p++) {
        add_word("--set");
        if (p->i != NULL)
            add_word("%s=%d", p->name, *p->i);
        else
            add_word("%s=%.9g", p->name, (double)*p->f);
    }
    for (int i = 0; i < app->options.load_count; i++) {
        add_word("--load");
        add_word("%s=%s", app->options.loads[i].name, app->options.loads[i].value);
    }
}

// Reads all that comes, the first `size` bytes of it into `data`. Returns how much that was.
static size_t read_all(int from, void *data, size_t size)
{
    FILE *stream = fdopen(from, "rb");
    if (stream == NULL) return 0;
    size_t length = fread(data, 1, size, stream);
    while (fgetc(stream) != EOF) continue;
    fclose(stream);
    return length;
}

int wb_bench_measure(const wb_app *app, wb_bench_result *result, char *message, size_t size)
{
    int out[2], errors[2];
    wb_bench_result measured;
    write_command(app);
    snprintf(message, size, "its process cannot be started");
    fflush(NULL);
    if (pipe(out) != 0) return WB_EXIT_FAILED;
    if (pipe(errors) != 0) return close(out[0]), close(out[1]), WB_EXIT_FAILED;
    pid_t child = fork();
    if (child == 0) {
        dup2(out[1], STDOUT_FILENO);
        dup2(errors[1], STDERR_FILENO);
        for (int i = 0; i < 2; i++) close(out[i]), close(errors[i]);
        execv("/proc/self/exe", command.words);
        _exit(WB_EXIT_FAILED);
    }
    close(out[1]);
    close(errors[1]);
    int status = 0;
    size_t length = read_all(out[0], &measured, sizeof measured);
    size_t said = read_all(errors[0], message, size - 1);
    if (said > 0) message[said] = '\0';
    if (child < 0 || waitpid(child, &status, 0) != child) return WB_EXIT_FAILED;
    if (!WIFEXITED(status)) snprintf(message, size, "it crashed");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != WB_EXIT_GOOD || length != sizeof measured)
        return WIFEXITED(status) && WEXITSTATUS(status) == WB_EXIT_LACKING ? WB_EXIT_LACKING
                                                                           : WB_EXIT_FAILED;
    measured.version = result->version;
    *result = measured;
    return WB_EXIT_GOOD;
}
