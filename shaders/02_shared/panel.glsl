// A panel of the lesson's pictures: where a pixel lies on the board of 1280 x 800 (lessons/02_shared/picture.h).
layout(location = 0) uniform vec2 picture_size;
layout(location = 2) uniform vec4 rectangle; // of the panel, in pixels of the picture
layout(location = 3) uniform vec3 board;     // x and y of its corner, pixels a unit
layout(location = 0) out vec4 pixel;

// From the panel's upper left corner to this pixel's middle, in units of the board.
vec2 panel_position()
{
    vec2 from_top = vec2(gl_FragCoord.x, picture_size.y - gl_FragCoord.y);
    return (from_top - rectangle.xy) / board.z;
}
