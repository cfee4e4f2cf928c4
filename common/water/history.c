#include "water/history.h"

#include "base/message.h"
#include "compute/groups.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "gl/read_back.h"
#include "water/slots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_BYTES = WATER_PARTS * WB_WATER_WIDTH * (int)sizeof(float) };
// So old is what is known at a frame's end.
static const double LATE_S = (WB_WATER_LATE + 1) * WB_WATER_FRAME_S;

/* ---- Start and end ---- */

bool wb_water_history_create(wb_water_history *history, int count)
{
    const char *names[WB_WATER_LATE + 1] = {"seen_0", "seen_1"};
    // A group to which no particle comes would add nothing: it does not run, and its part stays 0
    GLuint groups = wb_groups_for(count, WATER_MEASURE_GROUP);
    history->groups = groups < 1 ? 1 : groups > WATER_PARTS ? WATER_PARTS : groups;
    float *zeros = calloc(WATER_FRAMES, FRAME_BYTES);
    bool good = zeros != NULL;
    if (!good) wb_error("no memory for the history of the water");
    good = good &&
           wb_buffer_create(&history->ring,
                            &(wb_buffer_desc){.name = "history",
                                              .type = WB_F32,
                                              .shape = {WATER_FRAMES, WATER_PARTS, WB_WATER_WIDTH},
                                              .data = zeros});
    for (int i = 0; i <= WB_WATER_LATE; i++)
        good = good && wb_buffer_create(&history->seen[i],
                                        &(wb_buffer_desc){.name = names[i],
                                                          .type = WB_F32,
                                                          .shape = {WATER_PARTS, WB_WATER_WIDTH}});
    free(zeros);
    if (good) history->measure = wb_program_compute("water/measure.comp", NULL);
    return history->measure != 0;
}

void wb_water_history_delete(wb_water_history *history)
{
    wb_buffer_delete(&history->ring);
    for (int i = 0; i <= WB_WATER_LATE; i++) wb_buffer_delete(&history->seen[i]);
    glDeleteProgram(history->measure);
    memset(history, 0, sizeof *history);
}

/* ---- Figures ---- */

static wb_water_figures together(const wb_water_history *history,
                                 const float parts[WATER_PARTS][WB_WATER_WIDTH])
{
    wb_water_figures all = {0};
    for (GLuint i = 0; i < history->groups; i++) {
        const float *part = parts[i];
        all.kinetic += part[0];
        all.potential += part[1];
        all.elastic += part[2];
        all.lost += part[3];
        all.compression = fmax(all.compression, part[4]);
        all.front = fmax(all.front, part[5]);
        all.top = fmax(all.top, part[6]);
        all.speed = fmax(all.speed, part[7]);
    }
    return all;
}

// Where in the ring a frame (from 1) begins, in bytes.
static GLintptr place_of(int64_t frame)
{
    return (GLintptr)((frame - 1) % WATER_FRAMES * FRAME_BYTES);
}

wb_water_figures wb_water_figures_at(const wb_water_history *history, int64_t frame,
                                     int64_t frames_so_far)
{
    float parts[WATER_PARTS][WB_WATER_WIDTH] = {{0}}; // if it cannot be read, nothing is known
    if (frame < 1 || frame > frames_so_far || frame <= frames_so_far - WATER_FRAMES)
        return (wb_water_figures){0};
    wb_read_back(history->ring.id, place_of(frame), sizeof parts, parts);
    return together(history, (const float(*)[WB_WATER_WIDTH])parts);
}

double wb_water_energy(const wb_water_figures *figures)
{
    return figures->kinetic + figures->potential + figures->elastic;
}

/* ---- Figures of some frames ago ---- */

// Before the first frame nothing has been measured.
static double fastest_of(const wb_buffer *velocities, size_t count)
{
    if (velocities == NULL || velocities->id == 0) return 0.0;
    float(*read)[4] = malloc((size_t)velocities->size_bytes);
    double most = 0.0;
    bool is_read = read != NULL && wb_buffer_read(velocities, read);
    for (size_t i = 0; is_read && i < count; i++) {
        const float *v = read[i];
        most = fmax(most, (double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2]);
    }
    free(read);
    return sqrt(most);
}

// Buffers take turns, so that the one that is read is none of those that are still being written.
static const wb_buffer *seen_after(const wb_water_history *history, int64_t frame)
{
    return &history->seen[frame % (WB_WATER_LATE + 1)];
}

// False, with a message, if they cannot be read; those known stay.
static bool read_figures(wb_water_history *history, int64_t frame)
{
    float parts[WATER_PARTS][WB_WATER_WIDTH];
    if (!wb_buffer_read(seen_after(history, frame), parts)) return false;
    history->now = together(history, (const float(*)[WB_WATER_WIDTH])parts);
    return true;
}

bool wb_water_look(wb_water_history *history, wb_water_numbers *p, int64_t frame,
                   const wb_buffer *velocities)
{
    if (frame == 0)
        history->now = (wb_water_figures){.speed = fastest_of(velocities, (size_t)p->count),
                                          .compression = 1.0};
    int64_t seen = frame - WB_WATER_LATE;
    bool is_new = seen >= 1 && read_figures(history, seen);
    p->fastest = (float)(history->now.speed + LATE_S * fabs((double)p->gravity));
    p->compression = (float)history->now.compression;
    return is_new;
}

/* ---- The pass ---- */

// A frame's figures go on their way to where the CPU reads them.
static void send(const wb_water_history *history, int64_t frame)
{
    glBindBuffer(GL_COPY_READ_BUFFER, history->ring.id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, seen_after(history, frame)->id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, place_of(frame), 0, FRAME_BYTES);
}

void wb_water_measure(wb_water_history *history, int64_t frame, GLuint block, GLuint positions,
                      GLuint velocities)
{
    wb_pass_begin("measure");
    glUseProgram(history->measure);
    glUniform1ui(WATER_FRAME, (GLuint)((frame - 1) % WATER_FRAMES));
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, block);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, positions);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, velocities);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_HISTORY, history->ring.id);
    glDispatchCompute(history->groups, 1, 1);
    // Status, check, ledger and picture read history and state with glGetBufferSubData; and it is
    // copied.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
    send(history, frame);
}
