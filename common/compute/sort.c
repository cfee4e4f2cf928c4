#include "compute/sort.h"

#include "base/message.h"
#include "compute/groups.h"
#include "compute/subgroup.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "sort/slots.h"

#include <assert.h>

/* Bitonic: an invocation holds eight pairs, and so can run three levels of the network on them. The
 * larger block takes fewer dispatches, but its 36 KiB of shared memory are more than OpenGL
 * promises. */
enum { HELD = 8, MOST_LEVELS = 3, LARGE_BLOCK = 4096, SMALL_BLOCK = 2048 };

/* Radix: with operations of subgroups of 32, and without. Smaller subgroups would need more
 * counters than there is room for. */
enum {
    RADIX = 1 << WB_SORT_DIGIT_BITS,
    SUBGROUP = 32,
    SUBGROUP_GROUP = 384,
    SUBGROUP_ITEMS = 14, // with more, an H200 has room for one group at a time where it now has two
    SPLIT_GROUP = 256,
    SPLIT_ITEMS = 16,
};

static int log2_of(int power_of_two)
{
    int log2 = 0;
    while (1 << log2 < power_of_two) log2++;
    return log2;
}

/* ---- Making it ---- */

static bool fits_dispatch(uint32_t most, int smallest_tile)
{
    GLint most_groups = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most_groups);
    uint32_t groups = wb_groups_for(most, smallest_tile);
    if (groups <= (uint32_t)most_groups) return true;
    wb_error("a sort of %u pairs needs %u work groups; this driver dispatches at most %d\n"
             "what to do: sort fewer pairs",
             most, groups, most_groups);
    return false;
}

static bool create_bitonic(wb_sort *sort)
{
    GLint shared_bytes = 0;
    glGetIntegerv(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, &shared_bytes);
    sort->block = shared_bytes >= LARGE_BLOCK * 9 ? LARGE_BLOCK : SMALL_BLOCK;
    const wb_define *constants = WB_DEFINES({"GROUP", sort->block / HELD}, {"BLOCK", sort->block},
                                            {"LOG2_BLOCK", log2_of(sort->block)});
    sort->sort_blocks = wb_program_compute("sort/sort_blocks.comp", constants);
    sort->merge_near = wb_program_compute("sort/merge_near.comp", constants);
    sort->merge_far = wb_program_compute("sort/merge_far.comp", NULL);
    return sort->sort_blocks != 0 && sort->merge_near != 0 && sort->merge_far != 0;
}

static bool create_radix(wb_sort *sort)
{
    bool subgroups = wb_subgroup_ballot(SUBGROUP_GROUP, SUBGROUP);
    int group = subgroups ? SUBGROUP_GROUP : SPLIT_GROUP;
    int items = subgroups ? SUBGROUP_ITEMS : SPLIT_ITEMS;
    sort->tile = group * items;
    const wb_define *constants =
        WB_DEFINES({"GROUP", group}, {"ITEMS", items}, {"DIGIT_BITS", WB_SORT_DIGIT_BITS},
                   {"SUBGROUPS", subgroups}, {"SUBGROUP", SUBGROUP});
    sort->count = wb_program_compute("sort/radix_count.comp", constants);
    sort->place = wb_program_compute("sort/radix_place.comp", constants);
    return sort->count != 0 && sort->place != 0;
}

static bool create_buffers(wb_sort *sort, size_t most)
{
    size_t counts = RADIX * (size_t)wb_groups_for((int64_t)most, sort->tile);
    return wb_buffer_create(
               &sort->keys,
               &(wb_buffer_desc){.name = "sort_keys", .type = WB_U32, .shape = {most}}) &&
           wb_buffer_create(
               &sort->values,
               &(wb_buffer_desc){.name = "sort_values", .type = WB_U32, .shape = {most}}) &&
           wb_buffer_create(
               &sort->counts,
               &(wb_buffer_desc){.name = "sort_counts", .type = WB_U32, .shape = {counts}}) &&
           wb_scan_create(&sort->scan, (uint32_t)counts, WB_SCAN_SINGLE_PASS);
}

bool wb_sort_create(wb_sort *sort, uint32_t most)
{
    *sort = (wb_sort){.most = most};
    return create_bitonic(sort) && create_radix(sort) &&
           fits_dispatch(most, HELD * SORT_FAR_GROUP) && create_buffers(sort, most > 0 ? most : 1);
}

void wb_sort_delete(wb_sort *sort)
{
    wb_scan_delete(&sort->scan);
    wb_buffer_delete(&sort->keys);
    wb_buffer_delete(&sort->values);
    wb_buffer_delete(&sort->counts);
    glDeleteProgram(sort->sort_blocks);
    glDeleteProgram(sort->merge_far);
    glDeleteProgram(sort->merge_near);
    glDeleteProgram(sort->count);
    glDeleteProgram(sort->place);
    *sort = (wb_sort){0};
}

