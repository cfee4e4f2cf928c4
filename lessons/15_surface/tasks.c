#include "tasks.h"

const wb_task tasks[] = {
    {.name = "vertex",
     .kind = WB_LINE,
     .title = "The place on the edge",
     .minutes = 10,
     .demand = "Write share_of_traits(): where on its edge a vertex lies.",
     .hints =
         {"Take the colour for a straight line from one end of the edge to the other. Where is it "
          "iso?",
          "(iso - here) / (there - here). But of two uints the smaller minus the larger is close "
          "to 2^32, and a quotient of uints has no digits behind the point: make floats first."}},
    {.name = "cells",
     .kind = WB_BLANK,
     .title = "The candidates",
     .minutes = 60,
     .demand = "Write the kernel that finds a block's candidates, and their corners.",
     .hints =
         {"Begin without shared memory: each invocation asks the (2 K + 1)^3 cells around its own. "
          "That is right, and reads too often. Then let the group load them, and behind a "
          "barrier() "
          "ask shared memory.",
          "A corner is one of its own cell and of the seven before it along x, y and z, which may "
          "be "
          "other blocks'. So the group decides about 5 x 5 x 5 cells, and for that it needs (5 + 2 "
          "K)^3: 343 if K is 1. 64 invocations load 343 cells in a loop: for (uint i = me; i < "
          "343u; "
          "i += BLOCK).",
          "No candidate lies at the border of the grid, and no cell outside of it is full: "
          "is_block()."},
     .most_loads = 24,
     .but = "the group reads each cell around the block once, into shared memory"},
    {0},
};
