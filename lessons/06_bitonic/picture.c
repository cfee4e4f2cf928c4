#include "06_bitonic/slots.h"
#include "picture.h"
#include "picture_few.h"
#include "state.h"

#include <math.h>
#include <stdio.h>

enum {
    FRAMES_A_PASS = 6, // for which the picture shows each pass;
    PAUSE = 12,        // the last pass stays for that many passes more
};

static const float MARGIN = 44.0f, LEFT = 116.0f, TOP = 116.0f, GAP = 36.0f;
static const wb_colour bright = {0.91f, 0.92f, 0.94f, 1.0f};
static const wb_colour muted = {0.56f, 0.59f, 0.65f, 1.0f};

bool picture_create(void)
{
    lesson.picture.rows = wb_program_draw("draw/picture.vert", "06_bitonic/rows.frag", NULL);
    lesson.picture.pixels = wb_program_draw("draw/picture.vert", "06_bitonic/pixels.frag", NULL);
    glGenVertexArrays(1, &lesson.picture.vertex_array);
    return lesson.picture.rows != 0 && lesson.picture.pixels != 0;
}

void picture_delete(void)
{
    glDeleteProgram(lesson.picture.rows);
    glDeleteProgram(lesson.picture.pixels);
    glDeleteVertexArrays(1, &lesson.picture.vertex_array);
    lesson.picture.rows = lesson.picture.pixels = lesson.picture.vertex_array = 0;
}

/* ---- Which pass ---- */

// Which pass of the network is the index-th, from 1: it merges runs of k, comparing pairs j apart.
static void find_pass(int index, uint32_t *k, uint32_t *j)
{
    *k = 2;
    *j = 1;
    for (int i = 1; i < index; i++) {
        *j /= 2;
        if (*j > 0) continue;
        *j = *k;
        *k *= 2;
    }
}

// The pass that the picture shows: where the step has stopped, or else the parameter's, or else one
// after the other; of a task the last, which its check is about. Of many keys it can only show
// what is now.
static int shown_pass(void)
{
    int passes = count_passes(), shown = passes;
    if (lesson.is_sorting || lesson.history.id == 0 || passes == 1) return lesson.passes_done;
    if (lesson.pass > 0)
        shown = lesson.pass;
    else if (wb_current_variant()->kind != WB_TASK)
        shown = (int)(wb_frame() / FRAMES_A_PASS % (passes + 1 + PAUSE));
    return shown < passes ? shown : passes;
}

static void write_subtitle(char *text, size_t size, int shown)
{
    uint32_t k, j;
    find_pass(shown, &k, &j);
    bool is_over = lesson.passes_done > 0 && !lesson.is_sorting;
    const char *state = lesson.is_sorting ? "in the middle of the sort" : "before the sort";
    if (is_over) state = "the sort is over; shown here";
    if (count_passes() == 1)
        snprintf(text, size, "%s", shown > 0 ? "the sort is over" : state);
    else if (shown == 0)
        snprintf(text, size, "%s: before the first of %d passes", state, count_passes());
    else if (is_network())
        snprintf(text, size, "%s: pass %d of %d, k = %u, j = %u", state, shown, count_passes(), k,
                 j);
    else
        snprintf(text, size, "%s: pass %d of %d, by bits %d to %d", state, shown, count_passes(),
                 (shown - 1) * WB_SORT_DIGIT_BITS, shown * WB_SORT_DIGIT_BITS - 1);
}

/* ---- What both kinds of picture begin and end with ---- */

static void use_program(GLuint program, int height)
{
    const input_pairs *given = &lesson.given;
    bool in_order = lesson.is_sorting && traits()->compares == WB_U32; // not yet of their own type
    glUseProgram(program);
    glUniform1f(PICTURE_HEIGHT, (float)height);
    glUniform1ui(COUNT, given->count);
    glUniform2ui(RANGE, given->low, given->high);
    glUniform1i(TYPE, (GLint)(in_order ? WB_U32 : given->type));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, KEYS, lesson.sorted_keys.id);
}

