// Passes, each into an image of its own: the mesh's nearest faces, what is behind them, how much
// water there is in all; the same for the sun, and its light on the floor; then the picture, drops
// over it, and last its edges made smooth. Or one image of all particles, and the picture from
// that.
#include "water/pool.h"

#include "compute/groups.h"
#include "draw/slots.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "water/slots.h"

#include <string.h>

/* ---- Constants ---- */

enum { LEAST_LIGHT = 64, MOST_LIGHT = 256 }; // pixels each way
enum { WAY_PARTS = 2 };                      // half as many each way as the picture has will do

// Of the mesh: a wider reach than lesson 15's evens out the lattice that the particles lie in.
enum { MESH_CELLS = 2 };
static const float MESH_RADIUS = 2.6f, MESH_ISO = 0.42f;
static const float SNAP = 1.0f; // spacings, of a mesh that does not know the walls

static const float DROP = 0.22f; // margins
static const float OPEN_S = 1.0f / 200.0f;
static const float LONGEST = 9.0f; // margins

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
        {&pool->drops, "water/pool/drops.vert", "water/pool/drops.frag"},
        {&pool->ball, "water/pool/ball.vert", "water/pool/ball.frag"},
    };
    const struct {
        GLuint *program;
        const char *kernel;
    } computed[] = {
        {&pool->clear, "water/pool/clear.comp"},  {&pool->floor, "water/pool/floor.comp"},
        {&pool->picture, "water/pool/pool.comp"}, {&pool->particles, "water/pool/particles.comp"},
        {&pool->edges, "water/pool/edges.comp"},
    };
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        *drawn[i].program = wb_program_draw(drawn[i].vertex, drawn[i].fragment, NULL);
        if (*drawn[i].program == 0) return false;
    }
    for (size_t i = 0; i < sizeof computed / sizeof computed[0]; i++) {
        *computed[i].program = wb_program_compute(computed[i].kernel, NULL);
        if (*computed[i].program == 0) return false;
    }
    return true;
}

bool wb_water_pool_create(wb_water_pool *pool)
{
    pool->brush = wb_water_brush_create();
    return create_programs(pool);
}

bool wb_water_pool_has_mesh(wb_water_pool *pool, const wb_water_view *view)
{
    const wb_water_numbers *p = view->numbers;
    if (pool->has_tried) return pool->has_mesh;
    pool->has_tried = true;
    wb_surface_desc desc = {.high = {p->box[0], p->box[1], p->box[2]},
                            .spacing = 2.0f * p->margin,
                            .radius = MESH_RADIUS,
                            .cells = MESH_CELLS,
                            .iso = MESH_ISO,
                            .most = (uint32_t)p->count,
                            .colour_kernel = "water/pool/colour.comp"};
    pool->has_mesh = wb_surface_create(&pool->mesh, &desc);
    return pool->has_mesh;
}

void wb_water_pool_delete(wb_water_pool *pool)
{
    const GLuint programs[] = {pool->clear, pool->front, pool->back,     pool->way,
                               pool->light, pool->floor, pool->picture,  pool->drops,
                               pool->edges, pool->ball,  pool->particles};
    wb_water_layer *const layers[] = {&pool->fronts, &pool->backs,   &pool->ways,   &pool->lights,
                                      &pool->floors, &pool->colours, &pool->smooths};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) glDeleteProgram(programs[i]);
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) wb_water_layer_delete(layers[i]);
    wb_surface_delete(&pool->mesh);
    wb_water_brush_delete(&pool->brush);
    memset(pool, 0, sizeof *pool);
}

/* ---- Images ---- */

// Where there is no cut, it is beyond everything.
static void set_cut(const wb_water_view *view)
{
    glUniform1f(WATER_CUT, view->cut > 0.0f ? (1.0f - view->cut) * view->numbers->box[2] : 1e6f);
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
    if (program != pool->light) set_cut(view);
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
    glEnable(GL_DEPTH_TEST);
    if (view->cut > 0.0f) glEnable(GL_CLIP_DISTANCE0);
    wb_pass_begin("front faces");
    wb_water_layer_use(&pool->fronts);
    draw_mesh(pool, pool->front, view, mesh);
    wb_pass_end();

    wb_pass_begin("back faces");
    wb_water_layer_use(&pool->backs);
    wb_water_show_texture(&pool->brush, WATER_FRONT_DEPTH_UNIT, pool->fronts.textures[1]);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    draw_mesh(pool, pool->back, view, mesh);
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
    wb_pass_end();
    glDisable(GL_DEPTH_TEST);

    wb_pass_begin("way");
    wb_water_layer_use(&pool->ways);
    draw_added(pool, pool->way, view, mesh);
    wb_pass_end();
    glDisable(GL_CLIP_DISTANCE0);
}

