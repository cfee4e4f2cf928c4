#include "physics.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

void physics_derive(physics *p, double spacing)
{
    double h = REACH_PER_SPACING * spacing;
    p->reach = (float)h;
    p->margin = (float)(0.5 * spacing);
    p->mass = (float)(p->rest_density * spacing * spacing * spacing);
    p->stiffness = p->rest_density * p->sound_speed * p->sound_speed;
    p->poly6 = (float)(315.0 / (64.0 * PI * pow(h, 9.0)));
    p->spiky = (float)(45.0 / (PI * pow(h, 6.0)));
}

double physics_cfl_step(const physics *p)
{
    double h = p->reach, fall = sqrt(2.0 * fabs((double)p->gravity) * p->box[1]);
    // What artificial viscosity adds acts like a faster sound (Monaghan 1992).
    double sound = COURANT * h / (p->sound_speed * (1.0 + 1.2 * p->artificial) + fall);
    double viscous =
        p->viscosity > 0.0f ? DIFFUSION * h * h * p->rest_density / p->viscosity : INFINITY;
    return fmin(sound, viscous);
}

double physics_pressure(const physics *p, double density)
{
    return fmax(p->stiffness * (density / p->rest_density - 1.0), 0.0);
}
