#include "compute/scan.h"

#include "base/message.h"
#include "compute/groups.h"
#include "compute/subgroup.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "scan/slots.h"

#include <assert.h>
#include <stdlib.h>

enum {
    SUBGROUP = 32, // invocations; where subgroups have another size, the kernels do without
    MOST_EPOCH = 65535,
    // Looks at a predecessor that has published nothing, before its sum is made here: by a
    // subgroup, and by a whole group, whose looks take longer.
    PATIENCE = 256,
    GROUP_PATIENCE = 16,
};

/* ---- Making it ---- */

static uint32_t tiles_of(const wb_scan *scan, uint32_t count)
{
    bool is_single = scan->method == WB_SCAN_SINGLE_PASS;
    return wb_groups_for(count, is_single ? WB_SCAN_SINGLE_PASS_TILE : WB_SCAN_TILE);
}

static bool fits_dispatch(const wb_scan *scan, uint32_t most)
{
    GLint most_groups = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most_groups);
    uint32_t groups = tiles_of(scan, most);
    if (groups <= (uint32_t)most_groups) return true;
    wb_error("a scan of %u elements needs %u work groups; this driver dispatches at most %d\n"
             "what to do: scan fewer elements",
             most, groups, most_groups);
    return false;
}

static bool create_programs(wb_scan *scan)
{
    bool is_single = scan->method == WB_SCAN_SINGLE_PASS;
    int group = is_single ? WB_SCAN_SINGLE_PASS_GROUP : WB_SCAN_GROUP;
    bool has_subgroups = wb_subgroup_ballot(group, SUBGROUP);
    const wb_define *constants =
        WB_DEFINES({"GROUP", group}, {"SUBGROUPS", has_subgroups ? SUBGROUP : 0},
                   {"PATIENCE", has_subgroups ? PATIENCE : GROUP_PATIENCE});
    if (is_single) {
        scan->single_pass = wb_program_compute("scan/single_pass.comp", constants);
        return scan->single_pass != 0;
    }
    scan->reduce = wb_program_compute("scan/reduce.comp", constants);
    scan->partials = wb_program_compute("scan/partials.comp", constants);
    scan->tiles = wb_program_compute("scan/tiles.comp", constants);
    return scan->reduce != 0 && scan->partials != 0 && scan->tiles != 0;
}

// What the single pass keeps for each tile: four words of epoch 0, which is never a scan's.
static bool create_look_back(wb_scan *scan, uint32_t tiles)
{
    size_t words = 4 * (size_t)tiles;
    uint32_t *start = calloc(words, sizeof *start);
    if (start == NULL) {
        wb_error("there is no memory for a scan of %u elements", scan->most);
        return false;
    }
    bool good = wb_buffer_create(&scan->look_back, &(wb_buffer_desc){.name = "scan_look_back",
                                                                     .internal = true,
                                                                     .type = WB_U32,
                                                                     .shape = {words},
                                                                     .data = start});
    free(start);
    return good;
}

static bool create_tile_sums(wb_scan *scan, uint32_t tiles)
{
    return wb_buffer_create(
        &scan->tile_sums,
        &(wb_buffer_desc){.name = "scan_tile_sums", .type = WB_U32, .shape = {tiles}});
}

bool wb_scan_create(wb_scan *scan, uint32_t most, wb_scan_method method)
{
    *scan = (wb_scan){.most = most, .method = method};
    uint32_t tiles = most > 0 ? tiles_of(scan, most) : 1;
    return fits_dispatch(scan, most) && create_programs(scan) &&
           (method == WB_SCAN_SINGLE_PASS ? create_look_back(scan, tiles)
                                          : create_tile_sums(scan, tiles));
}

void wb_scan_delete(wb_scan *scan)
{
    wb_buffer_delete(&scan->tile_sums);
    wb_buffer_delete(&scan->look_back);
    glDeleteProgram(scan->reduce);
    glDeleteProgram(scan->partials);
    glDeleteProgram(scan->tiles);
    glDeleteProgram(scan->single_pass);
    *scan = (wb_scan){0};
}

/* ---- Three dispatches ---- */

static void three_dispatches(const wb_scan *scan, GLuint input, GLuint output, uint32_t count,
                             bool inclusive)
{
    uint32_t tiles = tiles_of(scan, count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN_TILE_SUMS, scan->tile_sums.id);

    wb_pass_begin("scan reduce");
    glUseProgram(scan->reduce);
    glUniform1ui(SCAN_COUNT, count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN_IN, input);
    glDispatchCompute(tiles, 1, 1);
    // The second dispatch reads the tiles' sums, and overwrites them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("scan partials");
    glUseProgram(scan->partials);
    glUniform1ui(SCAN_COUNT, tiles);
    glUniform1ui(SCAN_INCLUSIVE, false);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN_IN, scan->tile_sums.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN_OUT, scan->tile_sums.id);
    glDispatchCompute(1, 1, 1);
    // The third dispatch reads what stands before each tile.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("scan tiles");
    glUseProgram(scan->tiles);
    glUniform1ui(SCAN_COUNT, count);
    glUniform1ui(SCAN_INCLUSIVE, inclusive);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN_IN, input);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN_OUT, output);
    glDispatchCompute(tiles, 1, 1);
    // The caller's shaders read `output`; the next scan overwrites the tiles' sums.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- One dispatch ---- */

// Each scan has an epoch, by which it tells its own messages in the look-back buffer from those of
// earlier ones. Once in 65,535 scans they begin anew, and messages of long ago must not count
// again.
static void begin_epoch(wb_scan *scan)
{
    if (scan->epoch == MOST_EPOCH) {
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the clear overwrites what the scans wrote
        glBindBuffer(GL_COPY_WRITE_BUFFER, scan->look_back.id);
        glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
        scan->epoch = 0;
    }
    scan->epoch++;
}

static void single_pass(wb_scan *scan, GLuint input, GLuint output, uint32_t count, bool inclusive)
{
    begin_epoch(scan);
    wb_pass_begin("scan single pass");
    glUseProgram(scan->single_pass);
    glUniform1ui(SCAN_COUNT, count);
    glUniform1ui(SCAN_INCLUSIVE, inclusive);
    glUniform1ui(SCAN_EPOCH, scan->epoch);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN_IN, input);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN_OUT, output);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN_LOOK_BACK, scan->look_back.id);
    glDispatchCompute(tiles_of(scan, count), 1, 1);
    // The caller's shaders read `output`; the next scan goes on with the look-back buffer.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void scan_buffer(wb_scan *scan, GLuint input, GLuint output, uint32_t count, bool inclusive)
{
    assert(count <= scan->most);
    if (count == 0) return; // a dispatch of no groups would be none
    if (scan->method == WB_SCAN_SINGLE_PASS)
        single_pass(scan, input, output, count, inclusive);
    else
        three_dispatches(scan, input, output, count, inclusive);
}

void wb_scan_exclusive(wb_scan *scan, GLuint input, GLuint output, uint32_t count)
{
    scan_buffer(scan, input, output, count, false);
}

void wb_scan_inclusive(wb_scan *scan, GLuint input, GLuint output, uint32_t count)
{
    scan_buffer(scan, input, output, count, true);
}
