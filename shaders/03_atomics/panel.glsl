// A rectangle of the picture that a fragment shader fills: the including shader defines
// vec4 panel_colour(vec2 p), with p in units of the layout (1280 x 800 of them, however many pixels the
// picture has), from the panel's upper left corner. Premultiplied: (0, 0, 0, 0) leaves what is there,
// and colour without alpha is light on top of it.
layout(location = 0) uniform vec4 grid_view; // x and y of the corner, pixels a unit, height of the picture
layout(location = 1) uniform ivec2 grid_size; // of the panel, in units
layout(location = 0) out vec4 pixel;

vec4 panel_colour(vec2 p);

void main()
{
    vec2 from_top = vec2(gl_FragCoord.x, grid_view.w - gl_FragCoord.y);
    vec2 p = (from_top - grid_view.xy) / grid_view.z;
    if (any(lessThan(p, vec2(0.0))) || any(greaterThanEqual(p, vec2(grid_size)))) discard;
    pixel = panel_colour(p);
}
