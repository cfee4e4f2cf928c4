/* The surface of particles without the lesson that checks it number by number: a ball, nothing, too
 * little room, what is where no box is, one build after the other, and requests that make no sense.
 */
#include "compute/surface.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/message.h"
#include "gl/context.h"
#include "gl/program.h"

enum { SIDE = 14, MOST = SIDE * SIDE * SIDE }; // of the lattice that the ball is cut out of

static const wb_surface_desc DESC = {
    .high = {SIDE, SIDE, SIDE}, .spacing = 1.0f, .cells = 2, .most = MOST};

// A ball of this radius in the middle of the box; how many particles.
static uint32_t make_ball(float (*positions)[4], float radius)
{
    uint32_t count = 0;
    for (int i = 0; i < MOST; i++) {
        const int site[3] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
        float square = 0.0f;
        for (int k = 0; k < 3; k++) {
            positions[count][k] = (float)site[k] + 0.5f;
            square += powf(positions[count][k] - 0.5f * SIDE, 2.0f);
        }
        positions[count][3] = NAN; // free for the caller
        count += square < radius * radius;
    }
    return count;
}

static GLuint upload(const float (*positions)[4], uint32_t count)
{
    GLuint id;
    glGenBuffers(1, &id);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, id);
    uint32_t room = count > 0 ? count : 1; // OpenGL has no buffers of 0 bytes to bind
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)16 * room, positions, GL_DYNAMIC_COPY);
    return id;
}

static wb_surface_commands build(wb_surface *surface, const float (*positions)[4], uint32_t count)
{
    wb_surface_commands made;
    GLuint id = upload(positions, count);
    assert_true(wb_surface_build(surface, id, count));
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    assert_true(wb_surface_read(surface, &made));
    glDeleteBuffers(1, &id);
    return made;
}

static void *read_back(const wb_buffer *buffer)
{
    void *data = malloc((size_t)buffer->size_bytes);
    assert_non_null(data);
    assert_true(wb_buffer_read(buffer, data));
    return data;
}

static float ball[MOST + 1][4];
static wb_surface surface, other; // zeroed, but in a test

// Also behind a test that fails: the next one needs the names of the buffers.
static int tear_down(void **state)
{
    (void)state;
    wb_surface_delete(&surface);
    wb_surface_delete(&other);
    wb_buffers_guard(false);
    wb_message_redirect(NULL, NULL);
    return 0;
}

/* ---- The tests ---- */

// Vertices near a sphere, normals away from its middle, V - E + F = 2, and indices of vertices.
static void test_ball(void **state)
{
    (void)state;
    for (int cells = 1; cells <= WB_SURFACE_MOST_CELLS; cells++) {
        wb_surface_desc desc = DESC;
        desc.cells = cells;
        assert_true(wb_surface_create(&surface, &desc));
        wb_surface_commands made = build(&surface, ball, make_ball(ball, 5.0f));
        assert_int_equal(made.lacking, 0);
        assert_int_equal(made.draw[0], 3 * made.triangles);
        assert_int_equal(2 * made.vertices, made.triangles + 4); // of a closed one, E is 3/2 F
        float(*positions)[4] = read_back(&surface.positions);
        float(*normals)[4] = read_back(&surface.normals);
        uint32_t *indices = read_back(&surface.indices);
        for (uint32_t i = 0; i < made.vertices; i++) {
            float square = 0.0f, along = 0.0f;
            for (int k = 0; k < 3; k++) {
                float from = positions[i][k] - 0.5f * SIDE;
                square += from * from;
                along += from * normals[i][k];
            }
            assert_true(fabsf(sqrtf(square) - 5.0f) < 1.0f);
            assert_true(along > 0.5f * sqrtf(square));
        }
        for (uint32_t i = 0; i < 3 * made.triangles; i++) assert_true(indices[i] < made.vertices);
        free(positions);
        free(normals);
        free(indices);
        wb_surface_delete(&surface);
    }
}

// The mesh of a build does not depend on the one before, nor does anything draw before the first.
static void test_again(void **state)
{
    (void)state;
    wb_surface_commands made;
    assert_true(wb_surface_create(&surface, &DESC));
    assert_true(wb_surface_read(&surface, &made));
    assert_int_equal(made.draw[0], 0);
    build(&surface, ball, make_ball(ball, 6.0f));
    assert_int_equal(build(&surface, ball, 0).draw[0], 0);
    wb_surface_commands again = build(&surface, ball, make_ball(ball, 4.0f));
    uint32_t *indices = read_back(&surface.indices);
    assert_true(wb_surface_create(&other, &DESC));
    wb_surface_commands fresh = build(&other, ball, make_ball(ball, 4.0f));
    assert_memory_equal(&again, &fresh, sizeof fresh);
    uint32_t *others = read_back(&other.indices);
    assert_memory_equal(indices, others, 12 * (size_t)fresh.triangles);
    other.iso = 0.8f; // further inside
    assert_true(build(&other, ball, make_ball(ball, 4.0f)).vertices < fresh.vertices);
    free(indices);
    free(others);
}

static char last_message[256];

static void keep_message(wb_severity severity, const char *text, void *user)
{
    (void)user;
    assert_int_equal(severity, WB_ERROR);
    snprintf(last_message, sizeof last_message, "%s", text);
}

