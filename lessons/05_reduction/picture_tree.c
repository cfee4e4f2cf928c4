#include "picture_tree.h"

#include "state.h"

#include <stdio.h>
#include <math.h>
#include <stdlib.h>

static const wb_colour bright = {0.92f, 0.93f, 0.95f, 1}, grey = {0.66f, 0.68f, 0.72f, 1};
static const wb_colour dim = {0.36f, 0.38f, 0.43f, 1}, amber = {1.0f, 0.78f, 0.30f, 1};
static const wb_colour back = {0.075f, 0.082f, 0.10f, 1};
static const wb_colour dark = {0.10f, 0.07f, 0.02f, 1};
static const wb_colour red = {0.85f, 0.27f, 0.24f, 1};
static const wb_colour slot = {0.105f, 0.12f, 0.15f, 1}, blue = {0.20f, 0.36f, 0.62f, 1};

enum { LEFT = 40, UNWRITTEN = 0xCDCDCDCD };

// 50000 as "50,000".
static const char *grouped(uint32_t number, char text[16])
{
    char plain[12];
    int digits = snprintf(plain, sizeof plain, "%u", number), at = 0;
    for (int i = 0; i < digits; i++) {
        if (i > 0 && (digits - i) % 3 == 0) text[at++] = ',';
        text[at++] = plain[i];
    }
    text[at] = '\0';
    return text;
}

static uint32_t *read_words(const wb_buffer *buffer, uint32_t first, uint32_t count)
{
    uint32_t *words = calloc((size_t)count + 1, sizeof *words);
    if (words == NULL || count == 0) return words;
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->id);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, (GLintptr)first * 4, (GLsizeiptr)count * 4, words);
    return words;
}

/* ---- The levels ---- */

enum {
    MOST_READ = 1 << 18, // of more numbers than this, each column of pixels shows only a few
    FEW = 16,
};
enum { LEVELS_TOP = 84, LEVELS_BOTTOM = 402, LABEL = 24 };

// A stretch of pixels, and of the numbers of a level.
typedef struct strip {
    float x, y, width, height;
    uint32_t first_marked, end_marked;
} strip;

static strip strip_of(const tree_scene *scene, int level, const wb_view *view, uint32_t group)
{
    float rows = (float)(scene->levels + 1) + 0.7f; // the numbers get more room
    float each = (float)(LEVELS_BOTTOM - LEVELS_TOP) / rows;
    strip s = {.x = LEFT, .width = (float)view->width - 2 * LEFT};
    s.y = LEVELS_TOP + each * ((float)level + (level > 0 ? 0.7f : 0.0f)) + LABEL;
    s.height = each * (level > 0 ? 1.0f : 1.7f) - LABEL - 6;
    s.first_marked = group * scene->numbers_per_group;
    s.end_marked = s.first_marked + scene->numbers_per_group;
    for (int k = 0; k < level; k++) {
        s.first_marked /= scene->numbers_per_group;
        s.end_marked = s.first_marked + 1;
    }
    return s;
}

// The mean of the numbers from `first` on, up to but without `end`; those that no kernel wrote are
// 0.
static double mean_of(const uint32_t *words, uint32_t first, uint32_t end)
{
    double sum = 0.0;
    for (uint32_t i = first; i < end; i++)
        if (words[i] != (uint32_t)UNWRITTEN) sum += words[i];
    return sum / (end - first);
}

// For each of the columns: the mean of its numbers.
static double *column_means(const wb_buffer *buffer, uint32_t size, int columns)
{
    double *means = malloc((size_t)columns * sizeof *means);
    uint32_t *all = size <= MOST_READ ? read_words(buffer, 0, size) : NULL;
    for (int c = 0; means != NULL && c < columns; c++) {
        uint32_t first = (uint32_t)((uint64_t)size * (uint32_t)c / (uint32_t)columns);
        uint32_t end = (uint32_t)((uint64_t)size * (uint32_t)(c + 1) / (uint32_t)columns);
        if (end == first) end++;
        if (all != NULL) {
            means[c] = mean_of(all, first, end);
            continue;
        }
        uint32_t *few = read_words(buffer, first, FEW);
        means[c] = few != NULL ? mean_of(few, 0, FEW) : 0.0;
        free(few);
    }
    free(all);
    return means;
}

