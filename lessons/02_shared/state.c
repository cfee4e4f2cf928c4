#include "state.h"

#include "scene.h"

#include "lesson/picture_file.h"

#include <stdlib.h>

lesson_state lesson = {
    .blur = {.radius = 3, .rows_each = 2},
    .banks = {.stride = 32, .groups = 64, .rounds = 4},
    .chase = {.table_bits = 12},
    .matmul = {.n = 256},
    .scan = {.n = 16, .levels = 4},
};

static void delete_panel_array(void)
{
    glDeleteVertexArrays(1, &lesson.panel_array);
    lesson.panel_array = 0;
}

/* ---- Blur ---- */

// A long walk computes less that others compute too, and a short one takes fewer registers, so that
// more invocations wait for memory at a time. What is best was measured, at radius 2 and 7, on an
// H200.
int blur_walk_rows(void)
{
    return lesson.blur.radius < 4 ? 4 : 8;
}

static bool create_picture_buffers(const wb_image *image)
{
    const blur_traits *traits = wb_current_variant()->data;
    lesson.blur.columns = lesson.blur.width > 0 ? lesson.blur.width : image->width;
    lesson.blur.rows = lesson.blur.height > 0 ? lesson.blur.height : image->height;
    lesson.blur.pitch = (lesson.blur.columns + 3) / 4 * 4;
    size_t rows = (size_t)lesson.blur.rows, pitch = (size_t)lesson.blur.pitch;
    uint32_t *words = scene_lay_out(image);
    bool good = words != NULL &&
                wb_buffer_create(&lesson.blur.image, &(wb_buffer_desc){.name = "image",
                                                                       .type = WB_U32,
                                                                       .pixels = true,
                                                                       .shape = {rows, pitch},
                                                                       .data = words,
                                                                       .state = true}) &&
                wb_buffer_create(&lesson.blur.blurred,
                                 &(wb_buffer_desc){.name = "blurred",
                                                   .type = WB_U32,
                                                   .pixels = true,
                                                   .shape = {traits->turns ? pitch : rows,
                                                             traits->turns ? rows : pitch},
                                                   .state = true});
    free(words);
    if (traits->second_kernel == NULL) return good;
    return good &&
           wb_buffer_create(
               &lesson.blur.row_sums,
               &(wb_buffer_desc){.name = "row_sums", .type = WB_U32, .shape = {2, rows, pitch}});
}

// Whether a work group can have the shared memory that the tile of `fused` takes. Without this the
// program would not link, and the driver's message names no cure.
static bool tile_fits(void)
{
    const blur_traits *traits = wb_current_variant()->data;
    GLint bytes = (LINES * lesson.blur.rows_each + 2 * lesson.blur.radius) * SUMS_BYTES;
    if (!traits->tile_of_sums || bytes <= lesson.blur.shared_bytes) return true;
    wb_error("the tile of version fused would take %d bytes of shared memory; this machine has %d "
             "for a work group\nwhat to do: --set rows_each=1, or a smaller radius",
             bytes, lesson.blur.shared_bytes);
    return false;
}

static bool create_blur_programs(void)
{
    const wb_variant *variant = wb_current_variant();
    const blur_traits *traits = variant->data;
    const wb_define *constants = WB_DEFINES(
        {"GROUP", PIXELS}, {"RADIUS", lesson.blur.radius}, {"QUADS_X", QUADS_X}, {"LINES", LINES},
        {"COLUMN_ROWS", COLUMN_ROWS}, {"WALK_ROWS", blur_walk_rows()},
        {"ROWS", lesson.blur.rows_each}, {"SMEARS", traits->smears}, {"TURNS", traits->turns},
        {"TWICE", traits->twice},
        {"WORDS", lesson.blur.shared_bytes / 4 + 1}); // the last is for too_much.comp alone
    lesson.blur.kernel = wb_program_compute(variant->kernel, constants);
    if (traits->second_kernel != NULL)
        lesson.blur.second_kernel = wb_program_compute(traits->second_kernel, constants);
    lesson.blur.picture = wb_program_draw("draw/rectangle.vert", "02_shared/blur.frag", constants);
    if (traits->cannot_link && lesson.blur.kernel == 0)
        wb_note("that was the point of this variant: it runs on without its kernel");
    return (lesson.blur.kernel != 0 || traits->cannot_link) && lesson.blur.picture != 0 &&
           (lesson.blur.second_kernel != 0 || traits->second_kernel == NULL);
}

static void delete_blur_programs(void)
{
    glDeleteProgram(lesson.blur.kernel);
    glDeleteProgram(lesson.blur.second_kernel);
    glDeleteProgram(lesson.blur.picture);
    lesson.blur.kernel = lesson.blur.second_kernel = lesson.blur.picture = 0;
}

bool blur_init(void)
{
    glGetIntegerv(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, &lesson.blur.shared_bytes);
    glGenVertexArrays(1, &lesson.panel_array);
    wb_image image;
    if (!wb_picture_load(&image, lesson.blur.file[0] != '\0' ? lesson.blur.file : NULL))
        return false;
    bool good = tile_fits() && create_picture_buffers(&image) && create_blur_programs();
    wb_image_free(&image);
    return good;
}

