// The dispatches of a frame, and the clocks around them.
#include "steps.h"

#include "state.h"

#include "gl/clock.h"

#include <string.h>

// Work groups: a driver may stop at 65,535 in a dimension; so few that small cases have two rows.
enum { MOST_IN_ROW = 4096 };

/* ---- Three clocks ---- */

// The first time of a run has the compilation in it, and any other may have been disturbed; nothing
// makes a run shorter than it is. So the shortest counts.
static void keep_shortest(int run, int clock, double time_ms)
{
    float *shortest = &lesson.shortest[run][clock];
    if (*shortest == 0.0f || time_ms < (double)*shortest) *shortest = (float)time_ms;
}

static void start_clocks(int slot, int run)
{
    // Nothing of what was issued earlier may run inside the time that is to be measured.
    if (lesson.waits) glFinish();
    lesson.start_s = wb_clock_seconds();
    // The GPU writes its time when it comes here.
    glQueryCounter(lesson.stamps[slot][run][BEFORE], GL_TIMESTAMP);
}

static void stop_clocks(int slot, int run)
{
    glQueryCounter(lesson.stamps[slot][run][AFTER], GL_TIMESTAMP);
    if (!lesson.waits) return;
    double call_s = wb_clock_seconds(); // the calls have returned; has the work been done?
    glFinish();
    double finish_s = wb_clock_seconds();
    keep_shortest(run, CALL, 1e3 * (call_s - lesson.start_s));
    keep_shortest(run, FINISH, 1e3 * (finish_s - lesson.start_s));
}

// The times that the GPU wrote in an earlier frame. False if they are still to come.
static bool collect_stamps(int slot, int runs)
{
    GLint there = GL_TRUE;
    if (lesson.asked[slot])
        glGetQueryObjectiv(lesson.stamps[slot][runs - 1][AFTER], GL_QUERY_RESULT_AVAILABLE, &there);
    if (!there) return false; // to ask for the result itself would be to wait for it
    for (int run = 0; lesson.asked[slot] && run < runs; run++) {
        GLuint64 from_ns = 0, to_ns = 0;
        glGetQueryObjectui64v(lesson.stamps[slot][run][BEFORE], GL_QUERY_RESULT, &from_ns);
        glGetQueryObjectui64v(lesson.stamps[slot][run][AFTER], GL_QUERY_RESULT, &to_ns);
        keep_shortest(run, GPU, 1e-6 * (double)(to_ns - from_ns));
    }
    lesson.asked[slot] = false;
    return true;
}

/* ---- Experiment and sweep ---- */

static void dispatch_for(int elements)
{
    wb_extent groups = wb_groups_folded(wb_groups_for(elements, lesson.group), MOST_IN_ROW);
    glDispatchCompute(groups.x, groups.y, 1);
}

static void dispatch_run(int run)
{
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)elements_of(run));
    glUniform1ui(TOTAL, (GLuint)lesson.vectors);
    glUniform1ui(ARITHMETIC, (GLuint)arithmetic_of(run));
    glUniform1ui(READS, (GLuint)reads_of(run));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULT, lesson.results[run].id);
    dispatch_for(elements_of(run));
}

void step_runs(void)
{
    int slot = (int)(wb_frame() % FLIGHT), runs = run_count();
    bool measures = lesson.measure != NO_CLOCK && collect_stamps(slot, runs);
    lesson.waits = lesson.measure == ALL_CLOCKS;
    for (int run = 0; run < runs; run++) {
        wb_pass_begin(run_name(run));
        if (measures) start_clocks(slot, run);
        dispatch_run(run);
        if (measures) stop_clocks(slot, run);
        // The next frame writes the results again; picture and check read them by
        // glGetBufferSubData. Between two runs there is nothing to order: each has a result of its
        // own. The barrier is not timed: the last run would have it and the others not.
        if (run == runs - 1)
            glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
        wb_pass_end();
    }
    if (!measures) return;
    lesson.asked[slot] = true;
    if (lesson.waits) collect_stamps(slot, runs);
    store_times();
}

/* ---- Occupancy, and the small print ---- */

static void bind_vectors(void)
{
    glUseProgram(lesson.kernel);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULT, lesson.results[0].id);
}

// The only dispatch of a frame.
static void dispatch_alone(int elements)
{
    glUniform1ui(COUNT, (GLuint)elements);
    dispatch_for(elements);
    // The next frame writes the result again; picture and check read it by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void step_occupancy(void)
{
    wb_pass_begin("waits");
    bind_vectors();
    glUniform1ui(ROWS, (GLuint)rows_to_read());
    dispatch_alone(lesson.vectors);
    wb_pass_end();
}

// Division and branches.
void step_rounds(void)
{
    wb_pass_begin("rounds");
    bind_vectors();
    glUniform1ui(BY, DIVISOR);
    dispatch_alone(lesson.vectors);
    wb_pass_end();
}

void step_loops(void)
{
    wb_pass_begin("rounds");
    bind_vectors();
    glUniform1ui(ROUND_COUNT, ROUNDS);
    glUniform1ui(FACTOR, 1664525);
    glUniform1ui(ADDEND, 1013904223);
    dispatch_alone(lesson.vectors);
    wb_pass_end();
}

void step_packing(void)
{
    int vectors = (int)(lesson.numbers.size_bytes / 16);
    wb_pass_begin("brighter");
    bind_vectors();
    dispatch_alone(vectors);
    wb_pass_end();
}

// From the buffer, once: the texture stays as it is.
static void fill_texture(const int extent[2])
{
    if (lesson.texture_filled) return;
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, lesson.numbers.id);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, extent[0], extent[1], GL_RED_INTEGER, GL_UNSIGNED_INT,
                    NULL);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    lesson.texture_filled = true;
}