// Bars side by side, or one for each column of pixels where there are more numbers than these.
static void draw_bars(const tree_scene *scene, int level, const strip *s)
{
    uint32_t size = scene->sizes[level];
    wb_draw_rectangle(s->x, s->y, s->width, s->height, back);
    if (level > scene->written) return;
    int bars = size < (uint32_t)s->width ? (int)size : (int)s->width;
    double *means = column_means(scene->buffers[level], size, bars), highest = 1.0;
    for (int c = 0; means != NULL && c < bars; c++) highest = fmax(highest, means[c]);
    float each = s->width / (float)bars, gap = each > 6 ? 1 : 0;
    for (int c = 0; means != NULL && c < bars; c++) {
        uint32_t number = (uint32_t)((uint64_t)size * (uint32_t)c / (uint32_t)bars);
        uint32_t end = (uint32_t)((uint64_t)size * (uint32_t)(c + 1) / (uint32_t)bars);
        bool is_marked = number < s->end_marked && end > s->first_marked;
        float height = 0.95f * s->height * (float)(means[c] / highest);
        float tint = 0.45f + 0.55f * (float)(means[c] / highest);
        wb_colour colour = is_marked ? (wb_colour){tint, 0.78f * tint, 0.32f * tint, 1}
                                     : (wb_colour){0.36f * tint, 0.58f * tint, 0.92f * tint, 1};
        wb_draw_rectangle(s->x + each * (float)c, s->y + s->height - height, each - gap, height,
                          colour);
    }
    free(means);
}

// What a level is, and its numbers if they are few.
static void label_level(const tree_scene *scene, int level, const strip *s)
{
    char text[16], taken[16];
    bool is_last = level == scene->levels;
    if (level == 0)
        wb_draw_text(s->x, s->y - LABEL, 17, grey, "%s numbers", grouped(scene->count, text));
    else if (is_last)
        wb_draw_text(s->x, s->y - LABEL, 17, grey, "level %d: the %s", level,
                     scene->of_largest ? "largest" : "sum");
    else
        wb_draw_text(s->x, s->y - LABEL, 17, grey, "level %d: %s %s of %s each", level,
                     grouped(scene->sizes[level], text),
                     scene->of_largest ? "numbers, the largest" : "sums",
                     grouped(scene->numbers_per_group, taken));
    if (level == 0 || level > scene->written || scene->sizes[level] > 16) return;
    uint32_t *words = read_words(scene->buffers[level], 0, scene->sizes[level]);
    float each = s->width / (float)scene->sizes[level];
    for (uint32_t i = 0; words != NULL && i < scene->sizes[level]; i++) {
        if (words[i] == (uint32_t)UNWRITTEN) continue;
        grouped(words[i], text);
        float size = is_last ? fminf(26, s->height - 4) : 15, wide = wb_draw_text_width(size, text);
        if (wide < each)
            wb_draw_text(s->x + each * ((float)i + 0.5f) - wide / 2, s->y + s->height - size - 4,
                         size, i == s->first_marked ? dark : bright, "%s", text);
    }
    free(words);
}

// From the marked numbers of a level to their sum in the next.
static void draw_funnel(const tree_scene *scene, int level, const strip *from, const strip *to)
{
    float a = (float)from->first_marked / (float)scene->sizes[level];
    float b = fminf((float)from->end_marked / (float)scene->sizes[level], 1.0f);
    float c = ((float)to->first_marked + 0.5f) / (float)scene->sizes[level + 1];
    wb_colour faint = {1.0f, 0.78f, 0.30f, 0.45f};
    float y0 = from->y + from->height + 1, y1 = to->y - 2;
    if (to->first_marked >= scene->sizes[level + 1]) { // no part takes them
        wb_draw_text(from->x + a * from->width, y0 + 3, 17, red, "lost");
        return;
    }
    wb_draw_line(from->x + a * from->width, y0, to->x + c * to->width, y1, 1, faint);
    wb_draw_line(from->x + b * from->width, y0, to->x + c * to->width, y1, 1, faint);
}

/* ---- The tree of one work group ---- */

enum { TREE_TOP = 452, BELOW = 44, NOTES = 190 }; // room below the tree, and at its right

typedef struct tree_layout {
    float width, row;  // of the tree; from one round to the next; in pixels
    int group, rounds; // how many invocations the group has, and how many rounds
    bool folds_evenly;
    const uint32_t *values; // rounds + 1 rows of `group`: what shared memory held
} tree_layout;

// Whether an invocation adds in a round. Those that do hold a value after it.
static bool adds(const tree_layout *layout, int i, int round)
{
    return layout->folds_evenly ? i % (2 << round) == 0 : i < layout->group >> (round + 1);
}