bool blur_rebuild(void)
{
    if (!tile_fits()) return false; // what there is goes on
    delete_blur_programs();
    return create_blur_programs();
}

void blur_quit(void)
{
    wb_buffer_delete(&lesson.blur.image);
    wb_buffer_delete(&lesson.blur.row_sums);
    wb_buffer_delete(&lesson.blur.blurred);
    delete_blur_programs();
    delete_panel_array();
}

wb_cost blur_cost(void)
{
    const blur_traits *traits = wb_current_variant()->data;
    double pixels = (double)lesson.blur.pitch * lesson.blur.rows;
    double bytes = traits->second_kernel != NULL ? 12.0 : 4.0; // the row sums are 8 bytes
    return (wb_cost){.read_bytes = bytes * pixels,
                     .written_bytes = bytes * pixels,
                     .items = pixels,
                     .item = "pixels"};
}

/* ---- Banks ---- */

// An even pitch is made odd by an unused word: 32 and an odd number have no common factor,
// so 32 rows begin in 32 different banks.
uint32_t banks_pitch(int stride)
{
    const banks_traits *traits = wb_current_variant()->data;
    return (uint32_t)(traits->padded ? stride | 1 : stride);
}

bool banks_init(void)
{
    const banks_traits *traits = wb_current_variant()->data;
    uint32_t none[LANES];
    for (int lane = 0; lane < LANES; lane++) none[lane] = NO_ADDRESS;
    lesson.banks.kernel = wb_program_compute(
        wb_current_variant()->kernel,
        WB_DEFINES({"GROUP", BANKS_GROUP}, {"LANES", LANES}, {"WORDS", WORDS},
                   {"DRAWN_BITS", DRAWN_BITS}, {"BROADCAST", traits->broadcast}));
    return lesson.banks.kernel != 0 &&
           wb_buffer_create(&lesson.banks.sums,
                            &(wb_buffer_desc){.name = "sums",
                                              .type = WB_U32,
                                              .shape = {(size_t)lesson.banks.groups, BANKS_GROUP},
                                              .state = true}) &&
           wb_buffer_create(&lesson.banks.addresses, &(wb_buffer_desc){.name = "addresses",
                                                                       .type = WB_U32,
                                                                       .shape = {LANES},
                                                                       .data = none,
                                                                       .state = true});
}

void banks_quit(void)
{
    wb_buffer_delete(&lesson.banks.sums);
    wb_buffer_delete(&lesson.banks.addresses);
    glDeleteProgram(lesson.banks.kernel);
    lesson.banks.kernel = 0;
}

wb_cost banks_cost(void)
{
    double invocations = (double)lesson.banks.groups * BANKS_GROUP;
    return (wb_cost){.written_bytes = 4.0 * invocations,
                     .items = invocations * lesson.banks.rounds * LANES,
                     .item = "loads"};
}

/* ---- Chase ---- */

size_t chase_table_words(void)
{
    return (size_t)1 << lesson.chase.table_bits;
}

uint32_t chase_walked_words(void)
{
    const chase_traits *traits = wb_current_variant()->data;
    bool cut = traits->shared && chase_table_words() > SHARED_WORDS;
    return cut ? SHARED_WORDS : (uint32_t)chase_table_words();
}

static bool create_table(void)
{
    size_t words = chase_table_words();
    uint32_t *table = malloc(words * sizeof *table);
    if (table == NULL) {
        wb_error("there is no memory for a table of %zu words", words);
        return false;
    }
    for (uint32_t i = 0; i < words; i++) table[i] = scene_next_place(i, (uint32_t)words);
    bool good =
        wb_buffer_create(
            &lesson.chase.table,
            &(wb_buffer_desc){.name = "table", .type = WB_U32, .shape = {words}, .data = table}) &&
        wb_buffer_create(&lesson.chase.end, &(wb_buffer_desc){.name = "end",
                                                              .type = WB_U32,
                                                              .shape = {1},
                                                              .data = &(uint32_t){0},
                                                              .state = true});
    free(table);
    return good;
}

bool chase_init(void)
{
    lesson.chase.kernel = wb_program_compute(
        wb_current_variant()->kernel,
        WB_DEFINES({"GROUP", CHASE_GROUP}, {"HOPS", HOPS}, {"SHARED_WORDS", SHARED_WORDS}));
    return lesson.chase.kernel != 0 && create_table();
}

void chase_quit(void)
{
    wb_buffer_delete(&lesson.chase.table);
    wb_buffer_delete(&lesson.chase.end);
    glDeleteProgram(lesson.chase.kernel);
    lesson.chase.kernel = 0;
}

wb_cost chase_cost(void)
{
    return (wb_cost){
        .read_bytes = 4.0 * HOPS, .written_bytes = 4.0, .items = HOPS, .item = "loads in a row"};
}

/* ---- Matmul ---- */

static bool create_matrix(wb_buffer *buffer, const char *name, const float *data)
{
    size_t n = (size_t)lesson.matmul.n, pitch = (size_t)lesson.matmul.pitch;
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){
            .name = name, .type = WB_F32, .shape = {n, pitch}, .data = data, .state = true});
}

