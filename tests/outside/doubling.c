// The smallest lesson: numbers that double in every frame.
#include <lesson/lesson.h>

enum { GROUP = 64, MOST = 4096 };

static struct {
    GLuint kernel;
    wb_buffer numbers;
    int count;
} doubling = {.count = 1000};

static bool init(void)
{
    doubling.kernel = wb_program_compute("double.comp", WB_DEFINES({"GROUP", GROUP}));
    uint32_t start[MOST];
    for (uint32_t i = 0; i < MOST; i++) start[i] = i;
    return doubling.kernel != 0 &&
           wb_buffer_create(&doubling.numbers, &(wb_buffer_desc){.name = "numbers",
                                                                 .shape = {(size_t)doubling.count},
                                                                 .data = start,
                                                                 .state = true});
}

static void step(void)
{
    wb_pass_begin("double");
    glUseProgram(doubling.kernel);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, doubling.numbers.id);
    glDispatchCompute(wb_groups_for(doubling.count, GROUP), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next frame reads the numbers
    wb_pass_end();
}

static void draw(const wb_view *view)
{
    (void)view;
    wb_draw_text(20.0f, 40.0f, 24.0f, (wb_colour){1.0f, 1.0f, 1.0f, 1.0f}, "doubling");
}

static void quit(void)
{
    glDeleteProgram(doubling.kernel);
    wb_buffer_delete(&doubling.numbers);
}

static wb_answer expect(const char *buffer, int64_t steps, void *expected)
{
    (void)buffer;
    for (uint32_t i = 0; i < (uint32_t)doubling.count; i++) ((uint32_t *)expected)[i] = i << steps;
    return WB_ANSWERED;
}

static const wb_part part = {
    .init = init,
    .draw = draw,
    .quit = quit,
    .expect = expect,
    .cases = {"count=1", "count=1000"},
    .check_frames = 3,
};

int main(int argc, char **argv)
{
    static const wb_variant variants[] = {
        {"plain", .shows = "an invocation for each number", .kernel = "double.comp", .step = step},
        {0},
    };
    static const wb_param params[] = {
        {"count", {&doubling.count}, 1, MOST, "numbers", "how many", .restarts = true},
        {0},
    };
    static const wb_lesson lesson = {
        .id = "doubling",
        .title = "Doubling",
        .part = &part,
        .variants = variants,
        .params = params,
        .state = &doubling,
        .state_bytes = sizeof doubling,
    };
    return wb_program_add_root(KERNELS) ? wb_main(&lesson, argc, argv) : WB_EXIT_FAILED;
}
