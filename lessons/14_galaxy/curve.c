#include "curve.h"
#include "state.h"

#include "14_galaxy/slots.h"

#include <math.h>

/* ---- Start and end ---- */

bool curve_create(void)
{
    const wb_define *constants = WB_DEFINES({"GROUP", GROUP});
    lesson.curve_kernel = wb_program_compute(wb_current_variant()->kernel, constants);
    return lesson.curve_kernel != 0 &&
           wb_buffer_create(&lesson.room,
                            &(wb_buffer_desc){.name = "room", .type = WB_U32, .shape = {ROOM}}) &&
           wb_buffer_create(
               &lesson.curve,
               &(wb_buffer_desc){.name = "curve", .type = WB_F32, .shape = {RINGS, 2}});
}

void curve_delete(void)
{
    wb_buffer_delete(&lesson.room);
    wb_buffer_delete(&lesson.curve);
    glDeleteProgram(lesson.curve_kernel);
    lesson.curve_kernel = 0;
}

/* ---- The oracle ---- */

/* What belongs to a ring, and what lies so near its edge that it may belong to the next one. */
typedef struct ring {
    double count, sum, near, most; // `most`: the fastest of those near an edge
} ring;

static void add_star(ring rings[RINGS], const float x[4], const float v[4])
{
    double r = hypot((double)x[0], (double)x[2]), at = r * RINGS_PER_KPC, edge = round(at);
    double speed = r > 0.0 ? ((double)x[2] * (double)v[0] - (double)x[0] * (double)v[2]) / r : 0.0;
    if (edge > 0.0 && fabs(at - edge) < 1e-5 * edge) {
        for (int k = (int)fmin(edge, RINGS) - 1; k <= (int)edge && k < RINGS; k++) {
            rings[k].near++;
            rings[k].most = fmax(rings[k].most, fabs(speed));
        }
    } else if (at < RINGS) {
        rings[(int)at].count++;
        rings[(int)at].sum += speed;
    }
}

// What the curve should be; where a star may belong to either of two rings, what it is, if that can
// be.
static void expect_ring(const ring *r, const float got[2], double expected[2])
{
    double most = r->count + r->near, mean = r->sum / fmax(r->count, 1.0), count = (double)got[1];
    double off = 0.05 + r->near / fmax(most, 1.0) * (r->most + fabs(mean));
    bool may_be = r->near > 0.0 && count >= r->count && count <= most && floor(count) == count &&
                  fabs((double)got[0] - mean) <= off;
    expected[0] = may_be ? (double)got[0] : mean;
    expected[1] = may_be ? count : r->count;
}

// The first ring that is wrong, in the data's own terms.
static void tell_ring(float got[RINGS][2], double expected[RINGS][2])
{
    int k = 0;
    while (k < RINGS - 1 && fabs((double)got[k][0] - expected[k][0]) <= 0.05 &&
           (double)got[k][1] == expected[k][1])
        k++;
    wb_note("ring %d, from %.2f to %.2f kpc, is the first that is wrong; expected are %.0f stars "
            "that go "
            "round at %.2f km/s on average",
            k, (double)k / RINGS_PER_KPC, (double)(k + 1) / RINGS_PER_KPC, expected[k][1],
            expected[k][0]);
}

// Fixed point may lose 0.05 km/s.
wb_result curve_verify(const float (*positions)[4], const float (*velocities)[4])
{
    ring rings[RINGS] = {{0}};
    float got[RINGS][2];
    double expected[RINGS][2];
    if (!wb_buffer_read(&lesson.curve, got)) return WB_NOT_RUN;
    for (int i = 0; i < lesson.stars; i++) add_star(rings, positions[i], velocities[i]);
    for (int k = 0; k < RINGS; k++) expect_ring(&rings[k], got[k], expected[k]);
    wb_array array = wb_buffer_array(&lesson.curve, got);
    bool good = wb_check_close("curve", &array, &expected[0][0], 0.05, 0.0);
    if (!good) tell_ring(got, expected);
    return wb_result_of(good);
}

/* ---- The picture ---- */

// Speeds from the middle on, to 16 kpc; rings without stars are left out.
void curve_draw(const wb_view *view)
{
    enum { WIDTH = 300, HEIGHT = 120, MARGIN = 24, MOST = 300 }; // km/s
    static const wb_colour muted = {0.58f, 0.60f, 0.68f, 1.0f}, line = {0.95f, 0.72f, 0.35f, 1.0f};
    float curve[RINGS][2], left = (float)(view->width - WIDTH - MARGIN), x = 0.0f, y = 0.0f;
    float bottom = (float)(view->height - MARGIN);
    bool is_first = true;
    if (!wb_buffer_read(&lesson.curve, curve)) return;
    wb_draw_line(left, bottom, left + WIDTH, bottom, 1.0f, muted);
    for (int k = 0; k < RINGS; k++) {
        if (!(curve[k][1] > 0.0f) || !isfinite(curve[k][0])) continue;
        float next_x = left + WIDTH * ((float)k + 0.5f) / RINGS;
        float next_y = bottom - HEIGHT * fmaxf(fminf(curve[k][0] / MOST, 1.2f), -0.2f);
        if (!is_first) wb_draw_line(x, y, next_x, next_y, 1.5f, line);
        x = next_x;
        y = next_y;
        is_first = false;
    }
    wb_draw_text(left, bottom - HEIGHT - 30.0f, 15.0f, muted,
                 "speed of the rings, to %d km/s and %d kpc", MOST, RINGS / RINGS_PER_KPC);
}