void step_paths(void)
{
    int extent[2];
    paths_extent(extent);
    wb_pass_begin("sums");
    bind_vectors();
    glActiveTexture(GL_TEXTURE0 + TEXELS);
    glBindTexture(GL_TEXTURE_2D, lesson.texture);
    fill_texture(extent);
    glBindImageTexture(TEXELS, lesson.texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
    glUniform2i(EXTENT, extent[0], extent[1]);
    dispatch_alone(extent[0] * extent[1]);
    wb_pass_end();
}

/* ---- Uploads ---- */

// The driver copies the numbers aside, and from there to the GPU when it comes to it.
static void send_copy(void)
{
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.numbers.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, lesson.numbers.size_bytes, lesson.fresh);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id);
}

// [map]
// The numbers go straight into a part of the buffer that no dispatch under way reads: there are
// UPLOADS parts in turn, and each has a fence behind the last dispatch that read it.
static void send_mapped(int part)
{
    GLsizeiptr bytes = 16 * (GLsizeiptr)lesson.vectors, at = part * upload_stride();
    if (glIsSync(lesson.used[part])) { // none yet; or a step back has brought back one that is gone
        glClientWaitSync(lesson.used[part], GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000);
        glDeleteSync(lesson.used[part]);
    }
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.numbers.id);
    void *to = glMapBufferRange(GL_COPY_WRITE_BUFFER, at, bytes,
                                GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT |
                                    GL_MAP_UNSYNCHRONIZED_BIT);
    if (to != NULL) memcpy(to, lesson.fresh, (size_t)bytes);
    glUnmapBuffer(GL_COPY_WRITE_BUFFER);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id, at, bytes);
}
// [/map]

void step_uploads(void)
{
    int part = (int)(wb_frame() % UPLOADS);
    wb_pass_begin("upload");
    bind_vectors();
    if (traits()->maps)
        send_mapped(part);
    else
        send_copy();
    dispatch_alone(lesson.vectors);
    if (traits()->maps) lesson.used[part] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    wb_pass_end();
}

/* ---- A frame ---- */

// As lively a scene as a CPU may send: every number changes in every frame.
static void update_numbers(void)
{
    for (size_t i = 0; i < 4 * (size_t)lesson.vectors; i++)
        lesson.fresh[i] = fresh_number(i, wb_frame());
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.numbers.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, lesson.numbers.size_bytes, lesson.fresh);
}

// A pass reads what the one before it has written, and there may be one that is left out.
static void run_stretch(int stretch)
{
    const wb_buffer *from = frame_source(stretch), *to = &lesson.results[stretch];
    int elements = (int)(to->size_bytes / 16);
    wb_pass_begin(timeline_name(stretch));
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)elements);
    glUniform1ui(TOTAL, (GLuint)lesson.vectors);
    glUniform1ui(ARITHMETIC, (GLuint)frame_work(stretch).arithmetic);
    glUniform1ui(READS, (GLuint)frame_work(stretch).reads);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, from->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULT, to->id);
    dispatch_for(elements);
    GLbitfield bits = 0;
    if (stretch == frame_last()) bits |= GL_BUFFER_UPDATE_BARRIER_BIT;
    if (stretch != frame_last() || lesson.off != 0) bits |= GL_SHADER_STORAGE_BARRIER_BIT;
    // The next pass reads the result; after the last one picture and check read all of them by
    // glGetBufferSubData. Of two passes, the next frame's first overwrites what this one has read;
    // of three, the first one's barrier is between.
    glMemoryBarrier(bits);
    wb_pass_end();
}

void step_frame(void)
{
    bool measures = lesson.measure != NO_CLOCK;
    if (measures) timeline_frame(&lesson.frames);
    update_numbers();
    for (int stretch = MOVE_PASS; stretch < REST; stretch++) {
        if (measures) timeline_mark(&lesson.frames, stretch);
        if (lesson.off != stretch) run_stretch(stretch);
    }
    if (measures) timeline_mark(&lesson.frames, REST);
}

/* ---- The task ---- */

static void dispatch_rounds(GLuint kernel, int result)
{
    glUseProgram(kernel);
    glUniform1ui(COUNT, (GLuint)lesson.vectors);
    glUniform1ui(ROUND_COUNT, (GLuint)lesson.rounds);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULT, lesson.results[result].id);
    dispatch_for(lesson.vectors);
}

// The task is always measured, by all clocks: its check needs the times.
void step_advance(void)
{
    lesson.waits = true;
    wb_pass_begin("given");
    start_clocks(0, 0);
    dispatch_rounds(lesson.given, 0);
    stop_clocks(0, 0); // no barrier: the next dispatch writes another buffer
    wb_pass_end();

    wb_pass_begin("yours");
    start_clocks(0, 1);
    dispatch_rounds(lesson.kernel, 1);
    stop_clocks(0, 1);
    // The next frame writes both results again; picture and check read them by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();

    lesson.asked[0] = true;
    collect_stamps(0, 2);
    store_times();
}
