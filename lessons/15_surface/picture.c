// The picture: the water as lesson 09 draws it, or what shows how the mesh is made: how much water
// the lamp's light passes through; the room; then the mesh, in a layer of four pixels for each of
// the picture's, which is what makes edges smooth; and a few words. All of the mesh is drawn by the
// command that the kernels have left.
#include "picture.h"
#include "scene.h"
#include "state.h"
#include "water.h"

#include "15_surface/slots.h"
#include "water/pool.h"
#include "water/slots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Constants ---- */

enum { LAYER_UNIT = 0 }; // of a texture: the one of draw/resolve.frag
enum { SHADOW_PIXELS = 512, FINER = 2 };

static const float LIGHT[3] = {-0.5603f, 0.7685f, 0.3090f}; // towards the lamp, of length 1
static const wb_colour TEXT = {0.90f, 0.90f, 0.88f, 1.0f}, DIM = {0.62f, 0.65f, 0.70f, 1.0f};
static const wb_colour TEXT_IN_SUN = {0.03f, 0.08f, 0.15f, 1.0f},
                       DIM_IN_SUN = {0.09f, 0.17f, 0.27f, 1.0f};
static const wb_colour EDGE = {0.30f, 0.34f, 0.40f, 1.0f};

/* ---- State ---- */

// Not in `lesson`, with which the stepper goes back in time: layers come and go with the picture's
// size.
static struct {
    GLuint background, thickness, triangles, normals, half, section, resolve;
    wb_water_brush brush;
    wb_water_pool pool;
    wb_water_layer shadow, fine;
    wb_eye lamp; // as the lamp sees the box
    GLint target;
} picture;

/* ---- Start and end ---- */

static bool create_programs(void)
{
    const wb_define *constants = wb_surface_constants(&lesson.surface);
    const struct {
        GLuint *program;
        const char *vertex, *fragment;
    } drawn[] = {
        {&picture.background, "draw/picture.vert", "15_surface/view/background.frag"},
        {&picture.thickness, "draw/mesh.vert", "15_surface/view/thickness.frag"},
        {&picture.triangles, "draw/mesh.vert", "15_surface/view/triangles.frag"},
        {&picture.normals, "draw/mesh.vert", "15_surface/view/normals.frag"},
        {&picture.half, "draw/mesh.vert", "15_surface/view/half.frag"},
        {&picture.section, "15_surface/view/section.vert", "15_surface/view/section.frag"},
        {&picture.resolve, "draw/picture.vert", "draw/resolve.frag"},
    };
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        *drawn[i].program = wb_program_draw(drawn[i].vertex, drawn[i].fragment, constants);
        if (*drawn[i].program == 0) return false;
    }
    return true;
}

// For the water as lesson 09 draws it; without drops.
static wb_water_view water_view(const wb_view *view)
{
    return (wb_water_view){.eye = &view->eye,
                           .width = view->width,
                           .height = view->height,
                           .numbers = &lesson.numbers,
                           .block = lesson.block,
                           .cut = lesson.cut};
}

bool picture_create(void)
{
    picture.brush = wb_water_brush_create();
    return create_programs() && wb_water_pool_create(&picture.pool);
}

void picture_delete(void)
{
    const GLuint programs[] = {picture.background, picture.thickness, picture.triangles,
                               picture.normals,    picture.half,      picture.section,
                               picture.resolve};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) glDeleteProgram(programs[i]);
    wb_water_layer_delete(&picture.shadow);
    wb_water_layer_delete(&picture.fine);
    wb_water_pool_delete(&picture.pool);
    wb_water_brush_delete(&picture.brush);
    memset(&picture, 0, sizeof picture);
}

/* ---- The lamp ---- */

// From where it looks, and what it sees: all of the box. Its light is parallel.
static void aim_lamp(void)
{
    const float *z = LIGHT, *box = lesson.box;
    float flat = (float)sqrt((double)z[0] * (double)z[0] + (double)z[2] * (double)z[2]);
    const float axes[3][3] = {
        {z[2] / flat, 0.0f, -z[0] / flat},
        {-z[1] * z[0] / flat, flat, -z[1] * z[2] / flat},
        {z[0], z[1], z[2]},
    };
    float reach = 0.55f * sqrtf(box[0] * box[0] + box[1] * box[1] + box[2] * box[2]);
    memset(&picture.lamp, 0, sizeof picture.lamp);
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++) {
            picture.lamp.view[k][row] = axes[row][k];
            picture.lamp.view[3][row] -= 0.5f * axes[row][k] * box[k];
        }
        picture.lamp.projection[row][row] = (row == 2 ? -1.0f : 1.0f) / reach;
    }
    picture.lamp.view[3][3] = picture.lamp.projection[3][3] = 1.0f;
}