// The values that are left after some rounds share the width.
static float node_x(const tree_layout *layout, int i, int round)
{
    float place = (float)(layout->folds_evenly ? i >> round : i) + 0.5f;
    return LEFT + place * layout->width / (float)(layout->group >> round);
}

static float node_y(const tree_layout *layout, int round)
{
    return TREE_TOP + layout->row * (float)round;
}

static uint32_t value_of(const tree_layout *layout, int i, int round)
{
    return layout->values[round * layout->group + i];
}

static int reach_of(const tree_layout *layout, int round)
{
    return layout->folds_evenly ? 1 << round : layout->group >> (round + 1);
}

// Whether an invocation ended a round with another value than the sum of the two that the round
// before has left: as happens if it read one of them too early.
static bool is_wrong(const tree_layout *layout, int i, int round)
{
    uint32_t a = value_of(layout, i, round - 1);
    uint32_t b = value_of(layout, i + reach_of(layout, round - 1), round - 1);
    return value_of(layout, i, round) != a + b;
}

static void draw_node(const tree_layout *layout, int i, int round)
{
    uint32_t value = value_of(layout, i, round);
    float x = node_x(layout, i, round), y = node_y(layout, round);
    float wide = layout->width / (float)(layout->group >> round) - 2;
    wide = fminf(fmaxf(wide, 1), 64);
    bool is_written = value != (uint32_t)UNWRITTEN, is_last = round == layout->rounds;
    wb_colour colour = is_last ? amber : blue;
    if (!is_written) colour = slot;
    if (is_written && round > 0 && is_wrong(layout, i, round)) colour = red;
    wb_draw_rectangle(x - wide / 2, y - 9, wide, 18, colour);
    char text[12];
    snprintf(text, sizeof text, "%u", value);
    float wide_text = wb_draw_text_width(13, text);
    if (is_written && wide_text <= wide + 3)
        wb_draw_text(x - wide_text / 2, y - 7, 13, is_last ? dark : bright, "%s", text);
}

// Right of the tree: how many invocations are at work in a round, and which.
static void draw_note(const tree_layout *layout, int round)
{
    float x = LEFT + layout->width + 22,
          y = (node_y(layout, round) + node_y(layout, round + 1)) / 2;
    float each = (float)(NOTES - 22) / (float)layout->group;
    bool is_done = value_of(layout, 0, round + 1) != (uint32_t)UNWRITTEN;
    wb_draw_text(x, y - 16, 15, is_done ? grey : dim, "round %d: %d of %d add", round + 1,
                 layout->group >> (round + 1), layout->group);
    for (int i = 0; i < layout->group; i++)
        wb_draw_rectangle(x + each * (float)i, y + 4, fmaxf(each - 1, 1), 6,
                          is_done && adds(layout, i, round) ? amber : slot);
}

// Which invocation adds what in a round, and what comes out.
static void draw_round(const tree_layout *layout, int round)
{
    float y0 = node_y(layout, round) + 9, y1 = node_y(layout, round + 1) - 9;
    wb_colour own = {0.25f, 0.45f, 0.75f, 0.9f}, other = {1.0f, 0.78f, 0.30f, 0.6f};
    for (int i = 0; i < layout->group; i++) {
        if (!adds(layout, i, round)) continue;
        bool is_done = value_of(layout, i, round + 1) != (uint32_t)UNWRITTEN;
        float to = node_x(layout, i, round + 1);
        float from = node_x(layout, i + reach_of(layout, round), round);
        wb_draw_line(node_x(layout, i, round), y0, to, y1, 1, is_done ? own : slot);
        wb_draw_line(from, y0, to, y1, 1, is_done ? other : slot);
        draw_node(layout, i, round + 1);
    }
    draw_note(layout, round);
}

static bool has_wrong(const tree_layout *layout)
{
    for (int round = 0; round < layout->rounds; round++)
        for (int i = 0; i < layout->group; i++)
            if (adds(layout, i, round) && value_of(layout, i, round + 1) != (uint32_t)UNWRITTEN &&
                is_wrong(layout, i, round + 1))
                return true;
    return false;
}

static void draw_rounds(const tree_layout *layout)
{
    for (int i = 0; i < layout->group; i++) draw_node(layout, i, 0);
    for (int round = 0; round < layout->rounds; round++) draw_round(layout, round);
    if (has_wrong(layout))
        wb_draw_text(LEFT + 340, TREE_TOP - 42, 17, red,
                     "red: not the sum of the two above it, which were not yet there");
}

