// The dispatches of a step of smoke: what the air carries, what pushes it, and the pressure that
// lets no air vanish.
#include "smoke.h"

#include "state.h"

/* ---- The passes ---- */

static void use(GLuint program)
{
    glUseProgram(program);
    glUniform3iv(SIZE, 1, lesson.smoke.size);
}

static void bind_texture(GLuint unit, const wb_buffer *texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_3D, texture->id);
}

static void bind_image(GLuint unit, const wb_buffer *texture, GLenum access)
{
    glBindImageTexture(unit, texture->id, 0, GL_TRUE, 0, access, GL_R32F);
}

static void bind_velocity(void)
{
    bind_texture(VELOCITY_X, &lesson.smoke.velocity[0]);
    bind_texture(VELOCITY_Y, &lesson.smoke.velocity[1]);
    bind_texture(VELOCITY_Z, &lesson.smoke.velocity[2]);
}

// The images of three components.
static void bind_faces(const wb_buffer velocity[3], GLenum access)
{
    for (GLuint axis = 0; axis < 3; axis++) bind_image(NEXT_X + axis, &velocity[axis], access);
}

static void dispatch_over(const int size[3])
{
    glDispatchCompute(wb_groups_for(size[0], GROUP_X), wb_groups_for(size[1], GROUP_Y),
                      wb_groups_for(size[2], GROUP_Z));
}

// One invocation a cell; `more` of them in each direction, for the faces behind the last cell.
static void dispatch(int more)
{
    const int *size = lesson.smoke.size;
    dispatch_over((int[]){size[0] + more, size[1] + more, size[2] + more});
}

/* ---- What the air carries ---- */

// What the last step's projection stored is fetched now. A picture since then has had this barrier.
static void wait_for_velocity(void)
{
    if (lesson.step > 0 && !smoke_is_drawn()) glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

// How much comes out of the source, and what is left of smoke and heat: maccormack's guess adds
// none, and keeps all.
static void use_source(GLuint program, float source, float fade)
{
    const smoke_state *s = &lesson.smoke;
    float radius = s->origin[3];
    use(program);
    glUniform4f(ORIGIN, s->origin[0], s->origin[1], s->origin[2], 1.0f / (radius * radius));
    glUniform1f(SOURCE, source);
    glUniform1f(FADE, fade);
    glUniform1f(FLICKER, s->flicker);
    glUniform1i(SMOKE_STEP, (GLint)lesson.step);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OPENINGS, s->openings.id);
    bind_texture(SMOKE, &s->smoke);
    bind_texture(HEAT, &s->heat);
    bind_velocity();
}

static void move_smoke(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("move smoke");
    wait_for_velocity();
    use_source(s->move_smoke, s->source, s->fade);
    bind_image(SMOKE_NEXT, &s->smoke_next, GL_WRITE_ONLY);
    bind_image(HEAT_NEXT, &s->heat_next, GL_WRITE_ONLY);
    dispatch(0); // the next pass reads neither; its barrier is for these textures, too
    wb_pass_end();
    wb_buffer_swap(&s->smoke, &s->smoke_next);
    wb_buffer_swap(&s->heat, &s->heat_next);
}

static void swap_velocity(wb_buffer other[3])
{
    for (int axis = 0; axis < 3; axis++) wb_buffer_swap(&lesson.smoke.velocity[axis], &other[axis]);
}

static void move_velocity(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("move velocity");
    use(s->move_velocity);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OPENINGS, s->openings.id);
    bind_velocity();
    bind_faces(s->velocity_next, GL_WRITE_ONLY);
    dispatch(1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // the next pass fetches it, and the heat
    wb_pass_end();
    swap_velocity(s->velocity_next);
}