// From space into the shadow map, 0 to 1 on each axis; column by column.
static void set_lamp(void)
{
    float matrix[16] = {0};
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 3; row++)
            matrix[4 * column + row] =
                0.5f * picture.lamp.view[column][row] * picture.lamp.projection[row][row];
    for (int row = 0; row < 3; row++) matrix[12 + row] += 0.5f;
    matrix[15] = 1.0f;
    glUniformMatrix4fv(LAMP, 1, GL_FALSE, matrix);
}

// What room.glsl asks for.
static void set_room(void)
{
    glUniform3fv(ROOM_BOX, 1, lesson.box);
    set_lamp();
    wb_water_show_texture(&picture.brush, SHADOW_UNIT, picture.shadow.textures[0]);
}

/* ---- The mesh ---- */

static void use_mesh(GLuint program, const wb_eye *eye, const float to_light[3])
{
    wb_mesh mesh = {.positions = lesson.surface.positions.id,
                    .normals = lesson.surface.normals.id,
                    .indices = lesson.surface.indices.id};
    memcpy(mesh.to_light, to_light, sizeof mesh.to_light);
    wb_draw_mesh(program, eye, &mesh);
}

// As many triangles as the kernels have made: the CPU does not know how many that are.
static void draw_mesh(void)
{
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, lesson.surface.commands.id);
    glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, (const void *)WB_SURFACE_DRAW_COMMAND);
}

// Both sides of everything, added up, seen by the lamp.
static void draw_shadow(void)
{
    wb_water_layer_fit(&picture.shadow, "shadow", SHADOW_PIXELS, SHADOW_PIXELS, GL_R32F, GL_NONE);
    wb_water_layer_begin(&picture.shadow);
    wb_water_begin_adding();
    use_mesh(picture.thickness, &picture.lamp, LIGHT);
    glUniform3fv(TO_LAMP, 1, LIGHT);
    draw_mesh();
    wb_water_end_adding();
}

static void draw_triangles(const wb_view *view)
{
    use_mesh(picture.triangles, &view->eye, LIGHT);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, INDICES, lesson.surface.indices.id);
    draw_mesh();
}

static void draw_normals(const wb_view *view)
{
    use_mesh(picture.normals, &view->eye, LIGHT);
    draw_mesh();
}

// Through the middle of the box, and of cells.
static float section_z(void)
{
    double low = (double)lesson.surface.grid.desc.low[2], size = (double)lesson.surface.cell_size;
    double cell = floor((0.5 * (double)lesson.box[2] - low) / size);
    return (float)(low + (cell + 0.5) * size);
}

