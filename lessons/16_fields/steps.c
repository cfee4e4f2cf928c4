// The dispatches of a frame. A field is a texture: a kernel stores into it as an image, and reads
// it as an image or through a sampler, and each of the two ways has a barrier bit of its own.
#include "steps.h"

#include "state.h"

/* ---- Filters ---- */

static void dispatch(void)
{
    glDispatchCompute(lesson.groups_x, lesson.groups_y, 1);
}

void step_filter(void)
{
    wb_pass_begin("filter");
    // The last frame's picture may still fetch the texture that this kernel stores into.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    glUseProgram(lesson.kernel);
    glBindImageTexture(NOW, lesson.now.id, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32F);
    glBindImageTexture(NEXT, lesson.next.id, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    dispatch(); // filter_draw() has the barrier for who reads it next
    wb_pass_end();
    lesson.step++;
}

void step_sampled_filter(void)
{
    wb_pass_begin("filter");
    // The last frame's picture may still fetch the texture that this kernel stores into.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    glUseProgram(lesson.kernel);
    glActiveTexture(GL_TEXTURE0 + SAMPLED);
    glBindTexture(GL_TEXTURE_2D, lesson.now.id);
    glBindImageTexture(NEXT, lesson.next.id, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    dispatch(); // filter_draw() has the barrier for who reads it next
    wb_pass_end();
    lesson.step++;
}

/* ---- The pond ---- */

// now becomes before, and next becomes now.
static void take_turns(void)
{
    wb_buffer_swap(&lesson.before, &lesson.now);
    wb_buffer_swap(&lesson.now, &lesson.next);
    lesson.step++;
}

static void use_pond(void)
{
    glUseProgram(traits()->is_lit ? lesson.wave : lesson.kernel);
    glUniform1f(COURANT_SQUARED, lesson.courant * lesson.courant);
    glBindImageTexture(BEFORE, lesson.before.id, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32F);
    glBindImageTexture(NEXT, lesson.next.id, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
}

void step_pond(void)
{
    for (int i = 0; i < lesson.steps; i++) {
        wb_pass_begin("wave");
        use_pond();
        glBindImageTexture(NOW, lesson.now.id, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32F);
        dispatch();
        glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT); // the next step loads it as an image
        wb_pass_end();
        take_turns();
    }
}

void step_sampled(void)
{
    for (int i = 0; i < lesson.steps; i++) {
        wb_pass_begin("wave");
        use_pond();
        glActiveTexture(GL_TEXTURE0 + SAMPLED);
        glBindTexture(GL_TEXTURE_2D, lesson.now.id);
        dispatch();
        // The next step fetches it through the sampler; the one after that loads it as `before`.
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
        wb_pass_end();
        take_turns();
    }
}

void step_two(void)
{
    for (int i = 0; i < lesson.steps; i++) {
        wb_pass_begin("wave");
        glUseProgram(lesson.kernel);
        glUniform1f(COURANT_SQUARED, lesson.courant * lesson.courant);
        glActiveTexture(GL_TEXTURE0 + SAMPLED);
        glBindTexture(GL_TEXTURE_2D, lesson.now.id);
        glBindImageTexture(NEXT, lesson.before.id, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32F);
        dispatch();
        // The next step fetches it through the sampler; the one after that loads and stores it.
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
        wb_pass_end();
        wb_buffer_swap(&lesson.before, &lesson.now);
        lesson.step++;
    }
}

void step_tiles(void)
{
    for (int i = 0; i < lesson.steps; i++) {
        wb_pass_begin("wave");
        glUseProgram(lesson.kernel);
        glUniform1f(COURANT_SQUARED, lesson.courant * lesson.courant);
        glActiveTexture(GL_TEXTURE0 + SAMPLED);
        glBindTexture(GL_TEXTURE_2D, lesson.now.id);
        glActiveTexture(GL_TEXTURE0 + BEFORE);
        glBindTexture(GL_TEXTURE_2D, lesson.before.id);
        glBindImageTexture(NEXT, lesson.next.id, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
        dispatch();
        // The next step fetches it, and stores over what this one has fetched as `before`.
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
        wb_pass_end();
        take_turns();
    }
}

void step_light(void)
{
    step_sampled();
    wb_pass_begin("dark");
    glUseProgram(lesson.dark);
    glBindImageTexture(SUNLIT, lesson.light.id, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32UI);
    dispatch();
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT); // rays add to what is stored
    wb_pass_end();
    wb_pass_begin("light");
    glUseProgram(lesson.kernel);
    glActiveTexture(GL_TEXTURE0 + SAMPLED);
    glBindTexture(GL_TEXTURE_2D, lesson.now.id);
    glBindImageTexture(SUNLIT, lesson.light.id, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    dispatch(); // draw() has the barrier for who reads it next, and the next waves have dark's
    wb_pass_end();
}

/* ---- The dish ---- */

void step_dish(void)
{
    for (int i = 0; i < lesson.steps; i++) {
        wb_pass_begin("coral");
        glUseProgram(lesson.kernel);
        if (!traits()->makes_a_map) {
            glUniform1f(FEED, lesson.feed);
            glUniform1f(KILL, lesson.kill);
        }
        glActiveTexture(GL_TEXTURE0 + SAMPLED);
        glBindTexture(GL_TEXTURE_2D, lesson.now.id);
        glBindImageTexture(NEXT, lesson.next.id, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RG32F);
        dispatch();
        // The next step fetches it; the step after stores over what this one has fetched.
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
        wb_pass_end();
        wb_buffer_swap(&lesson.now, &lesson.next);
        lesson.step++;
    }
}

/* ---- The broken variants ---- */

void step_wrong_bit(void)
{
    for (int i = 0; i < lesson.steps; i++) {
        wb_pass_begin("wave");
        use_pond();
        glActiveTexture(GL_TEXTURE0 + SAMPLED);
        glBindTexture(GL_TEXTURE_2D, lesson.now.id);
        dispatch();
        // BROKEN: the next step does not load it as an image, but fetches it through a sampler
        glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
        wb_pass_end();
        take_turns();
    }
}

void step_wrong_format(void)
{
    wb_pass_begin("filter");
    // The last frame's picture may still fetch the texture that this kernel stores into.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    glUseProgram(lesson.kernel);
    // BROKEN: the kernel declares r32f, and the texture has a float in each texel, not four bytes
    glBindImageTexture(NOW, lesson.now.id, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
    glBindImageTexture(NEXT, lesson.next.id, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    dispatch(); // filter_draw() has the barrier for who reads it next
    wb_pass_end();
    lesson.step++;
}

void step_over_now(void)
{
    for (int i = 0; i < lesson.steps; i++) {
        wb_pass_begin("wave");
        glUseProgram(lesson.kernel);
        glUniform1f(COURANT_SQUARED, lesson.courant * lesson.courant);
        glBindImageTexture(NOW, lesson.now.id, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32F);
        glBindImageTexture(BEFORE, lesson.before.id, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32F);
        dispatch(); // BROKEN: the kernel stores into `now`, which it still loads
        glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT); // the next step loads it as an image
        wb_pass_end();
        lesson.step++;
    }
}
