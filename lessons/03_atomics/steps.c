#include "steps.h"

#include "state.h"

#include <math.h>

/* ---- What several parts do ---- */

enum { COUNT = 0 };              // uniform location: how many elements there are
enum { MOST_GROUPS = 32768 };    // in x; 65,535 is what OpenGL promises
enum { TASK_GROUPS = 32 };       // in x, of a task, whose cases are small
enum { LONGEST_WALK = 1 << 14 }; // turns of a loop; llvmpipe ends those of 65,535 turns

// Groups that cover that many elements, an invocation for each; in rows, if there are too many for
// one (shaders/03_atomics/linear.glsl). A task has short rows, unless that makes a great many
// of them: its check is to find out if the kernel knows of one alone.
static wb_extent groups_for(int count)
{
    GLuint groups = wb_groups_for(count, lesson.group);
    bool in_short_rows = wb_current_variant()->kind == WB_TASK && groups < MOST_GROUPS;
    return wb_groups_folded(groups, in_short_rows ? TASK_GROUPS : MOST_GROUPS);
}

// Groups for a kernel that walks over `vectors` vectors of 16 bytes: the parameter `groups`, unless
// fewer are enough, or more are needed because a driver ends loops that grow too long.
static wb_extent groups_for_walk(int vectors)
{
    GLuint groups = (GLuint)lesson.groups, enough = wb_groups_for(vectors, lesson.group);
    GLuint least = wb_groups_for(enough, LONGEST_WALK);
    if (groups > enough) groups = enough;
    if (groups < least) groups = least;
    return (wb_extent){groups > 0 ? groups : 1, 1};
}

enum { FIRST = 1 }; // uniform location

// Sets `count` words of the buffer to zero, from word `first` on.
static void clear_words(const wb_buffer *buffer, int first, int count)
{
    wb_extent groups = groups_for(count);
    wb_pass_begin("clear");
    glUseProgram(lesson.clear);
    glUniform1ui(COUNT, (GLuint)count);
    glUniform1ui(FIRST, (GLuint)first);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, buffer->id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The next dispatch adds to these words.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Part histogram ---- */

// Of 8-bit samples; an image is three planes of them, red, green and blue.

enum { PLANE_WORDS = 1 }; // uniform location

static void count_samples(wb_extent groups)
{
    wb_pass_begin("histogram");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.plane_samples);
    glUniform1ui(PLANE_WORDS, (GLuint)plane_words());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.samples.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.histogram.id);
    if (traits()->has_places) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, lesson.places.id);
    glDispatchCompute(groups.x, groups.y, (GLuint)lesson.plane_count);
    // The picture reads the histogram, and the next frame clears it.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// One invocation for each word of a plane.
void step_histogram(void)
{
    clear_words(&lesson.histogram, 0, lesson.plane_count * BINS);
    count_samples(groups_for(plane_words()));
}

void step_histogram_walk(void)
{
    clear_words(&lesson.histogram, 0, lesson.plane_count * BINS);
    count_samples(groups_for_walk(plane_words() / 4));
}

/* ---- Part count ---- */

// How many values are below a limit: one number from all of them. The versions lead from one
// counter for all to hardly any atomic at all.

enum { LIMIT = 1 }; // uniform location

static int value_vectors(void)
{
    return (int)(lesson.values.size_bytes / 16);
}

void step_count_thread(void)
{
    wb_pass_begin("count");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)value_vectors());
    glUniform1ui(LIMIT, value_limit());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.total.id);
    glDispatchCompute(1, 1, 1);
    // The picture reads the total, and the next frame writes it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// `count`: of what an invocation reads at a time, a value or a vector.
static void count_values(int count, wb_extent groups)
{
    wb_pass_begin("count");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)count);
    glUniform1ui(LIMIT, value_limit());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.total.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the total, and the next frame clears it.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// count_one, count_group, and the broken count_lost: they differ in their kernels only.
void step_count(void)
{
    clear_words(&lesson.total, 0, 1);
    count_values(lesson.count, groups_for(lesson.count));
}

void step_count_private(void)
{
    clear_words(&lesson.total, 0, 1);
    count_values(value_vectors(), groups_for_walk(value_vectors()));
}

