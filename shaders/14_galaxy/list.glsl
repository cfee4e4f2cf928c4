// The bodies that pull on all stars of a group, and what they do: see walk.comp. With quadrupoles, not only a body's mass
// counts, but also how that is spread: the expansion of Plummer's potential up to the second order.
#if QUADRUPOLES
layout(std430, binding = TREE_QUADRUPOLES) restrict readonly buffer Quadrupoles { vec4 quadrupoles[]; };

shared vec4 list_first[2 * WALK_GROUP]; // m x x, m x y, m x z, m y y
shared vec2 list_second[2 * WALK_GROUP]; // m y z, m z z

void put_into_list(uint at, vec4 body, uint node)
{
    bool has_children = node + 1u < stars;
    list[at] = body;
    list_first[at] = has_children ? quadrupoles[2u * node] : vec4(0.0);
    list_second[at] = has_children ? quadrupoles[2u * node + 1u].xy : vec2(0.0);
}

vec4 pull_of_listed(uint at, vec3 here)
{
    vec4 body = list[at], first = list_first[at];
    vec2 second = list_second[at];
    vec3 to = body.xyz - here;
    vec3 turned = vec3(dot(first.xyz, to), dot(vec3(first.yw, second.x), to), dot(vec3(first.z, second), to));
    float inverse = inversesqrt(dot(to, to) + softening_squared), square = inverse * inverse, cube = square * inverse;
    float along = 3.0 * square * dot(turned, to), trace = first.x + first.w + second.y;
    vec3 pull = (body.w + square * (2.5 * along - 1.5 * trace)) * to - 3.0 * square * turned;
    return vec4(cube * pull, -body.w * inverse - 0.5 * cube * (along - trace));
}
#else
void put_into_list(uint at, vec4 body, uint node) { list[at] = body; }

vec4 pull_of_listed(uint at, vec3 here) { return pull_of(list[at], here); }
#endif
