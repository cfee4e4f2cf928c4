/* The barrier checker against the specification. Pairs of a bug and its corrected twin, each from a
 * sentence of the OpenGL 4.3 core specification (14 February 2013): the bug has to bring a missing
 * barrier with the bit that is named, the twin none. And variations, generated: every way to write
 * before every way to touch, with the right bit, without, and with all the others; ranges; reads
 * before stores. How many verdicts are right is printed for each class. Runs headless. */
#include "barriers_world.h"

enum {
    STORAGE = GL_SHADER_STORAGE_BARRIER_BIT,
    IMAGE = GL_SHADER_IMAGE_ACCESS_BARRIER_BIT,
    UNIFORM = GL_UNIFORM_BARRIER_BIT,
    VERTEX = GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT,
    ELEMENT = GL_ELEMENT_ARRAY_BARRIER_BIT,
    COMMAND = GL_COMMAND_BARRIER_BIT,
    FETCH = GL_TEXTURE_FETCH_BARRIER_BIT,
    PIXEL = GL_PIXEL_BUFFER_BARRIER_BIT,
    BUFFER = GL_BUFFER_UPDATE_BARRIER_BIT,
    TEXTURE = GL_TEXTURE_UPDATE_BARRIER_BIT,
    FRAME = GL_FRAMEBUFFER_BARRIER_BIT,
    FEEDBACK = GL_TRANSFORM_FEEDBACK_BARRIER_BIT,
    COUNTER = GL_ATOMIC_COUNTER_BARRIER_BIT,
};

/* ---- Sentences ---- */

static const char
    said_vertex[] =
        "7.12.2: vertex data sourced from buffer objects after the barrier will reflect "
        "data written by shaders prior to the barrier",
    said_element[] = "7.12.2: vertex array indices sourced from buffer objects after the barrier "
                     "will reflect data written by shaders prior to the barrier",
    said_uniform[] = "7.12.2: Shader uniforms sourced from buffer objects after the barrier will "
                     "reflect data written by shaders prior to the barrier",
    said_fetch[] = "7.12.2: Texture fetches from shaders, including fetches from buffer object "
                   "memory via buffer textures, after the barrier will reflect data written by "
                   "shaders prior to the barrier",
    said_image[] = "7.12.2: Memory accesses using shader built-in image load, store, and atomic "
                   "functions issued after the barrier will reflect data written by shaders prior "
                   "to the barrier",
    said_image_store[] =
        "7.12.2: image stores and atomics issued after the barrier will not execute "
        "until all memory accesses [...] initiated prior to the barrier complete",
    said_command[] = "7.12.2: Command data sourced from buffer objects by Draw*Indirect and "
                     "DispatchComputeIndirect commands after the barrier will reflect data written "
                     "by shaders prior to the barrier",
    said_pixel[] = "7.12.2: Reads/writes of buffer objects via the PIXEL_PACK_BUFFER and "
                   "PIXEL_UNPACK_BUFFER bindings [...] after the barrier will reflect data written "
                   "by shaders prior to the barrier",
    said_texture[] = "7.12.2: Writes to a texture via Tex(Sub)Image*, CopyTex*, or CompressedTex*, "
                     "and reads via GetTexImage after the barrier will reflect data written by "
                     "shaders prior to the barrier",
    said_buffer[] = "7.12.2: Reads and writes to buffer object memory after the barrier using the "
                    "commands in sections 6.2, 6.2.1, 6.3, 6.6, and 6.5. will reflect data written "
                    "by shaders prior to the barrier",
    said_frame[] = "7.12.2: Reads and writes via framebuffer object attachments after the barrier "
                   "will reflect data written by shaders prior to the barrier",
    said_feedback[] =
        "7.12.2: Writes via transform feedback bindings after the barrier will reflect "
        "data written by shaders prior to the barrier",
    said_counter[] = "7.12.2: Accesses to atomic counters after the barrier will reflect writes "
                     "prior to the barrier",
    said_storage[] =
        "7.12.2: Memory accesses using shader buffer variables issued after the barrier "
        "will reflect data written by shaders prior to the barrier",
    said_storage_store[] =
        "7.12.2: assignments to and atomic operations performed on shader buffer "
        "variables after the barrier will not execute until all memory accesses "
        "[...] initiated prior to the barrier complete",
    said_commands_wait[] =
        "7.12.2: When applications write to buffer objects or textures using API "
        "commands such as TexSubImage* or BufferSubData, the GL implementation "
        "knows when and where writes occur and can perform implicit "
        "synchronization",
    said_same_objects[] = "7.12.2: Explicit synchronization is required to ensure that the effects "
                          "of buffer and texture data stores performed by shaders will be visible "
                          "to subsequent operations using the same objects",
    said_order[] = "7.12.2: [MemoryBarrier] defines a barrier ordering the memory transactions "
                   "issued prior to the command relative to those issued after the barrier",
    said_all[] = "7.12.2: If barriers is ALL_BARRIER_BITS, shader memory accesses will be "
                 "synchronized relative to all the operations described above",
    said_coherent[] = "7.12.2: calling MemoryBarrier is required to ensure that the stores are "
                      "visible to other operations",
    said_read_only[] = "7.12.2: Data that are read-only or constant may be accessed without using "
                       "coherent variables or calling MemoryBarrier",
    said_no_groups[] = "19: If the work group count in any dimension is zero, no work groups are "
                       "dispatched",
    said_ignored[] = "2.3.1: the command which generates the error is ignored so that it has no "
                     "effect on GL state or framebuffer contents",
    said_pipeline[] =
        "7.3: Otherwise, if there is a bound program pipeline object (see section 7.4), "
        "the program bound to the appropriate stage of the pipeline object is "
        "considered current",
    said_view[] = "8.18: The data store for such a texture is shared with the data store of the "
                  "original texture",
    said_binding[] =
        "7.8: ShaderStorageBinding specifies that program will use the data store of the "
        "buffer object bound to the binding point storageBlockBinding",
    said_in_use[] = "5.1.3, in short: what is attached to a container, or shown by a view, stays",
    said_new_level[] = "8.5, in short: TexImage* and TexStorage* make a level anew",
    said_compiled[] = "7.1, in short: what a compiled shader does is not changed by ShaderSource",
    said_access[] = "GLSL 4.30, 4.10, in short: what is readonly is not written, what is writeonly "
                    "not read",
    said_discard[] =
        "14.1: RASTERIZER_DISCARD also causes the Clear and ClearBuffer* commands to be "
        "ignored";

/* ---- Pieces ---- */

static void barrier(bool bug, GLbitfield right)
{
    if (!bug) glMemoryBarrier(right);
}

static void fill(void)
{
    dispatch(world.fill);
}

static void fill_range(GLintptr offset, GLsizeiptr size)
{
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, world.cells, offset, size);
    fill();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, world.cells);
}

static void fill_image(void)
{
    dispatch(world.fill_image);
}

// The kernels' results go into the one half of a buffer, or the other.
static void choose_sink(int half)
{
    enum { HALF = CELL_BYTES / 2 };
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, world.sink, half * HALF, HALF);
}

static void count_up(void)
{
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, world.cells);
    dispatch_once(COMPUTE "layout(binding = 0, offset = 0) uniform atomic_uint counts[8];\n"
                          "void main() { atomicCounterIncrement(counts[ID]); }\n");
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, 0);
}

static void add_up(void)
{
    dispatch_once(COMPUTE "layout(std430, binding = 0) buffer Cells { uint cells[]; };\n"
                          "void main() { atomicAdd(cells[0], 1u); }\n");
}

/* ---- Atomic counters, transform feedback ---- */

static void counter_after_store(bool bug)
{
    fill();
    barrier(bug, COUNTER);
    count_up();
}

static void counter_after_counter(bool bug)
{
    count_up();
    barrier(bug, COUNTER);
    count_up();
}

static void store_after_counter(bool bug)
{
    count_up();
    barrier(bug, STORAGE);
    touch_storage_read();
}

static void get_after_counter(bool bug)
{
    count_up();
    barrier(bug, BUFFER);
    bind_cells();
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, 4, scratch);
}

static void counter_after_upload(bool bug)
{
    bind_cells();
    if (bug)
        fill();
    else
        glBufferSubData(GL_COPY_READ_BUFFER, 0, 4, scratch);
    count_up();
}

static void atomics_in_two(bool bug)
{
    add_up();
    barrier(bug, STORAGE);
    add_up();
}

static void feedback_draw(bool active)
{
    static const char *names[] = {"place"};
    GLuint program = glCreateProgram();
    GLuint shader = compile(program, GL_VERTEX_SHADER,
                            "#version 430\nout vec4 place;\n"
                            "void main() { place = vec4(1.0); gl_Position = place; }\n");
    glTransformFeedbackVaryings(program, 1, names, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glDeleteShader(shader);
    glUseProgram(program);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, world.cells);
    glEnable(GL_RASTERIZER_DISCARD);
    if (active) glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 4);
    if (active) glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glUseProgram(0);
    glDeleteProgram(program);
}

static void feedback_after_store(bool bug)
{
    fill();
    barrier(bug, FEEDBACK);
    feedback_draw(true);
}

static void feedback_not_begun(bool bug)
{
    fill();
    feedback_draw(bug);
}

/* ---- Ranges ---- */

/* The block is as long as it is declared, whatever is bound. */
static void uniform_size(bool bug)
{
    fill_range(bug ? 0 : 256, 256);
    touch_uniform();
}

static void storage_size(bool bug)
{
    fill_range(bug ? 0 : 256, 256);
    dispatch_once(COMPUTE SINK
                  "layout(std430, binding = 0) readonly buffer Cells { uint cells[8]; };\n"
                  "void main() { sink[ID] = cells[ID % 8u]; }\n");
}

