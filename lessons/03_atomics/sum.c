// Sums of reals: by compare-and-swap on a float, whose order is left to chance, and in fixed point,
// where order does not matter.
#include "atomics.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROW = 1, SCALE = 2 };                                           // uniform locations
enum { TERMS = MORE };                                                 // storage block binding
enum { OLDEST = 2, FILLED, IS_FLOAT, EXACT, STEPS, STEP_SIZE, RANGE }; // for the picture
enum { FINE_BITS = 24 }; // the reals are whole multiples of 2^-24

/* ---- Start ---- */

// How many bits behind the point the sum has. One word has to hold the whole sum, of `count` reals
// below 1, and gets as many as there is room for.
static int fraction_bits(void)
{
    int bits = FINE_BITS;
    if (wb_variant_index() != SUM_FIXED) return bits;
    while (((uint64_t)atomics.count << bits) > UINT32_MAX) bits--;
    return bits;
}

static bool init(void)
{
    size_t count = atomics.count > 0 ? (size_t)atomics.count : 1;
    float *reals = calloc(count, sizeof *reals);
    if (reals == NULL) {
        wb_error("there is no memory for %d reals", atomics.count);
        return false;
    }
    wb_random random = wb_random_seed(wb_seed());
    atomics.exact = 0.0;
    for (int i = 0; i < atomics.count; i++) {
        reals[i] = wb_random_float(&random);
        atomics.exact += reals[i]; // a double has room for all these bits
    }
    static const uint32_t zeros[HISTORY][2];
    bool is_float = wb_variant_index() == SUM_FLOAT;
    bool good =
        wb_buffer_create(
            &atomics.reals,
            &(wb_buffer_desc){.name = "reals", .type = WB_F32, .shape = {count}, .data = reals}) &&
        wb_buffer_create(&atomics.sums, &(wb_buffer_desc){.name = "sums",
                                                          .type = WB_U32,
                                                          .shape = {HISTORY, 2},
                                                          .data = zeros,
                                                          .state = !is_float});
    if (is_float)
        good = good &&
               wb_buffer_create(
                   &atomics.terms,
                   &(wb_buffer_desc){.name = "terms", .type = WB_U32, .shape = {1}, .state = true});
    free(reals);
    return good;
}

/* ---- The versions ---- */

// They differ in their kernels only. Each frame writes another row of `sums`, so that the last 64
// results can be compared.
void step_sum(void)
{
    int row = (int)(wb_frame() % HISTORY);
    extent groups = groups_for(atomics.count, SUM_ITEMS);
    clear_words(&atomics.sums, 2 * row, 2);
    if (wb_variant_index() == SUM_FLOAT) clear_words(&atomics.terms, 0, 1);

    wb_pass_begin("sum");
    glUseProgram(atomics.kernel);
    glUniform1ui(COUNT, (GLuint)atomics.count);
    glUniform1ui(ROW, (GLuint)row);
    if (wb_variant_index() != SUM_FLOAT) glUniform1f(SCALE, ldexpf(1.0f, fraction_bits()));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.reals.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.sums.id);
    if (wb_variant_index() == SUM_FLOAT)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TERMS, atomics.terms.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the sums, and the next frame writes another row of them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The results ---- */

// The sum that a row holds, as a number.
static double sum_of(const uint32_t row[2])
{
    if (wb_variant_index() != SUM_FLOAT)
        return ldexp((double)row[1] * 4294967296.0 + row[0], -fraction_bits());
    float sum;
    memcpy(&sum, row, sizeof sum);
    return sum;
}

static int rows_filled(void)
{
    return wb_frame() < HISTORY ? (int)wb_frame() : HISTORY;
}

/* ---- The picture ---- */

// The exact sum as the fragment shader needs it, which has no doubles.
static void set_exact(void)
{
    double steps = ldexp(atomics.exact, fraction_bits()), whole = floor(steps);
    uint64_t word = (uint64_t)whole;
    float high = (float)atomics.exact;
    glProgramUniform2f(atomics.canvas, EXACT, high, (float)(atomics.exact - high));
    glProgramUniform2ui(atomics.canvas, STEPS, (GLuint)word, (GLuint)(word >> 32));
    glProgramUniform2f(atomics.canvas, STEP_SIZE, ldexpf(1.0f, -fraction_bits()),
                       (float)(steps - whole));
}

