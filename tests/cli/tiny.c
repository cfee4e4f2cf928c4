// A lesson as small as can be, for tests of what all lessons have from the library: one number that
// grows by one a frame, and variants that do each of the things that can happen to a check.
#include "lesson/lesson.h"
#include "os/time.h"

#include <stdio.h>
#include <string.h>

/* What a variant does besides adding one. */
typedef struct tiny_traits {
    bool adds_two, start_fails;
    wb_answer answer; // of the oracle
    bool hungry;      // the oracle wants more memory than there is
    int milliseconds; // that a frame takes
    bool needless;    // a barrier that is not needed
} tiny_traits;

static int amount = 3; // elements
static uint32_t number;
static wb_buffer numbers;

static const tiny_traits *traits(void)
{
    return wb_current_variant()->data;
}

static bool init(void)
{
    number = 0;
    if (traits()->start_fails) {
        wb_error("tiny: no start today");
        return false;
    }
    uint32_t zeros[64] = {0};
    return wb_buffer_create(&numbers, &(wb_buffer_desc){.name = "numbers",
                                                        .type = WB_U32,
                                                        .shape = {(size_t)amount},
                                                        .data = zeros,
                                                        .state = true});
}

static void quit(void)
{
    wb_buffer_delete(&numbers);
}

static void step(void)
{
    uint32_t values[64];
    number += traits()->adds_two ? 2 : 1;
    for (int i = 0; i < amount; i++) values[i] = number + (uint32_t)i;
    wb_pass_begin("add");
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, numbers.id);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, 4 * (GLsizeiptr)amount, values);
    if (traits()->needless)
        glMemoryBarrier(GL_UNIFORM_BARRIER_BIT); // nothing reads a uniform block
    wb_pass_end();
    wb_clock_sleep(1e-3 * traits()->milliseconds);
}

static void draw(const wb_view *view)
{
    (void)view;
}

static wb_answer expect(const char *buffer, int64_t steps, void *expected)
{
    if (traits()->hungry) {
        wb_error("tiny: out of memory");
        return WB_ANSWER_FAILED;
    }
    uint32_t *values = expected;
    if (strcmp(buffer, "numbers") != 0) return WB_NO_ANSWER;
    for (int i = 0; i < amount; i++) values[i] = (uint32_t)(steps + i);
    return traits()->answer;
}

static const wb_part part = {.init = init,
                             .draw = draw,
                             .quit = quit,
                             .expect = expect,
                             .check_frames = 2,
                             .cases = {"amount=1", "amount=5"}};

// Of the project: what its kernels would have to achieve, if it had any.
static bool adds_one_a_frame(char *figure, size_t size)
{
    snprintf(figure, size, "%u after %d frames; as many are wanted", number, (int)wb_frame());
    return number == (uint32_t)wb_frame();
}

static bool has_amount(char *figure, size_t size)
{
    snprintf(figure, size, "%d numbers, at least 5", amount);
    return amount >= 5;
}

static const wb_acceptance acceptances[] = {
    {"one a frame", "amount=2", 3, adds_one_a_frame},
    {"enough of them", "amount=7", 1, has_amount},
    {0},
};

static const wb_project project = {.task = "Add one.", .checks = acceptances, .small = "amount=1"};

#define WAY(...) .data = &(const tiny_traits){__VA_ARGS__}, .step = step

static const wb_variant variants[] = {
    {"right", WB_VERSION, .shows = "adds one", .remark = "none", WAY(0)},
    {"slow", WB_VERSION, .shows = "adds one, with a rest", .remark = "its \"rest\"",
     WAY(.milliseconds = 80)},
    {"needless", WB_VERSION, .shows = "a barrier too many", .remark = "none",
     WAY(.needless = true)},
    {"wrong", WB_VERSION, .shows = "adds two", .remark = "none", WAY(.adds_two = true)},
    {"no_start", WB_VERSION, .shows = "does not start", .remark = "none", WAY(.start_fails = true)},
    {"no_memory", WB_VERSION, .shows = "has no oracle today", .remark = "none",
     WAY(.hungry = true)},
    {"no_answer", WB_VERSION, .shows = "has no oracle", .remark = "none",
     WAY(.answer = WB_NO_ANSWER)},
    {"broken_wrong", WB_BROKEN, .shows = "adds two", .remark = "two", WAY(.adds_two = true)},
    {"broken_right", WB_BROKEN, .shows = "adds one", .remark = "none", WAY(0)},
    {"broken_no_start", WB_BROKEN, .shows = "does not start", .remark = "none",
     WAY(.start_fails = true)},
    {"broken_refused", WB_BROKEN, .shows = "must not start", .remark = "none", .refused = true,
     WAY(.start_fails = true)},
    {"broken_not_refused", WB_BROKEN, .shows = "starts", .remark = "none", .refused = true, WAY(0)},
    {"broken_no_memory", WB_BROKEN, .shows = "has no oracle today", .remark = "none",
     WAY(.adds_two = true, .hungry = true)},
    {"project", WB_PROJECT, .shows = "adds two", .kernel = "tiny/project.comp", .project = &project,
     WAY(.adds_two = true)},
    {0},
};

static const wb_param params[] = {
    {"amount", {&amount}, 1, 64, "numbers", "how many\tnumbers", .restarts = true},
    {0},
};

static const wb_lesson lesson = {.id = "wb_tiny",
                                 .title = "A \"tiny\" lesson",
                                 .part = &part,
                                 .variants = variants,
                                 .params = params,
                                 .width = 64,
                                 .height = 48,
                                 .frames = 3};

int main(int argc, char **argv)
{
    return wb_main(&lesson, argc, argv);
}
