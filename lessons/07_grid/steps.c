// All dispatches but those of the grid's own passes: particles move, are sorted by cell, and each
// finds its neighbours. The sort itself is compute/grid.h; here is what the lesson does around it,
// or wrongly. The search has one kernel for each version.
#include "steps.h"
#include "07_grid/slots.h"
#include "state.h"

enum { BRUTE_CHUNK = 16384 }; // candidates a dispatch; see shaders/07_grid/brute.comp
_Static_assert(BRUTE_CHUNK <= 65535, "llvmpipe ends a loop after 65,535 rounds, without a word");

/* ---- What all versions have in common ---- */

// `is_read_next`: whether the next pass reads the points. Otherwise it is the grid's clear, which
// touches none of what is written here and has a barrier of its own.
static void move_particles(bool is_read_next)
{
    wb_pass_begin("move");
    glUseProgram(lesson.move);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform3fv(LOW, 1, lesson.low);
    glUniform3fv(HIGH, 1, lesson.high);
    glUniform1f(TIME_STEP, time_step());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POINTS, lesson.points.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, MARKS, lesson.marks.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATCHED, lesson.watched.id);
    glDispatchCompute(wb_groups_for(lesson.count, GROUP), 1, 1);
    // Brute force, or a count without a clear before it, reads the points.
    if (is_read_next) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// Everything a search kernel reads. By brute force, it looks at the candidates from `first` on.
static void use_search(GLuint program, uint32_t first)
{
    glUseProgram(program);
    wb_grid_set_uniforms(&lesson.grid);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform1f(RADIUS_SQUARED, lesson.search_radius * lesson.search_radius);
    glUniform3i(REACH, 1, 1, !is_flat());
    glUniform1ui(PICKED, (GLuint)lesson.picked);
    if (traits()->is_brute) {
        glUniform1ui(FIRST, first);
        glUniform1ui(CHUNK, BRUTE_CHUNK);
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POINTS, lesson.points.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STARTS, lesson.grid.starts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.grid.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORTED_POINTS, lesson.grid.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FOUND, lesson.found.id);
}

// A few words of a large buffer, by way of a small one: a driver may keep a buffer that the CPU
// reads in the CPU's memory, and then the GPU would have to fetch all of it from there. The caller
// has issued GL_BUFFER_UPDATE_BARRIER_BIT, for the copy; what is copied needs no barrier to be
// read.
static void read_words(const wb_buffer *large, size_t first, size_t count, void *words)
{
    GLsizeiptr size_bytes = 4 * (GLsizeiptr)count;
    glBindBuffer(GL_COPY_READ_BUFFER, large->id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.read_back.id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 4 * (GLintptr)first, 0,
                        size_bytes);
    glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, size_bytes, words);
}

static void read_watched(void)
{
    lesson.seen.particle = lesson.picked;
    uint32_t words[3];
    wb_buffer_read(&lesson.watched, words);
    lesson.seen.cells = words[0];
    lesson.seen.candidates = words[1];
    lesson.seen.neighbours = words[2];
    read_words(&lesson.positions, 3 * (size_t)lesson.picked, 3, lesson.seen.where);
}

// The picked particle's search again, by one invocation that leaves marks: for the picture.
static void watch_picked(uint32_t first)
{
    lesson.seen.particle = -1;
    if (lesson.picked < 0 || (uint32_t)lesson.picked >= lesson.count) return;
    wb_pass_begin("watch");
    use_search(lesson.watch, first);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, MARKS, lesson.marks.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATCHED, lesson.watched.id);
    glDispatchCompute(1, 1, 1);
    // No barrier for storage blocks: the search of all particles, which is next, touches neither
    // and has one. But the numbers are read back here, for the picture's words.
    bool is_last = !traits()->is_brute || lesson.count - first <= BRUTE_CHUNK;
    if (is_last)
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGet- and glCopyBufferSubData
    if (is_last) read_watched();
    wb_pass_end();
}

// The neighbours of every particle, in the grid as it is. By brute force: among BRUTE_CHUNK
// candidates from `first` on, which go to those found before; `first` is 0 for all others.
static void search_particles(uint32_t first)
{
    watch_picked(first);
    wb_pass_begin("search");
    use_search(lesson.search, first);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LENGTHS, lesson.lengths.id);
    glDispatchCompute(wb_groups_for(lesson.count, GROUP), 1, 1);
    // Brute force goes on from here; the picture reads the marks, the next frame moves the points.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The versions of the search ---- */

void step_brute(void)
{
    move_particles(true);
    for (uint32_t first = 0; first < lesson.count; first += BRUTE_CHUNK) search_particles(first);
}

