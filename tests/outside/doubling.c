// The smallest lesson: numbers that double in every frame.
#include <lesson/lesson.h>

enum { GROUP = 64 };

static struct {
    GLuint kernel;
    wb_buffer numbers;
    int count;
} doubling = {.count = 1000};

static bool init(void)
{
    doubling.kernel = wb_program_compute("double.comp", WB_DEFINES({"GROUP", GROUP}));
    uint32_t start[4096];
    for (uint32_t i = 0; i < 4096; i++) start[i] = i;
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
    glDispatchCompute((GLuint)(doubling.count + GROUP - 1) / GROUP, 1, 1);
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

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    (void)buffer;
    for (uint32_t i = 0; i < (uint32_t)doubling.count; i++) ((uint32_t *)expected)[i] = i << steps;
    return true;
}

int main(int argc, char **argv)
{
    static const wb_variant variants[] = {
        {.name = "plain", .shows = "one invocation a number", .limit = "memory", .step = step},
        {0},
    };
    static const wb_param params[] = {
        {.name = "count",
         .i = &doubling.count,
         .min = 1,
         .max = 4096,
         .help = "numbers",
         .restarts = true},
        {0},
    };
    static const char *const cases[] = {"count=1", "count=1000", NULL};
    static const wb_lesson lesson = {
        .id = "doubling",
        .title = "Doubling",
        .variants = variants,
        .params = params,
        .init = init,
        .draw = draw,
        .quit = quit,
        .expect = expect,
        .cases = cases,
        .check_frames = 3,
        .state = &doubling,
        .state_bytes = sizeof doubling,
    };
    return wb_program_add_root(KERNELS) ? wb_main(&lesson, argc, argv) : WB_EXIT_FAILED;
}
