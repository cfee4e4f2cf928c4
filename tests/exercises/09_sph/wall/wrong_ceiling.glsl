// says: densities[
    walls = vec3(opening(x.x) - opening(box.x - x.x), opening(x.y) - opening(box.y - x.y), opening(x.z) - opening(box.z - x.z));