// As above, but what is stored is a guess, and a second pass mends it.
static void guess(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("guess");
    wait_for_velocity();
    use_source(s->move_smoke, 0, 1);
    bind_image(SMOKE_NEXT, &s->smoke_next, GL_WRITE_ONLY);
    bind_image(HEAT_NEXT, &s->heat_next, GL_WRITE_ONLY);
    dispatch(0); // the next dispatch reads neither
    use(s->move_velocity);
    bind_faces(s->velocity_next, GL_WRITE_ONLY);
    dispatch(1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // the next pass fetches all guesses
    wb_pass_end();
}

static void mend(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("mend");
    use_source(s->mend_smoke, s->source, s->fade);
    bind_texture(SMOKE_GUESS, &s->smoke_next);
    bind_texture(HEAT_GUESS, &s->heat_next);
    bind_image(SMOKE_NEXT, &s->smoke_mended, GL_WRITE_ONLY);
    bind_image(HEAT_NEXT, &s->heat_mended, GL_WRITE_ONLY);
    dispatch(0); // the next dispatch reads neither
    use(s->mend_velocity);
    for (GLuint axis = 0; axis < 3; axis++) bind_texture(GUESS_X + axis, &s->velocity_next[axis]);
    bind_faces(s->velocity_mended, GL_WRITE_ONLY);
    dispatch(1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // the next pass fetches it, and the heat
    wb_pass_end();
    wb_buffer_swap(&s->smoke, &s->smoke_mended);
    wb_buffer_swap(&s->heat, &s->heat_mended);
    swap_velocity(s->velocity_mended);
}

/* ---- What pushes it ---- */

static void find_whirls(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("whirls");
    use(s->find_curl);
    bind_velocity();
    glBindImageTexture(CURL_NEXT, s->curl.id, 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RGBA32F);
    bind_image(TURNING_NEXT, &s->turning, GL_WRITE_ONLY);
    dispatch(0);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // the next dispatch fetches both
    use(s->find_push);
    glUniform1f(SWIRL, s->swirl);
    bind_texture(TURNING, &s->turning);
    bind_texture(CURL, &s->curl);
    glBindImageTexture(PUSH_NEXT, s->push.id, 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RGBA32F);
    dispatch(0);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // the forces fetch it
    wb_pass_end();
}

static void push(void)
{
    smoke_state *s = &lesson.smoke;
    if (s->swirl > 0) find_whirls();
    wb_pass_begin("forces");
    // What is loaded and stored here was stored just now, and fetched.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    use(s->forces);
    glUniform1f(LIFT, s->buoyancy * (float)s->size[1]);
    glUniform1f(SWIRL, s->swirl);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OPENINGS, s->openings.id);
    bind_texture(HEAT, &s->heat);
    bind_texture(PUSH, &s->push);
    bind_faces(s->velocity, GL_READ_WRITE);
    dispatch(1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // the divergence fetches it
    wb_pass_end();
}

/* ---- Pressure ---- */

static void diverge(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("divergence");
    use(s->diverge);
    bind_velocity();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OPENINGS, s->openings.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RIGHT, s->divergence.id);
    dispatch(0);
    // The sweeps read it; the projection stores over the velocities that were fetched.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    wb_pass_end();
}

// A sweep from one buffer into the other. The two take turns.
static void use_sweep(void)
{
    smoke_state *s = &lesson.smoke;
    use(s->solve);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OPENINGS, s->openings.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RIGHT, s->divergence.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PRESSURE, s->pressure.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PRESSURE_NEXT, s->pressure_next.id);
}

static void sweep_jacobi(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("pressure");
    for (int i = 0, sweeps = smoke_sweeps(); i < sweeps; i++) {
        use_sweep();
        dispatch(0);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next sweep and the projection
        wb_buffer_swap(&s->pressure, &s->pressure_next);
    }
    wb_pass_end();
}

// A dispatch is a sweep of both colours, or two of Jacobi's.
static void sweep_tiles(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("pressure");
    for (int i = 0, sweeps = smoke_sweeps(); i < sweeps; i++) {
        use_sweep();
        if (traits()->solver == RED_BLACK) glUniform1f(OMEGA, s->omega);
        glDispatchCompute(wb_groups_for(s->size[0], TILE_X), wb_groups_for(s->size[1], TILE_Y),
                          wb_groups_for(s->size[2], TILE_Z));
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next sweep and the projection
        wb_buffer_swap(&s->pressure, &s->pressure_next);
    }
    wb_pass_end();
}

// The finest level's equation is in the openings, those of the others are in stencils.
static void use_level(const GLuint programs[2], int level)
{
    smoke_state *s = &lesson.smoke;
    const smoke_level *l = &s->levels[level];
    glUseProgram(programs[level > 0]);
    glUniform3iv(SIZE, 1, level > 0 ? l->size : s->size);
    if (level == 0) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OPENINGS, s->openings.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RIGHT, s->divergence.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PRESSURE, s->pressure.id);
    } else {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STENCILS, l->stencils.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RIGHT, l->right.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PRESSURE, l->pressure.id);
    }
}

