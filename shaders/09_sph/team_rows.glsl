// Which rows of cells an invocation of a team looks through: every LANES-th.
#if VERSION >= TEAM
#include "09_sph/team.glsl"

void visit_candidates(vec3 position)
{
    Ball ball = ball_around(position);
    int y = ball.low.y + int(lane());
    for (int z = ball.low.z; z <= ball.high.z; z++) {
        for (; y <= ball.high.y; y += LANES) visit_row(ball, y, z);
        y -= ball.high.y - ball.low.y + 1; // goes on in the next layer
    }
}
#endif
