// says: velocities[
    vec3 way = place - hawk.xyz;
    way -= box * vec3(greaterThan(way, vec3(0.5 * box)));
    float square = square_of(way);
    if (square >= 64.0 || square == 0.0) return vec3(0.0);
    return 40.0 / square * way;