void step_search(void)
{
    move_particles(false);
    wb_grid_build(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
    search_particles(0);
}

/* ---- The plain build ---- */

static void clear_cells(void)
{
    wb_pass_begin("clear");
    glUseProgram(lesson.clear);
    glUniform1ui(COUNTERS, lesson.grid.cells + 1);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COUNTS, lesson.grid.counts.id);
    glDispatchCompute(wb_groups_for(lesson.grid.cells + 1, GROUP), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next pass counts on from zero
    wb_pass_end();
}

static void count_particles(void)
{
    wb_pass_begin("count");
    glUseProgram(lesson.count_cells);
    wb_grid_set_uniforms(&lesson.grid);
    glUniform1ui(PARTICLES, lesson.count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POINTS, lesson.points.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COUNTS, lesson.grid.counts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, lesson.grid.places.id);
    glDispatchCompute(wb_groups_for(lesson.count, GROUP), 1, 1);
    // The scan reads the counts, the scatter `places`.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// With the variant's kernel, or a plain one.
static void scatter_particles(void)
{
    wb_pass_begin("scatter");
    glUseProgram(lesson.scatter);
    glUniform1ui(PARTICLES, lesson.count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, lesson.grid.places.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STARTS, lesson.grid.starts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.grid.ids.id);
    glDispatchCompute(wb_groups_for(lesson.count, GROUP), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the search reads `ids`
    wb_pass_end();
}

void step_plain(void)
{
    move_particles(false);
    clear_cells();
    count_particles();
    wb_scan_exclusive(&lesson.grid.scan, lesson.grid.counts.id, lesson.grid.starts.id,
                      lesson.grid.cells + 1);
    scatter_particles();
    search_particles(0);
}

/* ---- Lists ---- */

// Count, scan, write: the three steps of the grid again, for lists instead of cells.
void step_lists(void)
{
    step_search();
    wb_scan_exclusive(&lesson.scan, lesson.lengths.id, lesson.neighbours.id, lesson.count + 1);
    wb_pass_begin("lists");
    use_search(lesson.write_lists, 0);
    glUniform1ui(ENTRIES, (GLuint)lesson.neighbours.shape[0] - lesson.count - 1);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEIGHBOUR_LISTS, lesson.neighbours.id);
    glDispatchCompute(wb_groups_for(lesson.count, GROUP), 1, 1);
    // For glCopyBufferSubData here and glGetBufferSubData in the check. No barrier for storage
    // blocks: what the next frame overwrites first, `move` and the grid's build, was not touched.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    // The last offset: the length of all lists together, for the status.
    read_words(&lesson.neighbours, lesson.count, 1, &lesson.entries);
    wb_pass_end();
}

/* ---- The broken variants: a search in a grid that was built wrongly ---- */

void step_no_reset(void)
{
    move_particles(true);
    if (wb_frame() == 0) wb_grid_clear(&lesson.grid); // BROKEN: belongs to every frame
    wb_grid_count(&lesson.grid, lesson.points.id, lesson.count);
    wb_grid_scan(&lesson.grid);
    wb_grid_scatter(&lesson.grid, lesson.count);
    wb_grid_order(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
    search_particles(0);
}

void step_double_offset(void)
{
    move_particles(false);
    wb_grid_clear(&lesson.grid);
    wb_grid_count(&lesson.grid, lesson.points.id, lesson.count);
    wb_grid_scan(&lesson.grid);
    scatter_particles(); // BROKEN: see the kernel
    search_particles(0);
}

/* ---- The tasks ---- */

// A work group for each particle, in rows where they are more than one dimension takes.
void step_nearest(void)
{
    enum { IN_A_ROW = 65535 };
    uint32_t rows = wb_groups_for(lesson.count, IN_A_ROW);
    step_search();
    wb_pass_begin("nearest");
    glUseProgram(lesson.team);
    wb_grid_set_uniforms(&lesson.grid);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform1f(RADIUS_SQUARED, lesson.search_radius * lesson.search_radius);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STARTS, lesson.grid.starts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORTED_POINTS, lesson.grid.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEAREST_IDS, lesson.nearest.id);
    glDispatchCompute(rows > 1 ? IN_A_ROW : lesson.count, rows, 1);
    // For what is read back, here and in the check. The next frame overwrites `starts` behind the
    // barrier of its first pass.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    if (lesson.seen.particle >= 0)
        read_words(&lesson.nearest, (size_t)lesson.picked * K, K, lesson.seen.nearest);
    wb_pass_end();
}

void step_pairs(void)
{
    move_particles(false);
    wb_grid_build(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
    watch_picked(0);
    // The picture reads what the watch has written, and the next frame overwrites it.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    step_task();
}

/* ---- The versions of the build ---- */

void step_ordered(void)
{
    if (lesson.speed > 0.0f) move_particles(false);
    wb_grid_build(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
}

void step_unordered(void)
{
    if (lesson.speed > 0.0f) move_particles(false);
    wb_grid_clear(&lesson.grid);
    wb_grid_count(&lesson.grid, lesson.points.id, lesson.count);
    wb_grid_scan(&lesson.grid);
    wb_pass_begin("unordered");
    glUseProgram(lesson.scatter);
    glUniform1ui(PARTICLES, lesson.count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, lesson.grid.places.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STARTS, lesson.grid.starts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POINTS, lesson.points.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.grid.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORTED_POINTS, lesson.grid.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORTED_VELOCITIES, lesson.grid.velocities.id);
    glDispatchCompute(wb_groups_for(lesson.count, GROUP), 1, 1);
    // The picture reads the sorted copies; the next frame moves the points that were read here.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}
