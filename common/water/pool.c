// Passes, each into an image of its own: the mesh's nearest faces, what is behind them, how much
// water there is in all; the same for the sun, and its light on the floor; then the picture, drops
// over it, and last its edges made smooth.
#include "water/pool.h"

#include "draw/slots.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "water/slots.h"

#include <string.h>

/* ---- Constants ---- */

enum { LIGHT_PIXELS = 256 };

// Of the mesh: a wider reach than lesson 15's evens out the lattice that the particles lie in.
enum { MESH_CELLS = 2 };
static const float MESH_RADIUS = 2.6f, MESH_ISO = 0.42f;
static const float SNAP = 0.5f; // spacings, of a mesh that does not know the walls

static const float DROP = 0.22f; // margins
static const float OPEN_S = 1.0f / 200.0f;

/* ---- Start and end ---- */

static bool create_programs(wb_water_pool *pool)
{
    const struct {
        GLuint *program;
        const char *vertex, *fragment;
    } drawn[] = {
        {&pool->front, "water/pool/mesh.vert", "water/pool/front.frag"},
        {&pool->back, "water/pool/mesh.vert", "water/pool/back.frag"},
        {&pool->way, "water/pool/mesh.vert", "water/pool/way.frag"},
        {&pool->light, "water/pool/light.vert", "water/pool/light.frag"},
        {&pool->floor, "draw/picture.vert", "water/pool/floor.frag"},
        {&pool->picture, "draw/picture.vert", "water/pool/pool.frag"},
        {&pool->drops, "water/pool/drops.vert", "water/pool/drops.frag"},
        {&pool->edges, "draw/picture.vert", "water/pool/edges.frag"},
    };
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        *drawn[i].program = wb_program_draw(drawn[i].vertex, drawn[i].fragment, NULL);
        if (*drawn[i].program == 0) return false;
    }
    return true;
}

static bool create(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh)
{
    const wb_water_numbers *p = view->numbers;
    wb_surface_desc desc = {.high = {p->box[0], p->box[1], p->box[2]},
                            .spacing = 2.0f * p->margin,
                            .radius = MESH_RADIUS,
                            .cells = MESH_CELLS,
                            .iso = MESH_ISO,
                            .most = (uint32_t)p->count,
                            .colour_kernel = "water/pool/colour.comp"};
    pool->brush = wb_water_brush_create();
    return create_programs(pool) && (mesh != NULL || wb_surface_create(&pool->mesh, &desc));
}

bool wb_water_pool_has(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh)
{
    if (!pool->has_tried) pool->is_good = create(pool, view, mesh);
    pool->has_tried = true;
    return pool->is_good;
}

void wb_water_pool_delete(wb_water_pool *pool)
{
    const GLuint programs[] = {pool->front, pool->back,    pool->way,   pool->light,
                               pool->floor, pool->picture, pool->drops, pool->edges};
    wb_water_layer *const layers[] = {&pool->fronts, &pool->backs,  &pool->ways,
                                      &pool->lights, &pool->floors, &pool->colours};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) glDeleteProgram(programs[i]);
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) wb_water_layer_delete(layers[i]);
    wb_surface_delete(&pool->mesh);
    wb_water_brush_delete(&pool->brush);
    memset(pool, 0, sizeof *pool);
}

/* ---- Images ---- */

// A layer of this size that is empty, to be drawn to.
static void begin_layer(wb_water_layer *l, const char *name, int width, int height, GLenum format,
                        bool has_depth)
{
    wb_water_layer_fit(l, name, width, height, format, has_depth ? GL_DEPTH_COMPONENT32F : GL_NONE);
    wb_water_layer_begin(l);
}

static void show_all(const wb_water_pool *pool)
{
    wb_water_show_texture(&pool->brush, WATER_FRONT_UNIT, pool->fronts.textures[0]);
    wb_water_show_texture(&pool->brush, WATER_FRONT_DEPTH_UNIT, pool->fronts.textures[1]);
    wb_water_show_texture(&pool->brush, WATER_BACK_UNIT, pool->backs.textures[0]);
    wb_water_show_texture(&pool->brush, WATER_BACK_DEPTH_UNIT, pool->backs.textures[1]);
    wb_water_show_texture(&pool->brush, WATER_WAY_UNIT, pool->ways.textures[0]);
    wb_water_show_texture(&pool->brush, WATER_FLOOR_UNIT, pool->floors.textures[0]);
}

