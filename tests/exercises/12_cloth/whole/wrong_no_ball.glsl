// says: positions[
const uint EACH = WHOLE_SIDE * WHOLE_SIDE / WHOLE_GROUP; // particles of an invocation
shared vec4 sheet[WHOLE_SIDE * WHOLE_SIDE];

void pull_colour(int colour, uint count)
{
    int direction = colour >> 1;
    for (uint i = gl_LocalInvocationIndex; i < count; i += WHOLE_GROUP) {
        ivec2 cell = ivec2(i % uint(size.x), i / uint(size.x));
        if (((direction == 1 ? cell.y : cell.x) & 1) != (colour & 1) || !is_link(cell, direction)) continue;
        pull(sheet[number_of(cell + first_of(direction))], sheet[number_of(cell + second_of(direction))],
             rest_of(direction));
    }
}

vec3 held(vec3 x, ivec2 p)
{
    for (int t = 0; t < tethers; t++) {
        ivec2 pin = pin_of(p, t);
        x = tether(x, p, pin, sheet[number_of(pin)]);
    }
    return x;
}

void main()
{
    uint count = uint(size.x * size.y), lane = gl_LocalInvocationIndex;
    vec3 v[EACH], predicted[EACH];
    for (uint k = 0u, i = lane; i < count; k++, i += WHOLE_GROUP) {
        sheet[i] = positions[i];
        v[k] = velocities[i].xyz;
    }
    for (int substep = 0; substep < substeps; substep++) {
        for (uint k = 0u, i = lane; i < count; k++, i += WHOLE_GROUP) {
            predict(sheet[i], v[k], air[i]);
            predicted[k] = sheet[i].xyz;
        }
        barrier(); // the links read what others have predicted
        for (int colour = 0; colour < 2 * LINKS; colour++) {
            pull_colour(colour, count);
            barrier(); // the next colour, or the end of the substep, reads what this one has moved
        }
        for (uint k = 0u, i = lane; i < count; k++, i += WHOLE_GROUP) {
            vec4 x = sheet[i];
            if (x.w <= 0.0) continue; // pinned: others read where it is, and it stays there
            ivec2 p = ivec2(i % uint(size.x), i / uint(size.x));
            x.xyz = held(x.xyz, p);
            v[k] = velocity_of(x.xyz, predicted[k], v[k]);
            sheet[i] = x;
        }
        barrier(); // the next substep's prediction overwrites the pins that tethers have read
    }
    for (uint k = 0u, i = lane; i < count; k++, i += WHOLE_GROUP) {
        positions[i] = sheet[i];
        velocities[i] = vec4(v[k], 0.0);
    }
}