static bool create_matrices(void)
{
    lesson.matmul.pitch = (lesson.matmul.n + 3) / 4 * 4;
    size_t count = (size_t)lesson.matmul.n * (size_t)lesson.matmul.pitch;
    float *a = calloc(count, sizeof *a), *b = calloc(count, sizeof *b);
    bool good = a != NULL && b != NULL;
    if (!good)
        wb_error("there is no memory for matrices of %d x %d", lesson.matmul.n, lesson.matmul.n);
    if (good) scene_fill_matrices(a, b);
    good = good && create_matrix(&lesson.matmul.a, "a", a) &&
           create_matrix(&lesson.matmul.b, "b", b) && create_matrix(&lesson.matmul.c, "c", NULL);
    free(a);
    free(b);
    return good;
}

bool matmul_init(void)
{
    const wb_variant *variant = wb_current_variant();
    const matmul_traits *traits = variant->data;
    const wb_define *constants = WB_DEFINES(
        {"GROUP", GROUP}, {"TILE", TILE}, {"PADDING", traits->padded}, {"BLOCK_ROWS", BLOCK_ROWS},
        {"BLOCK_COLUMNS", BLOCK_COLUMNS}, {"BLOCK_DEPTH", BLOCK_DEPTH},
        {"INVOCATIONS", INVOCATIONS}, {"TALL", TALL}, {"TALL_INVOCATIONS", TALL_INVOCATIONS});
    glGenVertexArrays(1, &lesson.panel_array);
    lesson.matmul.kernel = wb_program_compute(variant->kernel, constants);
    lesson.matmul.picture =
        wb_program_draw("draw/rectangle.vert", "02_shared/matmul.frag", constants);
    return lesson.matmul.kernel != 0 && lesson.matmul.picture != 0 && create_matrices();
}

void matmul_quit(void)
{
    wb_buffer_delete(&lesson.matmul.a);
    wb_buffer_delete(&lesson.matmul.b);
    wb_buffer_delete(&lesson.matmul.c);
    glDeleteProgram(lesson.matmul.kernel);
    glDeleteProgram(lesson.matmul.picture);
    lesson.matmul.kernel = lesson.matmul.picture = 0;
    delete_panel_array();
}

wb_cost matmul_cost(void)
{
    double n = lesson.matmul.n, bytes = 4.0 * n * n;
    return (wb_cost){.read_bytes = 2.0 * bytes,
                     .written_bytes = bytes,
                     .flops = 2.0 * n * n * n,
                     .items = n * n * n,
                     .item = "multiply-adds"};
}

/* ---- Scan ---- */

int scan_block(void)
{
    return 1 << lesson.scan.levels;
}

bool scan_has_tree(void)
{
    return lesson.scan.levels <= SHOWN_LEVELS;
}

int scan_tree_rows(void)
{
    const scan_traits *traits = wb_current_variant()->data;
    if (traits->levels == NO_LEVELS) return 2;
    return (traits->levels == SWEEPS ? 2 : 1) * lesson.scan.levels + 2;
}

static bool create_numbers(void)
{
    size_t n = (size_t)lesson.scan.n;
    uint32_t *values = malloc(n * sizeof *values);
    if (values == NULL)
        wb_error("there is no memory for %zu numbers", n);
    else
        scene_fill_numbers(values, n);
    bool good = values != NULL &&
                wb_buffer_create(&lesson.scan.values, &(wb_buffer_desc){.name = "values",
                                                                        .type = WB_U32,
                                                                        .shape = {n},
                                                                        .data = values,
                                                                        .state = true}) &&
                wb_buffer_create(
                    &lesson.scan.scan,
                    &(wb_buffer_desc){.name = "scan", .type = WB_U32, .shape = {n}, .state = true});
    free(values);
    if (!scan_has_tree()) return good;
    size_t rows = (size_t)scan_tree_rows(), block = (size_t)scan_block();
    return good && wb_buffer_create(
                       &lesson.scan.tree,
                       &(wb_buffer_desc){.name = "tree", .type = WB_U32, .shape = {rows, block}});
}

bool scan_init(void)
{
    const scan_traits *traits = wb_current_variant()->data;
    lesson.scan.kernel =
        wb_program_compute(wb_current_variant()->kernel,
                           WB_DEFINES({"BLOCK", scan_block()}, {"HALF", scan_block() / 2},
                                      {"LEVELS", lesson.scan.levels}, {"TREE", scan_has_tree()},
                                      {"PADDED", traits->padded}));
    return lesson.scan.kernel != 0 && create_numbers();
}

void scan_quit(void)
{
    wb_buffer_delete(&lesson.scan.values);
    wb_buffer_delete(&lesson.scan.scan);
    wb_buffer_delete(&lesson.scan.tree);
    glDeleteProgram(lesson.scan.kernel);
    lesson.scan.kernel = 0;
}

wb_cost scan_cost(void)
{
    double bytes = 4.0 * lesson.scan.n;
    return (wb_cost){
        .read_bytes = bytes, .written_bytes = bytes, .items = lesson.scan.n, .item = "elements"};
}
