// says: densities[
    walls = vec3(opening(x.x) - opening(box.x - x.x), opening(x.y), opening(x.z) - opening(8.0 - x.z));
