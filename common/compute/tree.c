#include "compute/tree.h"

#include "base/message.h"
#include "compute/groups.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "tree/slots.h"

#include <assert.h>
#include <math.h>

static const wb_field node_fields[] = {{"body", WB_F32, 4},  {"left", WB_U32, 1},
                                       {"right", WB_U32, 1}, {"parent", WB_U32, 1},
                                       {"size", WB_F32, 1},  {0}};

/* ---- Start and end ---- */

static bool check_desc(const wb_tree_desc *desc)
{
    for (int k = 0; k < 3; k++) {
        if (isfinite(desc->low[k]) && isfinite(desc->high[k]) && desc->low[k] < desc->high[k])
            continue;
        wb_error("a tree's box cannot reach from %g to %g along %c", (double)desc->low[k],
                 (double)desc->high[k], "xyz"[k]);
        return false;
    }
    return true;
}

// Kernels trust what the others wrote: numbers from a file could lead them round in circles.
static bool create_buffers(wb_tree *tree)
{
    size_t most = tree->desc.most > 0 ? tree->desc.most : 1, inner = most > 1 ? most - 1 : 1;
    const struct {
        wb_buffer *buffer;
        wb_buffer_desc desc;
    } all[] = {
        {&tree->codes, {.name = "tree_codes", .type = WB_U32, .shape = {most}}},
        {&tree->order, {.name = "tree_order", .type = WB_U32, .shape = {most}}},
        {&tree->nodes, {.name = "tree_nodes", .shape = {2 * most - 1, 8}, .fields = node_fields}},
        {&tree->boxes, {.name = "tree_boxes", .type = WB_F32, .shape = {inner, 2, 4}}},
        {&tree->arrivals, {.name = "tree_arrivals", .type = WB_U32, .shape = {inner}}},
        {&tree->starts, {.name = "tree_starts", .type = WB_U32, .shape = {most}}},
        {&tree->places, {.name = "tree_places", .type = WB_U32, .shape = {most}}},
        {&tree->bundles, {.name = "tree_bundles", .type = WB_U32, .shape = {most + 1}}},
        {&tree->bundle_command, {.name = "tree_command", .type = WB_U32, .shape = {4}}},
        {&tree->quadrupoles, {.name = "tree_quadrupoles", .type = WB_F32, .shape = {inner, 2, 4}}},
    };
    size_t count = sizeof all / sizeof all[0] - (tree->desc.quadrupoles ? 0 : 1);
    for (size_t i = 0; i < count; i++) {
        wb_buffer_desc desc = all[i].desc;
        desc.internal = true;
        if (!wb_buffer_create(all[i].buffer, &desc)) return false;
    }
    return true;
}

static bool create_programs(wb_tree *tree)
{
    const char *nodes = tree->desc.nodes_kernel, *moments = tree->desc.moments_kernel;
    const wb_define *constants = WB_DEFINES({"QUADRUPOLES", tree->desc.quadrupoles});
    tree->codes_kernel = wb_program_compute("tree/codes.comp", NULL);
    tree->nodes_kernel = wb_program_compute(nodes != NULL ? nodes : "tree/nodes.comp", NULL);
    tree->moments_kernel =
        wb_program_compute(moments != NULL ? moments : "tree/moments.comp", constants);
    tree->bundles_kernel = wb_program_compute("tree/bundles.comp", NULL);
    return tree->codes_kernel != 0 && tree->nodes_kernel != 0 && tree->moments_kernel != 0 &&
           tree->bundles_kernel != 0;
}

bool wb_tree_create(wb_tree *tree, const wb_tree_desc *desc)
{
    assert(desc->bundle > 0);
    *tree = (wb_tree){.desc = *desc};
    return check_desc(desc) && create_buffers(tree) && create_programs(tree) &&
           wb_sort_create(&tree->sort, desc->most) &&
           wb_scan_create(&tree->scan, desc->most, WB_SCAN_THREE_DISPATCHES);
}