// First the red cells, then the black ones.
static void relax(int level, float omega)
{
    smoke_state *s = &lesson.smoke;
    const int *size = level > 0 ? s->levels[level].size : s->size;
    for (int colour = 0; colour < 2; colour++) {
        use_level(s->relax, level);
        glUniform1i(COLOUR, colour);
        glUniform1f(OMEGA, omega);
        dispatch_over((int[]){(size[0] + 1) / 2, size[1], size[2]});
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the other colour, or who is next
    }
}

static void sweep_red_black(void)
{
    wb_pass_begin("pressure");
    for (int i = 0, sweeps = smoke_sweeps(); i < sweeps; i++) relax(0, lesson.smoke.omega);
    wb_pass_end();
}

/* ---- Pressure by multigrid ---- */

static void go_down(int level)
{
    smoke_state *s = &lesson.smoke;
    const smoke_level *coarse = &s->levels[level + 1];
    use_level(s->restriction, level);
    glUniform3iv(COARSE_SIZE, 1, coarse->size);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COARSE_RIGHT, coarse->right.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COARSE_PRESSURE, coarse->pressure.id);
    dispatch_over(coarse->size);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the coarse level's sweeps
}

static void go_up(int level)
{
    smoke_state *s = &lesson.smoke;
    const smoke_level *coarse = &s->levels[level + 1];
    use_level(s->prolongation, level);
    glUniform3iv(COARSE_SIZE, 1, coarse->size);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STENCILS, coarse->stencils.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COARSE_PRESSURE, coarse->pressure.id);
    dispatch_over(level > 0 ? s->levels[level].size : s->size);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // this level's sweeps
}

static void solve_bottom(int level)
{
    const GLuint both[2] = {lesson.smoke.bottom, lesson.smoke.bottom};
    use_level(both, level);
    glUniform1f(OMEGA, BOTTOM_OMEGA);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the way up
}

static void v_cycle(void)
{
    int bottom = lesson.smoke.level_count - 1;
    for (int level = 0; level < bottom; level++) {
        relax(level, CYCLE_OMEGA);
        go_down(level);
    }
    solve_bottom(bottom);
    for (int level = bottom - 1; level >= 0; level--) {
        go_up(level);
        relax(level, CYCLE_OMEGA);
    }
}

static void cycle(void)
{
    wb_pass_begin("pressure");
    for (int i = 0, sweeps = smoke_sweeps(); i < sweeps; i++) v_cycle();
    wb_pass_end();
}

static void project(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("project");
    use(s->project);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OPENINGS, s->openings.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PRESSURE, s->pressure.id);
    bind_faces(s->velocity, GL_READ_WRITE);
    dispatch(1); // the next step fetches it, and has the barrier
    wb_pass_end();
}

/* ---- The steps ---- */

static void begin_step(void)
{
    move_smoke();
    move_velocity();
    push();
    diverge();
}

static void end_step(void)
{
    project();
    lesson.step++;
}

void step_jacobi(void)
{
    begin_step();
    sweep_jacobi();
    end_step();
}

void step_red_black(void)
{
    begin_step();
    sweep_red_black();
    end_step();
}

void step_smoke_tiles(void)
{
    begin_step();
    sweep_tiles();
    end_step();
}

void step_multigrid(void)
{
    begin_step();
    cycle();
    end_step();
}

void step_maccormack(void)
{
    guess();
    mend();
    push();
    diverge();
    cycle();
    end_step();
}

/* ---- The broken variants ---- */

void step_over_itself(void)
{
    smoke_state *s = &lesson.smoke;
    wb_pass_begin("move smoke");
    wait_for_velocity();
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT); // the last picture may still fetch both
    use_source(s->move_smoke, s->source, s->fade);
    bind_image(SMOKE_NEXT, &s->smoke, GL_WRITE_ONLY); // BROKEN: what other invocations still fetch
    bind_image(HEAT_NEXT, &s->heat, GL_WRITE_ONLY);
    dispatch(0); // the next pass reads neither; its barrier is for these textures, too
    wb_pass_end();
    move_velocity();
    push();
    diverge();
    sweep_jacobi();
    end_step();
}

void step_in_place(void)
{
    smoke_state *s = &lesson.smoke;
    begin_step();
    wb_pass_begin("pressure");
    for (int i = 0, sweeps = smoke_sweeps(); i < sweeps; i++) {
        use(s->solve);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OPENINGS, s->openings.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RIGHT, s->divergence.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PRESSURE, s->pressure.id);
        dispatch(0); // BROKEN: the kernel stores into `pressure`, which it still reads
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next sweep and the projection
    }
    wb_pass_end();
    end_step();
}
