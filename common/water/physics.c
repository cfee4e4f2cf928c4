#include "water/physics.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const double COURANT = 0.6, DAMPING = 6.0; // see physics.h

void wb_water_derive(wb_water_numbers *p, double spacing)
{
    double h = WB_WATER_REACH * spacing;
    p->reach = (float)h;
    p->margin = (float)(0.5 * spacing);
    p->gap = (float)(WB_WATER_GAP * spacing);
    p->mass = (float)(p->rest_density * spacing * spacing * spacing);
    p->stiffness = p->rest_density * p->sound_speed * p->sound_speed;
    p->kernel = (float)(21.0 / (2.0 * PI * pow(h, 3.0)));
    p->slope = (float)(210.0 / (PI * pow(h, 5.0)));
}

GLuint wb_water_block_create(void)
{
    GLuint block = 0;
    glGenBuffers(1, &block);
    glBindBuffer(GL_UNIFORM_BUFFER, block);
    glBufferData(GL_UNIFORM_BUFFER, sizeof(wb_water_numbers), NULL, GL_DYNAMIC_DRAW);
    glObjectLabel(GL_BUFFER, block, -1, "physics");
    return block;
}

void wb_water_block_set(GLuint block, const wb_water_numbers *p)
{
    glBindBuffer(GL_UNIFORM_BUFFER, block);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof *p, p);
}

double wb_water_cfl_step(const wb_water_numbers *p)
{
    double h = p->reach, c = p->sound_speed, excess = fmax(p->compression - 1.0, 0.0);
    double sound = c * sqrt((1.0 + excess) * (1.0 + 3.0 * excess));
    double friction = 10.0 * p->viscosity / p->rest_density + p->artificial * c * h; // m2/s
    return 1.0 / ((sound + p->fastest) / (COURANT * h) + DAMPING * friction / (h * h));
}

double wb_water_frame_step(const wb_water_numbers *p)
{
    return WB_WATER_FRAME_S / fmax(ceil(WB_WATER_FRAME_S / wb_water_cfl_step(p) - 1e-6), 1.0);
}

int wb_water_frame_steps(const wb_water_numbers *p)
{
    return (int)fmin(fmax(ceil(WB_WATER_FRAME_S / p->time_step - 1e-3), 1.0), 1e9);
}

double wb_water_elastic_slope(const wb_water_numbers *p, double density)
{
    double excess = fmax(density / p->rest_density - 1.0, 0.0);
    return p->stiffness / ((double)p->rest_density * p->rest_density) * excess;
}
