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
    return lesson.walk != 0;
}

void tree_delete(void)
{
    wb_tree_delete(&lesson.tree);
    glDeleteProgram(lesson.walk);
    lesson.walk = 0;
}

/* ---- The passes ---- */

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
    walk();
}
// [/walk]
