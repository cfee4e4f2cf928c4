// Part 2, banks: what a stride costs in shared memory.
#include "oracle.h"
#include "parts.h"
#include "picture.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 256,
    LANES = 32,   // invocations that read at one moment, and words that each reads in a round
    STRIDES = 33, // the largest stride
    WORDS = LANES * STRIDES, // the last row begins at 31 * 33
};
enum { SUMS = 0, ADDRESSES = 1 }; // storage block bindings
enum { PITCH = 0, ROUNDS = 1 };   // uniform locations

// Words from row to row. An even one is made odd by a word that nobody uses: 32 and an odd number
// have no common factor, so 32 rows begin in 32 different banks.
static uint32_t pitch_of(int stride)
{
    return (uint32_t)(wb_variant_index() == BANKS_PADDED ? stride | 1 : stride);
}

/* ---- Start and end ---- */

static bool init(void)
{
    lesson.banks.kernel = wb_program_compute(
        "02_shared/banks.comp", WB_DEFINES({"GROUP", GROUP}, {"LANES", LANES}, {"WORDS", WORDS},
                                           {"BROADCAST", wb_variant_index() == BANKS_BROADCAST}));
    return lesson.banks.kernel != 0 &&
           wb_buffer_create(&lesson.banks.sums,
                            &(wb_buffer_desc){.name = "sums",
                                              .type = WB_U32,
                                              .shape = {(size_t)lesson.banks.groups, GROUP},
                                              .state = true}) &&
           wb_buffer_create(&lesson.banks.addresses, &(wb_buffer_desc){.name = "addresses",
                                                                       .type = WB_U32,
                                                                       .shape = {LANES},
                                                                       .state = true});
}

static void quit(void)
{
    wb_buffer_delete(&lesson.banks.sums);
    wb_buffer_delete(&lesson.banks.addresses);
    glDeleteProgram(lesson.banks.kernel);
    lesson.banks.kernel = 0;
}

/* ---- The versions ---- */

void banks_step(void)
{
    wb_pass_begin("banks");
    glUseProgram(lesson.banks.kernel);
    glUniform1ui(PITCH, pitch_of(lesson.banks.stride)); // no constant: banks.comp says why
    glUniform1ui(ROUNDS, (GLuint)lesson.banks.rounds);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SUMS, lesson.banks.sums.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ADDRESSES, lesson.banks.addresses.id);
    glDispatchCompute((GLuint)lesson.banks.groups, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next frame writes the same sums again
    wb_pass_end();
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    uint32_t *numbers = expected, pitch = pitch_of(lesson.banks.stride);
    bool broadcast = wb_variant_index() == BANKS_BROADCAST;
    if (steps < 1) return false;
    if (strcmp(buffer, "addresses") == 0)
        for (uint32_t lane = 0; lane < LANES; lane++) numbers[lane] = broadcast ? 0 : lane * pitch;
    if (strcmp(buffer, "sums") != 0) return true;
    for (uint32_t i = 0; i < (uint32_t)lesson.banks.groups * GROUP; i++)
        numbers[i] = i >= LANES
                         ? numbers[i % LANES]
                         : oracle_bank_sum(i, pitch, (uint32_t)lesson.banks.rounds, broadcast);
    return true;
}

static wb_cost cost(void)
{
    double invocations = (double)lesson.banks.groups * GROUP;
    return (wb_cost){.written_bytes = 4.0 * invocations,
                     .items = invocations * lesson.banks.rounds * LANES,
                     .item = "loads"};
}

/* ---- The picture ---- */

static const float CHART_LEFT = 64.0f, CHART_BOTTOM = 330.0f, CHART_HEIGHT = 210.0f, BAR = 36.0f;
static const float BANK_LEFT = 64.0f, BANK_BOTTOM = 724.0f, CELL = 37.0f, STONE = 9.6f;

static wb_colour degree_colour(int degree)
{
    if (degree == 1) return PICTURE_GREEN;
    return degree < 8 ? PICTURE_AMBER : PICTURE_RED;
}

