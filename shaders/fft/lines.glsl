// Which line, and which member of its team, an invocation is; and where the line's elements are: line
// (a, b) begins at a * steps.x + b * steps.y, its elements are `stride` apart. For kernels that include
// fft/transform.glsl; their C side calls wb_fft_set_lines().
#include "fft/slots.h"

layout(location = FFT_COUNTS) uniform uvec2 counts; // lines: counts.x * counts.y
layout(location = FFT_STEPS) uniform uvec2 steps;
layout(location = FFT_STRIDE) uniform uint stride;
layout(location = FFT_HALF_IN) uniform bool half_in;   // only the first half of a line is read; the rest counts as 0
layout(location = FFT_HALF_OUT) uniform bool half_out; // only the first half need be stored

struct Place {
    int t;        // the invocation's number in its team
    int room;     // where the line begins in shared memory
    bool is_line; // the last group may have fewer
    uint a, b;    // the line's numbers
    uint first;   // the line's first element
};

// Neighbours in a group read neighbours in memory: of a line, or, where a line's elements are far
// apart, of lines.
Place my_place()
{
    int id = int(gl_LocalInvocationIndex);
    Place place;
    int line = stride == 1u ? id / TEAM : id % LINES; // in the group
    place.t = stride == 1u ? id % TEAM : id / LINES;
    place.room = line * (stride == 1u ? ALONG : ACROSS);
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint number = group * uint(LINES) + uint(line);
    place.is_line = number < counts.x * counts.y;
    place.a = number % counts.x;
    place.b = number / counts.x;
    place.first = place.a * steps.x + place.b * steps.y;
    return place;
}

// The number of the e-th of the elements that this invocation holds, within its line; and where it is. The
// first half of them are of the first half of the line. A kernel that loads or stores should ask once for
// each half whether it may, not for each element: then the loads can be under way together.
const int HALF = EACH / 2;
uint element(Place place, int e) { return uint(place.t + e * TEAM); }
uint place_of(Place place, int e) { return place.first + element(place, e) * stride; }