static void draw_light(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh)
{
    wb_pass_begin("light");
    wb_water_layer_use(&pool->lights);
    draw_added(pool, pool->light, view, mesh);
    wb_pass_end();
}

/* ---- The picture ---- */

// Every pixel of a layer, by the kernel in use. Not by a fragment shader: a GPU made for computing
// has few units that run those. The caller sets a barrier for the next reader.
static void compute_layer(const wb_water_layer *layer, GLenum format)
{
    glBindImageTexture(WATER_IMAGE, layer->textures[0], 0, GL_FALSE, 0, GL_WRITE_ONLY, format);
    glDispatchCompute(wb_groups_for(layer->width, WATER_TILE),
                      wb_groups_for(layer->height, WATER_TILE), 1);
}

static void draw_floor(wb_water_pool *pool, const wb_water_view *view)
{
    wb_pass_begin("floor");
    wb_water_show_texture(&pool->brush, WATER_LIGHT_UNIT, pool->lights.textures[0]);
    wb_water_use(&pool->brush, pool->floor, view);
    compute_layer(&pool->floors, GL_RGBA16F);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // the picture looks up the light there
    wb_pass_end();
}

// By the program for water, or the one for particles.
static void draw_picture(wb_water_pool *pool, GLuint program, const wb_water_view *view)
{
    draw_floor(pool, view);
    wb_pass_begin("picture");
    show_all(pool);
    wb_water_use(&pool->brush, program, view);
    set_cut(view);
    compute_layer(&pool->colours, GL_RGBA8);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // by the kernel for the edges
    wb_pass_end();
}

// In the order of the particles, in which OpenGL blends them.
static void draw_drops(wb_water_pool *pool, const wb_water_view *view)
{
    wb_pass_begin("drops");
    glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT); // they are blended over what a kernel wrote
    wb_water_layer_use(&pool->colours);
    wb_water_use(&pool->brush, pool->drops, view);
    set_cut(view);
    glUniform1f(WATER_POOL_DROP, DROP);
    glUniform1f(WATER_POOL_OPEN, OPEN_S);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, view->positions);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, view->velocities);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_POINTS, 0, view->numbers->count);
    glDisable(GL_BLEND);
    glDisable(GL_PROGRAM_POINT_SIZE);
    wb_pass_end();
}

void wb_water_pool_leave(const wb_water_pool *pool, const wb_water_view *view)
{
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)pool->target);
    glViewport(0, 0, view->width, view->height);
}

static void draw_edges(wb_water_pool *pool, const wb_water_view *view)
{
    wb_pass_begin("edges");
    wb_water_show_texture(&pool->brush, WATER_COLOUR_UNIT, pool->colours.textures[0]);
    wb_water_use(&pool->brush, pool->edges, view);
    compute_layer(&pool->smooths, GL_RGBA8);
    glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT); // it is copied from there
    glBindFramebuffer(GL_READ_FRAMEBUFFER, pool->smooths.framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)pool->target);
    glBlitFramebuffer(0, 0, view->width, view->height, 0, 0, view->width, view->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    wb_water_pool_leave(pool, view);
    wb_pass_end();
    wb_water_hide_textures(WATER_FLOOR_UNIT);
}

/* ---- All of it ---- */

// Pixels of `lights` each way: about as fine as the picture shows them. The floor has twice as
// many: between those of `lights`, its kernel finds bright lines that they are too coarse for.
static int light_pixels(int width)
{
    int pixels = LEAST_LIGHT;
    while (pixels < MOST_LIGHT && 4 * pixels <= width) pixels *= 2;
    return pixels;
}