// The message says how many there were, as a surface with room for them counts, and for how many
// there is room.
static void assert_message(const wb_surface *s, const wb_surface_commands *all)
{
    char expected[256];
    if (all->corners > s->most_corners)
        snprintf(expected, sizeof expected,
                 "the surface has %u corners of candidates, and there is room for %u", all->corners,
                 s->most_corners);
    else
        snprintf(expected, sizeof expected,
                 "the surface has %u vertices and %u triangles, and there is room for %u and %u",
                 all->vertices, all->triangles, s->most_vertices, s->most_triangles);
    last_message[0] = '\0';
    wb_message_redirect(keep_message, NULL);
    assert_false(wb_surface_fits(s));
    wb_message_redirect(NULL, NULL);
    assert_string_equal(last_message, expected);
}

// One too many of each is too many, and as many as there are is enough.
static void test_no_room(void **state)
{
    (void)state;
    assert_true(wb_surface_create(&other, &DESC));
    wb_surface_commands all = build(&other, ball, make_ball(ball, 5.0f));
    assert_true(wb_surface_fits(&other));
    wb_surface_delete(&other);
    const uint32_t rooms[][3] = {{20, 0, 0},
                                 {0, 20, 0},
                                 {0, 0, 20},
                                 {all.corners - 1, 0, 0},
                                 {0, all.vertices - 1, 0},
                                 {0, 0, all.triangles - 1},
                                 {all.corners, all.vertices, all.triangles}};
    for (int i = 0; i < 7; i++) {
        wb_surface_desc desc = DESC;
        desc.most_corners = rooms[i][0];
        desc.most_vertices = rooms[i][1];
        desc.most_triangles = rooms[i][2];
        bool fits = i == 6;
        wb_buffers_guard(true);
        assert_true(wb_surface_create(&surface, &desc));
        wb_surface_commands made = build(&surface, ball, make_ball(ball, 5.0f));
        assert_int_equal(made.lacking, !fits);
        assert_int_equal(made.draw[0], fits ? 3 * all.triangles : 0);
        if (fits)
            assert_true(wb_surface_fits(&surface));
        else
            assert_message(&surface, &all);
        assert_true(wb_buffers_intact());
        wb_buffers_guard(false);
        wb_surface_delete(&surface);
    }
}

// Of none there is nothing; one alone, or as many as there are in one place, is a ball.
static void test_few_places(void **state)
{
    (void)state;
    static float points[MOST][4];
    const uint32_t counts[] = {0, 1, MOST};
    for (int i = 0; i < 3; i++) {
        wb_surface_desc desc = DESC;
        desc.iso = 0.1f; // of one particle there is 0.196 at the most
        assert_true(wb_surface_create(&surface, &desc));
        for (uint32_t k = 0; k < counts[i]; k++)
            for (int axis = 0; axis < 3; axis++) points[k][axis] = 6.3f + 0.2f * (float)axis;
        wb_surface_commands made = build(&surface, (const float(*)[4])points, counts[i]);
        assert_int_equal(made.lacking, 0);
        assert_int_equal(made.triangles > 0, counts[i] > 0);
        assert_int_equal(made.draw[0], 3 * made.triangles);
        if (counts[i] > 0) assert_int_equal(2 * made.vertices, made.triangles + 4); // V - E + F = 2
        wb_surface_delete(&surface);
    }
}

// Outside of the box, and nowhere: nothing is written where it must not be.
static void test_strange_points(void **state)
{
    (void)state;
    wb_buffers_guard(true);
    assert_true(wb_surface_create(&surface, &DESC));
    uint32_t count = make_ball(ball, 5.0f);
    const float strange[] = {-1e9f, 1e9f, INFINITY, -INFINITY, NAN};
    for (int i = 0; i < 15; i++) ball[i][i % 3] = strange[i / 3];
    wb_surface_commands made = build(&surface, ball, count);
    assert_true(made.triangles > 0 && made.lacking == 0);
    assert_true(wb_buffers_intact());
}

static void test_wrong_requests(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        wb_surface_desc desc = DESC;
        if (i == 0) desc.spacing = 0.0f;
        if (i == 1) desc.cells = WB_SURFACE_MOST_CELLS + 1;
        if (i == 2) desc.radius = NAN;
        if (i == 3) desc.iso = -1.0f;
        if (i == 4) desc.high[1] = INFINITY;
        assert_false(wb_surface_create(&surface, &desc));
        wb_surface_delete(&surface);
    }
    assert_true(wb_surface_create(&surface, &DESC));
    GLuint id = upload(ball, MOST);
    assert_false(wb_surface_build(&surface, id, MOST + 1));
    glDeleteBuffers(1, &id);
    wb_surface_delete(&surface);
    wb_surface_delete(&surface); // a zeroed one
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_ball, tear_down),
        cmocka_unit_test_teardown(test_again, tear_down),
        cmocka_unit_test_teardown(test_no_room, tear_down),
        cmocka_unit_test_teardown(test_few_places, tear_down),
        cmocka_unit_test_teardown(test_strange_points, tear_down),
        cmocka_unit_test_teardown(test_wrong_requests, tear_down),
    };
    if (!wb_context_create(&(wb_context_desc){.headless = true, .debug = true})) return 77;
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += wb_context_error_count();
    wb_program_quit();
    wb_context_delete();
    return failures;
}
