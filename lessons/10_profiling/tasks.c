#include "tasks.h"

const wb_task tasks[] = {
    {.name = "advance",
     .kind = WB_EXTEND,
     .title = "The same results in half of the time",
     .minutes = 30,
     .demand =
         "The kernel that was given is slow: find out by measuring what limits it, and write one "
         "with the same results that takes no more than half of the time.",
     .hints = {"Does it wait for what it reads, or does it compute? A round takes x to a x + c, "
               "with the same a and c for every x.",
               "Two rounds in one are again such a step, with a * a and a * c + c; four rounds are "
               "two of these. Any number of rounds takes as many steps as it has binary digits."},
     .most_instructions = 4000.0,
     .but = "round after round is computed; some compilers make one of several, others do not"},
    {.name = "stopwatch",
     .kind = WB_BLANK,
     .title = "A stopwatch that never waits",
     .minutes = 60,
     .is_host = true,
     .demand =
         "Write a stopwatch for GPU times that never waits, as the comments in the file and in "
         "pretended_gl.h say.",
     .hints = {"The answer of a query is asked for some frames later. So a frame needs queries of "
               "its own, and there have to be as many pairs as frames may be under way, and one "
               "more.",
               "Before a result: glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &there). If "
               "it is not there, leave it for the next frame. A pair may be used again only once "
               "its answer has been fetched.",
               "Frames end in the order in which they began: the first one whose answer is not "
               "there ends the search. The latest 60 times are a ring; at the beginning it has "
               "fewer."}},
    {0},
};
