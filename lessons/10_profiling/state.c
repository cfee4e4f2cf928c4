#include "state.h"

#include <stdlib.h>
#include <string.h>

lesson_state lesson = {
    .vectors = 1 << 20, .group = 256, .arithmetic = 16, .reads = 1, .rounds = 1000};

/* ---- About the variant that runs ---- */

const work_way *way(void)
{
    static const work_way plain;
    const void *data = wb_current_variant()->data;
    return data != NULL ? data : &plain;
}

int elements(void)
{
    return way()->is_tiny && lesson.vectors > lesson.group ? lesson.group : lesson.vectors;
}

int arithmetic_of(int run)
{
    int arithmetic = way()->arithmetic > 0 ? way()->arithmetic : lesson.arithmetic;
    return run == MORE_ARITHMETIC ? MORE * arithmetic : arithmetic;
}

int reads_of(int run)
{
    int reads = way()->reads > 0 ? way()->reads : lesson.reads;
    return run == MORE_READS ? MORE * reads : reads;
}

wb_cost experiment_cost(void)
{
    double size = 16.0 * elements(), read = 0.0;
    for (int run = 0; run < RUNS; run++) read += size * reads_of(run);
    return (wb_cost){.read_bytes = read,
                     .written_bytes = RUNS * size,
                     .items = RUNS * (double)elements(),
                     .item = "elements"};
}

wb_cost rounds_cost(void)
{
    double bytes = 16.0 * lesson.vectors;
    return (wb_cost){
        .read_bytes = bytes, .written_bytes = bytes, .items = lesson.vectors, .item = "elements"};
}

/* ---- Times ---- */

float time_of(int run, int clock)
{
    float times[RUNS][CLOCKS];
    wb_buffer_read(&lesson.times, times);
    return times[run][clock];
}

void set_time(int run, int clock, double time_ms)
{
    float value = (float)time_ms;
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.times.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)sizeof value * (run * CLOCKS + clock),
                    sizeof value, &value);
}

/* ---- Start ---- */

static bool create_numbers(void)
{
    size_t count = 4 * (size_t)lesson.vectors;
    uint32_t *start = malloc(count * sizeof *start);
    if (start == NULL) {
        wb_error("there is no memory for %zu numbers", count);
        return false;
    }
    wb_random random = wb_random_seed(wb_seed());
    for (size_t i = 0; i < count; i++) start[i] = wb_random_u32(&random);
    bool good =
        wb_buffer_create(&lesson.numbers, &(wb_buffer_desc){.name = "numbers",
                                                            .type = WB_U32,
                                                            .shape = {(size_t)lesson.vectors, 4},
                                                            .data = start,
                                                            .state = true});
    free(start);
    return good;
}

static bool create_results(const char *const *names, int count)
{
    static const float zeros[RUNS][CLOCKS];
    for (int run = 0; run < count; run++)
        if (!wb_buffer_create(&lesson.results[run],
                              &(wb_buffer_desc){.name = names[run],
                                                .type = WB_U32,
                                                .shape = {(size_t)elements(), 4},
                                                .state = true}))
            return false;
    glGenQueries(2, lesson.stamps);
    return wb_buffer_create(
        &lesson.times,
        &(wb_buffer_desc){.name = "times", .type = WB_F32, .shape = {RUNS, CLOCKS}, .data = zeros});
}

static bool create_kernel(GLuint *kernel, const char *file)
{
    *kernel = wb_program_compute(file, WB_DEFINES({"GROUP", lesson.group}, {"ROUNDS", ROUNDS}));
    return *kernel != 0;
}

bool experiment_init(void)
{
    static const char *const names[RUNS] = {"as_it_is", "more_arithmetic", "more_reads"};
    return create_numbers() && create_results(names, RUNS) &&
           create_kernel(&lesson.kernel, wb_current_variant()->kernel);
}

bool advance_init(void)
{
    static const char *const names[] = {"given", "yours"};
    return create_numbers() && create_results(names, 2) &&
           create_kernel(&lesson.kernel, wb_current_variant()->kernel) &&
           create_kernel(&lesson.given, "10_profiling/given.comp");
}

bool rounds_init(void)
{
    static const char *const names[] = {"result"};
    return create_numbers() && create_results(names, 1) &&
           create_kernel(&lesson.kernel, wb_current_variant()->kernel);
}

/* ---- End ---- */

void lesson_quit(void)
{
    wb_buffer_delete(&lesson.numbers);
    for (int run = 0; run < RUNS; run++) wb_buffer_delete(&lesson.results[run]);
    wb_buffer_delete(&lesson.times);
    glDeleteQueries(2, lesson.stamps);
    glDeleteProgram(lesson.kernel);
    glDeleteProgram(lesson.given);
    memset(lesson.stamps, 0, sizeof lesson.stamps);
    lesson.kernel = lesson.given = 0;
}
