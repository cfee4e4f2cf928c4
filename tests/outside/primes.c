// How many primes are there up to the end of each block of 256 numbers? A kernel of this program's
// own counts them block by block, with the workbench's sum over a work group; the workbench's scan
// adds the blocks up; the CPU checks it with a sieve.
#include <base/check.h>
#include <compute/scan.h>
#include <compute/subgroup.h>
#include <gl/context.h>
#include <gl/pass.h>
#include <gl/program.h>

#include <stdio.h>

enum { COUNT = 200000, GROUP = 256, GROUPS = (COUNT + GROUP - 1) / GROUP };

static bool composite[COUNT];
static uint32_t got[GROUPS], expected[GROUPS];

static void sieve(void)
{
    composite[0] = composite[1] = true;
    for (int n = 2; n < COUNT; n++)
        for (int k = 2 * n; !composite[n] && k < COUNT; k += n) composite[k] = true;
    uint32_t primes = 0;
    for (int n = 0; n < COUNT; n++) {
        primes += !composite[n];
        expected[n / GROUP] = primes;
    }
}

static void count_primes(GLuint kernel, GLuint counts, wb_scan *scan)
{
    wb_pass_begin("count primes");
    glUseProgram(kernel);
    glUniform1ui(0, COUNT);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, counts);
    glDispatchCompute(GROUPS, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the scan reads the counts
    wb_pass_end();
    wb_scan_inclusive(scan, counts, counts, GROUPS);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for wb_buffer_read()
}

int main(void)
{
    if (!wb_context_create(&(wb_context_desc){.headless = true})) return 77;
    wb_buffer counts = {0};
    wb_scan scan = {0};
    int subgroups = wb_subgroup_arithmetic(GROUP);
    GLuint kernel = 0;
    if (wb_program_add_root(KERNELS))
        kernel = wb_program_compute("count_primes.comp",
                                    WB_DEFINES({"GROUP", GROUP}, {"SUBGROUPS", subgroups}));
    bool good = kernel != 0 && wb_scan_create(&scan, GROUPS, WB_SCAN_THREE_DISPATCHES) &&
                wb_buffer_create(&counts, &(wb_buffer_desc){.name = "counts", .shape = {GROUPS}});
    if (good) {
        count_primes(kernel, counts.id, &scan);
        wb_buffer_read(&counts, got);
        sieve();
        wb_array array = wb_buffer_array(&counts, got);
        good = wb_check_equal("counts", &array, expected);
    }
    if (good) printf("%u primes below %d\n", got[GROUPS - 1], COUNT);
    wb_buffer_delete(&counts);
    wb_scan_delete(&scan);
    glDeleteProgram(kernel);
    wb_program_quit();
    wb_context_delete();
    return good ? 0 : 1;
}
