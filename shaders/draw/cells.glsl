// Draws a grid of cells. The including shader defines vec3 cell_colour(ivec2 cell), in sRGB from 0 to 1.
#include "draw/slots.h"

layout(location = DRAW_GRID_VIEW) uniform vec4 grid_view; // x and y of its corner, pixels a cell, height of the picture
layout(location = DRAW_GRID_SIZE) uniform ivec2 grid_size;
layout(location = 0) out vec4 pixel;

vec3 cell_colour(ivec2 cell);

const vec3 OUTSIDE = vec3(0.055, 0.06, 0.075);
const int MAX_SAMPLES = 8; // a side; enough for eight cells a pixel

// Where the middle of this fragment's pixel, moved by `offset` pixels, lies in the grid.
vec2 grid_position(vec2 offset)
{
    vec2 from_top = vec2(gl_FragCoord.x, grid_view.w - gl_FragCoord.y) + offset;
    return (from_top - grid_view.xy) / grid_view.z;
}

vec3 colour_at(vec2 position)
{
    ivec2 cell = ivec2(floor(position));
    bool inside = all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, grid_size));
    return inside ? cell_colour(cell) : OUTSIDE;
}

void main()
{
    // A pixel that covers several cells shows their mean, so that no cell goes missing between two.
    int samples = min(int(ceil(1.0 / grid_view.z - 0.01)), MAX_SAMPLES);
    vec3 colour = vec3(0.0);
    if (samples <= 1) {
        colour = colour_at(grid_position(vec2(0.0)));
    } else {
        for (int i = 0; i < samples * samples; i++)
            colour += colour_at(grid_position((vec2(i % samples, i / samples) + 0.5) / float(samples) - 0.5));
        colour /= float(samples * samples);
    }

    // Large cells get a gap on two sides, so that they can be counted.
    vec2 position = grid_position(vec2(0.0));
    if (grid_view.z >= 8.0 && any(lessThan(fract(position) * grid_view.z, vec2(1.0))))
        colour = mix(colour, OUTSIDE, 0.7);
    pixel = vec4(colour, 1.0);
}