static void bind_pairs(wb_pairs from, wb_pairs to)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORT_FROM_KEYS, from.keys);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORT_FROM_VALUES, from.values);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORT_TO_KEYS, to.keys);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORT_TO_VALUES, to.values);
}

/* ---- Bitonic sort ---- */

// The first `levels` levels of merging runs of 2^log2_size pairs.
static void merge_far(const wb_sort *sort, uint32_t count, int log2_size, int levels, bool mirrored)
{
    uint32_t runs = wb_groups_for(count, 1u << log2_size); // each: 2^(log2_size - levels) sets
    uint32_t sets = runs << (log2_size - levels), sets_in_group = SORT_FAR_GROUP * HELD >> levels;
    wb_pass_begin("merge far");
    glUseProgram(sort->merge_far);
    glUniform1ui(SORT_COUNT, count);
    glUniform1ui(SORT_LOG2_SIZE, (GLuint)log2_size);
    glUniform1ui(SORT_LEVELS, (GLuint)levels);
    glUniform1ui(SORT_MIRRORED, mirrored);
    glDispatchCompute(wb_groups_for(sets, sets_in_group), 1, 1);
    // The next levels, far or near, read and overwrite the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void merge_near(const wb_sort *sort, uint32_t count)
{
    wb_pass_begin("merge near");
    glUseProgram(sort->merge_near);
    glUniform1ui(SORT_COUNT, count);
    glDispatchCompute(wb_groups_for(count, sort->block), 1, 1);
    // The next merge, or the caller's shaders, read and overwrite the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_sort_bitonic_pairs(wb_sort *sort, wb_pairs from, wb_pairs to, uint32_t count)
{
    assert(count <= sort->most);
    if (count == 0) return; // a dispatch of no groups would be none
    int log2_block = log2_of(sort->block);

    wb_pass_begin("sort blocks");
    glUseProgram(sort->sort_blocks);
    glUniform1ui(SORT_COUNT, count);
    bind_pairs(from, to);
    glDispatchCompute(wb_groups_for(count, sort->block), 1, 1);
    // The first merge, or the caller's shaders, read and overwrite the pairs.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    bind_pairs(to, to); // from here on in place
    for (int log2_size = log2_block + 1; count > 1u << (log2_size - 1); log2_size++) {
        for (int left = log2_size; left > log2_block;) {
            int levels = left - log2_block < MOST_LEVELS ? left - log2_block : MOST_LEVELS;
            merge_far(sort, count, left, levels, left == log2_size);
            left -= levels;
        }
        merge_near(sort, count);
    }
}

/* ---- Radix sort ---- */

void wb_sort_radix_pass(wb_sort *sort, wb_pairs from, wb_pairs to, uint32_t count, int shift)
{
    assert(count <= sort->most && from.keys != to.keys && from.values != to.values);
    if (count == 0) return; // a dispatch of no groups would be none
    uint32_t tiles = wb_groups_for(count, sort->tile);

    wb_pass_begin("radix count");
    glUseProgram(sort->count);
    glUniform1ui(SORT_COUNT, count);
    glUniform1ui(SORT_SHIFT, (GLuint)shift);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORT_FROM_KEYS, from.keys);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORT_COUNTS, sort->counts.id);
    glDispatchCompute(tiles, 1, 1);
    // The scan reads and overwrites the counts.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_scan_exclusive(&sort->scan, sort->counts.id, sort->counts.id, RADIX * tiles);

    wb_pass_begin("radix place");
    glUseProgram(sort->place);
    glUniform1ui(SORT_COUNT, count);
    glUniform1ui(SORT_SHIFT, (GLuint)shift);
    bind_pairs(from, to);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORT_COUNTS, sort->counts.id);
    glDispatchCompute(tiles, 1, 1);
    // The next pass, or the caller's shaders, read the pairs, and overwrite `from` and the counts.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_sort_radix_pairs(wb_sort *sort, wb_pairs from, wb_pairs to, uint32_t count)
{
    wb_pairs between = {sort->keys.id, sort->values.id};
    wb_sort_radix_pass(sort, from, between, count, 0);
    wb_sort_radix_pass(sort, between, to, count, WB_SORT_DIGIT_BITS);
    wb_sort_radix_pass(sort, to, between, count, 2 * WB_SORT_DIGIT_BITS);
    wb_sort_radix_pass(sort, between, to, count, 3 * WB_SORT_DIGIT_BITS);
}

/* ---- Either ---- */

void wb_sort_pairs(wb_sort *sort, GLuint keys, GLuint values, uint32_t count)
{
    wb_pairs pairs = {keys, values};
    if (count <= WB_SORT_BITONIC_MOST)
        wb_sort_bitonic_pairs(sort, pairs, pairs, count);
    else
        wb_sort_radix_pairs(sort, pairs, pairs, count);
}