static void draw_group(const tree_scene *scene, const wb_view *view, uint32_t group)
{
    char text[16];
    tree_layout layout = {.group = scene->group, .folds_evenly = scene->folds_evenly};
    while (1 << layout.rounds < scene->group) layout.rounds++;
    layout.width = (float)view->width - 2 * LEFT - NOTES;
    layout.row = fmaxf(0.0f, (float)(view->height - BELOW - TREE_TOP)) / (float)layout.rounds;
    uint32_t words = (uint32_t)((layout.rounds + 1) * layout.group);
    uint32_t *values = read_words(scene->rounds, group * words, words);
    uint32_t *result = read_words(scene->buffers[1], scene->levels > 1 ? group : 0, 1);
    layout.values = values;
    wb_draw_text(LEFT, TREE_TOP - 42, 17, amber, "inside work group %s of level 1",
                 grouped(group, text));
    if (values != NULL) draw_rounds(&layout);
    if (result != NULL && *result != (uint32_t)UNWRITTEN && scene->levels > 1)
        wb_draw_text(node_x(&layout, 0, layout.rounds) + 50, node_y(&layout, layout.rounds) - 9, 17,
                     amber, "what the GPU wrote to level_1[%u]: %s", group, grouped(*result, text));
    free(values);
    free(result);
}

// Where there is no tree, or it was not written down: why.
static void draw_no_tree(const tree_scene *scene)
{
    char text[16], most[16];
    if (scene->is_atomic)
        wb_draw_text(LEFT, TREE_TOP, 20, amber,
                     "no tree: %s invocations stand in a queue for one word",
                     grouped(scene->count, text));
    else if (scene->has_subgroups)
        wb_draw_text(LEFT, TREE_TOP, 20, amber,
                     "no tree: a subgroup adds up its values in one operation, and then adds "
                     "that to a word of its group");
    else
        wb_draw_text(LEFT, TREE_TOP, 20, amber,
                     "%s numbers: what happens inside a work group is written down for up to %s",
                     grouped(scene->count, text), grouped(MOST_RECORDED, most));
}

/* ---- All of it ---- */

// Where the task says that the largest number is.
static uint32_t place_found(const tree_scene *scene)
{
    uint32_t *largest = read_words(scene->largest, 0, 2), place = largest != NULL ? largest[1] : 0;
    free(largest);
    return place;
}

// The work group under the mouse; otherwise one a little right of the middle, where the hills are
// high; of the task, that with the place that was found.
static uint32_t shown_group(const tree_scene *scene, const wb_view *view)
{
    if (scene->largest != NULL) return place_found(scene) / scene->numbers_per_group;
    uint32_t groups = (scene->count - 1) / scene->numbers_per_group + 1;
    float share = (view->mouse_x - LEFT) / ((float)view->width - 2 * LEFT);
    bool over =
        share >= 0 && share < 1 && view->mouse_y >= LEVELS_TOP && view->mouse_y < LEVELS_BOTTOM;
    return (uint32_t)((over ? share : 0.61f) * (float)groups);
}

static void draw_argmax(const tree_scene *scene)
{
    char text[16], place[16];
    uint32_t *largest = read_words(scene->largest, 0, 2);
    if (largest != NULL && largest[0] != (uint32_t)UNWRITTEN)
        wb_draw_text(LEFT, TREE_TOP, 26, amber, "the largest number: %s, at place %s",
                     grouped(largest[0], text), grouped(largest[1], place));
    free(largest);
}

void picture_tree_draw(const tree_scene *scene, const wb_view *view)
{
    char text[16];
    uint32_t group = shown_group(scene, view);
    wb_draw_text(LEFT, 26, 28, bright, "%s %s numbers",
                 scene->largest != NULL || scene->of_largest ? "The largest of" : "The sum of",
                 grouped(scene->count, text));
    for (int level = 0; level <= scene->levels; level++) {
        strip s = strip_of(scene, level, view, group);
        strip next = strip_of(scene, level + 1, view, group);
        draw_bars(scene, level, &s);
        label_level(scene, level, &s);
        if (level < scene->levels && !scene->is_atomic) draw_funnel(scene, level, &s, &next);
    }
    if (scene->largest != NULL)
        draw_argmax(scene);
    else if (scene->rounds != NULL)
        draw_group(scene, view, group);
    else if (!scene->of_largest)
        draw_no_tree(scene);
}
