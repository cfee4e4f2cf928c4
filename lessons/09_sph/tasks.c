#include "tasks.h"

#include <stddef.h>

const wb_task tasks[] = {
    {.name = "density",
     .kind = WB_LINE,
     .title = "The density",
     .minutes = 10,
     .demand = "Write the density: the sum of the kernel over all particles.",
     .hints =
         {"r is sqrt(square_of(here - positions[j].xyz)); there is no if, because where u would "
          "be negative it is 0.",
          "Two lines: u = max(1.0 - r / reach, 0.0), and sum += u * u * u * u * (5.0 - 4.0 * "
          "u). The particle itself is one of all."}},
    {.name = "push",
     .kind = WB_LINE,
     .title = "The push of one particle on another",
     .minutes = 10,
     .demand = "Write the force: what a neighbour's energy, and friction, push a particle with.",
     .hints = {"p of particle i is densities[i].y; `friction` and d = x_i - x_j are there.",
               "u as in the density, from `square`; then push = u * u * u * (the three) * d."}},
    {.name = "wall",
     .kind = WB_LINE,
     .title = "The walls",
     .minutes = 10,
     .demand = "Write the walls: the direction in which they open, and how fast.",
     .hints =
         {"The wall at x = 0 is x.x away and pushes towards +x; the one at box.x is box.x - x.x "
          "away and pushes towards -x.",
          "A vec3 of three: opening(..) - opening(..) along x and along z, one opening(..) "
          "along y."}},
    {.name = "tension",
     .kind = WB_LINE,
     .title = "Surface tension",
     .minutes = 15,
     .demand =
         "Add surface tension: every neighbour within the reach pulls the particle towards itself.",
     .hints =
         {"visit() meets every neighbour j with d = x_i - x_j; W is kernel(inside), and kappa is "
          "the uniform `tension`.",
          "One line: pull -= tension * W * d, with W from the first hint. No mass and no density: "
          "kappa has the unit m3/s2."}},
    {0},
};

// All pairs, which know no obstacle. Of a dozen particles the reach is so long that walls are felt
// from the middle of the box, and a ceiling would be.
const char *const cases_of_pairs[] = {
    "particles=1 substeps=2",
    "particles=2 substeps=2 scene=tank",
    "particles=12 substeps=2 scene=tank gravity=20",
    "particles=20 substeps=2 scene=tank gravity=20",
    "particles=20 substeps=2 scene=column gravity=20",
    "particles=63 substeps=2 scene=two_dams artificial=0.7 gravity=-7",
    "particles=64 substeps=2 scene=drop",
    "particles=65 substeps=2 scene=column group=32",
    "particles=71 substeps=2 rest_density=870 sound_speed=47 viscosity=330 artificial=0",
    "particles=80 substeps=2 scene=tank gravity=1.62 viscosity=0",
    NULL};

const char *const cases_of_tension[] = {
    "particles=1 substeps=2",
    "particles=2 substeps=2 scene=tank tension=0.7",
    "particles=63 substeps=2 scene=two_dams",
    "particles=65 substeps=2 scene=column tension=0",
    "particles=80 substeps=2 division=1 tension=2",
    "particles=99 substeps=2 scene=two_dams artificial=0.7 tension=1.3 gravity=-7",
    "particles=97 substeps=2 rest_density=870 sound_speed=47 viscosity=330 division=3",
    "particles=257 substeps=2 obstacle=ball artificial=0 tension=5",
    NULL};
