// says: velocities[
    vec3 way = nearest_image(place - hawk.xyz), size = abs(way);
    float square = square_of(way);
    if (max(size.x, max(size.y, size.z)) >= 8.0 || square == 0.0) return vec3(0.0);
    return 40.0 / square * way;
