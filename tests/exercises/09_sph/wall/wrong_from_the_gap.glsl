// says: densities[
    walls = vec3(opening(x.x - gap) - opening(box.x - gap - x.x), opening(x.y - gap), opening(x.z - gap) - opening(box.z - gap - x.z));
