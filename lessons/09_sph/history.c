#include "history.h"

#include <math.h>

GLintptr history_place(int64_t frame)
{
    return (GLintptr)((frame - 1) % HISTORY_FRAMES * HISTORY_BYTES);
}

history_figures history_together(const float parts[HISTORY_PARTS][HISTORY_WIDTH])
{
    history_figures all = {0};
    for (int i = 0; i < HISTORY_PARTS; i++) {
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

history_figures history_at(GLuint history, int64_t frame, int64_t frames_so_far)
{
    float parts[HISTORY_PARTS][HISTORY_WIDTH] = {{0}}; // if it cannot be read, nothing is known
    if (frame < 1 || frame > frames_so_far || frame <= frames_so_far - HISTORY_FRAMES)
        return (history_figures){0};
    glBindBuffer(GL_COPY_READ_BUFFER, history);
    glGetBufferSubData(GL_COPY_READ_BUFFER, history_place(frame), sizeof parts, parts);
    return history_together((const float(*)[HISTORY_WIDTH])parts);
}

double history_energy(const history_figures *figures)
{
    return figures->kinetic + figures->potential + figures->elastic;
}