static void draw_vertices(GLintptr offset, GLint first, GLsizei count)
{
    draw_program("layout(location = 3) in vec2 place;\n"
                 "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n");
    glBindBuffer(GL_ARRAY_BUFFER, world.cells);
    glVertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, 0, (const void *)offset);
    glEnableVertexAttribArray(3);
    glDrawArrays(GL_POINTS, first, count);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void vertex_binding(bool bug)
{
    fill_range(0, 256);
    draw_program("layout(location = 3) in vec2 place;\n"
                 "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n");
    glVertexAttribFormat(3, 2, GL_FLOAT, GL_FALSE, 0);
    glVertexAttribBinding(3, 5);
    glBindVertexBuffer(5, world.cells, bug ? 0 : 512, 8);
    glEnableVertexAttribArray(3);
    glDrawArrays(GL_POINTS, 0, 4);
}

static void vertex_instances(bool bug)
{
    fill_range(256, 256);
    draw_program("layout(location = 3) in vec2 place;\n"
                 "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n");
    glBindBuffer(GL_ARRAY_BUFFER, world.cells);
    glVertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glVertexAttribDivisor(3, 1);
    glEnableVertexAttribArray(3);
    glDrawArraysInstanced(GL_POINTS, 0, 100, bug ? 33 : 32); // an entry for each instance
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/* A matrix takes an attribute for each column. */
static void vertex_matrix(bool bug)
{
    fill();
    barrier(bug, VERTEX);
    draw_program("layout(location = 3) in mat2 turn;\n"
                 "void main() { gl_Position = vec4(turn[0], turn[1]); }\n");
    glBindBuffer(GL_ARRAY_BUFFER, world.sink);
    glVertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glBindBuffer(GL_ARRAY_BUFFER, world.cells);
    glVertexAttribPointer(4, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(3);
    glEnableVertexAttribArray(4);
    glDrawArrays(GL_POINTS, 0, 4);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void vertex_not_used(bool bug)
{
    fill();
    draw_program(bug ? "layout(location = 3) in vec2 place;\n"
                       "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n"
                     : no_input);
    glBindBuffer(GL_ARRAY_BUFFER, world.cells);
    glVertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(3);
    glDrawArrays(GL_POINTS, 0, 4);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void index_range_end(bool bug)
{
    fill_range(0, 256);
    draw_program(no_input);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, world.cells);
    glDrawRangeElements(GL_POINTS, 0, 1, 4, GL_UNSIGNED_SHORT,
                        (const void *)(intptr_t)(bug ? 254 : 256));
}

static void index_not_used(bool bug)
{
    fill();
    draw_program(no_input);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, world.cells);
    if (bug)
        glDrawElements(GL_POINTS, 4, GL_UNSIGNED_INT, NULL);
    else
        glDrawArrays(GL_POINTS, 0, 4);
}

static void command_range(bool bug)
{
    fill_range(256, 256);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, world.cells);
    GLuint program = compute(COMPUTE "void main() {}\n");
    glUseProgram(program);
    glDispatchComputeIndirect(bug ? 248 : 244);
    glUseProgram(0);
    glDeleteProgram(program);
}

static void draw_command_range(bool bug)
{
    fill_range(256, 256);
    draw_program(no_input);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, world.cells);
    glDrawArraysIndirect(GL_POINTS, (const void *)(intptr_t)(bug ? 244 : 240));
}

static void many_command_range(bool bug)
{
    fill_range(256, 256);
    draw_program(no_input);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, world.cells);
    glMultiDrawArraysIndirect(GL_POINTS, NULL, bug ? 9 : 8, 32);
}

static void texel_range(bool bug)
{
    fill_range(256, 256);
    glActiveTexture(GL_TEXTURE5);
    glBindTexture(GL_TEXTURE_BUFFER, world.cells_texture);
    glTexBufferRange(GL_TEXTURE_BUFFER, GL_R32UI, world.cells, 0, bug ? 512 : 256);
    glActiveTexture(GL_TEXTURE0);
    touch_texel_buffer();
}

static void unpack_range(bool bug)
{
    fill_range(0, 256);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, world.cells);
    glBindTexture(GL_TEXTURE_2D, world.other);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE,
                    (const void *)(intptr_t)(bug ? 0 : 256));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

static void pack_range(bool bug)
{
    fill_range(0, 256);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, world.cells);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, world.target);
    glReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, (void *)(intptr_t)(bug ? 0 : 256));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

/* One buffer at two bindings. */
static void two_bindings(bool bug)
{
    fill_range(0, 256);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, world.cells, 256, 256);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, world.cells, bug ? 0 : 512, 256);
    dispatch_once(read_source); // 256 to 512 into the other
}

/* ---- What commands wrote ---- */

static void part_replaced(bool bug)
{
    fill();
    glMemoryBarrier(BUFFER);
    bind_cells();
    if (!bug) glBufferSubData(GL_COPY_READ_BUFFER, 0, 64, scratch);
    touch_uniform(); // of the first 64 bytes
}

static void cleared(bool bug)
{
    fill();
    glMemoryBarrier(BUFFER);
    if (!bug) touch_clear();
    touch_storage_read();
}

static void level_replaced(bool bug)
{
    fill_image();
    glMemoryBarrier(TEXTURE);
    glBindTexture(GL_TEXTURE_2D, world.picture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, bug ? SIZE - 1 : SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                    pixels);
    touch_sampler();
}

static void target_cleared(bool bug)
{
    fill_image();
    glMemoryBarrier(FRAME);
    if (bug) glEnable(GL_SCISSOR_TEST);
    touch_clear_target();
    glDisable(GL_SCISSOR_TEST);
    touch_sampler();
}

static void packed_by_command(bool bug)
{
    if (bug)
        fill();
    else
        touch_pack();
    touch_storage_read();
}

static void rendered_by_command(bool bug)
{
    if (bug)
        fill_image();
    else
        touch_draw_target();
    touch_sampler();
}

static void new_store(bool bug)
{
    fill();
    bind_cells();
    if (!bug) glBufferData(GL_COPY_READ_BUFFER, CELL_BYTES, NULL, GL_DYNAMIC_COPY);
    touch_storage_read();
}

/* ---- Textures and framebuffers ---- */

static void level_limits(bool bug)
{
    fill_image(); // level 0
    glBindTexture(GL_TEXTURE_2D, world.picture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, bug ? 0 : 1);
    touch_sampler();
}

static void store_beyond_levels(bool bug)
{
    glBindTexture(GL_TEXTURE_2D, world.picture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, bug ? 1 : 0);
    touch_sampler();
    glBindImageTexture(0, world.picture, 1, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    fill_image();
}

static GLuint layers;

static void make_layers(void)
{
    glGenTextures(1, &layers);
    glBindTexture(GL_TEXTURE_2D_ARRAY, layers);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, SIZE, SIZE, 4);
    glBindImageTexture(0, layers, 0, GL_FALSE, 2, GL_WRITE_ONLY, GL_RGBA8);
}

static void attached_layer(bool bug)
{
    make_layers();
    fill_image(); // layer 2
    glBindFramebuffer(GL_FRAMEBUFFER, world.target);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, layers, 0, bug ? 2 : 1);
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glDeleteTextures(1, &layers);
}

static void image_layer(bool bug)
{
    make_layers();
    fill_image();
    glBindImageTexture(0, layers, 0, GL_FALSE, bug ? 2 : 3, GL_WRITE_ONLY, GL_RGBA8);
    fill_image();
    glDeleteTextures(1, &layers);
}

/* ---- Volumes ---- */

static GLuint volume;

static void make_volume(void)
{
    glGenTextures(1, &volume);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_3D, volume);
    glTexStorage3D(GL_TEXTURE_3D, 1, GL_R32UI, SIZE, SIZE, 4);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindImageTexture(0, volume, 0, GL_TRUE, 0, GL_READ_WRITE, GL_R32UI);
}

static void fill_volume(void)
{
    dispatch_once(COMPUTE "layout(r32ui, binding = 0) writeonly uniform uimage3D cells;\n"
                          "void main() { imageStore(cells, ivec3(0, 0, ID % 4u), uvec4(ID)); }\n");
}

static void sample_volume(void)
{
    dispatch_once(COMPUTE SINK "layout(binding = 0) uniform usampler3D cells;\n"
                               "void main() { sink[ID] = textureLod(cells, vec3(0.5), 0.0).x; }\n");
}

static void volume_fetch(bool bug)
{
    make_volume();
    fill_volume();
    barrier(bug, FETCH);
    sample_volume();
    glDeleteTextures(1, &volume);
}

// A sampler reads past the caches of images: a well-known tutorial has the wrong one of the two.
static void volume_other_bit(bool bug)
{
    make_volume();
    fill_volume();
    glMemoryBarrier(bug ? IMAGE | TEXTURE : FETCH);
    sample_volume();
    glDeleteTextures(1, &volume);
}

static void volume_load(bool bug)
{
    make_volume();
    fill_volume();
    glMemoryBarrier(bug ? FETCH | TEXTURE : IMAGE);
    dispatch_once(COMPUTE SINK "layout(r32ui, binding = 0) readonly uniform uimage3D cells;\n"
                               "void main() { sink[ID] = imageLoad(cells, ivec3(0)).x; }\n");
    glDeleteTextures(1, &volume);
}

static void volume_atomics(bool bug)
{
    static const char add[] = COMPUTE "layout(r32ui, binding = 0) uniform uimage3D cells;\n"
                                      "void main() { imageAtomicAdd(cells, ivec3(0), 1u); }\n";
    make_volume();
    dispatch_once(add);
    barrier(bug, IMAGE);
    dispatch_once(add);
    glDeleteTextures(1, &volume);
}

