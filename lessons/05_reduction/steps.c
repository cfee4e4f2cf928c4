// The dispatches of a frame, part by part: sums, the largest number, particles, rounding, scans.
#include "steps.h"

#include "05_reduction/slots.h"
#include "state.h"

/* ---- Sums ---- */

static const char *const pass_names[SUM_LEVELS + 1] = {"",        "level 1", "level 2", "level 3",
                                                       "level 4", "level 5", "level 6"};

// One dispatch of a kernel; a group of it takes numbers_per_group() numbers.
static void dispatch_level(GLuint kernel, int level)
{
    GLuint size = lesson.level_sizes[level];
    wb_extent groups = wb_groups_folded(wb_groups_for(size, numbers_per_group()), MOST_IN_ROW);
    bool records = level == 0 && sum_has_rounds(); // the same kernel, and it writes its rounds down
    glUseProgram(records ? lesson.recording : kernel);
    glUniform1ui(COUNT, size);
    if (records) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ROUNDS, lesson.rounds.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, level_buffer(level)->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, level_buffer(level + 1)->id);
    glDispatchCompute(groups.x, groups.y, 1);
}

void step_sum_atomic(void)
{
    wb_pass_begin("atomic");
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.sum.id);
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                      &(GLuint){0});
    dispatch_level(lesson.kernel, 0);
    // The picture and the check read the sum by glGetBufferSubData; the next frame clears it.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

static GLbitfield barrier_bits_after(int level)
{
    // The next level reads the sums of this one.
    if (level + 1 < lesson.levels) return GL_SHADER_STORAGE_BARRIER_BIT;
    // The picture and the check read the last sum by glGetBufferSubData. With one or two levels,
    // the next frame's first dispatch overwrites what this one has written, or has read.
    GLbitfield next_frame = lesson.levels <= 2 ? GL_SHADER_STORAGE_BARRIER_BIT : 0;
    return GL_BUFFER_UPDATE_BARRIER_BIT | next_frame;
}

void step_sum(void)
{
    for (int level = 0; level < lesson.levels; level++) {
        wb_pass_begin(pass_names[level + 1]);
        dispatch_level(lesson.kernel, level);
        glMemoryBarrier(barrier_bits_after(level)); // its readers: see above
        wb_pass_end();
    }
}

/* ---- Broken sums ---- */

void step_lost_partials(void)
{
    for (int level = 0; level < lesson.levels; level++) {
        wb_pass_begin(pass_names[level + 1]);
        // BROKEN: the second level is the last, however many groups it takes
        dispatch_level(level == 0 ? lesson.kernel : lesson.second_kernel, level);
        glMemoryBarrier(barrier_bits_after(level)); // as in step_sum()
        wb_pass_end();
    }
}

void step_no_memory_barrier(void)
{
    for (int level = 0; level < lesson.levels; level++) {
        wb_pass_begin(pass_names[level + 1]);
        dispatch_level(lesson.kernel, level); // BROKEN: nothing orders this level before the next
        wb_pass_end();
    }
}

/* ---- The largest number, and its place ---- */

static void dispatch_argmax(GLuint level, GLuint from, GLuint to, GLuint count, GLuint groups)
{
    glUniform1ui(COUNT, count);
    glUniform1ui(LEVEL, level);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, from);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, to);
    glDispatchCompute(groups, 1, 1);
}

void step_argmax(void)
{
    GLuint groups = wb_groups_for(lesson.count, lesson.group);
    if (groups > ARGMAX_GROUPS) groups = ARGMAX_GROUPS;
    glUseProgram(lesson.kernel);

    wb_pass_begin("candidates");
    dispatch_argmax(0, lesson.values.id, lesson.candidates.id, (GLuint)lesson.count, groups);
    // The second level reads the candidates.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("largest");
    dispatch_argmax(1, lesson.candidates.id, lesson.largest.id, groups, 1);
    // The next frame overwrites the candidates, which this dispatch reads; the picture and the
    // check read the result by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Particles ---- */

void step_particles(void)
{
    wb_pass_begin("particles level 1");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PARTICLES, lesson.particles.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PARTIALS, lesson.extents.id);
    glDispatchCompute(particle_groups(), 1, 1);
    // The second level reads what the groups have found.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("particles level 2");
    glUseProgram(lesson.second_kernel);
    glUniform1ui(COUNT, particle_groups());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULT, lesson.extent.id);
    glDispatchCompute(1, 1, 1);
    // The next frame overwrites `partials`, which this dispatch reads; the picture and the check
    // read `extent` by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Rounding ---- */