void step_count_spread(void)
{
    wb_extent groups = groups_for(lesson.count);
    clear_words(&lesson.counters, 0, COUNTERS * SPACING);

    wb_pass_begin("count");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glUniform1ui(LIMIT, value_limit());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.counters.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The second dispatch reads the counters.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("sum");
    glUseProgram(lesson.second);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.counters.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.total.id);
    glDispatchCompute(1, 1, 1);
    // The picture reads the total; the next frame clears the counters, and writes the total again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Part append ---- */

// A list of the values that are kept. Its order is left to chance, its content is not. The versions
// differ in their kernels only.
void step_append(void)
{
    wb_extent groups = groups_for(lesson.count);
    clear_words(&lesson.length, 0, 1);
    if (traits()->has_kinds) clear_words(&lesson.table, 0, table_slots());

    wb_pass_begin("append");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glUniform1ui(LIMIT, traits()->has_kinds ? (GLuint)table_slots() : value_limit());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.length.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIST, lesson.list.id);
    if (traits()->has_kinds) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TABLE, lesson.table.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the list; the next frame clears its length, and writes it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Part cells ---- */

// Particles that drift through a box, and how many are in each of its cells.

enum { CELLS_A_SIDE = 1 }; // uniform location

static void move_and_count(void)
{
    wb_extent groups = groups_for(lesson.count);
    wb_pass_begin("move and count");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glUniform1ui(CELLS_A_SIDE, (GLuint)lesson.cells);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.particles.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.counts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, lesson.places.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the counts; the next frame moves the particles, and clears the counts.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_cells(void)
{
    clear_words(&lesson.counts, 0, lesson.cells * lesson.cells);
    move_and_count();
}

void step_cells_no_reset(void)
{
    move_and_count(); // BROKEN: on top of what the frame before has counted
}

/* ---- Part sum ---- */

// A sum of reals: by compare-and-swap on a float, in an order left to chance, and in fixed point,
// where order does not matter. Each frame writes another row of `sums`, so that the last 64 results
// can be compared.
enum { ROW = 1, SCALE = 2 }; // uniform locations

// An invocation takes SUM_ITEMS reals.
static wb_extent groups_for_sum(void)
{
    return wb_groups_folded(wb_groups_for(lesson.count, (int64_t)lesson.group * SUM_ITEMS),
                            MOST_GROUPS);
}

void step_sum_float(void)
{
    wb_extent groups = groups_for_sum();
    int row = (int)(wb_frame() % HISTORY);
    clear_words(&lesson.sums, 2 * row, 2);
    clear_words(&lesson.terms, 0, 1);

    wb_pass_begin("sum");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glUniform1ui(ROW, (GLuint)row);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.reals.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.sums.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TERMS, lesson.terms.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the sums, and the next frame writes another row of them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// sum_fixed, sum_wide, and the broken sum_overflow.
void step_sum_fixed(void)
{
    wb_extent groups = groups_for_sum();
    int row = (int)(wb_frame() % HISTORY);
    clear_words(&lesson.sums, 2 * row, 2);

    wb_pass_begin("sum");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glUniform1ui(ROW, (GLuint)row);
    glUniform1f(SCALE, ldexpf(1.0f, fraction_bits()));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.reals.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.sums.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the sums, and the next frame writes another row of them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Part operations ---- */

// Every atomic operation, by every work group, on variables in a buffer or in shared memory, and
// what its old value is good for: shaders/03_atomics/operations.glsl.

enum { GROUPS = 1 }; // uniform location

void step_operations(void)
{
    wb_extent groups = groups_for(lesson.count);
    wb_pass_begin("operations");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glUniform1ui(GROUPS, (GLuint)group_count());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.results.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CHANCES, lesson.chances.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ORDERS, lesson.orders.id);
    if (!traits()->in_shared_memory)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OWN_MEMORY, lesson.variables.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the results, and the next frame writes all of it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Part contention ---- */

// What it costs that many want the same address: from one counter for all to 65,536.

enum { ADDRESSES = 1, STRIDE = 2 }; // uniform locations

// The versions differ in their kernels only.
void step_contention(void)
{
    wb_extent groups = groups_for(lesson.count);
    clear_words(&lesson.counters, 0, lesson.addresses * lesson.stride);

    wb_pass_begin("contention");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glUniform1ui(ADDRESSES, (GLuint)lesson.addresses);
    glUniform1ui(STRIDE, (GLuint)lesson.stride);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.counters.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the counters, and the next frame clears them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}
