// says: densities[
    walls = vec3(-opening(box.x - x.x), opening(x.y), opening(x.z) - opening(box.z - x.z));