static void sum_up_running(void)
{
    glUseProgram(lesson.kernel);
    for (size_t first = 0; first < terms(); first += ROUNDING_CHUNK) {
        wb_pass_begin("running");
        glUniform1ui(FIRST, (GLuint)first);
        glDispatchCompute(3, 1, 1); // plain, Kahan, double
        // The next chunk reads where the sums stand; the tree writes to `sums` too.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
    }
}

static void sum_up_tree(void)
{
    glUseProgram(lesson.second_kernel);
    for (GLuint first = (GLuint)terms() / 2; first > 0; first /= 2) {
        wb_pass_begin("tree");
        glUniform1ui(FIRST, first);
        glDispatchCompute(wb_groups_for(first, ROUNDING_GROUP), 1, 1);
        // The next level reads these nodes. After the last, the next frame writes `sums` anew, and
        // the picture and the check read them by glGetBufferSubData.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
        wb_pass_end();
    }
}

void step_rounding(void)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NODES, lesson.tree.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RUNNING, lesson.running.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULTS, lesson.sums.id);
    sum_up_running();
    sum_up_tree();
}

/* ---- Scans ---- */

// Reads `from`; what it writes is then in `prefix`.
static void naive_round(GLuint from, GLuint reach)
{
    wb_extent groups = wb_groups_folded(wb_groups_for(lesson.count, SCAN_GROUP), MOST_IN_ROW);
    wb_pass_begin("naive");
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glUniform1ui(REACH, reach);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, from);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, lesson.other.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The next round, and the picture, read what this one wrote, and it overwrites what this one
    // read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    wb_buffer_swap(&lesson.prefix, &lesson.other);
}

void step_scan_naive(void)
{
    glUseProgram(lesson.kernel);
    naive_round(lesson.values.id, 0);
    for (int reach = 1; reach < lesson.count; reach *= 2)
        naive_round(lesson.prefix.id, (GLuint)reach);
}

// The first dispatch is the first level of a sum.
void step_scan_plain(void)
{
    GLuint tiles = wb_groups_for(lesson.count, SCAN_GROUP);
    wb_extent groups = wb_groups_folded(tiles, MOST_IN_ROW);

    wb_pass_begin("sum of each tile");
    glUseProgram(lesson.second_kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, lesson.tiles.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The second dispatch reads the tiles' sums, and overwrites them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("scan of the sums");
    glUseProgram(lesson.third_kernel);
    glUniform1ui(COUNT, tiles);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TILE_SUMS, lesson.tiles.id);
    glDispatchCompute(1, 1, 1);
    // The third dispatch reads what stands before each tile.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("scan of each tile");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, lesson.prefix.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the result; the next frame overwrites the tiles' sums.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// The building block, common/compute/scan.c: in three dispatches, or in a single pass.
void step_scan(void)
{
    wb_scan_exclusive(&lesson.scan, lesson.values.id, lesson.prefix.id, (uint32_t)lesson.count);
}

/* ---- A scan in each group ---- */

void step_scan_group(void)
{
    wb_pass_begin("scan in each group");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, (GLuint)lesson.count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, lesson.prefix.id);
    glDispatchCompute(wb_groups_for(lesson.count, SCAN_GROUP), 1, 1);
    // The next frame writes them again; the picture and the check read them by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The horizon ---- */

// What a frame leaves in `tops` is nothing for the next one to build on.
static void forget_tops(void)
{
    wb_pass_begin("forget");
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // clearing overwrites what the last frame wrote
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.tops.id);
    glClearBufferSubData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, 0, lesson.tops.size_bytes,
                         GL_RED_INTEGER, GL_UNSIGNED_INT, &(GLuint){0xCDCDCDCD});
    wb_pass_end();
}

void step_horizon(void)
{
    forget_tops();
    step_task();
}
