// The dispatches of a frame: what each pass reads and writes, and which barrier follows; then the
// versions, which put the passes together.
#include "steps.h"
#include "state.h"

#include "hand/slots.h"

/* ---- What the passes share ---- */

static void use(GLuint program)
{
    glUseProgram(program);
    glBindBufferBase(GL_UNIFORM_BUFFER, CLOTH, lesson.parameters);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CUTS, lesson.cuts.id);
}

static void dispatch_particles(void)
{
    glDispatchCompute(wb_groups_for(lesson.count, GROUP), 1, 1);
}

// One invocation for each cell of a colour: every second along x, or along y.
static void dispatch_cells(int direction)
{
    int across = direction == 1 ? columns() : (columns() + 1) / 2;
    int down = direction == 1 ? (rows() + 1) / 2 : rows();
    glDispatchCompute(wb_groups_for(across, GROUP_X), wb_groups_for(down, GROUP_Y), 1);
}

/* ---- Once a frame ---- */

// [hand]
// Before the substeps: what is near the hand in the picture follows it, if there is one.
static void take_hand(void)
{
    wb_hand hand = hand_now();
    if (!hand.holds) return;
    wb_pass_begin("hand");
    use(lesson.hand);
    wb_hand_set_uniforms(&hand);
    glUniform1f(HAND_TIME, (float)FRAME_S);
    if (traits()->has_hand) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, AIR, lesson.air.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glDispatchCompute(wb_groups_for(lesson.count, HAND_GROUP), 1, 1);
    // The first substep reads the velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}
// [/hand]

static void begin_frame(void)
{
    update_cloth();
    take_hand();
}

/* ---- The passes of a substep ---- */

static void predict(void)
{
    wb_pass_begin("predict");
    use(lesson.predict);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PREDICTED, lesson.predicted.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, AIR, lesson.air.id);
    dispatch_particles();
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the links read the predicted positions
    wb_pass_end();
}

static void pull_list(int colour)
{
    uint32_t first = lesson.starts[colour], count = lesson.starts[colour + 1] - first;
    if (count == 0) return;
    wb_pass_begin("colour");
    use(lesson.colours);
    glUniform1ui(FIRST, first);
    glUniform1ui(COUNT, count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIST, lesson.links.id);
    glDispatchCompute(wb_groups_for(count, GROUP), 1, 1);
    // The next colour, or `finish`, reads the positions that this one has moved.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void predict_and_pull(void)
{
    wb_pass_begin("predict and colour 0");
    use(lesson.first);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PREDICTED, lesson.predicted.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, AIR, lesson.air.id);
    dispatch_cells(0);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next colour reads the positions
    wb_pass_end();
}

static void pull(int colour)
{
    wb_pass_begin("colour");
    use(lesson.colours);
    glUniform1i(COLOUR, colour);
    dispatch_cells(colour / 2);
    // The next colour, or `finish`, reads the positions that this one has moved.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void finish(int substep)
{
    wb_pass_begin("finish");
    use(lesson.finish);
    glUniform1i(SUBSTEP, substep);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PREDICTED, lesson.predicted.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    dispatch_particles();
    // The next substep, or the end of the frame, reads positions and velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void substep_in_tiles(int substep)
{
    wb_pass_begin("substep");
    use(lesson.colours);
    glUniform1i(SUBSTEP, substep);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, AIR, lesson.air.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_POSITIONS, lesson.next_positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_VELOCITIES, lesson.next_velocities.id);
    glDispatchCompute(wb_groups_for(columns(), SIDE), wb_groups_for(rows(), SIDE), 1);
    // The next substep, or the end of the frame, reads what this one has written, and the substep
    // overwrites what this one has read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_buffer_swap(&lesson.positions, &lesson.next_positions);
    wb_buffer_swap(&lesson.velocities, &lesson.next_velocities);
    wb_pass_end();
}

static void average(void)
{
    wb_pass_begin("average");
    use(lesson.colours);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_POSITIONS, lesson.next_positions.id);
    dispatch_particles();
    // The next sweep, or `finish`, reads what this one has written, and overwrites what it has
    // read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_buffer_swap(&lesson.positions, &lesson.next_positions);
    wb_pass_end();
}