static void volume_get(bool bug)
{
    static GLuint words[SIZE * SIZE * 4];
    make_volume();
    fill_volume();
    glMemoryBarrier(bug ? IMAGE | FETCH : TEXTURE);
    glGetTexImage(GL_TEXTURE_3D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, words);
    glDeleteTextures(1, &volume);
}

static void volume_upload(bool bug)
{
    static const GLuint words[SIZE * SIZE * 4];
    make_volume();
    fill_volume();
    barrier(bug, TEXTURE);
    glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, 1, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, words);
    glDeleteTextures(1, &volume);
}

// One slice as an image of two dimensions.
static void store_slice(int slice)
{
    glBindImageTexture(0, volume, 0, GL_FALSE, slice, GL_WRITE_ONLY, GL_R32UI);
    dispatch_once(COMPUTE "layout(r32ui, binding = 0) writeonly uniform uimage2D cells;\n"
                          "void main() { imageStore(cells, ivec2(ID % 4u, 0), uvec4(ID)); }\n");
}

static void volume_slice(bool bug)
{
    make_volume();
    store_slice(2);
    store_slice(bug ? 2 : 3);
    glDeleteTextures(1, &volume);
}

static void upload_to_slice(bool bug)
{
    static const GLuint words[SIZE * SIZE];
    make_volume();
    store_slice(2);
    glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, bug ? 2 : 1, 4, 4, 1, GL_RED_INTEGER, GL_UNSIGNED_INT,
                    words);
    glDeleteTextures(1, &volume);
}

static void upload_to_layers(bool bug)
{
    make_layers();
    fill_image(); // layer 2
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, bug ? 1 : 0, 4, 4, 2, GL_RGBA, GL_UNSIGNED_BYTE,
                    pixels);
    glDeleteTextures(1, &layers);
}

static void upload_to_row(bool bug)
{
    glGenTextures(1, &layers);
    glBindTexture(GL_TEXTURE_1D_ARRAY, layers);
    glTexStorage2D(GL_TEXTURE_1D_ARRAY, 1, GL_RGBA8, SIZE, 4);
    glBindImageTexture(0, layers, 0, GL_FALSE, 2, GL_WRITE_ONLY, GL_RGBA8);
    dispatch_once(COMPUTE "layout(rgba8, binding = 0) writeonly uniform image1D row;\n"
                          "void main() { imageStore(row, int(ID), vec4(1.0)); }\n");
    glTexSubImage2D(GL_TEXTURE_1D_ARRAY, 0, 0, bug ? 2 : 1, SIZE, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                    pixels);
    glDeleteTextures(1, &layers);
}

static void copy_to_layer(bool bug)
{
    make_layers();
    fill_image(); // layer 2
    glBindFramebuffer(GL_READ_FRAMEBUFFER, world.target);
    glCopyTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, bug ? 2 : 3, 0, 0, 4, 4);
    glDeleteTextures(1, &layers);
}

static void copy_from_layers(bool bug)
{
    make_layers();
    fill_image(); // layer 2
    glCopyImageSubData(layers, GL_TEXTURE_2D_ARRAY, 0, 0, 0, bug ? 1 : 0, layers,
                       GL_TEXTURE_2D_ARRAY, 0, 4, 0, bug ? 0 : 3, 4, 4, bug ? 2 : 1);
    glDeleteTextures(1, &layers);
}

static void get_of_face(bool bug)
{
    glGenTextures(1, &layers);
    glBindTexture(GL_TEXTURE_CUBE_MAP, layers);
    glTexStorage2D(GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, SIZE, SIZE);
    glBindImageTexture(0, layers, 0, GL_FALSE, 4, GL_WRITE_ONLY, GL_RGBA8);
    fill_image();
    glGetTexImage(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (bug ? 4 : 3), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                  pixels);
    glDeleteTextures(1, &layers);
}

static void clear_mask(bool bug)
{
    fill_image();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, world.framebuffer);
    glClear(bug ? GL_COLOR_BUFFER_BIT : GL_DEPTH_BUFFER_BIT);
}

static void clear_one(bool bug)
{
    static const GLfloat values[4];
    fill_image();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, world.framebuffer);
    glClearBufferfv(bug ? GL_COLOR : GL_DEPTH, 0, values);
}

static void colour_mask(bool bug)
{
    GLboolean on = bug ? GL_TRUE : GL_FALSE;
    fill_image();
    glColorMask(on, on, on, on);
    touch_draw_target();
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

static void discarded(bool bug)
{
    fill_image();
    if (!bug) glEnable(GL_RASTERIZER_DISCARD);
    touch_clear_target();
    glDisable(GL_RASTERIZER_DISCARD);
}

static void blit_mask(bool bug)
{
    fill_image();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, world.framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, world.target);
    glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, bug ? GL_COLOR_BUFFER_BIT : GL_DEPTH_BUFFER_BIT,
                      GL_NEAREST);
}

static GLuint view_of_picture(void)
{
    GLuint view;
    glGenTextures(1, &view);
    glTextureView(view, GL_TEXTURE_2D, world.picture, GL_RGBA8, 1, 1, 0, 1);
    glBindTexture(GL_TEXTURE_2D, view);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    return view;
}

static void store_through_view(bool bug)
{
    GLuint view = view_of_picture();
    glBindImageTexture(0, view, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    fill_image();
    barrier(bug, FETCH);
    touch_sampler();
    glDeleteTextures(1, &view);
}

static void read_through_view(bool bug)
{
    GLuint view = view_of_picture(); // of level 1
    glBindImageTexture(0, world.picture, bug ? 1 : 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    fill_image();
    glBindTexture(GL_TEXTURE_2D, view);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glDeleteTextures(1, &view);
}

static void mipmap_from_level(bool bug)
{
    fill_image();
    barrier(bug, TEXTURE);
    touch_mipmap();
}

/* ---- Programs ---- */

#define UNUSED(layout_words)                                                                       \
    COMPUTE SINK "layout(" layout_words ", binding = 0) buffer Cells { uint cells[]; };\n"         \
                 "void main() { sink[ID] = 1u; }\n"

static void never_used(bool bug)
{
    fill();
    dispatch_once(bug ? read_source : UNUSED("std430"));
}

static void never_used_std140(bool bug)
{
    fill();
    dispatch_once(bug ? read_source : UNUSED("std140"));
}

static void never_used_uniform(bool bug)
{
    fill();
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, world.cells);
    if (bug)
        touch_uniform();
    else
        dispatch_once(COMPUTE SINK
                      "layout(std140, binding = 0) uniform Cells { uvec4 cells[4]; };\n"
                      "void main() { sink[ID] = 1u; }\n");
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0);
}

static void rebound_block(bool bug)
{
    fill();
    GLuint program = compute(read_source);
    GLuint spare = make_buffer("spare", CELL_BYTES);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, spare);
    GLuint index = glGetProgramResourceIndex(program, GL_SHADER_STORAGE_BLOCK, "Cells");
    if (!bug) glShaderStorageBlockBinding(program, index, 2);
    dispatch(program);
    glUseProgram(0);
    glDeleteProgram(program);
    glDeleteBuffers(1, &spare);
}

static void block_array(bool bug)
{
    fill();
    barrier(bug, STORAGE);
    GLuint spare = make_buffer("spare", CELL_BYTES);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, spare);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, world.cells);
    dispatch_once(COMPUTE SINK
                  "layout(std430, binding = 2) readonly buffer Cells { uint x[]; } cells[2];\n"
                  "void main() { sink[ID] = cells[0].x[ID] + cells[1].x[ID]; }\n");
    glDeleteBuffers(1, &spare);
}

static GLuint separable(GLenum stage, const char *source)
{
    GLuint program = glCreateShaderProgramv(stage, 1, &source);
    GLint is_linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    assert_true(is_linked);
    return program;
}

static void pipeline_compute(bool bug)
{
    GLuint pipeline, program = separable(GL_COMPUTE_SHADER, fill_source);
    glGenProgramPipelines(1, &pipeline);
    glUseProgramStages(pipeline, GL_COMPUTE_SHADER_BIT, program);
    glUseProgram(0);
    glBindProgramPipeline(pipeline);
    glDispatchCompute(1, 1, 1);
    glBindProgramPipeline(0);
    barrier(bug, BUFFER);
    touch_get();
    glDeleteProgramPipelines(1, &pipeline);
    glDeleteProgram(program);
}

static void pipeline_draw(bool bug)
{
    GLuint pipeline;
    GLuint vertex =
        separable(GL_VERTEX_SHADER, "#version 430\nlayout(location = 3) in vec2 place;\nout "
                                    "gl_PerVertex { vec4 gl_Position; };\n"
                                    "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n");
    GLuint fragment =
        separable(GL_FRAGMENT_SHADER,
                  "#version 430\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n");
    glGenProgramPipelines(1, &pipeline);
    glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    fill();
    barrier(bug, VERTEX);
    glUseProgram(0);
    glBindProgramPipeline(pipeline);
    glBindBuffer(GL_ARRAY_BUFFER, world.cells);
    glVertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(3);
    glDrawArrays(GL_POINTS, 0, 4);
    glBindProgramPipeline(0);
    glDeleteProgramPipelines(1, &pipeline);
    glDeleteProgram(vertex);
    glDeleteProgram(fragment);
}

static void relinked(bool bug)
{
    fill();
    GLuint program = compute(bug ? UNUSED("std430") : read_source);
    dispatch(program == 0 ? 0 : world.fill_image); // not asked for yet
    GLuint shader = compile(program, GL_COMPUTE_SHADER, bug ? read_source : UNUSED("std430"));
    glLinkProgram(program);
    dispatch(program);
    glUseProgram(0);
    glDeleteShader(shader);
    glDeleteProgram(program);
}