static void draw_section(const wb_view *view)
{
    const wb_surface *s = &lesson.surface;
    float high[2];
    for (int axis = 0; axis < 2; axis++)
        high[axis] = s->grid.desc.low[axis] + (float)s->grid.size[axis] * s->cell_size;
    glUseProgram(picture.section);
    wb_surface_set_uniforms(s);
    glUniformMatrix4fv(SECTION_VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(SECTION_PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glUniform4f(RECTANGLE, s->grid.desc.low[0], s->grid.desc.low[1], high[0], high[1]);
    glUniform1f(SECTION_AT, section_z());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OCCUPIED, s->occupied.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LISTED, s->flags.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, BLOCK_MASKS, s->masks.id);
    glBindVertexArray(picture.brush.vertex_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

// The half behind the section, and over it the section, through which a little of the half is seen.
// The plain versions have lists, and not the masks that the section shows.
static void draw_blocks(const wb_view *view)
{
    use_mesh(picture.half, &view->eye, LIGHT);
    glUniform1f(SECTION, section_z());
    draw_mesh();
    if (traits()->plain || lesson.frame == 0) return;
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_section(view);
    glDisable(GL_BLEND);
}

/* ---- The whole ---- */

static void draw_background(const wb_view *view)
{
    glUseProgram(picture.background);
    set_room();
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glUniform3fv(EYE, 1, view->eye.position);
    glUniform2f(PICTURE_SIZE, (float)view->width, (float)view->height);
    glBindVertexArray(picture.brush.vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// What stands in the water's way is of glass, as the box is: its edges, or those of a cube around
// the ball.
static void draw_obstacle(const wb_view *view)
{
    const wb_water_numbers *p = &lesson.numbers;
    float low[3], high[3];
    if (!is_water() || p->obstacle_kind == WATER_NO_OBSTACLE) return;
    for (int axis = 0; axis < 3; axis++) {
        float half = p->obstacle_kind == WATER_SPHERE ? p->radius : p->half_size[axis];
        low[axis] = p->obstacle[axis] - half;
        high[axis] = p->obstacle[axis] + half;
    }
    wb_draw_box(&view->eye, low, high, EDGE);
}

static void draw_layer(const wb_view *view)
{
    void (*const views[VIEW_COUNT])(const wb_view *) = {[VIEW_BLOCKS] = draw_blocks,
                                                        [VIEW_TRIANGLES] = draw_triangles,
                                                        [VIEW_NORMALS] = draw_normals};
    wb_water_layer_fit(&picture.fine, "layer", FINER * view->width, FINER * view->height, GL_RGBA8,
                       GL_DEPTH_COMPONENT32F);
    wb_water_layer_begin(&picture.fine);
    glEnable(GL_DEPTH_TEST);
    views[lesson.view](view);
    wb_draw_box(&view->eye, (const float[3]){0.0f, 0.0f, 0.0f}, lesson.box, EDGE);
    draw_obstacle(view);
    glDisable(GL_DEPTH_TEST);
}

// Over the room; what is half covered is half seen.
static void show_layer(void)
{
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(picture.resolve);
    glActiveTexture(GL_TEXTURE0 + LAYER_UNIT);
    glBindTexture(GL_TEXTURE_2D, picture.fine.textures[0]);
    glBindVertexArray(picture.brush.vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
}

// Before the first frame it does not read what there is, although that would be zeros: one driver
// then goes on showing them, for the last pass writes to the buffer that it is dispatched from.
static void draw_words(void)
{
    bool in_sun = lesson.view == VIEW_WATER;
    wb_colour text = in_sun ? TEXT_IN_SUN : TEXT, dim = in_sun ? DIM_IN_SUN : DIM;
    wb_surface_commands made = {0};
    if (wb_frame() > 0 && !wb_surface_read(&lesson.surface, &made)) return;
    wb_draw_text(24.0f, 22.0f, 24.0f, text, "%s, %d particles: %u triangles",
                 scene_name(lesson.scene), lesson.chosen.particles,
                 made.lacking ? 0 : made.triangles);
    wb_draw_text(24.0f, 54.0f, 16.0f, dim, "%u of %u blocks, %u corners, %u vertices", made.blocks,
                 lesson.surface.blocks, made.corners, made.vertices);
    if (made.lacking)
        wb_draw_text(24.0f, 80.0f, 16.0f, text,
                     "too many to draw: there is room for %u corners, %u vertices, %u triangles",
                     lesson.surface.most_corners, lesson.surface.most_vertices,
                     lesson.surface.most_triangles);
}

static void bind_target(const wb_view *view)
{
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)picture.target);
    glViewport(0, 0, view->width, view->height);
}

// Kernels wrote the command and the indices that are drawn by, and what is said in words. What
// shaders read has had a barrier, but for a soup's vertices, and for indices, which one view reads.
static void wait_for_mesh(void)
{
    if (wb_frame() == 0) return;
    bool reads = traits()->plain || lesson.view == VIEW_TRIANGLES;
    // Drawing reads the indices and the command, wb_surface_read() the numbers.
    glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT |
                    GL_BUFFER_UPDATE_BARRIER_BIT | (reads ? GL_SHADER_STORAGE_BARRIER_BIT : 0));
}

// The other views, in the dark.
static void draw_in_room(const wb_view *view)
{
    aim_lamp();
    draw_shadow();
    bind_target(view);
    draw_background(view);
    draw_layer(view);
    wb_water_hide_textures(SHADOW_UNIT);
    bind_target(view);
    show_layer();
}

void draw(const wb_view *view)
{
    wait_for_mesh();
    wb_view seen = wb_coarse_begin(view);
    wb_water_view water = water_view(&seen);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &picture.target);
    if (lesson.view == VIEW_WATER)
        wb_water_pool_draw(&picture.pool, &water, &lesson.surface);
    else
        draw_in_room(&seen);
    wb_coarse_end();
    draw_words();
}