/* ---- The mesh ---- */

// As many triangles as the kernels have made: the CPU does not know how many that are.
static void draw_mesh(const wb_water_pool *pool, GLuint program, const wb_water_view *view,
                      const wb_surface *mesh)
{
    wb_water_use(&pool->brush, program, view);
    glUniform1f(WATER_SNAP, mesh == &pool->mesh ? 0.0f : SNAP * 2.0f * view->numbers->margin);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DRAW_POSITIONS, mesh->positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DRAW_NORMALS, mesh->normals.id);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices.id);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, mesh->commands.id);
    glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, (const void *)WB_SURFACE_DRAW_COMMAND);
}

static void draw_added(const wb_water_pool *pool, GLuint program, const wb_water_view *view,
                       const wb_surface *mesh)
{
    wb_water_begin_adding();
    draw_mesh(pool, program, view, mesh);
    wb_water_end_adding();
}

static void draw_faces(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh)
{
    int width = view->width, height = view->height;
    glEnable(GL_DEPTH_TEST);
    wb_pass_begin("front faces");
    begin_layer(&pool->fronts, "front faces", width, height, GL_RGBA16F, true);
    draw_mesh(pool, pool->front, view, mesh);
    wb_pass_end();

    wb_pass_begin("back faces");
    begin_layer(&pool->backs, "back faces", width, height, GL_RGBA16F, true);
    wb_water_show_texture(&pool->brush, WATER_FRONT_DEPTH_UNIT, pool->fronts.textures[1]);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    draw_mesh(pool, pool->back, view, mesh);
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
    wb_pass_end();
    glDisable(GL_DEPTH_TEST);

    wb_pass_begin("way");
    begin_layer(&pool->ways, "way", width, height, GL_R32F, false);
    draw_added(pool, pool->way, view, mesh);
    wb_pass_end();
}

static void draw_light(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh)
{
    wb_pass_begin("light");
    begin_layer(&pool->lights, "light", LIGHT_PIXELS, LIGHT_PIXELS, GL_RGBA32F, false);
    draw_added(pool, pool->light, view, mesh);
    wb_pass_end();

    wb_pass_begin("floor");
    begin_layer(&pool->floors, "floor", LIGHT_PIXELS, LIGHT_PIXELS, GL_RGBA16F, false);
    wb_water_show_texture(&pool->brush, WATER_LIGHT_UNIT, pool->lights.textures[0]);
    wb_water_draw_whole(&pool->brush, pool->floor, view);
    wb_pass_end();
}

/* ---- The picture ---- */

static void draw_picture(wb_water_pool *pool, const wb_water_view *view)
{
    wb_pass_begin("picture");
    begin_layer(&pool->colours, "picture", view->width, view->height, GL_RGBA8, false);
    show_all(pool);
    wb_water_draw_whole(&pool->brush, pool->picture, view);
    wb_pass_end();

    if (view->positions == 0) return;
    // In the order of the particles, in which OpenGL blends them.
    wb_pass_begin("drops");
    wb_water_use(&pool->brush, pool->drops, view);
    glUniform1f(WATER_POOL_DROP, DROP);
    glUniform1f(WATER_POOL_OPEN, OPEN_S);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, view->positions);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, view->velocities);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLES, 0, 3 * view->numbers->count);
    glDisable(GL_BLEND);
    wb_pass_end();
}

void wb_water_pool_draw(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh)
{
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    if (mesh == NULL) {
        mesh = &pool->mesh;
        glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, view->block); // for the walls
        wb_surface_build(&pool->mesh, view->positions, (uint32_t)view->numbers->count);
        // Its indices are drawn, by its command.
        glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    }
    draw_faces(pool, view, mesh);
    draw_light(pool, view, mesh);
    draw_picture(pool, view);

    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    glViewport(0, 0, view->width, view->height);
    wb_pass_begin("edges");
    wb_water_show_texture(&pool->brush, WATER_COLOUR_UNIT, pool->colours.textures[0]);
    wb_water_draw_whole(&pool->brush, pool->edges, view);
    wb_pass_end();
    wb_water_hide_textures(WATER_FLOOR_UNIT);
}
