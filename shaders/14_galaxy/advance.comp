#version 430 core
// A step for each star: the pull where it is, half a kick that ends the step before, half a kick that
// begins the next, and the way to the next place. Between the half kicks, velocity and place belong to
// the same moment: that is when the energy is taken.
// Limit: reading; on the mesh, from eight places that depend on where the star is.
#define HOLE 0
#include "14_galaxy/advance.glsl"
