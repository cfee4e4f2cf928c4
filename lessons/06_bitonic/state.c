#include "state.h"
#include "picture.h"

#include <stdlib.h>

lesson_state lesson = {.keys = 256, .rows = 1};

/* ---- About the variant that runs ---- */

const sort_traits *traits(void)
{
    return wb_current_variant()->data;
}

bool is_network(void)
{
    return traits()->passes == BY_DISTANCE;
}

int count_passes(void)
{
    if (traits()->passes == BY_DIGIT) return 32 / WB_SORT_DIGIT_BITS;
    if (!is_network()) return 1;
    int merges = 0; // with 1, 2, 3, ... passes
    while (1u << merges < lesson.run) merges++;
    return merges * (merges + 1) / 2;
}

uint32_t power_of_two_from(uint32_t count)
{
    uint32_t power = 1;
    while (power < count) power *= 2;
    return power;
}

wb_cost lesson_cost(void)
{
    double bytes = 8.0 * lesson.given.count; // a key and its value
    return (wb_cost){
        .read_bytes = bytes, .written_bytes = bytes, .items = lesson.given.count, .item = "keys"};
}

/* ---- Start ---- */

static bool fits_dispatch(uint32_t padded)
{
    GLint most = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most);
    if (wb_groups_for(padded, GROUP) <= (GLuint)most) return true;
    wb_error("%u keys, padded to %u, need %u work groups; this driver dispatches at most %d\n"
             "what to do: sort fewer keys",
             lesson.given.count, padded, wb_groups_for(padded, GROUP), most);
    return false;
}

static bool make_input(input_kind kind)
{
    wb_type type = traits()->compares == WB_U32 ? (wb_type)lesson.type : traits()->compares;
    if (!input_find(&lesson.given, (uint32_t)lesson.keys, type)) return false;
    lesson.given.typed = lesson.typed;
    uint32_t count = lesson.given.count;
    lesson.keys = (int)count;
    uint32_t padded = traits()->is_padded ? power_of_two_from(count) : count;
    return fits_dispatch(padded) && input_make(&lesson.given, padded, kind, wb_seed());
}

// A buffer of `words` words. Those behind the last pair have no name: files, messages and hash
// leave the padding out.
static bool create_buffer(wb_buffer *buffer, const char *name, wb_type type, uint32_t words,
                          const uint32_t *data, bool state)
{
    wb_buffer_desc desc = {
        .name = name, .type = type, .shape = {words}, .data = data, .state = state};
    if (!wb_buffer_create(buffer, &desc)) return false;
    buffer->shape[0] = lesson.given.count;
    buffer->size_bytes = (GLsizeiptr)lesson.given.count * 4;
    return true;
}

static bool create_buffers(void)
{
    const input_pairs *g = &lesson.given;
    return create_buffer(&lesson.sorted_keys, "keys", g->type, g->room, g->keys, true) &&
           create_buffer(&lesson.sorted_values, "values", WB_U32, g->room, g->values, true) &&
           create_buffer(&lesson.given_keys, "given_keys", g->type, g->count, g->keys, false) &&
           create_buffer(&lesson.given_values, "given_values", WB_U32, g->count, g->values, false);
}

// Its first row is written here, the others by the passes.
static bool create_history(void)
{
    uint32_t first[PICTURE_ROW_KEYS], count = lesson.given.count;
    if (count > PICTURE_ROW_KEYS || !lesson.rows) return true;
    for (uint32_t i = 0; i < count; i++) {
        first[i] = lesson.given.keys[i];
        if (traits()->compares == WB_U32) first[i] = order_of(first[i], lesson.given.type);
    }
    size_t rows = (size_t)count_passes() + 1;
    if (!wb_buffer_create(&lesson.history, &(wb_buffer_desc){.name = "history",
                                                             .type = traits()->compares,
                                                             .shape = {rows, count}}))
        return false;
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.history.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)count * 4, first);
    return true;
}

