// says: densities[
    walls = vec3(opening(x.x) - opening(8.0 - x.x), opening(x.y), opening(x.z) - opening(box.z - x.z));
