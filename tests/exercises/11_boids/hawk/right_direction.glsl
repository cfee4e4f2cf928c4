    vec3 way = nearest_image(place - hawk.xyz);
    float d = length(way);
    return d > 0.0 && d < 8.0 ? 40.0 / d * normalize(way) : vec3(0.0);
