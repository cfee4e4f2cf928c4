// The search: the neighbours of every particle, in one kernel for each version.
#include "parts.h"

enum { BRUTE_CHUNK = 16384 }; // candidates a dispatch; see shaders/07_grid/brute.comp

// Storage block bindings and uniform locations. With EXERCISE, its result is where the lengths are.
enum { POINTS = 0, STARTS = 1, IDS = 2, SORTED_POINTS = 3, FOUND = 4, MARKS = 5, WATCHED = 6 };
enum { LISTS = 5, LENGTHS = 7 };
enum { PARTICLES = 0, RADIUS_SQUARED = 1, REACH = 2, PICKED = 3 };
enum { FIRST = 4, CHUNK = 5, ENTRIES = 4 };

static const char *const kernels[VARIANT_COUNT] = {
    [BRUTE] = "07_grid/brute.comp",
    [HASH] = "07_grid/hash.comp",
    [INDEX] = "07_grid/index.comp",
    [SORTED] = "07_grid/sorted.comp",
    [ROWS] = "07_grid/rows.comp",
    [LIST] = "07_grid/rows.comp",
    [NO_RESET] = "07_grid/index.comp",
    [DOUBLE_OFFSET] = "07_grid/index.comp",
    [UNDERFLOW] = "07_grid/underflow.comp",
    [SMALL_CELL] = "07_grid/index.comp",
    [EXERCISE] = "07_grid/exercise_nearest.comp",
};

/* ---- Start and end ---- */

static bool create_buffers(void)
{
    size_t count = lesson.count;
    bool good = create_buffer(&lesson.found, "found", WB_U32, count, 4, NULL, true) &&
                create_buffer(&lesson.read_back, "read_back", WB_U32, 4, 0, NULL, false);
    if (good && is_variant(LIST)) {
        size_t entries = count + 1 + count * (size_t)lesson.room;
        good = create_buffer(&lesson.lengths, "lengths", WB_U32, count + 1, 0, NULL, false) &&
               create_buffer(&lesson.neighbours, "neighbours", WB_U32, entries, 0, NULL, true) &&
               wb_scan_create(&lesson.scan, (uint32_t)count + 1, WB_SCAN_THREE_DISPATCHES);
    }
    if (good && is_variant(EXERCISE))
        good = create_buffer(&lesson.nearest, "nearest", WB_U32, count, K, NULL, true);
    return good;
}

// The search's kernel, for all particles or for the picked one.
static GLuint create_search(bool watch)
{
    return wb_program_compute(kernels[wb_variant_index()],
                              WB_DEFINES({"GROUP", GROUP}, {"GRID_HASHED", is_variant(HASH)},
                                         {"WATCH", watch}, {"LISTS", is_variant(LIST)}, {"K", K}));
}

bool search_init(void)
{
    lesson.seen.particle = -1;
    lesson.entries = 0;
    if (only_builds()) return true;
    if (!create_buffers()) return false;
    lesson.search = create_search(false);
    lesson.watch = create_search(true);
    if (!is_variant(LIST)) return lesson.search != 0 && lesson.watch != 0;
    lesson.write_lists =
        wb_program_compute("07_grid/lists.comp", WB_DEFINES({"GROUP", GROUP}, {"GRID_HASHED", 0}));
    return lesson.search != 0 && lesson.watch != 0 && lesson.write_lists != 0;
}

void search_quit(void)
{
    wb_buffer *const buffers[] = {&lesson.found, &lesson.lengths, &lesson.neighbours,
                                  &lesson.nearest, &lesson.read_back};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_scan_delete(&lesson.scan);
    glDeleteProgram(lesson.search);
    glDeleteProgram(lesson.watch);
    glDeleteProgram(lesson.write_lists);
    lesson.search = lesson.watch = lesson.write_lists = 0;
}

/* ---- The dispatches ---- */

// Everything a search kernel reads. By brute force, it looks at the candidates from `first` on.
static void use_search(GLuint program, uint32_t first)
{
    glUseProgram(program);
    wb_grid_set_uniforms(&lesson.grid);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform1f(RADIUS_SQUARED, lesson.search_radius * lesson.search_radius);
    glUniform3i(REACH, 1, 1, lesson.high[2] > lesson.low[2]);
    glUniform1ui(PICKED, (GLuint)lesson.picked);
    if (is_variant(BRUTE)) {
        glUniform1ui(FIRST, first);
        glUniform1ui(CHUNK, BRUTE_CHUNK);
    }
    bind_buffer(POINTS, &lesson.points);
    bind_buffer(STARTS, &lesson.grid.starts);
    bind_buffer(IDS, &lesson.grid.ids);
    bind_buffer(SORTED_POINTS, &lesson.grid.positions);
    bind_buffer(FOUND, &lesson.found);
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
    wb_buffer_read(&lesson.watched, lesson.seen.numbers);
    read_words(&lesson.positions, 3 * (size_t)lesson.picked, 3, lesson.seen.where);
}

// The picked particle's search again, by one invocation that leaves marks: for the picture.
static void watch_picked(uint32_t first)
{
    lesson.seen.particle = -1;
    if (lesson.picked < 0 || (uint32_t)lesson.picked >= lesson.count) return;
    wb_pass_begin("watch");
    use_search(lesson.watch, first);
    bind_buffer(MARKS, &lesson.marks);
    bind_buffer(WATCHED, &lesson.watched);
    glDispatchCompute(1, 1, 1);
    // No barrier for storage blocks: the search of all particles, which is next, touches neither
    // and has one. But the numbers are read back here, for the picture's words.
    bool is_last = !is_variant(BRUTE) || lesson.count - first <= BRUTE_CHUNK;
    if (is_last)
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGet- and glCopyBufferSubData
    if (is_last) read_watched();
    wb_pass_end();
}

void search_particles(uint32_t first)
{
    watch_picked(first);
    wb_pass_begin("search");
    use_search(lesson.search, first);
    bind_buffer(LENGTHS, is_variant(EXERCISE) ? &lesson.nearest : &lesson.lengths);
    glDispatchCompute(groups_for(lesson.count), 1, 1);
    // Brute force goes on from here; the picture reads the marks, the next frame moves the points.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The versions ---- */

void search_step(void)
{
    build_move();
    wb_grid_build(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
    search_particles(0);
}

void search_step_brute(void)
{
    build_move();
    for (uint32_t first = 0; first < lesson.count; first += BRUTE_CHUNK) search_particles(first);
}

// Count, scan, write: the three steps of the grid again, for lists instead of cells.
void search_step_lists(void)
{
    search_step();
    wb_scan_exclusive(&lesson.scan, lesson.lengths.id, lesson.neighbours.id, lesson.count + 1);
    wb_pass_begin("lists");
    use_search(lesson.write_lists, 0);
    glUniform1ui(ENTRIES, (GLuint)lesson.neighbours.shape[0] - lesson.count - 1);
    bind_buffer(LISTS, &lesson.neighbours);
    glDispatchCompute(groups_for(lesson.count), 1, 1);
    // For glCopyBufferSubData here and glGetBufferSubData in the check. No barrier for storage
    // blocks: what the next frame overwrites first, `move` and the grid's build, was not touched.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    // The last offset: the length of all lists together, for the status.
    read_words(&lesson.neighbours, lesson.count, 1, &lesson.entries);
    wb_pass_end();
}