static void coherent(bool bug)
{
    dispatch_once(COMPUTE "layout(std430, binding = 0) coherent buffer Cells { uint cells[]; };\n"
                          "void main() { cells[ID] = 1u; memoryBarrier(); }\n");
    barrier(bug, STORAGE);
    touch_storage_read();
}

static void read_only(bool bug)
{
    choose_sink(0);
    if (bug)
        touch_storage_change();
    else
        touch_storage_read();
    choose_sink(1);
    touch_uniform();
}

static void image_unit_read_only(bool bug)
{
    choose_sink(0);
    glBindImageTexture(1, world.picture, 0, GL_FALSE, 0, bug ? GL_READ_WRITE : GL_READ_ONLY,
                       GL_RGBA8);
    dispatch_once(COMPUTE SINK
                  "layout(rgba8, binding = 1) uniform image2D picture;\n"
                  "void main() { sink[ID] = uint(imageLoad(picture, ivec2(0)).x); }\n");
    choose_sink(1);
    touch_sampler();
}

static void fragment_store(bool bug)
{
    GLuint program =
        link(GL_VERTEX_SHADER, "#version 430\nvoid main() { gl_Position = vec4(0, 0, 0, 1); }\n",
             "#version 430\nlayout(std430, binding = 0) writeonly buffer Cells { uint cells[]; };\n"
             "out vec4 colour;\nvoid main() { cells[0] = 1u; colour = vec4(1.0); }\n");
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, world.target);
    glUseProgram(program);
    glDrawArrays(GL_POINTS, 0, 1);
    barrier(bug, BUFFER);
    touch_get();
    glUseProgram(0);
    glDeleteProgram(program);
}

/* ---- What never ran ---- */

static void no_groups(bool bug)
{
    glUseProgram(world.fill);
    glDispatchCompute(1, bug ? 1 : 0, 1);
    touch_get();
}

static void no_vertices(bool bug)
{
    fill();
    draw_vertices(0, 0, bug ? 1 : 0);
}

static void no_instances(bool bug)
{
    fill();
    draw_program(no_input);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, world.cells);
    glDrawElementsInstanced(GL_POINTS, 4, GL_UNSIGNED_INT, NULL, bug ? 1 : 0);
}

static void refused_dispatch(bool bug)
{
    GLint most = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most);
    glUseProgram(world.fill);
    glDispatchCompute(bug ? 1u : (GLuint)most + 1u, 1, 1);
    touch_get();
}

static void refused_upload(bool bug)
{
    fill();
    glMemoryBarrier(BUFFER);
    bind_cells();
    // Behind the end: what the shader wrote is still there.
    if (bug)
        glBufferSubData(GL_COPY_READ_BUFFER, 0, 2 * CELL_BYTES, scratch);
    else
        glBufferSubData(GL_COPY_READ_BUFFER, 0, CELL_BYTES, scratch);
    touch_storage_read();
}

/* ---- Barriers ---- */

static void barrier_before(bool bug)
{
    if (bug) glMemoryBarrier(STORAGE);
    fill();
    barrier(bug, STORAGE);
    touch_storage_read();
}

static void barrier_of_earlier_access(bool bug)
{
    fill(); // a storage block; a uniform block comes
    glMemoryBarrier(bug ? STORAGE : UNIFORM);
    touch_uniform();
}

static void barrier_of_all(bool bug)
{
    fill();
    glMemoryBarrier(bug ? ~(GLbitfield)UNIFORM : GL_ALL_BARRIER_BITS);
    touch_uniform();
}

static void barrier_between_two_only(bool bug)
{
    fill();
    barrier(bug, STORAGE);
    fill();
    glMemoryBarrier(UNIFORM);
    touch_uniform();
}

static void one_barrier_for_two(bool bug)
{
    fill();
    barrier(bug, STORAGE | UNIFORM);
    choose_sink(0);
    if (!bug) touch_storage_read();
    choose_sink(1);
    touch_uniform();
}

static void finished(bool bug)
{
    fill();
    if (bug)
        glFinish();
    else
        glMemoryBarrier(STORAGE);
    touch_storage_read();
}

static void finish_ends_reads(bool bug)
{
    touch_storage_read();
    if (!bug) glFinish();
    fill();
}

static void deleted_and_made(bool bug)
{
    fill();
    if (!bug) {
        glDeleteBuffers(1, &world.cells);
        world.cells = make_buffer("cells", CELL_BYTES);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, world.cells);
    }
    touch_storage_read();
}

static void other_object(bool bug)
{
    fill();
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, bug ? world.cells : world.sink);
    GLuint spare = make_buffer("spare", CELL_BYTES);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, spare);
    dispatch_once(COMPUTE SINK "layout(std140, binding = 0) uniform Cells { uvec4 cells[4]; };\n"
                               "void main() { sink[ID] = cells[ID % 4u].x; }\n");
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0);
    glDeleteBuffers(1, &spare);
}

/* ---- What makes data undefined neither reads them nor orders anything ---- */

static void invalidated(bool bug)
{
    fill();
    if (bug)
        touch_get();
    else
        glInvalidateBufferData(world.cells);
}

static void invalidated_elsewhere(bool bug)
{
    fill_range(256, 256);
    barrier(bug, BUFFER);
    glInvalidateBufferSubData(world.cells, 768, 16);
    bind_cells();
    glGetBufferSubData(GL_COPY_READ_BUFFER, 256, 16, scratch);
}

static void invalidated_texture(bool bug)
{
    fill_image();
    if (bug)
        touch_get_image();
    else
        glInvalidateTexImage(world.picture, 0);
}

static void invalidated_target(bool bug)
{
    fill_image();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, world.framebuffer);
    if (bug)
        touch_read_pixels();
    else
        glInvalidateFramebuffer(GL_READ_FRAMEBUFFER, 1, &(GLenum){GL_COLOR_ATTACHMENT0});
}

/* ---- Write after read ---- */

static void image_after_sampler(bool bug)
{
    touch_sampler();
    barrier(bug, IMAGE);
    fill_image();
}

static void image_after_image(bool bug)
{
    touch_image_load();
    barrier(bug, IMAGE);
    fill_image();
}

/* ---- Stores that stay, and new ones ---- */

static void delete_cells(void)
{
    glDeleteBuffers(1, &world.cells);
    world.cells = 0;
}

static void texels_of_deleted(bool bug)
{
    fill();
    delete_cells();
    barrier(bug, FETCH);
    touch_texel_buffer();
}

static void image_of_deleted(bool bug)
{
    fill();
    delete_cells();
    barrier(bug, IMAGE);
    touch_image_buffer();
}

static void store_texels(void)
{
    glBindImageTexture(2, world.cells_texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32UI);
    dispatch_once(COMPUTE "layout(r32ui, binding = 2) uniform writeonly uimageBuffer cells;\n"
                          "void main() { imageStore(cells, int(ID), uvec4(1u)); }\n");
}

static void store_into_deleted(bool bug)
{
    delete_cells();
    store_texels();
    barrier(bug, FETCH);
    touch_texel_buffer();
}

/* What a kernel does to a new buffer of the same name is not done to what the texture shows. */
static void name_taken_again(bool bug)
{
    if (bug) fill();
    delete_cells();
    world.cells = make_buffer("cells", CELL_BYTES);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, world.cells);
    fill();
    touch_texel_buffer();
}

static void texels_elsewhere(bool bug)
{
    GLuint spare = make_buffer("spare", CELL_BYTES);
    fill();
    glBindTexture(GL_TEXTURE_BUFFER, world.cells_texture);
    if (!bug) glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, spare);
    delete_cells();
    touch_texel_buffer();
    glDeleteBuffers(1, &spare);
}

static GLuint make_view(GLuint of, GLuint level, GLuint levels)
{
    GLuint view;
    glGenTextures(1, &view);
    glTextureView(view, GL_TEXTURE_2D, of, GL_RGBA8, level, levels, 0, 1);
    glBindTexture(GL_TEXTURE_2D, view);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    return view;
}

/* From here on `picture` is what only a view shows. */
static void leave_view(GLuint level, GLuint levels)
{
    GLuint view = make_view(world.picture, level, levels);
    glDeleteTextures(1, &world.picture);
    world.picture = view;
}

static void view_of_deleted(bool bug)
{
    fill_image();
    leave_view(0, 1);
    barrier(bug, FETCH);
    touch_sampler();
}

