// The banks: what each stride costs, and which bank each lane wants.
#include "picture.h"

#include "scene.h"
#include "state.h"

static const float CHART_LEFT = 64.0f, CHART_BOTTOM = 330.0f, CHART_HEIGHT = 210.0f, BAR = 36.0f;
static const float BANK_LEFT = 64.0f, BANK_BOTTOM = 724.0f, CELL = 37.0f, STONE = 9.6f;

// If each of 32 lanes reads the word at its address: how many different words of the busiest bank
// are wanted at once. That is how many turns the read takes.
static int count_turns(const uint32_t addresses[LANES])
{
    int most = 0;
    for (uint32_t bank = 0; bank < LANES; bank++) {
        int words = 0;
        for (int lane = 0; lane < LANES; lane++) {
            bool seen = addresses[lane] % LANES != bank;
            for (int earlier = 0; earlier < lane; earlier++)
                seen = seen || addresses[earlier] == addresses[lane];
            words += !seen;
        }
        if (words > most) most = words;
    }
    return most;
}

static wb_colour degree_colour(int degree)
{
    if (degree == 1) return PICTURE_GREEN;
    return degree < 8 ? PICTURE_AMBER : PICTURE_RED;
}

// The bar of a number from 1 on: how many turns the banks take to answer 32 lanes.
static void draw_bar(int number, int degree, bool chosen)
{
    float x = CHART_LEFT + BAR * (float)(number - 1);
    float height = CHART_HEIGHT * (float)degree / LANES;
    wb_colour colour = degree_colour(degree);
    if (!chosen) colour.alpha = 0.55f;
    if (chosen)
        picture_rectangle(x, CHART_BOTTOM - CHART_HEIGHT - 20.0f, BAR - 6.0f, CHART_HEIGHT + 48.0f,
                          (wb_colour){1.0f, 1.0f, 1.0f, 0.07f});
    picture_rectangle(x, CHART_BOTTOM - height, BAR - 6.0f, height, colour);
    picture_text_centred(x + 15.0f, CHART_BOTTOM - height - 19.0f, 15.0f, PICTURE_GREY, "%d",
                         degree);
    picture_text_centred(x + 15.0f, CHART_BOTTOM + 6.0f, 15.0f,
                         chosen ? PICTURE_WHITE : PICTURE_GREY, "%d", number);
}

static void draw_strides(void)
{
    const banks_traits *traits = wb_current_variant()->data;
    picture_text(CHART_LEFT, 64.0f, 17.0f, PICTURE_GREY,
                 "turns that 32 reads take, for each stride%s",
                 traits->padded ? " with padding: an even stride gets one word more" : "");
    for (int stride = 1; stride <= STRIDES; stride++) {
        uint32_t addresses[LANES];
        for (uint32_t lane = 0; lane < LANES; lane++)
            addresses[lane] = traits->broadcast ? 0 : lane * banks_pitch(stride);
        draw_bar(stride, count_turns(addresses), stride == lesson.banks.stride);
    }
}

// The same for the reads of `random`, one after the other. Returns the mean of all of a dispatch.
static double draw_reads(void)
{
    uint32_t chances[LANES], addresses[LANES];
    int reads = LANES * lesson.banks.rounds, turns = 0;
    picture_text(CHART_LEFT, 64.0f, 17.0f, PICTURE_GREY,
                 "turns that 32 random reads take: the first %d times", STRIDES);
    for (uint32_t lane = 0; lane < LANES; lane++) chances[lane] = scene_first_chance(lane);
    for (int read = 0; read < reads || read < STRIDES; read++) {
        for (int lane = 0; lane < LANES; lane++) {
            addresses[lane] = chances[lane] >> (32 - DRAWN_BITS);
            chances[lane] = scene_next_chance(chances[lane]);
        }
        int degree = count_turns(addresses);
        if (read < reads) turns += degree;
        if (read < STRIDES) draw_bar(read + 1, degree, read == 0);
    }
    return (double)turns / reads;
}

// A stone for every lane, in the bank whose word it reads; words that several lanes read stand
// once. The mean is of all reads of `random`.
static void draw_banks(const uint32_t addresses[LANES], double mean)
{
    const banks_traits *traits = wb_current_variant()->data;
    int degree = count_turns(addresses), stones[LANES] = {0};
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
    if (traits->random)
        picture_text(CHART_LEFT, 762.0f, 18.0f, degree_colour(degree),
                     "Random words: %d turns in this step, %.2f in the mean of all.", degree, mean);
    else
        picture_text(CHART_LEFT, 762.0f, 18.0f, degree_colour(degree),
                     traits->broadcast ? "All lanes read one word: a broadcast, one turn."
                                       : "The words are %u apart: %d turn%s.",
                     banks_pitch(lesson.banks.stride), degree, degree == 1 ? "" : "s");
}

void banks_draw(const wb_view *view)
{
    uint32_t addresses[LANES];
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_buffer_read(&lesson.banks.addresses, addresses);
    picture_begin(view);
    picture_text(CHART_LEFT, 18.0f, 26.0f, PICTURE_WHITE,
                 "Shared memory has 32 banks, and each answers one address at a time");
    const banks_traits *traits = wb_current_variant()->data;
    double mean = 0.0;
    if (traits->random)
        mean = draw_reads();
    else
        draw_strides();
    if (addresses[0] == NO_ADDRESS)
        picture_text(CHART_LEFT, 384.0f, 17.0f, PICTURE_GREY,
                     "the kernel has not run yet, and has told no addresses");
    else
        draw_banks(addresses, mean);
}