static bool create_programs(void)
{
    const wb_define *constants = WB_DEFINES({"GROUP", GROUP}, {"SPAN", SPAN});
    const char *pass = is_network() ? wb_current_variant()->kernel : "06_bitonic/pass.comp";
    lesson.begin = wb_program_compute("06_bitonic/begin.comp", constants);
    lesson.end = wb_program_compute("06_bitonic/end.comp", constants);
    lesson.compare = wb_program_compute(pass, constants);
    lesson.span = wb_program_compute("06_bitonic/span.comp", constants);
    return lesson.begin != 0 && lesson.end != 0 && lesson.compare != 0 && lesson.span != 0;
}

// What the task about digits finds there. One kernel, compiled twice: to count and to place.
static bool create_digits(void)
{
    const char *kernel = wb_current_variant()->kernel;
    uint32_t pairs = lesson.given.count, counts = DIGITS * wb_groups_for(pairs, GROUP);
    lesson.digits.count = wb_program_compute(
        kernel, WB_DEFINES({"GROUP", GROUP}, {"DIGITS", DIGITS}, {"COUNTING", 1}));
    lesson.digits.place = wb_program_compute(
        kernel, WB_DEFINES({"GROUP", GROUP}, {"DIGITS", DIGITS}, {"COUNTING", 0}));
    return lesson.digits.count != 0 && lesson.digits.place != 0 &&
           create_buffer(&lesson.digits.keys, "between_keys", WB_U32, pairs, NULL, false) &&
           create_buffer(&lesson.digits.values, "between_values", WB_U32, pairs, NULL, false) &&
           wb_buffer_create(
               &lesson.digits.counts,
               &(wb_buffer_desc){.name = "counts", .type = WB_U32, .shape = {counts}}) &&
           wb_scan_create(&lesson.digits.scan, counts, WB_SCAN_THREE_DISPATCHES);
}

static bool create_cpu_pairs(void)
{
    lesson.cpu_pairs = malloc(2 * sizeof *lesson.cpu_pairs * lesson.given.count);
    if (lesson.cpu_pairs == NULL) wb_error("there is no memory for %d pairs", 2 * lesson.keys);
    return lesson.cpu_pairs != NULL;
}

// `run`: the length of the runs that are sorted; 0, if all is one.
static bool start(input_kind kind, uint32_t run)
{
    lesson.is_sorting = false;
    lesson.passes_done = 0;
    if (!make_input(kind)) return false;
    lesson.run = run > 0 && run < lesson.given.room ? run : lesson.given.room;
    if (!create_buffers() || !create_history() || !create_programs()) return false;
    if (!picture_create()) return false;
    if (traits()->uses_block) return wb_sort_create(&lesson.sort, lesson.given.count);
    if (traits()->has_digits) return create_digits();
    return wb_current_variant()->kind != WB_PEER || create_cpu_pairs();
}

bool sort_init(void)
{
    return start(lesson.typed.count > 0 ? INPUT_TYPED : (input_kind)lesson.input, 0);
}

bool proof_init(void)
{
    return start(INPUT_ZEROS_AND_ONES, NETWORK);
}

/* ---- End ---- */

void lesson_quit(void)
{
    wb_buffer *buffers[] = {&lesson.given_keys,    &lesson.given_values, &lesson.sorted_keys,
                            &lesson.sorted_values, &lesson.history,      &lesson.digits.keys,
                            &lesson.digits.values, &lesson.digits.counts};
    for (int i = 0; i < 8; i++) wb_buffer_delete(buffers[i]);
    GLuint *programs[] = {&lesson.begin, &lesson.compare,      &lesson.span,
                          &lesson.end,   &lesson.digits.count, &lesson.digits.place};
    for (int i = 0; i < 6; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
    picture_delete();
    wb_sort_delete(&lesson.sort);
    wb_scan_delete(&lesson.digits.scan);
    input_free(&lesson.given);
    free(lesson.cpu_pairs);
    lesson.cpu_pairs = NULL;
}