static void store_to_level(GLuint texture, GLint level)
{
    glBindImageTexture(0, texture, level, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    fill_image();
}

static void store_through_view_of_deleted(bool bug)
{
    leave_view(0, 2);
    store_to_level(world.picture, 0);
    barrier(bug, FETCH);
    touch_sampler();
}

static void two_views_of_deleted(bool bug)
{
    GLuint other = make_view(world.picture, 1, 1);
    leave_view(0, 2);
    store_to_level(other, 0); // level 1
    store_to_level(world.picture, bug ? 1 : 0);
    glDeleteTextures(1, &other);
}

static void view_of_deleted_view(bool bug)
{
    fill_image();
    GLuint middle = make_view(world.picture, 0, 2), last = make_view(middle, bug ? 0 : 1, 1);
    glDeleteTextures(1, &middle);
    glDeleteTextures(1, &world.picture);
    world.picture = last;
    touch_sampler();
}

static void texture_name_taken_again(bool bug)
{
    fill_image();
    if (!bug) {
        glDeleteTextures(1, &world.picture);
        world.picture = make_texture("picture");
    }
    touch_get_image();
}

/* A vertex array keeps its buffers, unless it is the one that is bound. */
static void vertices_of_deleted(bool bug)
{
    GLuint other;
    fill();
    glBindBuffer(GL_ARRAY_BUFFER, world.cells);
    glVertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(3);
    glGenVertexArrays(1, &other);
    glBindVertexArray(other);
    delete_cells();
    barrier(bug, VERTEX);
    glBindVertexArray(world.vertex_array);
    draw_program("layout(location = 3) in vec2 place;\n"
                 "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n");
    glDrawArrays(GL_POINTS, 0, 4);
    glDeleteVertexArrays(1, &other);
}

static void target_deleted(bool bug)
{
    fill_image();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteTextures(1, &world.picture);
    barrier(bug, FRAME);
    touch_read_pixels();
}

/* ---- */

static GLuint loose; // a texture whose levels may be given anew

static void fill_loose(GLenum target, GLenum face, int level)
{
    glGenTextures(1, &loose);
    glBindTexture(target, loose);
    for (GLenum f = 0; f < (target == GL_TEXTURE_CUBE_MAP ? 6 : 1); f++)
        for (int l = 0; l < 2; l++)
            glTexImage2D(target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + f
                                                       : target,
                         l, GL_RGBA8, SIZE >> l, SIZE >> l, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 1);
    glBindImageTexture(0, loose, level, GL_FALSE, (GLint)face, GL_WRITE_ONLY, GL_RGBA8);
    fill_image();
}

static void give_level(GLenum target, int level)
{
    glTexImage2D(target, level, GL_RGBA8, SIZE >> level, SIZE >> level, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels);
}

static void sample_loose(void)
{
    GLuint picture = world.picture;
    world.picture = loose;
    touch_sampler();
    world.picture = picture;
    glDeleteTextures(1, &loose);
}

static void new_level(bool bug)
{
    fill_loose(GL_TEXTURE_2D, 0, 0);
    if (!bug) give_level(GL_TEXTURE_2D, 0);
    sample_loose();
}

static void other_level_is_new(bool bug)
{
    fill_loose(GL_TEXTURE_2D, 0, 1);
    give_level(GL_TEXTURE_2D, bug ? 0 : 1);
    sample_loose();
}

static void face_is_new(bool bug)
{
    fill_loose(GL_TEXTURE_CUBE_MAP, 2, 0);
    give_level(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (bug ? 3 : 2), 0);
    glBindFramebuffer(GL_FRAMEBUFFER, world.target);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, loose, 0, 2);
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glDeleteTextures(1, &loose);
}

static void level_copied(bool bug)
{
    fill_loose(GL_TEXTURE_2D, 0, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, world.target);
    if (!bug) glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, SIZE, SIZE, 0);
    sample_loose();
}

static void storage_given(bool bug)
{
    fill_loose(GL_TEXTURE_2D, 0, 0);
    if (!bug) glTexStorage2D(GL_TEXTURE_2D, 2, GL_RGBA8, SIZE, SIZE);
    sample_loose();
}

/* Nor does a store have to wait for those who read the old one. */
static void new_level_after_read(bool bug)
{
    fill_loose(GL_TEXTURE_2D, 0, 1);
    GLuint picture = world.picture;
    world.picture = loose;
    glMemoryBarrier(FETCH);
    touch_sampler();
    world.picture = picture;
    glBindTexture(GL_TEXTURE_2D, loose);
    if (!bug) give_level(GL_TEXTURE_2D, 1);
    store_to_level(loose, 1);
    glDeleteTextures(1, &loose);
}

static void new_level_refused(bool bug)
{
    fill_loose(GL_TEXTURE_2D, 0, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, bug ? 1 : 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels); // a border
    sample_loose();
}

static void new_store_refused(bool bug)
{
    fill();
    bind_cells();
    glBufferData(GL_COPY_READ_BUFFER, bug ? -1 : CELL_BYTES, NULL, GL_DYNAMIC_COPY);
    touch_storage_read();
}

static void new_store_under_texels(bool bug)
{
    fill();
    bind_cells();
    if (!bug) glBufferData(GL_COPY_READ_BUFFER, CELL_BYTES, NULL, GL_DYNAMIC_COPY);
    touch_texel_buffer();
}

/* ---- What only the source tells ---- */

/* Runs a kernel on the cells, and reads them back; the bug's kernel may have written them. */
static void run_and_get(const char *source)
{
    choose_sink(0);
    dispatch_once(source);
    touch_get();
}

#define AT "layout(std430, binding = 0) "
#define TAKES "void main() { sink[ID] = cells[ID]; }\n"
#define LIST "#define BLOCK(access, name, list) " AT "access buffer name { uint list[]; }\n"
#define EITHER                                                                                     \
    "#if WRITES > 0 && defined(WRITES)\n" AT "writeonly buffer Cells { uint cells[]; };\n"         \
    "#define RUN cells[ID] = 1u\n#else\n" AT "readonly buffer Cells { uint cells[]; };\n"          \
    "#define RUN sink[ID] = cells[ID]\n#endif\nvoid main() { RUN; }\n"

/* Declarations of what is only read, or perhaps not. */
static const struct {
    const char *name, *bug, *right;
} declarations[] = {
    {"member", AT "buffer Cells { uint cells[]; };\n" TAKES,
     AT "buffer Cells { readonly uint cells[]; };\n" TAKES},
    {"all members", AT "buffer Cells { readonly uint n, m[3]; coherent uint cells[]; };\n" TAKES,
     AT "buffer Cells { readonly uint n, m[3]; coherent readonly uint cells[]; };\n" TAKES},
    {"instance",
     AT "buffer C { readonly uint n; uint a[]; } all;\nvoid main() { sink[ID] = all.a[ID]; }\n",
     AT "buffer C { readonly uint n; readonly uint a[]; } all;\n"
        "void main() { sink[ID] = all.a[ID]; }\n"},
    {"macro", "#define ACCESS restrict\n" AT "ACCESS buffer Cells { uint cells[]; };\n" TAKES,
     "#define ACCESS restrict readonly\n" AT "ACCESS buffer Cells { uint cells[]; };\n" TAKES},
    {"macro for a name", "#define NAME Cells\n" AT "buffer NAME { uint cells[]; };\n" TAKES,
     "#define NAME Cells\n" AT "readonly buffer NAME { uint cells[]; };\n" TAKES},
    {"macro for all", LIST "BLOCK(coherent, Cells, cells);\n" TAKES,
     LIST "BLOCK(readonly, Cells, cells);\n" TAKES},
    {"condition", "#define WRITES 2\n" EITHER, "#define WRITES 0\n" EITHER},
};

static void uniform_at(GLintptr from)
{
    glBindBufferRange(GL_UNIFORM_BUFFER, 0, world.cells, from, 64);
    choose_sink(1);
    dispatch_once(COMPUTE SINK "layout(std140, binding = 0) uniform Cells { uvec4 cells[4]; };\n"
                               "void main() { sink[ID] = cells[ID % 4u].x; }\n");
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0);
}

/* One member is written, another read, and what comes after touches the one or the other. */
static void members_apart(bool bug)
{
    dispatch_once(COMPUTE "layout(std430, binding = 0) buffer Cells { writeonly uint cells[64]; "
                          "readonly uint rest[]; };\nvoid main() { cells[ID] = rest[ID]; }\n");
    uniform_at(bug ? 0 : 256);
}

#define STRUCTS                                                                                    \
    COMPUTE "struct S { uvec2 at; uint n; };\nlayout(std430, binding = 0) buffer Cells {\n"        \
            "    readonly S list[16]; uint unused; writeonly S out_[2]; };\n"                      \
            "void main() { out_[ID % 2u].n = list[ID].n; }\n"

static void members_of_structs(bool bug)
{
    dispatch_once(STRUCTS); // reads 0 to 256, may do either up to 264, writes to 296
    uniform_at(bug ? 256 : 0);
}

static void condition_in_draw(bool bug)
{
    draw_program(bug ? "layout(std430, binding = 0) coherent buffer Cells { uint cells[]; };\n"
                       "void main() { gl_Position = vec4(cells[gl_VertexID]); }\n"
                     : "#ifndef NO\nlayout(std430, binding = 0) readonly buffer Cells { uint "
                       "cells[]; };\n#else\nlayout(std430, binding = 0) buffer Cells { uint "
                       "cells[]; };\n#endif\n"
                       "void main() { gl_Position = vec4(cells[gl_VertexID]); }\n");
    glDrawArrays(GL_POINTS, 0, 4);
    touch_get();
}

static void macro_of_image(bool bug)
{
    glBindImageTexture(1, world.picture, 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);
    dispatch_once(bug ? COMPUTE SINK
                      "#define IMAGE uniform image2D\nlayout(rgba8, binding = 1) IMAGE picture;\n"
                      "void main() { sink[ID] = uint(imageLoad(picture, ivec2(0)).x); }\n"
                      : COMPUTE SINK
                      "#define IMAGE readonly uniform image2D\n"
                      "layout(rgba8, binding = 1) IMAGE picture;\n"
                      "void main() { sink[ID] = uint(imageLoad(picture, ivec2(0)).x); }\n");
    touch_get_image();
}

static void separable_read_only(bool bug)
{
    GLuint pipeline, program = separable(GL_COMPUTE_SHADER, bug ? change_source : read_source);
    choose_sink(0);
    glGenProgramPipelines(1, &pipeline);
    glUseProgramStages(pipeline, GL_COMPUTE_SHADER_BIT, program);
    glUseProgram(0);
    glBindProgramPipeline(pipeline);
    glDispatchCompute(1, 1, 1);
    glBindProgramPipeline(0);
    glDeleteProgramPipelines(1, &pipeline);
    glDeleteProgram(program);
    touch_get();
}