/* ---- Once a frame ---- */

static void tear(void)
{
    wb_pass_begin("tear");
    use(lesson.tear_kernel);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_CUTS, lesson.next_cuts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, INDICES, lesson.indices.id);
    dispatch_particles();
    // `normals` and the next frame read the cuts. (That the picture reads indices, it says itself.)
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_buffer_swap(&lesson.cuts, &lesson.next_cuts);
    wb_pass_end();
}

static void find_normals(void)
{
    wb_pass_begin("normals");
    use(lesson.normals);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, AIR, lesson.air.id);
    dispatch_particles();
    // The picture reads the normals, and the next frame also the wind along them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void end_frame(void)
{
    if (lesson.tear > 0.0f) tear();
    find_normals();
}

/* ---- The versions ---- */

void step_jacobi(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        predict();
        for (int sweep = 0; sweep < sweeps(); sweep++) average();
        finish(i);
    }
    end_frame();
}

void step_list(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        predict();
        for (int sweep = 0; sweep < sweeps(); sweep++)
            for (int colour = 0; colour < COLOURS; colour++) pull_list(colour);
        finish(i);
    }
    end_frame();
}

void step_implicit(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        predict_and_pull();
        for (int colour = 1; colour < COLOURS; colour++) pull(colour);
        finish(i);
    }
    end_frame();
}

void step_tile(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) substep_in_tiles(i);
    end_frame();
}

/* ---- The tasks ---- */

// From a particle to the next but one: even or odd pairs of them, along a row or a column.
void bend(int direction, int odd)
{
    wb_pass_begin("bend");
    use(lesson.bend);
    glUniform2i(BEND, direction == 0 ? 2 : 0, direction == 0 ? 0 : 2);
    glUniform1i(BEND_ODD, odd);
    glDispatchCompute(wb_groups_for(columns(), GROUP_X), wb_groups_for(rows(), GROUP_Y), 1);
    // The next pass reads the positions that this one has moved.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_bend(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        predict_and_pull();
        for (int colour = 1; colour < COLOURS; colour++) pull(colour);
        for (int k = 0; k < BEND_COLOURS; k++) bend(k / 2, k % 2);
        finish(i);
    }
    end_frame();
}

void step_whole(void)
{
    begin_frame();
    wb_pass_begin("whole frame");
    use(lesson.colours);
    glUniform1i(SUBSTEPS, substeps());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, AIR, lesson.air.id);
    glDispatchCompute(1, 1, 1);
    // `normals` reads the positions, and the next frame the velocities, too.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    end_frame();
}

/* ---- The project ---- */

// As `pull`, but over all particles: which of them begin a link of the colour is the learner's
// choice.
static void pull_as_they_like(int colour)
{
    wb_pass_begin("colour");
    use(lesson.colours);
    glUniform1i(COLOUR, colour);
    glDispatchCompute(wb_groups_for(columns(), GROUP_X), wb_groups_for(rows(), GROUP_Y), 1);
    // The next colour, or `finish`, reads the positions that this one has moved; and so for the
    // cuts.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_project(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        predict();
        for (int colour = 0; colour < COLOURS; colour++) pull_as_they_like(colour);
        finish(i);
    }
    end_frame();
}

/* ---- The broken variants that are not a version with other numbers ---- */

void step_two_sets(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        predict();
        for (int odd = 0; odd < 2; odd++) {
            wb_pass_begin("set");
            use(lesson.colours); // BROKEN: see the kernel
            glUniform1i(ODD, odd);
            dispatch_cells(0);
            glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the other set, or `finish`, reads it
            wb_pass_end();
        }
        finish(i);
    }
    end_frame();
}

void step_springs(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        wb_pass_begin("springs");
        use(lesson.colours); // BROKEN: see the kernel
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_POSITIONS, lesson.next_positions.id);
        dispatch_particles();
        // The next step reads what this one has written, and overwrites what it has read.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_buffer_swap(&lesson.positions, &lesson.next_positions);
        wb_pass_end();
    }
    end_frame();
}
