// What the GPU decides, in the form in which OpenGL takes it. struct commands in commands.h is the same.
struct Commands {
    uint groups_x, groups_y, groups_z;  // glDispatchComputeIndirect reads these three
    uint listed;                        // how many particles those groups are for
    uint vertices, living, first, base; // and glDrawArraysIndirect these four: one sprite for each living
    uint finished;                      // `one_dispatch`: groups that are done
    uint spare[3];
};
