// From where the picture is seen, and what stands in it beside the smoke: the floor, and the ball.
layout(location = EYE_VIEW) uniform mat4 view;
layout(location = EYE_PROJECTION) uniform mat4 projection;
layout(location = EYE_PLACE) uniform vec3 eye;
layout(location = PICTURE_SIZE) uniform vec2 picture_size; // in pixels

const float FAR = 1e4;

// The direction that a pixel shows, of length 1.
vec3 ray_through(vec2 pixel)
{
    vec2 ndc = pixel / picture_size * 2.0 - 1.0;
    return normalize(transpose(mat3(view)) * vec3(ndc.x / projection[0][0], ndc.y / projection[1][1], -1.0));
}

float way_to_floor(vec3 direction) { return direction.y < -1e-4 && eye.y > 0.0 ? eye.y / -direction.y : FAR; }

// How far a ray passes from the ball's middle; and where along it that is.
vec2 beside_ball(vec3 from, vec3 direction)
{
    vec3 d = ball.xyz - from;
    float along = dot(d, direction);
    return vec2(length(d - along * direction), along);
}

float way_to_ball(vec3 direction)
{
    vec2 beside = beside_ball(eye, direction);
    float half_chord = ball.w * ball.w - beside.x * beside.x;
    return half_chord > 0.0 && beside.y > 0.0 ? beside.y - sqrt(half_chord) : FAR;
}

// What the ball leaves of the light at a place: the lamp is no point, so its shadow has soft edges, the softer the further away.
float beside_shadow(vec3 place)
{
    const float WIDE = 0.06; // of the lamp, at a distance of 1
    vec2 beside = beside_ball(place, to_light);
    float soft = WIDE * max(beside.y, 0.0) + 0.004;
    return beside.y > 0.0 ? smoothstep(-soft, soft, beside.x - ball.w) : 1.0;
}

// From 0 to 1, by turns from pixel to pixel: so neither steps of a ray nor those of a colour are seen as bands (interleaved
// gradient noise: Jimenez, 2014).
float dither(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }
