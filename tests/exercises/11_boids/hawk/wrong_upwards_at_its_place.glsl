// says: velocities[
    vec3 way = nearest_image(place - hawk.xyz);
    float far = sqrt(square_of(way));
    if (far >= 8.0) return vec3(0.0);
    return 40.0 / max(far, 0.001) * direction_of(way, far);
