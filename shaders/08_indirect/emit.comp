#version 430 core
// `append`, `aggregated` and `scan`, first dispatch: births, and the commands for the second dispatch.
// Limit: a dispatch of its own, most of whose time is starting and ending.
#include "08_indirect/emit.glsl"
#include "08_indirect/groups.glsl"

uint births_now() { return births; }