/* A block that is declared and not used. */
#define USED(when)                                                                                 \
    COMPUTE SINK AT "readonly buffer Cells { uint cells[]; };\n"                                   \
                    "void main() {\n    sink[ID] = 1u;\n#if " when                                 \
                    "\n    sink[ID] = cells[ID];\n#endif\n}\n"

static void used_under_condition(bool bug)
{
    fill();
    dispatch_once(bug ? USED("1") : USED("0"));
}

static void used_in_comment(bool bug)
{
    fill();
    dispatch_once(bug ? read_source
                      : COMPUTE SINK AT "readonly buffer Cells { uint cells[]; };\n// cells later\n"
                                        "void main() { sink[ID] = 1u; /* cells[ID] */ }\n");
}

static GLuint linked_after(const char *compiled, const char *source, bool anew)
{
    GLuint program = glCreateProgram();
    GLuint shader = compile(program, GL_COMPUTE_SHADER, compiled);
    if (!anew) glLinkProgram(program);
    glShaderSource(shader, 1, &source, NULL);
    if (!anew) glCompileShader(shader);
    if (anew) glLinkProgram(program);
    glDetachShader(program, shader);
    glDeleteShader(shader);
    return program;
}

static void run_linked(GLuint program)
{
    choose_sink(0);
    dispatch(program);
    glUseProgram(0);
    glDeleteProgram(program);
    touch_get();
}

static void source_changed(bool bug)
{
    run_linked(
        linked_after(bug ? fill_source : read_source, bug ? read_source : fill_source, true));
}

static void compiled_not_linked(bool bug)
{
    run_linked(
        linked_after(bug ? fill_source : read_source, bug ? read_source : fill_source, false));
}

/* What is in use goes on as it was linked before. */
static void linked_in_vain(bool bug)
{
    GLuint program = compute(bug ? fill_source : read_source);
    choose_sink(0);
    glUseProgram(program);
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
    glAttachShader(program, shader); // not compiled
    glLinkProgram(program);
    glDispatchCompute(1, 1, 1);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    glUseProgram(0);
    glDeleteShader(shader);
    glDeleteProgram(program);
    touch_get();
}

/* A driver may give a deleted shader's name to the next one. */
static void shader_name_again(bool bug)
{
    glDeleteProgram(compute(bug ? read_source : fill_source));
    run_and_get(bug ? fill_source : read_source);
}

/* ---- Atomic counters in a part of a buffer ---- */

#define COUNTER_AT(offset, name)                                                                   \
    "layout(binding = 0, offset = " #offset ") uniform atomic_uint " name ";\n"

static void count_with(const char *source)
{
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, world.cells);
    dispatch_once(source);
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, 0);
}

static void counter_range(bool bug)
{
    fill_range(bug ? 512 : 0, 256);
    count_with(COMPUTE COUNTER_AT(512, "n") "void main() { atomicCounterIncrement(n); }\n");
}

static void counter_array(bool bug)
{
    fill_range(512, 256);
    count_with(
        bug ? COMPUTE COUNTER_AT(508, "n[2]") "void main() { atomicCounterIncrement(n[1]); }\n"
            : COMPUTE COUNTER_AT(504, "n[2]") "void main() { atomicCounterIncrement(n[1]); }\n");
}

static void counters_apart(bool bug)
{
    fill_range(256, 256);
    count_with(
        bug ? COMPUTE COUNTER_AT(0, "n") COUNTER_AT(508, "m") COUNTER_AT(
                  512, "k") "void main() { atomicCounterIncrement(n); atomicCounterIncrement(m);\n"
                            "    atomicCounterIncrement(k); }\n"
            : COMPUTE COUNTER_AT(0, "n") COUNTER_AT(
                  512,
                  "k") "void main() { atomicCounterIncrement(n); atomicCounterIncrement(k); }\n");
}

/* ---- The table ---- */

/* Either `run`, or a way to touch what was written before, by a call that conflicts so: `touch`
 * after every way to write a buffer or, if `on_texture`, a texture. */
typedef struct pair {
    const char *said, *name;
    GLbitfield bit; // that the bug lacks
    void (*run)(bool bug);
    void (*touch)(void);
    bool on_texture;
    const char *conflict, *call;
} pair;

#define RAW WB_READ_AFTER_WRITE
#define WAW WB_WRITE_AFTER_WRITE
// clang-format off
#define CLASS(name) {NULL, name, 0, NULL, NULL, false, NULL, NULL} // of the rows behind it
#define RUN(said, bit, run) {said, #run, bit, run, NULL, false, NULL, NULL}
#define TOUCH(said, bit, conflict, call, touch) {said, #touch, bit, NULL, touch, false, conflict, call}
#define PICTURE(said, bit, conflict, call, touch) {said, #touch, bit, NULL, touch, true, conflict, call}
// clang-format on