static void draw_whole_picture(void)
{
    glBindVertexArray(lesson.picture.vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* ---- Few keys ---- */

static layout find_layout(int width, int height)
{
    float room = (float)width - LEFT - MARGIN, key_width = floorf(room / (float)lesson.given.count);
    float tall = (float)height - TOP - MARGIN - 2.0f * GAP;
    layout l = {.width = key_width < 1.0f ? room : key_width * (float)lesson.given.count};
    l.left = fmaxf(LEFT, floorf(((float)width - l.width) / 2.0f));
    l.rows_y = TOP;
    l.rows_height = floorf(tall * (are_few() ? 0.46f : is_network() ? 0.52f : 0.62f));
    l.arrows_y = l.rows_y + l.rows_height + GAP;
    l.arrows_height = are_few() ? floorf(tall * 0.17f) : -GAP;
    l.exchange_y = l.arrows_y + l.arrows_height + (are_few() ? 8.0f : GAP);
    l.exchange_height = is_network() ? floorf(tall * (are_few() ? 0.12f : 0.20f)) : -GAP;
    l.bars_y = l.exchange_y + l.exchange_height + GAP;
    l.bars_height = (float)height - MARGIN - l.bars_y;
    return l;
}

// Where the merges of runs of k begin, beside the rows.
static void draw_merges(const layout *l, int shown)
{
    float row_height = l->rows_height / (float)(count_passes() + 1), free_y = 0.0f;
    for (int pass = 1; pass <= count_passes(); pass++) {
        uint32_t k, j;
        find_pass(pass, &k, &j);
        float y = floorf(l->rows_y + row_height * (float)pass);
        if (j != k / 2 || y < free_y) continue;
        wb_draw_text(l->left - LEFT + MARGIN, y - 3.0f, 14.0f, pass <= shown ? bright : muted,
                     "k = %u", k);
        wb_draw_rectangle(l->left - 12.0f, y, 8.0f, 1.0f, muted);
        free_y = y + 15.0f;
    }
}

// Which digit the colours of a row are, beside it: above the one by which it has been sorted, below
// the one by which the next pass will.
static void draw_digits(const layout *l, int shown)
{
    float row_height = l->rows_height / (float)(count_passes() + 1), x = l->left - LEFT + MARGIN;
    for (int pass = 0; pass <= count_passes(); pass++) {
        wb_colour colour = pass <= shown ? bright : muted;
        bool is_given = pass == 0, is_last = pass == count_passes();
        float middle = l->rows_y + row_height * ((float)pass + 0.5f);
        int bits = pass * WB_SORT_DIGIT_BITS, of = WB_SORT_DIGIT_BITS;
        float above = is_last ? 0.0f : row_height / 4, below = is_given ? 0.0f : row_height / 4;
        if (is_given) wb_draw_text(x, l->rows_y - 22.0f, 14.0f, colour, "given");
        if (!is_given)
            wb_draw_text(x, middle - above - 7.0f, 14.0f, colour, "by %d-%d", bits - of, bits - 1);
        if (!is_last)
            wb_draw_text(x, middle + below - 7.0f, 14.0f, colour, "bits %d-%d", bits,
                         bits + of - 1);
    }
}

static void draw_captions(const layout *l, int shown)
{
    float row_height = l->rows_height / (float)(count_passes() + 1);
    float y = floorf(l->rows_y + row_height * ((float)shown + 0.5f));
    wb_draw_rectangle(l->left + l->width + 4.0f, y - 1.0f, 12.0f, 3.0f, bright); // the row shown
    wb_draw_text(l->left, l->rows_y - 22.0f, 15.0f, muted, "%s",
                 traits()->passes == BY_DIGIT ? "the keys after every pass: above coloured by the "
                                                "digit that sorted them, below by the next one"
                 : count_passes() > 1         ? "the keys after every pass, from top to bottom"
                                              : "the keys before the sort, and after it");
    if (is_network() && !are_few())
        wb_draw_text(
            l->left, l->exchange_y - 22.0f, 15.0f, muted,
            "which keys changed places with their partners in this pass: their lines cross");
    const char *pass = shown > 0 ? "this pass" : "the first pass";
    wb_draw_text(l->left, l->bars_y - 22.0f, 15.0f, muted, "the keys %s %s",
                 shown > 0 ? "after" : "before", count_passes() > 1 ? pass : "the sort");
}

static void draw_rows(int width, int height, int shown)
{
    uint32_t k = 0, j = 0;
    if (is_network() && shown > 0) find_pass(shown, &k, &j);
    layout l = find_layout(width, height);
    use_program(lesson.picture.rows, height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, HISTORY, lesson.history.id);
    glUniform4f(ROWS_AREA, l.left, l.rows_y, l.width, l.rows_height);
    glUniform4f(EXCHANGE_AREA, l.left, l.exchange_y, l.width, l.exchange_height);
    glUniform4f(BARS_AREA, l.left, l.bars_y, l.width, l.bars_height);
    glUniform1i(PASSES, count_passes());
    glUniform1i(SHOWN, shown);
    glUniform1ui(J, j);
    glUniform1i(HISTORY_TYPE, (GLint)traits()->compares);
    glUniform1ui(MIRRORED, traits()->is_mirrored && j == k / 2 ? k : 0);
    glUniform1i(KNOWN, lesson.is_sorting ? lesson.passes_done : count_passes());
    glUniform1i(DIGIT_BITS, traits()->passes == BY_DIGIT ? WB_SORT_DIGIT_BITS : 0);
    draw_whole_picture();
    if (are_few()) draw_few(&l, k, j, shown);
    if (is_network()) draw_merges(&l, shown);
    if (traits()->passes == BY_DIGIT) draw_digits(&l, shown);
    draw_captions(&l, shown);
}

/* ---- Many keys ---- */

static void draw_pixels(int width, int height)
{
    float side = floorf(fminf(((float)width - 3.0f * MARGIN) / 2.0f, (float)height - TOP - MARGIN));
    float after_x = (float)width - MARGIN - side;
    use_program(lesson.picture.pixels, height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GIVEN, lesson.given_keys.id);
    glUniform3f(BEFORE_AREA, MARGIN, TOP, side);
    glUniform3f(AFTER_AREA, after_x, TOP, side);
    glUniform1i(GIVEN_TYPE, (GLint)lesson.given.type);
    glUniform1ui(SIDE, (GLuint)fminf(ceilf(sqrtf((float)lesson.given.count)), side));
    draw_whole_picture();
    wb_draw_text(MARGIN, TOP - 22.0f, 15.0f, muted, "as they were given, line by line");
    wb_draw_text(after_x, TOP - 22.0f, 15.0f, muted, "as they are now");
}

// Whether the next sort's first dispatch overwrites the keys that the picture reads. Radix sort
// puts them elsewhere first, and what the CPU uploads waits by itself.
static bool overwrites_at_once(void)
{
    if (wb_current_variant()->kind == WB_PEER) return false;
    return traits()->passes != BY_DIGIT || lesson.given.type != WB_U32;
}

void picture_draw(const wb_view *view)
{
    static const char *const types[] = {"uint32", "int32", "float32"};
    const input_pairs *given = &lesson.given;
    char subtitle[120];
    int shown = shown_pass();
    if (lesson.history.id != 0)
        draw_rows(view->width, view->height, shown);
    else
        draw_pixels(view->width, view->height);
    write_subtitle(subtitle, sizeof subtitle, shown);
    wb_draw_text(MARGIN, 22.0f, 27.0f, bright, "%u %s %s keys", given->count,
                 given->is_from_file ? "given" : input_name(given->kind), types[given->type]);
    wb_draw_text(MARGIN, 58.0f, 17.0f, muted, "%s", subtitle);
    // The next sort overwrites the keys.
    if (overwrites_at_once()) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void picture_status(char *text, size_t size)
{
    int length = snprintf(text, size, "%u keys, ", lesson.given.count);
    if (length > 0 && (size_t)length < size)
        write_subtitle(text + length, size - (size_t)length, shown_pass());
}
