// says: velocities[
    vec3 way = nearest_image(place - hawk.xyz);
    float square = square_of(way);
    if (square >= 64.0) return vec3(0.0);
    return 40.0 / square * way;