// What is drawn to. The normals may stay as they were: where there is no face, the depth says so.
static void clear(const wb_water_pool *pool)
{
    const wb_water_layer *ways = &pool->ways, *lights = &pool->lights;
    const wb_water_layer *const with_depth[] = {&pool->fronts, &pool->backs};
    int width = ways->width > lights->width ? ways->width : lights->width;
    int height = ways->height > lights->height ? ways->height : lights->height;
    wb_pass_begin("clear");
    // The kernels of this picture overwrite what the last one has read.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    for (int i = 0; i < 2; i++) {
        wb_water_layer_use(with_depth[i]);
        glClearBufferfv(GL_DEPTH, 0, (const GLfloat[]){1.0f});
    }
    glUseProgram(pool->clear);
    glBindImageTexture(WATER_IMAGE, ways->textures[0], 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    glBindImageTexture(WATER_LIGHT_IMAGE, lights->textures[0], 0, GL_FALSE, 0, GL_WRITE_ONLY,
                       GL_RGBA32F);
    glDispatchCompute(wb_groups_for(width, WATER_TILE), wb_groups_for(height, WATER_TILE), 1);
    // Faces are blended onto them; where none are drawn, the floor looks up the light as it is.
    glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
    wb_pass_end();
}

void wb_water_pool_begin(wb_water_pool *pool, const wb_water_view *view)
{
    int width = view->width, height = view->height, sun = light_pixels(width),
        parts = pool->way_parts > 0 ? pool->way_parts : WAY_PARTS;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &pool->target);
    const struct {
        wb_water_layer *layer;
        const char *name;
        int width, height;
        GLenum format, depth;
    } layers[] = {
        {&pool->fronts, "front faces", width, height, GL_RGBA16F, GL_DEPTH_COMPONENT32F},
        {&pool->backs, "back faces", width, height, GL_RGBA16F, GL_DEPTH_COMPONENT32F},
        {&pool->ways, "way", (width + parts - 1) / parts, (height + parts - 1) / parts, GL_R32F,
         GL_NONE},
        {&pool->lights, "light", sun, sun, GL_RGBA32F, GL_NONE},
        {&pool->floors, "floor", 2 * sun, 2 * sun, GL_RGBA16F, GL_NONE},
        {&pool->colours, "picture", width, height, GL_RGBA8, GL_NONE},
        {&pool->smooths, "picture, smoothed", width, height, GL_RGBA8, GL_NONE},
    };
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
        wb_water_layer_fit(layers[i].layer, layers[i].name, layers[i].width, layers[i].height,
                           layers[i].format, layers[i].depth);
    clear(pool);
}

void wb_water_pool_end(wb_water_pool *pool, const wb_water_view *view)
{
    draw_picture(pool, pool->picture, view);
    if (view->positions != 0) draw_drops(pool, view);
    draw_edges(pool, view);
}

void wb_water_pool_draw(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh)
{
    wb_water_pool_begin(pool, view);
    if (mesh == NULL) {
        mesh = &pool->mesh;
        glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, view->block); // for the walls
        wb_surface_build(&pool->mesh, view->positions, (uint32_t)view->numbers->count);
        // Its indices are drawn, by its command.
        glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    }
    draw_faces(pool, view, mesh);
    draw_light(pool, view, mesh);
    wb_water_pool_end(pool, view);
}

void wb_water_pool_draw_particles(wb_water_pool *pool, const wb_water_view *view,
                                  const wb_water_paint *paint)
{
    wb_water_pool_begin(pool, view);
    wb_pass_begin("particles");
    wb_water_layer_use(&pool->fronts);
    glEnable(GL_DEPTH_TEST);
    wb_water_use(&pool->brush, pool->ball, view);
    set_cut(view);
    glUniform1f(WATER_SIZE, paint->has_needles ? 0.0f : WB_WATER_BALL_MARGINS);
    glUniform1f(WATER_LONGEST, paint->has_needles ? LONGEST : 0.0f);
    glUniform2fv(WATER_SCALE, 1, paint->scale);
    glUniform4fv(WATER_PICKED, 1, paint->picked);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, view->positions);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_SHOWN, paint->shown);
    glDrawArrays(GL_TRIANGLES, 0, 6 * view->numbers->count);
    glDisable(GL_DEPTH_TEST);
    wb_pass_end();
    draw_picture(pool, pool->particles, view);
    draw_edges(pool, view);
}
