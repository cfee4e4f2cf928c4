// Lesson 06 with other answers to its task in C: ANSWER in the environment says which. The
// kernel is the one of the solution.
#include <stdlib.h>
#include <string.h>

#define task_sort sort_as_solved
#include "06_bitonic/solutions/digits.c"
#undef task_sort

static void run(GLuint program, wb_pairs from, wb_pairs to, uint32_t count, uint32_t shift,
                GLuint groups)
{
    use(program, from, count, shift);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM_VALUES, from.values);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO_KEYS, to.keys);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO_VALUES, to.values);
    if (groups > 0) glDispatchCompute(groups, 1, 1);
}

static void make_visible(void)
{
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next dispatch, or the caller's
}

static void scan(GLuint groups)
{
    GLuint counts = lesson.digits.counts.id;
    wb_scan_exclusive(&lesson.digits.scan, counts, counts, DIGITS * groups);
}

static void pass(wb_pairs from, wb_pairs to, uint32_t count, uint32_t shift)
{
    GLuint groups = (count + GROUP - 1) / GROUP;
    run(lesson.digits.count, from, to, count, shift, groups);
    make_visible();
    scan(groups);
    run(lesson.digits.place, from, to, count, shift, groups);
    make_visible();
}

// Right, and otherwise: the buffers change their names.
static void sort_in_turns(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    wb_pairs sources[] = {from, between, to};
    for (uint32_t d = 0; d < 8; d++)
        pass(sources[d == 0 ? 0 : 2 - d % 2], sources[1 + d % 2], count, 4 * d);
}

static void sort_highest_first(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    for (int d = 7; d >= 0; d--) {
        wb_pairs target = d % 2 == 1 ? between : to;
        pass(from, target, count, (uint32_t)(4 * d));
        from = target;
    }
}

static void sort_half(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    for (uint32_t d = 0; d < 4; d++) {
        wb_pairs target = d % 2 == 0 ? between : to;
        pass(from, target, count, 4 * d);
        from = target;
    }
}

// Each pass from what was given.
static void sort_given(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    for (uint32_t d = 0; d < 8; d++) pass(from, d % 2 == 0 ? between : to, count, 4 * d);
}

static void sort_in_place(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    pass(from, between, count, 0);
    for (uint32_t d = 1; d < 7; d++) pass(between, between, count, 4 * d);
    pass(between, to, count, 28);
}

static void sort_rounded_down(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    GLuint groups = count / GROUP;
    for (uint32_t d = 0; d < 8 && groups > 0; d++) {
        wb_pairs target = d % 2 == 0 ? between : to;
        run(lesson.digits.count, from, target, count, 4 * d, groups);
        make_visible();
        scan(groups);
        run(lesson.digits.place, from, target, count, 4 * d, groups);
        make_visible();
        from = target;
    }
}

static void sort_without_scan(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    GLuint groups = wb_groups_for(count, GROUP);
    for (uint32_t d = 0; d < 8; d++) {
        wb_pairs target = d % 2 == 0 ? between : to;
        run(lesson.digits.count, from, target, count, 4 * d, groups);
        make_visible();
        run(lesson.digits.place, from, target, count, 4 * d, groups);
        make_visible();
        from = target;
    }
}

// `before_scan`, `behind_place`: which of the two barriers is there.
static void sort_with(bool before_scan, bool behind_place, wb_pairs from, wb_pairs between,
                      wb_pairs to, uint32_t count)
{
    GLuint groups = wb_groups_for(count, GROUP);
    for (uint32_t d = 0; d < 8; d++) {
        wb_pairs target = d % 2 == 0 ? between : to;
        run(lesson.digits.count, from, target, count, 4 * d, groups);
        if (before_scan) make_visible();
        scan(groups);
        run(lesson.digits.place, from, target, count, 4 * d, groups);
        if (behind_place) make_visible();
        from = target;
    }
}

static void sort_scanning_early(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    sort_with(false, true, from, between, to, count);
}

static void sort_without_end(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    sort_with(true, false, from, between, to, count);
}

// Stable, too.
static void sort_on_the_cpu(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    GLsizeiptr bytes = (GLsizeiptr)count * 4;
    uint32_t *keys = malloc((size_t)count * 4), *values = malloc((size_t)count * 4);
    (void)between;
    if (keys != NULL && values != NULL) {
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
        glBindBuffer(GL_COPY_READ_BUFFER, from.keys);
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, bytes, keys);
        glBindBuffer(GL_COPY_READ_BUFFER, from.values);
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, bytes, values);
        for (uint32_t i = 1; i < count; i++)
            for (uint32_t k = i; k > 0 && keys[k] < keys[k - 1]; k--) {
                uint32_t key = keys[k], value = values[k];
                keys[k] = keys[k - 1];
                values[k] = values[k - 1];
                keys[k - 1] = key;
                values[k - 1] = value;
            }
        glBindBuffer(GL_COPY_WRITE_BUFFER, to.keys);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, bytes, keys);
        glBindBuffer(GL_COPY_WRITE_BUFFER, to.values);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, bytes, values);
    }
    free(keys);
    free(values);
}

void task_sort(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count)
{
    static const struct {
        const char *name;
        void (*sort)(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count);
    } answers[] = {
        {"solution", sort_as_solved},
        {"in_turns", sort_in_turns},                     // right
        {"highest_first", sort_highest_first},           // says: keys[
        {"four_passes", sort_half},                      // says: keys[
        {"always_given", sort_given},                    // says: keys[
        {"in_place", sort_in_place},                     // says: keys[
        {"rounded_down", sort_rounded_down},             // says: keys[
        {"no_scan", sort_without_scan},                  // says: behind the end
        {"no_barrier_before_scan", sort_scanning_early}, // says: missing barrier
        {"no_barrier_at_the_end", sort_without_end},     // says: missing barrier
        {"on_the_cpu", sort_on_the_cpu},                 // says: tasks/digits.comp has run
    };
    const char *name = getenv("ANSWER");
    for (size_t i = 0; name != NULL && i < sizeof answers / sizeof *answers; i++)
        if (strcmp(name, answers[i].name) == 0) answers[i].sort(from, between, to, count);
}
