#include "physics.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

void physics_derive(physics *p, double spacing)
{
    double h = REACH_PER_SPACING * spacing;
    p->reach = (float)h;
    p->margin = (float)(0.5 * spacing);
    p->gap = (float)(GAP_PER_SPACING * spacing);
    p->mass = (float)(p->rest_density * spacing * spacing * spacing);
    p->stiffness = p->rest_density * p->sound_speed * p->sound_speed;
    p->kernel = (float)(21.0 / (2.0 * PI * pow(h, 3.0)));
    p->slope = (float)(210.0 / (PI * pow(h, 5.0)));
}

double physics_cfl_step(const physics *p)
{
    double h = p->reach, c = p->sound_speed, excess = fmax(p->compression - 1.0, 0.0);
    double sound = c * sqrt((1.0 + excess) * (1.0 + 3.0 * excess));
    double friction = 10.0 * p->viscosity / p->rest_density + p->artificial * c * h; // m2/s
    return 1.0 / ((sound + p->fastest) / (COURANT * h) + DAMPING * friction / (h * h));
}

double physics_elastic_energy(const physics *p, double density)
{
    double excess = fmax(density / p->rest_density - 1.0, 0.0);
    return 0.5 * p->stiffness / p->rest_density * excess * excess;
}

double physics_elastic_slope(const physics *p, double density)
{
    double excess = fmax(density / p->rest_density - 1.0, 0.0);
    return p->stiffness / ((double)p->rest_density * p->rest_density) * excess;
}
