// What is dispatched. Layout: every invocation writes down its ids. Grey: the pixels of a picture
// are shared out among the invocations.
#include "steps.h"

#include "state.h"

/* ---- Layout ---- */

enum { SIZE = 0 }; // uniform location: elements in each direction

void layout_choose_groups(dispatch_plan *plan)
{
    const layout_traits *traits = wb_current_variant()->data;
    for (int axis = 0; axis < 3; axis++)
        plan->groups[axis] = (int)wb_groups_for(plan->size[axis], plan->local[axis]);
    if (traits->pitfall == GROUP_EACH)
        plan->groups[0] = plan->size[0]; // BROKEN: a group, not an invocation, for each element
    if (traits->pitfall == ROUNDED_DOWN)
        plan->groups[0] = plan->size[0] / plan->local[0]; // BROKEN: the last elements have none
    if (traits->pitfall == TOO_MANY_GROUPS) {
        plan->groups[0] = 1;
        plan->groups[1] = lesson.limits.groups[1] + 1; // BROKEN: one more than the device takes
    }
}

void step_layout(void)
{
    const int *size = lesson.layout.plan.size, *groups = lesson.layout.plan.groups;
    if (groups[0] == 0) return; // a dispatch of no groups would be legal, and do nothing
    wb_pass_begin("ids");
    glUseProgram(lesson.kernel);
    if (glGetUniformLocation(lesson.kernel, "size") == SIZE) // a kernel without a guard has none
        glUniform3ui(SIZE, (GLuint)size[0], (GLuint)size[1], (GLuint)size[2]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.layout.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DISPATCHED, lesson.layout.dispatched.id);
    glDispatchCompute((GLuint)groups[0], (GLuint)groups[1], (GLuint)groups[2]);
    // The picture's shader reads the ids, and the next step writes them again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// OpenGL reports errors unasked only in a debug context; in any other, the program has to ask.
void step_layout_too_many(void)
{
    bool was_refused = lesson.layout.refused;
    step_layout();
    lesson.layout.refused = glGetError() == GL_INVALID_VALUE;
    if (lesson.layout.refused && !was_refused)
        wb_warning("glDispatchCompute(1, %d, 1) is a GL_INVALID_VALUE: this device takes at most "
                   "%d work groups in y. Nothing ran.",
                   lesson.layout.plan.groups[1], lesson.limits.groups[1]);
}

/* ---- Grey ---- */

enum { COUNT = 0 };    // uniform location, in place of SIZE: pixels in all
enum { FOLD = 32768 }; // most groups in a row of a folded dispatch

wb_extent grey_groups(void)
{
    const grey_traits *traits = wb_current_variant()->data;
    int columns = lesson.grey.columns, rows = lesson.grey.rows, local = lesson.local;
    if (traits->order == BY_COLUMN) return (wb_extent){wb_groups_for(rows, local), (GLuint)columns};
    if (traits->order == BY_ROW) return (wb_extent){wb_groups_for(columns, local), (GLuint)rows};
    int64_t pixels = (int64_t)columns * rows, a_group = (int64_t)local * grey_pixels_each();
    return wb_groups_folded(wb_groups_for(pixels, a_group), FOLD);
}

void step_grey(void)
{
    const grey_traits *traits = wb_current_variant()->data;
    wb_extent groups = grey_groups();
    wb_pass_begin("grey");
    glUseProgram(lesson.kernel);
    if (traits->order == IN_LIST)
        glUniform1ui(COUNT, (GLuint)(lesson.grey.columns * lesson.grey.rows));
    else
        glUniform2ui(SIZE, (GLuint)lesson.grey.columns, (GLuint)lesson.grey.rows);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.grey.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GREY, lesson.grey.grey.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture's shader reads the grey pixels, and the next step writes them again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Grey: textures ---- */

// Once: the image stays as it is.
static void fill_texture(void)
{
    if (lesson.grey.filled) return;
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, lesson.grey.image.id);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, lesson.grey.columns, lesson.grey.rows, GL_RGBA,
                    GL_UNSIGNED_BYTE, NULL);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    lesson.grey.filled = true;
}

void step_texture(void)
{
    wb_extent groups = grey_groups();
    glActiveTexture(GL_TEXTURE0 + IMAGE);
    glBindTexture(GL_TEXTURE_2D, lesson.grey.from);
    fill_texture();
    wb_pass_begin("grey");
    glUseProgram(lesson.kernel);
    glUniform2ui(SIZE, (GLuint)lesson.grey.columns, (GLuint)lesson.grey.rows);
    glBindImageTexture(IMAGE, lesson.grey.to, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glDispatchCompute(groups.x, groups.y, 1);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT); // glGetTexImage reads the grey texture
    wb_pass_end();

    wb_pass_begin("copy");
    glBindTexture(GL_TEXTURE_2D, lesson.grey.to);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, lesson.grey.grey.id);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL); // into the buffer
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    // The next step writes the texture again. The buffer needs none: no shader has written it.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    wb_pass_end();
}