static void draw(const wb_view *view)
{
    float range = (float)ldexp(atomics.exact, -19);
    int oldest = wb_frame() < HISTORY ? 0 : (int)(wb_frame() % HISTORY);
    set_exact();
    glProgramUniform1i(atomics.canvas, OLDEST, oldest);
    glProgramUniform1i(atomics.canvas, FILLED, rows_filled());
    glProgramUniform1i(atomics.canvas, IS_FLOAT, wb_variant_index() == SUM_FLOAT);
    glProgramUniform1f(atomics.canvas, RANGE, range);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.sums.id);
    draw_panel(view, atomics.canvas, 150.0f, 120.0f, 1090, 600);
    draw_heading(view, "The same sum, again and again",
                 "64 dispatches over the same reals; each dot is a result, and how far it is off.");
    draw_note(view, 40.0f, 112.0f, 18.0f, FAINT, "+ %.3f", (double)range);
    draw_note(view, 40.0f, 411.0f, 18.0f, INK, "%.3f", atomics.exact);
    draw_note(view, 40.0f, 706.0f, 18.0f, FAINT, "- %.3f", (double)range);
    draw_note(view, 150.0f, 734.0f, 18.0f, FAINT, "earlier");
    draw_note(view, 1200.0f, 734.0f, 18.0f, FAINT, "now");
    // The next frame writes a row of the sums that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "terms") == 0) {
        *(uint32_t *)expected = steps > 0 ? (uint32_t)atomics.count : 0xCDCDCDCD;
        return true;
    }
    if (strcmp(buffer, "sums") != 0 || wb_variant_index() == SUM_FLOAT) return false;
    const void *start = wb_start_state("sums");
    if (start == NULL) return false;
    float *reals = copy_of(&atomics.reals);
    if (reals == NULL) return false;
    uint64_t sum = 0;
    float scale = ldexpf(1.0f, fraction_bits());
    for (int i = 0; i < atomics.count; i++) sum += (uint32_t)rintf(reals[i] * scale);
    free(reals);
    uint32_t *rows = expected;
    memcpy(rows, start, (size_t)atomics.sums.size_bytes);
    for (int64_t frame = wb_frame() - steps; frame < wb_frame(); frame++) {
        int64_t row = frame % HISTORY;
        rows[2 * row] = (uint32_t)sum;
        rows[2 * row + 1] = (uint32_t)(sum >> 32);
    }
    return true;
}

// How far a right sum may be from the exact one. Fixed point: half a step for each real. Float:
// each of the additions that go into it rounds by at most half a unit in the last place of a sum
// that is not larger than the exact one (N. J. Higham, "Accuracy and Stability of Numerical
// Algorithms", 4.2).
static double tolerance(void)
{
    if (wb_variant_index() != SUM_FLOAT) return atomics.count * ldexp(0.5, -fraction_bits());
    double additions = SUM_ITEMS + atomics.count / SUM_ITEMS + atomics.group;
    return additions * 0.5 * FLT_EPSILON * atomics.exact * (1.0 + 1e-3);
}

static bool verify(void)
{
    uint32_t(*rows)[2] = copy_of(&atomics.sums);
    double exact[HISTORY];
    if (rows == NULL) return false;
    float sums[HISTORY];
    for (int row = 0; row < rows_filled(); row++) {
        sums[row] = (float)sum_of(rows[row]);
        exact[row] = atomics.exact;
    }
    free(rows);
    wb_array array = {
        .type = WB_F32, .dimensions = 1, .shape = {(size_t)rows_filled()}, .data = sums};
    return wb_check_close("sums", &array, exact, tolerance(), FLT_EPSILON);
}

static wb_cost cost(void)
{
    return (wb_cost){.read_bytes = 4.0 * atomics.count,
                     .written_bytes = 8.0,
                     .items = atomics.count,
                     .item = "reals"};
}

const lesson_part sum_part = {
    .name = "sum",
    .init = init,
    .canvas = "03_atomics/sums.frag",
    .draw = draw,
    .expect = expect,
    .verify = verify,
    .cost = cost,
};
