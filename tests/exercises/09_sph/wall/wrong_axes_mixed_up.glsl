// says: densities[
    walls = vec3(opening(x.z) - opening(box.z - x.z), opening(x.y), opening(x.x) - opening(box.x - x.x));
