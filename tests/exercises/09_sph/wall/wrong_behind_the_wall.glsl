// says: densities[
    walls = vec3(opening(x.x) - opening(x.x - box.x), opening(x.y), opening(x.z) - opening(x.z - box.z));
