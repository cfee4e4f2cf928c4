// The tree's dispatches. It is built by common/compute/tree.c; here the stars walk through it.
#include "steps_tree.h"
#include "state.h"
#include "steps_mesh.h"

#include "14_galaxy/slots.h"
#include "tree/slots.h"

enum {
    WALK_STACK = 1024,
    WALK_ROUNDS = 65535,
    FEW_ROUNDS = 200 // where the tree is none
};

/* ---- Start and end ---- */

static void clear_words(const wb_buffer *buffer)
{
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer->id);
    glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
}

static bool create_neighbours(void)
{
    lesson.neighbour_kernel =
        wb_program_compute(wb_current_variant()->kernel,
                           WB_DEFINES({"GROUP", WALK_GROUP}, {"STACK", WB_TREE_DEPTH + 1}));
    return lesson.neighbour_kernel != 0 &&
           wb_buffer_create(&lesson.neighbours, &(wb_buffer_desc){.name = "neighbours",
                                                                  .type = WB_F32,
                                                                  .shape = {(size_t)lesson.stars}});
}

bool tree_create(void)
{
    const galaxy_traits *own = traits();
    const float half = 0.5f * BOX;
    wb_tree_desc desc = {.most = (uint32_t)lesson.stars,
                         .low = {-half, -half, -half},
                         .high = {half, half, half},
                         .bundle = WALK_GROUP,
                         .quadrupoles = own->quadrupoles,
                         .nodes_kernel = own->equal_codes ? wb_current_variant()->kernel : NULL,
                         .moments_kernel = own->own_moments ? wb_current_variant()->kernel : NULL};
    if (!wb_tree_create(&lesson.tree, &desc)) return false;
    // Broken, it leaves nodes without a parent: for those, the root is one. No bundle starts there.
    if (own->equal_codes) {
        clear_words(&lesson.tree.nodes);
        clear_words(&lesson.tree.starts);
    }
    lesson.walk = wb_program_compute(
        "14_galaxy/walk.comp",
        WB_DEFINES({"WALK_GROUP", WALK_GROUP}, {"WALK_STACK", WALK_STACK},
                   {"WALK_DEPTH", WB_TREE_DEPTH},
                   {"WALK_ROUNDS", own->equal_codes ? FEW_ROUNDS : WALK_ROUNDS},
                   {"QUADRUPOLES", own->quadrupoles}, {"FORGETS_SIZE", own->forgets_size}));
    return lesson.walk != 0 && (own->neighbours == 0 || create_neighbours());
}

void tree_delete(void)
{
    wb_tree_delete(&lesson.tree);
    wb_buffer_delete(&lesson.neighbours);
    glDeleteProgram(lesson.walk);
    glDeleteProgram(lesson.neighbour_kernel);
    lesson.walk = lesson.neighbour_kernel = 0;
}

/* ---- The passes ---- */

// The tasks'. Nothing reads the distances before the walk's barrier.
static void find_neighbours(void)
{
    wb_pass_begin("neighbours");
    glUseProgram(lesson.neighbour_kernel);
    glUniform1ui(STARS, (GLuint)lesson.stars);
    bind_storage(TREE_ORDER, &lesson.tree.order);
    bind_storage(TREE_NODES, &lesson.tree.nodes);
    bind_storage(TREE_BOXES, &lesson.tree.boxes);
    bind_storage(NEIGHBOURS, &lesson.neighbours);
    wb_extent groups = wb_groups_folded(wb_groups_for(lesson.stars, WALK_GROUP), TREE_ROW);
    glDispatchCompute(groups.x, groups.y, 1);
    wb_pass_end();
}

// [walk]
static void walk(void)
{
    wb_pass_begin("walk");
    glUseProgram(lesson.walk);
    glUniform1ui(STARS, (GLuint)lesson.stars);
    glUniform1f(SOFTENING_SQUARED, (float)(softening() * softening()));
    glUniform1f(THETA, lesson.theta);
    bind_storage(TREE_ORDER, &lesson.tree.order);
    bind_storage(TREE_NODES, &lesson.tree.nodes);
    if (traits()->quadrupoles) bind_storage(TREE_QUADRUPOLES, &lesson.tree.quadrupoles);
    bind_storage(TREE_BUNDLES, &lesson.tree.bundles);
    bind_storage(TREE_COMMAND, &lesson.tree.bundle_command);
    bind_storage(PULLS, &lesson.pulls);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.tree.bundle_command.id);
    glDispatchComputeIndirect(0);
    // The stars move by the pulls; the next step's tree overwrites the nodes.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void pull_from_tree(void)
{
    wb_tree_build(&lesson.tree, lesson.positions.id, (uint32_t)lesson.stars);
    if (traits()->neighbours > 0) find_neighbours();
    walk();
}
// [/walk]
