#version 430 core
// How much of the light arrives, everywhere in the box: a column for each invocation, from above to the floor. Beside it the
// glow of the flames.
// Limit: as many invocations as there are columns, fewer than a GPU could run; each fetches a layer after the other.
#include "16_fields/smoke/slots.h"
layout(local_size_x = COLUMN_GROUP, local_size_y = COLUMN_GROUP) in;

layout(rg32f, binding = STORED) restrict writeonly uniform image3D light;

#include "16_fields/smoke/space.glsl"
#include "16_fields/smoke/lamps.glsl"

// [column]
void main()
{
    ivec3 size = imageSize(light);
    ivec2 column = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(column, size.xz))) return;
    vec2 foot = feet_low() + (vec2(column) + 0.5) / vec2(size.xz) * feet_size();
    float layer = box().y / float(size.y), way = layer / to_light.y, sum = 0.0;
    for (int y = size.y - 1; y >= 0; y--) {
        float height = (float(y) + 0.5) * layer;
        vec3 place = vec3(foot.x, 0.0, foot.y) + height / to_light.y * to_light;
        vec3 at = in_box(place);
        bool is_inside = all(lessThanEqual(abs(at.xz - 0.5), vec2(0.5)));
        float here = is_inside ? density_at(at) : 0.0;
        float through = exp(-absorption * way * (sum + 0.5 * here));
        imageStore(light, ivec3(column.x, y, column.y), vec4(through, is_inside ? glow_at(place) : 0.0, 0.0, 0.0));
        sum += here;
    }
}
// [/column]