// A bar for every stride: how many turns the banks take to answer 32 lanes.
static void draw_strides(void)
{
    picture_text(
        CHART_LEFT, 64.0f, 17.0f, PICTURE_GREY, "turns that 32 reads take, for each stride%s",
        wb_variant_index() == BANKS_PADDED ? " with padding: an even stride gets one word more"
                                           : "");
    for (int stride = 1; stride <= STRIDES; stride++) {
        uint32_t addresses[LANES];
        for (uint32_t lane = 0; lane < LANES; lane++)
            addresses[lane] = wb_variant_index() == BANKS_BROADCAST ? 0 : lane * pitch_of(stride);
        int degree = oracle_conflicts(addresses);
        float x = CHART_LEFT + BAR * (float)(stride - 1);
        float height = CHART_HEIGHT * (float)degree / LANES;
        wb_colour colour = degree_colour(degree);
        bool chosen = stride == lesson.banks.stride;
        if (!chosen) colour.alpha = 0.55f;
        if (chosen)
            picture_rectangle(x, CHART_BOTTOM - CHART_HEIGHT - 20.0f, BAR - 6.0f,
                              CHART_HEIGHT + 48.0f, (wb_colour){1.0f, 1.0f, 1.0f, 0.07f});
        picture_rectangle(x, CHART_BOTTOM - height, BAR - 6.0f, height, colour);
        picture_text_centred(x + 15.0f, CHART_BOTTOM - height - 19.0f, 15.0f, PICTURE_GREY, "%d",
                             degree);
        picture_text_centred(x + 15.0f, CHART_BOTTOM + 6.0f, 15.0f,
                             chosen ? PICTURE_WHITE : PICTURE_GREY, "%d", stride);
    }
}

// A stone for every lane, in the bank whose word it reads; words that several lanes read stand
// once.
static void draw_banks(const uint32_t addresses[LANES])
{
    int degree = oracle_conflicts(addresses), stones[LANES] = {0};
    picture_text(
        CHART_LEFT, 384.0f, 17.0f, PICTURE_GREY,
        "the 32 banks, and what the 32 lanes want from each in the first step of the kernel");
    for (int lane = 0; lane < LANES; lane++) {
        int bank = (int)(addresses[lane] % LANES);
        bool seen = false;
        for (int earlier = 0; earlier < lane; earlier++)
            seen = seen || addresses[earlier] == addresses[lane];
        if (seen) continue;
        float y = BANK_BOTTOM - STONE * (float)(++stones[bank]);
        picture_rectangle(BANK_LEFT + CELL * (float)bank, y, CELL - 6.0f, STONE - 2.0f,
                          degree_colour(degree));
    }
    for (int bank = 0; bank < LANES; bank++) {
        float x = BANK_LEFT + CELL * (float)bank;
        picture_rectangle(x, BANK_BOTTOM, CELL - 6.0f, 3.0f, PICTURE_DIM);
        picture_text_centred(x + 15.0f, BANK_BOTTOM + 8.0f, 15.0f, PICTURE_GREY, "%d", bank);
    }
    picture_text(CHART_LEFT, 762.0f, 18.0f, degree_colour(degree),
                 wb_variant_index() == BANKS_BROADCAST
                     ? "All lanes read one word: a broadcast, one turn."
                     : "The words are %u apart: %d turn%s.",
                 pitch_of(lesson.banks.stride), degree, degree == 1 ? "" : "s");
}

static void draw(const wb_view *view)
{
    uint32_t addresses[LANES];
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_buffer_read(&lesson.banks.addresses, addresses);
    picture_begin(view);
    picture_text(CHART_LEFT, 18.0f, 26.0f, PICTURE_WHITE,
                 "Shared memory has 32 banks, and each answers one address at a time");
    draw_strides();
    draw_banks(addresses);
}

const shared_part banks_part = {init, draw, quit, expect, cost};
