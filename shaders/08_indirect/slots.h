// Numbers that this lesson's C and GLSL share: both include this file, and so write the same names.
#ifndef WB_SHADERS_08_INDIRECT_SLOTS_H
#define WB_SHADERS_08_INDIRECT_SLOTS_H

// Storage blocks. OpenGL promises no more than eight.
#define POOL 0
#define LIVING 1
#define NEXT_LIVING 2
#define COMMANDS 3
#define NEXT_COMMANDS 4
#define FLAGS 5
#define PLACES 6

// Of `dense`, with COMMANDS and NEXT_COMMANDS
#define PARTICLES 0
#define NEXT_PARTICLES 2
#define LATER_COMMANDS 5

// Uniforms
#define PLAN_SLOTS 0
#define BIRTHS 1
#define FIRST 2
#define HEAD 3
#define KEY 4
#define LIVES 5
#define NEXT_BIRTHS 6
#define MOST 6
#define PLAN_PHYSICS 7
#define JET_POSITION 8  // and the JETS - 1 behind it
#define JET_VELOCITY 24 // the same

// Uniforms of the particles' picture
#define VIEW 0
#define PROJECTION 4
#define PICTURE_SIZE 8
#define MIRROR 9
#define ENERGY 10
#define FASTEST 11

// Of glow.frag, with PICTURE_SIZE
#define HORIZON 1

// Of gauge.frag, with PLAN_SLOTS, and of number.frag
#define CELLS 1
#define SQUARE 1
#define AREA 2
#define CELL_GROUPS 3

#define EACH 4              // particles that an invocation of move_fours.comp moves
#define JETS 16             // nozzles
#define STEPS_PER_SECOND 64 // a power of two, so that the time step is exact

#endif