static const pair pairs[] = {
    TOUCH(said_storage, STORAGE, RAW, "glDispatchCompute", touch_storage_read),
    TOUCH(said_storage_store, STORAGE, WAW, "glDispatchCompute", touch_storage_write),
    TOUCH(said_storage_store, STORAGE, RAW, "glDispatchCompute", touch_storage_change),
    TOUCH(said_uniform, UNIFORM, RAW, "glDispatchCompute", touch_uniform),
    TOUCH(said_vertex, VERTEX, RAW, "glDrawArrays", touch_vertices),
    TOUCH(said_element, ELEMENT, RAW, "glDrawElements", touch_indices),
    TOUCH(said_command, COMMAND, RAW, "glDispatchComputeIndirect", touch_dispatch_commands),
    TOUCH(said_command, COMMAND, RAW, "glDrawArraysIndirect", touch_draw_commands),
    TOUCH(said_command, COMMAND, RAW, "glMultiDrawArraysIndirect", touch_many_draw_commands),
    TOUCH(said_command, COMMAND, RAW, "glDrawElementsIndirect", touch_draw_element_commands),
    TOUCH(said_fetch, FETCH, RAW, "glDispatchCompute", touch_texel_buffer),
    TOUCH(said_image, IMAGE, RAW, "glDispatchCompute", touch_image_buffer),
    TOUCH(said_pixel, PIXEL, RAW, "glTexSubImage2D", touch_unpack),
    TOUCH(said_pixel, PIXEL, WAW, "glReadPixels", touch_pack),
    TOUCH(said_buffer, BUFFER, RAW, "glGetBufferSubData", touch_get),
    TOUCH(said_buffer, BUFFER, WAW, "glBufferSubData", touch_sub_data),
    TOUCH(said_buffer, BUFFER, RAW, "glCopyBufferSubData", touch_copy_from),
    TOUCH(said_buffer, BUFFER, WAW, "glCopyBufferSubData", touch_copy_to),
    TOUCH(said_buffer, BUFFER, WAW, "glClearBufferData", touch_clear),
    TOUCH(said_buffer, BUFFER, WAW, "glClearBufferSubData", touch_clear_part),
    TOUCH(said_buffer, BUFFER, RAW, "glMapBuffer", touch_map),
    TOUCH(said_buffer, BUFFER, RAW, "glMapBufferRange", touch_map_read),
    TOUCH(said_buffer, BUFFER, WAW, "glMapBufferRange", touch_map_write),
    PICTURE(said_fetch, FETCH, RAW, "glDispatchCompute", touch_sampler),
    PICTURE(said_image, IMAGE, RAW, "glDispatchCompute", touch_image_load),
    PICTURE(said_image_store, IMAGE, WAW, "glDispatchCompute", touch_image_store),
    PICTURE(said_texture, TEXTURE, RAW, "glGetTexImage", touch_get_image),
    PICTURE(said_texture, TEXTURE, WAW, "glTexSubImage2D", touch_sub_image),
    PICTURE(said_frame, FRAME, RAW, "glCopyTexSubImage2D", touch_copy_tex),
    PICTURE(said_frame, FRAME, RAW, "glReadPixels", touch_read_pixels),
    PICTURE(said_frame, FRAME, WAW, "glClear", touch_clear_target),
    PICTURE(said_frame, FRAME, WAW, "glDrawArrays", touch_draw_target),
    PICTURE(said_frame, FRAME, RAW, "glBlitFramebuffer", touch_blit),
    PICTURE(said_texture, TEXTURE, RAW, "glCopyImageSubData", touch_copy_image),
    PICTURE(said_texture, TEXTURE, RAW, "glGenerateMipmap", touch_mipmap),

    CLASS("counters, feedback"),
    RUN(said_counter, COUNTER, counter_after_store),
    RUN(said_counter, COUNTER, counter_after_counter),
    RUN(said_storage, STORAGE, store_after_counter),
    RUN(said_buffer, BUFFER, get_after_counter),
    RUN(said_commands_wait, COUNTER, counter_after_upload),
    RUN(said_storage_store, STORAGE, atomics_in_two),
    RUN(said_feedback, FEEDBACK, feedback_after_store),
    RUN(said_feedback, FEEDBACK, feedback_not_begun),

    CLASS("ranges"),
    RUN(said_same_objects, UNIFORM, uniform_size),
    RUN(said_same_objects, STORAGE, storage_size),
    RUN(said_vertex, VERTEX, vertex_binding),
    RUN(said_vertex, VERTEX, vertex_instances),
    RUN(said_vertex, VERTEX, vertex_matrix),
    RUN(said_vertex, VERTEX, vertex_not_used),
    RUN(said_element, ELEMENT, index_range_end),
    RUN(said_element, ELEMENT, index_not_used),
    RUN(said_command, COMMAND, command_range),
    RUN(said_command, COMMAND, draw_command_range),
    RUN(said_command, COMMAND, many_command_range),
    RUN(said_fetch, FETCH, texel_range),
    RUN(said_pixel, PIXEL, unpack_range),
    RUN(said_pixel, PIXEL, pack_range),
    RUN(said_same_objects, STORAGE, two_bindings),

    CLASS("commands that write"),
    RUN(said_commands_wait, UNIFORM, part_replaced),
    RUN(said_commands_wait, STORAGE, cleared),
    RUN(said_commands_wait, FETCH, level_replaced),
    RUN(said_commands_wait, FETCH, target_cleared),
    RUN(said_commands_wait, STORAGE, packed_by_command),
    RUN(said_commands_wait, FETCH, rendered_by_command),
    RUN(said_commands_wait, STORAGE, new_store),

    CLASS("textures"),
    RUN(said_fetch, FETCH, level_limits),
    RUN(said_image_store, IMAGE, store_beyond_levels),
    RUN(said_frame, FRAME, attached_layer),
    RUN(said_image_store, IMAGE, image_layer),
    RUN(said_frame, FRAME, clear_mask),
    RUN(said_frame, FRAME, clear_one),
    RUN(said_frame, FRAME, colour_mask),
    RUN(said_discard, FRAME, discarded),
    RUN(said_frame, FRAME, blit_mask),
    RUN(said_view, FETCH, store_through_view),
    RUN(said_view, TEXTURE, read_through_view),
    RUN(said_texture, TEXTURE, mipmap_from_level),

    CLASS("volumes"),
    RUN(said_fetch, FETCH, volume_fetch),
    RUN(said_fetch, FETCH, volume_other_bit),
    RUN(said_image, IMAGE, volume_load),
    RUN(said_image_store, IMAGE, volume_atomics),
    RUN(said_texture, TEXTURE, volume_get),
    RUN(said_texture, TEXTURE, volume_upload),
    RUN(said_image_store, IMAGE, volume_slice),
    RUN(said_texture, TEXTURE, upload_to_slice),

    CLASS("layers"),
    RUN(said_texture, TEXTURE, upload_to_layers),
    RUN(said_texture, TEXTURE, upload_to_row),
    RUN(said_texture, TEXTURE, copy_to_layer),
    RUN(said_texture, TEXTURE, copy_from_layers),
    RUN(said_texture, TEXTURE, get_of_face),

    CLASS("programs"),
    RUN(said_same_objects, STORAGE, never_used),
    RUN(said_same_objects, STORAGE, never_used_std140),
    RUN(said_same_objects, UNIFORM, never_used_uniform),
    RUN(said_binding, STORAGE, rebound_block),
    RUN(said_storage, STORAGE, block_array),
    RUN(said_pipeline, BUFFER, pipeline_compute),
    RUN(said_pipeline, VERTEX, pipeline_draw),
    RUN(said_storage, STORAGE, relinked),
    RUN(said_coherent, STORAGE, coherent),
    RUN(said_read_only, UNIFORM, read_only),
    RUN(said_read_only, FETCH, image_unit_read_only),
    RUN(said_buffer, BUFFER, fragment_store),

    CLASS("nothing runs"),
    RUN(said_no_groups, BUFFER, no_groups),
    RUN(said_vertex, VERTEX, no_vertices),
    RUN(said_element, ELEMENT, no_instances),
    RUN(said_ignored, BUFFER, refused_dispatch),
    RUN(said_ignored, STORAGE, refused_upload),

    CLASS("barriers"),
    RUN(said_order, STORAGE, barrier_before),
    RUN(said_uniform, UNIFORM, barrier_of_earlier_access),
    RUN(said_all, UNIFORM, barrier_of_all),
    RUN(said_storage_store, STORAGE, barrier_between_two_only),
    RUN(said_order, UNIFORM, one_barrier_for_two),
    RUN(said_coherent, STORAGE, finished),
    RUN(said_storage_store, STORAGE, finish_ends_reads),
    RUN(said_same_objects, STORAGE, deleted_and_made),
    RUN(said_same_objects, UNIFORM, other_object),

    RUN(said_buffer, BUFFER, invalidated),
    RUN(said_buffer, BUFFER, invalidated_elsewhere),
    RUN(said_texture, TEXTURE, invalidated_texture),
    RUN(said_frame, FRAME, invalidated_target),

    CLASS("write after read"),
    RUN(said_image_store, IMAGE, image_after_sampler),
    RUN(said_image_store, IMAGE, image_after_image),

    CLASS("counters, feedback"),
    RUN(said_same_objects, COUNTER, counter_range),
    RUN(said_same_objects, COUNTER, counter_array),
    RUN(said_same_objects, COUNTER, counters_apart),

    CLASS("stores that stay"),
    RUN(said_in_use, FETCH, texels_of_deleted),
    RUN(said_in_use, IMAGE, image_of_deleted),
    RUN(said_in_use, FETCH, store_into_deleted),
    RUN(said_in_use, FETCH, name_taken_again),
    RUN(said_in_use, FETCH, texels_elsewhere),
    RUN(said_in_use, FETCH, view_of_deleted),
    RUN(said_in_use, FETCH, store_through_view_of_deleted),
    RUN(said_in_use, IMAGE, two_views_of_deleted),
    RUN(said_in_use, FETCH, view_of_deleted_view),
    RUN(said_in_use, TEXTURE, texture_name_taken_again),
    RUN(said_in_use, VERTEX, vertices_of_deleted),
    RUN(said_in_use, FRAME, target_deleted),

    CLASS("new stores"),
    RUN(said_new_level, FETCH, new_level),
    RUN(said_new_level, FETCH, other_level_is_new),
    RUN(said_new_level, FRAME, face_is_new),
    RUN(said_new_level, FETCH, level_copied),
    RUN(said_new_level, FETCH, storage_given),
    RUN(said_new_level, IMAGE, new_level_after_read),
    RUN(said_ignored, FETCH, new_level_refused),
    RUN(said_ignored, STORAGE, new_store_refused),
    RUN(said_commands_wait, FETCH, new_store_under_texels),

    CLASS("sources"),
    RUN(said_access, UNIFORM, members_apart),
    RUN(said_access, UNIFORM, members_of_structs),
    RUN(said_access, BUFFER, condition_in_draw),
    RUN(said_access, TEXTURE, macro_of_image),
    RUN(said_access, BUFFER, separable_read_only),
    RUN(said_access, STORAGE, used_under_condition),
    RUN(said_access, STORAGE, used_in_comment),
    RUN(said_compiled, BUFFER, source_changed),
    RUN(said_compiled, BUFFER, compiled_not_linked),
    RUN(said_compiled, BUFFER, linked_in_vain),
    RUN(said_compiled, BUFFER, shader_name_again),
};

enum { PAIRS = sizeof pairs / sizeof *pairs };

/* ---- Verdicts ---- */

/* Of one class: verdicts on bugs, and on what is right. */
typedef struct tally {
    const char *name;
    int found, missed, wrong_bits, silent, false_alarms;
} tally;

static tally tallies[32];
static int tally_count;

static tally *tally_of(const char *name)
{
    for (int i = 0; i < tally_count; i++)
        if (strcmp(tallies[i].name, name) == 0) return &tallies[i];
    tallies[tally_count] = (tally){.name = name};
    return &tallies[tally_count++];
}

static void begin_case(void)
{
    watch();
    make_world();
}

// `wanted` 0: silence. `name` and `said` are for the message.
static bool end_case(const char *class, const char *name, const char *said, GLbitfield wanted)
{
    char bits[WB_BARRIER_TEXT_SIZE];
    const wb_finding *found = NULL;
    int missing = 0;
    tally *t = tally_of(class);
    delete_world();
    wb_barriers_end();
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    while (glGetError() != GL_NO_ERROR) continue;
    for (int i = 0; i < finding_count; i++) {
        if (strcmp(findings[i].code, WB_MISSING_BARRIER) != 0) continue;
        found = &findings[i];
        missing++;
    }
    wb_barrier_text(wanted, bits, sizeof bits);
    bool right = missing == 1 && strcmp(found->barrier, bits) == 0;
    if (wanted == 0)
        *(missing == 0 ? &t->silent : &t->false_alarms) += 1;
    else
        *(right ? &t->found : missing == 0 ? &t->missed : &t->wrong_bits) += 1;
    if (wanted == 0 ? missing == 0 : right) return true;
    print_error("%s, %s: %s\n  wanted: %s\n  got:    %s\n", class, name, said,
                wanted != 0 ? bits : "silence",
                missing == 0  ? "silence"
                : missing > 1 ? "more than one missing barrier"
                              : found->text);
    return false;
}

static void judge_pairs(void)
{
    const char *class = "";
    for (int i = 0; i < PAIRS; i++) {
        if (pairs[i].said == NULL) class = pairs[i].name;
        for (int bug = 0; pairs[i].run != NULL && bug < 2; bug++) {
            begin_case();
            pairs[i].run(bug != 0);
            end_case(class, pairs[i].name, pairs[i].said, bug ? pairs[i].bit : 0);
        }
    }
}

/* ---- Variations ---- */

static void judge_declarations(void)
{
    for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++)
        for (int bug = 0; bug < 2; bug++) {
            char source[1024];
            begin_case();
            snprintf(source, sizeof source, COMPUTE SINK "%s",
                     bug ? declarations[i].bug : declarations[i].right);
            run_and_get(source);
            end_case("sources", declarations[i].name, said_access, bug ? BUFFER : 0);
        }
}

static void fill_in_vertex_shader(void)
{
    draw_program("layout(std430, binding = 0) writeonly buffer Cells { uint cells[]; };\n"
                 "void main() { cells[gl_VertexID] = 1u; gl_Position = vec4(0.0); }\n");
    glDrawArrays(GL_POINTS, 0, 64);
}

