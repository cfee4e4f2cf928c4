// says: densities[
    walls = vec3(opening(x.x) - opening(box.x - x.x), 0.0, opening(x.z) - opening(box.z - x.z));
