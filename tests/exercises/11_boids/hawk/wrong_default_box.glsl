// says: velocities[
    vec3 way = place - hawk.xyz;
    way -= 63.0 * floor(way / 63.0 + 0.5); // of 20,000 boids
    float square = square_of(way);
    if (square >= 64.0 || square == 0.0) return vec3(0.0);
    return 40.0 / square * way;