void wb_tree_delete(wb_tree *tree)
{
    wb_buffer *const buffers[] = {
        &tree->codes,  &tree->order,  &tree->nodes,   &tree->boxes,          &tree->arrivals,
        &tree->starts, &tree->places, &tree->bundles, &tree->bundle_command, &tree->quadrupoles};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_sort_delete(&tree->sort);
    wb_scan_delete(&tree->scan);
    glDeleteProgram(tree->codes_kernel);
    glDeleteProgram(tree->nodes_kernel);
    glDeleteProgram(tree->moments_kernel);
    glDeleteProgram(tree->bundles_kernel);
    *tree = (wb_tree){0};
}

/* ---- The build ---- */

static void bind(GLuint binding, GLuint buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
}

// [passes]
static void make_codes(wb_tree *tree, GLuint points, uint32_t count, wb_extent groups)
{
    const wb_tree_desc *desc = &tree->desc;
    float cells[3];
    for (int k = 0; k < 3; k++) cells[k] = (1 << TREE_AXIS_BITS) / (desc->high[k] - desc->low[k]);
    wb_pass_begin("codes");
    glUseProgram(tree->codes_kernel);
    glUniform1ui(TREE_COUNT, count);
    glUniform3fv(TREE_LOW, 1, desc->low);
    glUniform3fv(TREE_CELLS_PER_UNIT, 1, cells);
    bind(TREE_POINTS, points);
    bind(TREE_CODES, tree->codes.id);
    bind(TREE_ORDER, tree->order.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The sort reads and overwrites codes and order.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void make_nodes(wb_tree *tree, GLuint points, uint32_t count, wb_extent groups)
{
    wb_pass_begin("nodes");
    glUseProgram(tree->nodes_kernel);
    glUniform1ui(TREE_COUNT, count);
    bind(TREE_POINTS, points);
    bind(TREE_CODES, tree->codes.id);
    bind(TREE_ORDER, tree->order.id);
    bind(TREE_NODES, tree->nodes.id);
    bind(TREE_ARRIVALS, tree->arrivals.id);
    bind(TREE_STARTS, tree->starts.id);
    glUniform1i(TREE_BUNDLE, (GLint)tree->desc.bundle);
    glDispatchCompute(groups.x, groups.y, 1);
    // The way up reads the nodes, and counts on from 0 arrivals; the scan reads the starts.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void make_moments(wb_tree *tree, uint32_t count, wb_extent groups)
{
    wb_pass_begin("moments");
    glUseProgram(tree->moments_kernel);
    glUniform1ui(TREE_COUNT, count);
    bind(TREE_NODES, tree->nodes.id);
    bind(TREE_BOXES, tree->boxes.id);
    bind(TREE_ARRIVALS, tree->arrivals.id);
    if (tree->desc.quadrupoles) bind(TREE_QUADRUPOLES, tree->quadrupoles.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The caller's shaders read the tree, after the barrier of the bundles.
    wb_pass_end();
}

static void make_bundles(wb_tree *tree, uint32_t count, wb_extent groups)
{
    wb_scan_exclusive(&tree->scan, tree->starts.id, tree->places.id, count);
    wb_pass_begin("bundles");
    glUseProgram(tree->bundles_kernel);
    glUniform1ui(TREE_COUNT, count);
    bind(TREE_STARTS, tree->starts.id);
    bind(TREE_PLACES, tree->places.id);
    bind(TREE_BUNDLES, tree->bundles.id);
    bind(TREE_COMMAND, tree->bundle_command.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The caller's shaders read the bundles, and a dispatch takes its work groups from there.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
}

void wb_tree_build(wb_tree *tree, GLuint points, uint32_t count)
{
    assert(count <= tree->desc.most);
    if (count == 0) return; // a dispatch of no groups would be none
    wb_extent groups = wb_groups_folded(wb_groups_for(count, TREE_GROUP), TREE_ROW);
    make_codes(tree, points, count, groups);
    wb_sort_pairs(&tree->sort, tree->codes.id, tree->order.id, count);
    make_nodes(tree, points, count, groups);
    make_moments(tree, count, groups);
    make_bundles(tree, count, groups);
}
// [/passes]
