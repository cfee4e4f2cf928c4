// says: densities[
    walls = vec3(opening(x.x) - opening(box.x - x.x), opening(x.y), opening(x.z) - opening(box.z - x.z));
    vec3 most = abs(walls);
    float largest = max(most.x, max(most.y, most.z));
    walls *= vec3(equal(most, vec3(largest)));