static void fill_in_fragment_shader(void)
{
    GLuint program =
        link(GL_VERTEX_SHADER, "#version 430\nvoid main() { gl_Position = vec4(0, 0, 0, 1); }\n",
             "#version 430\nlayout(std430, binding = 0) buffer Cells { uint head; writeonly uint "
             "cells[]; };\nout vec4 colour;\nvoid main() { cells[0] = 1u; colour = vec4(1.0); }\n");
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, world.target);
    glUseProgram(program);
    glDrawArrays(GL_POINTS, 0, 1);
    glUseProgram(0);
    glDeleteProgram(program);
}

static void fill_view(void)
{
    GLuint view = make_view(world.picture, 0, 2);
    store_to_level(view, 0);
    glDeleteTextures(1, &view);
    glBindImageTexture(0, world.picture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
}

static void fill_image_in_vertex_shader(void)
{
    draw_program("layout(rgba8, binding = 0) writeonly uniform image2D picture;\n"
                 "void main() { imageStore(picture, ivec2(0), vec4(1.0)); gl_Position = vec4(0.0); "
                 "}\n");
    glDrawArrays(GL_POINTS, 0, 1);
}

typedef void step(void);

enum { EVERY_BIT = (1 << 14) - 1 };

/* A write, a barrier, a touch: without the barrier, with all bits but the right one, which do no
 * good, and with that. */
static void judge_write_and_touch(const char *class, step *write, const pair *p)
{
    const char *object = p->on_texture ? "picture" : "cells";
    for (int how = 0; how < 3; how++) {
        begin_case();
        enter("write");
        write();
        if (how > 0) glMemoryBarrier(how == 1 ? EVERY_BIT & ~p->bit : p->bit);
        leave();
        enter("use");
        p->touch();
        leave();
        if (end_case(class, p->name, p->said, how < 2 ? p->bit : 0) && how < 2) {
            expect_missing(&findings[0], p->conflict, "write", "use", p->call, object, p->bit);
            bool reads = strcmp(p->conflict, WB_READ_AFTER_WRITE) == 0;
            assert_non_null(strstr(findings[0].text, reads ? " reads it" : " overwrites it"));
        }
        assert_int_equal(count_advice(), how == 1);
    }
}

static void judge_writes_and_touches(void)
{
    static step *const writes[] = {
        fill, add_up, count_up, store_texels, fill_in_vertex_shader, fill_in_fragment_shader};
    static step *const image_writes[] = {fill_image, fill_view, fill_image_in_vertex_shader};
    for (int i = 0; i < PAIRS; i++) {
        if (pairs[i].touch == NULL) continue;
        for (size_t k = 0; !pairs[i].on_texture && k < sizeof writes / sizeof *writes; k++)
            judge_write_and_touch("any write, any touch", writes[k], &pairs[i]);
        for (size_t k = 0; pairs[i].on_texture && k < sizeof image_writes / sizeof *writes; k++)
            judge_write_and_touch("any store, any touch", image_writes[k], &pairs[i]);
    }
}

/* A store after reads that last; the bit is the store's. With glFinish() they are over. */
static void judge_stores_after_reads(void)
{
    static step *const reads[] = {touch_storage_read,  touch_uniform,           touch_vertices,
                                  touch_indices,       touch_dispatch_commands, touch_texel_buffer,
                                  touch_draw_commands, touch_copy_from,         touch_unpack};
    static const struct {
        step *store;
        GLbitfield bit;
    } stores[] = {{fill, STORAGE}, {store_texels, IMAGE}, {count_up, COUNTER}, {add_up, STORAGE}};
    for (size_t r = 0; r < sizeof reads / sizeof *reads; r++)
        for (size_t s = 0; s < sizeof stores / sizeof *stores; s++)
            for (int how = 0; how < 4; how++) {
                begin_case();
                reads[r]();
                if (how == 1) glMemoryBarrier(EVERY_BIT & ~stores[s].bit);
                if (how == 2) glMemoryBarrier(stores[s].bit);
                if (how == 3) glFinish();
                stores[s].store();
                if (end_case("write after read", "any read", said_storage_store,
                             how < 2 ? stores[s].bit : 0) &&
                    how < 2)
                    assert_string_equal(findings[0].conflict, WB_WRITE_AFTER_READ);
            }
}

/* ---- Ranges: 256 to 512 is written ---- */

typedef void touch_range(GLintptr from, GLsizeiptr size);

static void get_from(GLintptr from, GLsizeiptr size)
{
    bind_cells();
    glGetBufferSubData(GL_COPY_READ_BUFFER, from, size, scratch);
}
static void upload_from(GLintptr from, GLsizeiptr size)
{
    bind_cells();
    glBufferSubData(GL_COPY_READ_BUFFER, from, size, scratch);
}
static void clear_from(GLintptr from, GLsizeiptr size)
{
    bind_cells();
    glClearBufferSubData(GL_COPY_READ_BUFFER, GL_R32UI, from, size, GL_RED_INTEGER, GL_UNSIGNED_INT,
                         NULL);
}
static void copy_from(GLintptr from, GLsizeiptr size)
{
    bind_cells();
    glBindBuffer(GL_COPY_WRITE_BUFFER, world.sink);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, from, 0, size);
}
static void copy_to(GLintptr to, GLsizeiptr size)
{
    bind_cells();
    glBindBuffer(GL_COPY_WRITE_BUFFER, world.sink);
    glCopyBufferSubData(GL_COPY_WRITE_BUFFER, GL_COPY_READ_BUFFER, 0, to, size);
}
static void map_from(GLintptr from, GLsizeiptr size)
{
    bind_cells();
    assert_non_null(glMapBufferRange(GL_COPY_READ_BUFFER, from, size, GL_MAP_READ_BIT));
    glUnmapBuffer(GL_COPY_READ_BUFFER);
}
static void index_from(GLintptr from, GLsizeiptr size)
{
    draw_program(no_input);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, world.cells);
    glDrawElements(GL_POINTS, (GLsizei)(size / 4), GL_UNSIGNED_INT, (const void *)from);
}
static void vertices_from(GLintptr from, GLsizeiptr size)
{
    draw_vertices(from, 0, (GLsizei)(size / 8));
}
static void vertices_first(GLintptr from, GLsizeiptr size)
{
    draw_vertices(from % 8, (GLint)(from / 8), (GLsizei)(size / 8));
}
static void storage_from(GLintptr from, GLsizeiptr size)
{
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, world.cells, from, size);
    dispatch_once(read_source);
}
static void uniform_from(GLintptr from, GLsizeiptr size)
{
    (void)size;
    uniform_at(from);
}

static void judge_ranges(void)
{
    static const struct {
        touch_range *touch;
        const char *name;
        GLbitfield bit;
        int size, near; // what it touches; how close it can come
    } ways[] = {
        {get_from, "get", BUFFER, 16, 4},          {upload_from, "upload", BUFFER, 16, 4},
        {clear_from, "clear", BUFFER, 16, 4},      {copy_from, "copy from", BUFFER, 16, 4},
        {copy_to, "copy to", BUFFER, 16, 4},       {map_from, "map", BUFFER, 16, 4},
        {index_from, "indices", ELEMENT, 16, 4},   {vertices_from, "vertices", VERTEX, 32, 4},
        {vertices_first, "first", VERTEX, 32, 8},  {storage_from, "storage", STORAGE, 64, 64},
        {uniform_from, "uniform", UNIFORM, 64, 64}};
    GLint align = 64, uniform_align = 64;
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, &align);
    glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &uniform_align);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        int size = ways[i].size, near = ways[i].near;
        if (near == 64 && (ways[i].bit == UNIFORM ? uniform_align : align) > near) continue;
        const int from[] = {256 - size, 256 - size + near, 320, 512 - near, 512, 576, 0};
        for (int k = 0; k < 7; k++) {
            bool overlaps = from[k] < 512 && from[k] + size > 256;
            begin_case();
            fill_range(256, 256);
            choose_sink(1);
            ways[i].touch(from[k], size);
            end_case("ranges", ways[i].name, said_same_objects, overlaps ? ways[i].bit : 0);
        }
    }
}

static void test_conformance(void **state)
{
    (void)state;
    tally all = {.name = "in all"};
    tally_count = 0;
    judge_pairs();
    judge_declarations();
    judge_writes_and_touches();
    judge_stores_after_reads();
    judge_ranges();
    print_message("%-22s%14s%7s%11s%18s%7s\n", "", "bugs: reported", "missed", "wrong bits",
                  "correct: silent", "false");
    for (int i = 0; i <= tally_count; i++) {
        const tally *t = i < tally_count ? &tallies[i] : &all;
        print_message("%-22s%14d%7d%11d%18d%7d\n", t->name, t->found, t->missed, t->wrong_bits,
                      t->silent, t->false_alarms);
        all = (tally){all.name,
                      all.found + t->found,
                      all.missed + t->missed,
                      all.wrong_bits + t->wrong_bits,
                      all.silent + t->silent,
                      all.false_alarms + t->false_alarms};
    }
    for (int i = 0; i < tally_count; i++)
        assert_int_equal(tallies[i].missed + tallies[i].wrong_bits + tallies[i].false_alarms, 0);
}

/* What it cannot know, it says, once. */
static void test_not_followed(void **state)
{
    (void)state;
    make_world();
    watch();
    touch_sampler();
    touch_texel_buffer();
    touch_sampler();
    wb_barriers_end();
    delete_world();
    int said = 0;
    for (int i = 0; i < finding_count; i++) said += strcmp(findings[i].code, WB_NOT_FOLLOWED) == 0;
    assert_int_equal(said, 2); // of "picture", and of that over "cells"
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_conformance),
                                       cmocka_unit_test(test_not_followed)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
