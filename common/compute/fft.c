#include "compute/fft.h"

#include "base/message.h"
#include "fft/slots.h"
#include "gl/pass.h"
#include "gl/program.h"

#include <math.h>

/* ---- Making it ---- */

// A small group, because all of it waits at each exchange; but a whole line.
static int along_group(int length)
{
    return length < 512 ? 64 : length / 8;
}

// Where neighbours in memory are of different lines, as many lines as shared memory has room for.
enum { ACROSS_GROUP = 256 };

static GLuint create_kernel(int length, int group)
{
    return wb_program_compute("fft/lines.comp", WB_DEFINES({"LENGTH", length}, {"GROUP", group}));
}

// A round that joins `count` transforms of `done` elements multiplies element `place` of the
// which-th by e^(-2 pi sqrt(-1) which place / (count done)). Round by round, in the order of which
// and place.
static size_t fill_twiddles(int length, float (*factors)[2])
{
    size_t filled = 0;
    for (int done = 8; done < length; done *= 8) {
        int count = length / done < 8 ? length / done : 8;
        for (int which = 0; which < count; which++)
            for (int place = 0; place < done; place++, filled++) {
                double angle = -2.0 * 3.14159265358979323846 * which * place / (count * done);
                factors[filled][0] = (float)cos(angle);
                factors[filled][1] = (float)sin(angle);
            }
    }
    return filled;
}

static bool create_twiddles(wb_fft *fft)
{
    float factors[2 * WB_FFT_MOST][2] = {{0}};
    size_t filled = fill_twiddles(fft->length, factors);
    return wb_buffer_create(&fft->twiddles, &(wb_buffer_desc){.name = "twiddles",
                                                              .type = WB_F32,
                                                              .shape = {filled > 0 ? filled : 1,
                                                                        2}, // 8: there are none
                                                              .data = factors});
}

bool wb_fft_create(wb_fft *fft, int length)
{
    *fft = (wb_fft){
        .length = length, .along_group = along_group(length), .across_group = ACROSS_GROUP};
    bool is_power = length > 0 && (length & (length - 1)) == 0;
    if (!is_power || length < WB_FFT_LEAST || length > WB_FFT_MOST) {
        wb_error("a line of %d elements cannot be transformed\n"
                 "what to do: take a power of two from %d to %d",
                 length, WB_FFT_LEAST, WB_FFT_MOST);
        return false;
    }
    fft->along = create_kernel(length, fft->along_group);
    fft->across = create_kernel(length, fft->across_group);
    return fft->along != 0 && fft->across != 0 && create_twiddles(fft);
}

void wb_fft_delete(wb_fft *fft)
{
    glDeleteProgram(fft->along);
    glDeleteProgram(fft->across);
    wb_buffer_delete(&fft->twiddles);
    *fft = (wb_fft){0};
}

/* ---- Running it ---- */

wb_extent wb_fft_set_lines(const wb_fft *fft, const wb_fft_lines *lines)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FFT_TWIDDLES, fft->twiddles.id);
    glUniform2ui(FFT_COUNTS, lines->counts[0], lines->counts[1]);
    glUniform2ui(FFT_STEPS, lines->steps[0], lines->steps[1]);
    glUniform1ui(FFT_STRIDE, lines->stride);
    glUniform1i(FFT_HALF_IN, lines->half_in);
    glUniform1i(FFT_HALF_OUT, lines->half_out);
    int64_t count = (int64_t)lines->counts[0] * lines->counts[1];
    int group = lines->stride == 1 ? fft->along_group : fft->across_group;
    return wb_groups_folded(wb_groups_for(count, 8 * group / fft->length), 65535);
}

static void run(const wb_fft *fft, const char *pass, GLuint numbers, const wb_fft_lines *lines,
                bool inverse)
{
    if (lines->counts[0] == 0 || lines->counts[1] == 0) return;
    wb_pass_begin(pass);
    glUseProgram(lines->stride == 1 ? fft->along : fft->across);
    glUniform1ui(FFT_INVERSE, inverse);
    glUniform1f(FFT_SCALE, inverse ? 1.0f / (float)fft->length : 1.0f);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FFT_NUMBERS, numbers);
    wb_extent groups = wb_fft_set_lines(fft, lines);
    glDispatchCompute(groups.x, groups.y, 1);
    // The caller's shaders read or overwrite `numbers`.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_fft_forward(const wb_fft *fft, const char *pass, GLuint numbers, const wb_fft_lines *lines)
{
    run(fft, pass, numbers, lines, false);
}

void wb_fft_inverse(const wb_fft *fft, const char *pass, GLuint numbers, const wb_fft_lines *lines)
{
    run(fft, pass, numbers, lines, true);
}
